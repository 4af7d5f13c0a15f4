-- Minimum staffing: admins set it, the job alone says what was done about a gap.
create policy see on staffing_minimums for select using ((select app.role()) in ('admin', 'system'));
create policy staff_make on staffing_minimums for insert with check ((select app.role()) = 'system'
  or ((select app.role()) = 'admin' and created_by = (select app.officer_id())));
create policy staff_edit on staffing_minimums for update using ((select app.role()) = 'admin');
-- The job holds one still while it decides, and can change nothing of it.
create policy hold on staffing_minimums for update using ((select app.role()) = 'system') with check (false);
create policy see on staffing_gaps for select using ((select app.role()) in ('admin', 'system'));
create policy job_make on staffing_gaps for insert with check ((select app.role()) = 'system');
create policy job_edit on staffing_gaps for update using ((select app.role()) = 'system');
-- What was taken back by hand may be opened again.
create policy staff_drop on staffing_gaps for delete using ((select app.role()) = 'admin');

grant select, insert, update on staffing_minimums to watchbill_app;
grant select, insert, update, delete on staffing_gaps to watchbill_app;

call app.record_table('staffing_minimums', 'minimums', 'admins', 'id', '', '', 'updated_at,version', '');
call app.record_table('staffing_gaps', 'minimums', 'admins', 'minimum_id', '', '', 'updated_at,told,said,unsaid,announced', '');
