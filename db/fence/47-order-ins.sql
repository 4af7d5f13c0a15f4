-- Who is ordered in. The list and its orders are for everybody on it; what stood against whom for the one who was ordered.
create policy see on force_settings for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on force_settings for insert with check ((select app.role()) = 'admin');
create policy edit on force_settings for update using ((select app.role()) = 'admin');
create policy see on force_members for select using ((select app.role()) <> '');
create policy keep on force_members for insert with check (pg_trigger_depth() > 0);
create policy keep_edit on force_members for update using (pg_trigger_depth() > 0);
create policy keep_drop on force_members for delete using (pg_trigger_depth() > 0);
create policy see on force_exemptions for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on force_exemptions for insert with check (
  (select app.role()) = 'admin' and created_by = (select app.officer_id()) and officer_id <> (select app.officer_id()));
create policy edit on force_exemptions for update using (
  (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy see on order_calls for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on order_calls for insert with check ((select app.role()) = 'system'
  or ((select app.role()) = 'admin' and opened_by = (select app.officer_id())));
create policy edit on order_calls for update using ((select app.role()) in ('admin', 'system'))
  with check ((select app.role()) = 'system' or outcome is null
    or (outcome = 'stopped' and stopped_by = (select app.officer_id())));
-- An answer is one's own; who is asked, and who has the place, is not the officer's to write.
create policy see on order_asked for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on order_asked for insert with check (
  (select app.role()) in ('admin', 'system') and answer is null and outcome is null);
create policy edit on order_asked for update using ((select app.role()) = 'system'
  or (officer_id = (select app.officer_id()) and outcome is null))
  with check ((select app.role()) = 'system' or outcome is null);
create policy see on order_ins for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on order_ins for insert with check ((select app.role()) = 'system');
create policy edit on order_ins for update using ((select app.role()) in ('admin', 'system')
  or officer_id = (select app.officer_id()) or pg_trigger_depth() > 0);
create policy see on order_receipts for select using ((select app.role()) in ('admin', 'system') or exists (
  select from order_ins i where i.organization_id = order_receipts.organization_id and i.call_id = order_receipts.call_id
    and i.officer_id = (select app.officer_id())));
create policy make on order_receipts for insert with check ((select app.role()) = 'system');

grant select, insert, update on force_settings, force_exemptions, order_calls, order_ins to watchbill_app;
grant select, insert, update, delete on force_members to watchbill_app;
grant select, insert on order_receipts, order_asked to watchbill_app;
grant update (answer, answered_at, outcome) on order_asked to watchbill_app;

call app.record_table('force_settings', 'order_ins', 'all', 'organization_id', '', '', 'updated_at,version', '');
call app.record_table('force_exemptions', 'order_ins', 'all', 'officer_id', '', '', '', '');
call app.record_table('order_calls', 'order_ins', 'all', 'assignment_id', '', '', '', '');
call app.record_table('order_asked', 'order_ins', 'officer', 'call_id', 'officer_id', '', 'outcome', 'INSERT');
call app.record_table('order_ins', 'order_ins', 'all', 'assignment_id', '', '', '', '');
