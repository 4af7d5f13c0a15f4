-- The department's rules on hours; none are in force until a row is there, and what a row leaves out is not asked.
create table work_rules (
  organization_id uuid primary key references organizations (id),
  rest_minutes integer check (rest_minutes between 1 and 2880),
  -- [{"hours", "max_minutes"}]: true rolling windows over all work.
  windows jsonb not null default '[]' check (jsonb_typeof(windows) = 'array' and jsonb_array_length(windows) <= 10),
  max_consecutive_minutes integer check (max_consecutive_minutes between 60 and 10080),
  -- Shorter gaps do not end a stretch of work.
  break_minutes integer not null default 0 check (break_minutes between 0 and 480),
  max_consecutive_days integer check (max_consecutive_days between 1 and 31),
  -- [{"kinds", "per", "max_minutes"}]: of calendar weeks and months.
  caps jsonb not null default '[]' check (jsonb_typeof(caps) = 'array' and jsonb_array_length(caps) <= 10),
  -- How far from a job any of them looks.
  reach_minutes integer not null check (reach_minutes between 0 and 60 * 24 * 45),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint work_rules_rest check (rest_minutes is null or rest_minutes > break_minutes),
  foreign key (organization_id, updated_by) references officers (organization_id, id)
);

-- Officers whose extra time counts as work.
create index overtime_work on overtime_requests (organization_id, officer_id, starts_at) include (ends_at)
  where status in ('approved', 'locked');
