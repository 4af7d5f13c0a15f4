-- Extra time as it is claimed and decided (domain.md, "extra time"): what was asked stays beside what was approved.
alter table overtime_requests
  add column ends_at timestamptz,
  -- The worked shift that it went beyond, where there is one.
  add column signup_id uuid,
  add column docket_number text check (length(docket_number) between 1 and 60),
  add column court text check (length(court) between 1 and 120),
  add column reason text not null default '' check (length(reason) <= 1000),
  -- As first asked, where it was approved amended.
  add column asked_starts_at timestamptz,
  add column asked_minutes integer check (asked_minutes between 1 and 1440),
  -- Handed in, or handed in again: waiting and expiry count from here.
  add column submitted_at timestamptz not null default now(),
  -- Days of waiting that the admins were last reminded of.
  add column reminded_days integer not null default 0,
  add column decided_by uuid,
  add column decided_at timestamptz,
  add column decision_reason text check (length(decision_reason) <= 500);
update overtime_requests set ends_at = starts_at + minutes * interval '1 minute', submitted_at = created_at;
alter table overtime_requests
  alter column ends_at set not null,
  add constraint overtime_ends check (ends_at - starts_at = make_interval(mins => minutes)),
  add constraint overtime_court check (kind <> 'court' or (docket_number is not null and court is not null)) not valid,
  add constraint overtime_not_own check (decided_by is null or decided_by <> officer_id),
  -- What is decided was decided by somebody, and so, by the line above, by somebody else.
  add constraint overtime_decided check (status not in ('approved', 'denied', 'returned') or decided_by is not null) not valid,
  add constraint overtime_said_why check (status not in ('denied', 'returned') or decision_reason is not null) not valid,
  add constraint overtime_asked check ((asked_starts_at is null) = (asked_minutes is null)),
  add foreign key (organization_id, signup_id) references officer_assignments (organization_id, id),
  add foreign key (organization_id, decided_by) references officers (organization_id, id),
  -- Back-to-back is allowed: ranges are half-open.
  add constraint overtime_no_overlap exclude using gist (
    organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('pending', 'returned', 'approved', 'locked'));

drop index overtime_pending;
create index overtime_pending on overtime_requests (organization_id, submitted_at, id) where status = 'pending';
create index overtime_latest on overtime_requests (organization_id, starts_at desc, id desc);
create index overtime_signup on overtime_requests (organization_id, signup_id) where signup_id is not null;

-- Hours of attendance as clocks show them: seconds are dropped, so that a claim may begin at the minute of the check-out.
create function app.overlaps_attendance(organization uuid, officer uuid, from_at timestamptz, to_at timestamptz)
returns boolean language sql stable as $$
  select exists (select from attendance t where t.organization_id = organization and t.officer_id = officer
    and t.scheduled_starts_at between from_at - interval '9 days' and to_at + interval '9 days'
    and date_trunc('minute', t.checked_in_at) < to_at and date_trunc('minute', coalesce(t.checked_out_at, now())) > from_at)
$$;

-- Whose a claim is, and what an officer wrote in it, stays; times move beside the original; nobody is paid twice for a minute.
create function app.guard_overtime() returns trigger language plpgsql as $$
declare
  own boolean := new.officer_id = app.officer_id();
  said constant text[] := array['signup_id', 'kind', 'docket_number', 'court', 'reason', 'submitted_at', 'created_at'];
  decided constant text[] := array['decided_by', 'decided_at', 'decision_reason', 'asked_starts_at', 'asked_minutes'];
begin
  new.ends_at := new.starts_at + new.minutes * interval '1 minute';
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.officer_id, new.created_at) <> (old.id, old.officer_id, old.created_at)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
     -- The claimant decides nothing; who decides changes nothing of what was said, and keeps the times that were asked.
     or own and tg_op = 'INSERT' and (new.decided_by is not null or new.decided_at is not null or new.asked_minutes is not null)
     or own and tg_op = 'UPDATE' and exists (select from unnest(decided) c
       where (to_jsonb(new) ->> c) is not null and to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
     or not own and tg_op = 'UPDATE' and (exists (select from unnest(said) c
         where to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
       or (new.starts_at, new.minutes) <> (old.starts_at, old.minutes)
         and (new.asked_starts_at, new.asked_minutes) is distinct from
           (coalesce(old.asked_starts_at, old.starts_at), coalesce(old.asked_minutes, old.minutes))) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.signup_id is not null and (tg_op = 'INSERT' or new.signup_id is distinct from old.signup_id)
     and not exists (select from officer_assignments s where s.organization_id = new.organization_id
       and s.id = new.signup_id and s.officer_id = new.officer_id) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.status in ('pending', 'approved')
     and (tg_op = 'INSERT' or (new.status, new.starts_at, new.minutes) <> (old.status, old.starts_at, old.minutes))
     and app.overlaps_attendance(new.organization_id, new.officer_id, new.starts_at, new.ends_at) then
    raise exception 'overlaps_paid_time' using errcode = '23P01', constraint = 'overtime_paid_twice';
  end if;
  return new;
end $$;
create trigger guard_overtime before insert or update on overtime_requests
  for each row execute function app.guard_overtime();
