-- Two rows of one person made one (docs/decisions/0186). Behind all other tables: it goes over every column that names an officer.
create policy see on officer_merges for select using ((select app.role()) in ('admin', 'system'));
create policy make on officer_merges for insert with check (
  (select app.role()) = 'admin' and made_by = (select app.officer_id()));
create policy undo on officer_merges for update using ((select app.role()) = 'admin' and undone_at is null)
  with check (undone_by = (select app.officer_id()));
grant select, insert on officer_merges to watchbill_app;
grant update (undone_by, undone_at) on officer_merges to watchbill_app;
call app.record_table('officer_merges', 'officers', 'admins', 'into_id', '', 'from_row,into_row,moved,set_aside', '', '');

-- Only inside of a merge, and only between its two rows.
do $$
declare
  c record;
  t text;
  one constant text := '(select app.role()) = ''system'' and %I = any ((select app.merging())::uuid[])';
begin
  for c in select * from app.officer_columns() loop
    execute format('grant update (%I) on public.%I to watchbill_app', c.in_column, c.in_table);
    execute format('create policy %I on public.%I for update using (' || one || ')',
      'merge_' || c.in_column, c.in_table, c.in_column);
  end loop;
  foreach t in array array['notification_settings', 'notice_acceptances', 'reminders', 'order_asked', 'fill_plan_lines',
      'announcement_recipients'] loop
    execute format('grant insert, delete on public.%I to watchbill_app', t);
    execute format('create policy merge_drop on public.%I for delete using (' || one || ')', t, 'officer_id');
    execute format('create policy merge_put on public.%I for insert with check (' || one || ')', t, 'officer_id');
  end loop;
end $$;
create policy merge_drop on officers for delete using (
  (select app.role()) = 'system' and id = any ((select app.merging())::uuid[]));
grant delete on officers to watchbill_app;
grant update (officer_id) on memberships to watchbill_app;
