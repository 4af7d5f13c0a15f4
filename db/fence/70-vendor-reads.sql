-- What super admins read across organizations, column by column: never a secret, never what happens inside a department.
-- A statement runs as watchbill_vendor only behind app.enter_vendor, which has found a super admin's session and recorded why.
grant select (id, email, email_key, name, disabled_at, created_at) on accounts to watchbill_vendor;
create policy vendor_see on accounts for select to watchbill_vendor using (
  id = (select app.user_id()) or ((select app.role()) = 'super_admin' and (select app.reason()) <> ''));
grant select on super_admin_users to watchbill_vendor;
create policy vendor_see on super_admin_users for select to watchbill_vendor using (
  account_id = (select app.user_id()) or ((select app.role()) = 'super_admin' and (select app.reason()) <> ''));
grant select (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, ended_at, second_factor_at) on sessions
  to watchbill_vendor;
create policy vendor_see on sessions for select to watchbill_vendor using (
  token_hash = (select app.token()) or ((select app.role()) = 'super_admin' and (select app.reason()) <> ''));
grant select on organizations to watchbill_vendor;
create policy vendor_see on organizations for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');

-- The record of it: one row a session, call and hour.
grant select, insert on vendor_reads to watchbill_vendor;
create policy vendor_see on vendor_reads for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_make on vendor_reads for insert to watchbill_vendor with check (
  (select app.role()) = 'super_admin' and user_id = (select app.user_id()) and reason = (select app.reason()) and reason <> ''
  and organization_id = (select app.organization_id()));
