-- What comes next on a shift is for everybody to read; plans and pauses are the admins', the steps themselves the job's.
create policy staff on escalation_plans using ((select app.role()) in ('admin', 'system'));
create policy see on escalations for select using ((select app.role()) in ('admin', 'system')
  or ((select app.role()) = 'officer' and exists (select from assignments a
    where a.organization_id = escalations.organization_id and a.id = escalations.assignment_id)));
create policy make on escalations for insert with check ((select app.role()) in ('admin', 'system'));
create policy edit on escalations for update using ((select app.role()) in ('admin', 'system'));
create policy see on escalation_steps for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on escalation_steps for insert with check ((select app.role()) = 'system');

grant select, insert, update, delete on escalation_plans to watchbill_app;
grant select, insert, update on escalations to watchbill_app;
grant select, insert on escalation_steps to watchbill_app;

call app.record_table('escalation_plans', 'escalations', 'admins', 'id', '', '', 'updated_at,version', '');
call app.record_table('escalations', 'escalations', 'all', 'assignment_id', '', '', 'updated_at,version', '');
call app.record_table('escalation_steps', 'escalations', 'all', 'escalation_id', '', '', '', '');
