-- Shifts that were copied from one week or day to another: what came of it, so that it can be undone at once.
create table assignment_copies (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  source_on date not null,
  target_on date not null,
  days smallint not null check (days between 1 and 7),
  published boolean not null,
  -- What was made. No foreign key: undoing takes the shifts away and keeps the record.
  assignment_ids uuid[] not null check (cardinality(assignment_ids) > 0),
  made_by uuid,
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (organization_id, id),
  check (source_on <> target_on),
  foreign key (organization_id, made_by) references officers (organization_id, id)
);
