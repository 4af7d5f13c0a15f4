-- The version before goes on serving: it makes no such gap.
-- Time off duty that is kept with a handed-in record may also begin at the check-out that its officer requests, if that is later than the
-- recorded one (docs/decisions/0271).
create or replace function app.guard_gap() returns trigger language plpgsql as $$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and (new.counted or coalesce(new.back_arrived_at, new.back_at) <> now() or new.back_at > now()
       or not exists (
       select from attendance t where t.organization_id = new.organization_id and t.id = new.attendance_id
         and t.officer_id = new.officer_id and t.officer_id = app.officer_id()
         and (t.state = 'submitted' or t.state in ('approved', 'returned') and new.back_arrived_at is not null)
         and (t.checked_out_at = new.left_at or t.state in ('submitted', 'returned') and new.back_arrived_at is not null
           and t.checked_out_at < t.asked_out_at and t.asked_out_at = new.left_at)))
     or tg_op = 'UPDATE' and (new.officer_id = app.officer_id()
       or to_jsonb(new) - array['counted', 'updated_at', 'version'] <> to_jsonb(old) - array['counted', 'updated_at', 'version']) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
