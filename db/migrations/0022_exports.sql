-- Exports under way and lately done: one at a time per organization, followed and ended from any of its screens.
create table exports (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- The call that made it, its title, and the filters it was asked with: what the audit says was taken.
  call text not null,
  title text not null,
  format text not null check (format in ('csv', 'xlsx', 'zip')),
  parameters jsonb not null,
  file_name text not null,
  rows_total integer check (rows_total >= 0),
  rows_done integer not null default 0 check (rows_done >= 0),
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  started_by uuid not null,
  created_at timestamptz not null default now(),
  -- Written every second while rows flow; a process that died leaves it standing, and the next export passes it by.
  alive_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, started_by) references officers (organization_id, id)
);
create unique index exports_one_running on exports (organization_id) where state = 'running';
create index exports_finished on exports (organization_id, finished_at) where state <> 'running';
