-- What was offered and what came of it: read by the staff and by whom it concerns, added to and never changed.
create policy see on opportunities for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on opportunities for insert with check (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
grant select, insert on opportunities to watchbill_app;
