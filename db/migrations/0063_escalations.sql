-- What is done, step by step, while a shift lacks officers: the department's plans, and each shift's own copy with what was done.
create table escalation_plans (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- null: for every kind that has no plan of its own.
  kind text check (kind in ('overtime', 'extra_duty', 'court', 'special_event', 'training', 'callback', 'holdover')),
  steps jsonb not null,
  -- Only what is published from then on follows it.
  active_from timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  constraint escalation_plans_kind unique nulls not distinct (organization_id, kind),
  foreign key (organization_id, updated_by) references officers (organization_id, id)
);

create table escalations (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  steps jsonb not null,
  published_at timestamptz not null,
  -- Keeps no quiet hours.
  emergency boolean not null default false,
  paused_at timestamptz,
  paused_by uuid,
  pause_reason text check (length(pause_reason) between 3 and 500),
  paused_minutes integer not null default 0 check (paused_minutes >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, assignment_id),
  check ((paused_at is null) = (pause_reason is null)),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, paused_by) references officers (organization_id, id)
);

-- Taken once: the key is the step's place in the plan.
create table escalation_steps (
  organization_id uuid not null references organizations (id),
  escalation_id uuid not null,
  position integer not null check (position between 0 and 9),
  kind text not null check (kind in ('group', 'all', 'neighbours', 'order_in')),
  at timestamptz not null default now(),
  told_count integer not null default 0 check (told_count >= 0),
  primary key (organization_id, escalation_id, position),
  foreign key (organization_id, escalation_id) references escalations (organization_id, id)
);
