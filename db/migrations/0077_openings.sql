-- What was counted of officers before Watchbill: orders, turns, hours. Added to, never changed; a mistake is taken back by a row of
-- its own. The ledger has a row for each (source `import`), which awards count; the force list counts the orders.
create table openings (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null check (kind in ('ordered', 'accepted', 'refused', 'no_answer', 'worked', 'volunteered')),
  times integer not null check (times between 0 and 500),
  minutes integer not null check (minutes between 0 and 100000),
  -- The day of the last of them.
  last_on date not null,
  reason text not null check (length(reason) between 3 and 200),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- The entry that this one takes back, with the same figures.
  takes_back uuid,
  primary key (organization_id, id),
  constraint openings_something check (times > 0 or minutes > 0),
  constraint openings_not_own check (created_by <> officer_id),
  constraint openings_taken_once unique (organization_id, takes_back),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id),
  foreign key (organization_id, takes_back) references openings (organization_id, id)
);
create index openings_latest on openings (organization_id, created_at desc, id desc);
create index openings_officer on openings (organization_id, officer_id);
