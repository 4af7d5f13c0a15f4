-- Entering a transaction as somebody. Each of these sets the context of 0001 or raises; none looks across tenants.
-- Enters the transaction as the person who holds the session, or raises; nothing behind it can run without.
--   needs: 'signed_in', 'officer', 'admin' or 'super_admin'; feature '' for none.
--   A refusal has errcode WB401 or WB403 and its code as the message.
create function app.enter(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
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
      g.features_enabled, g.trial_end_date, g.time_zone
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
  role := o.role;
  perform set_config('app.role', o.role, true);
  if needs = 'super_admin' then raise exception 'not_found' using errcode = 'WB404'; end if;
  if needs = 'admin' and o.role <> 'admin' then raise exception 'not_allowed' using errcode = 'WB403'; end if;
  if needs <> 'signed_in' and not after_trial and o.subscription_tier = 'trial'
     and app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, now_at) then
    raise exception 'trial_expired' using errcode = 'WB403';
  end if;
  if feature <> '' and not app.has_feature(o.subscription_tier, o.features_enabled, feature) then
    raise exception 'feature_not_available' using errcode = 'WB403', detail = o.subscription_tier;
  end if;
end $$;

-- What a write leaves with every row it changes, and the minute of what a person did last.
create function app.mark(call text, request_id uuid, ip text, agent text) returns void language plpgsql as $$
begin
  perform set_config('app.call', call, true), set_config('app.request_id', request_id::text, true),
    set_config('app.ip', ip, true), set_config('app.agent', agent, true);
  update sessions set last_seen_at = clock_timestamp()
    where token_hash = app.token() and last_seen_at < clock_timestamp() - interval '1 minute';
end $$;

-- Nobody signed in: the vendor's reserved organization, no role beyond 'anyone', scoped by the browser's random id.
create function app.enter_anyone(browser text) returns timestamptz language plpgsql as $$
begin
  perform set_config('app.role', 'anyone', true), set_config('app.scope', browser, true),
    set_config('app.organization_id', '00000000-0000-0000-0000-000000000000', true);
  return clock_timestamp();
end $$;

-- A job inside one organization.
create function app.enter_system(organization uuid, call text) returns timestamptz language plpgsql as $$
begin
  perform set_config('app.role', 'system', true), set_config('app.call', call, true),
    set_config('app.organization_id', organization::text, true);
  return clock_timestamp();
end $$;

-- The departments of the signed-in account: each is entered in turn, since no statement looks across tenants.
create function app.my_memberships() returns table (organization_id uuid, name text, subdomain text, logo_url text,
  officer_id uuid, role text, approved boolean, standing text, organization_state text) language plpgsql as $$
declare
  m record;
  kept text := current_setting('app.organization_id', true);
begin
  for m in select w.organization_id as id from memberships w where w.account_id = app.user_id() order by 1 loop
    perform set_config('app.organization_id', m.id::text, true);
    return query
      select f.organization_id, g.name, g.subdomain, g.logo_url, f.id, f.role, f.approved,
        case when f.left_on <= current_date then 'left' when f.rejected_at is not null then 'rejected'
             when f.suspended_at is not null then 'suspended' when f.approved then 'approved' else 'pending' end, g.state
      from officers f join organizations g on g.id = f.organization_id
      where f.organization_id = m.id and f.user_id = app.user_id() and g.state in ('active', 'closing', 'suspended');
  end loop;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
end $$;
