-- Support access: one of the vendor's staff looks inside a department, for a reason, for half an hour at most, in one session.
create table support_accesses (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  session_id uuid not null references sessions (id),
  user_id uuid not null references accounts (id),
  -- As the person was called then: the department sees no account of the vendor's.
  by_name text not null check (length(by_name) between 1 and 120),
  reason text not null check (length(reason) between 10 and 500),
  may_write boolean not null default false,
  started_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  -- Before its time; null where the clock ended it, or will.
  ended_at timestamptz,
  ended_why text check (ended_why in ('by_vendor', 'by_admin', 'session_ended', 'replaced')),
  ended_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, ended_by) references officers (organization_id, id),
  check (ends_at > started_at and ends_at <= started_at + interval '30 minutes'),
  check (ended_at between started_at and ends_at),
  check ((ended_at is null) = (ended_why is null)),
  -- A session looks into one department at a time, and a person into one through one session: whose an entry is stands fast.
  constraint support_one_a_session exclude using gist (
    session_id with =, tstzrange(started_at, coalesce(ended_at, ends_at)) with &&),
  constraint support_one_a_person exclude using gist (
    organization_id with =, user_id with =, tstzrange(started_at, coalesce(ended_at, ends_at)) with &&)
);
create index on support_accesses (session_id) where ended_at is null;
create index on support_accesses (organization_id, started_at desc);

-- What was ended stays ended.
create function app.guard_support() returns trigger language plpgsql as $$
begin
  raise exception 'not_allowed' using errcode = '42501';
end $$;
create trigger guard_support before update on support_accesses
  for each row when (old.ended_at is not null) execute function app.guard_support();

-- The access under which this transaction runs inside a department; null for everybody of the department's own.
create function app.support() returns uuid language sql stable as
  $$ select nullif(current_setting('app.support', true), '')::uuid $$;
-- Who asks, to be compared with: the vendor's support is nobody of the roster, and nothing there is its own.
create function app.me() returns uuid language sql stable as
  $$ select coalesce(app.officer_id(), '00000000-0000-0000-0000-000000000000') $$;
-- As what the audit names whoever acts.
create function app.acting_role() returns text language sql stable as
  $$ select case when app.support() is null then app.role() else 'support' end $$;

-- A session that ends takes its access along, whoever ends it.
create function app.end_support() returns trigger language plpgsql as $$
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
end $$;
create trigger end_support after update of ended_at on sessions for each row
  when (new.kind = 'super_admin' and old.ended_at is null and new.ended_at is not null) execute function app.end_support();

-- record_change as in 0004, and who acts as what.
create or replace function app.record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  quiet text[] := string_to_array(tg_argv[5], ',');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  row jsonb := coalesce(new_row, old_row);
  vendor constant uuid := '00000000-0000-0000-0000-000000000000';
  kept text := current_setting('app.organization_id', true);
  organization uuid := coalesce((row ->> 'organization_id')::uuid, app.organization_id(), vendor);
begin
  if tg_table_name = 'organizations' then organization := (row ->> 'id')::uuid; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) = to_jsonb(new) then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or to_jsonb(old) - quiet <> to_jsonb(new) - quiet) then
    insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_officer_id, actor_role,
                               thing_type, thing_id, before, after, ip, user_agent)
    values (organization, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'),
            app.user_id(), app.officer_id(), app.acting_role(), tg_table_name, (row ->> 'id')::uuid, old_row, new_row,
            nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
    -- What the vendor's staff does in a department stands in the vendor's own log too, without what the department holds.
    if organization <> vendor and (app.acting_role() in ('super_admin', 'support') or tg_table_name = 'support_accesses') then
      perform set_config('app.organization_id', vendor::text, true);
      insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_role, thing_type, thing_id, after, ip,
                                 user_agent)
      values (vendor, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'), app.user_id(),
              app.acting_role(), tg_table_name, (row ->> 'id')::uuid,
              case when tg_table_name = 'support_accesses' then row else
                jsonb_build_object('organization_id', organization, 'support_access_id', app.support()) end,
              nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
      perform set_config('app.organization_id', coalesce(kept, ''), true);
    end if;
  end if;
  if tg_argv[0] <> '' then
    insert into outbox (organization_id, topic, thing_id, officer_id, audience)
    values (organization, tg_argv[0], (row ->> tg_argv[2])::uuid,
            case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end,
            case when tg_argv[1] = 'officer' and row ->> tg_argv[3] is null then 'admins' else tg_argv[1] end);
  end if;
  return null;
end $$;

-- What opens a department's doors is not the vendor's support's to set, whatever a handler does.
create function app.guard_against_support() returns trigger language plpgsql as $$
begin
  raise exception 'support_not_here' using errcode = 'WB403';
end $$;
create trigger guard_doors before update on organizations for each row
  when (app.support() is not null and (new.mfa_officers, new.admins_release_locks, new.state) is distinct from
    (old.mfa_officers, old.admins_release_locks, old.state))
  execute function app.guard_against_support();
create trigger guard_access before update on officers for each row
  when (app.support() is not null and (new.user_id, new.role, new.approved, new.suspended_at, new.rejected_at, new.left_on, new.email_key)
    is distinct from (old.user_id, old.role, old.approved, old.suspended_at, old.rejected_at, old.left_on, old.email_key))
  execute function app.guard_against_support();
create trigger guard_roster before insert on officers for each row
  when (app.support() is not null) execute function app.guard_against_support();
-- Places, hours and money are decided by the department's own people; how somebody signs in is nobody's here.
do $$
declare
  t text;
begin
  foreach t in array array['officer_assignments', 'attendance', 'overtime_requests', 'exports', 'accounts', 'account_links',
      'factors', 'recovery_codes', 'sign_in_attempts'] loop
    execute format('create trigger guard_support before insert or update or delete on %I for each row
      when (app.support() is not null) execute function app.guard_against_support()', t);
  end loop;
end $$;
create trigger guard_support before update on sessions for each row
  when (app.support() is not null and to_jsonb(new) - 'last_seen_at' <> to_jsonb(old) - 'last_seen_at')
  execute function app.guard_against_support();
