-- Proposals of the fill assistant: admins ask for them and take them over, a job works them out.
create policy see on fill_plans for select using ((select app.role()) in ('admin', 'system'));
create policy staff_make on fill_plans for insert with check ((select app.role()) = 'admin' and asked_by = (select app.officer_id()));
create policy job_edit on fill_plans for update using ((select app.role()) = 'system');
create policy job_drop on fill_plans for delete using ((select app.role()) = 'system');
create policy see on fill_plan_lines for select using ((select app.role()) in ('admin', 'system'));
create policy job_make on fill_plan_lines for insert with check ((select app.role()) = 'system');
create policy staff_edit on fill_plan_lines for update using ((select app.role()) = 'admin')
  with check ((select app.role()) = 'admin' and taken_by = (select app.officer_id()));
create policy job_drop on fill_plan_lines for delete using ((select app.role()) = 'system');
grant select, insert, delete on fill_plans to watchbill_app;
grant update (status, begun_at, tries, solved_at, outcome) on fill_plans to watchbill_app;
grant select, insert, delete on fill_plan_lines to watchbill_app;
grant update (taken_at, taken_by, signup_id) on fill_plan_lines to watchbill_app;

call app.record_table('fill_plans', 'fill_plans', 'admins', 'id', '', '', 'begun_at,tries,outcome', 'DELETE');
call app.record_table('fill_plan_lines', 'fill_plans', 'admins', 'id', '', '', 'why', 'INSERT,DELETE');

-- Asked for: it is worked out at once.
create or replace function app.poke_fill_plan() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'fill_plans', new.id, 'system');
  return null;
end $$;
create or replace trigger fill_plan_waits after insert on fill_plans for each row execute function app.poke_fill_plan();
