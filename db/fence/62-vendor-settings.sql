-- Who the vendor is: read for its pages and letters, set by its staff.
create policy see on vendor_settings for select using ((select app.role()) in ('super_admin', 'system'));
create policy edit on vendor_settings for update using ((select app.role()) = 'super_admin');
grant select, update on vendor_settings to watchbill_app;
grant select on vendor_settings to watchbill_vendor;
create policy vendor_see on vendor_settings for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
call app.record_table('vendor_settings', 'vendor', 'system', 'id', '', '', 'updated_at,version', '');
