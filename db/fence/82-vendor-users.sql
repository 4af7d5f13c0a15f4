-- Accounts, as the vendor's staff works them, or whoever runs the installation by `npm run admin`: the one that was named
-- (`app.subject`), and no other.
create policy subject_see on accounts for select to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and id = (select app.subject()));
create policy subject_edit on accounts for update to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and id = (select app.subject()));
create policy subject_see on sessions for select to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and user_id = (select app.subject()));
create policy subject_edit on sessions for update to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and user_id = (select app.subject()));
create policy subject_see on factors for select to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and account_id = (select app.subject()));
create policy subject_drop on factors for delete to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and account_id = (select app.subject()));
create policy subject_see on recovery_codes for select to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and account_id = (select app.subject()));
create policy subject_drop on recovery_codes for delete to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and account_id = (select app.subject()));
create policy subject_see on memberships for select to watchbill_app using (
  (select app.role()) in ('super_admin', 'system') and account_id = (select app.subject()));
grant update (role, standing, left_on, account_disabled_at, factors_reset_at, reset_sent_at) on memberships to watchbill_app;

-- The vendor's staff takes in and puts out its own.
create policy vendor_make on super_admin_users for insert to watchbill_app with check (
  (select app.role()) = 'super_admin' and email_key = (select app.address()));
create policy vendor_edit on super_admin_users for update to watchbill_app using ((select app.role()) = 'super_admin');

create policy see on account_acts for select using ((select app.role()) = 'super_admin');
create policy make on account_acts for insert with check (
  (select app.role()) = 'super_admin' and by_user_id = (select app.user_id()));
grant select, insert on account_acts to watchbill_app;
call app.record_table('account_acts', 'users', 'all', 'account_id', '', '', '', '');

-- What the list of all accounts shows: where each belongs and as what, whether it has a second factor and is locked.
grant select (id, organization_id, account_id, officer_id, role, standing, left_on, second_factor, locked_since, locked_until,
  locked_why, account_disabled_at) on memberships to watchbill_vendor;
create policy vendor_see on memberships for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
grant select (id, account_id, kind, name, confirmed_at, created_at, last_used_at) on factors to watchbill_vendor;
create policy vendor_see on factors for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
grant select (email_key, at, kind, outcome, browser, source) on sign_in_attempts to watchbill_vendor;
create policy vendor_see on sign_in_attempts for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
grant select (ip, user_agent) on sessions to watchbill_vendor;
grant select on account_acts to watchbill_vendor;
create policy vendor_see on account_acts for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
-- A person who goes with an erased organization takes along what was done to the account.
create policy erase_own on account_acts to watchbill_eraser using (
  account_id = (select app.user_id()) and (select app.erasing()));
