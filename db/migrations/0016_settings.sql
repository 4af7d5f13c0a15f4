-- What an organization's admins set, and the notice that each person accepts before anything else opens.
alter table organizations
  add column address text check (length(address) between 1 and 300),
  add column phone text check (length(phone) between 1 and 40),
  add column contact_email text check (length(contact_email) between 3 and 254),
  add column time_format text not null default '24h' check (time_format in ('24h', '12h')),
  -- Metres around a place that count as there, where the assignment says nothing.
  add column location_radius_m integer not null default 100 check (location_radius_m between 10 and 5000),
  -- Days back that extra time may be claimed and hours be changed.
  add column hours_edit_limit_days integer not null default 14 check (hours_edit_limit_days between 1 and 365),
  -- No mail of the kind that can wait between these, by the organization's clock; both null for none, across midnight too.
  add column quiet_from time,
  add column quiet_to time,
  add column admins_release_locks boolean not null default false,
  add column mfa_officers boolean not null default false,
  -- The text of sign_in_notices that is in force; null for none.
  add column notice_version integer,
  add constraint quiet_hours check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to
    or quiet_from is null and quiet_to is null);

-- Every text that was ever in force stays: an acceptance is of one of them.
create table sign_in_notices (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  version integer not null check (version > 0),
  text text not null check (length(text) between 1 and 5000),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, version),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

create table notice_acceptances (
  organization_id uuid not null references organizations (id),
  version integer not null,
  officer_id uuid not null,
  accepted_at timestamptz not null default now(),
  primary key (organization_id, version, officer_id),
  foreign key (organization_id, version) references sign_in_notices (organization_id, version),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);

-- A notice that nobody could accept would lock everybody out.
create function app.guard_notice() returns trigger language plpgsql as $$
begin
  if not exists (select from sign_in_notices n where n.organization_id = new.id and n.version = new.notice_version) then
    raise exception 'no such notice' using errcode = '23503';
  end if;
  return new;
end $$;
create trigger guard_notice before insert or update of notice_version on organizations
  for each row when (new.notice_version is not null) execute function app.guard_notice();

-- A time of day as the organization in scope writes it: 18:30, or 6:30 PM.
create function app.clock_words(at timestamptz, zone text) returns text language sql stable as $$
  select to_char(at at time zone zone, case when (select time_format from organizations
    where id = app.organization_id()) = '12h' then 'FMHH12:MI AM' else 'HH24:MI' end)
$$;
create function app.day_and_clock(at timestamptz, zone text) returns text language sql stable as $$
  select to_char(at at time zone zone, 'Dy, Mon FMDD') || ' · ' || app.clock_words(at, zone)
$$;

-- Enters the transaction as the person who holds the session, or raises; nothing behind it can run without.
--   needs: 'signed_in', 'officer', 'admin' or 'super_admin'; feature '' for none.
--   A refusal has errcode WB401 or WB403 and its code as the message.
create or replace function app.enter(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
  out session_id uuid, out user_id uuid, out officer_id uuid, out organization_id uuid, out role text, out name text,
  out time_zone text) language plpgsql as $$
declare
  s record;
  o record;
begin
  now_at := clock_timestamp();
  perform set_config('app.token', encode(token, 'hex'), true);
  select id, sessions.user_id, sessions.organization_id, kind into s from sessions
    where token_hash = token and ended_at is null and last_seen_at > now_at - interval '30 minutes'
      and created_at > now_at - interval '12 hours';
  if not found then raise exception 'not_signed_in' using errcode = 'WB401'; end if;
  session_id := s.id;
  user_id := s.user_id;
  organization_id := s.organization_id;
  perform set_config('app.user_id', s.user_id::text, true), set_config('app.scope', s.user_id::text, true);
  if s.kind = 'super_admin' then
    select a.id, a.email_key into o from accounts a where a.id = s.user_id and a.disabled_at is null;
    if not found or not exists (select from super_admin_users u where u.account_id = o.id and u.active) then
      raise exception 'not_signed_in' using errcode = 'WB401';
    end if;
    perform set_config('app.role', 'super_admin', true);
    role := 'super_admin';
    organization_id := '00000000-0000-0000-0000-000000000000';
    perform set_config('app.organization_id', organization_id::text, true);
    if needs in ('officer', 'admin') then raise exception 'not_found' using errcode = 'WB404'; end if;
    return;
  end if;
  if s.organization_id is null then
    perform set_config('app.role', 'waiting', true),
      set_config('app.organization_id', '00000000-0000-0000-0000-000000000000', true);
    role := 'waiting';
    organization_id := null;
    if needs <> 'signed_in' then raise exception 'not_allowed' using errcode = 'WB403'; end if;
    return;
  end if;
  perform set_config('app.organization_id', s.organization_id::text, true), set_config('app.role', 'waiting', true);
  select f.id, f.role, f.name, f.approved, f.suspended_at, f.rejected_at, f.left_on, g.state, g.subscription_tier,
      g.features_enabled, g.trial_end_date, g.time_zone, g.notice_version
    into o from officers f join organizations g on g.id = f.organization_id
    where f.organization_id = s.organization_id and f.user_id = s.user_id;
  -- A person who lost the row, or the access, has no session any more.
  if not found or o.suspended_at is not null or o.rejected_at is not null or o.left_on <= now_at::date
     or o.state not in ('active', 'closing') then
    raise exception 'not_signed_in' using errcode = 'WB401';
  end if;
  officer_id := o.id;
  name := o.name;
  time_zone := o.time_zone;
  perform set_config('app.officer_id', o.id::text, true);
  if not o.approved then
    role := 'waiting';
    if needs <> 'signed_in' then raise exception 'waiting_for_approval' using errcode = 'WB403'; end if;
    return;
  end if;
  if needs = 'super_admin' then raise exception 'not_found' using errcode = 'WB404'; end if;
  -- Half open until the present text of the notice is accepted: the own session, and nothing else.
  if o.notice_version is not null and not exists (select from notice_acceptances a
       where a.organization_id = s.organization_id and a.version = o.notice_version and a.officer_id = o.id) then
    role := 'waiting';
    if needs <> 'signed_in' then raise exception 'notice_not_accepted' using errcode = 'WB403'; end if;
    return;
  end if;
  role := o.role;
  perform set_config('app.role', o.role, true);
  if needs = 'admin' and o.role <> 'admin' then raise exception 'not_allowed' using errcode = 'WB403'; end if;
  if needs <> 'signed_in' and not after_trial and o.subscription_tier = 'trial'
     and app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, now_at) then
    raise exception 'trial_expired' using errcode = 'WB403';
  end if;
  if feature <> '' and not app.has_feature(o.subscription_tier, o.features_enabled, feature) then
    raise exception 'feature_not_available' using errcode = 'WB403', detail = o.subscription_tier;
  end if;
end $$;
