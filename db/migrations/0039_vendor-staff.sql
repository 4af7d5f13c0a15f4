-- Entering as the vendor's staff, and what they do to people's accounts.

-- As in 0016, and: a disabled account has no session; a super admin is inside a department while support access lasts.
create or replace function app.enter_session(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
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
  -- Whoever signs in while the account is being disabled gets a session that opens nothing.
  if exists (select from accounts a where a.id = s.user_id and a.disabled_at is not null) then
    raise exception 'not_signed_in' using errcode = 'WB401';
  end if;
  if s.kind = 'super_admin' then
    if not exists (select from super_admin_users u where u.account_id = s.user_id and u.active) then
      raise exception 'not_signed_in' using errcode = 'WB401';
    end if;
    perform set_config('app.role', 'super_admin', true);
    role := 'super_admin';
    organization_id := '00000000-0000-0000-0000-000000000000';
    perform set_config('app.organization_id', organization_id::text, true);
    if needs not in ('officer', 'admin') then return; end if;
    -- A call of a department's: only inside the one that this session looks into, by the server's clock.
    select a.id, a.organization_id, a.by_name, g.time_zone into o
      from support_accesses a join organizations g on g.id = a.organization_id
      where a.session_id = s.id and a.ended_at is null and a.ends_at > now_at and g.state in ('active', 'suspended', 'closing');
    if not found then raise exception 'not_found' using errcode = 'WB404'; end if;
    -- As the department's admins, who is nobody of its roster; every gate is open, and app.mark asks about each write.
    role := 'admin';
    organization_id := o.organization_id;
    name := 'Vendor support, ' || o.by_name;
    time_zone := o.time_zone;
    perform set_config('app.organization_id', o.organization_id::text, true), set_config('app.role', role, true),
      set_config('app.support', o.id::text, true);
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

-- As in 0034, and inside a department too the vendor's staff is nobody without a second factor.
create or replace function app.enter(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
  out session_id uuid, out user_id uuid, out officer_id uuid, out organization_id uuid, out role text, out name text,
  out time_zone text) language plpgsql as $$
declare
  of_vendor boolean := needs = 'super_admin';
begin
  select * into now_at, session_id, user_id, officer_id, organization_id, role, name, time_zone
    from app.enter_session(token, case when of_vendor then 'signed_in' else needs end,
      case when of_vendor then '' else feature end, after_trial or of_vendor);
  if of_vendor and role <> 'super_admin' then raise exception 'not_found' using errcode = 'WB404'; end if;
  if role not in ('admin', 'super_admin')
     or exists (select from sessions s where s.token_hash = token and s.second_factor_at is not null) then
    return;
  end if;
  if role = 'super_admin' or app.support() is not null then raise exception 'not_signed_in' using errcode = 'WB401'; end if;
  role := 'officer';
  perform set_config('app.role', role, true);
  if needs = 'admin' then raise exception 'second_factor_needed' using errcode = 'WB403'; end if;
end $$;

-- What a write leaves with every row it changes, and the minute of what a person did last. Inside a department the vendor's
-- staff makes those writes alone that say so, and none in an access that was started for reading.
drop function app.mark(text, uuid, text, text);
create function app.mark(call text, request_id uuid, ip text, agent text, for_support boolean default false) returns void
  language plpgsql as $$
begin
  if app.support() is not null then
    if not for_support then raise exception 'support_not_here' using errcode = 'WB403'; end if;
    if not exists (select from support_accesses a where a.organization_id = app.organization_id() and a.id = app.support()
         and a.may_write) then
      raise exception 'support_read_only' using errcode = 'WB403';
    end if;
  end if;
  perform set_config('app.call', call, true), set_config('app.request_id', request_id::text, true),
    set_config('app.ip', ip, true), set_config('app.agent', agent, true);
  update sessions set last_seen_at = clock_timestamp()
    where token_hash = app.token() and last_seen_at < clock_timestamp() - interval '1 minute';
end $$;

-- The account that one of the vendor's staff has named and acts on: nobody else's is seen or changed.
create function app.subject() returns uuid language sql stable as
  $$ select nullif(current_setting('app.subject', true), '')::uuid $$;

-- What was done to an account, and why. The vendor's book: departments read in their own log what concerns them.
create table account_acts (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  account_id uuid references accounts (id),
  super_admin_id uuid references super_admin_users (id),
  act text not null check (act in ('disable', 'enable', 'release', 'send_reset', 'reset_factors', 'end_sessions',
    'add_super_admin', 'deactivate_super_admin')),
  reason text not null check (length(reason) between 3 and 500),
  by_user_id uuid not null references accounts (id),
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  check (account_id is not null or super_admin_id is not null)
);
create index on account_acts (organization_id, account_id, at desc);

-- What a department, and the vendor, may know of a membership beside the roster itself.
alter table memberships
  add column role text not null default 'officer' check (role in ('officer', 'admin')),
  add column standing text not null default 'pending' check (standing in ('pending', 'approved', 'suspended', 'rejected')),
  add column left_on date,
  -- What the vendor did to the account behind it: an entry in the department's own log.
  add column account_disabled_at timestamptz,
  add column factors_reset_at timestamptz;

create or replace function app.keep_memberships() returns trigger language plpgsql as $$
declare
  now_standing constant text := case when new.rejected_at is not null then 'rejected' when new.suspended_at is not null then
    'suspended' when new.approved then 'approved' else 'pending' end;
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id and old.user_id is not null then
    delete from memberships where organization_id = old.organization_id and account_id = old.user_id;
  end if;
  if new.user_id is null then return null; end if;
  insert into memberships (account_id, organization_id, officer_id, role, standing, left_on)
    values (new.user_id, new.organization_id, new.id, new.role, now_standing, new.left_on) on conflict do nothing;
  update memberships m set role = new.role, standing = now_standing, left_on = new.left_on
    where m.organization_id = new.organization_id and m.account_id = new.user_id
      and (m.role, m.standing, m.left_on) is distinct from (new.role, now_standing, new.left_on);
  return null;
end $$;
drop trigger keep_memberships on officers;
create trigger keep_memberships after insert or update of user_id, role, approved, suspended_at, rejected_at, left_on on officers
  for each row execute function app.keep_memberships();

-- Those that are there: no act of anybody's, so nothing is recorded. The fence forces both anew.
alter table memberships no force row level security;
alter table officers no force row level security;
alter table memberships disable trigger user;
update memberships m set role = f.role, left_on = f.left_on, standing = case when f.rejected_at is not null then 'rejected'
    when f.suspended_at is not null then 'suspended' when f.approved then 'approved' else 'pending' end
  from officers f where f.organization_id = m.organization_id and f.user_id = m.account_id;
alter table memberships enable trigger user;
