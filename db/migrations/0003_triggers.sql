-- What follows from every change: audit and poke, counters, memberships, guards. Integrity only; rules stand in features.

-- record_change(topic, audience, id_column, officer_column, hidden columns, quiet columns, unaudited operations)
--   hidden: never shown in the audit; quiet: a change of these alone is derived, it pokes but leaves no audit row.
--   topic '' pokes nothing; officer_column '' names nobody.
create function app.record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  quiet text[] := string_to_array(tg_argv[5], ',');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  row jsonb := coalesce(new_row, old_row);
  organization uuid := coalesce((row ->> 'organization_id')::uuid, app.organization_id(),
    '00000000-0000-0000-0000-000000000000');
begin
  if tg_table_name = 'organizations' then organization := (row ->> 'id')::uuid; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) = to_jsonb(new) then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or to_jsonb(old) - quiet <> to_jsonb(new) - quiet) then
    insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_officer_id, actor_role,
                               thing_type, thing_id, before, after, ip, user_agent)
    values (organization, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'),
            app.user_id(), app.officer_id(), app.role(), tg_table_name, (row ->> 'id')::uuid, old_row, new_row,
            nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
  end if;
  if tg_argv[0] <> '' then
    insert into outbox (organization_id, topic, thing_id, officer_id, audience)
    values (organization, tg_argv[0], (row ->> tg_argv[2])::uuid,
            case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end,
            case when tg_argv[1] = 'officer' and row ->> tg_argv[3] is null then 'admins' else tg_argv[1] end);
  end if;
  return null;
end $$;

-- posts.confirmed_count equals the rows that hold a place, whoever wrote them; posts_not_over refuses one too many.
create function app.holds_place(status text) returns boolean language sql immutable as
  $$ select status in ('confirmed', 'calloff_requested', 'worked') $$;
create function app.count_places() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and app.holds_place(old.status);
  is_now boolean := tg_op <> 'DELETE' and app.holds_place(new.status);
begin
  if was and (not is_now or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count - 1
      where organization_id = old.organization_id and id = old.post_id;
  end if;
  if is_now and (not was or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count + 1
      where organization_id = new.organization_id and id = new.post_id;
  end if;
  return null;
end $$;
create trigger count_places after insert or update of status, post_id or delete on officer_assignments
  for each row execute function app.count_places();

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

create function app.keep_organization() returns trigger language plpgsql as $$
begin
  raise exception 'organization_id cannot be changed' using errcode = '42501';
end $$;

-- The features an organization has: tier defaults, explicit flags over them (specification section 4).
create function app.has_feature(tier text, flags jsonb, feature text) returns boolean language sql immutable as $$
  select coalesce((flags ->> feature)::boolean,
    feature in ('reports', 'overtime', 'officer_stats') or
    (tier in ('trial', 'pro', 'enterprise') and
     feature in ('custom_branding', 'location_verification', 'audit_logs', 'bulk_operations')))
$$;

-- Active until the end of trial_end_date in the department's zone; a missing date is active.
create function app.trial_over(tier text, ends date, zone text, at timestamptz) returns boolean language sql stable as
  $$ select tier = 'trial' and ends is not null and at >= ((ends + 1)::timestamp at time zone zone) $$;

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

insert into organizations (id, name, subdomain, state)
values ('00000000-0000-0000-0000-000000000000', 'Vendor', 'vendor', 'vendor');
