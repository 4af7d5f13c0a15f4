-- A department's people and what stands about them; its logo, notice and questions.
create policy see on officers for select using (
  (select app.role()) in ('admin', 'system', 'super_admin') or user_id = (select app.user_id())
  or email_key = (select app.address()));
create policy make on officers for insert with check (
  (select app.role()) in ('admin', 'system', 'super_admin')
  or ((select app.role()) = 'anyone' and not approved and role = 'officer'));
create policy edit on officers for update using (
  (select app.role()) in ('admin', 'system', 'super_admin') or user_id = (select app.user_id())
  or email_key = (select app.address()));
-- Logos: admins put them, whoever names one in full may fetch it, and only what was replaced goes.
create policy see on organization_logos for select using (
  (select app.role()) in ('admin', 'system') or id = (select app.logo()));
create policy make on organization_logos for insert with check ((select app.role()) = 'admin');
create policy replace on organization_logos for update using ((select app.role()) = 'admin');
create policy prune on organization_logos for delete using (
  (select app.role()) in ('admin', 'system') and replaced_at is not null);
-- The notice: everybody of the place reads it, an admin writes a new one, and each accepts for oneself.
create policy see on sign_in_notices for select using (
  (select app.role()) in ('admin', 'system') or (select app.officer_id()) is not null);
create policy make on sign_in_notices for insert with check ((select app.role()) in ('admin', 'system'));
create policy see on notice_acceptances for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on notice_acceptances for insert with check (officer_id = (select app.officer_id()));
create policy staff on officer_imports using ((select app.role()) in ('admin', 'system'));
create policy see on officer_certifications for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- The own one stays unverified, and is the officer's to change until somebody has verified it.
create policy make on officer_certifications for insert with check (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) in ('admin', 'system') end);
create policy edit on officer_certifications for update using (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id()) then verified_by is null
    else (select app.role()) in ('admin', 'system') end);
create policy drop on officer_certifications for delete using (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) = 'admin' end);
-- For admins, never for whom it is about; written once, under one's own name.
create policy see on officer_notes for select using (
  (select app.role()) = 'system' or ((select app.role()) = 'admin' and officer_id is distinct from (select app.officer_id())));
create policy make on officer_notes for insert with check ((select app.role()) = 'system'
  or ((select app.role()) = 'admin' and author_id = (select app.officer_id()) and officer_id <> (select app.officer_id())));
create policy see on faq_categories for select using ((select app.role()) in ('admin', 'officer'));
create policy staff_make on faq_categories for insert with check ((select app.role()) = 'admin');
create policy staff_edit on faq_categories for update using ((select app.role()) = 'admin');
create policy staff_drop on faq_categories for delete using ((select app.role()) = 'admin');
create policy see on faq_entries for select using (
  (select app.role()) = 'admin' or ((select app.role()) = 'officer' and published));
create policy staff_make on faq_entries for insert with check ((select app.role()) = 'admin');
create policy staff_edit on faq_entries for update using ((select app.role()) = 'admin');
create policy staff_drop on faq_entries for delete using ((select app.role()) = 'admin');

grant select, insert, update on officers, officer_imports to watchbill_app;
grant select, insert on sign_in_notices, notice_acceptances to watchbill_app;
grant select, insert, update, delete on officer_certifications to watchbill_app;
grant select, insert on officer_notes to watchbill_app;
grant select, insert, delete on organization_logos to watchbill_app;
grant update (replaced_at) on organization_logos to watchbill_app;
grant select, insert, update, delete on faq_categories, faq_entries to watchbill_app;

call app.record_table('officers', 'officers', 'officer', 'id', 'id', '', 'updated_at,version', '');
call app.record_table('organization_logos', '', 'admins', 'id', '', 'webp,png', 'replaced_at', 'DELETE');
call app.record_table('sign_in_notices', '', 'all', 'id', '', '', '', '');
call app.record_table('notice_acceptances', 'officers', 'officer', 'officer_id', 'officer_id', '', '', '');
call app.record_table('officer_imports', 'imports', 'admins', 'id', '', 'file_hash', 'rows_done', 'INSERT');
call app.record_table('faq_categories', 'faq', 'all', 'id', '', '', 'updated_at,version', '');
call app.record_table('faq_entries', 'faq', 'all', 'id', '', '', 'updated_at,version', '');
call app.record_table('officer_certifications', 'certifications', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', '');
call app.record_table('officer_notes', 'officers', 'admins', 'id', '', 'body', '', '');
