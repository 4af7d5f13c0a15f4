-- Hours, approved extra time and hours of another shift never pay the same minute, whichever is approved second (docs/decisions/0262).
-- And a check-out saved on the phone that is later than the officer's own may come beside an approved record too (docs/decisions/0263).
create or replace function app.guard_attendance() returns trigger language plpgsql as $$
declare
  again boolean;
  beside constant text[] := array['late_out_at', 'updated_at', 'version'];
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and not exists (select from officer_assignments s where s.organization_id = new.organization_id
       and s.id = new.signup_id and s.assignment_id = new.assignment_id and s.officer_id = new.officer_id)
     or tg_op = 'UPDATE' and (new.id, new.signup_id, new.assignment_id, new.officer_id)
       <> (old.id, old.signup_id, old.assignment_id, old.officer_id)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and new.officer_id = app.officer_id() then
    again := old.state = 'submitted' and new.state = 'open' and new.checked_out_at is null and new.worked_minutes is null
      and old.decided_by is null and old.reason is null and not old.closed_by_system
      and old.original_in_at is null and old.original_out_at is null
      and (now() <= old.checked_out_at + interval '1 minute' or exists (select from attendance_gaps b
        where b.organization_id = old.organization_id and b.attendance_id = old.id
          and b.left_at = old.checked_out_at and coalesce(b.back_arrived_at, b.back_at) = now()));
    if app.role() = 'officer' and (new.scheduled_starts_at, new.scheduled_ends_at)
         <> (old.scheduled_starts_at, old.scheduled_ends_at)
       or old.state in ('open', 'submitted') and old.checked_in_at is distinct from new.checked_in_at
       or old.state = 'submitted' and not again and (new.state, new.checked_out_at, new.worked_minutes)
         is distinct from (old.state, old.checked_out_at, old.worked_minutes)
       or old.original_in_at is not null and new.original_in_at is distinct from old.original_in_at
       or old.original_out_at is not null and new.original_out_at is distinct from old.original_out_at
       -- The officer's own check-out comes beside an approved record once, and changes nothing of it.
       or 'approved' in (old.state, new.state) and (old.state <> new.state or old.late_out_at is not null or coalesce(new.late_out_at <= old.checked_in_at, true)
         or new.late_out_at > now() or old.device_out_at is not null and new.late_out_at <= old.checked_out_at
         or to_jsonb(new) - beside <> to_jsonb(old) - beside) then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
  end if;
  if new.state = 'approved' and (tg_op = 'INSERT' or (new.state, new.checked_in_at, new.checked_out_at)
       is distinct from (old.state, old.checked_in_at, old.checked_out_at))
     and (exists (select from overtime_requests r where r.organization_id = new.organization_id and r.officer_id = new.officer_id
       and r.status in ('approved', 'locked') and r.starts_at < date_trunc('minute', new.checked_out_at)
       and r.ends_at > date_trunc('minute', new.checked_in_at)
       and app.worked_clock(new.organization_id, new.id, new.checked_in_at, new.checked_out_at) && tstzrange(r.starts_at, r.ends_at))
     or exists (select from attendance w where w.organization_id = new.organization_id and w.officer_id = new.officer_id
       and w.id <> new.id and w.state in ('approved', 'locked')
       and w.scheduled_starts_at between new.scheduled_starts_at - interval '9 days' and new.scheduled_ends_at + interval '9 days'
       and w.checked_in_at < new.checked_out_at and w.checked_out_at > new.checked_in_at
       and app.worked_clock(w.organization_id, w.id, w.checked_in_at, w.checked_out_at)
         && app.worked_clock(new.organization_id, new.id, new.checked_in_at, new.checked_out_at))) then
    raise exception 'paid_already' using errcode = '23P01', constraint = 'attendance_paid_twice';
  end if;
  return new;
end $$;
