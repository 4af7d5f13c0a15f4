-- Bulk edits: only the admin who made one may undo it.
create policy see on bulk_edits for select using ((select app.role()) in ('admin', 'system'));
create policy make on bulk_edits for insert with check (
  (select app.role()) = 'admin' and made_by = (select app.officer_id()));
create policy undo on bulk_edits for update using (
  (select app.role()) = 'admin' and made_by = (select app.officer_id()) and undone_at is null)
  with check (made_by = (select app.officer_id()) and undone_at is not null);
grant select, insert on bulk_edits to watchbill_app;
grant update (undone_at) on bulk_edits to watchbill_app;
call app.record_table('bulk_edits', '', 'admins', 'id', '', 'changes', '', '');
