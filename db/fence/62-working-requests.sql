-- What the vendor's staff does with what was written to it. The staff alone answers, notes and merges; a sender reads the answer.
create policy work on feature_requests for update using ((select app.role()) = 'super_admin');
create policy work on problem_reports for update using ((select app.role()) = 'super_admin');

-- Notes and merges stand in the vendor's own book. They go with the request they are about, by its trigger and not otherwise.
create policy see on request_notes for select using ((select app.role()) in ('super_admin', 'system'));
create policy make on request_notes for insert with check ((select app.role()) = 'super_admin'
  and author_id = (select u.id from super_admin_users u where u.account_id = (select app.user_id())));
create policy forget on request_notes for delete using (
  (select app.role()) in ('super_admin', 'system') and pg_trigger_depth() > 0);
create policy see on feedback_merges for select using ((select app.role()) in ('super_admin', 'system'));
create policy make on feedback_merges for insert with check ((select app.role()) = 'super_admin');
create policy move on feedback_merges for update using ((select app.role()) = 'super_admin');
create policy forget on feedback_merges for delete using ((select app.role()) = 'super_admin'
  or ((select app.role()) = 'system' and (pg_trigger_depth() > 0 or exists (select from organizations o
    where o.id in (from_organization_id, into_organization_id) and o.state = 'erased'))));
-- What was merged into a request of an erased department stands by itself again, by the job that erases.
create policy stand_alone on feature_requests for update using ((select app.role()) = 'system') with check (merged_at is null);
create policy stand_alone on problem_reports for update using ((select app.role()) = 'system') with check (merged_at is null);

-- The sender is told by the vendor of this and of nothing else.
create policy vendor_tells on notifications for insert with check (
  (select app.role()) = 'super_admin' and type = 'feedback_changed' and officer_id is not null);
create policy vendor_tells on tellings for insert with check (
  (select app.role()) = 'super_admin' and event = 'feedback_changed' and audience = 'officer');

grant update (status, answer, answered_at, votes, merged_at, updated_at, version, trial_state, owner_id, next_step_on,
  closed_reason, trial_organization_id, worked_at) on feature_requests to watchbill_app;
grant update (status, answer, answered_at, votes, merged_at, updated_at, version) on problem_reports to watchbill_app;
grant select, insert, delete on request_notes, feedback_merges to watchbill_app;
grant update (into_id, into_organization_id) on feedback_merges to watchbill_app;

grant select on feature_requests, problem_reports, request_notes, feedback_merges to watchbill_vendor;
do $$
declare
  t text;
begin
  foreach t in array array['feature_requests', 'problem_reports', 'request_notes', 'feedback_merges'] loop
    execute format('create policy vendor_see on public.%I for select to watchbill_vendor using (
      (select app.role()) = ''super_admin'' and (select app.reason()) <> '''')', t);
  end loop;
end $$;

call app.record_table('request_notes', 'requests', 'admins', 'request_id', '', 'body', '', 'DELETE');
call app.record_table('feedback_merges', 'requests', 'admins', 'request_id', '', '', '', '');
