-- Regular tours and leave: admins keep them, everybody knows the platoons, each officer sees the own days.
create policy see on platoons for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on platoons for insert with check ((select app.role()) in ('admin', 'system'));
create policy staff_edit on platoons for update using ((select app.role()) in ('admin', 'system'));
create policy see on platoon_schedules for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on platoon_schedules for insert with check ((select app.role()) in ('admin', 'system'));
create policy staff_edit on platoon_schedules for update using ((select app.role()) in ('admin', 'system'));
create policy staff_drop on platoon_schedules for delete using ((select app.role()) = 'admin');
create policy see on platoon_members for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- Which tours are one's own decides what one may work and be ordered to: nobody puts oneself into a platoon or takes oneself out.
create policy staff_make on platoon_members for insert with check ((select app.role()) = 'system'
  or (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy staff_edit on platoon_members for update using ((select app.role()) = 'system'
  or (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy staff_drop on platoon_members for delete using (
  (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy see on tour_exceptions for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- Extra tours and days off change what one may work: nobody sets or takes back the own.
create policy staff_make on tour_exceptions for insert with check ((select app.role()) = 'system'
  or (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy staff_drop on tour_exceptions for delete using (
  (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
create policy see on imported_tours for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy staff_make on imported_tours for insert with check ((select app.role()) in ('admin', 'system'));
create policy staff_drop on imported_tours for delete using ((select app.role()) = 'admin');
create policy see on leaves for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- Leave frees from orders: nobody enters, changes or takes out the own one.
create policy staff_make on leaves for insert with check ((select app.role()) = 'system' or ((select app.role()) = 'admin'
  and entered_by = (select app.officer_id()) and officer_id <> (select app.officer_id())));
create policy staff_edit on leaves for update using (
  (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));
-- With the department's time zone, everybody's leave moves, the own one too.
create policy follow_zone on leaves for update using ((select app.role()) = 'system');
create policy staff_drop on leaves for delete using (
  (select app.role()) = 'admin' and officer_id <> (select app.officer_id()));

grant select, insert, update on platoons to watchbill_app;
grant select, insert, update, delete on platoon_schedules, platoon_members, leaves to watchbill_app;
grant select, insert, delete on tour_exceptions, imported_tours to watchbill_app;

call app.record_table('platoons', 'tours', 'all', 'id', '', '', 'updated_at,version', '');
call app.record_table('platoon_schedules', 'tours', 'all', 'platoon_id', '', '', '', '');
call app.record_table('platoon_members', 'tours', 'officer', 'officer_id', 'officer_id', '', '', '');
call app.record_table('tour_exceptions', 'tours', 'officer', 'officer_id', 'officer_id', '', '', '');
call app.record_table('imported_tours', 'tours', 'officer', 'officer_id', 'officer_id', '', '', '');
-- What an admin wrote beside a leave can be of somebody's health: it is in no record.
call app.record_table('leaves', 'tours', 'officer', 'id', 'officer_id', 'note', 'updated_at,version', '');
