-- Swaps: seen by the two, by everyone while they are offered to all, and by the admins. Written by the department alone, behind the
-- check of whose answer it is, and by the trigger that ends what cannot be any more.
create policy see on swaps for select using ((select app.role()) in ('admin', 'system')
  or (select app.officer_id()) in (officer_id, to_officer_id, taker_id)
  or ((select app.role()) = 'officer' and to_officer_id is null and state = 'open')
  or ((select app.role()) = 'officer' and pg_trigger_depth() > 0));
create policy make on swaps for insert with check ((select app.role()) = 'system');
create policy edit on swaps for update using ((select app.role()) in ('admin', 'system')
  or ((select app.role()) = 'officer' and pg_trigger_depth() > 0));

grant select, insert, update on swaps to watchbill_app;

call app.record_table('swaps', 'signups', 'all', 'id', '', '', 'updated_at,version', '');
