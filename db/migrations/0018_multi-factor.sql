-- The second factor of an account: authenticator apps and passkeys, recovery codes, sign-ins that wait for it.
alter table organizations
  add column if not exists mfa_officers boolean not null default false,
  add column if not exists admins_release_locks boolean not null default false;

create table factors (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('app', 'passkey')),
  name text not null check (length(name) between 1 and 60),
  -- An app's secret, sealed with the installation's key; the 30-second step of the last code that was taken.
  secret bytea check (length(secret) between 29 and 200),
  last_step bigint,
  credential_id bytea unique check (length(credential_id) between 1 and 1023),
  public_key bytea check (length(public_key) between 1 and 2000),
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  -- Null while it is being set up: it opens nothing yet.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind = 'app') = (secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null))
);
create index on factors (account_id);

-- Keyed hashes of the codes that are left. One row an account: taking a code out is one statement, which one caller wins.
create table recovery_codes (
  account_id uuid primary key references accounts (id),
  id uuid not null default gen_random_uuid(),
  hashes bytea[] not null,
  codes_left integer not null generated always as (cardinality(hashes)) stored,
  made_at timestamptz not null default clock_timestamp()
);

-- The password was right and the second factor is still to come. No session: whoever holds this secret has opened nothing.
create table sign_in_steps (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id uuid not null references accounts (id),
  organization_id uuid references organizations (id),
  kind text not null default 'department' check (kind in ('department', 'super_admin')),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index on sign_in_steps (account_id);
create index on sign_in_steps (created_at);

-- Bound to the secret that asked for it: of the half sign-in, of the session, or of a browser that nobody is signed in to.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  bound_to bytea not null check (length(bound_to) = 32),
  purpose text not null check (purpose in ('set_up', 'second_factor', 'sign_in', 'prove')),
  challenge text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index on passkey_challenges (created_at);

-- When a second factor was given in this session, and when its person last proved to be the one who signed in.
alter table sessions
  add column second_factor_at timestamptz,
  add column proved_at timestamptz not null default clock_timestamp();
alter table sessions drop constraint sessions_ended_why_check;
alter table sessions add constraint sessions_ended_why_check check (ended_why ~ '^[a-z_]{1,40}$');

-- Wrong codes are counted as wrong passwords are, apart from them: a right password forgets no wrong code.
alter table sign_in_attempts add column kind text not null default 'password' check (kind in ('password', 'code'));

-- What an admin may know of the account behind an officer. `id` is the thing that the audit names.
alter table memberships
  add column id uuid generated always as (officer_id) stored,
  add column second_factor boolean not null default false,
  add column locked_since timestamptz,
  add column locked_until timestamptz,
  add column locked_why text check (locked_why in ('password', 'code'));

create function app.fill_membership() returns trigger language plpgsql as $$
begin
  new.second_factor := exists (select from factors f where f.account_id = new.account_id and f.confirmed_at is not null);
  return new;
end $$;
create trigger fill_membership before insert on memberships for each row execute function app.fill_membership();

-- Whether the account in scope may not do without: an admin anywhere, an officer where the department says so, a super admin.
-- Each department is entered in turn, as in app.my_memberships.
create function app.needs_second_factor() returns boolean language plpgsql as $$
declare
  m record;
  found_one boolean := exists (select from super_admin_users u where u.account_id = app.user_id() and u.active);
  kept text := current_setting('app.organization_id', true);
begin
  for m in select w.organization_id as id from memberships w where w.account_id = app.user_id() loop
    exit when found_one;
    perform set_config('app.organization_id', m.id::text, true);
    found_one := exists (select from officers f join organizations g on g.id = f.organization_id
      where f.organization_id = m.id and f.user_id = app.user_id() and f.approved and f.suspended_at is null
        and f.rejected_at is null and f.left_on is null and g.state in ('active', 'closing')
        and (f.role = 'admin' or g.mfa_officers));
  end loop;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return found_one;
end $$;

-- Whether the account belongs to another department too: then nobody of this one decides about its sign-in.
create function app.is_elsewhere(account uuid) returns boolean language plpgsql as $$
declare
  kept text := current_setting('app.user_id', true);
  found_one boolean;
begin
  perform set_config('app.user_id', account::text, true);
  found_one := exists (select from memberships w where w.account_id = account
    and w.organization_id is distinct from app.organization_id());
  perform set_config('app.user_id', coalesce(kept, ''), true);
  return found_one;
end $$;

-- An admin who has not given a second factor in this session is an officer in it; a super admin is nobody.
alter function app.enter(bytea, text, text, boolean) rename to enter_session;
create function app.enter(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
  out session_id uuid, out user_id uuid, out officer_id uuid, out organization_id uuid, out role text, out name text,
  out time_zone text) language plpgsql as $$
begin
  select * into now_at, session_id, user_id, officer_id, organization_id, role, name, time_zone
    from app.enter_session(token, needs, feature, after_trial);
  if role not in ('admin', 'super_admin')
     or exists (select from sessions s where s.token_hash = token and s.second_factor_at is not null) then
    return;
  end if;
  if role = 'super_admin' then raise exception 'not_signed_in' using errcode = 'WB401'; end if;
  role := 'officer';
  perform set_config('app.role', role, true);
  if needs = 'admin' then raise exception 'second_factor_needed' using errcode = 'WB403'; end if;
end $$;
