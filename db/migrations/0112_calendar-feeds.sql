-- An officer's own shifts and tours as a calendar at a secret address (docs/decisions/0214). One link is live; the rest is history.
create table calendar_feeds (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  -- SHA-256 of the secret in the address, which is shown once and kept nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  -- To the hour: whether a calendar is still reading.
  last_read_at timestamptz,
  revoked_at timestamptz,
  revoked_why text check (revoked_why in ('by_officer', 'replaced', 'access_ended', 'merged', 'department_closed')),
  primary key (organization_id, id),
  check ((revoked_at is null) = (revoked_why is null)),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create unique index calendar_feeds_one_live on calendar_feeds (organization_id, officer_id) where revoked_at is null;
create index calendar_feeds_of on calendar_feeds (organization_id, officer_id, created_at desc);

-- Calendar programs have no session: the secret says whose calendar it is. Each reading checks what a session checks, and every
-- failure gets the same answer, so that an address reveals nothing about a person.
create function app.enter_calendar(token bytea) returns timestamptz language plpgsql as $$
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
end $$;

-- Officers who lose access lose the link; if they come back, they need a new one.
create function app.revoke_calendars() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'organizations' then
    update calendar_feeds set revoked_at = now(), revoked_why = 'department_closed'
      where organization_id = new.id and revoked_at is null;
  else
    update calendar_feeds set revoked_at = now(), revoked_why = 'access_ended'
      where organization_id = new.organization_id and officer_id = (to_jsonb(new) ->> 'id')::uuid and revoked_at is null;
  end if;
  return null;
end $$;
create trigger revoke_calendars after update of approved, suspended_at, rejected_at, left_on, user_id on officers for each row
  when (not new.approved or new.suspended_at is not null or new.rejected_at is not null or new.left_on is not null
    or new.user_id is distinct from old.user_id)
  execute function app.revoke_calendars();
create trigger revoke_calendars after update of state on organizations for each row
  when (new.state in ('closing', 'erased') and old.state <> new.state)
  execute function app.revoke_calendars();

-- After two rows of one person are merged, the person turns the link on again.
create function app.revoke_moved_calendar() returns trigger language plpgsql as $$
begin
  new.revoked_why := coalesce(new.revoked_why, 'merged');
  new.revoked_at := coalesce(new.revoked_at, now());
  return new;
end $$;
create trigger revoke_moved before update of officer_id on calendar_feeds for each row
  when (old.officer_id <> new.officer_id) execute function app.revoke_moved_calendar();
