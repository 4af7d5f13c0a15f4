-- The least number of officers that a platoon or a unit has on duty at given hours, and the shift that was opened for a gap under it.
create table staffing_minimums (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  platoon_id uuid,
  unit text check (length(unit) between 1 and 120),
  -- Only officers of this rank count.
  rank text check (length(rank) between 1 and 120),
  least integer not null check (least between 1 and 200),
  -- Days on which it begins, 0 is Sunday.
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{0,1,2,3,4,5,6}'),
  -- On the wall; an end that is not behind the start is the next day's.
  start_time text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- First and last day on which it begins; null: until further notice.
  starts_on date not null,
  last_on date,
  -- A gap is looked for so many days ahead, and opens nothing with less time left than that.
  days_ahead integer not null check (days_ahead between 1 and 28),
  latest_minutes integer not null check (latest_minutes between 0 and 2880),
  -- The shift that it opens.
  title text not null check (length(title) between 1 and 160),
  kind text not null check (kind in ('overtime', 'callback', 'holdover')),
  location_name text check (length(location_name) <= 160),
  location_address text check (length(location_address) <= 300),
  signup_mode text not null check (signup_mode in ('first_come', 'approval', 'award')),
  award_rule_id uuid,
  requirements jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check ((platoon_id is null) <> (unit is null)),
  check (last_on is null or last_on >= starts_on - 1),
  foreign key (organization_id, platoon_id) references platoons (organization_id, id),
  foreign key (organization_id, award_rule_id) references award_rules (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);
create index staffing_minimums_name on staffing_minimums (organization_id, lower(name), id);
create index staffing_minimums_platoon on staffing_minimums (organization_id, platoon_id) where platoon_id is not null;

-- What was done about a gap: one row, and so one shift, for a minimum and the day on which it begins.
create table staffing_gaps (
  organization_id uuid not null references organizations (id),
  minimum_id uuid not null,
  on_day date not null,
  -- Null: none was opened, or its draft was deleted by hand.
  assignment_id uuid,
  opened_at timestamptz,
  -- The gap had gone and nobody had signed up: the shift was cancelled by the job. A new gap opens another.
  closed_at timestamptz,
  -- What the job made of the shift: whatever else it is now, somebody made by hand.
  places integer not null default 0 check (places >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Why the job did what it did last, in words.
  reason text not null check (length(reason) between 1 and 500),
  -- What the admins were told last and is theirs to decide.
  told text check (length(told) <= 100),
  updated_at timestamptz not null default now(),
  primary key (organization_id, minimum_id, on_day),
  check ((starts_at is null) = (ends_at is null) and (opened_at is null) = (starts_at is null)),
  foreign key (organization_id, minimum_id) references staffing_minimums (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete set null (assignment_id)
);
create unique index staffing_gaps_assignment on staffing_gaps (organization_id, assignment_id) where assignment_id is not null;

-- Gaps are looked for at once when something says that there may be one more or one less.
create function app.poke_staffing() returns trigger language plpgsql as $$
begin
  if app.organization_id() is not null then
    insert into outbox (organization_id, topic, audience) values (app.organization_id(), 'staffing', 'system');
  end if;
  return null;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['staffing_minimums', 'platoons', 'platoon_schedules', 'platoon_members', 'tour_exceptions',
      'imported_tours', 'leaves'] loop
    execute format('create trigger poke_staffing after insert or update or delete on %I for each statement
      when (current_user <> ''watchbill_eraser'') execute function app.poke_staffing()', t);
  end loop;
end $$;
-- Taken away, a gap may open a shift again.
create trigger poke_staffing after delete on staffing_gaps for each statement
  when (current_user <> 'watchbill_eraser') execute function app.poke_staffing();
