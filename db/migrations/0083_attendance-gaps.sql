-- An officer who checks out before the end may check in again until the end. The record keeps its first check-in and its last
-- check-out; each time between them when nobody was on duty is a row of its own, with both presses as they came.
create table attendance_gaps (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  attendance_id uuid not null,
  officer_id uuid not null,
  left_at timestamptz not null,
  back_at timestamptz not null,
  -- An admin decided that it was worked all the same.
  counted boolean not null default false,
  left_device_at timestamptz,
  left_lat double precision, left_lng double precision, left_accuracy_m double precision, left_distance_m double precision,
  left_position text check (left_position in ('inside', 'outside', 'cannot_verify')),
  back_device_at timestamptz,
  back_lat double precision, back_lng double precision, back_accuracy_m double precision, back_distance_m double precision,
  back_position text check (back_position in ('inside', 'outside', 'cannot_verify')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, attendance_id, left_at),
  check (left_at <= back_at),
  -- A minute is taken off once.
  constraint attendance_gaps_apart exclude using gist
    (organization_id with =, attendance_id with =, tstzrange(left_at, back_at) with &&),
  foreign key (organization_id, attendance_id) references attendance (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index attendance_gaps_officer on attendance_gaps (organization_id, officer_id);

-- What the officer says is right about a record that waits for review; the admin decides. The words are in `note`.
alter table attendance add column asked_in_at timestamptz, add column asked_out_at timestamptz,
  add constraint attendance_asked check ((asked_in_at is null) = (asked_out_at is null) and asked_in_at < asked_out_at);

-- The times between check-in and check-out that count: exactly, or by the minutes of the clock.
create function app.worked_times(organization uuid, attendance uuid, in_at timestamptz, out_at timestamptz)
returns tstzmultirange language sql stable as $$
  select tstzmultirange(tstzrange(in_at, greatest(in_at, out_at)))
    - coalesce(range_agg(tstzrange(b.left_at, b.back_at)), '{}'::tstzmultirange)
  from attendance_gaps b where b.organization_id = organization and b.attendance_id = attendance and not b.counted
$$;
create function app.worked_clock(organization uuid, attendance uuid, in_at timestamptz, out_at timestamptz)
returns tstzmultirange language sql stable as $$
  select tstzmultirange(tstzrange(date_trunc('minute', in_at), date_trunc('minute', greatest(in_at, out_at))))
    - coalesce(range_agg(tstzrange(date_trunc('minute', b.left_at), date_trunc('minute', b.back_at))), '{}'::tstzmultirange)
  from attendance_gaps b where b.organization_id = organization and b.attendance_id = attendance and not b.counted
$$;

create or replace function app.overlaps_attendance(organization uuid, officer uuid, from_at timestamptz, to_at timestamptz)
returns boolean language sql stable as $$
  select exists (select from attendance t where t.organization_id = organization and t.officer_id = officer
    and t.scheduled_starts_at between from_at - interval '9 days' and to_at + interval '9 days'
    and date_trunc('minute', t.checked_in_at) < to_at and date_trunc('minute', coalesce(t.checked_out_at, now())) > from_at
    and app.worked_clock(organization, t.id, t.checked_in_at, coalesce(t.checked_out_at, now())) && tstzrange(from_at, to_at))
$$;

-- A gap is made by checking in again and from the record itself; that it counts is never decided by its officer.
create function app.guard_gap() returns trigger language plpgsql as $$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and (new.counted or new.back_at <> now() or not exists (
       select from attendance t where t.organization_id = new.organization_id and t.id = new.attendance_id
         and t.officer_id = new.officer_id and t.officer_id = app.officer_id() and t.state = 'submitted'
         and t.checked_out_at = new.left_at))
     or tg_op = 'UPDATE' and (new.officer_id = app.officer_id()
       or to_jsonb(new) - array['counted', 'updated_at', 'version'] <> to_jsonb(old) - array['counted', 'updated_at', 'version']) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_gap before insert or update on attendance_gaps for each row execute function app.guard_gap();
create trigger guard_support before insert or update or delete on attendance_gaps for each row
  when (app.support() is not null) execute function app.guard_against_support();

-- As before, and: the own record that waits for review is open again within a minute of the check-out, or by a gap that begins with it.
create or replace function app.guard_attendance() returns trigger language plpgsql as $$
declare
  again boolean;
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
          and b.left_at = old.checked_out_at and b.back_at = now()));
    if app.role() = 'officer' and (new.scheduled_starts_at, new.scheduled_ends_at)
         <> (old.scheduled_starts_at, old.scheduled_ends_at)
       or old.state in ('open', 'submitted') and old.checked_in_at is distinct from new.checked_in_at
       or old.state = 'submitted' and not again and (new.state, new.checked_out_at, new.worked_minutes)
         is distinct from (old.state, old.checked_out_at, old.worked_minutes)
       or old.original_in_at is not null and new.original_in_at is distinct from old.original_in_at
       or old.original_out_at is not null and new.original_out_at is distinct from old.original_out_at then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
  end if;
  return new;
end $$;
