-- What an admin changed of several officers at once, with what was there before: undone within a minute, as far as nobody changed it since.
create table bulk_edits (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('unit', 'rank', 'suspend')),
  -- [{ "id", "before", "version" }]: the officer, the value before, the version since.
  changes jsonb not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, made_by) references officers (organization_id, id)
);
