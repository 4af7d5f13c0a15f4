-- What was worked: check-in, check-out, and the decision on both.
create table attendance (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  signup_id uuid not null,
  assignment_id uuid not null,
  officer_id uuid not null,
  state text not null default 'open' check (state in ('open', 'submitted', 'approved', 'returned', 'locked')),
  scheduled_starts_at timestamptz not null,
  scheduled_ends_at timestamptz not null,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  -- What was recorded first, kept when an admin or the officer corrects.
  original_in_at timestamptz,
  original_out_at timestamptz,
  device_in_at timestamptz,
  device_out_at timestamptz,
  in_lat double precision, in_lng double precision, in_accuracy_m double precision, in_distance_m double precision,
  in_position text check (in_position in ('inside', 'outside', 'cannot_verify')),
  out_lat double precision, out_lng double precision, out_accuracy_m double precision, out_distance_m double precision,
  out_position text check (out_position in ('inside', 'outside', 'cannot_verify')),
  closed_by_system boolean not null default false,
  worked_minutes integer check (worked_minutes between 0 and 12960),
  note text check (length(note) <= 1000),
  decided_by uuid,
  decided_at timestamptz,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, signup_id),
  check (checked_out_at is null or checked_in_at is null or checked_in_at <= checked_out_at),
  constraint attendance_not_own check (decided_by is null or decided_by <> officer_id),
  -- What is approved was approved by somebody, and so, by the line above, by somebody else.
  constraint attendance_decided check (state not in ('approved', 'locked') or decided_by is not null),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id)
);
-- One open interval per officer at most.
create unique index attendance_one_open on attendance (organization_id, officer_id)
  where state = 'open' and checked_in_at is not null and checked_out_at is null;
create index attendance_officer on attendance (organization_id, officer_id, scheduled_starts_at desc, id);
create index attendance_review on attendance (organization_id, scheduled_starts_at, id)
  where state in ('submitted', 'returned');
create index attendance_assignment on attendance (organization_id, assignment_id);
create index attendance_open on attendance (organization_id, scheduled_ends_at) where state = 'open';
-- Hours by officer and month: answered from these two alone.
create index attendance_hours on attendance (organization_id, scheduled_starts_at)
  include (officer_id, worked_minutes) where state in ('approved', 'locked');
