-- The roster: people of a department, and the files they came from.
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

create function app.keep_memberships() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id and old.user_id is not null then
    delete from memberships where organization_id = old.organization_id and account_id = old.user_id;
  end if;
  if new.user_id is not null then
    insert into memberships (account_id, organization_id, officer_id)
    values (new.user_id, new.organization_id, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger keep_memberships after insert or update of user_id on officers
  for each row execute function app.keep_memberships();

-- An officer may change the own telephone number and nothing else, whatever a handler does.
create function app.guard_officer() returns trigger language plpgsql as $$
begin
  if app.role() = 'officer' and
     to_jsonb(old) - array['phone', 'updated_at', 'version'] <> to_jsonb(new) - array['phone', 'updated_at', 'version'] then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  -- Whoever is not let in yet cannot let oneself in.
  if app.role() in ('waiting', 'anyone') and ((not old.approved and new.approved) or old.role <> new.role
     or (old.suspended_at is not null and new.suspended_at is null)) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.organization_id <> old.organization_id then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_officer before update on officers for each row execute function app.guard_officer();
