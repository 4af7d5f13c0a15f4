-- What is spoken for of a post, by nobody's name: read by everyone, written by the trigger that counts places.
create policy see on place_holds for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy make on place_holds for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy edit on place_holds for update using ((select app.role()) <> '' and pg_trigger_depth() > 0);
create policy drop on place_holds for delete using ((select app.role()) <> '' and pg_trigger_depth() > 0);

grant select, insert, update, delete on place_holds to watchbill_app;

call app.record_table('place_holds', 'assignments', 'all', 'assignment_id', '', '', '', 'INSERT,UPDATE,DELETE');
