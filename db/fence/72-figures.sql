-- Figures by organization and month: raw events written by triggers, marks of what is to be counted again, and what was counted.
create policy see on organization_standings for select using ((select app.role()) = 'system');
create policy make on organization_standings for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy see on feature_uses for select using ((select app.role()) = 'system');
create policy make on feature_uses for insert with check ((select app.role()) in ('admin', 'officer', 'system'));
create policy take on figure_marks for select using ((select app.role()) = 'system');
create policy drop on figure_marks for delete using ((select app.role()) = 'system');
create policy make on figure_marks for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy keep on figure_states using ((select app.role()) = 'system');
create policy keep on month_figures using ((select app.role()) = 'system');
create policy keep on month_fill_times using ((select app.role()) = 'system');
create policy keep on revenue_figures using ((select app.role()) = 'system');
create policy keep on past_figures using ((select app.role()) = 'system');
create policy keep on past_fill_times using ((select app.role()) = 'system');

grant select, insert on organization_standings, feature_uses to watchbill_app;
grant select, insert, delete on figure_marks to watchbill_app;
grant select, insert, update on figure_states to watchbill_app;
grant select, insert, update, delete on month_figures, month_fill_times, revenue_figures to watchbill_app;
-- Of those that were erased: put there once, and never changed.
grant select, insert on past_figures, past_fill_times to watchbill_app;

-- Sums of a month, and no person, shift or hour of a department.
grant select on month_figures, month_fill_times, figure_states, revenue_figures, past_figures, past_fill_times to watchbill_vendor;
create policy vendor_see on month_figures for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_see on month_fill_times for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_see on figure_states for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_see on revenue_figures for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_see on past_figures for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
create policy vendor_see on past_fill_times for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
