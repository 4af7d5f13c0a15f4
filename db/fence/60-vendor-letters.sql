-- What departments and visitors write to the vendor.
create policy see on contact_requests for select using (
  (select app.role()) in ('admin', 'system', 'super_admin') or officer_id = (select app.officer_id()));
create policy make on contact_requests for insert with check (officer_id = (select app.officer_id()) and status = 'new'
  and kind = case (select app.role()) when 'admin' then 'upgrade' when 'officer' then 'support' end);
-- What people write to the vendor: each reads the own back. Nobody but the vendor's staff answers.
create policy see on feature_requests for select using (
  officer_id = (select app.officer_id()) or (select app.role()) in ('super_admin', 'system'));
create policy send on feature_requests for insert with check (status = 'pending' and answer is null and case (select app.role())
  -- A visitor's request for a trial: of nobody, and read back by nobody but the vendor's staff.
  when 'anyone' then user_id is null and officer_id is null and trial_data is not null
  else officer_id = (select app.officer_id()) and user_id = (select app.user_id())
    and (select app.role()) in ('officer', 'admin') end);
create policy count on demo_request_counts using ((select app.role()) = 'anyone');
create policy see on problem_reports for select using (
  officer_id = (select app.officer_id()) or (select app.role()) in ('super_admin', 'system'));
create policy send on problem_reports for insert with check (
  officer_id = (select app.officer_id()) and user_id = (select app.user_id()) and status = 'pending' and answer is null
  and (select app.role()) in ('officer', 'admin'));

grant select, insert on contact_requests to watchbill_app;
grant select, insert on feature_requests, problem_reports to watchbill_app;
grant select, insert, delete, update (made) on demo_request_counts to watchbill_app;

call app.record_table('feature_requests', 'feedback', 'officer', 'id', 'officer_id', 'description,trial_data,answer', 'updated_at,version,votes', '');
call app.record_table('problem_reports', 'feedback', 'officer', 'id', 'officer_id', 'description,browser_info,answer', 'updated_at,version,votes', '');
call app.record_table('contact_requests', 'contact', 'admins', 'id', 'officer_id', '', '', '');
