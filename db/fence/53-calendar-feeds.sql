-- Calendar links: found by the hash of the secret, otherwise the officer's own; a trigger revokes them with the access.
create policy see on calendar_feeds for select using (token_hash = (select app.token())
  or (organization_id = (select app.organization_id()) and officer_id = (select app.officer_id()))
  or (organization_id = (select app.organization_id()) and (select app.role()) = 'system')
  or ((select app.role()) <> '' and pg_trigger_depth() > 0));
create policy make on calendar_feeds for insert with check (organization_id = (select app.organization_id())
  and officer_id = (select app.officer_id()) and (select app.role()) in ('officer', 'admin') and revoked_at is null);
create policy edit on calendar_feeds for update using (
  (organization_id = (select app.organization_id()) and officer_id = (select app.officer_id()) and revoked_at is null)
  or ((select app.role()) <> '' and pg_trigger_depth() > 0 and revoked_at is null))
  with check ((organization_id = (select app.organization_id()) and officer_id = (select app.officer_id()))
    or (pg_trigger_depth() > 0 and revoked_at is not null));
grant select, insert on calendar_feeds to watchbill_app;
grant update (last_read_at, revoked_at, revoked_why) on calendar_feeds to watchbill_app;
call app.record_table('calendar_feeds', 'calendar', 'officer', 'id', 'officer_id', 'token_hash', 'last_read_at', '');
