-- Reading across organizations: as a role of its own, for a super admin, for a reason that is recorded.
create function app.reason() returns text language sql stable as
  $$ select coalesce(current_setting('app.reason', true), '') $$;

create table vendor_reads (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  call text not null,
  reason text not null check (length(reason) between 1 and 200),
  -- The first time in the hour: a screen that reads again every few minutes says nothing new.
  hour timestamptz not null default date_trunc('hour', clock_timestamp(), 'UTC'),
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, session_id, call, hour)
);
create index on vendor_reads (organization_id, at desc);

-- Enters as the super admin who holds the session, to read across organizations for this reason, or raises as app.enter does.
-- To everybody else the call is not there.
create function app.enter_vendor(token bytea, call text, reason text, out now_at timestamptz, out session_id uuid,
  out user_id uuid, out officer_id uuid, out organization_id uuid, out role text, out name text, out time_zone text)
  language plpgsql as $$
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
end $$;

alter table exports alter column started_by drop not null;
