-- Officers ask for leave and withdraw what waits; admins decide for others.
create policy see on leave_requests for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on leave_requests for insert with check ((select app.role()) = 'system'
  or ((select app.role()) in ('admin', 'officer') and officer_id = (select app.officer_id()) and state = 'pending'));
create policy withdraw on leave_requests for update
  using ((select app.role()) in ('admin', 'officer') and officer_id = (select app.officer_id()) and state = 'pending')
  with check ((select app.role()) in ('admin', 'officer') and officer_id = (select app.officer_id()) and state = 'withdrawn');
-- Nobody decides on the own leave, and nobody withdraws another's.
create policy decide on leave_requests for update
  using ((select app.role()) = 'admin' and officer_id <> (select app.officer_id()) and state <> 'withdrawn')
  with check ((select app.role()) = 'admin' and officer_id <> (select app.officer_id()) and (state = 'pending'
    or (state in ('approved', 'denied') and decided_by = (select app.officer_id()))));
-- With the department's time zone; `keep_requested_time` refuses other changes of the time.
create policy follow_zone on leave_requests for update using ((select app.role()) = 'system');

grant select, insert on leave_requests to watchbill_app;
grant update (starts_at, ends_at, state, leave_id, deny_reason, answer, decided_by, decided_at, updated_at, version) on leave_requests to watchbill_app;

-- What an officer wrote beside it can be of somebody's health: it is in no record.
call app.record_table('leave_requests', 'tours', 'officer', 'id', 'officer_id', 'note,answer', 'updated_at,version', '');
