-- Made by: node tools/run.mjs tools/schema.ts
-- The database after every migration and the fence, for reading. Nothing runs this file.

create schema app;
create extension btree_gist;

-- ===============================================
-- Functions that several tables or statements use
-- ===============================================

CREATE OR REPLACE FUNCTION app.about_of(thing_type text, held jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return nullif(held ->> case thing_type when 'organization_erasures' then 'subject_id' else 'organization_id' end,
    '00000000-0000-0000-0000-000000000000')::uuid;
end $function$;
revoke execute on function app.about_of(text,jsonb) from public;
grant execute on function app.about_of(text,jsonb) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.act_as_officer(who uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  o record;
begin
  if (select app.role()) <> 'system' then raise exception 'only jobs act for officers'; end if;
  select f.user_id, f.approved, f.suspended_at, f.rejected_at, f.left_on, g.state, g.subscription_tier, g.trial_end_date,
      g.time_zone into o
    from officers f join organizations g on g.id = f.organization_id
    where f.organization_id = (select app.organization_id()) and f.id = who;
  if o.user_id is null or not o.approved or o.suspended_at is not null or o.rejected_at is not null
     or coalesce(o.left_on <= now()::date, false) or o.state not in ('active', 'closing')
     or app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, now()) then
    return false;
  end if;
  perform set_config('app.user_id', o.user_id::text, true), set_config('app.officer_id', who::text, true),
    set_config('app.role', 'officer', true);
  return true;
end $function$;
revoke execute on function app.act_as_officer(uuid) from public;
grant execute on function app.act_as_officer(uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.acting_role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select case when app.support() is null then app.role() else 'support' end $function$;
revoke execute on function app.acting_role() from public;
grant execute on function app.acting_role() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.address()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.address', true), '') $function$;
revoke execute on function app.address() from public;
grant execute on function app.address() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.agency()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.agency', true), '') $function$;
revoke execute on function app.agency() from public;
grant execute on function app.agency() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.awaits_answer(n notifications)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (select from assignments a where a.organization_id = n.organization_id and a.id = n.assignment_id
      and a.starts_at > now()) then
    return false;
  end if;
  case n.type
    when 'ordered_in' then
      return exists (select from order_ins i where i.organization_id = n.organization_id and i.officer_id = n.officer_id
        and i.assignment_id = n.assignment_id and i.seen_at is null and i.cancelled_at is null and i.fell_at is null);
    when 'volunteers_asked' then
      return exists (select from order_asked q
        join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
        where q.organization_id = n.organization_id and q.officer_id = n.officer_id and q.answer is null
          and c.assignment_id = n.assignment_id and c.closed_at is null)
        and not exists (select from officer_assignments s where s.organization_id = n.organization_id
          and s.assignment_id = n.assignment_id and s.officer_id = n.officer_id and app.holds_place(s.status));
    when 'place_offered', 'place_offered_now' then
      return exists (select from officer_assignments s where s.organization_id = n.organization_id and s.officer_id = n.officer_id
        and s.assignment_id = n.assignment_id and s.status = 'offered' and s.offer_expires_at > now());
    when 'swap_asked' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.to_officer_id = n.officer_id and w.state = 'open');
    when 'swap_answered' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.officer_id = n.officer_id and w.state = 'answered');
  end case;
end $function$;
revoke execute on function app.awaits_answer(notifications) from public;
grant execute on function app.awaits_answer(notifications) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.clock_words(at timestamp with time zone, zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(at at time zone zone, case when (select time_format from organizations
    where id = app.organization_id()) = '12h' then 'FMHH12:MI AM' else 'HH24:MI' end)
$function$;
revoke execute on function app.clock_words(timestamp with time zone,text) from public;
grant execute on function app.clock_words(timestamp with time zone,text) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.day_and_clock(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select app.day_and_clock(at, g.time_zone) from organizations g where g.id = (select app.organization_id())
$function$;
revoke execute on function app.day_and_clock(timestamp with time zone) from public;
grant execute on function app.day_and_clock(timestamp with time zone) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.day_and_clock(at timestamp with time zone, zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(at at time zone zone, 'Dy, Mon FMDD') || ' · ' || app.clock_words(at, zone)
$function$;
revoke execute on function app.day_and_clock(timestamp with time zone,text) from public;
grant execute on function app.day_and_clock(timestamp with time zone,text) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.device()
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$ select decode(nullif(current_setting('app.device', true), ''), 'hex') $function$;
revoke execute on function app.device() from public;
grant execute on function app.device() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter(token bytea, needs text, feature text, after_trial boolean, OUT now_at timestamp with time zone, OUT session_id uuid, OUT user_id uuid, OUT officer_id uuid, OUT organization_id uuid, OUT role text, OUT name text, OUT time_zone text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;
revoke execute on function app.enter(bytea,text,text,boolean) from public;
grant execute on function app.enter(bytea,text,text,boolean) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_anyone(browser text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.role', 'anyone', true), set_config('app.scope', browser, true),
    set_config('app.organization_id', '00000000-0000-0000-0000-000000000000', true);
  return clock_timestamp();
end $function$;
revoke execute on function app.enter_anyone(text) from public;
grant execute on function app.enter_anyone(text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_calendar(token bytea)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  at timestamptz := clock_timestamp();
  f record;
  o record;
begin
  perform set_config('app.role', 'anyone', true), set_config('app.token', encode(token, 'hex'), true),
    set_config('app.organization_id', '00000000-0000-0000-0000-000000000000', true);
  select c.organization_id, c.officer_id into f from calendar_feeds c
    where c.token_hash = token and c.revoked_at is null;
  if not found then raise exception 'not_found' using errcode = 'WB404'; end if;
  perform set_config('app.organization_id', f.organization_id::text, true), set_config('app.role', 'system', true);
  select p.user_id, p.approved, p.suspended_at, p.rejected_at, p.left_on, g.state, g.subscription_tier, g.trial_end_date,
      g.time_zone, g.notice_version, exists (select from notice_acceptances a where a.organization_id = p.organization_id
        and a.officer_id = p.id and a.version = g.notice_version) as accepted
    into o from officers p join organizations g on g.id = p.organization_id
    where p.organization_id = f.organization_id and p.id = f.officer_id;
  perform set_config('app.user_id', coalesce(o.user_id::text, ''), true);
  if o.user_id is null or not o.approved or o.suspended_at is not null or o.rejected_at is not null
     or coalesce(o.left_on <= at::date, false) or o.state not in ('active', 'closing')
     or (o.notice_version is not null and not o.accepted)
     or app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, at)
     or not exists (select from accounts a where a.id = o.user_id and a.disabled_at is null) then
    raise exception 'not_found' using errcode = 'WB404';
  end if;
  -- Now it sees what the officer sees, even if the person is an admin.
  perform set_config('app.officer_id', f.officer_id::text, true), set_config('app.scope', o.user_id::text, true),
    set_config('app.role', 'officer', true);
  return at;
end $function$;
revoke execute on function app.enter_calendar(bytea) from public;
grant execute on function app.enter_calendar(bytea) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_eraser(organization uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.role', 'system', true), set_config('app.call', 'job.erase_organization', true),
    set_config('app.organization_id', organization::text, true);
  if not app.erasing() then raise exception 'this organization is not being erased' using errcode = '42501'; end if;
  return clock_timestamp();
end $function$;
revoke execute on function app.enter_eraser(uuid) from public;
grant execute on function app.enter_eraser(uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_session(token bytea, needs text, feature text, after_trial boolean, OUT now_at timestamp with time zone, OUT session_id uuid, OUT user_id uuid, OUT officer_id uuid, OUT organization_id uuid, OUT role text, OUT name text, OUT time_zone text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;
revoke execute on function app.enter_session(bytea,text,text,boolean) from public;
grant execute on function app.enter_session(bytea,text,text,boolean) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_system(organization uuid, call text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.role', 'system', true), set_config('app.call', call, true),
    set_config('app.organization_id', organization::text, true);
  return clock_timestamp();
end $function$;
revoke execute on function app.enter_system(uuid,text) from public;
grant execute on function app.enter_system(uuid,text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.enter_vendor(token bytea, call text, reason text, OUT now_at timestamp with time zone, OUT session_id uuid, OUT user_id uuid, OUT officer_id uuid, OUT organization_id uuid, OUT role text, OUT name text, OUT time_zone text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  s record;
begin
  now_at := clock_timestamp();
  perform set_config('app.token', encode(token, 'hex'), true);
  select id, sessions.user_id, kind, second_factor_at into s from sessions
    where token_hash = token and ended_at is null and last_seen_at > now_at - interval '30 minutes'
      and created_at > now_at - interval '12 hours';
  if not found then raise exception 'not_signed_in' using errcode = 'WB401'; end if;
  if s.kind <> 'super_admin' then raise exception 'not_found' using errcode = 'WB404'; end if;
  perform set_config('app.user_id', s.user_id::text, true);
  if s.second_factor_at is null
     or not exists (select from accounts a where a.id = s.user_id and a.disabled_at is null)
     or not exists (select from super_admin_users u where u.account_id = s.user_id and u.active) then
    raise exception 'not_signed_in' using errcode = 'WB401';
  end if;
  session_id := s.id;
  user_id := s.user_id;
  role := 'super_admin';
  organization_id := '00000000-0000-0000-0000-000000000000';
  perform set_config('app.role', role, true), set_config('app.scope', user_id::text, true),
    set_config('app.organization_id', organization_id::text, true), set_config('app.reason', reason, true);
  insert into vendor_reads (organization_id, user_id, session_id, call, reason)
    values (organization_id, user_id, session_id, enter_vendor.call, enter_vendor.reason)
    on conflict do nothing;
  -- What comes behind it only reads.
  set transaction read only;
end $function$;
revoke execute on function app.enter_vendor(bytea,text,text) from public;
grant execute on function app.enter_vendor(bytea,text,text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.erasing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from organizations o where o.id = app.organization_id() and o.state = 'erased')
$function$;
revoke execute on function app.erasing() from public;
grant execute on function app.erasing() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.forget_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  vendor constant uuid := '00000000-0000-0000-0000-000000000000';
  kept text := current_setting('app.organization_id', true);
begin
  perform set_config('app.organization_id', vendor::text, true);
  delete from request_notes n where n.organization_id = vendor and n.request_id = old.id;
  delete from feedback_merges m where m.organization_id = vendor and m.request_id = old.id;
  delete from feedback_merges m where m.organization_id = vendor and m.into_id = old.id;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return null;
end $function$;
revoke execute on function app.forget_request() from public;
grant execute on function app.forget_request() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_against_support()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'support_not_here' using errcode = 'WB403';
end $function$;
revoke execute on function app.guard_against_support() from public;
grant execute on function app.guard_against_support() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.has_feature(tier text, flags jsonb, feature text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((flags ->> feature)::boolean,
    feature in ('reports', 'overtime', 'officer_stats') or
    (tier in ('trial', 'pro', 'enterprise') and
     feature in ('custom_branding', 'location_verification', 'audit_logs', 'bulk_operations')))
$function$;
revoke execute on function app.has_feature(text,jsonb,text) from public;
grant execute on function app.has_feature(text,jsonb,text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.hold_award_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(
    to_jsonb(new) ->> tg_argv[0], 5));
  return new;
end $function$;
revoke execute on function app.hold_award_rule() from public;
grant execute on function app.hold_award_rule() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.hold_kind(s officer_assignments, split boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when s.status = 'waitlisted' then 'waiting'
    when s.status = 'offered' and s.replaces_id is not null then 'replacing'
    when s.status = 'offered' and s.offer_shared then 'shared'
    when s.status = 'offered' then 'offered'
    when split and app.holds_place(s.status) then 'confirmed' end
$function$;
revoke execute on function app.hold_kind(officer_assignments,boolean) from public;
grant execute on function app.hold_kind(officer_assignments,boolean) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.holds_place(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select status in ('confirmed', 'calloff_requested', 'worked') $function$;
revoke execute on function app.holds_place(text) from public;
grant execute on function app.holds_place(text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.is_elsewhere(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  kept text := current_setting('app.user_id', true);
  found_one boolean;
begin
  perform set_config('app.user_id', account::text, true);
  found_one := exists (select from memberships w where w.account_id = account
    and w.organization_id is distinct from app.organization_id())
    or exists (select from super_admin_users u where u.account_id = account and u.active);
  perform set_config('app.user_id', coalesce(kept, ''), true);
  return found_one;
end $function$;
revoke execute on function app.is_elsewhere(uuid) from public;
grant execute on function app.is_elsewhere(uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.is_kept(post posts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from place_holds w where w.organization_id = post.organization_id and w.post_id = post.id
      and w.kind = 'waiting')
    and (post.freed_at > now() - interval '2 minutes' or exists (select from place_holds e
      where e.organization_id = post.organization_id and e.post_id = post.id and e.kind = 'offered'
        and e.until <= now() and e.until > now() - interval '1 minute'))
$function$;
revoke execute on function app.is_kept(posts) from public;
grant execute on function app.is_kept(posts) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.is_part(post posts, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (from_at, to_at) = (post.starts_at, post.ends_at)
    or (post.split_minutes is not null and from_at >= post.starts_at and to_at <= post.ends_at and from_at < to_at
      and mod(extract(epoch from from_at - post.starts_at), post.split_minutes * 60) = 0
      and (to_at = post.ends_at or mod(extract(epoch from to_at - post.starts_at), post.split_minutes * 60) = 0))
$function$;
revoke execute on function app.is_part(posts,timestamp with time zone,timestamp with time zone) from public;
grant execute on function app.is_part(posts,timestamp with time zone,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.just_signed_up(s officer_assignments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select s.status = 'confirmed' and s.decided_at is null and s.assigned_by is null and s.replaces_id is null
    and s.applied_at > now() - interval '1 minute' and s.starts_at > now()
    and not exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id)
    and not exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
      and t.checked_in_at is not null)
$function$;
revoke execute on function app.just_signed_up(officer_assignments) from public;
grant execute on function app.just_signed_up(officer_assignments) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.keep_awarded_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  asked uuid := case when tg_table_name = 'posts' then (to_jsonb(new) ->> 'assignment_id')::uuid else new.id end;
begin
  if exists (select from assignments a
      join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
      where a.organization_id = new.organization_id and a.id = asked and a.signup_mode = 'award' and a.awarded_at is null
        and p.split_minutes is not null) then
    raise exception 'an awarded post is taken whole' using errcode = '23514', constraint = 'posts_awarded_whole', table = 'posts';
  end if;
  return null;
end $function$;
revoke execute on function app.keep_awarded_whole() from public;
grant execute on function app.keep_awarded_whole() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.keep_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'organization_id cannot be changed' using errcode = '42501';
end $function$;
revoke execute on function app.keep_organization() from public;
grant execute on function app.keep_organization() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.logo()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.logo', true), '')::uuid $function$;
revoke execute on function app.logo() from public;
grant execute on function app.logo() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark(call text, request_id uuid, ip text, agent text, for_support boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  a record;
begin
  if app.support() is not null and not for_support then raise exception 'support_not_here' using errcode = 'WB403'; end if;
  perform set_config('app.call', call, true), set_config('app.request_id', request_id::text, true),
    set_config('app.ip', ip, true), set_config('app.agent', agent, true);
  update sessions set last_seen_at = clock_timestamp()
    where token_hash = app.token() and last_seen_at < clock_timestamp() - interval '1 minute';
  if app.support() is null then return; end if;
  select s.may_write, s.ended_at is null and s.ends_at > clock_timestamp() as is_live into a from support_accesses s
    where s.organization_id = app.organization_id() and s.id = app.support() for share;
  if a.is_live is not true then raise exception 'not_found' using errcode = 'WB404'; end if;
  if not a.may_write then raise exception 'support_read_only' using errcode = 'WB403'; end if;
end $function$;
revoke execute on function app.mark(text,uuid,text,text,boolean) from public;
grant execute on function app.mark(text,uuid,text,text,boolean) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.may_confirm_erasure(account uuid, asked_by uuid, asked_at timestamp with time zone, asked_alone boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when account = asked_by then asked_alone else exists (select from super_admin_users u
    where u.account_id = account and u.active and u.active_since <= asked_at) end
$function$;
revoke execute on function app.may_confirm_erasure(uuid,uuid,timestamp with time zone,boolean) from public;
grant execute on function app.may_confirm_erasure(uuid,uuid,timestamp with time zone,boolean) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.me()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(app.officer_id(), '00000000-0000-0000-0000-000000000000') $function$;
revoke execute on function app.me() from public;
grant execute on function app.me() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.merging()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$ select string_to_array(nullif(current_setting('app.merging', true), ''), ',')::uuid[] $function$;
revoke execute on function app.merging() from public;
grant execute on function app.merging() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.move_officer(from_id uuid, to_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  c record;
  keys jsonb;
  moved jsonb := '[]';
begin
  for c in select * from app.officer_columns() loop
    execute format('with m as (update public.%1$I t set %2$I = $2
        where t.organization_id = (select app.organization_id()) and t.%2$I = $1 returning jsonb_build_object(%3$s) as k)
      select jsonb_agg(k) from m', c.in_table, c.in_column,
      (select string_agg(format('%L, t.%I', k, k), ', ') from unnest(c.keys) k)) into keys using from_id, to_id;
    if keys is not null then
      moved := moved || jsonb_build_array(jsonb_build_object('table', c.in_table, 'column', c.in_column, 'keys', keys));
    end if;
  end loop;
  return moved;
end $function$;
revoke execute on function app.move_officer(uuid,uuid) from public;
grant execute on function app.move_officer(uuid,uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.move_officer_back(moved jsonb, from_id uuid, to_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  c record;
begin
  for c in select o.*, m.value -> 'keys' as listed from app.officer_columns() o
      left join jsonb_array_elements(moved) m on m.value ->> 'table' = o.in_table and m.value ->> 'column' = o.in_column
      order by o.by_signup, o.in_table, o.in_column loop
    if c.listed is not null then
      execute format('update public.%1$I t set %2$I = $2 where t.organization_id = (select app.organization_id())
          and t.%2$I = $1 and jsonb_build_object(%3$s) in (select jsonb_array_elements($3))', c.in_table, c.in_column,
        (select string_agg(format('%L, t.%I', k, k), ', ') from unnest(c.keys) k)) using from_id, to_id, c.listed;
    end if;
    if c.by_signup then
      execute format('update public.%1$I t set officer_id = $2 where t.organization_id = (select app.organization_id())
          and t.officer_id = $1 and t.signup_id in (select s.id from officer_assignments s
            where s.organization_id = (select app.organization_id()) and s.officer_id = $2)', c.in_table) using from_id, to_id;
    end if;
  end loop;
end $function$;
revoke execute on function app.move_officer_back(jsonb,uuid,uuid) from public;
grant execute on function app.move_officer_back(jsonb,uuid,uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.my_memberships()
 RETURNS TABLE(organization_id uuid, name text, subdomain text, logo_url text, officer_id uuid, role text, approved boolean, standing text, organization_state text)
 LANGUAGE plpgsql
AS $function$
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
end $function$;
revoke execute on function app.my_memberships() from public;
grant execute on function app.my_memberships() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(lower(normalize(name, NFKC)), '[^[:alnum:]]+') as word where length(word) > 1
$function$;
revoke execute on function app.name_key(text) from public;
grant execute on function app.name_key(text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.needs_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
        and f.rejected_at is null and (f.left_on is null or f.left_on > current_date) and g.state in ('active', 'closing')
        and (f.role = 'admin' or g.mfa_officers));
  end loop;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return found_one;
end $function$;
revoke execute on function app.needs_second_factor() from public;
grant execute on function app.needs_second_factor() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.officer_columns()
 RETURNS TABLE(in_table text, in_column text, keys text[], by_signup boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select c.relname::text, a.attname::text,
    array(select p.attname::text from pg_index i join pg_attribute p on p.attrelid = i.indrelid and p.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary and p.attname <> 'organization_id' order by p.attnum),
    a.attname = 'officer_id' and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'signup_id')
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'organization_id'
  where k.contype = 'f' and k.confrelid = 'public.officers'::regclass and c.relname not in ('award_receipts', 'force_members')
  order by 1, 2
$function$;
revoke execute on function app.officer_columns() from public;
grant execute on function app.officer_columns() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.officer_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.officer_id', true), '')::uuid $function$;
revoke execute on function app.officer_id() from public;
grant execute on function app.officer_id() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.organization_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.organization_id', true), '')::uuid $function$;
revoke execute on function app.organization_id() from public;
grant execute on function app.organization_id() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.overlaps_attendance(organization uuid, officer uuid, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from attendance t where t.organization_id = organization and t.officer_id = officer
    and t.scheduled_starts_at between from_at - interval '9 days' and to_at + interval '9 days'
    and date_trunc('minute', t.checked_in_at) < to_at and date_trunc('minute', coalesce(t.checked_out_at, now())) > from_at
    and app.worked_clock(organization, t.id, t.checked_in_at, coalesce(t.checked_out_at, now())) && tstzrange(from_at, to_at))
$function$;

  revoke execute on function app.overlaps_attendance(uuid,uuid,timestamp with time zone,timestamp with time zone) from public;

  grant execute on function app.overlaps_attendance(uuid,uuid,timestamp with time zone,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.paid_again(organization uuid, officer uuid, attendance uuid, in_at timestamp with time zone, out_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from app.worked_clock(organization, attendance, in_at, out_at) as mine (time)
    where exists (select from overtime_requests r where r.organization_id = organization and r.officer_id = officer
        and r.status in ('approved', 'locked') and r.starts_at < date_trunc('minute', out_at) and r.ends_at > date_trunc('minute', in_at)
        and mine.time && tstzrange(r.starts_at, r.ends_at))
      or exists (select from public.attendance w where w.organization_id = organization and w.officer_id = officer
        and w.id <> paid_again.attendance and w.state in ('approved', 'locked')
        and w.scheduled_starts_at between in_at - interval '9 days' and out_at + interval '9 days'
        and w.checked_in_at < out_at and w.checked_out_at > in_at
        and mine.time && app.worked_clock(organization, w.id, w.checked_in_at, w.checked_out_at)))
$function$;

  revoke execute on function app.paid_again(uuid,uuid,uuid,timestamp with time zone,timestamp with time zone) from public;

  grant execute on function app.paid_again(uuid,uuid,uuid,timestamp with time zone,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.places_covered(post posts)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  with held as materialized (select h.starts_at, h.ends_at from place_holds h
    where h.organization_id = post.organization_id and h.post_id = post.id and h.kind = 'confirmed')
  select coalesce(min((select count(*) from held h where h.starts_at <= e.at and h.ends_at > e.at)), 0)::integer
  from (select post.starts_at as at union select ends_at from held where ends_at < post.ends_at) e
$function$;
revoke execute on function app.places_covered(posts) from public;
grant execute on function app.places_covered(posts) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.places_held(post posts, from_at timestamp with time zone, to_at timestamp with time zone, with_shared boolean, besides uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  with held as materialized (
    select h.starts_at, h.ends_at from place_holds h
    where h.organization_id = post.organization_id and h.post_id = post.id and h.signup_id is distinct from besides
      and h.starts_at < to_at and h.ends_at > from_at
      and (h.kind = 'confirmed' or (h.kind = 'offered' and h.until > now())))
  select case when post.split_minutes is null then post.confirmed_count else 0 end
    + coalesce((select max((select count(*) from held h where h.starts_at <= e.at and h.ends_at > e.at))
        from (select greatest(starts_at, from_at) as at from held) e), 0)::integer
$function$;

  revoke execute on function app.places_held(posts,timestamp with time zone,timestamp with time zone,boolean,uuid) from public;

  grant execute on function app.places_held(posts,timestamp with time zone,timestamp with time zone,boolean,uuid) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.poke_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience)
  values ('00000000-0000-0000-0000-000000000000', 'requests', new.id, 'admins');
  return null;
end $function$;
revoke execute on function app.poke_requests() from public;
grant execute on function app.poke_requests() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.poke_staffing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.organization_id() is not null then
    insert into outbox (organization_id, topic, audience) values (app.organization_id(), 'staffing', 'system');
  end if;
  return null;
end $function$;
revoke execute on function app.poke_staffing() from public;
grant execute on function app.poke_staffing() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.posted_at(a assignments)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$ select greatest(coalesce(a.published_at, a.created_at), a.publish_at) $function$;
revoke execute on function app.posted_at(assignments) from public;
grant execute on function app.posted_at(assignments) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.put_officer_back(aside jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  c record;
begin
  for c in select key, value from jsonb_each(aside) loop
    -- Reminders and drafts of plans are pruned with what they belong to; the rest always has it still.
    execute format('insert into public.%1$I select n.* from jsonb_populate_recordset(null::public.%1$I, $1) n
      on conflict do nothing', c.key) using c.value;
  end loop;
end $function$;
revoke execute on function app.put_officer_back(jsonb) from public;
grant execute on function app.put_officer_back(jsonb) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.reason()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('app.reason', true), '') $function$;
revoke execute on function app.reason() from public;
grant execute on function app.reason() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  whole_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  whole_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_row jsonb := whole_old - hidden;
  new_row jsonb := whole_new - hidden;
  row jsonb := coalesce(new_row, old_row);
  vendor constant uuid := '00000000-0000-0000-0000-000000000000';
  kept text := current_setting('app.organization_id', true);
  organization uuid := coalesce((row ->> 'organization_id')::uuid, app.organization_id(), vendor);
  stated jsonb := '{}';
  -- What sign-ups change about a post.
  counted constant text[] := array['confirmed_count', 'freed_at'];
  topic text := tg_argv[0];
  audience text := tg_argv[1];
begin
  if tg_table_name = 'organizations' then organization := (row ->> 'id')::uuid; end if;
  if tg_op = 'UPDATE' and whole_old = whole_new then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or tg_argv[5] = ''
       or whole_old - string_to_array(tg_argv[5], ',') <> whole_new - string_to_array(tg_argv[5], ',')) then
    if organization <> vendor and app.acting_role() = 'super_admin'
       and coalesce(current_setting('app.stated_reason', true), '') <> '' then
      stated := jsonb_build_object('vendor_reason', current_setting('app.stated_reason', true));
    end if;
    insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_officer_id, actor_role,
                               thing_type, thing_id, before, after, ip, user_agent)
    values (organization, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'),
            app.user_id(), app.officer_id(), app.acting_role(), tg_table_name, (row ->> 'id')::uuid, old_row, new_row || stated,
            nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
    -- What the vendor's staff does in a department stands in the vendor's own log too, without what the department holds.
    if organization <> vendor and (app.acting_role() in ('super_admin', 'support') or tg_table_name = 'support_accesses') then
      perform set_config('app.organization_id', vendor::text, true);
      insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_role, thing_type, thing_id, after, ip,
                                 user_agent)
      values (vendor, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'), app.user_id(),
              app.acting_role(), tg_table_name, (row ->> 'id')::uuid,
              case when tg_table_name = 'support_accesses' then row else
                jsonb_build_object('organization_id', organization, 'support_access_id', app.support()) || stated end,
              nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
      perform set_config('app.organization_id', coalesce(kept, ''), true);
    end if;
  end if;
  if topic = '' then return null; end if;
  if audience = 'officer' and row ->> tg_argv[3] is null then audience := 'admins'; end if;
  if tg_table_name = 'place_holds' or tg_table_name = 'posts' and tg_op = 'UPDATE'
     and whole_old - counted = whole_new - counted then
    topic := 'spots';
  elsif tg_table_name = 'assignments' then
    if coalesce(old_row ->> 'status', 'draft') = 'draft' and coalesce(new_row ->> 'status', 'draft') = 'draft' then
      audience := 'admins';
    end if;
  elsif tg_table_name = 'posts' and exists (select from assignments a where a.organization_id = organization
      and a.id = (row ->> 'assignment_id')::uuid and a.status = 'draft') then
    audience := 'admins';
  end if;
  insert into outbox (organization_id, topic, thing_id, officer_id, audience)
  values (organization, topic, (row ->> tg_argv[2])::uuid,
          case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end, audience);
  return null;
end $function$;
revoke execute on function app.record_change() from public;
grant execute on function app.record_change() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.recount_post(organization uuid, which uuid, change integer, freed boolean, at timestamp with time zone)
 RETURNS posts
 LANGUAGE plpgsql
AS $function$
declare
  post posts;
  was integer;
begin
  select * into post from posts where organization_id = organization and id = which for no key update;
  if post.id is null then return null; end if;
  was := post.confirmed_count;
  if post.split_minutes is null then post.confirmed_count := was + change;
  elsif change <> 0 then post.confirmed_count := app.places_covered(post); end if;
  -- Who takes a place away while others wait leaves it to them: the job that passes it on is woken.
  freed := freed and exists (select from place_holds h where h.organization_id = organization and h.post_id = which
    and h.kind = 'waiting');
  if freed or post.confirmed_count <> was then
    update posts set confirmed_count = post.confirmed_count, freed_at = case when freed then now() else freed_at end
      where organization_id = organization and id = which;
  end if;
  if freed then insert into outbox (organization_id, topic, audience) values (organization, 'place_freed', 'system'); end if;
  for i in 1 .. abs(post.confirmed_count - was) loop
    insert into place_events (organization_id, assignment_id, at, delta)
      values (organization, post.assignment_id, at, sign(post.confirmed_count - was));
  end loop;
  return post;
end $function$;
revoke execute on function app.recount_post(uuid,uuid,integer,boolean,timestamp with time zone) from public;
grant execute on function app.recount_post(uuid,uuid,integer,boolean,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.request_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.request_id', true), '')::uuid $function$;
revoke execute on function app.request_id() from public;
grant execute on function app.request_id() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.revoke_calendars()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'organizations' then
    update calendar_feeds set revoked_at = now(), revoked_why = 'department_closed'
      where organization_id = new.id and revoked_at is null;
  else
    update calendar_feeds set revoked_at = now(), revoked_why = 'access_ended'
      where organization_id = new.organization_id and officer_id = (to_jsonb(new) ->> 'id')::uuid and revoked_at is null;
  end if;
  return null;
end $function$;
revoke execute on function app.revoke_calendars() from public;
grant execute on function app.revoke_calendars() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('app.role', true), '') $function$;
revoke execute on function app.role() from public;
grant execute on function app.role() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.scope()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('app.scope', true), '') $function$;
revoke execute on function app.scope() from public;
grant execute on function app.scope() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.sender(token bytea, sent_as text)
 RETURNS bytea
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.token', encode(token, 'hex'), true);
  if exists (select from sessions s where s.token_hash = token and s.ended_at is null
       and s.user_id || ' ' || s.organization_id is distinct from sent_as) then
    raise exception 'sent_as_another' using errcode = 'WB409';
  end if;
  return token;
end $function$;
revoke execute on function app.sender(bytea,text) from public;
grant execute on function app.sender(bytea,text) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.set_officer_aside(from_id uuid, to_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  c record;
  rows jsonb;
  aside jsonb := '{}';
begin
  for c in select * from (values ('notification_settings', '{}'::text[]), ('notice_acceptances', '{version}'),
      ('reminders', '{assignment_id,kind,starts_at}'), ('order_asked', '{call_id}'),
      ('fill_plan_lines', '{plan_id,post_id}'), ('announcement_recipients', '{announcement_id}')) v (in_table, same) loop
    execute format('with d as (delete from public.%1$I t where t.organization_id = (select app.organization_id())
        and t.officer_id = $1 and exists (select from public.%1$I o where o.organization_id = t.organization_id
          and o.officer_id = $2 %2$s) returning to_jsonb(t) as r) select jsonb_agg(r) from d', c.in_table,
      (select string_agg(format('and o.%1$I is not distinct from t.%1$I', s), ' ') from unnest(c.same) s))
      into rows using from_id, to_id;
    if rows is not null then aside := aside || jsonb_build_object(c.in_table, rows); end if;
  end loop;
  return aside;
end $function$;
revoke execute on function app.set_officer_aside(uuid,uuid) from public;
grant execute on function app.set_officer_aside(uuid,uuid) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.shares_schedule()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select g.officers_see_schedule from organizations g where g.id = (select app.organization_id())), false)
$function$;
revoke execute on function app.shares_schedule() from public;
grant execute on function app.shares_schedule() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.shown_color(o organizations)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when app.has_feature(o.subscription_tier, o.features_enabled, 'custom_branding')
    then o.primary_color else '#3b82f6' end
$function$;
revoke execute on function app.shown_color(organizations) from public;
grant execute on function app.shown_color(organizations) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.shown_logo(o organizations)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when app.has_feature(o.subscription_tier, o.features_enabled, 'custom_branding') then o.logo_url end
$function$;
revoke execute on function app.shown_logo(organizations) from public;
grant execute on function app.shown_logo(organizations) to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.subject()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.subject', true), '')::uuid $function$;
revoke execute on function app.subject() from public;
grant execute on function app.subject() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.support()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.support', true), '')::uuid $function$;
revoke execute on function app.support() from public;
grant execute on function app.support() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.token()
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$ select decode(nullif(current_setting('app.token', true), ''), 'hex') $function$;
revoke execute on function app.token() from public;
grant execute on function app.token() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.trial_days_left(ends date, zone text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select case when ends is not null then greatest(0, ends - (at at time zone zone)::date + 1) end $function$;
revoke execute on function app.trial_days_left(date,text,timestamp with time zone) from public;
grant execute on function app.trial_days_left(date,text,timestamp with time zone) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.trial_over(tier text, ends date, zone text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select tier = 'trial' and ends is not null and at >= ((ends + 1)::timestamp at time zone zone) $function$;
revoke execute on function app.trial_over(text,date,text,timestamp with time zone) from public;
grant execute on function app.trial_over(text,date,text,timestamp with time zone) to watchbill_app, watchbill_eraser,
  watchbill_vendor;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.user_id', true), '')::uuid $function$;
revoke execute on function app.user_id() from public;
grant execute on function app.user_id() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.worked_clock(organization uuid, attendance uuid, in_at timestamp with time zone, out_at timestamp with time zone)
 RETURNS tstzmultirange
 LANGUAGE sql
 STABLE
AS $function$
  select tstzmultirange(tstzrange(date_trunc('minute', in_at), date_trunc('minute', greatest(in_at, out_at))))
    - coalesce(range_agg(tstzrange(date_trunc('minute', b.left_at), date_trunc('minute', b.back_at))), '{}'::tstzmultirange)
  from attendance_gaps b where b.organization_id = organization and b.attendance_id = attendance and not b.counted
$function$;
revoke execute on function app.worked_clock(uuid,uuid,timestamp with time zone,timestamp with time zone) from public;

  grant execute on function app.worked_clock(uuid,uuid,timestamp with time zone,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.worked_times(organization uuid, attendance uuid, in_at timestamp with time zone, out_at timestamp with time zone)
 RETURNS tstzmultirange
 LANGUAGE sql
 STABLE
AS $function$
  select tstzmultirange(tstzrange(in_at, greatest(in_at, out_at)))
    - coalesce(range_agg(tstzrange(b.left_at, b.back_at)), '{}'::tstzmultirange)
  from attendance_gaps b where b.organization_id = organization and b.attendance_id = attendance and not b.counted
$function$;
revoke execute on function app.worked_times(uuid,uuid,timestamp with time zone,timestamp with time zone) from public;

  grant execute on function app.worked_times(uuid,uuid,timestamp with time zone,timestamp with time zone) to watchbill_app,
  watchbill_eraser, watchbill_vendor;

-- ================
-- platform: tables
-- ================

-- schema_migrations (platform/server)
create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

-- idempotency_keys (platform/server)
create table idempotency_keys (
  organization_id uuid not null,
  scope text not null,
  call text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  answer text,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, scope, call, key),
  constraint idempotency_keys_key_check CHECK (length(key) >= 8 AND length(key) <= 100),
  constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX idempotency_keys_organization_id_created_at_idx ON public.idempotency_keys USING btree (organization_id, created_at);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on idempotency_keys for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy own on idempotency_keys for all to watchbill_app
  using (((scope = (select app.scope())) OR ((select app.role()) = 'system'::text)));

grant delete, insert, select, update (status, answer) on idempotency_keys to watchbill_app;
grant delete, select on idempotency_keys to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON idempotency_keys FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- outbox (platform/server)
create table outbox (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  thing_id uuid,
  officer_id uuid,
  audience text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint outbox_audience_check CHECK (audience = ANY (ARRAY['all'::text, 'officer'::text, 'admins'::text, 'user'::text, 'system'::text]))
);

CREATE INDEX outbox_at_idx ON public.outbox USING btree (at);
CREATE INDEX outbox_xid_idx ON public.outbox USING btree (xid);

alter table outbox enable row level security;
alter table outbox force row level security;
create policy erase on outbox for all to watchbill_eraser
  using (((select app.erasing()) AND (organization_id = (select app.organization_id()))));
create policy make on outbox for insert to watchbill_app
  with check (((select app.role()) <> ''::text));
create policy poll on outbox for select to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy prune on outbox for delete to watchbill_app
  using (((select app.role()) = 'system'::text));

grant delete, insert, select on outbox to watchbill_app;
grant delete, select on outbox to watchbill_eraser;

-- mails (platform/server)
create table mails (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  last_error text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  expires_at timestamp with time zone,
  about uuid,
  attachment_name text,
  attachment bytea,
  constraint mails_pkey PRIMARY KEY (organization_id, id),
  constraint mails_attachment_check CHECK (length(attachment) <= 5000000),
  constraint mails_attachment_name_check CHECK (attachment_name ~ '^[A-Za-z0-9._-]{1,80}$'::text),
  constraint mails_check CHECK ((attachment IS NULL) = (attachment_name IS NULL)),
  constraint mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dropped'::text])),
  constraint mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX mails_about ON public.mails USING btree (organization_id, about) WHERE ((about IS NOT NULL) AND (state = 'waiting'::text));
CREATE INDEX mails_organization_id_created_at_idx ON public.mails USING btree (organization_id, created_at);
CREATE INDEX mails_organization_id_next_try_at_idx ON public.mails USING btree (organization_id, next_try_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

alter table mails enable row level security;
alter table mails force row level security;
create policy tenant on mails as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on mails for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on mails for insert to watchbill_app
  with check (((select app.role()) <> ''::text));
create policy send on mails for all to watchbill_app
  using (((select app.role()) = 'system'::text));

grant delete, insert, select, update (state, attempts, next_try_at, last_error, sent_at) on mails to watchbill_app;
grant delete, select on mails to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.poke_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'mail', new.id, 'system');
  return null;
end $function$;
revoke execute on function app.poke_mail() from public;
grant execute on function app.poke_mail() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON mails FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mail_waits AFTER INSERT ON mails FOR EACH ROW EXECUTE FUNCTION app.poke_mail();

-- ==================
-- department: tables
-- ==================

-- audit_entries (department/audit)
create table audit_entries (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
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
  about uuid,
  constraint audit_entries_pkey PRIMARY KEY (organization_id, id),
  constraint about_as_held CHECK (organization_id <> '00000000-0000-0000-0000-000000000000'::uuid OR NOT about IS DISTINCT FROM app.about_of(thing_type, COALESCE(after, before))),
  constraint audit_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX audit_entries_organization_id_at_idx ON public.audit_entries USING btree (organization_id, at);
CREATE INDEX audit_entries_organization_id_id_idx ON public.audit_entries USING btree (organization_id, id) WHERE (actor_role = 'super_admin'::text);
CREATE INDEX audit_entries_organization_id_thing_type_thing_id_id_idx ON public.audit_entries USING btree (organization_id, thing_type, thing_id, id);
CREATE INDEX audit_entries_staff ON public.audit_entries USING btree (at DESC, id DESC) WHERE ((organization_id = '00000000-0000-0000-0000-000000000000'::uuid) AND ((actor_role = ANY (ARRAY['super_admin'::text, 'support'::text])) OR (action = 'super_admins.sign_in'::text) OR (thing_type = ANY (ARRAY['super_admin_users'::text, 'organization_erasures'::text, 'vendor_settings'::text, 'support_accesses'::text]))));
CREATE INDEX audit_entries_staff_about ON public.audit_entries USING btree (about, at DESC, id DESC) WHERE ((organization_id = '00000000-0000-0000-0000-000000000000'::uuid) AND ((actor_role = ANY (ARRAY['super_admin'::text, 'support'::text])) OR (action = 'super_admins.sign_in'::text) OR (thing_type = ANY (ARRAY['super_admin_users'::text, 'organization_erasures'::text, 'vendor_settings'::text, 'support_accesses'::text]))));
CREATE INDEX audit_entries_staff_person ON public.audit_entries USING btree (actor_user_id, at DESC, id DESC) WHERE ((organization_id = '00000000-0000-0000-0000-000000000000'::uuid) AND ((actor_role = ANY (ARRAY['super_admin'::text, 'support'::text])) OR (action = 'super_admins.sign_in'::text) OR (thing_type = ANY (ARRAY['super_admin_users'::text, 'organization_erasures'::text, 'vendor_settings'::text, 'support_accesses'::text]))));

alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy tenant on audit_entries as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on audit_entries for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on audit_entries for insert to watchbill_app
  with check (((NOT (actor_user_id IS DISTINCT FROM (select app.user_id()))) AND (actor_role = (select app.acting_role()))));
create policy see on audit_entries for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) OR (((select app.role()) = 'admin'::text) AND ((thing_type <> 'officer_notes'::text) OR ((COALESCE(after, before) ->> 'officer_id'::text) IS DISTINCT FROM ((select app.officer_id()))::text)))));
create policy vendor_see on audit_entries for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text) AND (((organization_id = '00000000-0000-0000-0000-000000000000'::uuid) AND ((actor_role = ANY (ARRAY['super_admin'::text, 'support'::text])) OR (action = 'super_admins.sign_in'::text) OR (thing_type = ANY (ARRAY['super_admin_users'::text, 'organization_erasures'::text, 'vendor_settings'::text, 'support_accesses'::text])))) OR ((actor_role = 'super_admin'::text) AND (thing_type = ANY (ARRAY['organizations'::text, 'billing_accounts'::text, 'contracts'::text, 'contract_versions'::text, 'invoices'::text, 'invoice_lines'::text, 'payments'::text, 'payment_allocations'::text, 'refunds'::text, 'billing_tasks'::text, 'contact_requests'::text, 'support_accesses'::text]))))));

grant insert, select on audit_entries to watchbill_app;
grant delete, select on audit_entries to watchbill_eraser;
grant select (organization_id, id, at, request_id, action, actor_user_id, actor_role, thing_type, thing_id, before,
  after, ip, user_agent, about) on audit_entries to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_about()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.about := app.about_of(new.thing_type, coalesce(new.after, new.before));
  return new;
end $function$;
revoke execute on function app.note_about() from public;
grant execute on function app.note_about() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from organization_figures where organization_id = new.organization_id
    and (last_activity_at is null or last_activity_at < new.at - interval '1 hour') for no key update skip locked;
  if found then
    update organization_figures set last_activity_at = new.at where organization_id = new.organization_id;
  end if;
  return null;
end $function$;
revoke execute on function app.note_activity() from public;
grant execute on function app.note_activity() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON audit_entries FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER note_about BEFORE INSERT ON audit_entries FOR EACH ROW WHEN (new.organization_id = '00000000-0000-0000-0000-000000000000'::uuid) EXECUTE FUNCTION app.note_about();
CREATE TRIGGER note_activity AFTER INSERT ON audit_entries FOR EACH ROW WHEN (new.actor_user_id IS NOT NULL AND (new.actor_role = ANY (ARRAY['anyone'::text, 'waiting'::text, 'officer'::text, 'admin'::text]))) EXECUTE FUNCTION app.note_activity();

-- audit_seals (department/audit)
create table audit_seals (
  organization_id uuid not null,
  number bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  entry_count integer not null,
  first_id bigint not null,
  last_id bigint not null,
  sealed_at timestamp with time zone not null,
  high_id bigint not null,
  sealer_xid xid8 not null default pg_current_xact_id(),
  settled_id bigint not null,
  constraint audit_seals_pkey PRIMARY KEY (organization_id, number),
  constraint audit_seals_entry_count_check CHECK (entry_count > 0),
  constraint audit_seals_hash_check CHECK (length(hash) = 32),
  constraint audit_seals_number_check CHECK (number > 0),
  constraint audit_seals_previous_hash_check CHECK (length(previous_hash) = 32),
  constraint audit_seals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy tenant on audit_seals as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on audit_seals for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on audit_seals for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on audit_seals for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'super_admin'::text, 'system'::text])));

grant insert, select on audit_seals to watchbill_app;
grant delete, select on audit_seals to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON audit_seals FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- audit_seal_entries (department/audit)
create table audit_seal_entries (
  organization_id uuid not null,
  entry_id bigint not null,
  seal_number bigint not null,
  digest bytea not null,
  constraint audit_seal_entries_pkey PRIMARY KEY (organization_id, entry_id),
  constraint audit_seal_entries_digest_check CHECK (length(digest) = 32),
  constraint audit_seal_entries_organization_id_seal_number_fkey FOREIGN KEY (organization_id, seal_number) REFERENCES audit_seals(organization_id, number)
);

alter table audit_seal_entries enable row level security;
alter table audit_seal_entries force row level security;
create policy tenant on audit_seal_entries as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on audit_seal_entries for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on audit_seal_entries for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on audit_seal_entries for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'super_admin'::text, 'system'::text])));
create policy vendor_see on audit_seal_entries for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text) AND (organization_id = '00000000-0000-0000-0000-000000000000'::uuid)));

grant insert, select on audit_seal_entries to watchbill_app;
grant delete, select on audit_seal_entries to watchbill_eraser;
grant select (organization_id, entry_id, seal_number) on audit_seal_entries to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON audit_seal_entries FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- organization_logos (department/branding)
create table organization_logos (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webp bytea not null,
  png bytea not null,
  width integer not null,
  height integer not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  replaced_at timestamp with time zone,
  constraint organization_logos_pkey PRIMARY KEY (organization_id, id),
  constraint organization_logos_height_check CHECK (height >= 1 AND height <= 1024),
  constraint organization_logos_png_check CHECK (length(png) >= 1 AND length(png) <= 2097152),
  constraint organization_logos_webp_check CHECK (length(webp) >= 1 AND length(webp) <= 1048576),
  constraint organization_logos_width_check CHECK (width >= 1 AND width <= 1024),
  constraint organization_logos_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint organization_logos_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table organization_logos enable row level security;
alter table organization_logos force row level security;
create policy tenant on organization_logos as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on organization_logos for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on organization_logos for insert to watchbill_app
  with check (((select app.role()) = 'admin'::text));
create policy merge_created_by on organization_logos for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy prune on organization_logos for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (replaced_at IS NOT NULL)));
create policy replace on organization_logos for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy see on organization_logos for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (id = (select app.logo()))));

grant delete, insert, select, update (created_by, replaced_at) on organization_logos to watchbill_app;
grant delete, select on organization_logos to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON organization_logos FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON organization_logos FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'admins', 'id', '', 'webp,png', 'replaced_at', 'DELETE');

-- push_subscriptions (department/channels)
create table push_subscriptions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text,
  auth text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  platform text not null default 'web'::text,
  constraint push_subscriptions_pkey PRIMARY KEY (organization_id, id),
  constraint push_subscriptions_auth_check CHECK (length(auth) = 22),
  constraint push_subscriptions_endpoint_check CHECK (length(endpoint) >= 20 AND length(endpoint) <= 1000),
  constraint push_subscriptions_keys_check CHECK ((platform = 'web'::text) = (p256dh IS NOT NULL) AND (platform = 'web'::text) = (auth IS NOT NULL)),
  constraint push_subscriptions_p256dh_check CHECK (length(p256dh) = 87),
  constraint push_subscriptions_platform_check CHECK (platform = ANY (ARRAY['web'::text, 'ios'::text, 'android'::text])),
  constraint push_subscriptions_user_agent_check CHECK (length(user_agent) <= 400),
  constraint push_subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint push_subscriptions_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE UNIQUE INDEX push_subscriptions_endpoint ON public.push_subscriptions USING btree (organization_id, endpoint) WHERE (platform = 'web'::text);
CREATE INDEX push_subscriptions_of ON public.push_subscriptions USING btree (organization_id, officer_id, created_at);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (session_id);

alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy tenant on push_subscriptions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on push_subscriptions for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_officer_id on push_subscriptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy own on push_subscriptions for all to watchbill_app
  using (((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text) OR (((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0))))
  with check ((officer_id = (select app.officer_id())));

grant delete, insert, select, update (officer_id, session_id, user_agent) on push_subscriptions to watchbill_app;
grant delete, select on push_subscriptions to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON push_subscriptions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON push_subscriptions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('channels', 'officer', 'id', 'officer_id', 'endpoint,p256dh,auth', 'session_id,user_agent', '');

-- push_tokens (department/channels)
create table push_tokens (
  organization_id uuid not null,
  subscription_id uuid not null,
  token_hash bytea not null,
  constraint push_tokens_pkey PRIMARY KEY (organization_id, subscription_id),
  constraint push_tokens_token_hash_check CHECK (length(token_hash) = 32),
  constraint push_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint push_tokens_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES push_subscriptions(organization_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX push_tokens_hash ON public.push_tokens USING btree (token_hash);

alter table push_tokens enable row level security;
alter table push_tokens force row level security;
create policy erase on push_tokens for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on push_tokens for insert to watchbill_app
  with check (((organization_id = (select app.organization_id())) AND (token_hash = (select app.device()))));
create policy see on push_tokens for select to watchbill_app
  using (((token_hash = (select app.device())) OR ((organization_id = (select app.organization_id())) AND ((select app.role()) <> ''::text))));
create policy take on push_tokens for delete to watchbill_app
  using ((token_hash = (select app.device())));

grant delete, insert, select on push_tokens to watchbill_app;
grant delete, select on push_tokens to watchbill_eraser;

-- phones (department/channels)
create table phones (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  number text not null,
  number_hash bytea not null,
  consented_at timestamp with time zone not null default now(),
  consent_text text not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  code_tries integer not null default 0,
  confirmed_at timestamp with time zone,
  stopped_at timestamp with time zone,
  stopped_why text,
  call_consented_at timestamp with time zone,
  call_consent_text text,
  call_stopped_at timestamp with time zone,
  constraint phones_pkey PRIMARY KEY (organization_id, id),
  constraint phones_call_consent_check CHECK ((call_consented_at IS NULL) = (call_consent_text IS NULL)),
  constraint phones_call_consent_text_check CHECK (length(call_consent_text) <= 1000),
  constraint phones_call_stopped_check CHECK (call_stopped_at IS NULL OR call_consented_at IS NOT NULL),
  constraint phones_check CHECK ((stopped_at IS NULL) = (stopped_why IS NULL)),
  constraint phones_code_hash_check CHECK (length(code_hash) = 32),
  constraint phones_code_tries_check CHECK (code_tries >= 0),
  constraint phones_consent_text_check CHECK (length(consent_text) <= 1000),
  constraint phones_number_check CHECK (number ~ '^\+[1-9][0-9]{6,14}$'::text),
  constraint phones_number_hash_check CHECK (length(number_hash) = 32),
  constraint phones_stopped_why_check CHECK (stopped_why = ANY (ARRAY['by_person'::text, 'stop_word'::text, 'replaced'::text, 'access_ended'::text, 'merged'::text])),
  constraint phones_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint phones_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX phones_number ON public.phones USING btree (number_hash) WHERE (stopped_at IS NULL);
CREATE INDEX phones_of ON public.phones USING btree (organization_id, officer_id, consented_at DESC);
CREATE UNIQUE INDEX phones_one_live ON public.phones USING btree (organization_id, officer_id) WHERE (stopped_at IS NULL);

alter table phones enable row level security;
alter table phones force row level security;
create policy edit on phones for update to watchbill_app
  using (((organization_id = (select app.organization_id())) AND (stopped_at IS NULL) AND ((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text) OR (((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)))))
  with check ((organization_id = (select app.organization_id())));
create policy erase on phones for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on phones for insert to watchbill_app
  with check (((organization_id = (select app.organization_id())) AND (officer_id = (select app.officer_id())) AND (stopped_at IS NULL) AND (confirmed_at IS NULL)));
create policy merge_officer_id on phones for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on phones for select to watchbill_app
  using (((number_hash = (select app.token())) OR ((organization_id = (select app.organization_id())) AND ((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text) OR (((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0))))));

grant insert, select, update (officer_id, code_tries, confirmed_at, stopped_at, stopped_why, call_consented_at,
  call_consent_text, call_stopped_at) on phones to watchbill_app;
grant delete, select on phones to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.end_moved_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.stopped_why := coalesce(new.stopped_why, 'merged');
  new.stopped_at := coalesce(new.stopped_at, now());
  return new;
end $function$;
revoke execute on function app.end_moved_phone() from public;
grant execute on function app.end_moved_phone() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER end_moved BEFORE UPDATE OF officer_id ON phones FOR EACH ROW WHEN (old.officer_id <> new.officer_id) EXECUTE FUNCTION app.end_moved_phone();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON phones FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('channels', 'officer', 'id', 'officer_id', 'number_hash,code_hash,code_expires_at', 'code_tries', '');

-- phone_replies (department/channels)
create table phone_replies (
  organization_id uuid not null,
  provider_id text not null,
  said text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint phone_replies_pkey PRIMARY KEY (organization_id, provider_id),
  constraint phone_replies_provider_id_check CHECK (length(provider_id) >= 1 AND length(provider_id) <= 160),
  constraint phone_replies_said_check CHECK (length(said) <= 4000),
  constraint phone_replies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX phone_replies_old ON public.phone_replies USING btree (organization_id, created_at);

alter table phone_replies enable row level security;
alter table phone_replies force row level security;
create policy tenant on phone_replies as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on phone_replies for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy once on phone_replies for all to watchbill_app
  using (((select app.role()) = 'system'::text))
  with check (((select app.role()) = 'system'::text));

grant delete, insert, select, update (said) on phone_replies to watchbill_app;
grant delete, select on phone_replies to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON phone_replies FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- deliveries (department/channels)
create table deliveries (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  event text not null,
  audience text not null,
  channel text not null,
  assignment_id uuid,
  title text not null,
  message text not null,
  told_at timestamp with time zone not null,
  planned_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  next_try_at timestamp with time zone not null,
  attempts integer not null default 0,
  state text not null default 'waiting'::text,
  outcome text,
  sent_at timestamp with time zone,
  target_id uuid not null,
  created_at timestamp with time zone not null default now(),
  reply_code text,
  segments integer,
  provider_id text,
  receipt text,
  receipt_at timestamp with time zone,
  call_seconds integer,
  price numeric(12,6),
  currency text,
  constraint deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint deliveries_attempts_check CHECK (attempts >= 0),
  constraint deliveries_audience_check CHECK (audience = ANY (ARRAY['officer'::text, 'admins'::text, 'officers'::text])),
  constraint deliveries_call_seconds_check CHECK (call_seconds >= 0 AND call_seconds <= 86400),
  constraint deliveries_channel_check CHECK (channel = ANY (ARRAY['push'::text, 'text'::text, 'call'::text])),
  constraint deliveries_check CHECK ((state = 'sent'::text) <= (sent_at IS NOT NULL)),
  constraint deliveries_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint deliveries_event_check CHECK (event ~ '^[a-z_]{1,60}$'::text),
  constraint deliveries_message_check CHECK (length(message) <= 1000),
  constraint deliveries_outcome_check CHECK (outcome ~ '^[a-z0-9_]{1,40}$'::text),
  constraint deliveries_price_check CHECK (price >= 0::numeric),
  constraint deliveries_price_check1 CHECK ((price IS NULL) = (currency IS NULL)),
  constraint deliveries_provider_id_check CHECK (length(provider_id) <= 120),
  constraint deliveries_receipt_check CHECK (receipt = ANY (ARRAY['delivered'::text, 'undelivered'::text, 'accepted'::text, 'declined'::text, 'answered'::text, 'no_answer'::text, 'busy'::text, 'machine'::text, 'failed'::text, 'opted_out'::text])),
  constraint deliveries_receipt_check1 CHECK ((receipt IS NULL) = (receipt_at IS NULL)),
  constraint deliveries_reply_code_check CHECK (reply_code ~ '^[0-9]{4}$'::text),
  constraint deliveries_segments_check CHECK (segments > 0),
  constraint deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'stopped'::text])),
  constraint deliveries_title_check CHECK (length(title) <= 160),
  constraint deliveries_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint deliveries_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX deliveries_due ON public.deliveries USING btree (organization_id, next_try_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX deliveries_of ON public.deliveries USING btree (organization_id, officer_id, created_at DESC, id DESC);
CREATE INDEX deliveries_recent ON public.deliveries USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX deliveries_reply ON public.deliveries USING btree (organization_id, target_id, reply_code) WHERE (reply_code IS NOT NULL);

alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy tenant on deliveries as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy confirm on deliveries for insert to watchbill_app
  with check (((event = 'phone_code'::text) AND (channel = 'text'::text) AND (officer_id = (select app.officer_id()))));
create policy erase on deliveries for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy forget on deliveries for delete to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy merge_officer_id on deliveries for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy plan on deliveries for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on deliveries for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['system'::text, 'admin'::text])) OR (officer_id = (select app.officer_id()))));
create policy send on deliveries for update to watchbill_app
  using (((select app.role()) = 'system'::text));

grant delete, insert, select, update (officer_id, next_try_at, attempts, state, outcome, sent_at, segments,
  provider_id, receipt, receipt_at, call_seconds, price, currency) on deliveries to watchbill_app;
grant delete, select on deliveries to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.poke_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, audience) select distinct organization_id, 'delivery', 'system' from planned;
  return null;
end $function$;
revoke execute on function app.poke_delivery() from public;
grant execute on function app.poke_delivery() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER delivery_waits AFTER INSERT ON deliveries REFERENCING NEW TABLE AS planned FOR EACH STATEMENT EXECUTE FUNCTION app.poke_delivery();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON deliveries FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- channel_orders (department/channels)
create table channel_orders (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  event text not null,
  push_after integer,
  text_after integer,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  call_after integer,
  constraint channel_orders_pkey PRIMARY KEY (organization_id, event),
  constraint channel_orders_call_after_check CHECK (call_after >= 0 AND call_after <= 1440),
  constraint channel_orders_event_check CHECK (event ~ '^[a-z_]{1,60}$'::text),
  constraint channel_orders_push_after_check CHECK (push_after >= 0 AND push_after <= 1440),
  constraint channel_orders_text_after_check CHECK (text_after >= 0 AND text_after <= 1440),
  constraint channel_orders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table channel_orders enable row level security;
alter table channel_orders force row level security;
create policy tenant on channel_orders as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on channel_orders for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy erase on channel_orders for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on channel_orders for insert to watchbill_app
  with check (((select app.role()) = 'admin'::text));
create policy reset on channel_orders for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy see on channel_orders for select to watchbill_app
  using (((select app.role()) <> ''::text));

grant delete, insert, select, update (id, event, push_after, text_after, updated_at, version,
  call_after) on channel_orders to watchbill_app;
grant delete, select on channel_orders to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON channel_orders FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON channel_orders FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('channels', 'admins', 'id', '', '', 'updated_at', '');

-- contact_requests (department/contact-requests)
create table contact_requests (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  message text not null default ''::text,
  officer_id uuid not null,
  status text not null default 'new'::text,
  created_at timestamp with time zone not null default now(),
  quiet_until timestamp with time zone not null,
  asked_by uuid default app.user_id(),
  answer text not null default ''::text,
  answered_at timestamp with time zone,
  worked_by uuid,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint contact_requests_pkey PRIMARY KEY (organization_id, id),
  constraint contact_requests_once EXCLUDE USING gist (organization_id WITH =, kind WITH =, tstzrange(created_at, quiet_until) WITH &&),
  constraint contact_requests_answer_check CHECK (length(answer) <= 1000),
  constraint contact_requests_answered CHECK ((status = 'answered'::text) <= (answer <> ''::text AND answered_at IS NOT NULL)),
  constraint contact_requests_kind_check CHECK (kind = ANY (ARRAY['upgrade'::text, 'support'::text])),
  constraint contact_requests_message_check CHECK (length(message) <= 1000),
  constraint contact_requests_status_check CHECK (status = ANY (ARRAY['new'::text, 'in_progress'::text, 'answered'::text, 'closed'::text])),
  constraint contact_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  constraint contact_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contact_requests_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint contact_requests_worked_by_fkey FOREIGN KEY (worked_by) REFERENCES accounts(id)
);

CREATE INDEX contact_requests_latest ON public.contact_requests USING btree (organization_id, kind, created_at DESC);
CREATE INDEX contact_requests_worked ON public.contact_requests USING btree (status, created_at DESC, id DESC);

alter table contact_requests enable row level security;
alter table contact_requests force row level security;
create policy tenant on contact_requests as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on contact_requests for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on contact_requests for insert to watchbill_app
  with check (((officer_id = (select app.officer_id())) AND (status = 'new'::text) AND (kind =
CASE (select app.role())
    WHEN 'admin'::text THEN 'upgrade'::text
    WHEN 'officer'::text THEN 'support'::text
    ELSE NULL::text
END)));
create policy merge_officer_id on contact_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on contact_requests for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])) OR (officer_id = (select app.officer_id()))));
create policy vendor_see on contact_requests for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));
create policy work on contact_requests for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));

grant insert, select, update (officer_id, status, answer, answered_at, worked_by, updated_at,
  version) on contact_requests to watchbill_app;
grant delete, select on contact_requests to watchbill_eraser;
grant select on contact_requests to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_contact_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  worked constant text[] := array['status', 'answer', 'answered_at', 'worked_by', 'updated_at', 'version'];
begin
  if app.role() <> '' and (to_jsonb(new) - worked <> to_jsonb(old) - worked or new.worked_by is distinct from app.user_id()) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_contact_request() from public;
grant execute on function app.guard_contact_request() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_contact_request BEFORE UPDATE ON contact_requests FOR EACH ROW EXECUTE FUNCTION app.guard_contact_request();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON contact_requests FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_requests AFTER INSERT OR UPDATE ON contact_requests FOR EACH ROW EXECUTE FUNCTION app.poke_requests();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON contact_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('contact', 'admins', 'id', 'officer_id', '', '', '');

-- exports (department/exports)
create table exports (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  call text not null,
  title text not null,
  format text not null,
  parameters jsonb not null,
  file_name text not null,
  rows_total integer,
  rows_done integer not null default 0,
  state text not null default 'running'::text,
  started_by uuid,
  created_at timestamp with time zone not null default now(),
  alive_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (organization_id, id),
  constraint exports_format_check CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'zip'::text])),
  constraint exports_rows_done_check CHECK (rows_done >= 0),
  constraint exports_rows_total_check CHECK (rows_total >= 0),
  constraint exports_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])),
  constraint exports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint exports_organization_id_started_by_fkey FOREIGN KEY (organization_id, started_by) REFERENCES officers(organization_id, id)
);

CREATE INDEX exports_finished ON public.exports USING btree (organization_id, finished_at) WHERE (state <> 'running'::text);
CREATE UNIQUE INDEX exports_one_running ON public.exports USING btree (organization_id) WHERE (state = 'running'::text);

alter table exports enable row level security;
alter table exports force row level security;
create policy tenant on exports as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on exports for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])));
create policy erase on exports for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on exports for insert to watchbill_app
  with check (((NOT (started_by IS DISTINCT FROM (select app.officer_id()))) AND (((select app.role()) = 'admin'::text) OR ((select app.role()) = 'super_admin'::text))));
create policy merge_started_by on exports for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (started_by = ANY ((select app.merging())::uuid[]))));
create policy prune on exports for delete to watchbill_app
  using (((state <> 'running'::text) AND ((select app.role()) = 'system'::text)));
create policy see on exports for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])));

grant delete, insert, select, update (rows_total, rows_done, state, started_by, alive_at,
  finished_at) on exports to watchbill_app;
grant delete, select on exports to watchbill_eraser;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON exports FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON exports FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON exports FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('exports', 'admins', 'id', '', '', 'rows_total,rows_done,alive_at', 'DELETE');

-- faq_categories (department/faq)
create table faq_categories (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  "position" double precision not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint faq_categories_pkey PRIMARY KEY (organization_id, id),
  constraint faq_categories_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint faq_categories_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE UNIQUE INDEX faq_category_name ON public.faq_categories USING btree (organization_id, lower(name));

alter table faq_categories enable row level security;
alter table faq_categories force row level security;
create policy tenant on faq_categories as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on faq_categories for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on faq_categories for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text])));
create policy staff_drop on faq_categories for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_edit on faq_categories for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_make on faq_categories for insert to watchbill_app
  with check (((select app.role()) = 'admin'::text));

grant delete, insert, select, update (id, name, "position", created_at, updated_at,
  version) on faq_categories to watchbill_app;
grant delete, select on faq_categories to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON faq_categories FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON faq_categories FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('faq', 'all', 'id', '', '', 'updated_at,version', '');

-- faq_entries (department/faq)
create table faq_entries (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  category_id uuid not null,
  question text not null,
  answer text not null,
  "position" double precision not null default 0,
  published boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint faq_entries_pkey PRIMARY KEY (organization_id, id),
  constraint faq_entries_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 8000),
  constraint faq_entries_question_check CHECK (length(question) >= 1 AND length(question) <= 200),
  constraint faq_entries_organization_id_category_id_fkey FOREIGN KEY (organization_id, category_id) REFERENCES faq_categories(organization_id, id),
  constraint faq_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX faq_entries_organization_id_category_id_position_id_idx ON public.faq_entries USING btree (organization_id, category_id, "position", id);

alter table faq_entries enable row level security;
alter table faq_entries force row level security;
create policy tenant on faq_entries as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on faq_entries for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on faq_entries for select to watchbill_app
  using ((((select app.role()) = 'admin'::text) OR (((select app.role()) = 'officer'::text) AND published)));
create policy staff_drop on faq_entries for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_edit on faq_entries for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_make on faq_entries for insert to watchbill_app
  with check (((select app.role()) = 'admin'::text));

grant delete, insert, select, update (id, category_id, question, answer, "position", published, created_at, updated_at,
  version) on faq_entries to watchbill_app;
grant delete, select on faq_entries to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON faq_entries FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON faq_entries FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('faq', 'all', 'id', '', '', 'updated_at,version', '');

-- feature_requests (department/feedback)
create table feature_requests (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid,
  user_id uuid,
  title text not null,
  description text not null,
  category text not null default 'general'::text,
  priority text not null default 'medium'::text,
  status text not null default 'pending'::text,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  trial_data jsonb,
  trial_state text,
  owner_id uuid,
  next_step_on date,
  closed_reason text,
  trial_organization_id uuid,
  worked_at timestamp with time zone,
  votes integer not null default 1,
  merged_at timestamp with time zone,
  constraint feature_requests_pkey PRIMARY KEY (organization_id, id),
  constraint feature_requests_answer_check CHECK (length(answer) <= 2000),
  constraint feature_requests_category_check CHECK (category = ANY (ARRAY['general'::text, 'scheduling'::text, 'reporting'::text, 'mobile'::text, 'integration'::text, 'ui'::text, 'other'::text])),
  constraint feature_requests_closed CHECK (trial_state IS NULL OR (trial_state = ANY (ARRAY['won'::text, 'lost'::text])) = (closed_reason IS NOT NULL)),
  constraint feature_requests_closed_reason_check CHECK (length(closed_reason) >= 1 AND length(closed_reason) <= 500),
  constraint feature_requests_description_check CHECK (length(description) >= 1 AND length(description) <= 4000),
  constraint feature_requests_priority_check CHECK (priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  constraint feature_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'done'::text, 'declined'::text])),
  constraint feature_requests_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint feature_requests_told CHECK (trial_state IS NULL OR status =
CASE trial_state
    WHEN 'new'::text THEN 'pending'::text
    WHEN 'won'::text THEN 'done'::text
    WHEN 'lost'::text THEN 'declined'::text
    ELSE 'in_progress'::text
END),
  constraint feature_requests_trial CHECK (trial_data IS NULL OR user_id IS NULL AND officer_id IS NULL AND jsonb_typeof(trial_data) = 'object'::text AND trial_data ?& ARRAY['organizationName'::text, 'contactName'::text, 'email'::text, 'phone'::text, 'teamSize'::text, 'message'::text]),
  constraint feature_requests_trial_state_check CHECK (trial_state = ANY (ARRAY['new'::text, 'contacted'::text, 'trial_started'::text, 'won'::text, 'lost'::text])),
  constraint feature_requests_votes_check CHECK (votes > 0),
  constraint feature_requests_worked CHECK ((trial_data IS NULL) = (trial_state IS NULL) AND (trial_state IS NOT NULL OR num_nonnulls(owner_id, next_step_on, closed_reason, trial_organization_id, worked_at) = 0)),
  constraint feature_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint feature_requests_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint feature_requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES super_admin_users(id) ON DELETE SET NULL,
  constraint feature_requests_trial_organization_id_fkey FOREIGN KEY (trial_organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  constraint feature_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id)
);

CREATE INDEX feature_requests_latest ON public.feature_requests USING btree (created_at DESC, id DESC) WHERE (trial_data IS NULL);
CREATE INDEX feature_requests_organization_id_officer_id_created_at_id_idx ON public.feature_requests USING btree (organization_id, officer_id, created_at DESC, id DESC);
CREATE INDEX feature_requests_trial_state ON public.feature_requests USING btree (organization_id, trial_state, created_at DESC, id DESC) WHERE (trial_state IS NOT NULL);
CREATE INDEX feature_requests_trials ON public.feature_requests USING btree (organization_id, created_at DESC, id DESC) WHERE (trial_data IS NOT NULL);
CREATE INDEX feature_requests_votes ON public.feature_requests USING btree (votes DESC, created_at DESC, id DESC) WHERE (trial_data IS NULL);

alter table feature_requests enable row level security;
alter table feature_requests force row level security;
create policy tenant on feature_requests as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on feature_requests for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy erase_see on feature_requests for select to watchbill_eraser
  using (((select app.erasing()) AND (trial_organization_id = (select app.organization_id()))));
create policy erase_traces on feature_requests for update to watchbill_eraser
  using (((select app.erasing()) AND (trial_organization_id = (select app.organization_id()))));
create policy merge_officer_id on feature_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on feature_requests for select to watchbill_app
  using (((officer_id = (select app.officer_id())) OR ((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text]))));
create policy send on feature_requests for insert to watchbill_app
  with check (((status = 'pending'::text) AND (answer IS NULL) AND
CASE (select app.role())
    WHEN 'anyone'::text THEN ((user_id IS NULL) AND (officer_id IS NULL) AND (trial_data IS NOT NULL))
    ELSE ((officer_id = (select app.officer_id())) AND (user_id = (select app.user_id())) AND ((select app.role()) = ANY (ARRAY['officer'::text, 'admin'::text])))
END));
create policy stand_alone on feature_requests for update to watchbill_app
  using (((select app.role()) = 'system'::text))
  with check ((merged_at IS NULL));
create policy vendor_see on feature_requests for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));
create policy work on feature_requests for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));

grant insert, select, update (officer_id, status, answer, answered_at, updated_at, version, trial_state, owner_id,
  next_step_on, closed_reason, trial_organization_id, worked_at, votes, merged_at) on feature_requests to watchbill_app;
grant delete, select, update (title, description, trial_data) on feature_requests to watchbill_eraser;
grant select on feature_requests to watchbill_vendor;

CREATE TRIGGER forget_request AFTER DELETE ON feature_requests FOR EACH ROW EXECUTE FUNCTION app.forget_request();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON feature_requests FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_requests AFTER INSERT OR UPDATE ON feature_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_requests();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON feature_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('feedback', 'officer', 'id', 'officer_id', 'description,trial_data,answer', 'updated_at,version,votes', '');

-- problem_reports (department/feedback)
create table problem_reports (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid,
  user_id uuid,
  title text not null,
  description text not null,
  category text not null default 'bug'::text,
  severity text not null default 'medium'::text,
  browser_info jsonb not null default '{}'::jsonb,
  status text not null default 'pending'::text,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  votes integer not null default 1,
  merged_at timestamp with time zone,
  constraint problem_reports_pkey PRIMARY KEY (organization_id, id),
  constraint problem_reports_answer_check CHECK (length(answer) <= 2000),
  constraint problem_reports_browser_info_check CHECK (jsonb_typeof(browser_info) = 'object'::text),
  constraint problem_reports_category_check CHECK (category = ANY (ARRAY['bug'::text, 'performance'::text, 'ui'::text, 'login'::text, 'data'::text, 'mobile'::text, 'other'::text])),
  constraint problem_reports_description_check CHECK (length(description) >= 1 AND length(description) <= 4000),
  constraint problem_reports_severity_check CHECK (severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])),
  constraint problem_reports_status_check CHECK (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'done'::text, 'declined'::text])),
  constraint problem_reports_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint problem_reports_votes_check CHECK (votes > 0),
  constraint problem_reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint problem_reports_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint problem_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id)
);

CREATE INDEX problem_reports_latest ON public.problem_reports USING btree (created_at DESC, id DESC);
CREATE INDEX problem_reports_organization_id_officer_id_created_at_id_idx ON public.problem_reports USING btree (organization_id, officer_id, created_at DESC, id DESC);
CREATE INDEX problem_reports_votes ON public.problem_reports USING btree (votes DESC, created_at DESC, id DESC);

alter table problem_reports enable row level security;
alter table problem_reports force row level security;
create policy tenant on problem_reports as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on problem_reports for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_officer_id on problem_reports for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on problem_reports for select to watchbill_app
  using (((officer_id = (select app.officer_id())) OR ((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text]))));
create policy send on problem_reports for insert to watchbill_app
  with check (((officer_id = (select app.officer_id())) AND (user_id = (select app.user_id())) AND (status = 'pending'::text) AND (answer IS NULL) AND ((select app.role()) = ANY (ARRAY['officer'::text, 'admin'::text]))));
create policy stand_alone on problem_reports for update to watchbill_app
  using (((select app.role()) = 'system'::text))
  with check ((merged_at IS NULL));
create policy vendor_see on problem_reports for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));
create policy work on problem_reports for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));

grant insert, select, update (officer_id, status, answer, answered_at, updated_at, version, votes,
  merged_at) on problem_reports to watchbill_app;
grant delete, select on problem_reports to watchbill_eraser;
grant select on problem_reports to watchbill_vendor;

CREATE TRIGGER forget_request AFTER DELETE ON problem_reports FOR EACH ROW EXECUTE FUNCTION app.forget_request();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON problem_reports FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_requests AFTER INSERT OR UPDATE ON problem_reports FOR EACH ROW EXECUTE FUNCTION app.poke_requests();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON problem_reports FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('feedback', 'officer', 'id', 'officer_id', 'description,browser_info,answer', 'updated_at,version,votes', '');

-- notifications (department/notifications)
create table notifications (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  title text not null,
  message text not null,
  officer_id uuid,
  assignment_id uuid,
  read boolean not null default false,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  announcement_id uuid,
  constraint notifications_pkey PRIMARY KEY (organization_id, id),
  constraint notifications_message_check CHECK (length(message) <= 1000),
  constraint notifications_title_check CHECK (length(title) <= 160),
  constraint notifications_organization_id_announcement_id_fkey FOREIGN KEY (organization_id, announcement_id) REFERENCES announcements(organization_id, id),
  constraint notifications_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notifications_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX notifications_admins ON public.notifications USING btree (organization_id, created_at DESC, id DESC) WHERE (officer_id IS NULL);
CREATE INDEX notifications_announcement ON public.notifications USING btree (organization_id, announcement_id) WHERE (announcement_id IS NOT NULL);
CREATE INDEX notifications_officer ON public.notifications USING btree (organization_id, officer_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (organization_id, assignment_id) WHERE ((type = 'signup_waiting'::text) AND (officer_id IS NULL) AND (NOT read));
CREATE INDEX notifications_unread ON public.notifications USING btree (officer_id, created_at DESC, id DESC) INCLUDE (organization_id, type) WHERE ((NOT read) AND (officer_id IS NOT NULL));
CREATE INDEX notifications_unread_admins ON public.notifications USING btree (organization_id, created_at DESC, id DESC) INCLUDE (type) WHERE ((NOT read) AND (officer_id IS NULL));

alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy clear on notifications for delete to watchbill_app
  using (((((select app.role()) = 'admin'::text) AND (officer_id IS NULL)) OR (officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text)));
create policy edit on notifications for update to watchbill_app
  using (((((select app.role()) = 'admin'::text) AND (officer_id IS NULL)) OR (officer_id = (select app.officer_id()))));
create policy erase on notifications for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on notifications for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) <> ''::text) AND ((officer_id IS NULL) OR (officer_id = (select app.officer_id()))))));
create policy merge_officer_id on notifications for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on notifications for select to watchbill_app
  using (((((select app.role()) = 'admin'::text) AND (officer_id IS NULL)) OR (officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text)));
create policy vendor_answers on notifications for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (type = 'contact_answered'::text) AND (officer_id IS NOT NULL)));
create policy vendor_tells on notifications for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (type = 'feedback_changed'::text) AND (officer_id IS NOT NULL)));

grant delete, insert, select, update (officer_id, read, read_at) on notifications to watchbill_app;
grant delete, select on notifications to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON notifications FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON notifications FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('notifications', 'officer', 'id', 'officer_id', '', '', 'INSERT');

-- notification_settings (department/notifications)
create table notification_settings (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  quiet text not null default 'organization'::text,
  quiet_from time without time zone,
  quiet_to time without time zone,
  choices jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint notification_settings_pkey PRIMARY KEY (organization_id, officer_id),
  constraint notification_settings_check CHECK (quiet <> 'own'::text OR quiet_from IS NOT NULL AND quiet_to IS NOT NULL AND quiet_from <> quiet_to),
  constraint notification_settings_choices_check CHECK (jsonb_typeof(choices) = 'object'::text),
  constraint notification_settings_quiet_check CHECK (quiet = ANY (ARRAY['organization'::text, 'own'::text, 'none'::text])),
  constraint notification_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notification_settings_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

alter table notification_settings enable row level security;
alter table notification_settings force row level security;
create policy tenant on notification_settings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on notification_settings for update to watchbill_app
  using ((officer_id = (select app.officer_id())));
create policy erase on notification_settings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on notification_settings for insert to watchbill_app
  with check ((officer_id = (select app.officer_id())));
create policy merge_drop on notification_settings for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on notification_settings for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on notification_settings for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on notification_settings for select to watchbill_app
  using (((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text)));

grant delete, insert, select, update (id, officer_id, quiet, quiet_from, quiet_to, choices,
  updated_at) on notification_settings to watchbill_app;
grant delete, select on notification_settings to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON notification_settings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON notification_settings FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('notifications', 'officer', 'officer_id', 'officer_id', '', 'updated_at', '');

-- reminders (department/notifications)
create table reminders (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  assignment_id uuid not null,
  officer_id uuid,
  starts_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint reminders_pkey PRIMARY KEY (organization_id, id),
  constraint reminders_organization_id_assignment_id_officer_id_kind_sta_key UNIQUE NULLS NOT DISTINCT (organization_id, assignment_id, officer_id, kind, starts_at),
  constraint reminders_kind_check CHECK (kind = ANY (ARRAY['shift_24h'::text, 'shift_2h'::text, 'unfilled_24h'::text, 'unfilled_4h'::text])),
  constraint reminders_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint reminders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint reminders_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX reminders_old ON public.reminders USING btree (organization_id, starts_at);

alter table reminders enable row level security;
alter table reminders force row level security;
create policy tenant on reminders as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on reminders for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_drop on reminders for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on reminders for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on reminders for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy remind on reminders for all to watchbill_app
  using (((select app.role()) = 'system'::text));

grant delete, insert, select, update (officer_id) on reminders to watchbill_app;
grant delete, select on reminders to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON reminders FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- tellings (department/notifications)
create table tellings (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  event text not null,
  title text not null,
  message text not null,
  audience text not null,
  officer_id uuid,
  assignment_id uuid,
  about uuid,
  created_at timestamp with time zone not null default now(),
  announcement_id uuid,
  constraint tellings_pkey PRIMARY KEY (organization_id, id),
  constraint tellings_audience_check CHECK (audience = ANY (ARRAY['officer'::text, 'admins'::text, 'officers'::text])),
  constraint tellings_check CHECK (audience <> 'officer'::text OR officer_id IS NOT NULL),
  constraint tellings_message_check CHECK (length(message) <= 1000),
  constraint tellings_title_check CHECK (length(title) <= 160),
  constraint tellings_organization_id_announcement_id_fkey FOREIGN KEY (organization_id, announcement_id) REFERENCES announcements(organization_id, id),
  constraint tellings_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint tellings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tellings_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX tellings_waiting ON public.tellings USING btree (organization_id, created_at);

alter table tellings enable row level security;
alter table tellings force row level security;
create policy tenant on tellings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop on tellings for delete to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy erase on tellings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy hold on tellings for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy make on tellings for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) <> ''::text) AND (audience = 'admins'::text)) OR ((audience = 'officer'::text) AND (officer_id = (select app.officer_id())))));
create policy merge_officer_id on tellings for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy take on tellings for select to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_answers on tellings for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (event = 'contact_answered'::text) AND (audience = 'officer'::text)));
create policy vendor_tells on tellings for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (event = 'feedback_changed'::text) AND (audience = 'officer'::text)));

grant delete, insert, select, update (officer_id, about) on tellings to watchbill_app;
grant delete, select on tellings to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.poke_telling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, audience) select distinct organization_id, 'telling', 'system' from told;
  return null;
end $function$;
revoke execute on function app.poke_telling() from public;
grant execute on function app.poke_telling() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON tellings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER telling_waits AFTER INSERT ON tellings REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION app.poke_telling();

-- saved_filters (department/saved-filters)
create table saved_filters (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  page text not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_filters_pkey PRIMARY KEY (organization_id, id),
  constraint saved_filters_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint saved_filters_page_check CHECK (page = ANY (ARRAY['officers'::text, 'assignments'::text])),
  constraint saved_filters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saved_filters_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE UNIQUE INDEX saved_filters_name ON public.saved_filters USING btree (organization_id, officer_id, page, lower(name));

alter table saved_filters enable row level security;
alter table saved_filters force row level security;
create policy tenant on saved_filters as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on saved_filters for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_officer_id on saved_filters for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy own on saved_filters for all to watchbill_app
  using (((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text)));

grant delete, insert, select, update (id, officer_id, page, name, filters, created_at,
  updated_at) on saved_filters to watchbill_app;
grant delete, select on saved_filters to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON saved_filters FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON saved_filters FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'officer', 'id', 'officer_id', '', 'updated_at', '');

-- notice_acceptances (department/settings)
create table notice_acceptances (
  organization_id uuid not null,
  version integer not null,
  officer_id uuid not null,
  accepted_at timestamp with time zone not null default now(),
  constraint notice_acceptances_pkey PRIMARY KEY (organization_id, version, officer_id),
  constraint notice_acceptances_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notice_acceptances_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint notice_acceptances_organization_id_version_fkey FOREIGN KEY (organization_id, version) REFERENCES sign_in_notices(organization_id, version)
);

alter table notice_acceptances enable row level security;
alter table notice_acceptances force row level security;
create policy tenant on notice_acceptances as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on notice_acceptances for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on notice_acceptances for insert to watchbill_app
  with check ((officer_id = (select app.officer_id())));
create policy merge_drop on notice_acceptances for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on notice_acceptances for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on notice_acceptances for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on notice_acceptances for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant delete, insert, select, update (officer_id) on notice_acceptances to watchbill_app;
grant delete, select on notice_acceptances to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON notice_acceptances FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON notice_acceptances FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('officers', 'officer', 'officer_id', 'officer_id', '', '', '');

-- sign_in_notices (department/settings)
create table sign_in_notices (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  version integer not null,
  text text not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint sign_in_notices_pkey PRIMARY KEY (organization_id, version),
  constraint sign_in_notices_text_check CHECK (length(text) >= 1 AND length(text) <= 5000),
  constraint sign_in_notices_version_check CHECK (version > 0),
  constraint sign_in_notices_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint sign_in_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table sign_in_notices enable row level security;
alter table sign_in_notices force row level security;
create policy tenant on sign_in_notices as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on sign_in_notices for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on sign_in_notices for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy merge_created_by on sign_in_notices for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on sign_in_notices for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR ((select app.officer_id()) IS NOT NULL)));

grant insert, select, update (created_by) on sign_in_notices to watchbill_app;
grant delete, select on sign_in_notices to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON sign_in_notices FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON sign_in_notices FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'all', 'id', '', '', '', '');

-- feature_uses (department/settings)
create table feature_uses (
  organization_id uuid not null,
  feature text not null,
  day date not null,
  constraint feature_uses_pkey PRIMARY KEY (organization_id, feature, day),
  constraint feature_uses_feature_check CHECK (feature = ANY (ARRAY['reports'::text, 'overtime'::text, 'officer_stats'::text, 'location_verification'::text, 'audit_logs'::text, 'bulk_operations'::text])),
  constraint feature_uses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table feature_uses enable row level security;
alter table feature_uses force row level security;
create policy tenant on feature_uses as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on feature_uses for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on feature_uses for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text, 'system'::text])));
create policy see on feature_uses for select to watchbill_app
  using (((select app.role()) = 'system'::text));

grant insert, select on feature_uses to watchbill_app;
grant delete, select on feature_uses to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.mark_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into figure_marks (organization_id, at)
  select new.organization_id, new.day::timestamp at time zone g.time_zone from organizations g where g.id = new.organization_id;
  return null;
end $function$;
revoke execute on function app.mark_use() from public;
grant execute on function app.mark_use() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON feature_uses FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_use AFTER INSERT ON feature_uses FOR EACH ROW EXECUTE FUNCTION app.mark_use();

-- ==============
-- people: tables
-- ==============

-- organizations (people/organizations)
create table organizations (
  id uuid not null default gen_random_uuid(),
  name text not null,
  subdomain text not null,
  subscription_tier text not null default 'basic'::text,
  features_enabled jsonb not null default '{}'::jsonb,
  trial_end_date date,
  max_officers integer,
  primary_color text not null default '#3b82f6'::text,
  time_zone text not null default 'America/Chicago'::text,
  city text,
  state text not null default 'active'::text,
  calloff_notice_minutes integer not null default 1440,
  checkin_opens_minutes integer not null default 60,
  signup_mode text not null default 'approval'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  address text,
  phone text,
  contact_email text,
  time_format text not null default '24h'::text,
  location_radius_m integer not null default 100,
  hours_edit_limit_days integer not null default 14,
  quiet_from time without time zone,
  quiet_to time without time zone,
  admins_release_locks boolean not null default true,
  mfa_officers boolean not null default false,
  notice_version integer,
  logo_id uuid,
  logo_url text generated always as ((((('/api/public/logos/'::text || id) || '/'::text) || logo_id) || '.webp'::text)) stored,
  state_reason text,
  state_since timestamp with time zone,
  erase_after timestamp with time zone,
  erase_confirmed_at timestamp with time zone,
  first_published_at timestamp with time zone,
  calloff_desk_minutes integer not null default 0,
  swaps_need_approval boolean not null default true,
  officers_see_schedule boolean not null default false,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_subdomain_key UNIQUE (subdomain),
  constraint closing_has_a_date CHECK (state <> 'closing'::text OR erase_after IS NOT NULL),
  constraint organizations_address_check CHECK (length(address) >= 1 AND length(address) <= 300),
  constraint organizations_calloff_desk_minutes_check CHECK (calloff_desk_minutes >= 0 AND calloff_desk_minutes <= 43200),
  constraint organizations_calloff_notice_minutes_check CHECK (calloff_notice_minutes >= 0 AND calloff_notice_minutes <= 43200),
  constraint organizations_checkin_opens_minutes_check CHECK (checkin_opens_minutes >= 0 AND checkin_opens_minutes <= 720),
  constraint organizations_contact_email_check CHECK (length(contact_email) >= 3 AND length(contact_email) <= 254),
  constraint organizations_features_enabled_check CHECK (jsonb_typeof(features_enabled) = 'object'::text),
  constraint organizations_hours_edit_limit_days_check CHECK (hours_edit_limit_days >= 1 AND hours_edit_limit_days <= 365),
  constraint organizations_location_radius_m_check CHECK (location_radius_m >= 10 AND location_radius_m <= 5000),
  constraint organizations_max_officers_check CHECK (max_officers > 0),
  constraint organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint organizations_phone_check CHECK (length(phone) >= 1 AND length(phone) <= 40),
  constraint organizations_primary_color_check CHECK (primary_color ~ '^#[0-9a-f]{6}$'::text),
  constraint organizations_signup_mode_check CHECK (signup_mode = ANY (ARRAY['first_come'::text, 'approval'::text])),
  constraint organizations_state_check CHECK (state = ANY (ARRAY['active'::text, 'suspended'::text, 'closing'::text, 'erased'::text, 'vendor'::text])),
  constraint organizations_state_reason_check CHECK (length(state_reason) >= 1 AND length(state_reason) <= 500),
  constraint organizations_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text),
  constraint organizations_subscription_tier_check CHECK (subscription_tier = ANY (ARRAY['basic'::text, 'trial'::text, 'pro'::text, 'enterprise'::text])),
  constraint organizations_time_format_check CHECK (time_format = ANY (ARRAY['24h'::text, '12h'::text])),
  constraint quiet_hours CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND quiet_from IS DISTINCT FROM quiet_to OR quiet_from IS NULL AND quiet_to IS NULL)
);

CREATE INDEX organizations_id ON public.organizations USING hash (id);

alter table organizations enable row level security;
alter table organizations force row level security;
create policy edit on organizations for update to watchbill_app
  using ((((id = (select app.organization_id())) AND ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))) OR ((select app.role()) = 'super_admin'::text)));
create policy erase_see on organizations for select to watchbill_eraser
  using ((id = (select app.organization_id())));
create policy make on organizations for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy see on organizations for select to watchbill_app
  using (((id = (select app.organization_id())) OR (subdomain = (select app.agency())) OR ((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text]))));
create policy vendor_see on organizations for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update on organizations to watchbill_app;
grant select (id, state) on organizations to watchbill_eraser;
grant select on organizations to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_logo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from organization_logos l where l.organization_id = new.id and l.id = new.logo_id
      and l.replaced_at is null) then
    raise exception 'no such logo' using errcode = '23503';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_logo() from public;
grant execute on function app.guard_logo() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from sign_in_notices n where n.organization_id = new.id and n.version = new.notice_version) then
    raise exception 'no such notice' using errcode = '23503';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_notice() from public;
grant execute on function app.guard_notice() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.role() = '' then return new; end if;
  if app.role() not in ('super_admin', 'system') and (
       (new.subdomain, new.subscription_tier, new.features_enabled, new.state)
         <> (old.subdomain, old.subscription_tier, old.features_enabled, old.state)
       or (new.trial_end_date, new.max_officers, new.state_reason, new.state_since, new.erase_after, new.erase_confirmed_at)
         is distinct from
         (old.trial_end_date, old.max_officers, old.state_reason, old.state_since, old.erase_after, old.erase_confirmed_at))
     or new.state <> old.state and (old.state, new.state) not in (('active', 'suspended'), ('suspended', 'active'),
       ('active', 'closing'), ('suspended', 'closing'), ('closing', 'active'), ('closing', 'suspended'), ('closing', 'erased'))
     or new.state = 'closing' and old.state <> 'closing' and (new.erase_confirmed_at is not null
       or new.erase_after < now() + interval '30 days')
     or new.state = 'closing' and old.state = 'closing' and new.erase_after is distinct from old.erase_after
     or new.erase_confirmed_at is distinct from old.erase_confirmed_at and new.erase_confirmed_at is not null
       and (app.role() <> 'super_admin' or old.state <> 'closing' or old.erase_after > now())
     or new.state = 'erased' and old.state <> 'erased' and (app.role() <> 'system' or old.erase_confirmed_at is null
       or old.erase_after > now()) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_organization() from public;
grant execute on function app.guard_organization() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.make_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into organization_figures (organization_id) values (new.id) on conflict do nothing;
  return null;
end $function$;
revoke execute on function app.make_figures() from public;
grant execute on function app.make_figures() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark_standing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_branded boolean := new.logo_id is not null or new.primary_color <> '#3b82f6';
begin
  if new.state = 'vendor' then return null; end if;
  if tg_op = 'INSERT' or (old.subscription_tier, old.state, old.features_enabled, old.logo_id is not null
       or old.primary_color <> '#3b82f6') <> (new.subscription_tier, new.state, new.features_enabled, is_branded)
     or old.trial_end_date is distinct from new.trial_end_date then
    insert into organization_standings (organization_id, at, tier, state, trial_end_date, features_enabled, branded)
    values (new.id, case when tg_op = 'INSERT' then least(now(), new.created_at) else now() end, new.subscription_tier,
      new.state, new.trial_end_date, new.features_enabled, is_branded);
    insert into figure_marks (organization_id) values (new.id);
  elsif old.time_zone <> new.time_zone then
    insert into figure_marks (organization_id) values (new.id);
  end if;
  return null;
end $function$;
revoke execute on function app.mark_standing() from public;
grant execute on function app.mark_standing() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.poke_organizations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience)
  values ('00000000-0000-0000-0000-000000000000', 'organizations', new.id, 'admins');
  return null;
end $function$;
revoke execute on function app.poke_organizations() from public;
grant execute on function app.poke_organizations() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_doors BEFORE UPDATE ON organizations FOR EACH ROW WHEN (app.support() IS NOT NULL AND (new.mfa_officers IS DISTINCT FROM old.mfa_officers OR new.admins_release_locks IS DISTINCT FROM old.admins_release_locks OR new.state IS DISTINCT FROM old.state)) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER guard_logo BEFORE INSERT OR UPDATE OF logo_id ON organizations FOR EACH ROW WHEN (new.logo_id IS NOT NULL) EXECUTE FUNCTION app.guard_logo();
CREATE TRIGGER guard_notice BEFORE INSERT OR UPDATE OF notice_version ON organizations FOR EACH ROW WHEN (new.notice_version IS NOT NULL) EXECUTE FUNCTION app.guard_notice();
CREATE TRIGGER guard_organization BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION app.guard_organization();
CREATE TRIGGER make_figures AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION app.make_figures();
CREATE TRIGGER mark_standing AFTER INSERT OR UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION app.mark_standing();
CREATE TRIGGER poke_organizations AFTER INSERT OR UPDATE OF name, subdomain, subscription_tier, features_enabled, trial_end_date, max_officers, state ON organizations FOR EACH ROW EXECUTE FUNCTION app.poke_organizations();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON organizations FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('organization', 'all', 'id', '', '', 'updated_at,version,first_published_at', '');
CREATE TRIGGER revoke_calendars AFTER UPDATE OF state ON organizations FOR EACH ROW WHEN ((new.state = ANY (ARRAY['closing'::text, 'erased'::text])) AND old.state <> new.state) EXECUTE FUNCTION app.revoke_calendars();

-- organization_standings (people/organizations)
create table organization_standings (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  tier text not null,
  state text not null,
  trial_end_date date,
  features_enabled jsonb not null default '{}'::jsonb,
  branded boolean not null default false,
  constraint organization_standings_pkey PRIMARY KEY (organization_id, id),
  constraint organization_standings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX organization_standings_at ON public.organization_standings USING btree (organization_id, at, id);

alter table organization_standings enable row level security;
alter table organization_standings force row level security;
create policy tenant on organization_standings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on organization_standings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on organization_standings for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy see on organization_standings for select to watchbill_app
  using (((select app.role()) = 'system'::text));

grant insert, select on organization_standings to watchbill_app;
grant delete, select on organization_standings to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON organization_standings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- accounts (people/accounts)
create table accounts (
  id uuid not null default gen_random_uuid(),
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text,
  password_changed_at timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  passkey_offers_declined smallint not null default 0,
  alert_offer_dismissed_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key_key UNIQUE (email_key),
  constraint accounts_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint accounts_passkey_offers_declined_check CHECK (passkey_offers_declined >= 0 AND passkey_offers_declined <= 2)
);

alter table accounts enable row level security;
alter table accounts force row level security;
create policy edit on accounts for update to watchbill_app
  using (((id = (select app.user_id())) OR (email_key = (select app.address()))));
create policy erase on accounts for all to watchbill_eraser
  using (((id = (select app.user_id())) AND (select app.erasing()) AND (NOT (EXISTS ( SELECT
   FROM memberships m
  WHERE (m.account_id = accounts.id)))) AND (NOT (EXISTS ( SELECT
   FROM super_admin_users u
  WHERE (u.account_id = accounts.id))))));
create policy make on accounts for insert to watchbill_app
  with check ((email_key = (select app.address())));
create policy see on accounts for select to watchbill_app
  using (((id = (select app.user_id())) OR (email_key = (select app.address()))));
create policy subject_edit on accounts for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (id = (select app.subject()))));
create policy subject_see on accounts for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (id = (select app.subject()))));
create policy vendor_see on accounts for select to watchbill_vendor
  using (((id = (select app.user_id())) OR (((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text))));

grant insert, select, update on accounts to watchbill_app;
grant delete, select on accounts to watchbill_eraser;
grant select (id, email, email_key, name, disabled_at, created_at) on accounts to watchbill_vendor;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON accounts FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON accounts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('session', 'user', 'id', '', 'password_hash', '', '');

-- memberships (people/accounts)
create table memberships (
  account_id uuid not null,
  organization_id uuid not null,
  officer_id uuid not null,
  id uuid generated always as (officer_id) stored,
  second_factor boolean not null default false,
  locked_since timestamp with time zone,
  locked_until timestamp with time zone,
  locked_why text,
  role text not null default 'officer'::text,
  standing text not null default 'pending'::text,
  left_on date,
  account_disabled_at timestamp with time zone,
  factors_reset_at timestamp with time zone,
  reset_sent_at timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (organization_id, account_id),
  constraint memberships_locked_why_check CHECK (locked_why = ANY (ARRAY['password'::text, 'code'::text])),
  constraint memberships_role_check CHECK (role = ANY (ARRAY['officer'::text, 'admin'::text])),
  constraint memberships_standing_check CHECK (standing = ANY (ARRAY['pending'::text, 'approved'::text, 'suspended'::text, 'rejected'::text])),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX memberships_account_id_idx ON public.memberships USING btree (account_id);

alter table memberships enable row level security;
alter table memberships force row level security;
create policy drop on memberships for delete to watchbill_app
  using (((organization_id = (select app.organization_id())) AND ((select app.role()) <> ALL (ARRAY['officer'::text, 'waiting'::text, ''::text]))));
create policy edit on memberships for update to watchbill_app
  using (((account_id = (select app.user_id())) OR ((organization_id = (select app.organization_id())) AND ((select app.role()) <> ALL (ARRAY['officer'::text, 'waiting'::text, ''::text])))));
create policy erase on memberships for all to watchbill_eraser
  using (((select app.erasing()) AND ((organization_id = (select app.organization_id())) OR (account_id = (select app.user_id())))));
create policy make on memberships for insert to watchbill_app
  with check (((organization_id = (select app.organization_id())) AND ((select app.role()) <> ALL (ARRAY['officer'::text, 'waiting'::text, ''::text]))));
create policy see on memberships for select to watchbill_app
  using (((account_id = (select app.user_id())) OR (organization_id = (select app.organization_id()))));
create policy subject_see on memberships for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (account_id = (select app.subject()))));
create policy vendor_see on memberships for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (officer_id, second_factor, locked_since, locked_until, locked_why, role,
  standing, left_on, account_disabled_at, factors_reset_at, reset_sent_at) on memberships to watchbill_app;
grant delete, select on memberships to watchbill_eraser;
grant select (account_id, organization_id, officer_id, id, second_factor, locked_since, locked_until, locked_why, role,
  standing, left_on, account_disabled_at) on memberships to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.fill_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.second_factor := exists (select from factors f where f.account_id = new.account_id and f.confirmed_at is not null);
  return new;
end $function$;
revoke execute on function app.fill_membership() from public;
grant execute on function app.fill_membership() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER fill_membership BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION app.fill_membership();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON memberships FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('officers', 'officer', 'officer_id', 'officer_id', '', 'second_factor,role,standing,left_on', 'INSERT,DELETE');

-- super_admin_users (people/accounts)
create table super_admin_users (
  id uuid not null default gen_random_uuid(),
  email text not null,
  email_key text not null,
  active boolean not null default true,
  account_id uuid,
  created_at timestamp with time zone not null default now(),
  active_since timestamp with time zone,
  constraint super_admin_users_pkey PRIMARY KEY (id),
  constraint super_admin_users_account_id_key UNIQUE (account_id),
  constraint super_admin_users_email_key_key UNIQUE (email_key),
  constraint super_admin_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

alter table super_admin_users enable row level security;
alter table super_admin_users force row level security;
create policy edit on super_admin_users for update to watchbill_app
  using ((email_key = (select app.address())));
create policy erase_see on super_admin_users for select to watchbill_eraser
  using ((account_id = (select app.user_id())));
create policy make on super_admin_users for insert to watchbill_app
  with check (((email_key = (select app.address())) AND ((select app.role()) = 'system'::text)));
create policy see on super_admin_users for select to watchbill_app
  using (((account_id = (select app.user_id())) OR (email_key = (select app.address())) OR ((select app.role()) = 'super_admin'::text)));
create policy vendor_edit on super_admin_users for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy vendor_make on super_admin_users for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (email_key = (select app.address()))));
create policy vendor_see on super_admin_users for select to watchbill_vendor
  using (((account_id = (select app.user_id())) OR (((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text))));

grant insert, select, update (active, account_id) on super_admin_users to watchbill_app;
grant select (id, account_id) on super_admin_users to watchbill_eraser;
grant select on super_admin_users to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_active_since()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.active_since := case
    when not new.active or new.account_id is null then null
    when tg_op = 'UPDATE' and old.active and old.account_id is not distinct from new.account_id then old.active_since
    else clock_timestamp() end;
  return new;
end $function$;
revoke execute on function app.note_active_since() from public;
grant execute on function app.note_active_since() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER note_active_since BEFORE INSERT OR UPDATE ON super_admin_users FOR EACH ROW EXECUTE FUNCTION app.note_active_since();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON super_admin_users FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'user', 'id', '', '', '', '');
CREATE TRIGGER tell_staff AFTER UPDATE OF active ON super_admin_users FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active AND new.account_id IS NOT NULL) EXECUTE FUNCTION app.record_change('session', 'user', 'account_id', '', '', '', 'INSERT,UPDATE,DELETE');

-- sign_in_attempts (people/accounts)
create table sign_in_attempts (
  id uuid not null default gen_random_uuid(),
  email_key text not null,
  at timestamp with time zone not null default now(),
  outcome text not null default 'wrong'::text,
  kind text not null default 'password'::text,
  browser bytea,
  source bytea,
  constraint sign_in_attempts_pkey PRIMARY KEY (id),
  constraint sign_in_attempts_kind_check CHECK (kind = ANY (ARRAY['password'::text, 'code'::text])),
  constraint sign_in_attempts_outcome_check CHECK (outcome = ANY (ARRAY['wrong'::text, 'right'::text, 'locked'::text, 'released'::text]))
);

CREATE INDEX sign_in_attempts_email_key_at_idx ON public.sign_in_attempts USING btree (email_key, at);

alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
create policy drop on sign_in_attempts for delete to watchbill_app
  using (((at < (now() - '2 days'::interval)) AND ((select app.role()) = 'system'::text)));
create policy edit on sign_in_attempts for update to watchbill_app
  using ((email_key = (select app.address())));
create policy erase on sign_in_attempts for all to watchbill_eraser
  using (((email_key = (select app.address())) AND (select app.erasing())));
create policy make on sign_in_attempts for insert to watchbill_app
  with check ((email_key = (select app.address())));
create policy see on sign_in_attempts for select to watchbill_app
  using (((email_key = (select app.address())) OR ((at < (now() - '2 days'::interval)) AND ((select app.role()) = 'system'::text))));
create policy vendor_see on sign_in_attempts for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (outcome) on sign_in_attempts to watchbill_app;
grant delete, select on sign_in_attempts to watchbill_eraser;
grant select (email_key, at, outcome, kind, browser, source) on sign_in_attempts to watchbill_vendor;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON sign_in_attempts FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON sign_in_attempts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'user', 'id', '', 'browser,source', '', 'DELETE');

-- account_links (people/account-links)
create table account_links (
  id uuid not null default gen_random_uuid(),
  token_hash bytea not null,
  kind text not null,
  email text not null,
  email_key text not null,
  name text,
  password_hash text,
  organization_id uuid,
  officer_id uuid,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  account_id uuid,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  badge_number text,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_hash_key UNIQUE (token_hash),
  constraint account_links_badge_number_check CHECK (length(badge_number) >= 1 AND length(badge_number) <= 40),
  constraint account_links_check CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  constraint account_links_check1 CHECK (withdrawn_at IS NULL OR used_at IS NULL),
  constraint account_links_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'register'::text, 'claim'::text, 'admin_setup'::text, 'super_admin'::text, 'address'::text])) AND (kind = 'address'::text) = (account_id IS NOT NULL)),
  constraint account_links_token_hash_check CHECK (length(token_hash) = 32),
  constraint account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint account_links_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES accounts(id)
);

CREATE INDEX account_links_email_key_idx ON public.account_links USING btree (email_key);
CREATE INDEX account_links_organization_id_officer_id_idx ON public.account_links USING btree (organization_id, officer_id) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));

alter table account_links enable row level security;
alter table account_links force row level security;
create policy drop on account_links for delete to watchbill_app
  using (((expires_at < (now() - '30 days'::interval)) AND ((select app.role()) = 'system'::text)));
create policy edit on account_links for update to watchbill_app
  using (((token_hash = (select app.token())) OR (email_key = (select app.address()))));
create policy erase on account_links for all to watchbill_eraser
  using (((select app.erasing()) AND ((organization_id = (select app.organization_id())) OR (account_id = (select app.user_id())) OR ((email_key = (select app.address())) AND (organization_id IS NULL) AND (kind <> 'super_admin'::text)))));
create policy make on account_links for insert to watchbill_app
  with check (((email_key = (select app.address())) AND ((kind = ANY (ARRAY['reset'::text, 'register'::text])) OR ((kind = 'address'::text) AND (account_id = (select app.user_id()))) OR ((select app.role()) = ANY (ARRAY['system'::text, 'super_admin'::text])) OR ((kind = 'claim'::text) AND ((select app.role()) = 'admin'::text) AND (organization_id = (select app.organization_id()))))));
create policy see on account_links for select to watchbill_app
  using (((token_hash = (select app.token())) OR (email_key = (select app.address())) OR (account_id = (select app.user_id())) OR ((organization_id = (select app.organization_id())) AND ((select app.role()) = ANY (ARRAY['admin'::text, 'super_admin'::text]))) OR ((expires_at < (now() - '30 days'::interval)) AND ((select app.role()) = 'system'::text))));
create policy vendor_see_admin_links on account_links for select to watchbill_vendor
  using (((kind = 'admin_setup'::text) AND ((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));
create policy withdraw on account_links for update to watchbill_app
  using (((organization_id = (select app.organization_id())) AND (kind = ANY (ARRAY['claim'::text, 'admin_setup'::text])) AND ((select app.role()) = ANY (ARRAY['admin'::text, 'super_admin'::text]))))
  with check ((withdrawn_by = (select app.user_id())));

grant delete, insert, select, update (used_at, withdrawn_at, withdrawn_by) on account_links to watchbill_app;
grant delete, select on account_links to watchbill_eraser;
grant select (id, kind, email, organization_id, expires_at, used_at, created_at,
  withdrawn_at) on account_links to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'not_allowed' using errcode = '42501';
end $function$;
revoke execute on function app.guard_withdrawn() from public;
grant execute on function app.guard_withdrawn() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON account_links FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER guard_withdrawn BEFORE UPDATE ON account_links FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION app.guard_withdrawn();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON account_links FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'user', 'id', '', 'token_hash,password_hash', '', 'DELETE');
CREATE TRIGGER tell_admin_invited AFTER INSERT OR UPDATE ON account_links FOR EACH ROW WHEN (new.kind = 'admin_setup'::text) EXECUTE FUNCTION app.record_change('organization', 'admins', 'id', '', '', '', 'INSERT,UPDATE,DELETE');
CREATE TRIGGER tell_invited AFTER UPDATE ON account_links FOR EACH ROW WHEN (new.kind = 'claim'::text) EXECUTE FUNCTION app.record_change('officers', 'admins', 'officer_id', '', '', '', 'INSERT,UPDATE,DELETE');

-- sessions (people/sessions)
create table sessions (
  id uuid not null default gen_random_uuid(),
  token_hash bytea not null,
  user_id uuid not null,
  organization_id uuid,
  kind text not null default 'department'::text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_why text,
  ip text,
  user_agent text,
  second_factor_at timestamp with time zone,
  proved_at timestamp with time zone not null default clock_timestamp(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_ended_why_check CHECK (ended_why ~ '^[a-z_]{1,40}$'::text),
  constraint sessions_kind_check CHECK (kind = ANY (ARRAY['department'::text, 'super_admin'::text])),
  constraint sessions_token_hash_check CHECK (length(token_hash) = 32),
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id)
);

CREATE INDEX sessions_token ON public.sessions USING hash (token_hash);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

alter table sessions enable row level security;
alter table sessions force row level security;
create policy edit on sessions for update to watchbill_app
  using (((token_hash = (select app.token())) OR (user_id = (select app.user_id())) OR (((select app.role()) = 'admin'::text) AND (organization_id = (select app.organization_id())))));
create policy erase on sessions for all to watchbill_eraser
  using (((select app.erasing()) AND ((organization_id = (select app.organization_id())) OR (user_id = (select app.user_id())))));
create policy make on sessions for insert to watchbill_app
  with check ((user_id = (select app.user_id())));
create policy see on sessions for select to watchbill_app
  using (((token_hash = (select app.token())) OR (user_id = (select app.user_id())) OR (((select app.role()) = 'admin'::text) AND (organization_id = (select app.organization_id())))));
create policy subject_edit on sessions for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (user_id = (select app.subject()))));
create policy subject_see on sessions for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (user_id = (select app.subject()))));
create policy vendor_see on sessions for select to watchbill_vendor
  using (((token_hash = (select app.token())) OR (((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text))));

grant insert, select, update (token_hash, last_seen_at, ended_at, ended_why, second_factor_at,
  proved_at) on sessions to watchbill_app;
grant delete, select on sessions to watchbill_eraser;
grant select (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, ended_at, ip, user_agent,
  second_factor_at) on sessions to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.end_session_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $function$;
revoke execute on function app.end_session_pushes() from public;
grant execute on function app.end_session_pushes() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.end_support()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  a record;
  kept text := current_setting('app.organization_id', true);
begin
  for a in select organization_id, id from support_accesses
      where session_id = new.id and ended_at is null and ends_at > clock_timestamp() loop
    perform set_config('app.organization_id', a.organization_id::text, true);
    update support_accesses set ended_at = least(clock_timestamp(), ends_at), ended_why = 'session_ended'
      where organization_id = a.organization_id and id = a.id;
  end loop;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return null;
end $function$;
revoke execute on function app.end_support() from public;
grant execute on function app.end_support() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER end_pushes AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION app.end_session_pushes();
CREATE TRIGGER end_support AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (new.kind = 'super_admin'::text AND old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION app.end_support();
CREATE TRIGGER guard_support BEFORE UPDATE ON sessions FOR EACH ROW WHEN (app.support() IS NOT NULL AND (to_jsonb(new.*) - 'last_seen_at'::text) <> (to_jsonb(old.*) - 'last_seen_at'::text)) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE ON sessions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
CREATE TRIGGER record_change_update AFTER UPDATE ON sessions FOR EACH ROW WHEN ((to_jsonb(old.*) - 'last_seen_at'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'last_seen_at'::text)) EXECUTE FUNCTION app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');

-- factors (people/factors)
create table factors (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  kind text not null,
  name text not null,
  secret bytea,
  last_step bigint,
  credential_id bytea,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_credential_id_key UNIQUE (credential_id),
  constraint factors_check CHECK ((kind = 'app'::text) = (secret IS NOT NULL)),
  constraint factors_check1 CHECK ((kind = 'passkey'::text) = (credential_id IS NOT NULL AND public_key IS NOT NULL)),
  constraint factors_counter_check CHECK (counter >= 0),
  constraint factors_credential_id_check CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1023),
  constraint factors_kind_check CHECK (kind = ANY (ARRAY['app'::text, 'passkey'::text])),
  constraint factors_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint factors_public_key_check CHECK (length(public_key) >= 1 AND length(public_key) <= 2000),
  constraint factors_secret_check CHECK (length(secret) >= 29 AND length(secret) <= 200),
  constraint factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE INDEX factors_account_id_idx ON public.factors USING btree (account_id);

alter table factors enable row level security;
alter table factors force row level security;
create policy erase on factors for all to watchbill_eraser
  using (((account_id = (select app.user_id())) AND (select app.erasing())));
create policy others_delete on factors for delete to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = factors.account_id) AND (m.organization_id = (select app.organization_id())))))));
create policy others_select on factors for select to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = factors.account_id) AND (m.organization_id = (select app.organization_id())))))));
create policy own on factors for all to watchbill_app
  using ((account_id = (select app.user_id())));
create policy shown on factors for select to watchbill_app
  using ((credential_id = (select app.token())));
create policy subject_drop on factors for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (account_id = (select app.subject()))));
create policy subject_see on factors for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (account_id = (select app.subject()))));
create policy vendor_see on factors for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (name, last_step, counter, confirmed_at, last_used_at) on factors to watchbill_app;
grant delete, select on factors to watchbill_eraser;
grant select (id, account_id, kind, name, confirmed_at, last_used_at, created_at) on factors to watchbill_vendor;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON factors FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON factors FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('session', 'user', 'account_id', '', 'secret,last_step,credential_id,public_key,counter', 'last_step,counter,last_used_at', '');

-- recovery_codes (people/factors)
create table recovery_codes (
  account_id uuid not null,
  id uuid not null default gen_random_uuid(),
  hashes bytea[] not null,
  codes_left integer not null generated always as (cardinality(hashes)) stored,
  made_at timestamp with time zone not null default clock_timestamp(),
  constraint recovery_codes_pkey PRIMARY KEY (account_id),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy erase on recovery_codes for all to watchbill_eraser
  using (((account_id = (select app.user_id())) AND (select app.erasing())));
create policy others_delete on recovery_codes for delete to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = recovery_codes.account_id) AND (m.organization_id = (select app.organization_id())))))));
create policy others_select on recovery_codes for select to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = recovery_codes.account_id) AND (m.organization_id = (select app.organization_id())))))));
create policy own on recovery_codes for all to watchbill_app
  using ((account_id = (select app.user_id())));
create policy subject_drop on recovery_codes for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (account_id = (select app.subject()))));
create policy subject_see on recovery_codes for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (account_id = (select app.subject()))));

grant delete, insert, select, update (hashes, made_at) on recovery_codes to watchbill_app;
grant delete, select on recovery_codes to watchbill_eraser;

CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON recovery_codes FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON recovery_codes FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('session', 'user', 'account_id', '', 'hashes', '', '');

-- passkey_challenges (people/factors)
create table passkey_challenges (
  id uuid not null default gen_random_uuid(),
  bound_to bytea not null,
  purpose text not null,
  challenge text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  used_at timestamp with time zone,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_challenge_key UNIQUE (challenge),
  constraint passkey_challenges_bound_to_check CHECK (length(bound_to) = 32),
  constraint passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['set_up'::text, 'second_factor'::text, 'sign_in'::text, 'prove'::text]))
);

CREATE INDEX passkey_challenges_created_at_idx ON public.passkey_challenges USING btree (created_at);

alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy others_delete on passkey_challenges for delete to watchbill_app
  using (((created_at < (now() - '1 day'::interval)) AND ((select app.role()) = 'system'::text)));
create policy others_select on passkey_challenges for select to watchbill_app
  using (((created_at < (now() - '1 day'::interval)) AND ((select app.role()) = 'system'::text)));
create policy own on passkey_challenges for all to watchbill_app
  using ((bound_to = (select app.token())));

grant delete, insert, select, update (used_at) on passkey_challenges to watchbill_app;

-- sign_in_steps (people/factors)
create table sign_in_steps (
  id uuid not null default gen_random_uuid(),
  token_hash bytea not null,
  account_id uuid not null,
  organization_id uuid,
  kind text not null default 'department'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint sign_in_steps_pkey PRIMARY KEY (id),
  constraint sign_in_steps_token_hash_key UNIQUE (token_hash),
  constraint sign_in_steps_kind_check CHECK (kind = ANY (ARRAY['department'::text, 'super_admin'::text])),
  constraint sign_in_steps_token_hash_check CHECK (length(token_hash) = 32),
  constraint sign_in_steps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sign_in_steps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX sign_in_steps_account_id_idx ON public.sign_in_steps USING btree (account_id);
CREATE INDEX sign_in_steps_created_at_idx ON public.sign_in_steps USING btree (created_at);

alter table sign_in_steps enable row level security;
alter table sign_in_steps force row level security;
create policy erase on sign_in_steps for all to watchbill_eraser
  using (((select app.erasing()) AND ((organization_id = (select app.organization_id())) OR (account_id = (select app.user_id())))));
create policy others_delete on sign_in_steps for delete to watchbill_app
  using (((created_at < (now() - '1 day'::interval)) AND ((select app.role()) = 'system'::text)));
create policy others_select on sign_in_steps for select to watchbill_app
  using (((created_at < (now() - '1 day'::interval)) AND ((select app.role()) = 'system'::text)));
create policy own on sign_in_steps for all to watchbill_app
  using ((token_hash = (select app.token())))
  with check ((account_id = (select app.user_id())));

grant delete, insert, select, update (ended_at) on sign_in_steps to watchbill_app;
grant delete, select on sign_in_steps to watchbill_eraser;

-- ==============
-- roster: tables
-- ==============

-- officers (roster/officers)
create table officers (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  role text not null default 'officer'::text,
  approved boolean not null default false,
  name text not null,
  email text,
  email_key text,
  badge_number text,
  rank text,
  unit text,
  hired_on date,
  phone text,
  hourly_rate bigint,
  approved_at timestamp with time zone,
  rejected_at timestamp with time zone,
  suspended_at timestamp with time zone,
  left_on date,
  standing_reason text,
  invited_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  claimed_badge text,
  claimed_email_key text,
  constraint officers_pkey PRIMARY KEY (organization_id, id),
  constraint officers_organization_id_user_id_key UNIQUE (organization_id, user_id),
  constraint officers_badge_number_check CHECK (length(badge_number) >= 1 AND length(badge_number) <= 40),
  constraint officers_claimed_badge_check CHECK (length(claimed_badge) >= 1 AND length(claimed_badge) <= 40),
  constraint officers_hourly_rate_check CHECK (hourly_rate >= 0 AND hourly_rate < '10000000000'::bigint),
  constraint officers_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint officers_phone_check CHECK (length(phone) <= 40),
  constraint officers_rank_check CHECK (length(rank) <= 120),
  constraint officers_role_check CHECK (role = ANY (ARRAY['admin'::text, 'officer'::text])),
  constraint officers_standing_reason_check CHECK (length(standing_reason) <= 500),
  constraint officers_unit_check CHECK (length(unit) <= 120),
  constraint officers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint officers_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id)
);

CREATE UNIQUE INDEX officers_badge ON public.officers USING btree (organization_id, upper(NORMALIZE(badge_number, NFKC))) WHERE (badge_number IS NOT NULL);
CREATE INDEX officers_claimed_badge ON public.officers USING btree (organization_id, upper(NORMALIZE(claimed_badge, NFKC))) WHERE (claimed_badge IS NOT NULL);
CREATE UNIQUE INDEX officers_email ON public.officers USING btree (organization_id, email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX officers_id ON public.officers USING hash (id);
CREATE INDEX officers_name ON public.officers USING btree (organization_id, name, id);
CREATE INDEX officers_pending ON public.officers USING btree (organization_id) WHERE ((NOT approved) AND (rejected_at IS NULL) AND (left_on IS NULL));
CREATE INDEX officers_unclaimed_name ON public.officers USING btree (organization_id, app.name_key(name)) WHERE (user_id IS NULL);
CREATE INDEX officers_user ON public.officers USING hash (user_id);

alter table officers enable row level security;
alter table officers force row level security;
create policy tenant on officers as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on officers for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])) OR (user_id = (select app.user_id())) OR (email_key = (select app.address()))));
create policy erase on officers for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on officers for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])) OR (((select app.role()) = 'anyone'::text) AND (NOT approved) AND (role = 'officer'::text))));
create policy merge_drop on officers for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (id = ANY ((select app.merging())::uuid[]))));
create policy see on officers for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'super_admin'::text])) OR (user_id = (select app.user_id())) OR (email_key = (select app.address()))));
create policy vendor_see_admins on officers for select to watchbill_vendor
  using (((role = 'admin'::text) AND ((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (id, user_id, role, approved, name, email, email_key, badge_number, rank, unit,
  hired_on, phone, hourly_rate, approved_at, rejected_at, suspended_at, left_on, standing_reason, invited_at,
  created_at, updated_at, version, claimed_badge, claimed_email_key) on officers to watchbill_app;
grant delete, select on officers to watchbill_eraser;
grant select (organization_id, id, user_id, role, approved, name, email, suspended_at,
  left_on) on officers to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.count_officers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update organization_figures f set officers_counted = f.officers_counted - g.n
      from (select o.organization_id, count(*) as n from old_rows o
        where o.approved and o.left_on is null group by 1) g where f.organization_id = g.organization_id;
  end if;
  if tg_op <> 'DELETE' then
    update organization_figures f set officers_counted = f.officers_counted + g.n
      from (select o.organization_id, count(*) as n from new_rows o
        where o.approved and o.left_on is null group by 1) g where f.organization_id = g.organization_id;
  end if;
  return null;
end $function$;
revoke execute on function app.count_officers() from public;
grant execute on function app.count_officers() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.end_officer_phones()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update phones set stopped_at = now(), stopped_why = 'access_ended'
    where organization_id = new.organization_id and officer_id = new.id and stopped_at is null;
  return null;
end $function$;
revoke execute on function app.end_officer_phones() from public;
grant execute on function app.end_officer_phones() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.end_officer_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from push_subscriptions where organization_id = new.organization_id and officer_id = new.id;
  return null;
end $function$;
revoke execute on function app.end_officer_pushes() from public;
grant execute on function app.end_officer_pushes() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_officer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
revoke execute on function app.guard_officer() from public;
grant execute on function app.guard_officer() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.keep_force_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not new.approved or new.rejected_at is not null then
    delete from force_members where organization_id = new.organization_id and officer_id = new.id;
    return null;
  end if;
  insert into force_members as m (organization_id, officer_id, name, badge_number, unit, hired_on, is_admin, joined_at, left_on)
  values (new.organization_id, new.id, new.name, new.badge_number, new.unit, new.hired_on, new.role = 'admin',
    coalesce(new.approved_at, new.created_at), new.left_on)
  on conflict (organization_id, officer_id) do update set name = excluded.name, badge_number = excluded.badge_number,
    unit = excluded.unit, hired_on = excluded.hired_on, is_admin = excluded.is_admin, joined_at = excluded.joined_at,
    left_on = excluded.left_on
  where (m.name, m.badge_number, m.unit, m.hired_on, m.is_admin, m.joined_at, m.left_on) is distinct from
    (excluded.name, excluded.badge_number, excluded.unit, excluded.hired_on, excluded.is_admin, excluded.joined_at, excluded.left_on);
  return null;
end $function$;
revoke execute on function app.keep_force_member() from public;
grant execute on function app.keep_force_member() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.keep_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  update memberships m set officer_id = new.id
    where m.organization_id = new.organization_id and m.account_id = new.user_id and m.officer_id <> new.id;
  return null;
end $function$;
revoke execute on function app.keep_memberships() from public;
grant execute on function app.keep_memberships() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark_roster()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and (old.approved, old.role) = (new.approved, new.role)
     and (old.approved_at, old.rejected_at, old.left_on) is not distinct from (new.approved_at, new.rejected_at, new.left_on)
  then return null; end if;
  insert into figure_marks (organization_id, at, onward)
  values (new.organization_id, least(coalesce(new.approved_at, new.created_at),
    case when tg_op = 'UPDATE' then coalesce(old.approved_at, old.created_at) end), true);
  return null;
end $function$;
revoke execute on function app.mark_roster() from public;
grant execute on function app.mark_roster() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.move_officers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update organization_figures f set officers_counted = f.officers_counted + g.n
    from (select n.organization_id, sum((n.approved and n.left_on is null)::int - (o.approved and o.left_on is null)::int) as n
      from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id group by 1) g
    where f.organization_id = g.organization_id and g.n <> 0;
  return null;
end $function$;
revoke execute on function app.move_officers() from public;
grant execute on function app.move_officers() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.share_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update shared_places set name = new.name where organization_id = new.organization_id and officer_id = new.id;
  return null;
end $function$;
revoke execute on function app.share_name() from public;
grant execute on function app.share_name() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER count_officers_in AFTER INSERT ON officers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_officers();
CREATE TRIGGER count_officers_out AFTER DELETE ON officers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.count_officers();
CREATE TRIGGER end_phones AFTER UPDATE OF approved, suspended_at, rejected_at, left_on, user_id ON officers FOR EACH ROW WHEN (NOT new.approved OR new.suspended_at IS NOT NULL OR new.rejected_at IS NOT NULL OR new.left_on IS NOT NULL OR new.user_id IS DISTINCT FROM old.user_id) EXECUTE FUNCTION app.end_officer_phones();
CREATE TRIGGER end_pushes AFTER UPDATE OF approved, suspended_at, rejected_at, left_on, user_id ON officers FOR EACH ROW WHEN (NOT new.approved OR new.suspended_at IS NOT NULL OR new.rejected_at IS NOT NULL OR new.left_on IS NOT NULL OR new.user_id IS DISTINCT FROM old.user_id) EXECUTE FUNCTION app.end_officer_pushes();
CREATE TRIGGER guard_access BEFORE UPDATE ON officers FOR EACH ROW WHEN (app.support() IS NOT NULL AND (new.user_id IS DISTINCT FROM old.user_id OR new.role IS DISTINCT FROM old.role OR new.approved IS DISTINCT FROM old.approved OR new.suspended_at IS DISTINCT FROM old.suspended_at OR new.rejected_at IS DISTINCT FROM old.rejected_at OR new.left_on IS DISTINCT FROM old.left_on OR new.email_key IS DISTINCT FROM old.email_key)) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER guard_officer BEFORE UPDATE ON officers FOR EACH ROW EXECUTE FUNCTION app.guard_officer();
CREATE TRIGGER guard_roster BEFORE INSERT ON officers FOR EACH ROW WHEN (app.support() IS NOT NULL) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_force_member AFTER INSERT OR UPDATE OF name, badge_number, unit, hired_on, role, approved, approved_at, rejected_at, left_on ON officers FOR EACH ROW EXECUTE FUNCTION app.keep_force_member();
CREATE TRIGGER keep_memberships AFTER INSERT OR UPDATE OF user_id, role, approved, suspended_at, rejected_at, left_on ON officers FOR EACH ROW EXECUTE FUNCTION app.keep_memberships();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officers FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_roster AFTER INSERT OR UPDATE ON officers FOR EACH ROW EXECUTE FUNCTION app.mark_roster();
CREATE TRIGGER move_officers AFTER UPDATE ON officers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.move_officers();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officers FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('officers', 'officer', 'id', 'id', '', 'updated_at,version', '');
CREATE TRIGGER revoke_calendars AFTER UPDATE OF approved, suspended_at, rejected_at, left_on, user_id ON officers FOR EACH ROW WHEN (NOT new.approved OR new.suspended_at IS NOT NULL OR new.rejected_at IS NOT NULL OR new.left_on IS NOT NULL OR new.user_id IS DISTINCT FROM old.user_id) EXECUTE FUNCTION app.revoke_calendars();
CREATE TRIGGER share_name AFTER UPDATE OF name ON officers FOR EACH ROW WHEN (new.name <> old.name) EXECUTE FUNCTION app.share_name();

-- bulk_edits (roster/officers)
create table bulk_edits (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  changes jsonb not null,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  constraint bulk_edits_pkey PRIMARY KEY (organization_id, id),
  constraint bulk_edits_kind_check CHECK (kind = ANY (ARRAY['unit'::text, 'rank'::text, 'suspend'::text])),
  constraint bulk_edits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bulk_edits_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES officers(organization_id, id)
);

alter table bulk_edits enable row level security;
alter table bulk_edits force row level security;
create policy tenant on bulk_edits as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on bulk_edits for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on bulk_edits for insert to watchbill_app
  with check ((((select app.role()) = 'admin'::text) AND (made_by = (select app.officer_id()))));
create policy merge_made_by on bulk_edits for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (made_by = ANY ((select app.merging())::uuid[]))));
create policy see on bulk_edits for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy undo on bulk_edits for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (made_by = (select app.officer_id())) AND (undone_at IS NULL)))
  with check (((made_by = (select app.officer_id())) AND (undone_at IS NOT NULL)));

grant insert, select, update (made_by, undone_at) on bulk_edits to watchbill_app;
grant delete, select on bulk_edits to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON bulk_edits FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON bulk_edits FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'admins', 'id', '', 'changes', '', '');

-- officer_merges (roster/officers)
create table officer_merges (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  from_id uuid not null,
  into_id uuid not null,
  kind text not null,
  from_name text not null,
  from_row jsonb not null,
  into_row jsonb not null,
  moved jsonb not null,
  set_aside jsonb not null,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  undone_by uuid,
  undone_at timestamp with time zone,
  constraint officer_merges_pkey PRIMARY KEY (organization_id, id),
  constraint officer_merges_check CHECK ((undone_by IS NULL) = (undone_at IS NULL)),
  constraint officer_merges_kind_check CHECK (kind = ANY (ARRAY['claim'::text, 'merge'::text])),
  constraint officer_merges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint officer_merges_organization_id_into_id_fkey FOREIGN KEY (organization_id, into_id) REFERENCES officers(organization_id, id),
  constraint officer_merges_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES officers(organization_id, id),
  constraint officer_merges_organization_id_undone_by_fkey FOREIGN KEY (organization_id, undone_by) REFERENCES officers(organization_id, id)
);

CREATE UNIQUE INDEX officer_merges_from ON public.officer_merges USING btree (organization_id, from_id) WHERE (undone_at IS NULL);
CREATE INDEX officer_merges_into ON public.officer_merges USING btree (organization_id, into_id, made_at DESC, id);

alter table officer_merges enable row level security;
alter table officer_merges force row level security;
create policy tenant on officer_merges as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on officer_merges for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on officer_merges for insert to watchbill_app
  with check ((((select app.role()) = 'admin'::text) AND (made_by = (select app.officer_id()))));
create policy merge_into_id on officer_merges for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (into_id = ANY ((select app.merging())::uuid[]))));
create policy merge_made_by on officer_merges for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (made_by = ANY ((select app.merging())::uuid[]))));
create policy merge_undone_by on officer_merges for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (undone_by = ANY ((select app.merging())::uuid[]))));
create policy see on officer_merges for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy undo on officer_merges for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (undone_at IS NULL)))
  with check ((undone_by = (select app.officer_id())));

grant insert, select, update (into_id, made_by, undone_by, undone_at) on officer_merges to watchbill_app;
grant delete, select on officer_merges to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officer_merges FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officer_merges FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('officers', 'admins', 'into_id', '', 'from_row,into_row,moved,set_aside', '', '');

-- officer_notes (roster/officers)
create table officer_notes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  author_id uuid not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint officer_notes_pkey PRIMARY KEY (organization_id, id),
  constraint notes_not_own CHECK (author_id <> officer_id),
  constraint officer_notes_body_check CHECK (length(body) >= 1 AND length(body) <= 4000),
  constraint officer_notes_organization_id_author_id_fkey FOREIGN KEY (organization_id, author_id) REFERENCES officers(organization_id, id),
  constraint officer_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint officer_notes_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX notes_officer ON public.officer_notes USING btree (organization_id, officer_id, created_at DESC, id DESC);

alter table officer_notes enable row level security;
alter table officer_notes force row level security;
create policy tenant on officer_notes as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on officer_notes for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on officer_notes for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (author_id = (select app.officer_id())) AND (officer_id <> (select app.officer_id())))));
create policy merge_author_id on officer_notes for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (author_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on officer_notes for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on officer_notes for select to watchbill_app
  using ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (officer_id IS DISTINCT FROM (select app.officer_id())))));

grant insert, select, update (officer_id, author_id) on officer_notes to watchbill_app;
grant delete, select on officer_notes to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officer_notes FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officer_notes FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('officers', 'admins', 'id', '', 'body', '', '');

-- officer_imports (roster/officer-imports)
create table officer_imports (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  file_hash bytea not null,
  mapping jsonb not null,
  rows_total integer not null,
  rows_done integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  state text not null default 'running'::text,
  failure text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint officer_imports_pkey PRIMARY KEY (organization_id, id),
  constraint officer_imports_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])),
  constraint officer_imports_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint officer_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table officer_imports enable row level security;
alter table officer_imports force row level security;
create policy tenant on officer_imports as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on officer_imports for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on officer_imports for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy staff on officer_imports for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (id, file_name, file_hash, mapping, rows_total, rows_done, created_count, updated_count,
  unchanged_count, state, failure, created_by, created_at, finished_at) on officer_imports to watchbill_app;
grant delete, select on officer_imports to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officer_imports FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officer_imports FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('imports', 'admins', 'id', '', 'file_hash', 'rows_done', 'INSERT');

-- officer_certifications (roster/certifications)
create table officer_certifications (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  type text not null,
  number text,
  issued_on date not null,
  expires_on date,
  verified_by uuid,
  verified_at timestamp with time zone,
  reminded_days integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint officer_certifications_pkey PRIMARY KEY (organization_id, id),
  constraint certifications_in_order CHECK (expires_on IS NULL OR expires_on >= issued_on),
  constraint certifications_not_own CHECK (verified_by IS NULL OR verified_by <> officer_id),
  constraint certifications_verified CHECK ((verified_by IS NULL) = (verified_at IS NULL)),
  constraint officer_certifications_number_check CHECK (length(number) >= 1 AND length(number) <= 60),
  constraint officer_certifications_type_check CHECK (length(type) >= 1 AND length(type) <= 80),
  constraint officer_certifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint officer_certifications_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint officer_certifications_organization_id_verified_by_fkey FOREIGN KEY (organization_id, verified_by) REFERENCES officers(organization_id, id)
);

CREATE INDEX certifications_expiring ON public.officer_certifications USING btree (organization_id, expires_on) WHERE (expires_on IS NOT NULL);
CREATE INDEX certifications_officer ON public.officer_certifications USING btree (organization_id, officer_id, lower(type), expires_on);

alter table officer_certifications enable row level security;
alter table officer_certifications force row level security;
create policy tenant on officer_certifications as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop on officer_certifications for delete to watchbill_app
  using (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (verified_by IS NULL)
    ELSE ((select app.role()) = 'admin'::text)
END);
create policy edit on officer_certifications for update to watchbill_app
  using (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (verified_by IS NULL)
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END)
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (verified_by IS NULL)
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy erase on officer_certifications for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on officer_certifications for insert to watchbill_app
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (verified_by IS NULL)
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy merge_officer_id on officer_certifications for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_verified_by on officer_certifications for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (verified_by = ANY ((select app.merging())::uuid[]))));
create policy see on officer_certifications for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant delete, insert, select, update (id, officer_id, type, number, issued_on, expires_on, verified_by, verified_at,
  reminded_days, created_at, updated_at, version) on officer_certifications to watchbill_app;
grant delete, select on officer_certifications to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_certification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.officer_id) <> (old.id, old.officer_id)
     or new.verified_by <> app.officer_id() and (tg_op = 'INSERT' or new.verified_by is distinct from old.verified_by)
     or tg_op = 'UPDATE' and new.verified_at is not null and new.verified_at is not distinct from old.verified_at
       and (new.type, new.number, new.issued_on, new.expires_on) is distinct from
         (old.type, old.number, old.issued_on, old.expires_on) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_certification() from public;
grant execute on function app.guard_certification() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_certification BEFORE INSERT OR UPDATE ON officer_certifications FOR EACH ROW EXECUTE FUNCTION app.guard_certification();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officer_certifications FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officer_certifications FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('certifications', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', '');

-- leaves (roster/leaves)
create table leaves (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  whole_days boolean not null,
  note text,
  entered_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint leaves_pkey PRIMARY KEY (organization_id, id),
  constraint leaves_no_overlap EXCLUDE USING gist (organization_id WITH =, officer_id WITH =, tstzrange(starts_at, ends_at) WITH &&) DEFERRABLE,
  constraint leaves_kind_check CHECK (kind = ANY (ARRAY['vacation'::text, 'sick'::text, 'injury'::text, 'military'::text, 'training'::text, 'other'::text])),
  constraint leaves_length CHECK (ends_at IS NULL OR starts_at < ends_at AND (ends_at - starts_at) <= '3661 days'::interval),
  constraint leaves_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint leaves_organization_id_entered_by_fkey FOREIGN KEY (organization_id, entered_by) REFERENCES officers(organization_id, id),
  constraint leaves_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint leaves_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX leaves_officer ON public.leaves USING btree (organization_id, officer_id, starts_at DESC, id);

alter table leaves enable row level security;
alter table leaves force row level security;
create policy tenant on leaves as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on leaves for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy follow_zone on leaves for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy merge_entered_by on leaves for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (entered_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on leaves for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on leaves for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy staff_drop on leaves for delete to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id()))));
create policy staff_edit on leaves for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id()))));
create policy staff_make on leaves for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (entered_by = (select app.officer_id())) AND (officer_id <> (select app.officer_id())))));

grant delete, insert, select, update (id, officer_id, kind, starts_at, ends_at, whole_days, note, entered_by,
  created_at, updated_at, version) on leaves to watchbill_app;
grant delete, select on leaves to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON leaves FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON leaves FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON leaves FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'officer', 'id', 'officer_id', 'note', 'updated_at,version', '');

-- platoons (roster/tours)
create table platoons (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  unit text,
  ended_on date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint platoons_pkey PRIMARY KEY (organization_id, id),
  constraint platoons_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint platoons_unit_check CHECK (length(unit) >= 1 AND length(unit) <= 120),
  constraint platoons_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE UNIQUE INDEX platoons_name ON public.platoons USING btree (organization_id, lower(name));

alter table platoons enable row level security;
alter table platoons force row level security;
create policy tenant on platoons as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on platoons for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on platoons for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_edit on platoons for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_make on platoons for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (id, name, unit, ended_on, created_at, updated_at, version) on platoons to watchbill_app;
grant delete, select on platoons to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON platoons FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON platoons FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON platoons FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'all', 'id', '', '', 'updated_at,version', '');

-- platoon_schedules (roster/tours)
create table platoon_schedules (
  organization_id uuid not null,
  platoon_id uuid not null,
  starts_on date not null,
  anchor_on date not null,
  keeps text not null default 'length'::text,
  pattern jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint platoon_schedules_pkey PRIMARY KEY (organization_id, platoon_id, starts_on),
  constraint platoon_schedules_keeps_check CHECK (keeps = ANY (ARRAY['length'::text, 'end'::text])),
  constraint platoon_schedules_pattern_check CHECK ((pattern ->> 'kind'::text) = ANY (ARRAY['four_two'::text, 'pitman'::text, 'panama'::text, 'weekdays'::text, 'cycle'::text])),
  constraint platoon_schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint platoon_schedules_organization_id_platoon_id_fkey FOREIGN KEY (organization_id, platoon_id) REFERENCES platoons(organization_id, id) ON DELETE CASCADE
);

alter table platoon_schedules enable row level security;
alter table platoon_schedules force row level security;
create policy tenant on platoon_schedules as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on platoon_schedules for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on platoon_schedules for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_drop on platoon_schedules for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_edit on platoon_schedules for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_make on platoon_schedules for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (platoon_id, starts_on, anchor_on, keeps, pattern,
  created_at) on platoon_schedules to watchbill_app;
grant delete, select on platoon_schedules to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON platoon_schedules FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON platoon_schedules FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON platoon_schedules FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'all', 'platoon_id', '', '', '', '');

-- platoon_members (roster/tours)
create table platoon_members (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  platoon_id uuid not null,
  officer_id uuid not null,
  starts_on date not null,
  ends_on date,
  created_at timestamp with time zone not null default now(),
  constraint platoon_members_pkey PRIMARY KEY (organization_id, id),
  constraint members_one_platoon EXCLUDE USING gist (organization_id WITH =, officer_id WITH =, daterange(starts_on, ends_on) WITH &&),
  constraint platoon_members_check CHECK (ends_on IS NULL OR ends_on > starts_on),
  constraint platoon_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint platoon_members_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint platoon_members_organization_id_platoon_id_fkey FOREIGN KEY (organization_id, platoon_id) REFERENCES platoons(organization_id, id)
);

CREATE INDEX members_officer ON public.platoon_members USING btree (organization_id, officer_id, starts_on);
CREATE INDEX members_platoon ON public.platoon_members USING btree (organization_id, platoon_id, starts_on);

alter table platoon_members enable row level security;
alter table platoon_members force row level security;
create policy tenant on platoon_members as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on platoon_members for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_officer_id on platoon_members for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on platoon_members for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy staff_drop on platoon_members for delete to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id()))));
create policy staff_edit on platoon_members for update to watchbill_app
  using ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id())))));
create policy staff_make on platoon_members for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id())))));

grant delete, insert, select, update (id, platoon_id, officer_id, starts_on, ends_on,
  created_at) on platoon_members to watchbill_app;
grant delete, select on platoon_members to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON platoon_members FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON platoon_members FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON platoon_members FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'officer', 'officer_id', 'officer_id', '', '', '');

-- tour_exceptions (roster/tours)
create table tour_exceptions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null,
  on_day date not null,
  works_on date,
  start_time text,
  minutes integer,
  note text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint tour_exceptions_pkey PRIMARY KEY (organization_id, id),
  constraint exceptions_whole CHECK (
CASE kind
    WHEN 'off'::text THEN works_on IS NULL AND start_time IS NULL AND minutes IS NULL
    WHEN 'extra'::text THEN works_on IS NULL AND start_time IS NOT NULL AND minutes IS NOT NULL
    ELSE works_on IS NOT NULL AND start_time IS NOT NULL AND minutes IS NOT NULL
END),
  constraint tour_exceptions_kind_check CHECK (kind = ANY (ARRAY['off'::text, 'extra'::text, 'swap'::text])),
  constraint tour_exceptions_minutes_check CHECK (minutes >= 1 AND minutes <= 1440),
  constraint tour_exceptions_note_check CHECK (length(note) >= 1 AND length(note) <= 300),
  constraint tour_exceptions_start_time_check CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  constraint tour_exceptions_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint tour_exceptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tour_exceptions_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE UNIQUE INDEX exceptions_off ON public.tour_exceptions USING btree (organization_id, officer_id, on_day) WHERE (kind <> 'extra'::text);
CREATE INDEX exceptions_officer ON public.tour_exceptions USING btree (organization_id, officer_id, on_day);
CREATE INDEX exceptions_works ON public.tour_exceptions USING btree (organization_id, officer_id, works_on) WHERE (works_on IS NOT NULL);

alter table tour_exceptions enable row level security;
alter table tour_exceptions force row level security;
create policy tenant on tour_exceptions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on tour_exceptions for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on tour_exceptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on tour_exceptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on tour_exceptions for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy staff_drop on tour_exceptions for delete to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id()))));
create policy staff_make on tour_exceptions for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id())))));

grant delete, insert, select, update (officer_id, created_by) on tour_exceptions to watchbill_app;
grant delete, select on tour_exceptions to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON tour_exceptions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON tour_exceptions FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON tour_exceptions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'officer', 'officer_id', 'officer_id', '', '', '');

-- imported_tours (roster/tours)
create table imported_tours (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  on_day date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint imported_tours_pkey PRIMARY KEY (organization_id, id),
  constraint imported_tours_check CHECK (starts_at < ends_at AND (ends_at - starts_at) <= '26:00:00'::interval),
  constraint imported_tours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint imported_tours_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE UNIQUE INDEX imported_tours_start ON public.imported_tours USING btree (organization_id, officer_id, starts_at);

alter table imported_tours enable row level security;
alter table imported_tours force row level security;
create policy tenant on imported_tours as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on imported_tours for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_officer_id on imported_tours for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on imported_tours for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy staff_drop on imported_tours for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_make on imported_tours for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (officer_id) on imported_tours to watchbill_app;
grant delete, select on imported_tours to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON imported_tours FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON imported_tours FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON imported_tours FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'officer', 'officer_id', 'officer_id', '', '', '');

-- ==============
-- shifts: tables
-- ==============

-- posts (shifts/assignments)
create table posts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  name text not null,
  "position" integer not null default 0,
  required_count integer not null,
  confirmed_count integer not null default 0,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  requirements jsonb not null default '{}'::jsonb,
  split_minutes integer,
  freed_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (organization_id, id),
  constraint posts_organization_id_assignment_id_id_key UNIQUE (organization_id, assignment_id, id),
  constraint posts_confirmed_count_check CHECK (confirmed_count >= 0),
  constraint posts_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint posts_not_over CHECK (confirmed_count <= required_count),
  constraint posts_required_count_check CHECK (required_count >= 1 AND required_count <= 500),
  constraint posts_split_minutes_check CHECK (split_minutes >= 15 AND split_minutes <= 720),
  constraint posts_times CHECK (starts_at < ends_at AND (ends_at - starts_at) <= '7 days'::interval),
  constraint posts_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE CASCADE,
  constraint posts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX posts_assignment ON public.posts USING hash (assignment_id);
CREATE INDEX posts_freed ON public.posts USING btree (organization_id, freed_at) WHERE (freed_at IS NOT NULL);
CREATE INDEX posts_starts ON public.posts USING btree (organization_id, starts_at);

alter table posts enable row level security;
alter table posts force row level security;
create policy tenant on posts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy count on posts for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy erase on posts for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on posts for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_drop on posts for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_make on posts for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (id, assignment_id, name, "position", required_count, confirmed_count, starts_at,
  ends_at, requirements, split_minutes, freed_at) on posts to watchbill_app;
grant delete, select on posts to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted constant text[] := array['confirmed_count', 'freed_at'];
begin
  if app.role() = 'officer' and (pg_trigger_depth() < 2 or to_jsonb(old) - counted <> to_jsonb(new) - counted) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_post() from public;
grant execute on function app.guard_post() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into figure_marks (organization_id, at)
  select a.organization_id, m.at from assignments a cross join lateral (values (a.starts_at), (app.posted_at(a))) as m (at)
  where a.organization_id = coalesce(new.organization_id, old.organization_id)
    and a.id = coalesce(new.assignment_id, old.assignment_id) and a.status <> 'draft' and m.at <= now() + interval '10 minutes';
  return null;
end $function$;
revoke execute on function app.mark_posts() from public;
grant execute on function app.mark_posts() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.settle_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.split_minutes is null) <> (old.split_minutes is null) then
    delete from place_holds where organization_id = new.organization_id and post_id = new.id and kind = 'confirmed';
    if new.split_minutes is not null then
      insert into place_holds (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, applied_at)
      select s.organization_id, s.id, s.assignment_id, s.post_id, 'confirmed', s.starts_at, s.ends_at, s.applied_at
      from officer_assignments s where s.organization_id = new.organization_id and s.assignment_id = new.assignment_id
        and s.post_id = new.id and app.holds_place(s.status);
    end if;
  end if;
  if new.required_count > old.required_count and exists (select from place_holds h
      where h.organization_id = new.organization_id and h.post_id = new.id and h.kind = 'waiting') then
    update posts set freed_at = now() where organization_id = new.organization_id and id = new.id;
    insert into outbox (organization_id, topic, audience) values (new.organization_id, 'place_freed', 'system');
  end if;
  return null;
end $function$;
revoke execute on function app.settle_post() from public;
grant execute on function app.settle_post() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_post BEFORE UPDATE ON posts FOR EACH ROW EXECUTE FUNCTION app.guard_post();
CREATE CONSTRAINT TRIGGER keep_awarded_whole AFTER INSERT OR UPDATE OF split_minutes ON posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.split_minutes IS NOT NULL) EXECUTE FUNCTION app.keep_awarded_whole();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON posts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_posts AFTER INSERT OR DELETE OR UPDATE OF required_count ON posts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.mark_posts();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON posts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'all', 'assignment_id', '', '', 'confirmed_count,freed_at', '');
CREATE TRIGGER settle_post AFTER UPDATE OF split_minutes, required_count ON posts FOR EACH ROW EXECUTE FUNCTION app.settle_post();

-- assignments (shifts/assignments)
create table assignments (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  title text not null,
  description text not null default ''::text,
  kind text not null,
  client text,
  location_name text,
  location_address text,
  location_lat double precision,
  location_lng double precision,
  location_radius_m integer,
  time_zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  min_required integer not null default 0,
  signup_mode text not null default 'approval'::text,
  signup_opens_at timestamp with time zone,
  signup_closes_at timestamp with time zone,
  publish_at timestamp with time zone,
  published_at timestamp with time zone,
  announced_at timestamp with time zone,
  backdate_reason text,
  pay_code text,
  min_pay_minutes integer not null default 0,
  status text not null default 'draft'::text,
  series_id uuid,
  clock_note text,
  terms_changed_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancelled_party text,
  cancel_reason text,
  closed_at timestamp with time zone,
  reopened_reason text,
  version integer not null default 1,
  award_rule_id uuid,
  group_steps jsonb,
  draw_commitment text,
  awarded_at timestamp with time zone,
  award_early_by uuid,
  award_early_reason text,
  award_number integer not null default 1,
  keeps_waitlist boolean not null default true,
  radio_channel text,
  constraint assignments_pkey PRIMARY KEY (organization_id, id),
  constraint assignments_award_early_reason_check CHECK (length(award_early_reason) <= 500),
  constraint assignments_backdate_reason_check CHECK (length(backdate_reason) <= 500),
  constraint assignments_cancel_reason_check CHECK (length(cancel_reason) <= 500),
  constraint assignments_cancelled_party_check CHECK (cancelled_party = ANY (ARRAY['department'::text, 'client'::text, 'weather'::text])),
  constraint assignments_check CHECK (starts_at < ends_at AND (ends_at - starts_at) <= '7 days'::interval),
  constraint assignments_check1 CHECK (signup_opens_at IS NULL OR signup_closes_at IS NULL OR signup_opens_at < signup_closes_at),
  constraint assignments_client_check CHECK (length(client) <= 160),
  constraint assignments_clock_note_check CHECK (clock_note = ANY (ARRAY['moved'::text, 'earlier'::text])),
  constraint assignments_description_check CHECK (length(description) <= 4000),
  constraint assignments_draw_commitment_check CHECK (draw_commitment ~ '^[0-9a-f]{64}$'::text),
  constraint assignments_kind_check CHECK (kind = ANY (ARRAY['overtime'::text, 'extra_duty'::text, 'court'::text, 'special_event'::text, 'training'::text, 'callback'::text, 'holdover'::text])),
  constraint assignments_location_address_check CHECK (length(location_address) <= 300),
  constraint assignments_location_lat_check CHECK (location_lat >= '-90'::integer::double precision AND location_lat <= 90::double precision),
  constraint assignments_location_lng_check CHECK (location_lng >= '-180'::integer::double precision AND location_lng <= 180::double precision),
  constraint assignments_location_name_check CHECK (length(location_name) <= 160),
  constraint assignments_location_radius_m_check CHECK (location_radius_m >= 10 AND location_radius_m <= 50000),
  constraint assignments_min_pay_minutes_check CHECK (min_pay_minutes >= 0 AND min_pay_minutes <= 1440),
  constraint assignments_min_required_check CHECK (min_required >= 0),
  constraint assignments_pay_code_check CHECK (length(pay_code) <= 40),
  constraint assignments_radio_channel_check CHECK (length(radio_channel) <= 40),
  constraint assignments_reopened_reason_check CHECK (length(reopened_reason) <= 500),
  constraint assignments_signup_mode_check CHECK (signup_mode = ANY (ARRAY['first_come'::text, 'approval'::text, 'award'::text])),
  constraint assignments_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'cancelled'::text, 'closed'::text])),
  constraint assignments_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint assignments_organization_id_award_early_by_fkey FOREIGN KEY (organization_id, award_early_by) REFERENCES officers(organization_id, id),
  constraint assignments_organization_id_award_rule_id_fkey FOREIGN KEY (organization_id, award_rule_id) REFERENCES award_rules(organization_id, id),
  constraint assignments_organization_id_cancelled_by_fkey FOREIGN KEY (organization_id, cancelled_by) REFERENCES officers(organization_id, id),
  constraint assignments_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint assignments_organization_id_series_id_fkey FOREIGN KEY (organization_id, series_id) REFERENCES assignment_series(organization_id, id)
);

CREATE INDEX assignments_ends ON public.assignments USING btree (organization_id, ends_at) WHERE (status = 'published'::text);
CREATE INDEX assignments_id ON public.assignments USING hash (id);
CREATE INDEX assignments_pay_codes ON public.assignments USING btree (organization_id, pay_code) WHERE (pay_code IS NOT NULL);
CREATE INDEX assignments_series ON public.assignments USING btree (organization_id, series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX assignments_starts ON public.assignments USING btree (organization_id, starts_at, id);
CREATE INDEX assignments_to_announce ON public.assignments USING btree (organization_id, publish_at) WHERE ((status = 'published'::text) AND (announced_at IS NULL));
CREATE INDEX assignments_to_award ON public.assignments USING btree (organization_id, signup_closes_at) WHERE ((status = 'published'::text) AND (signup_mode = 'award'::text) AND (awarded_at IS NULL));

alter table assignments enable row level security;
alter table assignments force row level security;
create policy tenant on assignments as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on assignments for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy hold on assignments for update to watchbill_app
  using (((select app.role()) = 'officer'::text))
  with check (false);
create policy merge_award_early_by on assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (award_early_by = ANY ((select app.merging())::uuid[]))));
create policy merge_cancelled_by on assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (cancelled_by = ANY ((select app.merging())::uuid[]))));
create policy merge_created_by on assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on assignments for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) = 'officer'::text) AND (status <> 'draft'::text) AND ((publish_at IS NULL) OR (publish_at <= now())))));
create policy staff_drop on assignments for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (status = 'draft'::text)));
create policy staff_edit on assignments for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_make on assignments for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (id, title, description, kind, client, location_name, location_address,
  location_lat, location_lng, location_radius_m, time_zone, starts_at, ends_at, min_required, signup_mode,
  signup_opens_at, signup_closes_at, publish_at, published_at, announced_at, backdate_reason, pay_code,
  min_pay_minutes, status, series_id, clock_note, terms_changed_at, created_by, created_at, updated_at, cancelled_at,
  cancelled_by, cancelled_party, cancel_reason, closed_at, reopened_reason, version, award_rule_id, group_steps,
  draw_commitment, awarded_at, award_early_by, award_early_reason, award_number, keeps_waitlist,
  radio_channel) on assignments to watchbill_app;
grant delete, select on assignments to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.mark_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Which shift of a department was its first may change with it.
  posting boolean := tg_op <> 'UPDATE' or (old.status = 'draft') <> (new.status = 'draft')
    or app.posted_at(old) is distinct from app.posted_at(new);
begin
  if not posting and old.status = new.status and old.starts_at = new.starts_at then return null; end if;
  insert into figure_marks (organization_id, at, onward)
  select coalesce(new.organization_id, old.organization_id), m.at, m.onward
  from (values (case when tg_op <> 'INSERT' then old.status end, case when tg_op <> 'INSERT' then old.starts_at end, false),
    (case when tg_op <> 'INSERT' then old.status end, case when tg_op <> 'INSERT' then app.posted_at(old) end, posting),
    (case when tg_op <> 'DELETE' then new.status end, case when tg_op <> 'DELETE' then new.starts_at end, false),
    (case when tg_op <> 'DELETE' then new.status end, case when tg_op <> 'DELETE' then app.posted_at(new) end, posting))
    as m (status, at, onward)
  where m.status <> 'draft' and m.at <= now() + interval '10 minutes';
  return null;
end $function$;
revoke execute on function app.mark_shift() from public;
grant execute on function app.mark_shift() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_first_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update organizations set first_published_at = new.published_at
    where id = new.organization_id and first_published_at is null;
  return null;
end $function$;
revoke execute on function app.note_first_published() from public;
grant execute on function app.note_first_published() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.poke_award()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'award', new.id, 'system');
  return null;
end $function$;
revoke execute on function app.poke_award() from public;
grant execute on function app.poke_award() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER hold_award_rule BEFORE INSERT OR UPDATE OF award_rule_id ON assignments FOR EACH ROW WHEN (new.award_rule_id IS NOT NULL) EXECUTE FUNCTION app.hold_award_rule('award_rule_id');
CREATE CONSTRAINT TRIGGER keep_awarded_whole AFTER INSERT OR UPDATE OF signup_mode ON assignments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.signup_mode = 'award'::text) EXECUTE FUNCTION app.keep_awarded_whole();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON assignments FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_shift AFTER INSERT OR DELETE OR UPDATE ON assignments FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.mark_shift();
CREATE TRIGGER note_first_published AFTER INSERT OR UPDATE OF published_at ON assignments FOR EACH ROW WHEN (new.published_at IS NOT NULL) EXECUTE FUNCTION app.note_first_published();
CREATE TRIGGER poke_award AFTER INSERT OR UPDATE OF status, signup_mode, signup_closes_at, starts_at, publish_at ON assignments FOR EACH ROW WHEN (new.status = 'published'::text AND new.signup_mode = 'award'::text AND new.awarded_at IS NULL) EXECUTE FUNCTION app.poke_award();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON assignments FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'all', 'id', '', '', 'updated_at,version,announced_at', '');

-- place_events (shifts/assignments)
create table place_events (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  assignment_id uuid not null,
  at timestamp with time zone not null default now(),
  delta smallint not null,
  constraint place_events_pkey PRIMARY KEY (organization_id, id),
  constraint place_events_delta_check CHECK (delta = ANY (ARRAY['-1'::integer, 1])),
  constraint place_events_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint place_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX place_events_shift ON public.place_events USING btree (organization_id, assignment_id, at, id) INCLUDE (delta);

alter table place_events enable row level security;
alter table place_events force row level security;
create policy tenant on place_events as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on place_events for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on place_events for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy see on place_events for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select on place_events to watchbill_app;
grant delete, select on place_events to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.mark_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into figure_marks (organization_id, at)
  select a.organization_id, a.starts_at from assignments a
  where a.organization_id = new.organization_id and a.id = new.assignment_id
    and a.starts_at >= new.at and a.starts_at <= now() + interval '10 minutes';
  return null;
end $function$;
revoke execute on function app.mark_places() from public;
grant execute on function app.mark_places() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON place_events FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_places AFTER INSERT ON place_events FOR EACH ROW EXECUTE FUNCTION app.mark_places();

-- assignment_series (shifts/assignment-editor)
create table assignment_series (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  pattern jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint assignment_series_pkey PRIMARY KEY (organization_id, id),
  constraint assignment_series_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint assignment_series_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table assignment_series enable row level security;
alter table assignment_series force row level security;
create policy tenant on assignment_series as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on assignment_series for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on assignment_series for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy staff on assignment_series for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (id, pattern, created_by, created_at) on assignment_series to watchbill_app;
grant delete, select on assignment_series to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON assignment_series FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON assignment_series FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'admins', 'id', '', '', '', '');

-- assignment_templates (shifts/assignment-editor)
create table assignment_templates (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  body jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint assignment_templates_pkey PRIMARY KEY (organization_id, id),
  constraint assignment_templates_organization_id_name_key UNIQUE (organization_id, name),
  constraint assignment_templates_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint assignment_templates_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint assignment_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table assignment_templates enable row level security;
alter table assignment_templates force row level security;
create policy tenant on assignment_templates as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on assignment_templates for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on assignment_templates for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy staff on assignment_templates for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (id, name, body, created_by, created_at, updated_at,
  version) on assignment_templates to watchbill_app;
grant delete, select on assignment_templates to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON assignment_templates FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON assignment_templates FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'admins', 'id', '', '', '', '');

-- assignment_copies (shifts/assignment-editor)
create table assignment_copies (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  source_on date not null,
  target_on date not null,
  days smallint not null,
  published boolean not null,
  assignment_ids uuid[] not null,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  constraint assignment_copies_pkey PRIMARY KEY (organization_id, id),
  constraint assignment_copies_assignment_ids_check CHECK (cardinality(assignment_ids) > 0),
  constraint assignment_copies_check CHECK (source_on <> target_on),
  constraint assignment_copies_days_check CHECK (days >= 1 AND days <= 7),
  constraint assignment_copies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint assignment_copies_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES officers(organization_id, id)
);

alter table assignment_copies enable row level security;
alter table assignment_copies force row level security;
create policy tenant on assignment_copies as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on assignment_copies for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_made_by on assignment_copies for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (made_by = ANY ((select app.merging())::uuid[]))));
create policy staff on assignment_copies for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (made_by, undone_at) on assignment_copies to watchbill_app;
grant delete, select on assignment_copies to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON assignment_copies FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON assignment_copies FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'admins', 'id', '', '', '', '');

-- award_rules (shifts/award-rules)
create table award_rules (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  pack text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint award_rules_pkey PRIMARY KEY (organization_id, id),
  constraint award_rules_name UNIQUE (organization_id, name),
  constraint award_rules_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint award_rules_pack_check CHECK (length(pack) <= 60),
  constraint award_rules_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint award_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table award_rules enable row level security;
alter table award_rules force row level security;
create policy tenant on award_rules as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_rules for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on award_rules for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on award_rules for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_make on award_rules for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (created_by) on award_rules to watchbill_app;
grant delete, select on award_rules to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_rules FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_rules FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'all', 'id', '', '', '', '');

-- award_rule_versions (shifts/award-rules)
create table award_rule_versions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  rule_id uuid not null,
  version integer not null,
  effective_from timestamp with time zone not null,
  body jsonb not null,
  note text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint award_rule_versions_pkey PRIMARY KEY (organization_id, id),
  constraint award_versions_number UNIQUE (organization_id, rule_id, version),
  constraint award_rule_versions_note_check CHECK (length(note) <= 500),
  constraint award_rule_versions_version_check CHECK (version >= 1),
  constraint award_rule_versions_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint award_rule_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_rule_versions_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES award_rules(organization_id, id)
);

alter table award_rule_versions enable row level security;
alter table award_rule_versions force row level security;
create policy tenant on award_rule_versions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_rule_versions for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on award_rule_versions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on award_rule_versions for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_make on award_rule_versions for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (created_by) on award_rule_versions to watchbill_app;
grant delete, select on award_rule_versions to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_rule_versions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_rule_versions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'all', 'rule_id', '', '', '', '');

-- award_adoptions (shifts/award-rules)
create table award_adoptions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  rule_id uuid,
  effective_from timestamp with time zone not null default now(),
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  note text not null default ''::text,
  constraint award_adoptions_pkey PRIMARY KEY (organization_id, id),
  constraint award_adoptions_kind_check CHECK (kind = ANY (ARRAY['overtime'::text, 'extra_duty'::text, 'court'::text, 'special_event'::text, 'training'::text, 'callback'::text, 'holdover'::text])),
  constraint award_adoptions_note_check CHECK (length(note) <= 500),
  constraint award_adoptions_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint award_adoptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_adoptions_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES award_rules(organization_id, id)
);

CREATE INDEX award_adoptions_kind ON public.award_adoptions USING btree (organization_id, kind, effective_from DESC, created_at DESC);

alter table award_adoptions enable row level security;
alter table award_adoptions force row level security;
create policy tenant on award_adoptions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_adoptions for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on award_adoptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on award_adoptions for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));
create policy staff_make on award_adoptions for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (created_by) on award_adoptions to watchbill_app;
grant delete, select on award_adoptions to watchbill_eraser;

CREATE TRIGGER hold_award_rule BEFORE INSERT ON award_adoptions FOR EACH ROW WHEN (new.rule_id IS NOT NULL) EXECUTE FUNCTION app.hold_award_rule('rule_id');
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_adoptions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_adoptions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'all', 'id', '', '', '', '');

-- award_cases (shifts/award-checks)
create table award_cases (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  instead_id uuid not null,
  instead_signup_id uuid not null,
  made_by uuid,
  made_reason text,
  minutes integer not null,
  remedy text not null,
  found_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  closed_by uuid,
  closed_remedy text,
  closed_note text,
  version integer not null default 1,
  cause text not null default 'skipped'::text,
  constraint award_cases_pkey PRIMARY KEY (organization_id, id),
  constraint award_cases_organization_id_instead_signup_id_officer_id_key UNIQUE (organization_id, instead_signup_id, officer_id),
  constraint award_cases_cause_check CHECK (cause = ANY (ARRAY['skipped'::text, 'wrong_inputs'::text])),
  constraint award_cases_closed_note_check CHECK (length(closed_note) >= 3 AND length(closed_note) <= 500),
  constraint award_cases_closed_remedy_check CHECK (closed_remedy = ANY (ARRAY['next_opportunity'::text, 'pay'::text, 'none'::text])),
  constraint award_cases_remedy_check CHECK (remedy = ANY (ARRAY['next_opportunity'::text, 'pay'::text, 'none'::text])),
  constraint cases_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (closed_remedy IS NULL) AND (closed_at IS NULL) = (closed_note IS NULL)),
  constraint cases_second_person CHECK (closed_by IS NULL OR closed_by <> officer_id AND closed_by <> instead_id AND (made_by IS NULL OR closed_by <> made_by)),
  constraint award_cases_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint award_cases_organization_id_closed_by_fkey FOREIGN KEY (organization_id, closed_by) REFERENCES officers(organization_id, id),
  constraint award_cases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_cases_organization_id_instead_id_fkey FOREIGN KEY (organization_id, instead_id) REFERENCES officers(organization_id, id),
  constraint award_cases_organization_id_instead_signup_id_fkey FOREIGN KEY (organization_id, instead_signup_id) REFERENCES officer_assignments(organization_id, id),
  constraint award_cases_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES officers(organization_id, id),
  constraint award_cases_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint award_cases_organization_id_round_id_fkey FOREIGN KEY (organization_id, round_id) REFERENCES award_rounds(organization_id, id)
);

CREATE INDEX award_cases_found ON public.award_cases USING btree (organization_id, found_at DESC, id DESC);
CREATE INDEX award_cases_officer ON public.award_cases USING btree (organization_id, officer_id, closed_at);
CREATE INDEX award_cases_open ON public.award_cases USING btree (organization_id) WHERE (closed_at IS NULL);

alter table award_cases enable row level security;
alter table award_cases force row level security;
create policy tenant on award_cases as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy close on award_cases for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (closed_at IS NULL) AND (((select app.officer_id()) <> officer_id) AND ((select app.officer_id()) <> instead_id)) AND (made_by IS DISTINCT FROM (select app.officer_id()))))
  with check ((((select app.role()) = 'admin'::text) AND (closed_by = (select app.officer_id()))));
create policy erase on award_cases for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on award_cases for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy merge_closed_by on award_cases for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (closed_by = ANY ((select app.merging())::uuid[]))));
create policy merge_instead_id on award_cases for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (instead_id = ANY ((select app.merging())::uuid[]))));
create policy merge_made_by on award_cases for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (made_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on award_cases for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on award_cases for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (id, round_id, assignment_id, post_id, officer_id, instead_id, instead_signup_id, made_by,
  made_reason, minutes, remedy, found_at, closed_at, closed_by, closed_remedy, closed_note, version,
  cause) on award_cases to watchbill_app;
grant delete, select on award_cases to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_cases FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_cases FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'officer', 'id', 'officer_id', '', 'version', '');

-- award_input_checks (shifts/award-checks)
create table award_input_checks (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  checked_at timestamp with time zone not null default now(),
  differences jsonb,
  changed boolean not null default false,
  constraint award_input_checks_pkey PRIMARY KEY (organization_id, id),
  constraint award_input_checks_organization_id_round_id_key UNIQUE (organization_id, round_id),
  constraint award_input_checks_check CHECK (NOT changed OR differences IS NOT NULL),
  constraint award_input_checks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_input_checks_organization_id_round_id_fkey FOREIGN KEY (organization_id, round_id) REFERENCES award_rounds(organization_id, id)
);

CREATE INDEX award_input_checks_found ON public.award_input_checks USING btree (organization_id, checked_at DESC, id DESC) WHERE (differences IS NOT NULL);

alter table award_input_checks enable row level security;
alter table award_input_checks force row level security;
create policy tenant on award_input_checks as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_input_checks for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on award_input_checks for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on award_input_checks for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select on award_input_checks to watchbill_app;
grant delete, select on award_input_checks to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_input_checks FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_input_checks FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'admins', 'round_id', '', 'differences', '', 'INSERT');

-- work_rules (shifts/eligibility)
create table work_rules (
  organization_id uuid not null,
  rest_minutes integer,
  windows jsonb not null default '[]'::jsonb,
  max_consecutive_minutes integer,
  break_minutes integer not null default 0,
  max_consecutive_days integer,
  caps jsonb not null default '[]'::jsonb,
  reach_minutes integer not null,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint work_rules_pkey PRIMARY KEY (organization_id),
  constraint work_rules_break_minutes_check CHECK (break_minutes >= 0 AND break_minutes <= 480),
  constraint work_rules_caps_check CHECK (jsonb_typeof(caps) = 'array'::text AND jsonb_array_length(caps) <= 10),
  constraint work_rules_max_consecutive_days_check CHECK (max_consecutive_days >= 1 AND max_consecutive_days <= 31),
  constraint work_rules_max_consecutive_minutes_check CHECK (max_consecutive_minutes >= 60 AND max_consecutive_minutes <= 10080),
  constraint work_rules_reach_minutes_check CHECK (reach_minutes >= 0 AND reach_minutes <= (60 * 24 * 45)),
  constraint work_rules_rest CHECK (rest_minutes IS NULL OR rest_minutes > break_minutes),
  constraint work_rules_rest_minutes_check CHECK (rest_minutes >= 1 AND rest_minutes <= 2880),
  constraint work_rules_windows_check CHECK (jsonb_typeof(windows) = 'array'::text AND jsonb_array_length(windows) <= 10),
  constraint work_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint work_rules_organization_id_updated_by_fkey FOREIGN KEY (organization_id, updated_by) REFERENCES officers(organization_id, id)
);

alter table work_rules enable row level security;
alter table work_rules force row level security;
create policy tenant on work_rules as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on work_rules for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy erase on work_rules for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on work_rules for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy merge_updated_by on work_rules for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (updated_by = ANY ((select app.merging())::uuid[]))));
create policy see on work_rules for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text, 'system'::text])));

grant insert, select, update (rest_minutes, windows, max_consecutive_minutes, break_minutes, max_consecutive_days,
  caps, reach_minutes, updated_by, updated_at, version) on work_rules to watchbill_app;
grant delete, select on work_rules to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON work_rules FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON work_rules FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('work_rules', 'all', 'organization_id', '', '', 'updated_at,version', '');

-- officer_assignments (shifts/signups)
create table officer_assignments (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  status text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  applied_at timestamp with time zone not null default now(),
  assigned_by uuid,
  override_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  calloff_reason text,
  calloff_requested_at timestamp with time zone,
  offer_expires_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  called_off_at timestamp with time zone,
  offer_shared boolean not null default false,
  replaces_id uuid,
  successor_id uuid,
  decided_from text,
  begun_at timestamp with time zone,
  took_over boolean not null default false,
  order_reason text,
  constraint officer_assignments_pkey PRIMARY KEY (organization_id, id),
  constraint signups_no_overlap EXCLUDE USING gist (organization_id WITH =, officer_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = ANY (ARRAY['confirmed'::text, 'calloff_requested'::text, 'worked'::text])) DEFERRABLE,
  constraint officer_assignments_calloff_reason_check CHECK (length(calloff_reason) <= 500),
  constraint officer_assignments_check CHECK (starts_at < ends_at AND (ends_at - starts_at) <= '7 days'::interval),
  constraint officer_assignments_decided_from_check CHECK (decided_from = ANY (ARRAY['pending_approval'::text, 'waitlisted'::text])),
  constraint officer_assignments_order_reason_check CHECK (length(order_reason) <= 500),
  constraint officer_assignments_override_reason_check CHECK (length(override_reason) <= 500),
  constraint officer_assignments_reason_check CHECK (length(reason) <= 500),
  constraint officer_assignments_status_check CHECK (status = ANY (ARRAY['interested'::text, 'pending_approval'::text, 'waitlisted'::text, 'offered'::text, 'confirmed'::text, 'calloff_requested'::text, 'withdrawn'::text, 'called_off'::text, 'released'::text, 'replaced'::text, 'passed'::text, 'rejected'::text, 'offer_declined'::text, 'offer_expired'::text, 'cancelled_by_dept'::text, 'cancelled_by_client'::text, 'no_show'::text, 'worked'::text])),
  constraint signups_not_own CHECK (decided_by IS NULL OR decided_by <> officer_id),
  constraint signups_not_self_assigned CHECK (assigned_by IS NULL OR assigned_by <> officer_id),
  constraint officer_assignments_organization_id_assigned_by_fkey FOREIGN KEY (organization_id, assigned_by) REFERENCES officers(organization_id, id),
  constraint officer_assignments_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint officer_assignments_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint officer_assignments_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint officer_assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint officer_assignments_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX signups_assignment ON public.officer_assignments USING hash (assignment_id);
CREATE INDEX signups_hours ON public.officer_assignments USING btree (organization_id, starts_at) INCLUDE (officer_id, ends_at) WHERE (status = ANY (ARRAY['confirmed'::text, 'calloff_requested'::text, 'worked'::text, 'no_show'::text]));
CREATE INDEX signups_leaving ON public.officer_assignments USING btree (organization_id, calloff_requested_at) WHERE (status = 'calloff_requested'::text);
CREATE INDEX signups_offered ON public.officer_assignments USING btree (organization_id, offer_expires_at) WHERE (status = 'offered'::text);
CREATE INDEX signups_officer ON public.officer_assignments USING btree (organization_id, officer_id, starts_at DESC, id);
CREATE UNIQUE INDEX signups_one_live ON public.officer_assignments USING btree (organization_id, assignment_id, officer_id) WHERE (status = ANY (ARRAY['interested'::text, 'pending_approval'::text, 'waitlisted'::text, 'offered'::text, 'confirmed'::text, 'calloff_requested'::text, 'worked'::text, 'no_show'::text]));
CREATE INDEX signups_pending ON public.officer_assignments USING btree (organization_id) WHERE (status = 'pending_approval'::text);
CREATE INDEX signups_queue ON public.officer_assignments USING btree (organization_id, starts_at, id) WHERE (status = ANY (ARRAY['pending_approval'::text, 'calloff_requested'::text]));
CREATE INDEX signups_replacing ON public.officer_assignments USING btree (organization_id, replaces_id) WHERE (replaces_id IS NOT NULL);

alter table officer_assignments enable row level security;
alter table officer_assignments force row level security;
create policy tenant on officer_assignments as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on officer_assignments for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy erase on officer_assignments for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on officer_assignments for insert to watchbill_app
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN ((NOT took_over) AND (order_reason IS NULL))
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy merge_assigned_by on officer_assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (assigned_by = ANY ((select app.merging())::uuid[]))));
create policy merge_decided_by on officer_assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on officer_assignments for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on officer_assignments for select to watchbill_app
  using ((( SELECT ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (id, assignment_id, post_id, officer_id, status, starts_at, ends_at, applied_at,
  assigned_by, override_reason, decided_by, decided_at, reason, calloff_reason, calloff_requested_at, offer_expires_at,
  updated_at, version, called_off_at, offer_shared, replaces_id, successor_id, decided_from, begun_at, took_over,
  order_reason) on officer_assignments to watchbill_app;
grant delete, select on officer_assignments to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.follow_signup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := tg_op <> 'INSERT' and app.holds_place(old.status);
  is_now boolean := tg_op <> 'DELETE' and app.holds_place(new.status);
  stays boolean := tg_op = 'UPDATE' and new.post_id = old.post_id;
  held boolean := was or (tg_op <> 'INSERT' and old.status = 'offered' and old.replaces_id is null);
  split boolean;
  kind text;
  post posts;
  answers boolean;
begin
  if tg_op <> 'INSERT' and not stays then
    delete from place_holds where organization_id = old.organization_id and signup_id = old.id;
    perform app.recount_post(old.organization_id, old.post_id, -was::integer, held, now());
  end if;
  if tg_op = 'DELETE' then return null; end if;
  select p.split_minutes is not null into split from posts p
    where p.organization_id = new.organization_id and p.id = new.post_id;
  kind := app.hold_kind(new, split);
  if kind is not null then
    insert into place_holds as h (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, until, applied_at)
      values (new.organization_id, new.id, new.assignment_id, new.post_id, kind, new.starts_at, new.ends_at,
        case when new.status = 'offered' then new.offer_expires_at end, new.applied_at)
      on conflict (organization_id, signup_id) do update set post_id = excluded.post_id, kind = excluded.kind,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, until = excluded.until;
  elsif tg_op = 'UPDATE' then
    delete from place_holds where organization_id = new.organization_id and signup_id = new.id;
  end if;
  -- A shift that was moved takes its sign-ups along: what each of them covers stays the same.
  if not stays or new.status <> old.status then
    post := app.recount_post(new.organization_id, new.post_id, is_now::integer - (stays and was)::integer,
      stays and held and not is_now and kind is distinct from 'offered',
      case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end);
    if (is_now and not (stays and was)) or kind = 'offered' then
      -- An officer who answers an offer, or takes over a spot, does not compete with those who were offered the same one.
      answers := new.replaces_id is not null or (tg_op = 'UPDATE' and old.status = 'offered') or kind = 'offered';
      if app.places_held(post, new.starts_at, new.ends_at, not answers, null) > post.required_count then
        raise exception 'no place left' using errcode = '23514', constraint = 'posts_not_over', table = 'posts';
      end if;
    end if;
  end if;
  if is_now and not (was and new.officer_id = old.officer_id) then
    insert into shared_places (organization_id, signup_id, assignment_id, officer_id, name)
    select new.organization_id, new.id, new.assignment_id, o.id, o.name from officers o
    where o.organization_id = new.organization_id and o.id = new.officer_id
    on conflict (organization_id, signup_id) do update set officer_id = excluded.officer_id, name = excluded.name;
  elsif was and not is_now then
    delete from shared_places where organization_id = new.organization_id and signup_id = new.id;
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if new.status <> old.status then
    update order_ins set fell_at = case when new.status in ('confirmed', 'calloff_requested', 'worked', 'replaced') then null
        else coalesce(fell_at, now()) end
      where organization_id = new.organization_id and signup_id = new.id;
  end if;
  if (new.starts_at, new.ends_at) <> (old.starts_at, old.ends_at)
     or old.status in ('confirmed', 'calloff_requested') and new.status not in ('confirmed', 'calloff_requested') then
    update swaps set state = 'ended', updated_at = now(), version = version + 1
      where organization_id = new.organization_id and signup_id = new.id and state in ('open', 'answered', 'agreed');
    update swaps set state = case when to_officer_id is null then 'open' else 'refused' end, taker_id = null, taker_name = null,
        counter_signup_id = null, counter_assignment_id = null, counter_post_id = null, counter_starts_at = null,
        counter_ends_at = null, updated_at = now(), version = version + 1
      where organization_id = new.organization_id and counter_signup_id = new.id and state in ('open', 'answered', 'agreed');
  end if;
  return null;
end $function$;
revoke execute on function app.follow_signup() from public;
grant execute on function app.follow_signup() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_signup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  fixed constant text[] := array['status', 'calloff_reason', 'calloff_requested_at', 'updated_at', 'version'];
  who constant text := app.role();
  me uuid;
  mode text;
begin
  if who in ('officer', 'admin') then
    me := app.officer_id();
    if tg_op = 'UPDATE' and (new.id, new.assignment_id, new.officer_id) <> (old.id, old.assignment_id, old.officer_id)
       or new.decided_by <> me and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
       or new.assigned_by <> me and (tg_op = 'INSERT' or new.assigned_by is distinct from old.assigned_by) then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
    if (new.officer_id <> me) is true then null;
    elsif tg_op = 'INSERT' then
      select case when a.awarded_at is not null and a.signup_mode = 'award' then 'first_come' else a.signup_mode end into mode
        from assignments a join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
        where a.organization_id = new.organization_id and a.id = new.assignment_id and a.status = 'published'
          and p.id = new.post_id and app.is_part(p, new.starts_at, new.ends_at);
      if mode is null or new.status <> (case mode when 'first_come' then 'confirmed' when 'approval' then 'pending_approval'
           else 'interested' end) and (new.status <> 'waitlisted' or mode = 'award')
         or new.decided_at is not null or new.override_reason is not null or new.replaces_id is not null then
        raise exception 'not_allowed' using errcode = '42501';
      end if;
    else
      if new.status <> old.status and (old.status, new.status) not in (
           ('interested', 'withdrawn'), ('pending_approval', 'withdrawn'), ('waitlisted', 'withdrawn'),
           ('offered', 'offer_declined'), ('offered', 'confirmed'), ('confirmed', 'called_off'),
           ('confirmed', 'calloff_requested'), ('calloff_requested', 'confirmed'), ('calloff_requested', 'called_off'))
         and not (new.status = 'withdrawn' and app.just_signed_up(old))
         -- An offer ends by the clock, whatever is written.
         or (old.status, new.status) = ('offered', 'confirmed') and coalesce(old.offer_expires_at, '-infinity') <= now() then
        -- An admin who cancels the assignment ends their own sign-up with the others.
        if who = 'officer' or new.status not in ('cancelled_by_dept', 'cancelled_by_client') then
          raise exception 'not_allowed' using errcode = '42501';
        end if;
      end if;
      if who = 'officer' and to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
        raise exception 'not_allowed' using errcode = '42501';
      end if;
    end if;
  end if;
  -- The notice that an officer gave counts from the request, if there was one, not from an admin's decision on it.
  new.called_off_at := case when new.status <> 'called_off' then null
    when tg_op = 'INSERT' then coalesce(new.called_off_at, now())
    when old.status = 'called_off' then old.called_off_at
    when old.status = 'calloff_requested' then coalesce(old.calloff_requested_at, now())
    else now() end;
  return new;
end $function$;
revoke execute on function app.guard_signup() from public;
grant execute on function app.guard_signup() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_opportunity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  undone boolean;
  noted text := case new.status when 'confirmed' then 'accepted' when 'offered' then 'offered'
    when 'offer_declined' then 'refused' when 'offer_expired' then 'no_answer' when 'called_off' then 'called_off'
    when 'worked' then 'worked' end;
  was text := case when tg_op = 'UPDATE' then old.status end;
  whole integer := extract(epoch from new.ends_at - new.starts_at)::integer / 60;
  since timestamptz := case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end;
begin
  -- A place that was worked and is open again takes back what was counted of it.
  if was = 'worked' then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select new.organization_id, new.officer_id, max(o.at), 'worked', -sum(o.minutes), new.assignment_id, new.post_id, new.id,
      'assignment', 'Taken back with the approval of the hours'
    from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id and o.kind = 'worked'
    having sum(o.minutes) <> 0;
  end if;
  -- Offers that several officers had, or of the spot of one who asked to call off, return to the waitlist and still count.
  undone := was = 'confirmed' and new.status in ('withdrawn', 'interested', 'pending_approval', 'waitlisted')
    or was = 'offered' and new.status in ('interested', 'pending_approval', 'waitlisted') and old.replaces_id is null
    and not old.offer_shared;
  if undone or new.status in ('released', 'replaced', 'cancelled_by_dept', 'cancelled_by_client')
     and (app.holds_place(coalesce(was, '')) or was in ('offered', 'no_show')) then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select o.organization_id, o.officer_id, o.at, o.kind, -o.minutes, o.assignment_id, o.post_id, o.signup_id, o.source,
      case when undone then 'Undone' when new.status = 'replaced' then 'Handed over' else 'Taken back by the department' end
    from (select c.*, sum(sign(c.minutes)) over (partition by c.kind) as standing,
        row_number() over (partition by c.kind, c.minutes > 0 order by c.at desc, c.recorded_at desc, c.id) as latest
      from opportunities c where c.organization_id = new.organization_id and c.signup_id = new.id
        and (c.kind in ('accepted', 'ordered', 'volunteered') or c.kind = 'offered' and new.status <> 'replaced')) o
    where o.minutes > 0 and o.standing > 0 and o.latest = 1;
    -- A call-off that this spot had replaced in the record counts again.
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select distinct on (r.signup_id, r.kind) r.organization_id, r.officer_id, r.at, r.kind, -r.minutes, r.assignment_id, r.post_id,
      r.signup_id, r.source, 'The later sign-up no longer counts'
    from opportunities r
    where r.organization_id = new.organization_id and r.officer_id = new.officer_id and r.assignment_id = new.assignment_id
      and r.signup_id <> new.id and r.minutes < 0 and r.note = 'Counted with a later sign-up'
      and exists (select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
        and o.minutes > 0 and o.recorded_at = r.recorded_at)
      and (select sum(c.minutes) from opportunities c where c.organization_id = r.organization_id
        and c.signup_id = r.signup_id and c.kind = r.kind) = 0
    order by r.signup_id, r.kind, r.recorded_at desc;
  end if;
  -- The officer called this spot off before: it counts once (docs/decisions/0338).
  if noted = 'accepted' and not app.holds_place(coalesce(was, '')) then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select new.organization_id, new.officer_id, max(o.at) filter (where o.minutes > 0), o.kind, -sum(o.minutes), new.assignment_id,
      new.post_id, s.id, o.source, 'Counted with a later sign-up'
    from officer_assignments s
    join opportunities o on o.organization_id = s.organization_id and o.signup_id = s.id and o.officer_id = s.officer_id
      and o.kind in ('accepted', 'volunteered')
    where s.organization_id = new.organization_id and s.officer_id = new.officer_id and s.assignment_id = new.assignment_id
      and s.post_id = new.post_id and s.id <> new.id and s.status = 'called_off'
      and s.starts_at < new.ends_at and s.ends_at > new.starts_at
    group by s.id, o.kind, o.source
    having sum(o.minutes) between 1 and whole;
  end if;
  if noted is null or (noted = 'accepted' and app.holds_place(coalesce(was, ''))) or exists (
    select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
      and o.recorded_at = now() and o.officer_id = new.officer_id and o.minutes > 0
      and (o.kind = noted or noted = 'accepted' and o.kind in ('ordered', 'volunteered'))) then
    return null;
  end if;
  insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
  select new.organization_id, new.officer_id,
    -- History that comes in as worked was worked when it ended, not when the officer signed up.
    case when tg_op = 'INSERT' and noted = 'worked' then least(now(), greatest(since, new.ends_at)) else since end, noted,
    case when noted = 'worked' then coalesce((select t.worked_minutes from attendance t
      where t.organization_id = new.organization_id and t.signup_id = new.id), whole) else whole end,
    new.assignment_id, new.post_id, new.id,
    -- What is given up or worked came as its spot came.
    coalesce((select o.source from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
        and o.officer_id = new.officer_id and noted in ('called_off', 'worked') and o.kind in ('accepted', 'ordered', 'volunteered')
        and o.minutes > 0 order by o.at desc, o.recorded_at desc, o.id limit 1),
      case when was = 'interested' then 'award'
        when was in ('offered', 'waitlisted') or new.status = 'offered' then 'waitlist'
        when tg_op = 'INSERT' and new.assigned_by is not null then 'assignment'
        else 'sign_up' end);
  -- History that comes in as worked was accepted before.
  if tg_op = 'INSERT' and noted = 'worked' then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
    values (new.organization_id, new.officer_id, since, 'accepted', whole, new.assignment_id, new.post_id, new.id, 'sign_up');
  end if;
  return null;
end $function$;
revoke execute on function app.note_opportunity() from public;
grant execute on function app.note_opportunity() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER follow_signup AFTER INSERT OR DELETE OR UPDATE OF status, officer_id, post_id, starts_at, ends_at, offer_expires_at, offer_shared ON officer_assignments FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.follow_signup();
CREATE TRIGGER guard_signup BEFORE INSERT OR UPDATE ON officer_assignments FOR EACH ROW EXECUTE FUNCTION app.guard_signup();
CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON officer_assignments FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON officer_assignments FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE CONSTRAINT TRIGGER note_opportunity AFTER INSERT OR UPDATE OF status ON officer_assignments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.note_opportunity();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON officer_assignments FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('signups', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', '');

-- place_holds (shifts/signups)
create table place_holds (
  organization_id uuid not null,
  signup_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  kind text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  until timestamp with time zone,
  applied_at timestamp with time zone not null,
  constraint place_holds_pkey PRIMARY KEY (organization_id, signup_id),
  constraint place_holds_kind_check CHECK (kind = ANY (ARRAY['confirmed'::text, 'offered'::text, 'shared'::text, 'replacing'::text, 'waiting'::text])),
  constraint place_holds_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id) ON DELETE CASCADE,
  constraint place_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint place_holds_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX place_holds_post ON public.place_holds USING btree (organization_id, post_id, kind, applied_at, signup_id);

alter table place_holds enable row level security;
alter table place_holds force row level security;
create policy tenant on place_holds as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop on place_holds for delete to watchbill_app
  using ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy edit on place_holds for update to watchbill_app
  using ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy erase on place_holds for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on place_holds for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy see on place_holds for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant delete, insert, select, update (signup_id, assignment_id, post_id, kind, starts_at, ends_at, until,
  applied_at) on place_holds to watchbill_app;
grant delete, select on place_holds to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON place_holds FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON place_holds FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'all', 'assignment_id', '', '', '', 'INSERT,UPDATE,DELETE');

-- award_rounds (shifts/awards)
create table award_rounds (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  purpose text not null,
  rule_version_id uuid,
  rule_name text not null,
  rule_version integer,
  rule jsonb not null,
  at timestamp with time zone not null default now(),
  places integer not null,
  inputs jsonb not null,
  inputs_hash text not null,
  result_hash text not null,
  seed text,
  commitment text,
  decided_by uuid,
  reason text,
  award_number integer not null default 1,
  constraint award_rounds_pkey PRIMARY KEY (organization_id, id),
  constraint award_rounds_inputs_hash_check CHECK (inputs_hash ~ '^[0-9a-f]{64}$'::text),
  constraint award_rounds_places_check CHECK (places >= 0),
  constraint award_rounds_purpose_check CHECK (purpose = ANY (ARRAY['award'::text, 'waitlist'::text, 'short_notice'::text, 'order'::text])),
  constraint award_rounds_reason_check CHECK (length(reason) <= 500),
  constraint award_rounds_result_hash_check CHECK (result_hash ~ '^[0-9a-f]{64}$'::text),
  constraint award_rounds_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint award_rounds_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint award_rounds_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint award_rounds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_rounds_organization_id_rule_version_id_fkey FOREIGN KEY (organization_id, rule_version_id) REFERENCES award_rule_versions(organization_id, id)
);

CREATE INDEX award_rounds_at ON public.award_rounds USING btree (organization_id, at, id);
CREATE UNIQUE INDEX award_rounds_once ON public.award_rounds USING btree (organization_id, post_id, award_number) WHERE (purpose = 'award'::text);
CREATE INDEX award_rounds_post ON public.award_rounds USING btree (organization_id, assignment_id, post_id, at);

alter table award_rounds enable row level security;
alter table award_rounds force row level security;
create policy tenant on award_rounds as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_rounds for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on award_rounds for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (NOT ((inputs ->> 'seed'::text) IS DISTINCT FROM seed)) AND ((seed IS NULL) OR (EXISTS ( SELECT
   FROM award_draws d
  WHERE ((d.organization_id = award_rounds.organization_id) AND (d.assignment_id = award_rounds.assignment_id) AND (d.seed = award_rounds.seed) AND (d.revealed_at IS NOT NULL)))))));
create policy merge_decided_by on award_rounds for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy see on award_rounds for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (EXISTS ( SELECT
   FROM award_receipts r
  WHERE ((r.organization_id = award_rounds.organization_id) AND (r.round_id = award_rounds.id) AND (r.officer_id = (select app.officer_id())))))));

grant insert, select, update (decided_by) on award_rounds to watchbill_app;
grant delete, select on award_rounds to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_rounds FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_rounds FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'admins', 'assignment_id', '', 'inputs', '', '');

-- award_draws (shifts/awards)
create table award_draws (
  organization_id uuid not null,
  assignment_id uuid not null,
  seed text not null,
  drawn_at timestamp with time zone not null default now(),
  revealed_at timestamp with time zone,
  constraint award_draws_pkey PRIMARY KEY (organization_id, assignment_id),
  constraint award_draws_seed_check CHECK (seed ~ '^[0-9a-f]{64}$'::text),
  constraint award_draws_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE CASCADE,
  constraint award_draws_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table award_draws enable row level security;
alter table award_draws force row level security;
create policy tenant on award_draws as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop_used on award_draws for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (revealed_at IS NOT NULL)));
create policy erase on award_draws for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy reveal on award_draws for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy see on award_draws for select to watchbill_app
  using ((((select app.role()) = 'system'::text) OR ((revealed_at IS NOT NULL) AND ((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text])))));
create policy staff_make on award_draws for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (revealed_at IS NULL)));

grant delete, insert, select, update (assignment_id, seed, drawn_at, revealed_at) on award_draws to watchbill_app;
grant delete, select on award_draws to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_draws FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_draws FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('', 'admins', 'assignment_id', '', 'seed', '', 'INSERT');

-- award_receipts (shifts/awards)
create table award_receipts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  officer_id uuid not null,
  signup_id uuid,
  rank integer not null,
  of integer not null,
  "values" jsonb not null,
  decided_by text,
  outcome text not null,
  reasons jsonb not null default '[]'::jsonb,
  won jsonb,
  others jsonb,
  created_at timestamp with time zone not null default now(),
  constraint award_receipts_pkey PRIMARY KEY (organization_id, id),
  constraint award_receipts_organization_id_round_id_officer_id_key UNIQUE (organization_id, round_id, officer_id),
  constraint award_receipts_check CHECK (of >= rank),
  constraint award_receipts_outcome_check CHECK (outcome = ANY (ARRAY['awarded'::text, 'offered'::text, 'waitlisted'::text, 'passed'::text, 'ineligible'::text, 'withdrawn'::text, 'undecided'::text])),
  constraint award_receipts_rank_check CHECK (rank >= 1),
  constraint award_receipts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint award_receipts_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint award_receipts_organization_id_round_id_fkey FOREIGN KEY (organization_id, round_id) REFERENCES award_rounds(organization_id, id),
  constraint award_receipts_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX award_receipts_officer ON public.award_receipts USING btree (organization_id, officer_id, created_at DESC, id DESC);

alter table award_receipts enable row level security;
alter table award_receipts force row level security;
create policy tenant on award_receipts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on award_receipts for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on award_receipts for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy see on award_receipts for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select on award_receipts to watchbill_app;
grant delete, select on award_receipts to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON award_receipts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON award_receipts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('awards', 'officer', 'id', 'officer_id', '', '', 'INSERT');

-- opportunities (shifts/awards)
create table opportunities (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  at timestamp with time zone not null default now(),
  recorded_at timestamp with time zone not null default now(),
  kind text not null,
  minutes integer not null,
  assignment_id uuid,
  post_id uuid,
  signup_id uuid,
  source text not null,
  note text,
  times integer,
  contact text,
  constraint opportunities_pkey PRIMARY KEY (organization_id, id),
  constraint opportunities_called_check CHECK (kind <> 'called'::text OR minutes = 0 AND times = 0),
  constraint opportunities_contact_check CHECK (contact = ANY (ARRAY['answered'::text, 'declined'::text, 'no_answer'::text, 'busy'::text, 'machine'::text])),
  constraint opportunities_contact_check1 CHECK ((kind = 'called'::text) = (contact IS NOT NULL)),
  constraint opportunities_kind_check CHECK (kind = ANY (ARRAY['offered'::text, 'accepted'::text, 'refused'::text, 'no_answer'::text, 'worked'::text, 'called_off'::text, 'ordered'::text, 'volunteered'::text, 'called'::text])),
  constraint opportunities_minutes_check CHECK (minutes >= '-100000'::integer AND minutes <= 100000),
  constraint opportunities_note_check CHECK (length(note) <= 500),
  constraint opportunities_source_check CHECK (source = ANY (ARRAY['award'::text, 'waitlist'::text, 'short_notice'::text, 'sign_up'::text, 'assignment'::text, 'order'::text, 'swap'::text, 'import'::text])),
  constraint opportunities_times_check CHECK (times >= '-100000'::integer AND times <= 100000),
  constraint opportunities_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint opportunities_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint opportunities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint opportunities_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint opportunities_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX opportunities_latest ON public.opportunities USING btree (organization_id, at DESC, id DESC);
CREATE INDEX opportunities_officer ON public.opportunities USING btree (organization_id, officer_id, at DESC, id DESC);
CREATE INDEX opportunities_signup ON public.opportunities USING btree (organization_id, signup_id, kind);

alter table opportunities enable row level security;
alter table opportunities force row level security;
create policy tenant on opportunities as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on opportunities for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on opportunities for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND ((source <> 'import'::text) OR (officer_id <> (select app.officer_id())))) OR ((officer_id = (select app.officer_id())) AND (source <> 'import'::text))));
create policy merge_officer_id on opportunities for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on opportunities for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (officer_id) on opportunities to watchbill_app;
grant delete, select on opportunities to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON opportunities FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- openings (shifts/awards)
create table openings (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null,
  times integer not null,
  minutes integer not null,
  last_on date not null,
  reason text not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  takes_back uuid,
  constraint openings_pkey PRIMARY KEY (organization_id, id),
  constraint openings_taken_once UNIQUE (organization_id, takes_back),
  constraint openings_kind_check CHECK (kind = ANY (ARRAY['ordered'::text, 'accepted'::text, 'refused'::text, 'no_answer'::text, 'worked'::text, 'volunteered'::text])),
  constraint openings_minutes_check CHECK (minutes >= 0 AND minutes <= 100000),
  constraint openings_not_own CHECK (created_by <> officer_id),
  constraint openings_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 200),
  constraint openings_something CHECK (times > 0 OR minutes > 0),
  constraint openings_times_check CHECK (times >= 0 AND times <= 500),
  constraint openings_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint openings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint openings_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint openings_organization_id_takes_back_fkey FOREIGN KEY (organization_id, takes_back) REFERENCES openings(organization_id, id)
);

CREATE INDEX openings_latest ON public.openings USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX openings_officer ON public.openings USING btree (organization_id, officer_id);

alter table openings enable row level security;
alter table openings force row level security;
create policy tenant on openings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on openings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on openings for insert to watchbill_app
  with check ((((select app.role()) = 'admin'::text) AND (created_by = (select app.officer_id())) AND (officer_id <> (select app.officer_id()))));
create policy merge_created_by on openings for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on openings for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on openings for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) = 'officer'::text) AND ((kind = 'ordered'::text) OR (officer_id = (select app.officer_id()))))));

grant insert, select, update (officer_id, created_by) on openings to watchbill_app;
grant delete, select on openings to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON openings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON openings FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'all', 'officer_id', '', '', '', '');

-- shift_changes (shifts/replacements)
create table shift_changes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  signup_id uuid not null,
  was text not null,
  next_signup_id uuid,
  next_as text,
  leave_id uuid,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  swaps jsonb not null default '[]'::jsonb,
  next_was jsonb,
  constraint shift_changes_pkey PRIMARY KEY (organization_id, id),
  constraint shift_changes_kind_check CHECK (kind = ANY (ARRAY['sick'::text, 'move'::text])),
  constraint shift_changes_next_as_check CHECK (next_as = ANY (ARRAY['confirmed'::text, 'offered'::text])),
  constraint shift_changes_was_check CHECK (was = ANY (ARRAY['confirmed'::text, 'calloff_requested'::text])),
  constraint shift_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint shift_changes_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES officers(organization_id, id),
  constraint shift_changes_organization_id_next_signup_id_fkey FOREIGN KEY (organization_id, next_signup_id) REFERENCES officer_assignments(organization_id, id),
  constraint shift_changes_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX shift_changes_next ON public.shift_changes USING btree (organization_id, next_signup_id);
CREATE INDEX shift_changes_signup ON public.shift_changes USING btree (organization_id, signup_id);

alter table shift_changes enable row level security;
alter table shift_changes force row level security;
create policy tenant on shift_changes as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on shift_changes for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_made_by on shift_changes for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (made_by = ANY ((select app.merging())::uuid[]))));
create policy staff on shift_changes for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (made_by, undone_at) on shift_changes to watchbill_app;
grant delete, select on shift_changes to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON shift_changes FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON shift_changes FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('signups', 'admins', 'id', '', '', '', '');

-- swaps (shifts/swaps)
create table swaps (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  state text not null default 'open'::text,
  officer_id uuid not null,
  officer_name text not null,
  signup_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  to_officer_id uuid,
  to_name text,
  note text,
  taker_id uuid,
  taker_name text,
  counter_signup_id uuid,
  counter_assignment_id uuid,
  counter_post_id uuid,
  counter_starts_at timestamp with time zone,
  counter_ends_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint swaps_pkey PRIMARY KEY (organization_id, id),
  constraint swaps_check CHECK (to_officer_id IS NULL OR to_officer_id <> officer_id),
  constraint swaps_check1 CHECK (taker_id IS NULL OR taker_id <> officer_id),
  constraint swaps_kind_check CHECK (kind = ANY (ARRAY['give_away'::text, 'swap'::text])),
  constraint swaps_not_own CHECK (decided_by IS NULL OR decided_by <> officer_id AND decided_by IS DISTINCT FROM taker_id),
  constraint swaps_note_check CHECK (length(note) <= 500),
  constraint swaps_reason_check CHECK (length(reason) <= 500),
  constraint swaps_state_check CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'agreed'::text, 'done'::text, 'withdrawn'::text, 'refused'::text, 'rejected'::text, 'ended'::text])),
  constraint swaps_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint swaps_organization_id_counter_assignment_id_counter_post_i_fkey FOREIGN KEY (organization_id, counter_assignment_id, counter_post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint swaps_organization_id_counter_signup_id_fkey FOREIGN KEY (organization_id, counter_signup_id) REFERENCES officer_assignments(organization_id, id),
  constraint swaps_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint swaps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint swaps_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint swaps_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id),
  constraint swaps_organization_id_taker_id_fkey FOREIGN KEY (organization_id, taker_id) REFERENCES officers(organization_id, id),
  constraint swaps_organization_id_to_officer_id_fkey FOREIGN KEY (organization_id, to_officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX swaps_counter ON public.swaps USING btree (organization_id, counter_signup_id) WHERE (counter_signup_id IS NOT NULL);
CREATE INDEX swaps_officer ON public.swaps USING btree (organization_id, officer_id, starts_at, id);
CREATE UNIQUE INDEX swaps_one_open ON public.swaps USING btree (organization_id, signup_id) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text, 'agreed'::text]));
CREATE INDEX swaps_starts ON public.swaps USING btree (organization_id, starts_at, id);
CREATE INDEX swaps_taker ON public.swaps USING btree (organization_id, taker_id, starts_at) WHERE (taker_id IS NOT NULL);
CREATE INDEX swaps_to ON public.swaps USING btree (organization_id, to_officer_id, starts_at) WHERE (to_officer_id IS NOT NULL);
CREATE INDEX swaps_waiting ON public.swaps USING btree (organization_id) WHERE (state = 'agreed'::text);

alter table swaps enable row level security;
alter table swaps force row level security;
create policy tenant on swaps as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on swaps for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) = 'officer'::text) AND (pg_trigger_depth() > 0))));
create policy erase on swaps for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on swaps for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy merge_decided_by on swaps for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on swaps for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_taker_id on swaps for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (taker_id = ANY ((select app.merging())::uuid[]))));
create policy merge_to_officer_id on swaps for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (to_officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on swaps for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR ((((select app.officer_id()) = officer_id) OR ((select app.officer_id()) = to_officer_id)) OR ((select app.officer_id()) = taker_id)) OR (((select app.role()) = 'officer'::text) AND (to_officer_id IS NULL) AND (state = 'open'::text)) OR (((select app.role()) = 'officer'::text) AND (pg_trigger_depth() > 0))));

grant insert, select, update (id, kind, state, officer_id, officer_name, signup_id, assignment_id, post_id, starts_at,
  ends_at, to_officer_id, to_name, note, taker_id, taker_name, counter_signup_id, counter_assignment_id,
  counter_post_id, counter_starts_at, counter_ends_at, decided_by, decided_at, reason, created_at, updated_at,
  version) on swaps to watchbill_app;
grant delete, select on swaps to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON swaps FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON swaps FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('signups', 'all', 'id', '', '', 'updated_at,version', '');

-- escalation_plans (shifts/escalations)
create table escalation_plans (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text,
  steps jsonb not null,
  active_from timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint escalation_plans_pkey PRIMARY KEY (organization_id, id),
  constraint escalation_plans_kind UNIQUE NULLS NOT DISTINCT (organization_id, kind),
  constraint escalation_plans_kind_check CHECK (kind = ANY (ARRAY['overtime'::text, 'extra_duty'::text, 'court'::text, 'special_event'::text, 'training'::text, 'callback'::text, 'holdover'::text])),
  constraint escalation_plans_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint escalation_plans_organization_id_updated_by_fkey FOREIGN KEY (organization_id, updated_by) REFERENCES officers(organization_id, id)
);

alter table escalation_plans enable row level security;
alter table escalation_plans force row level security;
create policy tenant on escalation_plans as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on escalation_plans for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_updated_by on escalation_plans for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (updated_by = ANY ((select app.merging())::uuid[]))));
create policy staff on escalation_plans for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (id, kind, steps, active_from, updated_by, updated_at,
  version) on escalation_plans to watchbill_app;
grant delete, select on escalation_plans to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON escalation_plans FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON escalation_plans FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('escalations', 'admins', 'id', '', '', 'updated_at,version', '');

-- escalation_steps (shifts/escalations)
create table escalation_steps (
  organization_id uuid not null,
  escalation_id uuid not null,
  "position" integer not null,
  kind text not null,
  at timestamp with time zone not null default now(),
  told_count integer not null default 0,
  told uuid[] not null default '{}'::uuid[],
  constraint escalation_steps_pkey PRIMARY KEY (organization_id, escalation_id, "position"),
  constraint escalation_steps_kind_check CHECK (kind = ANY (ARRAY['group'::text, 'all'::text, 'neighbours'::text, 'order_in'::text])),
  constraint escalation_steps_position_check CHECK ("position" >= 0 AND "position" <= 9),
  constraint escalation_steps_told_count_check CHECK (told_count >= 0),
  constraint escalation_steps_organization_id_escalation_id_fkey FOREIGN KEY (organization_id, escalation_id) REFERENCES escalations(organization_id, id),
  constraint escalation_steps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table escalation_steps enable row level security;
alter table escalation_steps force row level security;
create policy tenant on escalation_steps as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on escalation_steps for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on escalation_steps for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on escalation_steps for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant insert, select on escalation_steps to watchbill_app;
grant delete, select on escalation_steps to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON escalation_steps FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON escalation_steps FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('escalations', 'all', 'escalation_id', '', '', '', '');

-- escalations (shifts/escalations)
create table escalations (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  steps jsonb not null,
  published_at timestamp with time zone not null,
  emergency boolean not null default false,
  paused_at timestamp with time zone,
  paused_by uuid,
  pause_reason text,
  paused_minutes integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint escalations_pkey PRIMARY KEY (organization_id, id),
  constraint escalations_organization_id_assignment_id_key UNIQUE (organization_id, assignment_id),
  constraint escalations_check CHECK ((paused_at IS NULL) = (pause_reason IS NULL)),
  constraint escalations_pause_reason_check CHECK (length(pause_reason) >= 3 AND length(pause_reason) <= 500),
  constraint escalations_paused_minutes_check CHECK (paused_minutes >= 0),
  constraint escalations_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint escalations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint escalations_organization_id_paused_by_fkey FOREIGN KEY (organization_id, paused_by) REFERENCES officers(organization_id, id)
);

alter table escalations enable row level security;
alter table escalations force row level security;
create policy tenant on escalations as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on escalations for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy erase on escalations for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on escalations for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy merge_paused_by on escalations for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (paused_by = ANY ((select app.merging())::uuid[]))));
create policy see on escalations for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) = 'officer'::text) AND (EXISTS ( SELECT
   FROM assignments a
  WHERE ((a.organization_id = escalations.organization_id) AND (a.id = escalations.assignment_id)))))));

grant insert, select, update (id, assignment_id, steps, published_at, emergency, paused_at, paused_by, pause_reason,
  paused_minutes, created_at, updated_at, version) on escalations to watchbill_app;
grant delete, select on escalations to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON escalations FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON escalations FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('escalations', 'all', 'assignment_id', '', '', 'updated_at,version', '');

-- force_settings (shifts/order-ins)
create table force_settings (
  organization_id uuid not null,
  counted text not null default 'year'::text,
  year_starts text not null default '01-01'::text,
  newcomers text not null default 'top'::text,
  by_unit boolean not null default false,
  admins_listed boolean not null default false,
  names_shown boolean not null default true,
  volunteer_minutes integer not null default 60,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint force_settings_pkey PRIMARY KEY (organization_id),
  constraint force_settings_counted_check CHECK (counted = ANY (ARRAY['year'::text, 'ever'::text])),
  constraint force_settings_newcomers_check CHECK (newcomers = ANY (ARRAY['top'::text, 'average'::text, 'bottom'::text])),
  constraint force_settings_volunteer_minutes_check CHECK (volunteer_minutes >= 5 AND volunteer_minutes <= 2880),
  constraint force_settings_year_starts_check CHECK (year_starts ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'::text),
  constraint force_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table force_settings enable row level security;
alter table force_settings force row level security;
create policy tenant on force_settings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on force_settings for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy erase on force_settings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on force_settings for insert to watchbill_app
  with check (((select app.role()) = 'admin'::text));
create policy see on force_settings for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant insert, select, update (counted, year_starts, newcomers, by_unit, admins_listed, names_shown, volunteer_minutes,
  updated_at, version) on force_settings to watchbill_app;
grant delete, select on force_settings to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON force_settings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON force_settings FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'all', 'organization_id', '', '', 'updated_at,version', '');

-- force_members (shifts/order-ins)
create table force_members (
  organization_id uuid not null,
  officer_id uuid not null,
  name text not null,
  badge_number text,
  unit text,
  hired_on date,
  is_admin boolean not null,
  joined_at timestamp with time zone not null,
  left_on date,
  constraint force_members_pkey PRIMARY KEY (organization_id, officer_id),
  constraint force_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint force_members_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

alter table force_members enable row level security;
alter table force_members force row level security;
create policy tenant on force_members as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on force_members for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on force_members for insert to watchbill_app
  with check ((pg_trigger_depth() > 0));
create policy keep_drop on force_members for delete to watchbill_app
  using ((pg_trigger_depth() > 0));
create policy keep_edit on force_members for update to watchbill_app
  using ((pg_trigger_depth() > 0));
create policy see on force_members for select to watchbill_app
  using (((select app.role()) <> ''::text));

grant delete, insert, select, update (officer_id, name, badge_number, unit, hired_on, is_admin, joined_at,
  left_on) on force_members to watchbill_app;
grant delete, select on force_members to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON force_members FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- force_exemptions (shifts/order-ins)
create table force_exemptions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  reason text not null,
  starts_on date not null,
  ends_on date,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  ended_by uuid,
  constraint force_exemptions_pkey PRIMARY KEY (organization_id, id),
  constraint exemptions_days CHECK (ends_on IS NULL OR ends_on >= (starts_on - 1)),
  constraint exemptions_not_own CHECK (created_by <> officer_id AND ended_by <> officer_id),
  constraint force_exemptions_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 200),
  constraint force_exemptions_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint force_exemptions_organization_id_ended_by_fkey FOREIGN KEY (organization_id, ended_by) REFERENCES officers(organization_id, id),
  constraint force_exemptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint force_exemptions_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX force_exemptions_officer ON public.force_exemptions USING btree (organization_id, officer_id, starts_on DESC, id);

alter table force_exemptions enable row level security;
alter table force_exemptions force row level security;
create policy tenant on force_exemptions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on force_exemptions for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id()))));
create policy erase on force_exemptions for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on force_exemptions for insert to watchbill_app
  with check ((((select app.role()) = 'admin'::text) AND (created_by = (select app.officer_id())) AND (officer_id <> (select app.officer_id()))));
create policy merge_created_by on force_exemptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy merge_ended_by on force_exemptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (ended_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on force_exemptions for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on force_exemptions for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant insert, select, update (id, officer_id, reason, starts_on, ends_on, created_by, created_at,
  ended_by) on force_exemptions to watchbill_app;
grant delete, select on force_exemptions to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON force_exemptions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON force_exemptions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'all', 'officer_id', '', '', '', '');

-- order_calls (shifts/order-ins)
create table order_calls (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  opened_at timestamp with time zone not null default now(),
  closes_at timestamp with time zone not null,
  opened_by uuid,
  closed_at timestamp with time zone,
  outcome text,
  volunteered_count integer,
  ordered_count integer,
  missing_count integer,
  stopped_by uuid,
  stop_reason text,
  constraint order_calls_pkey PRIMARY KEY (organization_id, id),
  constraint order_calls_check CHECK (opened_at < closes_at),
  constraint order_calls_check1 CHECK ((closed_at IS NULL) = (outcome IS NULL)),
  constraint order_calls_check2 CHECK ((outcome = 'stopped'::text) = (stop_reason IS NOT NULL)),
  constraint order_calls_outcome_check CHECK (outcome = ANY (ARRAY['decided'::text, 'filled'::text, 'overtaken'::text, 'stopped'::text])),
  constraint order_calls_stop_reason_check CHECK (length(stop_reason) >= 3 AND length(stop_reason) <= 500),
  constraint order_calls_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint order_calls_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint order_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint order_calls_organization_id_opened_by_fkey FOREIGN KEY (organization_id, opened_by) REFERENCES officers(organization_id, id),
  constraint order_calls_organization_id_stopped_by_fkey FOREIGN KEY (organization_id, stopped_by) REFERENCES officers(organization_id, id)
);

CREATE INDEX order_calls_assignment ON public.order_calls USING btree (organization_id, assignment_id, opened_at DESC, id);
CREATE INDEX order_calls_due ON public.order_calls USING btree (organization_id, closes_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX order_calls_one_open ON public.order_calls USING btree (organization_id, post_id) WHERE (closed_at IS NULL);

alter table order_calls enable row level security;
alter table order_calls force row level security;
create policy tenant on order_calls as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on order_calls for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])))
  with check ((((select app.role()) = 'system'::text) OR (outcome IS NULL) OR ((outcome = 'stopped'::text) AND (stopped_by = (select app.officer_id())))));
create policy erase on order_calls for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on order_calls for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (opened_by = (select app.officer_id())))));
create policy merge_opened_by on order_calls for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (opened_by = ANY ((select app.merging())::uuid[]))));
create policy merge_stopped_by on order_calls for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (stopped_by = ANY ((select app.merging())::uuid[]))));
create policy see on order_calls for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant insert, select, update (id, assignment_id, post_id, opened_at, closes_at, opened_by, closed_at, outcome,
  volunteered_count, ordered_count, missing_count, stopped_by, stop_reason) on order_calls to watchbill_app;
grant delete, select on order_calls to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON order_calls FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON order_calls FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'all', 'assignment_id', '', '', '', '');

-- order_asked (shifts/order-ins)
create table order_asked (
  organization_id uuid not null,
  call_id uuid not null,
  officer_id uuid not null,
  answer text,
  answered_at timestamp with time zone,
  outcome text,
  constraint order_asked_pkey PRIMARY KEY (organization_id, call_id, officer_id),
  constraint order_asked_answer_check CHECK (answer = ANY (ARRAY['yes'::text, 'no'::text])),
  constraint order_asked_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint order_asked_outcome_check CHECK (outcome = ANY (ARRAY['given'::text, 'not_needed'::text, 'not_eligible'::text])),
  constraint order_asked_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES order_calls(organization_id, id),
  constraint order_asked_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint order_asked_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX order_asked_officer ON public.order_asked USING btree (organization_id, officer_id, call_id);

alter table order_asked enable row level security;
alter table order_asked force row level security;
create policy tenant on order_asked as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on order_asked for update to watchbill_app
  using ((((select app.role()) = 'system'::text) OR ((officer_id = (select app.officer_id())) AND (outcome IS NULL))))
  with check ((((select app.role()) = 'system'::text) OR (outcome IS NULL)));
create policy erase on order_asked for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on order_asked for insert to watchbill_app
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (answer IS NULL) AND (outcome IS NULL)));
create policy merge_drop on order_asked for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on order_asked for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on order_asked for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on order_asked for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant delete, insert, select, update (officer_id, answer, answered_at, outcome) on order_asked to watchbill_app;
grant delete, select on order_asked to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON order_asked FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON order_asked FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'officer', 'call_id', 'officer_id', '', 'outcome', 'INSERT');

-- order_ins (shifts/order-ins)
create table order_ins (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  call_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  signup_id uuid not null,
  ordered_at timestamp with time zone not null default now(),
  "position" integer not null,
  count_before integer not null,
  seen_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancel_reason text,
  fell_at timestamp with time zone,
  list_units text[] not null default '{}'::text[],
  constraint order_ins_pkey PRIMARY KEY (organization_id, id),
  constraint order_ins_organization_id_signup_id_key UNIQUE (organization_id, signup_id),
  constraint order_ins_cancel_reason_check CHECK (length(cancel_reason) >= 3 AND length(cancel_reason) <= 500),
  constraint order_ins_check CHECK ((cancelled_at IS NULL) = (cancel_reason IS NULL)),
  constraint order_ins_count_before_check CHECK (count_before >= 0),
  constraint order_ins_position_check CHECK ("position" > 0),
  constraint orders_not_own CHECK (cancelled_by <> officer_id),
  constraint order_ins_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint order_ins_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id),
  constraint order_ins_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES order_calls(organization_id, id),
  constraint order_ins_organization_id_cancelled_by_fkey FOREIGN KEY (organization_id, cancelled_by) REFERENCES officers(organization_id, id),
  constraint order_ins_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint order_ins_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint order_ins_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX order_ins_call ON public.order_ins USING btree (organization_id, call_id);
CREATE INDEX order_ins_latest ON public.order_ins USING btree (organization_id, ordered_at DESC, id DESC);
CREATE INDEX order_ins_officer ON public.order_ins USING btree (organization_id, officer_id, ordered_at DESC, id);

alter table order_ins enable row level security;
alter table order_ins force row level security;
create policy tenant on order_ins as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on order_ins for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id())) OR (pg_trigger_depth() > 0)));
create policy erase on order_ins for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on order_ins for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy merge_cancelled_by on order_ins for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (cancelled_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on order_ins for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on order_ins for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text, 'officer'::text])));

grant insert, select, update (id, call_id, assignment_id, post_id, officer_id, signup_id, ordered_at, "position",
  count_before, seen_at, cancelled_at, cancelled_by, cancel_reason, fell_at, list_units) on order_ins to watchbill_app;
grant delete, select on order_ins to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_order_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved constant text[] := case when pg_trigger_depth() > 1 then array['fell_at']
    when app.role() = 'officer' or new.officer_id = app.officer_id() then array['seen_at']
    else array['cancelled_at', 'cancelled_by', 'cancel_reason'] end;
begin
  if app.role() = 'system' or app.role() = '' then return new; end if;
  if to_jsonb(old) - moved <> to_jsonb(new) - moved or old.cancelled_at is not null and old.cancelled_at <> new.cancelled_at
     or new.cancelled_by is distinct from old.cancelled_by and new.cancelled_by <> app.officer_id() then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_order_in() from public;
grant execute on function app.guard_order_in() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_order_in BEFORE UPDATE ON order_ins FOR EACH ROW EXECUTE FUNCTION app.guard_order_in();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON order_ins FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON order_ins FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('order_ins', 'all', 'assignment_id', '', '', '', '');

-- order_receipts (shifts/order-ins)
create table order_receipts (
  organization_id uuid not null,
  call_id uuid not null,
  passed jsonb not null,
  constraint order_receipts_pkey PRIMARY KEY (organization_id, call_id),
  constraint order_receipts_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES order_calls(organization_id, id),
  constraint order_receipts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table order_receipts enable row level security;
alter table order_receipts force row level security;
create policy tenant on order_receipts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on order_receipts for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on order_receipts for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on order_receipts for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (EXISTS ( SELECT
   FROM order_ins i
  WHERE ((i.organization_id = order_receipts.organization_id) AND (i.call_id = order_receipts.call_id) AND (i.officer_id = (select app.officer_id())))))));

grant insert, select on order_receipts to watchbill_app;
grant delete, select on order_receipts to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON order_receipts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- leave_requests (shifts/leave-requests)
create table leave_requests (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  state text not null default 'pending'::text,
  kind text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  whole_days boolean not null,
  note text,
  leave_id uuid,
  deny_reason text,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint leave_requests_pkey PRIMARY KEY (organization_id, id),
  constraint leave_requests_no_overlap EXCLUDE USING gist (organization_id WITH =, officer_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (state = 'pending'::text) DEFERRABLE,
  constraint leave_requests_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 500),
  constraint leave_requests_check CHECK (starts_at < ends_at AND (ends_at - starts_at) <= '367 days'::interval),
  constraint leave_requests_check1 CHECK ((state = 'denied'::text) = (deny_reason IS NOT NULL)),
  constraint leave_requests_check2 CHECK (state = 'denied'::text OR answer IS NULL),
  constraint leave_requests_check3 CHECK (state = 'approved'::text OR leave_id IS NULL),
  constraint leave_requests_check4 CHECK ((state = ANY (ARRAY['approved'::text, 'denied'::text])) = (decided_at IS NOT NULL)),
  constraint leave_requests_check5 CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  constraint leave_requests_deny_reason_check CHECK (deny_reason = ANY (ARRAY['coverage'::text, 'others_away'::text, 'blackout'::text, 'balance'::text, 'notice'::text, 'other'::text])),
  constraint leave_requests_kind_check CHECK (kind = ANY (ARRAY['vacation'::text, 'sick'::text, 'injury'::text, 'military'::text, 'training'::text, 'other'::text])),
  constraint leave_requests_not_own CHECK (decided_by <> officer_id),
  constraint leave_requests_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint leave_requests_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'withdrawn'::text])),
  constraint leave_requests_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint leave_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint leave_requests_organization_id_leave_id_fkey FOREIGN KEY (organization_id, leave_id) REFERENCES leaves(organization_id, id) ON DELETE SET NULL (leave_id),
  constraint leave_requests_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX leave_requests_latest ON public.leave_requests USING btree (organization_id, created_at DESC, id);
CREATE INDEX leave_requests_leave ON public.leave_requests USING btree (organization_id, leave_id) WHERE (leave_id IS NOT NULL);
CREATE INDEX leave_requests_officer ON public.leave_requests USING btree (organization_id, officer_id, starts_at DESC, id);
CREATE INDEX leave_requests_waiting ON public.leave_requests USING btree (organization_id, starts_at, id) WHERE (state = 'pending'::text);

alter table leave_requests enable row level security;
alter table leave_requests force row level security;
create policy tenant on leave_requests as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy decide on leave_requests for update to watchbill_app
  using ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id())) AND (state <> 'withdrawn'::text)))
  with check ((((select app.role()) = 'admin'::text) AND (officer_id <> (select app.officer_id())) AND ((state = 'pending'::text) OR ((state = ANY (ARRAY['approved'::text, 'denied'::text])) AND (decided_by = (select app.officer_id()))))));
create policy erase on leave_requests for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy follow_zone on leave_requests for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy make on leave_requests for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text])) AND (officer_id = (select app.officer_id())) AND (state = 'pending'::text))));
create policy merge_decided_by on leave_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on leave_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on leave_requests for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));
create policy withdraw on leave_requests for update to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text])) AND (officer_id = (select app.officer_id())) AND (state = 'pending'::text)))
  with check ((((select app.role()) = ANY (ARRAY['admin'::text, 'officer'::text])) AND (officer_id = (select app.officer_id())) AND (state = 'withdrawn'::text)));

grant insert, select, update (officer_id, state, starts_at, ends_at, leave_id, deny_reason, answer, decided_by,
  decided_at, updated_at, version) on leave_requests to watchbill_app;
grant delete, select on leave_requests to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.keep_requested_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.role() is distinct from 'system' then
    raise exception 'permission denied: the time of a leave request does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
revoke execute on function app.keep_requested_time() from public;
grant execute on function app.keep_requested_time() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON leave_requests FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER keep_requested_time BEFORE UPDATE OF starts_at, ends_at ON leave_requests FOR EACH ROW WHEN (old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at) EXECUTE FUNCTION app.keep_requested_time();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON leave_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('tours', 'officer', 'id', 'officer_id', 'note,answer', 'updated_at,version', '');

-- announcements (shifts/announcements)
create table announcements (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  author_id uuid not null,
  author_name text not null,
  audience text not null,
  audience_name text,
  assignment_id uuid,
  title text not null,
  body text not null,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint announcements_pkey PRIMARY KEY (organization_id, id),
  constraint announcements_audience_check CHECK (audience = ANY (ARRAY['everyone'::text, 'unit'::text, 'rank'::text, 'shift'::text])),
  constraint announcements_audience_name_check CHECK (length(audience_name) >= 1 AND length(audience_name) <= 200),
  constraint announcements_author_name_check CHECK (length(author_name) >= 1 AND length(author_name) <= 200),
  constraint announcements_body_check CHECK (length(body) >= 1 AND length(body) <= 4000),
  constraint announcements_check CHECK ((audience = 'everyone'::text) = (audience_name IS NULL)),
  constraint announcements_check1 CHECK (audience = 'shift'::text OR assignment_id IS NULL),
  constraint announcements_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
  constraint announcements_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE SET NULL (assignment_id),
  constraint announcements_organization_id_author_id_fkey FOREIGN KEY (organization_id, author_id) REFERENCES officers(organization_id, id),
  constraint announcements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX announcements_author ON public.announcements USING btree (organization_id, author_id, created_at);
CREATE INDEX announcements_latest ON public.announcements USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX announcements_shift ON public.announcements USING btree (organization_id, assignment_id) WHERE (assignment_id IS NOT NULL);

alter table announcements enable row level security;
alter table announcements force row level security;
create policy tenant on announcements as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on announcements for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on announcements for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (author_id = (select app.officer_id())))));
create policy merge_author_id on announcements for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (author_id = ANY ((select app.merging())::uuid[]))));
create policy remind on announcements for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy see on announcements for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (EXISTS ( SELECT
   FROM announcement_recipients r
  WHERE ((r.organization_id = announcements.organization_id) AND (r.announcement_id = announcements.id) AND (r.officer_id = (select app.officer_id())))))));

grant insert, select, update (author_id, reminded_at) on announcements to watchbill_app;
grant delete, select on announcements to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON announcements FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON announcements FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('announcements', 'admins', 'id', '', '', '', '');

-- announcement_recipients (shifts/announcements)
create table announcement_recipients (
  organization_id uuid not null,
  announcement_id uuid not null,
  officer_id uuid not null,
  read_at timestamp with time zone,
  constraint announcement_recipients_pkey PRIMARY KEY (organization_id, announcement_id, officer_id),
  constraint announcement_recipients_organization_id_announcement_id_fkey FOREIGN KEY (organization_id, announcement_id) REFERENCES announcements(organization_id, id),
  constraint announcement_recipients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint announcement_recipients_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX announcement_recipients_officer ON public.announcement_recipients USING btree (organization_id, officer_id, announcement_id);

alter table announcement_recipients enable row level security;
alter table announcement_recipients force row level security;
create policy tenant on announcement_recipients as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on announcement_recipients for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on announcement_recipients for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy merge_drop on announcement_recipients for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on announcement_recipients for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on announcement_recipients for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy read on announcement_recipients for update to watchbill_app
  using (((officer_id = (select app.officer_id())) AND (read_at IS NULL)))
  with check (((officer_id = (select app.officer_id())) AND (read_at IS NOT NULL)));
create policy see on announcement_recipients for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant delete, insert, select, update (officer_id, read_at) on announcement_recipients to watchbill_app;
grant delete, select on announcement_recipients to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON announcement_recipients FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON announcement_recipients FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('announcements', 'officer', 'announcement_id', 'officer_id', '', '', 'INSERT');

-- announcement_replies (shifts/announcements)
create table announcement_replies (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  announcement_id uuid not null,
  officer_id uuid not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint announcement_replies_pkey PRIMARY KEY (organization_id, id),
  constraint announcement_replies_body_check CHECK (length(body) >= 1 AND length(body) <= 1000),
  constraint announcement_replies_organization_id_announcement_id_fkey FOREIGN KEY (organization_id, announcement_id) REFERENCES announcements(organization_id, id),
  constraint announcement_replies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint announcement_replies_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX announcement_replies_about ON public.announcement_replies USING btree (organization_id, announcement_id, created_at, id);
CREATE INDEX announcement_replies_officer ON public.announcement_replies USING btree (organization_id, officer_id, created_at);

alter table announcement_replies enable row level security;
alter table announcement_replies force row level security;
create policy tenant on announcement_replies as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on announcement_replies for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on announcement_replies for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR ((officer_id = (select app.officer_id())) AND (EXISTS ( SELECT
   FROM announcement_recipients r
  WHERE ((r.organization_id = announcement_replies.organization_id) AND (r.announcement_id = announcement_replies.announcement_id) AND (r.officer_id = announcement_replies.officer_id)))))));
create policy merge_officer_id on announcement_replies for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on announcement_replies for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (officer_id) on announcement_replies to watchbill_app;
grant delete, select on announcement_replies to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON announcement_replies FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON announcement_replies FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('announcements', 'officer', 'announcement_id', 'officer_id', '', '', '');

-- staffing_minimums (shifts/minimum-staffing)
create table staffing_minimums (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  platoon_id uuid,
  unit text,
  rank text,
  "least" integer not null,
  weekdays integer[] not null,
  start_time text not null,
  end_time text not null,
  starts_on date not null,
  last_on date,
  days_ahead integer not null,
  latest_minutes integer not null,
  title text not null,
  kind text not null,
  location_name text,
  location_address text,
  signup_mode text not null,
  award_rule_id uuid,
  requirements jsonb not null default '{}'::jsonb,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint staffing_minimums_pkey PRIMARY KEY (organization_id, id),
  constraint staffing_minimums_check CHECK ((platoon_id IS NULL) <> (unit IS NULL)),
  constraint staffing_minimums_check1 CHECK (last_on IS NULL OR last_on >= (starts_on - 1)),
  constraint staffing_minimums_days_ahead_check CHECK (days_ahead >= 1 AND days_ahead <= 28),
  constraint staffing_minimums_end_time_check CHECK (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  constraint staffing_minimums_kind_check CHECK (kind = ANY (ARRAY['overtime'::text, 'callback'::text, 'holdover'::text])),
  constraint staffing_minimums_latest_minutes_check CHECK (latest_minutes >= 0 AND latest_minutes <= 2880),
  constraint staffing_minimums_least_check CHECK ("least" >= 1 AND "least" <= 200),
  constraint staffing_minimums_location_address_check CHECK (length(location_address) <= 300),
  constraint staffing_minimums_location_name_check CHECK (length(location_name) <= 160),
  constraint staffing_minimums_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint staffing_minimums_rank_check CHECK (length(rank) >= 1 AND length(rank) <= 120),
  constraint staffing_minimums_signup_mode_check CHECK (signup_mode = ANY (ARRAY['first_come'::text, 'approval'::text, 'award'::text])),
  constraint staffing_minimums_start_time_check CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  constraint staffing_minimums_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint staffing_minimums_unit_check CHECK (length(unit) >= 1 AND length(unit) <= 120),
  constraint staffing_minimums_weekdays_check CHECK (cardinality(weekdays) >= 1 AND cardinality(weekdays) <= 7 AND weekdays <@ '{0,1,2,3,4,5,6}'::integer[]),
  constraint staffing_minimums_organization_id_award_rule_id_fkey FOREIGN KEY (organization_id, award_rule_id) REFERENCES award_rules(organization_id, id),
  constraint staffing_minimums_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint staffing_minimums_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint staffing_minimums_organization_id_platoon_id_fkey FOREIGN KEY (organization_id, platoon_id) REFERENCES platoons(organization_id, id)
);

CREATE INDEX staffing_minimums_name ON public.staffing_minimums USING btree (organization_id, lower(name), id);
CREATE INDEX staffing_minimums_platoon ON public.staffing_minimums USING btree (organization_id, platoon_id) WHERE (platoon_id IS NOT NULL);

alter table staffing_minimums enable row level security;
alter table staffing_minimums force row level security;
create policy tenant on staffing_minimums as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on staffing_minimums for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy hold on staffing_minimums for update to watchbill_app
  using (((select app.role()) = 'system'::text))
  with check (false);
create policy merge_created_by on staffing_minimums for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy see on staffing_minimums for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_edit on staffing_minimums for update to watchbill_app
  using (((select app.role()) = 'admin'::text));
create policy staff_make on staffing_minimums for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) OR (((select app.role()) = 'admin'::text) AND (created_by = (select app.officer_id())))));

grant insert, select, update (id, name, platoon_id, unit, rank, "least", weekdays, start_time, end_time, starts_on,
  last_on, days_ahead, latest_minutes, title, kind, location_name, location_address, signup_mode, award_rule_id,
  requirements, created_by, created_at, updated_at, version) on staffing_minimums to watchbill_app;
grant delete, select on staffing_minimums to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON staffing_minimums FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER INSERT OR DELETE OR UPDATE ON staffing_minimums FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON staffing_minimums FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('minimums', 'admins', 'id', '', '', 'updated_at,version', '');

-- staffing_gaps (shifts/minimum-staffing)
create table staffing_gaps (
  organization_id uuid not null,
  minimum_id uuid not null,
  on_day date not null,
  assignment_id uuid,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  places integer not null default 0,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  reason text not null,
  told text,
  updated_at timestamp with time zone not null default now(),
  announced boolean not null default true,
  said jsonb not null default '{}'::jsonb,
  unsaid boolean not null default false,
  constraint staffing_gaps_pkey PRIMARY KEY (organization_id, minimum_id, on_day),
  constraint staffing_gaps_check CHECK ((starts_at IS NULL) = (ends_at IS NULL) AND (opened_at IS NULL) = (starts_at IS NULL)),
  constraint staffing_gaps_places_check CHECK (places >= 0),
  constraint staffing_gaps_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint staffing_gaps_told_check CHECK (length(told) <= 100),
  constraint staffing_gaps_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE SET NULL (assignment_id),
  constraint staffing_gaps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint staffing_gaps_organization_id_minimum_id_fkey FOREIGN KEY (organization_id, minimum_id) REFERENCES staffing_minimums(organization_id, id)
);

CREATE UNIQUE INDEX staffing_gaps_assignment ON public.staffing_gaps USING btree (organization_id, assignment_id) WHERE (assignment_id IS NOT NULL);

alter table staffing_gaps enable row level security;
alter table staffing_gaps force row level security;
create policy tenant on staffing_gaps as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on staffing_gaps for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy job_edit on staffing_gaps for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy job_make on staffing_gaps for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy see on staffing_gaps for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_drop on staffing_gaps for delete to watchbill_app
  using (((select app.role()) = 'admin'::text));

grant delete, insert, select, update (minimum_id, on_day, assignment_id, opened_at, closed_at, places, starts_at,
  ends_at, reason, told, updated_at, announced, said, unsaid) on staffing_gaps to watchbill_app;
grant delete, select on staffing_gaps to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON staffing_gaps FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER poke_staffing AFTER DELETE ON staffing_gaps FOR EACH STATEMENT WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.poke_staffing();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON staffing_gaps FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('minimums', 'admins', 'minimum_id', '', '', 'updated_at,told,said,unsaid,announced', '');

-- fill_plans (shifts/fill-plans)
create table fill_plans (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  asked_by uuid not null,
  asked_at timestamp with time zone not null default now(),
  days smallint not null,
  status text not null default 'waiting'::text,
  begun_at timestamp with time zone,
  tries smallint not null default 0,
  solved_at timestamp with time zone,
  outcome jsonb,
  constraint fill_plans_pkey PRIMARY KEY (organization_id, id),
  constraint fill_plans_days_check CHECK (days >= 1 AND days <= 28),
  constraint fill_plans_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])),
  constraint fill_plans_organization_id_asked_by_fkey FOREIGN KEY (organization_id, asked_by) REFERENCES officers(organization_id, id),
  constraint fill_plans_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX fill_plans_latest ON public.fill_plans USING btree (organization_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX fill_plans_one_waiting ON public.fill_plans USING btree (organization_id) WHERE (status = 'waiting'::text);

alter table fill_plans enable row level security;
alter table fill_plans force row level security;
create policy tenant on fill_plans as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on fill_plans for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy job_drop on fill_plans for delete to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy job_edit on fill_plans for update to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy merge_asked_by on fill_plans for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (asked_by = ANY ((select app.merging())::uuid[]))));
create policy see on fill_plans for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_make on fill_plans for insert to watchbill_app
  with check ((((select app.role()) = 'admin'::text) AND (asked_by = (select app.officer_id()))));

grant delete, insert, select, update (asked_by, status, begun_at, tries, solved_at,
  outcome) on fill_plans to watchbill_app;
grant delete, select on fill_plans to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.poke_fill_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'fill_plans', new.id, 'system');
  return null;
end $function$;
revoke execute on function app.poke_fill_plan() from public;
grant execute on function app.poke_fill_plan() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER fill_plan_waits AFTER INSERT ON fill_plans FOR EACH ROW EXECUTE FUNCTION app.poke_fill_plan();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON fill_plans FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON fill_plans FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('fill_plans', 'admins', 'id', '', '', 'begun_at,tries,outcome', 'DELETE');

-- fill_plan_lines (shifts/fill-plans)
create table fill_plan_lines (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  plan_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  why jsonb not null,
  taken_at timestamp with time zone,
  taken_by uuid,
  signup_id uuid,
  constraint fill_plan_lines_pkey PRIMARY KEY (organization_id, id),
  constraint fill_plan_lines_organization_id_plan_id_post_id_officer_id_key UNIQUE (organization_id, plan_id, post_id, officer_id),
  constraint fill_plan_lines_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE CASCADE,
  constraint fill_plan_lines_organization_id_assignment_id_post_id_fkey FOREIGN KEY (organization_id, assignment_id, post_id) REFERENCES posts(organization_id, assignment_id, id) ON DELETE CASCADE,
  constraint fill_plan_lines_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint fill_plan_lines_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint fill_plan_lines_organization_id_plan_id_fkey FOREIGN KEY (organization_id, plan_id) REFERENCES fill_plans(organization_id, id) ON DELETE CASCADE,
  constraint fill_plan_lines_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id),
  constraint fill_plan_lines_organization_id_taken_by_fkey FOREIGN KEY (organization_id, taken_by) REFERENCES officers(organization_id, id)
);

CREATE INDEX fill_plan_lines_assignment ON public.fill_plan_lines USING btree (organization_id, assignment_id);

alter table fill_plan_lines enable row level security;
alter table fill_plan_lines force row level security;
create policy tenant on fill_plan_lines as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on fill_plan_lines for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy job_drop on fill_plan_lines for delete to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy job_make on fill_plan_lines for insert to watchbill_app
  with check (((select app.role()) = 'system'::text));
create policy merge_drop on fill_plan_lines for delete to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on fill_plan_lines for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_put on fill_plan_lines for insert to watchbill_app
  with check ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy merge_taken_by on fill_plan_lines for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (taken_by = ANY ((select app.merging())::uuid[]))));
create policy see on fill_plan_lines for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy staff_edit on fill_plan_lines for update to watchbill_app
  using (((select app.role()) = 'admin'::text))
  with check ((((select app.role()) = 'admin'::text) AND (taken_by = (select app.officer_id()))));

grant delete, insert, select, update (officer_id, taken_at, taken_by, signup_id) on fill_plan_lines to watchbill_app;
grant delete, select on fill_plan_lines to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON fill_plan_lines FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON fill_plan_lines FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('fill_plans', 'admins', 'id', '', '', 'why', 'INSERT,DELETE');

-- locations (shifts/locations)
create table locations (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  address text,
  lat double precision,
  lng double precision,
  radius_m integer,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint locations_pkey PRIMARY KEY (organization_id, id),
  constraint locations_address_check CHECK (length(address) >= 1 AND length(address) <= 300),
  constraint locations_check CHECK ((lat IS NULL) = (lng IS NULL)),
  constraint locations_lat_check CHECK (lat >= '-90'::integer::double precision AND lat <= 90::double precision),
  constraint locations_lng_check CHECK (lng >= '-180'::integer::double precision AND lng <= 180::double precision),
  constraint locations_name_check CHECK (length(name) >= 1 AND length(name) <= 160),
  constraint locations_radius_m_check CHECK (radius_m >= 10 AND radius_m <= 5000),
  constraint locations_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES officers(organization_id, id),
  constraint locations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE UNIQUE INDEX locations_name ON public.locations USING btree (organization_id, lower(name));

alter table locations enable row level security;
alter table locations force row level security;
create policy tenant on locations as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on locations for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy merge_created_by on locations for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (created_by = ANY ((select app.merging())::uuid[]))));
create policy staff on locations for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant delete, insert, select, update (id, name, address, lat, lng, radius_m, created_by, created_at, updated_at,
  version) on locations to watchbill_app;
grant delete, select on locations to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON locations FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON locations FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('assignments', 'admins', 'id', '', '', 'updated_at,version', '');

-- =============
-- hours: tables
-- =============

-- attendance (hours/attendance)
create table attendance (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  signup_id uuid not null,
  assignment_id uuid not null,
  officer_id uuid not null,
  state text not null default 'open'::text,
  scheduled_starts_at timestamp with time zone not null,
  scheduled_ends_at timestamp with time zone not null,
  checked_in_at timestamp with time zone,
  checked_out_at timestamp with time zone,
  original_in_at timestamp with time zone,
  original_out_at timestamp with time zone,
  device_in_at timestamp with time zone,
  device_out_at timestamp with time zone,
  in_lat double precision,
  in_lng double precision,
  in_accuracy_m double precision,
  in_distance_m double precision,
  in_position text,
  out_lat double precision,
  out_lng double precision,
  out_accuracy_m double precision,
  out_distance_m double precision,
  out_position text,
  closed_by_system boolean not null default false,
  worked_minutes integer,
  note text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  asked_in_at timestamp with time zone,
  asked_out_at timestamp with time zone,
  in_age_s integer,
  in_same_fixes integer,
  in_kmh double precision,
  out_age_s integer,
  out_kmh double precision,
  in_arrived_at timestamp with time zone,
  out_arrived_at timestamp with time zone,
  late_out_at timestamp with time zone,
  again_in_at timestamp with time zone,
  begun_at timestamp with time zone,
  constraint attendance_pkey PRIMARY KEY (organization_id, id),
  constraint attendance_organization_id_signup_id_key UNIQUE (organization_id, signup_id),
  constraint attendance_asked CHECK ((asked_in_at IS NULL) = (asked_out_at IS NULL) AND asked_in_at < asked_out_at),
  constraint attendance_check CHECK (checked_out_at IS NULL OR checked_in_at IS NULL OR checked_in_at <= checked_out_at),
  constraint attendance_decided CHECK ((state <> ALL (ARRAY['approved'::text, 'locked'::text])) OR decided_by IS NOT NULL),
  constraint attendance_in_age_s_check CHECK (in_age_s >= 0),
  constraint attendance_in_kmh_check CHECK (in_kmh >= 0::double precision),
  constraint attendance_in_position_check CHECK (in_position = ANY (ARRAY['inside'::text, 'outside'::text, 'cannot_verify'::text])),
  constraint attendance_in_same_fixes_check CHECK (in_same_fixes >= 0),
  constraint attendance_late_out CHECK (late_out_at IS NULL OR (state = ANY (ARRAY['approved'::text, 'locked'::text]))),
  constraint attendance_not_own CHECK (decided_by IS NULL OR decided_by <> officer_id),
  constraint attendance_note_check CHECK (length(note) <= 1000),
  constraint attendance_out_age_s_check CHECK (out_age_s >= 0),
  constraint attendance_out_kmh_check CHECK (out_kmh >= 0::double precision),
  constraint attendance_out_position_check CHECK (out_position = ANY (ARRAY['inside'::text, 'outside'::text, 'cannot_verify'::text])),
  constraint attendance_reason_check CHECK (length(reason) <= 500),
  constraint attendance_state_check CHECK (state = ANY (ARRAY['open'::text, 'submitted'::text, 'approved'::text, 'returned'::text, 'locked'::text])),
  constraint attendance_worked_minutes_check CHECK (worked_minutes >= 0 AND worked_minutes <= 12960),
  constraint attendance_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id),
  constraint attendance_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint attendance_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint attendance_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint attendance_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX attendance_assignment ON public.attendance USING btree (organization_id, assignment_id);
CREATE INDEX attendance_hours ON public.attendance USING btree (organization_id, scheduled_starts_at) INCLUDE (officer_id, worked_minutes) WHERE (state = ANY (ARRAY['approved'::text, 'locked'::text]));
CREATE INDEX attendance_officer ON public.attendance USING btree (organization_id, officer_id, scheduled_starts_at DESC, id);
CREATE UNIQUE INDEX attendance_one_open ON public.attendance USING btree (organization_id, officer_id) WHERE ((state = 'open'::text) AND (checked_in_at IS NOT NULL) AND (checked_out_at IS NULL));
CREATE INDEX attendance_open ON public.attendance USING btree (organization_id, scheduled_ends_at) WHERE (state = 'open'::text);
CREATE INDEX attendance_review ON public.attendance USING btree (organization_id, scheduled_starts_at, id) WHERE ((state = ANY (ARRAY['submitted'::text, 'returned'::text])) OR (late_out_at IS NOT NULL));

alter table attendance enable row level security;
alter table attendance force row level security;
create policy tenant on attendance as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on attendance for update to watchbill_app
  using (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN ((state <> 'locked'::text) AND ((state <> 'approved'::text) OR (late_out_at IS NULL)))
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END)
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN ((state = ANY (ARRAY['open'::text, 'submitted'::text])) OR ((state = 'approved'::text) AND (late_out_at IS NOT NULL)))
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy erase on attendance for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on attendance for insert to watchbill_app
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (state = 'open'::text)
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy merge_decided_by on attendance for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on attendance for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on attendance for select to watchbill_app
  using ((( SELECT ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))) OR (officer_id = (select app.officer_id()))));
create policy take_back on attendance for delete to watchbill_app
  using (((officer_id = (select app.officer_id())) AND (state = 'open'::text) AND (checked_out_at IS NULL) AND (now() < scheduled_starts_at)));

grant delete, insert, select, update (id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
  scheduled_ends_at, checked_in_at, checked_out_at, original_in_at, original_out_at, device_in_at, device_out_at,
  in_lat, in_lng, in_accuracy_m, in_distance_m, in_position, out_lat, out_lng, out_accuracy_m, out_distance_m,
  out_position, closed_by_system, worked_minutes, note, decided_by, decided_at, reason, created_at, updated_at,
  version, asked_in_at, asked_out_at, in_age_s, in_same_fixes, in_kmh, out_age_s, out_kmh, in_arrived_at,
  out_arrived_at, late_out_at, again_in_at, begun_at) on attendance to watchbill_app;
grant delete, select on attendance to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  again boolean;
  beside constant text[] := array['late_out_at', 'updated_at', 'version'];
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and not exists (select from officer_assignments s where s.organization_id = new.organization_id
       and s.id = new.signup_id and s.assignment_id = new.assignment_id and s.officer_id = new.officer_id)
     or tg_op = 'UPDATE' and (new.id, new.signup_id, new.assignment_id, new.officer_id)
       <> (old.id, old.signup_id, old.assignment_id, old.officer_id)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and new.officer_id = app.officer_id() then
    again := old.state = 'submitted' and new.state = 'open' and new.checked_out_at is null and new.worked_minutes is null
      and old.decided_by is null and old.reason is null and not old.closed_by_system
      and old.original_in_at is null and old.original_out_at is null
      and (now() <= old.checked_out_at + interval '1 minute' or exists (select from attendance_gaps b
        where b.organization_id = old.organization_id and b.attendance_id = old.id
          and b.left_at = old.checked_out_at and coalesce(b.back_arrived_at, b.back_at) = now()));
    if app.role() = 'officer' and (new.scheduled_starts_at, new.scheduled_ends_at)
         <> (old.scheduled_starts_at, old.scheduled_ends_at)
       or old.state in ('open', 'submitted') and old.checked_in_at is distinct from new.checked_in_at
       or old.state = 'submitted' and not again and (new.state, new.checked_out_at, new.worked_minutes)
         is distinct from (old.state, old.checked_out_at, old.worked_minutes)
       or old.original_in_at is not null and new.original_in_at is distinct from old.original_in_at
       or old.original_out_at is not null and new.original_out_at is distinct from old.original_out_at
       -- The officer's own check-out comes beside an approved record once, and changes nothing of it.
       or 'approved' in (old.state, new.state) and (old.state <> new.state or old.late_out_at is not null or coalesce(new.late_out_at <= old.checked_in_at, true)
         or new.late_out_at > now() or old.device_out_at is not null and new.late_out_at <= old.checked_out_at
         or to_jsonb(new) - beside <> to_jsonb(old) - beside) then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
  end if;
  if new.state = 'approved' and (tg_op = 'INSERT' or (new.state, new.checked_in_at, new.checked_out_at)
       is distinct from (old.state, old.checked_in_at, old.checked_out_at))
     and app.paid_again(new.organization_id, new.officer_id, new.id, new.checked_in_at, new.checked_out_at) then
    raise exception 'paid_already' using errcode = '23P01', constraint = 'attendance_paid_twice';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_attendance() from public;
grant execute on function app.guard_attendance() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into opportunities (organization_id, officer_id, at, kind, minutes, times, assignment_id, post_id, signup_id, source, note)
  select s.organization_id, s.officer_id, w.at, 'worked', h.minutes - w.minutes,
    (h.minutes > 0)::integer - (w.minutes > 0)::integer, s.assignment_id, s.post_id, s.id, 'assignment',
    'Hours corrected after approval'
  from attendance t
  join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id and s.status = 'worked'
  cross join lateral (select max(o.at) filter (where o.minutes >= 0) as at, sum(o.minutes)::integer as minutes from opportunities o
    where o.organization_id = s.organization_id and o.signup_id = s.id and o.kind = 'worked') w
  cross join lateral (select coalesce(t.worked_minutes, extract(epoch from s.ends_at - s.starts_at)::integer / 60) as minutes) h
  where t.organization_id = new.organization_id and t.id = new.id and t.state in ('approved', 'locked')
    and w.at is not null and w.minutes <> h.minutes;
  return null;
end $function$;
revoke execute on function app.note_corrected() from public;
grant execute on function app.note_corrected() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into feature_uses (organization_id, feature, day)
  select g.id, 'location_verification', (now() at time zone g.time_zone)::date from organizations g
  where g.id = new.organization_id on conflict do nothing;
  return null;
end $function$;
revoke execute on function app.note_position() from public;
grant execute on function app.note_position() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_attendance BEFORE INSERT OR UPDATE ON attendance FOR EACH ROW EXECUTE FUNCTION app.guard_attendance();
CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON attendance FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON attendance FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE CONSTRAINT TRIGGER note_corrected AFTER UPDATE OF worked_minutes ON attendance DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.state = ANY (ARRAY['approved'::text, 'locked'::text])) AND new.worked_minutes IS DISTINCT FROM old.worked_minutes) EXECUTE FUNCTION app.note_corrected();
CREATE TRIGGER note_position_in AFTER INSERT OR UPDATE OF in_position ON attendance FOR EACH ROW WHEN (new.in_position IS NOT NULL) EXECUTE FUNCTION app.note_position();
CREATE TRIGGER note_position_out AFTER UPDATE OF out_position ON attendance FOR EACH ROW WHEN (new.out_position IS NOT NULL) EXECUTE FUNCTION app.note_position();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON attendance FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('attendance', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', '');

-- attendance_gaps (hours/attendance)
create table attendance_gaps (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attendance_id uuid not null,
  officer_id uuid not null,
  left_at timestamp with time zone not null,
  back_at timestamp with time zone not null,
  counted boolean not null default false,
  left_device_at timestamp with time zone,
  left_lat double precision,
  left_lng double precision,
  left_accuracy_m double precision,
  left_distance_m double precision,
  left_position text,
  back_device_at timestamp with time zone,
  back_lat double precision,
  back_lng double precision,
  back_accuracy_m double precision,
  back_distance_m double precision,
  back_position text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  left_age_s integer,
  left_kmh double precision,
  back_age_s integer,
  back_same_fixes integer,
  back_kmh double precision,
  left_arrived_at timestamp with time zone,
  back_arrived_at timestamp with time zone,
  constraint attendance_gaps_pkey PRIMARY KEY (organization_id, id),
  constraint attendance_gaps_organization_id_attendance_id_left_at_key UNIQUE (organization_id, attendance_id, left_at),
  constraint attendance_gaps_apart EXCLUDE USING gist (organization_id WITH =, attendance_id WITH =, tstzrange(left_at, back_at) WITH &&),
  constraint attendance_gaps_back_age_s_check CHECK (back_age_s >= 0),
  constraint attendance_gaps_back_kmh_check CHECK (back_kmh >= 0::double precision),
  constraint attendance_gaps_back_position_check CHECK (back_position = ANY (ARRAY['inside'::text, 'outside'::text, 'cannot_verify'::text])),
  constraint attendance_gaps_back_same_fixes_check CHECK (back_same_fixes >= 0),
  constraint attendance_gaps_check CHECK (left_at <= back_at),
  constraint attendance_gaps_left_age_s_check CHECK (left_age_s >= 0),
  constraint attendance_gaps_left_kmh_check CHECK (left_kmh >= 0::double precision),
  constraint attendance_gaps_left_position_check CHECK (left_position = ANY (ARRAY['inside'::text, 'outside'::text, 'cannot_verify'::text])),
  constraint attendance_gaps_organization_id_attendance_id_fkey FOREIGN KEY (organization_id, attendance_id) REFERENCES attendance(organization_id, id),
  constraint attendance_gaps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint attendance_gaps_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX attendance_gaps_officer ON public.attendance_gaps USING btree (organization_id, officer_id);

alter table attendance_gaps enable row level security;
alter table attendance_gaps force row level security;
create policy tenant on attendance_gaps as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on attendance_gaps for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy erase on attendance_gaps for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on attendance_gaps for insert to watchbill_app
  with check (((officer_id = (select app.officer_id())) OR ((select app.role()) = 'system'::text)));
create policy merge_officer_id on attendance_gaps for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on attendance_gaps for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (id, attendance_id, officer_id, left_at, back_at, counted, left_device_at, left_lat,
  left_lng, left_accuracy_m, left_distance_m, left_position, back_device_at, back_lat, back_lng, back_accuracy_m,
  back_distance_m, back_position, created_at, updated_at, version, left_age_s, left_kmh, back_age_s, back_same_fixes,
  back_kmh, left_arrived_at, back_arrived_at) on attendance_gaps to watchbill_app;
grant delete, select on attendance_gaps to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_gap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and (new.counted or coalesce(new.back_arrived_at, new.back_at) <> now() or new.back_at > now()
       or not exists (
       select from attendance t where t.organization_id = new.organization_id and t.id = new.attendance_id
         and t.officer_id = new.officer_id and t.officer_id = app.officer_id()
         and (t.state = 'submitted' or t.state in ('approved', 'returned') and new.back_arrived_at is not null)
         and (t.checked_out_at = new.left_at or t.state in ('submitted', 'returned') and new.back_arrived_at is not null
           and t.checked_out_at < t.asked_out_at and t.asked_out_at = new.left_at)))
     or tg_op = 'UPDATE' and (new.officer_id = app.officer_id()
       or to_jsonb(new) - array['counted', 'updated_at', 'version'] <> to_jsonb(old) - array['counted', 'updated_at', 'version']) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_gap() from public;
grant execute on function app.guard_gap() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_gap BEFORE INSERT OR UPDATE ON attendance_gaps FOR EACH ROW EXECUTE FUNCTION app.guard_gap();
CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON attendance_gaps FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON attendance_gaps FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON attendance_gaps FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('attendance', 'officer', 'id', 'officer_id', '', 'updated_at,version', '');

-- overtime_requests (hours/extra-time)
create table overtime_requests (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  status text not null default 'pending'::text,
  kind text not null,
  starts_at timestamp with time zone not null,
  minutes integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  ends_at timestamp with time zone not null,
  signup_id uuid,
  docket_number text,
  court text,
  reason text not null default ''::text,
  asked_starts_at timestamp with time zone,
  asked_minutes integer,
  submitted_at timestamp with time zone not null default now(),
  reminded_days integer not null default 0,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint overtime_requests_pkey PRIMARY KEY (organization_id, id),
  constraint overtime_no_overlap EXCLUDE USING gist (organization_id WITH =, officer_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = ANY (ARRAY['pending'::text, 'returned'::text, 'approved'::text, 'locked'::text])),
  constraint overtime_asked CHECK ((asked_starts_at IS NULL) = (asked_minutes IS NULL)),
  constraint overtime_court CHECK (kind <> 'court'::text OR docket_number IS NOT NULL AND court IS NOT NULL) NOT VALID,
  constraint overtime_decided CHECK ((status <> ALL (ARRAY['approved'::text, 'denied'::text, 'returned'::text])) OR decided_by IS NOT NULL) NOT VALID,
  constraint overtime_ends CHECK ((ends_at - starts_at) = make_interval(mins => minutes)),
  constraint overtime_not_own CHECK (decided_by IS NULL OR decided_by <> officer_id),
  constraint overtime_requests_asked_minutes_check CHECK (asked_minutes >= 1 AND asked_minutes <= 1440),
  constraint overtime_requests_court_check CHECK (length(court) >= 1 AND length(court) <= 120),
  constraint overtime_requests_decision_reason_check CHECK (length(decision_reason) <= 500),
  constraint overtime_requests_docket_number_check CHECK (length(docket_number) >= 1 AND length(docket_number) <= 60),
  constraint overtime_requests_kind_check CHECK (kind = ANY (ARRAY['holdover'::text, 'court'::text, 'callback'::text, 'late_relief'::text, 'report_writing'::text, 'training'::text, 'other'::text])),
  constraint overtime_requests_minutes_check CHECK (minutes >= 1 AND minutes <= 1440),
  constraint overtime_requests_reason_check CHECK (length(reason) <= 1000),
  constraint overtime_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'returned'::text, 'withdrawn'::text, 'expired'::text, 'locked'::text])),
  constraint overtime_said_why CHECK ((status <> ALL (ARRAY['denied'::text, 'returned'::text])) OR decision_reason IS NOT NULL) NOT VALID,
  constraint overtime_requests_organization_id_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES officers(organization_id, id),
  constraint overtime_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint overtime_requests_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id),
  constraint overtime_requests_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id)
);

CREATE INDEX overtime_latest ON public.overtime_requests USING btree (organization_id, starts_at DESC, id DESC);
CREATE INDEX overtime_officer ON public.overtime_requests USING btree (organization_id, officer_id, starts_at DESC);
CREATE INDEX overtime_pending ON public.overtime_requests USING btree (organization_id, submitted_at, id) WHERE (status = 'pending'::text);
CREATE INDEX overtime_signup ON public.overtime_requests USING btree (organization_id, signup_id) WHERE (signup_id IS NOT NULL);
CREATE INDEX overtime_work ON public.overtime_requests USING btree (organization_id, officer_id, starts_at) INCLUDE (ends_at) WHERE (status = ANY (ARRAY['approved'::text, 'locked'::text]));

alter table overtime_requests enable row level security;
alter table overtime_requests force row level security;
create policy tenant on overtime_requests as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on overtime_requests for update to watchbill_app
  using (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (status = ANY (ARRAY['pending'::text, 'returned'::text, 'expired'::text]))
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END)
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (status = ANY (ARRAY['pending'::text, 'withdrawn'::text, 'expired'::text]))
    ELSE ((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text]))
END);
create policy erase on overtime_requests for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on overtime_requests for insert to watchbill_app
  with check (
CASE
    WHEN (officer_id = (select app.officer_id())) THEN (status = 'pending'::text)
    ELSE ((select app.role()) = 'system'::text)
END);
create policy merge_decided_by on overtime_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (decided_by = ANY ((select app.merging())::uuid[]))));
create policy merge_officer_id on overtime_requests for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on overtime_requests for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (officer_id = (select app.officer_id()))));

grant insert, select, update (id, officer_id, status, kind, starts_at, minutes, created_at, updated_at, version,
  ends_at, signup_id, docket_number, court, reason, asked_starts_at, asked_minutes, submitted_at, reminded_days,
  decided_by, decided_at, decision_reason) on overtime_requests to watchbill_app;
grant delete, select on overtime_requests to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.count_extra_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := tg_op <> 'INSERT' and old.status in ('pending', 'returned');
  is_now boolean := tg_op <> 'DELETE' and new.status in ('pending', 'returned');
begin
  if was <> is_now then
    update organization_figures set extra_time_open = extra_time_open + case when is_now then 1 else -1 end
      where organization_id = coalesce(new.organization_id, old.organization_id);
  end if;
  return null;
end $function$;
revoke execute on function app.count_extra_time() from public;
grant execute on function app.count_extra_time() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_overtime()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own boolean := new.officer_id = app.officer_id();
  said constant text[] := array['signup_id', 'kind', 'docket_number', 'court', 'reason', 'submitted_at', 'created_at'];
  decided constant text[] := array['decided_by', 'decided_at', 'decision_reason', 'asked_starts_at', 'asked_minutes'];
begin
  new.ends_at := new.starts_at + new.minutes * interval '1 minute';
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.officer_id, new.created_at) <> (old.id, old.officer_id, old.created_at)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
     -- The claimant decides nothing; who decides changes nothing of what was said, and keeps the times that were asked.
     or own and tg_op = 'INSERT' and (new.decided_by is not null or new.decided_at is not null or new.asked_minutes is not null)
     or own and tg_op = 'UPDATE' and exists (select from unnest(decided) c
       where (to_jsonb(new) ->> c) is not null and to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
     or not own and tg_op = 'UPDATE' and (exists (select from unnest(said) c
         where to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
       or (new.starts_at, new.minutes) <> (old.starts_at, old.minutes)
         and (new.asked_starts_at, new.asked_minutes) is distinct from
           (coalesce(old.asked_starts_at, old.starts_at), coalesce(old.asked_minutes, old.minutes))) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.signup_id is not null and (tg_op = 'INSERT' or new.signup_id is distinct from old.signup_id)
     and not exists (select from officer_assignments s where s.organization_id = new.organization_id
       and s.id = new.signup_id and s.officer_id = new.officer_id) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.status in ('pending', 'approved')
     and (tg_op = 'INSERT' or (new.status, new.starts_at, new.minutes) <> (old.status, old.starts_at, old.minutes))
     and app.overlaps_attendance(new.organization_id, new.officer_id, new.starts_at, new.ends_at) then
    raise exception 'overlaps_paid_time' using errcode = '23P01', constraint = 'overtime_paid_twice';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_overtime() from public;
grant execute on function app.guard_overtime() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER count_extra_time AFTER INSERT OR DELETE OR UPDATE OF status ON overtime_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.count_extra_time();
CREATE TRIGGER guard_overtime BEFORE INSERT OR UPDATE ON overtime_requests FOR EACH ROW EXECUTE FUNCTION app.guard_overtime();
CREATE TRIGGER guard_support BEFORE INSERT OR DELETE OR UPDATE ON overtime_requests FOR EACH ROW WHEN (current_setting('app.support'::text, true) <> ''::text) EXECUTE FUNCTION app.guard_against_support();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON overtime_requests FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON overtime_requests FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('extra_time', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', '');

-- ==============
-- vendor: tables
-- ==============

-- figure_marks (vendor/analytics)
create table figure_marks (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  at timestamp with time zone,
  onward boolean not null default false,
  constraint figure_marks_pkey PRIMARY KEY (organization_id, id),
  constraint figure_marks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table figure_marks enable row level security;
alter table figure_marks force row level security;
create policy tenant on figure_marks as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop on figure_marks for delete to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy erase on figure_marks for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on figure_marks for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy take on figure_marks for select to watchbill_app
  using (((select app.role()) = 'system'::text));

grant delete, insert, select on figure_marks to watchbill_app;
grant delete, select on figure_marks to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON figure_marks FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- figure_states (vendor/analytics)
create table figure_states (
  organization_id uuid not null,
  kept_at timestamp with time zone,
  constraint figure_states_pkey PRIMARY KEY (organization_id),
  constraint figure_states_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table figure_states enable row level security;
alter table figure_states force row level security;
create policy tenant on figure_states as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on figure_states for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on figure_states for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on figure_states for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (kept_at) on figure_states to watchbill_app;
grant delete, select on figure_states to watchbill_eraser;
grant select on figure_states to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON figure_states FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- month_figures (vendor/analytics)
create table month_figures (
  organization_id uuid not null,
  month date not null,
  computed_at timestamp with time zone not null default now(),
  state text,
  tier text not null,
  officers integer not null default 0,
  active boolean not null default false,
  shifts_posted integer not null default 0,
  places_posted integer not null default 0,
  shifts integer not null default 0,
  required integer not null default 0,
  held integer not null default 0,
  filled integer not null default 0,
  under_15 integer not null default 0,
  under_30 integer not null default 0,
  under_45 integer not null default 0,
  under_60 integer not null default 0,
  under_90 integer not null default 0,
  under_120 integer not null default 0,
  under_180 integer not null default 0,
  under_240 integer not null default 0,
  under_360 integer not null default 0,
  under_480 integer not null default 0,
  under_720 integer not null default 0,
  under_960 integer not null default 0,
  under_1440 integer not null default 0,
  under_2880 integer not null default 0,
  under_4320 integer not null default 0,
  under_10080 integer not null default 0,
  trials_started integer not null default 0,
  trials_ended integer not null default 0,
  trials_converted integer not null default 0,
  features_on integer not null default 0,
  features_used integer not null default 0,
  live_minutes integer,
  constraint month_figures_pkey PRIMARY KEY (organization_id, month),
  constraint month_figures_live_minutes_check CHECK (live_minutes >= 0),
  constraint month_figures_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  constraint month_figures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX month_figures_month ON public.month_figures USING btree (month);

alter table month_figures enable row level security;
alter table month_figures force row level security;
create policy tenant on month_figures as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on month_figures for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on month_figures for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on month_figures for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (month, computed_at, state, tier, officers, active, shifts_posted, places_posted,
  shifts, required, held, filled, under_15, under_30, under_45, under_60, under_90, under_120, under_180, under_240,
  under_360, under_480, under_720, under_960, under_1440, under_2880, under_4320, under_10080, trials_started,
  trials_ended, trials_converted, features_on, features_used, live_minutes) on month_figures to watchbill_app;
grant delete, select on month_figures to watchbill_eraser;
grant select on month_figures to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON month_figures FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- month_fill_times (vendor/analytics)
create table month_fill_times (
  organization_id uuid not null,
  month date not null,
  minutes integer not null,
  tier text not null,
  shifts integer not null,
  constraint month_fill_times_pkey PRIMARY KEY (organization_id, month, minutes),
  constraint month_fill_times_minutes_check CHECK (minutes >= 0),
  constraint month_fill_times_shifts_check CHECK (shifts > 0),
  constraint month_fill_times_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX month_fill_times_month ON public.month_fill_times USING btree (month, minutes) INCLUDE (shifts);
CREATE INDEX month_fill_times_tier ON public.month_fill_times USING btree (tier, month, minutes) INCLUDE (shifts);

alter table month_fill_times enable row level security;
alter table month_fill_times force row level security;
create policy tenant on month_fill_times as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on month_fill_times for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on month_fill_times for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on month_fill_times for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (month, minutes, tier, shifts) on month_fill_times to watchbill_app;
grant delete, select on month_fill_times to watchbill_eraser;
grant select on month_fill_times to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON month_fill_times FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- past_figures (vendor/analytics)
create table past_figures (
  organization_id uuid not null,
  month date not null,
  state text,
  tier text not null,
  officers integer not null default 0,
  active boolean not null default false,
  shifts_posted integer not null default 0,
  places_posted integer not null default 0,
  shifts integer not null default 0,
  required integer not null default 0,
  held integer not null default 0,
  filled integer not null default 0,
  under_15 integer not null default 0,
  under_30 integer not null default 0,
  under_45 integer not null default 0,
  under_60 integer not null default 0,
  under_90 integer not null default 0,
  under_120 integer not null default 0,
  under_180 integer not null default 0,
  under_240 integer not null default 0,
  under_360 integer not null default 0,
  under_480 integer not null default 0,
  under_720 integer not null default 0,
  under_960 integer not null default 0,
  under_1440 integer not null default 0,
  under_2880 integer not null default 0,
  under_4320 integer not null default 0,
  under_10080 integer not null default 0,
  trials_started integer not null default 0,
  trials_ended integer not null default 0,
  trials_converted integer not null default 0,
  features_on integer not null default 0,
  features_used integer not null default 0,
  live_minutes integer,
  series uuid not null,
  constraint past_figures_pkey PRIMARY KEY (organization_id, series, month),
  constraint month_figures_live_minutes_check CHECK (live_minutes >= 0),
  constraint month_figures_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  constraint past_figures_organization_id_check CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid)
);

CREATE INDEX past_figures_month ON public.past_figures USING btree (month);

alter table past_figures enable row level security;
alter table past_figures force row level security;
create policy tenant on past_figures as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on past_figures for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on past_figures for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on past_figures for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on past_figures to watchbill_app;
grant delete, select on past_figures to watchbill_eraser;
grant select on past_figures to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON past_figures FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- past_fill_times (vendor/analytics)
create table past_fill_times (
  organization_id uuid not null,
  month date not null,
  minutes integer not null,
  tier text not null,
  shifts integer not null,
  series uuid not null,
  constraint past_fill_times_pkey PRIMARY KEY (organization_id, series, month, minutes),
  constraint month_fill_times_minutes_check CHECK (minutes >= 0),
  constraint month_fill_times_shifts_check CHECK (shifts > 0),
  constraint past_fill_times_organization_id_check CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid)
);

CREATE INDEX past_fill_times_month ON public.past_fill_times USING btree (month, minutes) INCLUDE (shifts);
CREATE INDEX past_fill_times_tier ON public.past_fill_times USING btree (tier, month, minutes) INCLUDE (shifts);

alter table past_fill_times enable row level security;
alter table past_fill_times force row level security;
create policy tenant on past_fill_times as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on past_fill_times for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy keep on past_fill_times for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on past_fill_times for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on past_fill_times to watchbill_app;
grant delete, select on past_fill_times to watchbill_eraser;
grant select on past_fill_times to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON past_fill_times FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- revenue_figures (vendor/analytics)
create table revenue_figures (
  organization_id uuid not null,
  month date not null,
  currency text not null,
  tier text not null,
  opening_tier text not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  computed_at timestamp with time zone not null default now(),
  constraint revenue_figures_pkey PRIMARY KEY (organization_id, month, currency),
  constraint revenue_figures_check CHECK ((opening_cents + closing_cents) > 0),
  constraint revenue_figures_closing_cents_check CHECK (closing_cents >= 0),
  constraint revenue_figures_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  constraint revenue_figures_opening_cents_check CHECK (opening_cents >= 0),
  constraint revenue_figures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX revenue_figures_month ON public.revenue_figures USING btree (month);

alter table revenue_figures enable row level security;
alter table revenue_figures force row level security;
create policy tenant on revenue_figures as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy keep on revenue_figures for all to watchbill_app
  using (((select app.role()) = 'system'::text));
create policy vendor_see on revenue_figures for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (month, currency, tier, opening_tier, opening_cents, closing_cents,
  computed_at) on revenue_figures to watchbill_app;
grant select on revenue_figures to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON revenue_figures FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- vendor_reads (vendor/audit)
create table vendor_reads (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  call text not null,
  reason text not null,
  hour timestamp with time zone not null default date_trunc('hour'::text, clock_timestamp(), 'UTC'::text),
  at timestamp with time zone not null default clock_timestamp(),
  constraint vendor_reads_pkey PRIMARY KEY (organization_id, id),
  constraint vendor_reads_organization_id_session_id_call_hour_key UNIQUE (organization_id, session_id, call, hour),
  constraint vendor_reads_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 200),
  constraint vendor_reads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX vendor_reads_organization_id_at_idx ON public.vendor_reads USING btree (organization_id, at DESC);
CREATE INDEX vendor_reads_person ON public.vendor_reads USING btree (organization_id, user_id, at DESC);

alter table vendor_reads enable row level security;
alter table vendor_reads force row level security;
create policy tenant on vendor_reads as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy vendor_make on vendor_reads for insert to watchbill_vendor
  with check ((((select app.role()) = 'super_admin'::text) AND (user_id = (select app.user_id())) AND (reason = (select app.reason())) AND (reason <> ''::text) AND (organization_id = (select app.organization_id()))));
create policy vendor_see on vendor_reads for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on vendor_reads to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON vendor_reads FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- billing_accounts (vendor/billing)
create table billing_accounts (
  organization_id uuid not null,
  legal_name text not null default ''::text,
  address text not null default ''::text,
  email text,
  tax_name text not null default 'Sales tax'::text,
  tax_rate_millionths integer not null default 0,
  tax_exempt boolean not null default false,
  exemption_certificate text not null default ''::text,
  reminders boolean not null default true,
  suspend_after_days integer not null default 60,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint billing_accounts_pkey PRIMARY KEY (organization_id),
  constraint billing_accounts_address_check CHECK (length(address) <= 400),
  constraint billing_accounts_check CHECK (NOT tax_exempt OR exemption_certificate <> ''::text),
  constraint billing_accounts_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint billing_accounts_exemption_certificate_check CHECK (length(exemption_certificate) <= 60),
  constraint billing_accounts_legal_name_check CHECK (length(legal_name) <= 160),
  constraint billing_accounts_suspend_after_days_check CHECK (suspend_after_days >= 1 AND suspend_after_days <= 3650),
  constraint billing_accounts_tax_name_check CHECK (length(tax_name) >= 1 AND length(tax_name) <= 40),
  constraint billing_accounts_tax_rate_millionths_check CHECK (tax_rate_millionths >= 0 AND tax_rate_millionths <= 1000000),
  constraint billing_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table billing_accounts enable row level security;
alter table billing_accounts force row level security;
create policy tenant on billing_accounts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on billing_accounts for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on billing_accounts for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (legal_name, address, email, tax_name, tax_rate_millionths, tax_exempt,
  exemption_certificate, reminders, suspend_after_days, updated_at, version) on billing_accounts to watchbill_app;
grant select on billing_accounts to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON billing_accounts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON billing_accounts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'organization_id', '', '', 'updated_at,version', '');

-- billing_tasks (vendor/billing)
create table billing_tasks (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null default 'suspension'::text,
  invoice_id uuid not null,
  days_overdue integer not null,
  state text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint billing_tasks_pkey PRIMARY KEY (organization_id, id),
  constraint billing_tasks_once UNIQUE (organization_id, kind, invoice_id),
  constraint billing_tasks_check CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint billing_tasks_kind_check CHECK (kind = 'suspension'::text),
  constraint billing_tasks_note_check CHECK (length(note) <= 500),
  constraint billing_tasks_state_check CHECK (state = ANY (ARRAY['open'::text, 'suspended'::text, 'left'::text, 'settled'::text])),
  constraint billing_tasks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint billing_tasks_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);

CREATE INDEX billing_tasks_open ON public.billing_tasks USING btree (created_at, id) WHERE (state = 'open'::text);

alter table billing_tasks enable row level security;
alter table billing_tasks force row level security;
create policy tenant on billing_tasks as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on billing_tasks for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on billing_tasks for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (state, decided_by, decided_at, note) on billing_tasks to watchbill_app;
grant select on billing_tasks to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON billing_tasks FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON billing_tasks FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'id', '', 'note', '', '');

-- contracts (vendor/billing)
create table contracts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  currency text not null,
  billing text not null,
  starts_on date not null,
  ends_on date not null,
  renews boolean not null default true,
  notice_days integer not null default 60,
  purchase_order text not null default ''::text,
  renewal_of uuid,
  cancelled_from date,
  cancel_reason text,
  cancelled_at timestamp with time zone,
  cancel_credits boolean not null default false,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint contracts_pkey PRIMARY KEY (organization_id, id),
  constraint contracts_renewed_once UNIQUE (organization_id, renewal_of),
  constraint contracts_one_at_a_time EXCLUDE USING gist (organization_id WITH =, daterange(starts_on, COALESCE(cancelled_from, ends_on + 1)) WITH &&),
  constraint contracts_a_year CHECK (ends_on = ((starts_on + '1 year'::interval)::date - 1)),
  constraint contracts_billing_check CHECK (billing = ANY (ARRAY['yearly'::text, 'quarterly'::text, 'monthly'::text])),
  constraint contracts_cancel_reason_check CHECK (length(cancel_reason) >= 1 AND length(cancel_reason) <= 500),
  constraint contracts_check CHECK (cancelled_from >= starts_on AND cancelled_from <= ends_on),
  constraint contracts_check1 CHECK ((cancelled_from IS NULL) = (cancel_reason IS NULL) AND (cancelled_from IS NULL) = (cancelled_at IS NULL)),
  constraint contracts_currency_check CHECK (currency = ANY (ARRAY['USD'::text, 'CAD'::text, 'EUR'::text, 'GBP'::text, 'AUD'::text])),
  constraint contracts_notice_days_check CHECK (notice_days >= 0 AND notice_days <= 180),
  constraint contracts_purchase_order_check CHECK (length(purchase_order) <= 60),
  constraint contracts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contracts_organization_id_renewal_of_fkey FOREIGN KEY (organization_id, renewal_of) REFERENCES contracts(organization_id, id)
);

CREATE INDEX contracts_ending ON public.contracts USING btree (ends_on) WHERE (cancelled_from IS NULL);

alter table contracts enable row level security;
alter table contracts force row level security;
create policy tenant on contracts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on contracts for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on contracts for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (renews, notice_days, purchase_order, cancelled_from, cancel_reason, cancelled_at,
  cancel_credits, updated_at, version) on contracts to watchbill_app;
grant select on contracts to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark_contract()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into figure_marks (organization_id, at, onward)
    values (new.organization_id, new.starts_on::timestamp at time zone 'UTC', true);
  return null;
end $function$;
revoke execute on function app.mark_contract() from public;
grant execute on function app.mark_contract() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON contracts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_contract AFTER INSERT OR UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION app.mark_contract();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON contracts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'id', '', 'cancel_reason', 'updated_at,version', '');

-- contract_versions (vendor/billing)
create table contract_versions (
  organization_id uuid not null,
  contract_id uuid not null,
  number integer not null,
  effective_on date not null,
  size text not null,
  tier text not null,
  price_cents bigint not null,
  list_cents bigint,
  note text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint contract_versions_pkey PRIMARY KEY (organization_id, contract_id, number),
  constraint contract_versions_organization_id_contract_id_effective_on_key UNIQUE (organization_id, contract_id, effective_on),
  constraint contract_versions_list_cents_check CHECK (list_cents >= 0 AND list_cents <= '100000000000'::bigint),
  constraint contract_versions_note_check CHECK (length(note) <= 500),
  constraint contract_versions_number_check CHECK (number > 0),
  constraint contract_versions_price_cents_check CHECK (price_cents >= 0 AND price_cents <= '100000000000'::bigint),
  constraint contract_versions_size_check CHECK (size = ANY (ARRAY['5-25'::text, '26-100'::text, '100+'::text])),
  constraint contract_versions_tier_check CHECK (tier = ANY (ARRAY['basic'::text, 'pro'::text, 'enterprise'::text])),
  constraint contract_versions_organization_id_contract_id_fkey FOREIGN KEY (organization_id, contract_id) REFERENCES contracts(organization_id, id),
  constraint contract_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table contract_versions enable row level security;
alter table contract_versions force row level security;
create policy tenant on contract_versions as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on contract_versions for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on contract_versions for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on contract_versions to watchbill_app;
grant select on contract_versions to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.mark_contract_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into figure_marks (organization_id, at, onward)
    values (new.organization_id, new.effective_on::timestamp at time zone 'UTC', true);
  return null;
end $function$;
revoke execute on function app.mark_contract_version() from public;
grant execute on function app.mark_contract_version() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON contract_versions FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER mark_contract_version AFTER INSERT OR UPDATE ON contract_versions FOR EACH ROW EXECUTE FUNCTION app.mark_contract_version();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON contract_versions FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'contract_id', '', 'list_cents,note', '', '');

-- contract_charges (vendor/billing)
create table contract_charges (
  organization_id uuid not null,
  contract_id uuid not null,
  instalment integer not null,
  version integer not null,
  amount_cents bigint not null,
  invoice_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint contract_charges_pkey PRIMARY KEY (organization_id, contract_id, instalment, version),
  constraint contract_charges_instalment_check CHECK (instalment >= 0 AND instalment <= 11),
  constraint contract_charges_version_check CHECK (version > 0),
  constraint contract_charges_organization_id_contract_id_fkey FOREIGN KEY (organization_id, contract_id) REFERENCES contracts(organization_id, id),
  constraint contract_charges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contract_charges_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX contract_charges_invoice ON public.contract_charges USING btree (organization_id, invoice_id);

alter table contract_charges enable row level security;
alter table contract_charges force row level security;
create policy tenant on contract_charges as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on contract_charges for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on contract_charges for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on contract_charges to watchbill_app;
grant select on contract_charges to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON contract_charges FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- invoices (vendor/invoices)
create table invoices (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  status text not null default 'draft'::text,
  number text,
  currency text not null,
  contract_id uuid,
  credits_id uuid,
  period_from date,
  period_to date,
  purchase_order text not null default ''::text,
  note text not null default ''::text,
  tax_name text not null default ''::text,
  tax_rate_millionths integer not null default 0,
  net_cents bigint not null default 0,
  taxable_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  issued_on date,
  due_on date,
  issued_at timestamp with time zone,
  issued_by uuid,
  settled_at timestamp with time zone,
  seller jsonb,
  buyer jsonb,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint invoices_pkey PRIMARY KEY (organization_id, id),
  constraint invoices_organization_id_id_currency_key UNIQUE (organization_id, id, currency),
  constraint invoices_organization_id_number_key UNIQUE (organization_id, number),
  constraint invoices_check CHECK ((kind = 'credit_note'::text) = (credits_id IS NOT NULL)),
  constraint invoices_check1 CHECK (total_cents = (net_cents + tax_cents)),
  constraint invoices_check2 CHECK (kind = 'invoice'::text OR paid_cents = 0 AND credited_cents = 0),
  constraint invoices_check3 CHECK (status = 'draft'::text OR number IS NOT NULL AND issued_on IS NOT NULL AND due_on IS NOT NULL AND issued_at IS NOT NULL AND seller IS NOT NULL AND buyer IS NOT NULL AND net_cents >= 0 AND tax_cents >= 0 AND total_cents > 0),
  constraint invoices_check4 CHECK (status = 'issued'::text OR number IS NULL AND paid_cents = 0 AND credited_cents = 0),
  constraint invoices_credited_cents_check CHECK (credited_cents >= 0),
  constraint invoices_currency_check CHECK (currency = ANY (ARRAY['USD'::text, 'CAD'::text, 'EUR'::text, 'GBP'::text, 'AUD'::text])),
  constraint invoices_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])),
  constraint invoices_net_cents_check CHECK (abs(net_cents) <= '1000000000000'::bigint),
  constraint invoices_not_over CHECK ((paid_cents + credited_cents) <= GREATEST(total_cents, 0::bigint)),
  constraint invoices_note_check CHECK (length(note) <= 1000),
  constraint invoices_paid_cents_check CHECK (paid_cents >= 0),
  constraint invoices_purchase_order_check CHECK (length(purchase_order) <= 60),
  constraint invoices_status_check CHECK (status = ANY (ARRAY['draft'::text, 'issued'::text])),
  constraint invoices_tax_rate_millionths_check CHECK (tax_rate_millionths >= 0 AND tax_rate_millionths <= 1000000),
  constraint invoices_organization_id_contract_id_fkey FOREIGN KEY (organization_id, contract_id) REFERENCES contracts(organization_id, id),
  constraint invoices_organization_id_credits_id_currency_fkey FOREIGN KEY (organization_id, credits_id, currency) REFERENCES invoices(organization_id, id, currency),
  constraint invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX invoices_credits ON public.invoices USING btree (organization_id, credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX invoices_listed ON public.invoices USING btree (created_at DESC, id DESC);
CREATE INDEX invoices_of_one ON public.invoices USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX invoices_unsettled ON public.invoices USING btree (due_on, id) WHERE ((status = 'issued'::text) AND (kind = 'invoice'::text) AND (settled_at IS NULL));

alter table invoices enable row level security;
alter table invoices force row level security;
create policy tenant on invoices as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on invoices for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on invoices for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (id, kind, status, number, currency, contract_id, credits_id, period_from,
  period_to, purchase_order, note, tax_name, tax_rate_millionths, net_cents, taxable_cents, tax_cents, total_cents,
  paid_cents, credited_cents, issued_on, due_on, issued_at, issued_by, settled_at, seller, buyer, created_by,
  created_at, updated_at, version) on invoices to watchbill_app;
grant select on invoices to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  open_columns constant text[] := array['paid_cents', 'credited_cents', 'settled_at', 'updated_at', 'version'];
  lines bigint;
begin
  if tg_op = 'DELETE' then
    if old.status = 'issued' then raise exception 'invoice_issued' using errcode = '42501'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then raise exception 'invoice_issued' using errcode = '42501'; end if;
    return new;
  end if;
  if old.status = 'issued' and to_jsonb(old) - open_columns <> to_jsonb(new) - open_columns then
    raise exception 'invoice_issued' using errcode = '42501';
  end if;
  if old.status = 'draft' and new.status = 'issued' then
    select coalesce(sum(l.amount_cents), 0) into lines from invoice_lines l
      where l.organization_id = new.organization_id and l.invoice_id = new.id;
    if lines <> new.net_cents then raise exception 'invoice_lines do not add up' using errcode = '23514'; end if;
    -- A credit note is counted where it is about, in the same transaction.
    if new.kind = 'credit_note' then
      update invoices i set credited_cents = i.credited_cents + new.total_cents, updated_at = now(), version = i.version + 1
        where i.organization_id = new.organization_id and i.id = new.credits_id and i.status = 'issued' and i.kind = 'invoice';
      if not found then raise exception 'nothing to credit' using errcode = '23514'; end if;
      new.settled_at := new.issued_at;
    end if;
  end if;
  if new.status = 'issued' and new.kind = 'invoice' then
    new.settled_at := case when new.paid_cents + new.credited_cents >= new.total_cents then coalesce(old.settled_at, now()) end;
  end if;
  return new;
end $function$;
revoke execute on function app.guard_invoice() from public;
grant execute on function app.guard_invoice() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.poke_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'invoice', new.id, 'system');
  return null;
end $function$;
revoke execute on function app.poke_invoice() from public;
grant execute on function app.poke_invoice() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_invoice BEFORE INSERT OR DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION app.guard_invoice();
CREATE TRIGGER invoice_waits AFTER UPDATE OF status ON invoices FOR EACH ROW WHEN (old.status = 'draft'::text AND new.status = 'issued'::text) EXECUTE FUNCTION app.poke_invoice();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON invoices FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON invoices FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'id', '', 'note,seller,buyer', 'updated_at,version', '');

-- invoice_lines (vendor/invoices)
create table invoice_lines (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  "position" integer not null,
  description text not null,
  quantity integer not null default 1,
  unit_cents bigint not null,
  amount_cents bigint not null,
  taxable boolean not null default true,
  constraint invoice_lines_pkey PRIMARY KEY (organization_id, id),
  constraint invoice_lines_organization_id_invoice_id_position_key UNIQUE (organization_id, invoice_id, "position"),
  constraint invoice_lines_check CHECK (amount_cents = (quantity * unit_cents)),
  constraint invoice_lines_description_check CHECK (length(description) >= 1 AND length(description) <= 300),
  constraint invoice_lines_position_check CHECK ("position" >= 0 AND "position" <= 999),
  constraint invoice_lines_quantity_check CHECK (quantity >= 1 AND quantity <= 100000),
  constraint invoice_lines_unit_cents_check CHECK (abs(unit_cents) <= '100000000000'::bigint),
  constraint invoice_lines_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoice_lines_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id) ON DELETE CASCADE
);

alter table invoice_lines enable row level security;
alter table invoice_lines force row level security;
create policy tenant on invoice_lines as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on invoice_lines for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on invoice_lines for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (id, invoice_id, "position", description, quantity, unit_cents, amount_cents,
  taxable) on invoice_lines to watchbill_app;
grant select on invoice_lines to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_invoice_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  l record := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from invoices i where i.organization_id = l.organization_id and i.id = l.invoice_id and i.status = 'issued')
     or tg_op = 'UPDATE' and old.invoice_id <> new.invoice_id then
    raise exception 'invoice_issued' using errcode = '42501';
  end if;
  return l;
end $function$;
revoke execute on function app.guard_invoice_line() from public;
grant execute on function app.guard_invoice_line() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_invoice_line BEFORE INSERT OR DELETE OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION app.guard_invoice_line();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON invoice_lines FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON invoice_lines FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'invoice_id', '', '', '', '');

-- invoice_documents (vendor/invoices)
create table invoice_documents (
  organization_id uuid not null,
  invoice_id uuid not null,
  pdf bytea not null,
  sha256 bytea not null,
  made_at timestamp with time zone not null default now(),
  constraint invoice_documents_pkey PRIMARY KEY (organization_id, invoice_id),
  constraint invoice_documents_pdf_check CHECK (length(pdf) >= 100 AND length(pdf) <= 5000000),
  constraint invoice_documents_sha256_check CHECK (length(sha256) = 32),
  constraint invoice_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoice_documents_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);

alter table invoice_documents enable row level security;
alter table invoice_documents force row level security;
create policy tenant on invoice_documents as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on invoice_documents for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on invoice_documents for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on invoice_documents to watchbill_app;
grant select on invoice_documents to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON invoice_documents FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON invoice_documents FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'invoice_id', '', 'pdf', '', 'INSERT');

-- invoice_letters (vendor/invoices)
create table invoice_letters (
  organization_id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  to_address text not null,
  created_at timestamp with time zone not null default now(),
  constraint invoice_letters_pkey PRIMARY KEY (organization_id, invoice_id, kind),
  constraint invoice_letters_kind_check CHECK (kind = ANY (ARRAY['issued'::text, 'before_due'::text, 'overdue_7'::text, 'overdue_14'::text, 'overdue_30'::text])),
  constraint invoice_letters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoice_letters_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);

alter table invoice_letters enable row level security;
alter table invoice_letters force row level security;
create policy tenant on invoice_letters as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on invoice_letters for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on invoice_letters for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on invoice_letters to watchbill_app;
grant select on invoice_letters to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON invoice_letters FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON invoice_letters FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'invoice_id', '', '', '', 'INSERT');

-- invoice_numbers (vendor/invoices)
create table invoice_numbers (
  organization_id uuid not null,
  series text not null,
  year integer not null,
  number integer not null,
  customer_id uuid not null,
  invoice_id uuid not null,
  constraint invoice_numbers_pkey PRIMARY KEY (organization_id, series, year, number),
  constraint invoice_numbers_one_each UNIQUE (organization_id, invoice_id),
  constraint invoice_numbers_number_check CHECK (number > 0),
  constraint invoice_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table invoice_numbers enable row level security;
alter table invoice_numbers force row level security;
create policy tenant on invoice_numbers as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on invoice_numbers for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));

grant insert, select on invoice_numbers to watchbill_app;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON invoice_numbers FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- number_series (vendor/invoices)
create table number_series (
  organization_id uuid not null,
  series text not null,
  year integer not null,
  last integer not null default 0,
  constraint number_series_pkey PRIMARY KEY (organization_id, series, year),
  constraint number_series_last_check CHECK (last >= 0),
  constraint number_series_series_check CHECK (series = ANY (ARRAY['INV'::text, 'CN'::text])),
  constraint number_series_year_check CHECK (year >= 2000 AND year <= 2199),
  constraint number_series_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table number_series enable row level security;
alter table number_series force row level security;
create policy tenant on number_series as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on number_series for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));

grant insert, select, update (last) on number_series to watchbill_app;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON number_series FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- payments (vendor/invoices)
create table payments (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  method text not null,
  reference text not null,
  currency text not null,
  amount_cents bigint not null,
  received_on date not null,
  note text not null default ''::text,
  allocated_cents bigint not null default 0,
  reversed_on date,
  reverse_reason text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  refunded_cents bigint not null default 0,
  constraint payments_pkey PRIMARY KEY (organization_id, id),
  constraint payments_organization_id_id_currency_key UNIQUE (organization_id, id, currency),
  constraint payments_allocated_cents_check CHECK (allocated_cents >= 0),
  constraint payments_amount_cents_check CHECK (amount_cents >= 1 AND amount_cents <= '1000000000000'::bigint),
  constraint payments_check CHECK ((reversed_on IS NULL) = (reverse_reason IS NULL)),
  constraint payments_check1 CHECK (reversed_on IS NULL OR allocated_cents = 0),
  constraint payments_currency_check CHECK (currency = ANY (ARRAY['USD'::text, 'CAD'::text, 'EUR'::text, 'GBP'::text, 'AUD'::text])),
  constraint payments_method_check CHECK (method = ANY (ARRAY['check'::text, 'ach'::text, 'wire'::text, 'card'::text, 'other'::text])),
  constraint payments_not_over CHECK ((allocated_cents + refunded_cents) <= amount_cents),
  constraint payments_note_check CHECK (length(note) <= 500),
  constraint payments_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint payments_refunded CHECK (reversed_on IS NULL OR refunded_cents = 0),
  constraint payments_refunded_cents_check CHECK (refunded_cents >= 0),
  constraint payments_reverse_reason_check CHECK (length(reverse_reason) >= 1 AND length(reverse_reason) <= 500),
  constraint payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX payments_of_one ON public.payments USING btree (organization_id, received_on DESC, id DESC);
CREATE INDEX payments_received ON public.payments USING btree (received_on DESC, id DESC);

alter table payments enable row level security;
alter table payments force row level security;
create policy tenant on payments as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on payments for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on payments for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (allocated_cents, reversed_on, reverse_reason, updated_at, version,
  refunded_cents) on payments to watchbill_app;
grant select on payments to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  open_columns constant text[] := array['allocated_cents', 'refunded_cents', 'reversed_on', 'reverse_reason', 'updated_at', 'version'];
begin
  if to_jsonb(old) - open_columns <> to_jsonb(new) - open_columns or old.reversed_on is distinct from new.reversed_on
       and old.reversed_on is not null then
    raise exception 'payment_recorded' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_payment() from public;
grant execute on function app.guard_payment() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_payment BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION app.guard_payment();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON payments FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON payments FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'id', '', 'reference,note,reverse_reason', 'allocated_cents,refunded_cents,updated_at,version', '');

-- payment_allocations (vendor/invoices)
create table payment_allocations (
  organization_id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint payment_allocations_pkey PRIMARY KEY (organization_id, payment_id, invoice_id),
  constraint payment_allocations_amount_cents_check CHECK (amount_cents >= 0),
  constraint payment_allocations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payment_allocations_organization_id_invoice_id_currency_fkey FOREIGN KEY (organization_id, invoice_id, currency) REFERENCES invoices(organization_id, id, currency),
  constraint payment_allocations_organization_id_payment_id_currency_fkey FOREIGN KEY (organization_id, payment_id, currency) REFERENCES payments(organization_id, id, currency)
);

CREATE INDEX payment_allocations_invoice ON public.payment_allocations USING btree (organization_id, invoice_id);

alter table payment_allocations enable row level security;
alter table payment_allocations force row level security;
create policy tenant on payment_allocations as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on payment_allocations for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on payment_allocations for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (amount_cents, updated_at) on payment_allocations to watchbill_app;
grant select on payment_allocations to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.count_allocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved bigint := new.amount_cents - case when tg_op = 'UPDATE' then old.amount_cents else 0 end;
begin
  if tg_op = 'UPDATE' and (old.payment_id, old.invoice_id, old.currency) <> (new.payment_id, new.invoice_id, new.currency) then
    raise exception 'an allocation stays where it is' using errcode = '42501';
  end if;
  if moved = 0 then return null; end if;
  update payments p set allocated_cents = p.allocated_cents + moved, updated_at = now()
    where p.organization_id = new.organization_id and p.id = new.payment_id;
  update invoices i set paid_cents = i.paid_cents + moved, updated_at = now(), version = i.version + 1
    where i.organization_id = new.organization_id and i.id = new.invoice_id and i.status = 'issued' and i.kind = 'invoice';
  if not found then raise exception 'nothing to pay' using errcode = '23514'; end if;
  return null;
end $function$;
revoke execute on function app.count_allocation() from public;
grant execute on function app.count_allocation() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER count_allocation AFTER INSERT OR UPDATE ON payment_allocations FOR EACH ROW EXECUTE FUNCTION app.count_allocation();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON payment_allocations FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON payment_allocations FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'invoice_id', '', '', 'updated_at', '');

-- refunds (vendor/invoices)
create table refunds (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  credit_note_id uuid,
  method text not null,
  reference text not null,
  currency text not null,
  amount_cents bigint not null,
  refunded_on date not null,
  reason text not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint refunds_pkey PRIMARY KEY (organization_id, id),
  constraint refunds_amount_cents_check CHECK (amount_cents >= 1 AND amount_cents <= '1000000000000'::bigint),
  constraint refunds_method_check CHECK (method = ANY (ARRAY['check'::text, 'ach'::text, 'wire'::text, 'card'::text, 'other'::text])),
  constraint refunds_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint refunds_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint refunds_organization_id_credit_note_id_currency_fkey FOREIGN KEY (organization_id, credit_note_id, currency) REFERENCES invoices(organization_id, id, currency),
  constraint refunds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint refunds_organization_id_payment_id_currency_fkey FOREIGN KEY (organization_id, payment_id, currency) REFERENCES payments(organization_id, id, currency)
);

CREATE INDEX refunds_credit_note ON public.refunds USING btree (organization_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX refunds_of_one ON public.refunds USING btree (organization_id, refunded_on);
CREATE INDEX refunds_payment ON public.refunds USING btree (organization_id, payment_id);

alter table refunds enable row level security;
alter table refunds force row level security;
create policy tenant on refunds as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy staff on refunds for all to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on refunds for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on refunds to watchbill_app;
grant select on refunds to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  note record;
  given bigint;
begin
  update payments p set refunded_cents = p.refunded_cents + new.amount_cents, updated_at = now(), version = p.version + 1
    where p.organization_id = new.organization_id and p.id = new.payment_id;
  if new.credit_note_id is null then return null; end if;
  select i.kind, i.status, i.total_cents into note from invoices i
    where i.organization_id = new.organization_id and i.id = new.credit_note_id for no key update;
  if note.kind is distinct from 'credit_note' or note.status <> 'issued' then
    raise exception 'no credit note that stands' using errcode = '23514';
  end if;
  select sum(r.amount_cents) into given from refunds r
    where r.organization_id = new.organization_id and r.credit_note_id = new.credit_note_id;
  if given > note.total_cents then
    raise exception 'more than the credit note' using errcode = '23514', constraint = 'refunds_not_over_note';
  end if;
  return null;
end $function$;
revoke execute on function app.count_refund() from public;
grant execute on function app.count_refund() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER count_refund AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION app.count_refund();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON refunds FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON refunds FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('billing', 'admins', 'id', '', 'reference,reason', '', '');

-- organization_figures (vendor/organizations)
create table organization_figures (
  organization_id uuid not null,
  officers_counted integer not null default 0,
  extra_time_open integer not null default 0,
  last_activity_at timestamp with time zone,
  constraint organization_figures_pkey PRIMARY KEY (organization_id),
  constraint organization_figures_extra_time_open_check CHECK (extra_time_open >= 0),
  constraint organization_figures_officers_counted_check CHECK (officers_counted >= 0),
  constraint organization_figures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX organization_figures_activity ON public.organization_figures USING btree (last_activity_at);

alter table organization_figures enable row level security;
alter table organization_figures force row level security;
create policy tenant on organization_figures as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy count on organization_figures for update to watchbill_app
  using ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy erase on organization_figures for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on organization_figures for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy see on organization_figures for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) OR (pg_trigger_depth() > 0)));
create policy vendor_see on organization_figures for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (officers_counted, extra_time_open,
  last_activity_at) on organization_figures to watchbill_app;
grant delete, select on organization_figures to watchbill_eraser;
grant select on organization_figures to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON organization_figures FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- organization_erasures (vendor/organizations)
create table organization_erasures (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  subject_id uuid not null,
  subject_name text not null,
  subject_subdomain text not null,
  state_before text not null,
  reason text not null,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamp with time zone not null default now(),
  erase_after timestamp with time zone not null,
  called_off_at timestamp with time zone,
  called_off_by uuid,
  called_off_by_name text,
  call_off_reason text,
  confirmed_at timestamp with time zone,
  confirmed_by uuid,
  confirmed_by_name text,
  begun_at timestamp with time zone,
  seal_number bigint,
  seal_digest text,
  sealed_at timestamp with time zone,
  rows jsonb not null default '{}'::jsonb,
  finished_at timestamp with time zone,
  asked_alone boolean not null default false,
  constraint organization_erasures_pkey PRIMARY KEY (organization_id, id),
  constraint organization_erasures_call_off_reason_check CHECK (length(call_off_reason) >= 1 AND length(call_off_reason) <= 500),
  constraint organization_erasures_check CHECK (called_off_at IS NULL OR confirmed_at IS NULL),
  constraint organization_erasures_check1 CHECK (confirmed_at IS NULL OR confirmed_at >= erase_after),
  constraint organization_erasures_check2 CHECK (begun_at IS NULL OR confirmed_at IS NOT NULL),
  constraint organization_erasures_check3 CHECK (finished_at IS NULL OR begun_at IS NOT NULL),
  constraint organization_erasures_organization_id_check CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid),
  constraint organization_erasures_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
  constraint organization_erasures_rows_check CHECK (jsonb_typeof(rows) = 'object'::text),
  constraint organization_erasures_seal_digest_check CHECK (seal_digest ~ '^[0-9a-f]{64}$'::text),
  constraint organization_erasures_state_before_check CHECK (state_before = ANY (ARRAY['active'::text, 'suspended'::text])),
  constraint organization_erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX organization_erasures_latest ON public.organization_erasures USING btree (organization_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX organization_erasures_open ON public.organization_erasures USING btree (organization_id, subject_id) WHERE (called_off_at IS NULL);

alter table organization_erasures enable row level security;
alter table organization_erasures force row level security;
create policy tenant on organization_erasures as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on organization_erasures for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])))
  with check ((((select app.role()) = 'system'::text) OR ((begun_at IS NULL) AND ((confirmed_by IS NULL) OR (confirmed_by = (select app.user_id()))) AND ((called_off_by IS NULL) OR (called_off_by = (select app.user_id()))))));
create policy erase on organization_erasures for select to watchbill_eraser
  using (((subject_id = (select app.organization_id())) AND (select app.erasing())));
create policy erase_count on organization_erasures for update to watchbill_eraser
  using (((subject_id = (select app.organization_id())) AND (confirmed_at IS NOT NULL) AND (finished_at IS NULL) AND (select app.erasing())));
create policy make on organization_erasures for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (asked_by = (select app.user_id())) AND (confirmed_at IS NULL) AND (erase_after >= (now() + '30 days'::interval))));
create policy see on organization_erasures for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on organization_erasures for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select, update (called_off_at, called_off_by, called_off_by_name, call_off_reason, confirmed_at,
  confirmed_by, confirmed_by_name, begun_at, seal_number, seal_digest, sealed_at,
  finished_at) on organization_erasures to watchbill_app;
grant select (organization_id, id, subject_id, confirmed_at, rows, finished_at),
  update (rows) on organization_erasures to watchbill_eraser;
grant select on organization_erasures to watchbill_vendor;

CREATE OR REPLACE FUNCTION app.guard_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.finished_at is not null
     or (new.subject_id, new.subject_name, new.subject_subdomain, new.state_before, new.reason, new.asked_by,
       new.asked_by_name, new.asked_at, new.erase_after, new.asked_alone)
       <> (old.subject_id, old.subject_name, old.subject_subdomain, old.state_before, old.reason, old.asked_by,
       old.asked_by_name, old.asked_at, old.erase_after, old.asked_alone)
     or old.called_off_at is not null or old.confirmed_at is not null and (new.confirmed_at, new.confirmed_by)
       is distinct from (old.confirmed_at, old.confirmed_by)
     or old.begun_at is not null and (new.begun_at, new.seal_number, new.seal_digest)
       is distinct from (old.begun_at, old.seal_number, old.seal_digest) then
    raise exception 'a certificate is written once' using errcode = '42501';
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null
     and not app.may_confirm_erasure(new.confirmed_by, old.asked_by, old.asked_at, old.asked_alone) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $function$;
revoke execute on function app.guard_erasure() from public;
grant execute on function app.guard_erasure() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE OR REPLACE FUNCTION app.note_asked_alone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.asked_alone := not exists (select from super_admin_users u
    where u.active and u.account_id is not null and u.account_id <> new.asked_by);
  return new;
end $function$;
revoke execute on function app.note_asked_alone() from public;
grant execute on function app.note_asked_alone() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_erasure BEFORE DELETE OR UPDATE ON organization_erasures FOR EACH ROW EXECUTE FUNCTION app.guard_erasure();
CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON organization_erasures FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER note_asked_alone BEFORE INSERT ON organization_erasures FOR EACH ROW EXECUTE FUNCTION app.note_asked_alone();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON organization_erasures FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('erasures', 'admins', 'id', '', '', 'rows', '');

-- request_notes (vendor/requests)
create table request_notes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  author_id uuid,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint request_notes_pkey PRIMARY KEY (organization_id, id),
  constraint request_notes_body_check CHECK (length(body) >= 1 AND length(body) <= 2000),
  constraint request_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES super_admin_users(id) ON DELETE SET NULL,
  constraint request_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX request_notes_of ON public.request_notes USING btree (organization_id, request_id, created_at, id);

alter table request_notes enable row level security;
alter table request_notes force row level security;
create policy tenant on request_notes as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on request_notes for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy erase_traces on request_notes for all to watchbill_eraser
  using (((select app.erasing()) AND (request_id IN ( SELECT r.id
   FROM feature_requests r
  WHERE ((r.organization_id = (select app.organization_id())) OR (r.trial_organization_id = (select app.organization_id())))
UNION ALL
 SELECT p.id
   FROM problem_reports p
  WHERE (p.organization_id = (select app.organization_id()))))));
create policy forget on request_notes for delete to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])) AND (pg_trigger_depth() > 0)));
create policy make on request_notes for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (author_id = ( SELECT u.id
   FROM super_admin_users u
  WHERE (u.account_id = (select app.user_id()))))));
create policy see on request_notes for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on request_notes for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select on request_notes to watchbill_app;
grant delete, select on request_notes to watchbill_eraser;
grant select on request_notes to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON request_notes FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON request_notes FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('requests', 'admins', 'request_id', '', 'body', '', 'DELETE');

-- feedback_merges (vendor/requests)
create table feedback_merges (
  organization_id uuid not null,
  request_id uuid not null,
  from_organization_id uuid not null,
  into_id uuid not null,
  into_organization_id uuid not null,
  person uuid not null,
  merged_by uuid,
  merged_at timestamp with time zone not null default now(),
  constraint feedback_merges_pkey PRIMARY KEY (organization_id, request_id),
  constraint feedback_merges_check CHECK (request_id <> into_id),
  constraint feedback_merges_from_organization_id_fkey FOREIGN KEY (from_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint feedback_merges_into_organization_id_fkey FOREIGN KEY (into_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint feedback_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES super_admin_users(id) ON DELETE SET NULL,
  constraint feedback_merges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

CREATE INDEX feedback_merges_into ON public.feedback_merges USING btree (organization_id, into_id);

alter table feedback_merges enable row level security;
alter table feedback_merges force row level security;
create policy tenant on feedback_merges as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on feedback_merges for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy erase_traces on feedback_merges for all to watchbill_eraser
  using (((select app.erasing()) AND (((select app.organization_id()) = from_organization_id) OR ((select app.organization_id()) = into_organization_id))));
create policy forget on feedback_merges for delete to watchbill_app
  using ((((select app.role()) = 'super_admin'::text) OR (((select app.role()) = 'system'::text) AND ((pg_trigger_depth() > 0) OR (EXISTS ( SELECT
   FROM organizations o
  WHERE ((o.id = ANY (ARRAY[feedback_merges.from_organization_id, feedback_merges.into_organization_id])) AND (o.state = 'erased'::text))))))));
create policy make on feedback_merges for insert to watchbill_app
  with check (((select app.role()) = 'super_admin'::text));
create policy move on feedback_merges for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy see on feedback_merges for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on feedback_merges for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant delete, insert, select, update (into_id, into_organization_id) on feedback_merges to watchbill_app;
grant delete, select on feedback_merges to watchbill_eraser;
grant select on feedback_merges to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON feedback_merges FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON feedback_merges FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('requests', 'admins', 'request_id', '', '', '', '');

-- demo_request_counts (vendor/requests)
create table demo_request_counts (
  organization_id uuid not null,
  source text not null,
  hour timestamp with time zone not null,
  made integer not null,
  constraint demo_request_counts_pkey PRIMARY KEY (organization_id, source, hour),
  constraint demo_request_counts_made_check CHECK (made > 0),
  constraint demo_request_counts_source_check CHECK (source = ''::text OR source ~ '^[0-9a-f]{64}$'::text),
  constraint demo_request_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table demo_request_counts enable row level security;
alter table demo_request_counts force row level security;
create policy tenant on demo_request_counts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy count on demo_request_counts for all to watchbill_app
  using (((select app.role()) = 'anyone'::text));
create policy erase on demo_request_counts for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));

grant delete, insert, select, update (made) on demo_request_counts to watchbill_app;
grant delete, select on demo_request_counts to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON demo_request_counts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();

-- vendor_settings (vendor/settings)
create table vendor_settings (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  legal_name text not null default ''::text,
  address text not null default ''::text,
  tax_id text not null default ''::text,
  support_email text not null default ''::text,
  payment_terms text not null default ''::text,
  invoice_footer text not null default ''::text,
  currency text not null default 'USD'::text,
  price_5_25 bigint,
  price_26_100 bigint,
  price_over_100 bigint,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint vendor_settings_pkey PRIMARY KEY (organization_id),
  constraint vendor_settings_address_check CHECK (length(address) <= 240),
  constraint vendor_settings_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint vendor_settings_invoice_footer_check CHECK (length(invoice_footer) <= 500),
  constraint vendor_settings_legal_name_check CHECK (length(legal_name) <= 120),
  constraint vendor_settings_organization_id_check CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid),
  constraint vendor_settings_payment_terms_check CHECK (length(payment_terms) <= 500),
  constraint vendor_settings_price_26_100_check CHECK (price_26_100 >= 0 AND price_26_100 <= '100000000000'::bigint),
  constraint vendor_settings_price_5_25_check CHECK (price_5_25 >= 0 AND price_5_25 <= '100000000000'::bigint),
  constraint vendor_settings_price_over_100_check CHECK (price_over_100 >= 0 AND price_over_100 <= '100000000000'::bigint),
  constraint vendor_settings_support_email_check CHECK (length(support_email) <= 254),
  constraint vendor_settings_tax_id_check CHECK (length(tax_id) <= 60),
  constraint vendor_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table vendor_settings enable row level security;
alter table vendor_settings force row level security;
create policy tenant on vendor_settings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on vendor_settings for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy erase on vendor_settings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy see on vendor_settings for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));
create policy vendor_see on vendor_settings for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant select, update (id, legal_name, address, tax_id, support_email, payment_terms, invoice_footer, currency,
  price_5_25, price_26_100, price_over_100, updated_at, version) on vendor_settings to watchbill_app;
grant delete, select on vendor_settings to watchbill_eraser;
grant select on vendor_settings to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON vendor_settings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON vendor_settings FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('vendor', 'system', 'id', '', '', 'updated_at,version', '');

-- support_accesses (vendor/support-access)
create table support_accesses (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  user_id uuid not null,
  by_name text not null,
  reason text not null,
  may_write boolean not null default false,
  started_at timestamp with time zone not null default clock_timestamp(),
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_why text,
  ended_by uuid,
  constraint support_accesses_pkey PRIMARY KEY (organization_id, id),
  constraint support_one_a_person EXCLUDE USING gist (organization_id WITH =, user_id WITH =, tstzrange(started_at, COALESCE(ended_at, ends_at)) WITH &&),
  constraint support_one_a_session EXCLUDE USING gist (session_id WITH =, tstzrange(started_at, COALESCE(ended_at, ends_at)) WITH &&),
  constraint support_accesses_by_name_check CHECK (length(by_name) >= 1 AND length(by_name) <= 120),
  constraint support_accesses_check CHECK (ends_at > started_at AND ends_at <= (started_at + '00:30:00'::interval)),
  constraint support_accesses_check1 CHECK (ended_at >= started_at AND ended_at <= ends_at),
  constraint support_accesses_check2 CHECK ((ended_at IS NULL) = (ended_why IS NULL)),
  constraint support_accesses_ended_why_check CHECK (ended_why = ANY (ARRAY['by_vendor'::text, 'by_admin'::text, 'session_ended'::text, 'replaced'::text])),
  constraint support_accesses_reason_check CHECK (length(reason) >= 10 AND length(reason) <= 500),
  constraint support_accesses_organization_id_ended_by_fkey FOREIGN KEY (organization_id, ended_by) REFERENCES officers(organization_id, id),
  constraint support_accesses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint support_accesses_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint support_accesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id)
);

CREATE INDEX support_accesses_organization_id_started_at_idx ON public.support_accesses USING btree (organization_id, started_at DESC);
CREATE INDEX support_accesses_session_id_idx ON public.support_accesses USING btree (session_id) WHERE (ended_at IS NULL);

alter table support_accesses enable row level security;
alter table support_accesses force row level security;
create policy edit on support_accesses for update to watchbill_app
  using (((user_id = (select app.user_id())) OR ((select app.role()) = 'super_admin'::text) OR (((select app.role()) = 'admin'::text) AND (organization_id = (select app.organization_id())))));
create policy erase on support_accesses for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on support_accesses for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (user_id = (select app.user_id())) AND (organization_id = (select app.organization_id())) AND (ended_at IS NULL) AND (session_id = ( SELECT s.id
   FROM sessions s
  WHERE (s.token_hash = (select app.token()))))));
create policy merge_ended_by on support_accesses for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (ended_by = ANY ((select app.merging())::uuid[]))));
create policy see on support_accesses for select to watchbill_app
  using (((user_id = (select app.user_id())) OR ((select app.role()) = 'super_admin'::text) OR (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) AND (organization_id = (select app.organization_id())))));

grant insert, select, update (ended_at, ended_why, ended_by) on support_accesses to watchbill_app;
grant delete, select on support_accesses to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.guard_support()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'not_allowed' using errcode = '42501';
end $function$;
revoke execute on function app.guard_support() from public;
grant execute on function app.guard_support() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER guard_support BEFORE UPDATE ON support_accesses FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION app.guard_support();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON support_accesses FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('support', 'admins', 'id', '', '', '', '');
CREATE TRIGGER tell_session AFTER INSERT OR UPDATE ON support_accesses FOR EACH ROW EXECUTE FUNCTION app.record_change('session', 'user', 'user_id', '', '', '', 'INSERT,UPDATE,DELETE');

-- testimonials (vendor/testimonials)
create table testimonials (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  quote text not null,
  role text not null,
  department text not null,
  consented_on date,
  sample boolean not null default false,
  "position" integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint testimonials_pkey PRIMARY KEY (organization_id, id),
  constraint testimonials_check CHECK (sample = (consented_on IS NULL)),
  constraint testimonials_department_check CHECK (length(department) >= 1 AND length(department) <= 120),
  constraint testimonials_organization_id_check CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid),
  constraint testimonials_quote_check CHECK (length(quote) >= 1 AND length(quote) <= 400),
  constraint testimonials_role_check CHECK (length(role) >= 1 AND length(role) <= 80),
  constraint testimonials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table testimonials enable row level security;
alter table testimonials force row level security;
create policy tenant on testimonials as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy add on testimonials for insert to watchbill_app
  with check (((select app.role()) =
CASE
    WHEN sample THEN 'system'::text
    ELSE 'super_admin'::text
END));
create policy edit on testimonials for update to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy erase on testimonials for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy remove on testimonials for delete to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy see on testimonials for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['super_admin'::text, 'system'::text])));

grant delete, insert, select, update (quote, role, department, consented_on, sample, "position", updated_at,
  version) on testimonials to watchbill_app;
grant delete, select on testimonials to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON testimonials FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON testimonials FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('vendor', 'system', 'id', '', '', 'updated_at,version', '');

-- account_acts (vendor/users)
create table account_acts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  account_id uuid,
  super_admin_id uuid,
  act text not null,
  reason text not null,
  by_user_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint account_acts_pkey PRIMARY KEY (organization_id, id),
  constraint account_acts_act_check CHECK (act = ANY (ARRAY['disable'::text, 'enable'::text, 'release'::text, 'send_reset'::text, 'reset_factors'::text, 'end_sessions'::text, 'add_super_admin'::text, 'deactivate_super_admin'::text])),
  constraint account_acts_check CHECK (account_id IS NOT NULL OR super_admin_id IS NOT NULL),
  constraint account_acts_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 500),
  constraint account_acts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_acts_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES accounts(id),
  constraint account_acts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint account_acts_super_admin_id_fkey FOREIGN KEY (super_admin_id) REFERENCES super_admin_users(id)
);

CREATE INDEX account_acts_organization_id_account_id_at_idx ON public.account_acts USING btree (organization_id, account_id, at DESC);

alter table account_acts enable row level security;
alter table account_acts force row level security;
create policy tenant on account_acts as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy erase on account_acts for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy erase_own on account_acts for all to watchbill_eraser
  using (((account_id = (select app.user_id())) AND (select app.erasing())));
create policy make on account_acts for insert to watchbill_app
  with check ((((select app.role()) = 'super_admin'::text) AND (by_user_id = (select app.user_id()))));
create policy see on account_acts for select to watchbill_app
  using (((select app.role()) = 'super_admin'::text));
create policy vendor_see on account_acts for select to watchbill_vendor
  using ((((select app.role()) = 'super_admin'::text) AND ((select app.reason()) <> ''::text)));

grant insert, select on account_acts to watchbill_app;
grant delete, select on account_acts to watchbill_eraser;
grant select on account_acts to watchbill_vendor;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON account_acts FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON account_acts FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('users', 'all', 'account_id', '', '', '', '');

-- ============
-- home: tables
-- ============

-- calendar_feeds (home/calendar)
create table calendar_feeds (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_read_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_why text,
  constraint calendar_feeds_pkey PRIMARY KEY (organization_id, id),
  constraint calendar_feeds_token_hash_key UNIQUE (token_hash),
  constraint calendar_feeds_check CHECK ((revoked_at IS NULL) = (revoked_why IS NULL)),
  constraint calendar_feeds_revoked_why_check CHECK (revoked_why = ANY (ARRAY['by_officer'::text, 'replaced'::text, 'access_ended'::text, 'merged'::text, 'department_closed'::text])),
  constraint calendar_feeds_token_hash_check CHECK (length(token_hash) = 32),
  constraint calendar_feeds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint calendar_feeds_organization_id_officer_id_fkey FOREIGN KEY (organization_id, officer_id) REFERENCES officers(organization_id, id)
);

CREATE INDEX calendar_feeds_of ON public.calendar_feeds USING btree (organization_id, officer_id, created_at DESC);
CREATE UNIQUE INDEX calendar_feeds_one_live ON public.calendar_feeds USING btree (organization_id, officer_id) WHERE (revoked_at IS NULL);

alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy edit on calendar_feeds for update to watchbill_app
  using ((((organization_id = (select app.organization_id())) AND (officer_id = (select app.officer_id())) AND (revoked_at IS NULL)) OR (((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0) AND (revoked_at IS NULL))))
  with check ((((organization_id = (select app.organization_id())) AND (officer_id = (select app.officer_id()))) OR ((pg_trigger_depth() > 0) AND (revoked_at IS NOT NULL))));
create policy erase on calendar_feeds for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on calendar_feeds for insert to watchbill_app
  with check (((organization_id = (select app.organization_id())) AND (officer_id = (select app.officer_id())) AND ((select app.role()) = ANY (ARRAY['officer'::text, 'admin'::text])) AND (revoked_at IS NULL)));
create policy merge_officer_id on calendar_feeds for update to watchbill_app
  using ((((select app.role()) = 'system'::text) AND (officer_id = ANY ((select app.merging())::uuid[]))));
create policy see on calendar_feeds for select to watchbill_app
  using (((token_hash = (select app.token())) OR ((organization_id = (select app.organization_id())) AND (officer_id = (select app.officer_id()))) OR ((organization_id = (select app.organization_id())) AND ((select app.role()) = 'system'::text)) OR (((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0))));

grant insert, select, update (officer_id, last_read_at, revoked_at, revoked_why) on calendar_feeds to watchbill_app;
grant delete, select on calendar_feeds to watchbill_eraser;

CREATE OR REPLACE FUNCTION app.revoke_moved_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.revoked_why := coalesce(new.revoked_why, 'merged');
  new.revoked_at := coalesce(new.revoked_at, now());
  return new;
end $function$;
revoke execute on function app.revoke_moved_calendar() from public;
grant execute on function app.revoke_moved_calendar() to watchbill_app, watchbill_eraser, watchbill_vendor;

CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON calendar_feeds FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('calendar', 'officer', 'id', 'officer_id', 'token_hash', 'last_read_at', '');
CREATE TRIGGER revoke_moved BEFORE UPDATE OF officer_id ON calendar_feeds FOR EACH ROW WHEN (old.officer_id <> new.officer_id) EXECUTE FUNCTION app.revoke_moved_calendar();

-- onboardings (home/onboarding)
create table onboardings (
  organization_id uuid not null,
  skipped text[] not null default '{}'::text[],
  put_away_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  mode_chosen_at timestamp with time zone,
  constraint onboardings_pkey PRIMARY KEY (organization_id),
  constraint onboardings_skipped_check CHECK (skipped <@ ARRAY['brand'::text, 'roster'::text, 'shift'::text, 'rules'::text, 'invite'::text]),
  constraint onboardings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

alter table onboardings enable row level security;
alter table onboardings force row level security;
create policy tenant on onboardings as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy edit on onboardings for update to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy erase on onboardings for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on onboardings for insert to watchbill_app
  with check (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));
create policy see on onboardings for select to watchbill_app
  using (((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])));

grant insert, select, update (skipped, put_away_at, updated_at, mode_chosen_at) on onboardings to watchbill_app;
grant delete, select on onboardings to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON onboardings FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON onboardings FOR EACH ROW WHEN (CURRENT_USER <> 'watchbill_eraser'::name) EXECUTE FUNCTION app.record_change('organization', 'admins', 'organization_id', '', '', 'updated_at', '');

-- shared_places (home/schedule)
create table shared_places (
  organization_id uuid not null,
  signup_id uuid not null,
  assignment_id uuid not null,
  officer_id uuid not null,
  name text not null,
  constraint shared_places_pkey PRIMARY KEY (organization_id, signup_id),
  constraint shared_places_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint shared_places_organization_id_signup_id_fkey FOREIGN KEY (organization_id, signup_id) REFERENCES officer_assignments(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX shared_places_officer ON public.shared_places USING btree (organization_id, officer_id);
CREATE INDEX shared_places_shift ON public.shared_places USING btree (organization_id, assignment_id);

alter table shared_places enable row level security;
alter table shared_places force row level security;
create policy tenant on shared_places as restrictive for all to watchbill_app
  using ((organization_id = (select app.organization_id())))
  with check ((organization_id = (select app.organization_id())));
create policy drop on shared_places for delete to watchbill_app
  using ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy edit on shared_places for update to watchbill_app
  using ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy erase on shared_places for all to watchbill_eraser
  using (((organization_id = (select app.organization_id())) AND (select app.erasing())));
create policy make on shared_places for insert to watchbill_app
  with check ((((select app.role()) <> ''::text) AND (pg_trigger_depth() > 0)));
create policy see on shared_places for select to watchbill_app
  using ((((select app.role()) = ANY (ARRAY['admin'::text, 'system'::text])) OR (((select app.role()) = 'officer'::text) AND ((officer_id = (select app.officer_id())) OR (select app.shares_schedule()) OR (pg_trigger_depth() > 0)))));

grant delete, insert, select, update (signup_id, assignment_id, officer_id, name) on shared_places to watchbill_app;
grant delete, select on shared_places to watchbill_eraser;

CREATE TRIGGER keep_organization BEFORE UPDATE OF organization_id ON shared_places FOR EACH ROW WHEN (old.organization_id <> new.organization_id) EXECUTE FUNCTION app.keep_organization();
