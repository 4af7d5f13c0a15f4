-- People before they are anybody in a department: accounts, sessions, one-time links, tries to sign in.
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
