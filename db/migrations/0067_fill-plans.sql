-- Proposals of who could take the open places of the coming days, each with the bound that no plan beats. A plan gives nobody a
-- place: an admin takes its lines over, one by one or all.
create table fill_plans (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  days smallint not null check (days between 1 and 28),
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  -- When a process began to work on it; one that did not come back is begun again.
  begun_at timestamptz,
  tries smallint not null default 0,
  solved_at timestamptz,
  -- Places, bounds, spread before and after, and the places that stay open with why.
  outcome jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, asked_by) references officers (organization_id, id)
);
create unique index fill_plans_one_waiting on fill_plans (organization_id) where status = 'waiting';
create index fill_plans_latest on fill_plans (organization_id, asked_at desc, id desc);

create table fill_plan_lines (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  plan_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  -- As the plan saw them.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Who could have taken it, hours before and after, and who with fewer hours did not get it, with why.
  why jsonb not null,
  taken_at timestamptz,
  taken_by uuid,
  signup_id uuid,
  primary key (organization_id, id),
  unique (organization_id, plan_id, post_id, officer_id),
  foreign key (organization_id, plan_id) references fill_plans (organization_id, id) on delete cascade,
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete cascade,
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id) on delete cascade,
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, taken_by) references officers (organization_id, id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id)
);
create index fill_plan_lines_assignment on fill_plan_lines (organization_id, assignment_id);
