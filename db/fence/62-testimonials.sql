-- Read for the landing page, kept by the vendor's staff; a demo's samples come with its seed.
create policy see on testimonials for select using ((select app.role()) in ('super_admin', 'system'));
create policy add on testimonials for insert with check ((select app.role()) = case when sample then 'system' else 'super_admin' end);
create policy edit on testimonials for update using ((select app.role()) = 'super_admin');
create policy remove on testimonials for delete using ((select app.role()) = 'super_admin');
grant select, insert, delete on testimonials to watchbill_app;
grant update (quote, role, department, consented_on, sample, position, updated_at, version) on testimonials to watchbill_app;
call app.record_table('testimonials', 'vendor', 'system', 'id', '', '', 'updated_at,version', '');
