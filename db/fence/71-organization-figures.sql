-- Figures of organizations: written by the triggers that keep them and by nothing else, read by the vendor.
create policy see on organization_figures for select using (
  (select app.role()) in ('super_admin', 'system') or pg_trigger_depth() > 0);
create policy make on organization_figures for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy count on organization_figures for update using ((select app.role()) <> '' and pg_trigger_depth() > 0);
grant select, insert on organization_figures to watchbill_app;
grant update (officers_counted, extra_time_open, last_activity_at) on organization_figures to watchbill_app;

grant select on organization_figures to watchbill_vendor;
create policy vendor_see on organization_figures for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
-- Of a roster its admins alone, whom the vendor has to do with; of links those that make an admin.
grant select (organization_id, id, user_id, name, email, role, approved, suspended_at, left_on) on officers to watchbill_vendor;
create policy vendor_see_admins on officers for select to watchbill_vendor using (
  role = 'admin' and (select app.role()) = 'super_admin' and (select app.reason()) <> '');
grant select (id, kind, email, organization_id, expires_at, used_at, created_at, withdrawn_at) on account_links to watchbill_vendor;
create policy vendor_see_admin_links on account_links for select to watchbill_vendor using (
  kind = 'admin_setup' and (select app.role()) = 'super_admin' and (select app.reason()) <> '');
