-- The department: people on the roster, posted work, who has it, what was worked.
create table officers (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid references accounts (id),
  role text not null default 'officer' check (role in ('admin', 'officer')),
  approved boolean not null default false,
  name text not null check (length(name) between 1 and 120),
  email text,
  email_key text,
  badge_number text check (length(badge_number) between 1 and 40),
  rank text check (length(rank) <= 120),
  unit text check (length(unit) <= 120),
  hired_on date,
  phone text check (length(phone) <= 40),
  -- Integer millionths of the currency unit an hour.
  hourly_rate bigint check (hourly_rate >= 0 and hourly_rate < 10000000000),
  approved_at timestamptz,
  rejected_at timestamptz,
  suspended_at timestamptz,
  left_on date,
  -- Why the row stands where it does: of the last rejection or suspension.
  standing_reason text check (length(standing_reason) <= 500),
  invited_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, user_id)
);
-- Two spellings of one badge are one badge: `badgeKey` of features/officers/rules.ts.
create unique index officers_badge on officers (organization_id, upper(normalize(badge_number, NFKC)))
  where badge_number is not null;
create unique index officers_email on officers (organization_id, email_key) where email_key is not null;
create index officers_name on officers (organization_id, name, id);
create index officers_user on officers (user_id) where user_id is not null;
create index officers_pending on officers (organization_id)
  where not approved and rejected_at is null and left_on is null;

create table officer_imports (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  file_hash bytea not null,
  mapping jsonb not null,
  rows_total integer not null,
  rows_done integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  failure text,
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

create table assignment_series (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  pattern jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

create table assignment_templates (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  body jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

create table assignments (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  title text not null check (length(title) between 1 and 160),
  description text not null default '' check (length(description) <= 4000),
  kind text not null check (kind in ('overtime', 'extra_duty', 'court', 'special_event', 'training', 'callback', 'holdover')),
  client text check (length(client) <= 160),
  location_name text check (length(location_name) <= 160),
  location_address text check (length(location_address) <= 300),
  location_lat double precision check (location_lat between -90 and 90),
  location_lng double precision check (location_lng between -180 and 180),
  location_radius_m integer check (location_radius_m between 10 and 50000),
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  min_required integer not null default 0 check (min_required >= 0),
  signup_mode text not null default 'approval' check (signup_mode in ('first_come', 'approval', 'award')),
  signup_opens_at timestamptz,
  signup_closes_at timestamptz,
  publish_at timestamptz,
  published_at timestamptz,
  announced_at timestamptz,
  backdate_reason text check (length(backdate_reason) <= 500),
  pay_code text check (length(pay_code) <= 40),
  min_pay_minutes integer not null default 0 check (min_pay_minutes between 0 and 1440),
  status text not null default 'draft' check (status in ('draft', 'published', 'cancelled', 'closed')),
  series_id uuid,
  clock_note text check (clock_note in ('moved', 'earlier')),
  -- When time, place or post last changed after publishing: after it an officer may call off freely.
  terms_changed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancelled_party text check (cancelled_party in ('department', 'client', 'weather')),
  cancel_reason text check (length(cancel_reason) <= 500),
  closed_at timestamptz,
  reopened_reason text check (length(reopened_reason) <= 500),
  version integer not null default 1,
  primary key (organization_id, id),
  check (starts_at < ends_at and ends_at - starts_at <= interval '7 days'),
  check (signup_opens_at is null or signup_closes_at is null or signup_opens_at < signup_closes_at),
  foreign key (organization_id, series_id) references assignment_series (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id),
  foreign key (organization_id, cancelled_by) references officers (organization_id, id)
);
create index assignments_starts on assignments (organization_id, starts_at, id);
create index assignments_ends on assignments (organization_id, ends_at) where status = 'published';
create index assignments_to_announce on assignments (organization_id, publish_at)
  where status = 'published' and announced_at is null;
create index assignments_series on assignments (organization_id, series_id) where series_id is not null;

create table posts (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  position integer not null default 0,
  required_count integer not null check (required_count between 1 and 500),
  confirmed_count integer not null default 0 check (confirmed_count >= 0),
  -- The post's own times; the assignment's unless it says otherwise.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  requirements jsonb not null default '{}',
  primary key (organization_id, id),
  unique (organization_id, assignment_id, id),
  constraint posts_times check (starts_at < ends_at and ends_at - starts_at <= interval '7 days'),
  constraint posts_not_over check (confirmed_count <= required_count),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete cascade
);
create index posts_assignment on posts (organization_id, assignment_id, position, id);

create table officer_assignments (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  status text not null check (status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed',
    'calloff_requested', 'withdrawn', 'called_off', 'released', 'replaced', 'passed', 'rejected', 'offer_declined',
    'offer_expired', 'cancelled_by_dept', 'cancelled_by_client', 'no_show', 'worked')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  applied_at timestamptz not null default now(),
  assigned_by uuid,
  override_reason text check (length(override_reason) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  reason text check (length(reason) <= 500),
  calloff_reason text check (length(calloff_reason) <= 500),
  calloff_requested_at timestamptz,
  offer_expires_at timestamptz,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (starts_at < ends_at and ends_at - starts_at <= interval '7 days'),
  -- Nobody decides on their own signup.
  constraint signups_not_own check (decided_by is null or decided_by <> officer_id),
  constraint signups_not_self_assigned check (assigned_by is null or assigned_by <> officer_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assigned_by) references officers (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id),
  constraint signups_no_overlap exclude using gist (
    organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('confirmed', 'calloff_requested', 'worked'))
);
create unique index signups_one_live on officer_assignments (organization_id, assignment_id, officer_id)
  where status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed', 'calloff_requested', 'worked', 'no_show');
create index signups_officer on officer_assignments (organization_id, officer_id, starts_at desc, id);
create index signups_assignment on officer_assignments (organization_id, assignment_id, applied_at);
create index signups_pending on officer_assignments (organization_id) where status = 'pending_approval';
create index signups_queue on officer_assignments (organization_id, starts_at, id)
  where status in ('pending_approval', 'calloff_requested');

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
create index signups_hours on officer_assignments (organization_id, starts_at)
  include (officer_id, ends_at) where status in ('confirmed', 'calloff_requested', 'worked', 'no_show');

create table overtime_requests (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'denied', 'returned', 'withdrawn', 'expired', 'locked')),
  kind text not null check (kind in ('holdover', 'court', 'callback', 'late_relief', 'report_writing', 'training', 'other')),
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 1 and 1440),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index overtime_pending on overtime_requests (organization_id) where status = 'pending';
create index overtime_officer on overtime_requests (organization_id, officer_id, starts_at desc);

create table notifications (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  type text not null,
  title text not null check (length(title) <= 160),
  message text not null check (length(message) <= 1000),
  -- null: for the organization's admins.
  officer_id uuid,
  assignment_id uuid,
  read boolean not null default false,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
);
create index notifications_officer on notifications (organization_id, officer_id, created_at desc, id desc);
create index notifications_admins on notifications (organization_id, created_at desc, id desc) where officer_id is null;
create index notifications_unread on notifications (organization_id, officer_id) where not read;
-- What waits on an assignment is said once until an admin has read it.
create unique index notifications_once on notifications (organization_id, assignment_id)
  where type = 'signup_waiting' and officer_id is null and not read;
