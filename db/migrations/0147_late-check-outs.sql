-- A check-out that was saved on the officer's phone may arrive after an admin has entered and approved other times. It waits beside
-- them until an admin decides (docs/decisions/0261).
alter table attendance add column late_out_at timestamptz,
  add constraint attendance_late_out check (late_out_at is null or state in ('approved', 'locked'));
drop index attendance_review;
create index attendance_review on attendance (organization_id, scheduled_starts_at, id)
  where state in ('submitted', 'returned') or late_out_at is not null;

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
         or new.late_out_at > now() or old.device_out_at is not null
         or to_jsonb(new) - beside <> to_jsonb(old) - beside) then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
  end if;
  return new;
end $$;
