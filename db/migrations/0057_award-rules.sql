-- Rules of awards: data in versions with effective dates; which kind of assignment goes by which rule, from when.
create table award_rules (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  -- The ready pack that it was made from.
  pack text check (length(pack) <= 60),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint award_rules_name unique (organization_id, name),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

-- A version stays as it was written: what changes is a new one from a date on.
create table award_rule_versions (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  rule_id uuid not null,
  version integer not null check (version >= 1),
  effective_from timestamptz not null,
  body jsonb not null,
  note text not null default '' check (length(note) <= 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint award_versions_number unique (organization_id, rule_id, version),
  foreign key (organization_id, rule_id) references award_rules (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

-- The latest of those whose date has come holds; without a rule the kind has none from then on.
create table award_adoptions (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('overtime', 'extra_duty', 'court', 'special_event', 'training', 'callback', 'holdover')),
  rule_id uuid,
  effective_from timestamptz not null default now(),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, rule_id) references award_rules (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);
create index award_adoptions_kind on award_adoptions (organization_id, kind, effective_from desc, created_at desc);

alter table assignments
  -- The assignment's own rule, before that of its kind.
  add column award_rule_id uuid,
  -- Who may apply from when: [{name, units, ranks, opens_at}], written at publishing; null: everybody at once.
  add column group_steps jsonb,
  -- SHA-256 of the seed of its draw, published when sign-up opens.
  add column draw_commitment text check (draw_commitment ~ '^[0-9a-f]{64}$'),
  add column awarded_at timestamptz,
  -- An admin who has it awarded before its time, and why.
  add column award_early_by uuid,
  add column award_early_reason text check (length(award_early_reason) <= 500),
  add foreign key (organization_id, award_rule_id) references award_rules (organization_id, id),
  add foreign key (organization_id, award_early_by) references officers (organization_id, id);
create index assignments_to_award on assignments (organization_id, signup_closes_at)
  where status = 'published' and signup_mode = 'award' and awarded_at is null;

-- The seed of a draw: 256 bits, nobody's to read until the award has used it.
create table award_draws (
  organization_id uuid not null references organizations (id),
  assignment_id uuid not null,
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz not null default now(),
  revealed_at timestamptz,
  primary key (organization_id, assignment_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete cascade
);

-- One ranking that decided something, with everything it was made from.
create table award_rounds (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  purpose text not null check (purpose in ('award', 'waitlist', 'short_notice', 'order')),
  -- Null where the department had adopted no rule: the order of applying.
  rule_version_id uuid,
  rule_name text not null,
  rule_version integer,
  rule jsonb not null,
  at timestamptz not null default now(),
  places integer not null check (places >= 0),
  inputs jsonb not null,
  inputs_hash text not null check (inputs_hash ~ '^[0-9a-f]{64}$'),
  result_hash text not null check (result_hash ~ '^[0-9a-f]{64}$'),
  seed text,
  commitment text,
  decided_by uuid,
  reason text check (length(reason) <= 500),
  primary key (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, rule_version_id) references award_rule_versions (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id)
);
create index award_rounds_post on award_rounds (organization_id, assignment_id, post_id, at);
create index award_rounds_at on award_rounds (organization_id, at, id);
-- A post is awarded once.
create unique index award_rounds_once on award_rounds (organization_id, post_id) where purpose = 'award';

-- What each applicant is told of a round, for good.
create table award_receipts (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  officer_id uuid not null,
  signup_id uuid,
  rank integer not null check (rank >= 1),
  of integer not null check (of >= rank),
  "values" jsonb not null,
  decided_by text,
  outcome text not null check (outcome in ('awarded', 'offered', 'waitlisted', 'passed', 'ineligible', 'withdrawn')),
  reasons jsonb not null default '[]',
  -- The values of the last one who got a place.
  won jsonb,
  -- The others by name, where the department wants it.
  others jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, round_id, officer_id),
  foreign key (organization_id, round_id) references award_rounds (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id)
);
create index award_receipts_officer on award_receipts (organization_id, officer_id, created_at desc, id desc);

-- Somebody who was skipped, and what became of it.
create table award_cases (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  -- Who was skipped, and who had the place instead.
  officer_id uuid not null,
  instead_id uuid not null,
  instead_signup_id uuid not null,
  -- Who made it so; null: nobody, the product itself.
  made_by uuid,
  made_reason text,
  minutes integer not null,
  remedy text not null check (remedy in ('next_opportunity', 'pay', 'none')),
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid,
  closed_remedy text check (closed_remedy in ('next_opportunity', 'pay', 'none')),
  closed_note text check (length(closed_note) between 3 and 500),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, instead_signup_id, officer_id),
  foreign key (organization_id, round_id) references award_rounds (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, instead_id) references officers (organization_id, id),
  foreign key (organization_id, instead_signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, made_by) references officers (organization_id, id),
  foreign key (organization_id, closed_by) references officers (organization_id, id),
  constraint cases_closed check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_remedy is null)
    and (closed_at is null) = (closed_note is null)),
  -- A second person closes it: not who made it, not who was skipped, not who had the place.
  constraint cases_second_person check (closed_by is null
    or closed_by <> officer_id and closed_by <> instead_id and (made_by is null or closed_by <> made_by))
);
create index award_cases_found on award_cases (organization_id, found_at desc, id desc);
create index award_cases_officer on award_cases (organization_id, officer_id, closed_at);

-- The award is made at once when something says that its time may have come.
create function app.poke_award() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'award', new.id, 'system');
  return null;
end $$;
create trigger poke_award after insert or update of status, signup_mode, signup_closes_at, starts_at, publish_at on assignments
  for each row when (new.status = 'published' and new.signup_mode = 'award' and new.awarded_at is null)
  execute function app.poke_award();
