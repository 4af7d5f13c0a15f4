-- Regular tours: platoons with the schedule that holds from a day on, who belongs to one from when to when, single days that
-- differ, and tours that came from a file. A tour of a schedule is reckoned by features/tours/rules.ts and never stored.
create table platoons (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  unit text check (length(unit) between 1 and 120),
  -- The first day without tours; null: it goes on.
  ended_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index platoons_name on platoons (organization_id, lower(name));

create table platoon_schedules (
  organization_id uuid not null references organizations (id),
  platoon_id uuid not null,
  -- The first day whose tour it decides; it holds until the next one's.
  starts_on date not null,
  -- Day 1 of the cycle.
  anchor_on date not null,
  -- What is kept where the clock changes: the length in real minutes, or the end on the wall.
  keeps text not null default 'length' check (keeps in ('length', 'end')),
  pattern jsonb not null check (pattern ->> 'kind' in ('four_two', 'pitman', 'panama', 'weekdays', 'cycle')),
  created_at timestamptz not null default now(),
  primary key (organization_id, platoon_id, starts_on),
  foreign key (organization_id, platoon_id) references platoons (organization_id, id) on delete cascade
);

create table platoon_members (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  platoon_id uuid not null,
  officer_id uuid not null,
  starts_on date not null,
  -- The first day that is no longer theirs.
  ends_on date,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check (ends_on is null or ends_on > starts_on),
  foreign key (organization_id, platoon_id) references platoons (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  constraint members_one_platoon exclude using gist (
    organization_id with =, officer_id with =, daterange(starts_on, ends_on) with &&)
);
create index members_officer on platoon_members (organization_id, officer_id, starts_on);
create index members_platoon on platoon_members (organization_id, platoon_id, starts_on);

create table tour_exceptions (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  kind text not null check (kind in ('off', 'extra', 'swap')),
  -- Off and swapped: the day whose tour is not worked. Extra: the day on which the tour begins.
  on_day date not null,
  -- The day that is worked in its stead.
  works_on date,
  start_time text check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  minutes integer check (minutes between 1 and 1440),
  note text check (length(note) between 1 and 300),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint exceptions_whole check (case kind
    when 'off' then works_on is null and start_time is null and minutes is null
    when 'extra' then works_on is null and start_time is not null and minutes is not null
    else works_on is not null and start_time is not null and minutes is not null end),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);
-- A day is taken off once.
create unique index exceptions_off on tour_exceptions (organization_id, officer_id, on_day) where kind <> 'extra';
create index exceptions_officer on tour_exceptions (organization_id, officer_id, on_day);
create index exceptions_works on tour_exceptions (organization_id, officer_id, works_on) where works_on is not null;

create table imported_tours (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  -- The day on which it begins, in the department's zone.
  on_day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check (starts_at < ends_at and ends_at - starts_at <= interval '26 hours'),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create unique index imported_tours_start on imported_tours (organization_id, officer_id, starts_at);
