-- The ground: context of a transaction, organizations, people, sessions, and what every write leaves behind.
create extension if not exists btree_gist;
create schema app;

-- The context lives in settings that end with the transaction. An unset setting reads '' on a pooled connection.
create function app.organization_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;
create function app.user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function app.officer_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.officer_id', true), '')::uuid $$;
-- '', 'anyone', 'waiting', 'officer', 'admin', 'super_admin' or 'system'.
create function app.role() returns text language sql stable as
  $$ select coalesce(current_setting('app.role', true), '') $$;
create function app.request_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.request_id', true), '')::uuid $$;
-- Capabilities: a caller sees the one row whose secret or address it has named, and can enumerate nothing.
create function app.token() returns bytea language sql stable as
  $$ select decode(nullif(current_setting('app.token', true), ''), 'hex') $$;
create function app.address() returns text language sql stable as
  $$ select nullif(current_setting('app.address', true), '') $$;
create function app.agency() returns text language sql stable as
  $$ select nullif(current_setting('app.agency', true), '') $$;
create function app.scope() returns text language sql stable as
  $$ select coalesce(current_setting('app.scope', true), '') $$;

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  subdomain text not null unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'trial', 'pro', 'enterprise')),
  features_enabled jsonb not null default '{}' check (jsonb_typeof(features_enabled) = 'object'),
  logo_url text,
  trial_end_date date,
  max_officers integer check (max_officers > 0),
  primary_color text not null default '#3b82f6' check (primary_color ~ '^#[0-9a-f]{6}$'),
  time_zone text not null default 'America/Chicago',
  city text,
  state text not null default 'active' check (state in ('active', 'suspended', 'closing', 'erased', 'vendor')),
  calloff_notice_minutes integer not null default 1440 check (calloff_notice_minutes between 0 and 43200),
  checkin_opens_minutes integer not null default 60 check (checkin_opens_minutes between 0 and 720),
  signup_mode text not null default 'approval' check (signup_mode in ('first_come', 'approval')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_key text not null unique,
  name text not null check (length(name) between 1 and 120),
  password_hash text,
  password_changed_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table super_admin_users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_key text not null unique,
  active boolean not null default true,
  account_id uuid unique references accounts (id),
  created_at timestamptz not null default now()
);

-- Which departments an account belongs to; kept by a trigger on officers, since a session cannot look across tenants.
create table memberships (
  account_id uuid not null references accounts (id),
  organization_id uuid not null references organizations (id),
  officer_id uuid not null,
  primary key (organization_id, account_id)
);
create index on memberships (account_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references accounts (id),
  organization_id uuid references organizations (id),
  kind text not null default 'department' check (kind in ('department', 'super_admin')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_why text check (ended_why in ('signed_out', 'password_changed', 'ended_by_person', 'switched')),
  ip text,
  user_agent text
);
create index on sessions (user_id);

-- One-time links: password reset, registration, invitations. The secret is in the mail, its hash is here.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  kind text not null check (kind in ('reset', 'register', 'claim', 'admin_setup', 'super_admin')),
  email text not null,
  email_key text not null,
  name text,
  password_hash text,
  organization_id uuid references organizations (id),
  officer_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on account_links (email_key);

-- A try is reserved before the password is hashed, so that parallel tries cannot all be checked.
create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  email_key text not null,
  at timestamptz not null default now(),
  outcome text not null default 'wrong' check (outcome in ('wrong', 'right', 'locked', 'released'))
);
create index on sign_in_attempts (email_key, at);

create table audit_entries (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  request_id uuid,
  action text not null,
  actor_user_id uuid,
  actor_officer_id uuid,
  actor_role text not null,
  thing_type text not null,
  thing_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  primary key (organization_id, id)
);
create index on audit_entries (organization_id, thing_type, thing_id, id);
create index on audit_entries (organization_id, at);

create table idempotency_keys (
  organization_id uuid not null references organizations (id),
  scope text not null,
  call text not null,
  key text not null check (length(key) between 8 and 100),
  body_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (organization_id, scope, call, key)
);
create index on idempotency_keys (organization_id, created_at);

create table mails (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (organization_id, id)
);
create index on mails (organization_id, next_try_at) where state in ('waiting', 'sending');
create index on mails (organization_id, created_at);

-- What changed, for streams and sweeps: ids only. Readers take what became visible between two snapshots.
create table outbox (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  thing_id uuid,
  officer_id uuid,
  audience text not null check (audience in ('all', 'officer', 'admins', 'user', 'system')),
  at timestamptz not null default clock_timestamp()
);
create index on outbox (xid);
create index on outbox (at);
