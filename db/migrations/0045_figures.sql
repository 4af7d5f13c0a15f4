-- Figures of each organization and month, kept by a job from rows that exist: what the vendor reads instead of everybody's tables.
-- What each counts: docs/definitions.md.

-- How a department stood with the vendor, and since when: the raw events of tiers, trials and features.
create table organization_standings (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  tier text not null,
  state text not null,
  trial_end_date date,
  features_enabled jsonb not null default '{}',
  -- A logo or a colour of its own.
  branded boolean not null default false,
  primary key (organization_id, id)
);
create index organization_standings_at on organization_standings (organization_id, at, id);

-- The days, by the department's clock, on which somebody of it used a feature.
create table feature_uses (
  organization_id uuid not null references organizations (id),
  -- Branding is a state, not an act: it stands with the standings.
  feature text not null check (feature in ('reports', 'overtime', 'officer_stats', 'location_verification', 'audit_logs',
    'bulk_operations')),
  day date not null,
  primary key (organization_id, feature, day)
);

create table month_figures (
  organization_id uuid not null references organizations (id),
  -- The first day of a month of the department's zone.
  month date not null check (month = date_trunc('month', month)),
  computed_at timestamptz not null default now(),
  -- At the end of the month, or now: null before the department was there.
  state text,
  tier text not null,
  officers integer not null default 0,
  -- Of its people, somebody changed something.
  active boolean not null default false,
  shifts_posted integer not null default 0,
  places_posted integer not null default 0,
  -- Of the shifts that count for the fill rate.
  shifts integer not null default 0,
  required integer not null default 0,
  held integer not null default 0,
  filled integer not null default 0,
  -- Of those filled, how many in less than so many minutes: where a median is looked for.
  under_15 integer not null default 0, under_30 integer not null default 0,
  under_45 integer not null default 0, under_60 integer not null default 0,
  under_90 integer not null default 0, under_120 integer not null default 0,
  under_180 integer not null default 0, under_240 integer not null default 0,
  under_360 integer not null default 0, under_480 integer not null default 0,
  under_720 integer not null default 0, under_960 integer not null default 0,
  under_1440 integer not null default 0, under_2880 integer not null default 0,
  under_4320 integer not null default 0, under_10080 integer not null default 0,
  trials_started integer not null default 0,
  trials_ended integer not null default 0,
  trials_converted integer not null default 0,
  -- A bit for each feature, in the order of `features` in features/month-figures/rules.ts.
  features_on integer not null default 0,
  features_used integer not null default 0,
  -- In the month of its first posted shift: minutes from its first admin to it.
  live_minutes integer check (live_minutes >= 0),
  primary key (organization_id, month)
);
create index month_figures_month on month_figures (month);

-- How many shifts of a month were full after so many minutes: a median is exact.
create table month_fill_times (
  organization_id uuid not null references organizations (id),
  month date not null,
  minutes integer not null check (minutes >= 0),
  tier text not null,
  shifts integer not null check (shifts > 0),
  primary key (organization_id, month, minutes)
);
create index month_fill_times_month on month_fill_times (month, minutes) include (shifts);
create index month_fill_times_tier on month_fill_times (tier, month, minutes) include (shifts);

-- What has to be counted again, written with what changed: the month that holds the instant, with `onward` every one since, and all
-- of them where it is null. Never unique: two who change things at once do not wait for each other.
create table figure_marks (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  at timestamptz,
  onward boolean not null default false,
  primary key (organization_id, id)
);

-- Held by the one who counts.
create table figure_states (
  organization_id uuid not null references organizations (id),
  kept_at timestamptz,
  primary key (organization_id)
);

create function app.posted_at(a assignments) returns timestamptz language sql immutable as
  $$ select greatest(coalesce(a.published_at, a.created_at), a.publish_at) $$;

-- What begins later is counted by the clock. Ten minutes are longer than any transaction: none commits unseen.
create function app.mark_shift() returns trigger language plpgsql as $$
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
end $$;
-- Of what is erased nothing is counted any more.
create trigger mark_shift after insert or update or delete on assignments
  for each row when (current_user <> 'watchbill_eraser') execute function app.mark_shift();

create function app.mark_posts() returns trigger language plpgsql as $$
begin
  insert into figure_marks (organization_id, at)
  select a.organization_id, m.at from assignments a cross join lateral (values (a.starts_at), (app.posted_at(a))) as m (at)
  where a.organization_id = coalesce(new.organization_id, old.organization_id)
    and a.id = coalesce(new.assignment_id, old.assignment_id) and a.status <> 'draft' and m.at <= now() + interval '10 minutes';
  return null;
end $$;
create trigger mark_posts after insert or delete or update of required_count on posts
  for each row when (current_user <> 'watchbill_eraser') execute function app.mark_posts();

create function app.mark_places() returns trigger language plpgsql as $$
begin
  insert into figure_marks (organization_id, at)
  select a.organization_id, a.starts_at from assignments a
  where a.organization_id = new.organization_id and a.id = new.assignment_id
    and a.starts_at >= new.at and a.starts_at <= now() + interval '10 minutes';
  return null;
end $$;
create trigger mark_places after insert on place_events for each row execute function app.mark_places();

create function app.mark_roster() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.approved, old.role) = (new.approved, new.role)
     and (old.approved_at, old.rejected_at, old.left_on) is not distinct from (new.approved_at, new.rejected_at, new.left_on)
  then return null; end if;
  insert into figure_marks (organization_id, at, onward)
  values (new.organization_id, least(coalesce(new.approved_at, new.created_at),
    case when tg_op = 'UPDATE' then coalesce(old.approved_at, old.created_at) end), true);
  return null;
end $$;
create trigger mark_roster after insert or update on officers for each row execute function app.mark_roster();

create function app.mark_standing() returns trigger language plpgsql as $$
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
end $$;
create trigger mark_standing after insert or update on organizations for each row execute function app.mark_standing();

create function app.mark_use() returns trigger language plpgsql as $$
begin
  insert into figure_marks (organization_id, at)
  select new.organization_id, new.day::timestamp at time zone g.time_zone from organizations g where g.id = new.organization_id;
  return null;
end $$;
create trigger mark_use after insert on feature_uses for each row execute function app.mark_use();

-- A position that was recorded is the use of location_verification.
create function app.note_position() returns trigger language plpgsql as $$
begin
  insert into feature_uses (organization_id, feature, day)
  select g.id, 'location_verification', (now() at time zone g.time_zone)::date from organizations g
  where g.id = new.organization_id on conflict do nothing;
  return null;
end $$;
create trigger note_position_in after insert or update of in_position on attendance for each row
  when (new.in_position is not null) execute function app.note_position();
create trigger note_position_out after update of out_position on attendance for each row
  when (new.out_position is not null) execute function app.note_position();
