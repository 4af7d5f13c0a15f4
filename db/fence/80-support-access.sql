-- Support access: the vendor's staff starts one for the own session; it is ended by whoever holds it, or by an admin of the place.
create policy see on support_accesses for select using (user_id = (select app.user_id()) or (select app.role()) = 'super_admin'
  or ((select app.role()) in ('admin', 'system') and organization_id = (select app.organization_id())));
create policy make on support_accesses for insert with check ((select app.role()) = 'super_admin'
  and user_id = (select app.user_id()) and organization_id = (select app.organization_id()) and ended_at is null
  and session_id = (select s.id from sessions s where s.token_hash = (select app.token())));
create policy edit on support_accesses for update using (user_id = (select app.user_id()) or (select app.role()) = 'super_admin'
  or ((select app.role()) = 'admin' and organization_id = (select app.organization_id())));
grant select, insert on support_accesses to watchbill_app;
grant update (ended_at, ended_why, ended_by) on support_accesses to watchbill_app;
call app.record_table('support_accesses', 'support', 'admins', 'id', '', '', '', '');
-- Whose session it is hears of it too: the own screens and streams are others from then on. It says nothing more to the audit.
drop trigger if exists tell_session on support_accesses;
create trigger tell_session after insert or update on support_accesses for each row
  execute function app.record_change('session', 'user', 'user_id', '', '', '', 'INSERT,UPDATE,DELETE');
