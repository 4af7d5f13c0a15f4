-- `paidAgain` of features/hours/attendance/rules.intervals.ts: whether times of an attendance, less its gaps, are approved for the officer
-- already, as extra time or as hours of another attendance (docs/decisions/0262, 0264). The guard asks it, and so does a merge of officers.
create function app.paid_again(organization uuid, officer uuid, attendance uuid, in_at timestamptz, out_at timestamptz) returns boolean
language sql stable as $$
  select exists (select from app.worked_clock(organization, attendance, in_at, out_at) as mine (time)
    where exists (select from overtime_requests r where r.organization_id = organization and r.officer_id = officer
        and r.status in ('approved', 'locked') and r.starts_at < date_trunc('minute', out_at) and r.ends_at > date_trunc('minute', in_at)
        and mine.time && tstzrange(r.starts_at, r.ends_at))
      or exists (select from public.attendance w where w.organization_id = organization and w.officer_id = officer
        and w.id <> paid_again.attendance and w.state in ('approved', 'locked')
        and w.scheduled_starts_at between in_at - interval '9 days' and out_at + interval '9 days'
        and w.checked_in_at < out_at and w.checked_out_at > in_at
        and mine.time && app.worked_clock(organization, w.id, w.checked_in_at, w.checked_out_at)))
$$;

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
     and app.paid_again(new.organization_id, new.officer_id, new.id, new.checked_in_at, new.checked_out_at) then
    raise exception 'paid_already' using errcode = '23P01', constraint = 'attendance_paid_twice';
  end if;
  return new;
end $$;

-- A return that was saved on the phone is kept with a record that was decided meanwhile: the time off duty counts once an admin accepts the
-- check-out after it, never before (docs/decisions/0264).
create or replace function app.guard_gap() returns trigger language plpgsql as $$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and (new.counted or coalesce(new.back_arrived_at, new.back_at) <> now() or new.back_at > now()
       or not exists (
       select from attendance t where t.organization_id = new.organization_id and t.id = new.attendance_id
         and t.officer_id = new.officer_id and t.officer_id = app.officer_id()
         and (t.state = 'submitted' or t.state in ('approved', 'returned') and new.back_arrived_at is not null)
         and t.checked_out_at = new.left_at))
     or tg_op = 'UPDATE' and (new.officer_id = app.officer_id()
       or to_jsonb(new) - array['counted', 'updated_at', 'version'] <> to_jsonb(old) - array['counted', 'updated_at', 'version']) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
