-- Filters of a list that one person keeps under a name.
create table saved_filters (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  page text not null check (page in ('officers', 'assignments')),
  name text not null check (length(name) between 1 and 60),
  -- What the address of the page holds: { word: value }.
  filters jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index saved_filters_of on saved_filters (organization_id, officer_id, page);
