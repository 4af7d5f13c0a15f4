-- Orders of before are everybody's who is on the force list, as orders are; the rest is the officer's and the staff's. Nobody enters
-- the own, and nothing is changed.
create policy see on openings for select using ((select app.role()) in ('admin', 'system')
  or (select app.role()) = 'officer' and (kind = 'ordered' or officer_id = (select app.officer_id())));
create policy make on openings for insert with check (
  (select app.role()) = 'admin' and created_by = (select app.officer_id()) and officer_id <> (select app.officer_id()));
grant select, insert on openings to watchbill_app;
call app.record_table('openings', 'order_ins', 'all', 'officer_id', '', '', '', '');
