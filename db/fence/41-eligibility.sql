-- The rules on hours: everybody of the department may read what holds for them, its admins set it.
create policy see on work_rules for select using ((select app.role()) in ('admin', 'officer', 'system'));
create policy make on work_rules for insert with check ((select app.role()) in ('admin', 'system'));
create policy edit on work_rules for update using ((select app.role()) in ('admin', 'system'));
grant select, insert, update on work_rules to watchbill_app;
call app.record_table('work_rules', 'work_rules', 'all', 'organization_id', '', '', 'updated_at,version', '');
