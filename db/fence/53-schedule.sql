-- The schedule: copies and changes that can be undone at once, and names that officers may see.
create policy staff on assignment_copies using ((select app.role()) in ('admin', 'system'));
create policy staff on shift_changes using ((select app.role()) in ('admin', 'system'));
-- Only where the department shares its schedule; the own name always.
create policy see on shared_places for select using ((select app.role()) in ('admin', 'system')
  or ((select app.role()) = 'officer' and (officer_id = (select app.officer_id()) or (select app.shares_schedule())
    or pg_trigger_depth() > 0)));
create policy make on shared_places for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy edit on shared_places for update using ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy drop on shared_places for delete using ((select app.role()) <> '' and pg_trigger_depth() > 0);

grant select, insert on assignment_copies, shift_changes to watchbill_app;
grant update (undone_at) on assignment_copies, shift_changes to watchbill_app;
grant select, insert, update, delete on shared_places to watchbill_app;

call app.record_table('assignment_copies', 'assignments', 'admins', 'id', '', '', '', '');
call app.record_table('shift_changes', 'signups', 'admins', 'id', '', '', '', '');
