-- Leave: time in which an officer has no tours and takes no jobs.
create table leaves (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null check (kind in ('vacation', 'sick', 'injury', 'military', 'training', 'other')),
  starts_at timestamptz not null,
  -- Null: until further notice.
  ends_at timestamptz,
  -- From the first instant of a day to the last of one, in the department's zone.
  whole_days boolean not null,
  note text check (length(note) between 1 and 500),
  entered_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (ends_at is null or (starts_at < ends_at and ends_at - starts_at <= interval '3660 days')),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, entered_by) references officers (organization_id, id),
  constraint leaves_no_overlap exclude using gist (
    organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&)
);
create index leaves_officer on leaves (organization_id, officer_id, starts_at desc, id);
