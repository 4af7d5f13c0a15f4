-- The first steps of a department: its admins skip them or put them away.
create policy see on onboardings for select using ((select app.role()) in ('admin', 'system'));
create policy make on onboardings for insert with check ((select app.role()) in ('admin', 'system'));
create policy edit on onboardings for update using ((select app.role()) in ('admin', 'system'));
grant select, insert on onboardings to watchbill_app;
grant update (skipped, put_away_at, mode_chosen_at, updated_at) on onboardings to watchbill_app;
call app.record_table('onboardings', 'organization', 'admins', 'organization_id', '', '', 'updated_at', '');
