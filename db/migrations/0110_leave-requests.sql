-- Officers ask for leave; an admin decides. An approval makes the leave that tours, eligibility and minimum staffing already respect.
create table leave_requests (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'withdrawn')),
  kind text not null check (kind in ('vacation', 'sick', 'injury', 'military', 'training', 'other')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- From the first instant of a day to the last of one, in the department's zone.
  whole_days boolean not null,
  note text check (length(note) between 1 and 500),
  -- The leave that the approval made; null again once an admin has deleted it.
  leave_id uuid,
  deny_reason text check (deny_reason in ('coverage', 'others_away', 'blackout', 'balance', 'notice', 'other')),
  answer text check (length(answer) between 1 and 500),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (starts_at < ends_at and ends_at - starts_at <= interval '367 days'),
  check ((state = 'denied') = (deny_reason is not null)),
  check (state = 'denied' or answer is null),
  check (state = 'approved' or leave_id is null),
  check ((state in ('approved', 'denied')) = (decided_at is not null)),
  check ((decided_at is null) = (decided_by is null)),
  constraint leave_requests_not_own check (decided_by <> officer_id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id),
  foreign key (organization_id, leave_id) references leaves (organization_id, id) on delete set null (leave_id),
  -- Of requests that wait; a decided one may be asked for again.
  constraint leave_requests_no_overlap exclude using gist (
    organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&) where (state = 'pending')
);
create index leave_requests_officer on leave_requests (organization_id, officer_id, starts_at desc, id);
create index leave_requests_waiting on leave_requests (organization_id, starts_at, id) where state = 'pending';
create index leave_requests_latest on leave_requests (organization_id, created_at desc, id);
create index leave_requests_leave on leave_requests (organization_id, leave_id) where leave_id is not null;
