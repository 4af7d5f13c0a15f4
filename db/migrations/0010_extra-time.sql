-- Extra-time requests: `overtime_request` of specification section 3.
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
