-- Posted work, who has it, who worked it.
create policy staff on assignment_series using ((select app.role()) in ('admin', 'system'));
create policy staff on assignment_templates using ((select app.role()) in ('admin', 'system'));
create policy see on assignments for select using (
  (select app.role()) in ('admin', 'system')
  or ((select app.role()) = 'officer' and status <> 'draft' and (publish_at is null or publish_at <= now())));
create policy staff_make on assignments for insert with check ((select app.role()) in ('admin', 'system'));
create policy staff_edit on assignments for update using ((select app.role()) in ('admin', 'system'));
-- An officer who signs up holds the assignment still (`for share`), and can change nothing of it.
create policy hold on assignments for update using ((select app.role()) = 'officer') with check (false);
create policy staff_drop on assignments for delete using ((select app.role()) in ('admin', 'system') and status = 'draft');
create policy see on posts for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on posts for insert with check ((select app.role()) in ('admin', 'system'));
create policy count on posts for update using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_drop on posts for delete using ((select app.role()) = 'admin');
-- Asked once for a statement, not of each row: these two tables are read by the thousand.
create policy see on officer_assignments for select using (
  (select (select app.role()) in ('admin', 'system')) or officer_id = (select app.officer_id()));
-- Only an admin gives a takeover, whose check-in is never late, or assigns somebody out of the rule's order.
create policy make on officer_assignments for insert with check (case when officer_id = (select app.officer_id())
    then not took_over and order_reason is null else (select app.role()) in ('admin', 'system') end);
create policy edit on officer_assignments for update using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- Written by the trigger that counts places and by nothing else.
create policy see on place_events for select using ((select app.role()) in ('admin', 'system'));
create policy make on place_events for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy see on attendance for select using (
  (select (select app.role()) in ('admin', 'system')) or officer_id = (select app.officer_id()));
create policy make on attendance for insert with check (case when officer_id = (select app.officer_id())
    then state = 'open' else (select app.role()) in ('admin', 'system') end);
-- The own record: only while nobody has decided on it, and never to a decision; beside an approved one, a late check-out.
create policy edit on attendance for update using (case when officer_id = (select app.officer_id())
    then state <> 'locked' and (state <> 'approved' or late_out_at is null) else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id())
    then state in ('open', 'submitted') or (state = 'approved' and late_out_at is not null)
    else (select app.role()) in ('admin', 'system') end);
-- A check-in that was taken back before the shift began leaves no record; the audit has it.
create policy take_back on attendance for delete using (officer_id = (select app.officer_id()) and state = 'open'
  and checked_out_at is null and now() < scheduled_starts_at);
create policy see on attendance_gaps for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on attendance_gaps for insert with check (
  officer_id = (select app.officer_id()) or (select app.role()) = 'system');
create policy edit on attendance_gaps for update using ((select app.role()) in ('admin', 'system'));
create policy see on overtime_requests for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on overtime_requests for insert with check (case when officer_id = (select app.officer_id())
    then status = 'pending' else (select app.role()) = 'system' end);
-- The own claim: only while it is undecided, and never to a decision. `expired` is written when the claimant touches it.
create policy edit on overtime_requests for update using (case when officer_id = (select app.officer_id())
    then status in ('pending', 'returned', 'expired') else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id()) then status in ('pending', 'withdrawn', 'expired')
    else (select app.role()) in ('admin', 'system') end);

grant select, insert, update on assignment_series, officer_assignments, attendance, attendance_gaps, overtime_requests
  to watchbill_app;
grant delete on attendance to watchbill_app;
grant select, insert, update, delete on assignments, posts, assignment_templates to watchbill_app;
grant select, insert on place_events to watchbill_app;

call app.record_table('assignment_series', '', 'admins', 'id', '', '', '', '');
call app.record_table('assignment_templates', 'assignments', 'admins', 'id', '', '', '', '');
call app.record_table('assignments', 'assignments', 'all', 'id', '', '', 'updated_at,version,announced_at', '');
call app.record_table('posts', 'assignments', 'all', 'assignment_id', '', '', 'confirmed_count,freed_at', '');
call app.record_table('officer_assignments', 'signups', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', '');
call app.record_table('attendance', 'attendance', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', '');
call app.record_table('attendance_gaps', 'attendance', 'officer', 'id', 'officer_id', '', 'updated_at,version', '');
call app.record_table('overtime_requests', 'extra_time', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', '');
