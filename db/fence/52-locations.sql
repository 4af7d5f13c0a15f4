-- Saved locations: the admins' own list. A shift keeps a copy of what was chosen, so officers need not read it.
create policy staff on locations using ((select app.role()) in ('admin', 'system'));
grant select, insert, update, delete on locations to watchbill_app;
call app.record_table('locations', 'assignments', 'admins', 'id', '', '', 'updated_at,version', '');
