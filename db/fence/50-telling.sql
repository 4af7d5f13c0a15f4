-- Who is told what.
create policy see on notifications for select using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id())
  or (select app.role()) = 'system');
-- An officer tells the admins; only they, and the jobs, tell others.
create policy make on notifications for insert with check ((select app.role()) in ('admin', 'system')
  or ((select app.role()) <> '' and (officer_id is null or officer_id = (select app.officer_id()))));
create policy edit on notifications for update using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id()));
create policy clear on notifications for delete using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id())
  or (select app.role()) = 'system');
-- Own choices are for oneself to make; who is to be told what is read by the job alone.
create policy see on notification_settings for select using (
  officer_id = (select app.officer_id()) or (select app.role()) = 'system');
create policy make on notification_settings for insert with check (officer_id = (select app.officer_id()));
create policy edit on notification_settings for update using (officer_id = (select app.officer_id()));
create policy take on tellings for select using ((select app.role()) = 'system');
create policy hold on tellings for update using ((select app.role()) = 'system');
create policy drop on tellings for delete using ((select app.role()) = 'system');
create policy make on tellings for insert with check ((select app.role()) in ('admin', 'system')
  or ((select app.role()) <> '' and audience = 'admins')
  or (audience = 'officer' and officer_id = (select app.officer_id())));
create policy remind on reminders using ((select app.role()) = 'system');

grant select, insert, update on notification_settings to watchbill_app;
grant select, insert, delete on notifications, tellings, reminders to watchbill_app;
grant update (read, read_at) on notifications to watchbill_app;
-- To lock what is taken away: nothing of it is ever changed.
grant update (about) on tellings to watchbill_app;

call app.record_table('notifications', 'notifications', 'officer', 'id', 'officer_id', '', '', 'INSERT');
call app.record_table('notification_settings', 'notifications', 'officer', 'officer_id', 'officer_id', '', 'updated_at', '');

create or replace function app.poke_telling() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, audience) select distinct organization_id, 'telling', 'system' from told;
  return null;
end $$;
drop trigger if exists telling_waits on tellings;
create trigger telling_waits after insert on tellings referencing new table as told
  for each statement execute function app.poke_telling();
