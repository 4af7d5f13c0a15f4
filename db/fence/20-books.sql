-- What the product keeps by itself: the record, pokes, keys, mail, exports.
create policy poll on outbox for select using ((select app.role()) = 'system');
create policy make on outbox for insert with check ((select app.role()) <> '');
create policy prune on outbox for delete using ((select app.role()) = 'system');
create policy see on exports for select using ((select app.role()) in ('admin', 'system', 'super_admin'));
-- The vendor's staff, which has no officer, exports inside the vendor's own organization, or all of one department with a reason.
create policy make on exports for insert with check (
  started_by is not distinct from (select app.officer_id()) and ((select app.role()) = 'admin'
    or (select app.role()) = 'super_admin'));
create policy edit on exports for update using ((select app.role()) in ('admin', 'system', 'super_admin'));
create policy prune on exports for delete using (state <> 'running' and (select app.role()) = 'system');
-- What was noted about oneself is not to be read off its record either.
create policy see on audit_entries for select using ((select app.role()) in ('super_admin', 'system')
  or ((select app.role()) = 'admin' and (thing_type <> 'officer_notes'
    or coalesce(after, before) ->> 'officer_id' is distinct from (select app.officer_id())::text)));
create policy make on audit_entries for insert with check (
  actor_user_id is not distinct from (select app.user_id()) and actor_role = (select app.acting_role()));
create policy see on audit_seals for select using ((select app.role()) in ('admin', 'super_admin', 'system'));
create policy make on audit_seals for insert with check ((select app.role()) = 'system');
create policy see on audit_seal_entries for select using ((select app.role()) in ('admin', 'super_admin', 'system'));
create policy make on audit_seal_entries for insert with check ((select app.role()) = 'system');
create policy own on idempotency_keys using (scope = (select app.scope()) or (select app.role()) = 'system');
create policy send on mails using ((select app.role()) = 'system');
create policy make on mails for insert with check ((select app.role()) <> '');

grant select, insert on mails to watchbill_app;
grant select, insert, delete on idempotency_keys to watchbill_app;
grant update (state, attempts, next_try_at, last_error, sent_at) on mails to watchbill_app;
grant select, insert, delete on exports to watchbill_app;
grant update (rows_total, rows_done, state, alive_at, finished_at) on exports to watchbill_app;
grant update (status, answer) on idempotency_keys to watchbill_app;
grant select, insert, delete on outbox to watchbill_app;
grant delete on mails to watchbill_app;
grant select, insert on audit_entries, audit_seals, audit_seal_entries to watchbill_app;

call app.record_table('exports', 'exports', 'admins', 'id', '', '', 'rows_total,rows_done,alive_at', 'DELETE');

create or replace function app.poke_mail() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'mail', new.id, 'system');
  return null;
end $$;
drop trigger if exists mail_waits on mails;
create trigger mail_waits after insert on mails for each row execute function app.poke_mail();
