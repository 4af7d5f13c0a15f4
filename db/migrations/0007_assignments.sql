-- Posted work: assignments and their posts, series and templates.
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
create index posts_starts on posts (organization_id, starts_at);
