-- Who is ordered in: the department's list, who is exempt, whom volunteers were asked of, and the orders.
create table force_settings (
  organization_id uuid primary key references organizations (id),
  counted text not null default 'year' check (counted in ('year', 'ever')),
  year_starts text not null default '01-01' check (year_starts ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  newcomers text not null default 'top' check (newcomers in ('top', 'average', 'bottom')),
  by_unit boolean not null default false,
  admins_listed boolean not null default false,
  names_shown boolean not null default true,
  volunteer_minutes integer not null default 60 check (volunteer_minutes between 5 and 2880),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- Who is on the list, as far as all who are on it may know: kept by the trigger below, written by nothing else.
create table force_members (
  organization_id uuid not null references organizations (id),
  officer_id uuid not null,
  name text not null,
  badge_number text,
  unit text,
  hired_on date,
  is_admin boolean not null,
  joined_at timestamptz not null,
  left_on date,
  primary key (organization_id, officer_id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);

create function app.keep_force_member() returns trigger language plpgsql as $$
begin
  if not new.approved or new.rejected_at is not null then
    delete from force_members where organization_id = new.organization_id and officer_id = new.id;
    return null;
  end if;
  insert into force_members as m (organization_id, officer_id, name, badge_number, unit, hired_on, is_admin, joined_at, left_on)
  values (new.organization_id, new.id, new.name, new.badge_number, new.unit, new.hired_on, new.role = 'admin',
    coalesce(new.approved_at, new.created_at), new.left_on)
  on conflict (organization_id, officer_id) do update set name = excluded.name, badge_number = excluded.badge_number,
    unit = excluded.unit, hired_on = excluded.hired_on, is_admin = excluded.is_admin, joined_at = excluded.joined_at,
    left_on = excluded.left_on
  where (m.name, m.badge_number, m.unit, m.hired_on, m.is_admin, m.joined_at, m.left_on) is distinct from
    (excluded.name, excluded.badge_number, excluded.unit, excluded.hired_on, excluded.is_admin, excluded.joined_at, excluded.left_on);
  return null;
end $$;
create trigger keep_force_member after insert or update of name, badge_number, unit, hired_on, role, approved, approved_at,
  rejected_at, left_on on officers for each row execute function app.keep_force_member();
-- Those who were there before. The fence, laid behind every migration, is forced again there.
alter table officers no force row level security;
insert into force_members (organization_id, officer_id, name, badge_number, unit, hired_on, is_admin, joined_at, left_on)
select organization_id, id, name, badge_number, unit, hired_on, role = 'admin', coalesce(approved_at, created_at), left_on
from officers where approved and rejected_at is null;

-- Everybody on the list reads it, its reason included; ended early rather than taken away.
create table force_exemptions (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  reason text not null check (length(reason) between 3 and 200),
  starts_on date not null,
  ends_on date,
  created_by uuid,
  created_at timestamptz not null default now(),
  ended_by uuid,
  primary key (organization_id, id),
  constraint exemptions_days check (ends_on is null or ends_on >= starts_on - 1),
  constraint exemptions_not_own check (created_by <> officer_id and ended_by <> officer_id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id),
  foreign key (organization_id, ended_by) references officers (organization_id, id)
);
create index force_exemptions_officer on force_exemptions (organization_id, officer_id, starts_on desc, id);

-- Volunteers are asked for a post until `closes_at`; what came of it is written when it is decided, once.
create table order_calls (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  opened_at timestamptz not null default now(),
  closes_at timestamptz not null,
  -- null: the escalation opened it.
  opened_by uuid,
  closed_at timestamptz,
  outcome text check (outcome in ('decided', 'filled', 'overtaken', 'stopped')),
  volunteered_count integer,
  ordered_count integer,
  missing_count integer,
  stopped_by uuid,
  stop_reason text check (length(stop_reason) between 3 and 500),
  primary key (organization_id, id),
  check (opened_at < closes_at),
  check ((closed_at is null) = (outcome is null)),
  check ((outcome = 'stopped') = (stop_reason is not null)),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, opened_by) references officers (organization_id, id),
  foreign key (organization_id, stopped_by) references officers (organization_id, id)
);
create unique index order_calls_one_open on order_calls (organization_id, post_id) where closed_at is null;
create index order_calls_due on order_calls (organization_id, closes_at) where closed_at is null;
create index order_calls_assignment on order_calls (organization_id, assignment_id, opened_at desc, id);

-- Everybody who was eligible when volunteers were asked for, and what each said.
create table order_asked (
  organization_id uuid not null references organizations (id),
  call_id uuid not null,
  officer_id uuid not null,
  answer text check (answer in ('yes', 'no')),
  answered_at timestamptz,
  outcome text check (outcome in ('given', 'not_needed', 'not_eligible')),
  primary key (organization_id, call_id, officer_id),
  check ((answer is null) = (answered_at is null)),
  foreign key (organization_id, call_id) references order_calls (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index order_asked_officer on order_asked (organization_id, officer_id, call_id);

create table order_ins (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  call_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  signup_id uuid not null,
  ordered_at timestamptz not null default now(),
  -- Where the officer stood, and the count before this order.
  position integer not null check (position > 0),
  count_before integer not null check (count_before >= 0),
  seen_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text check (length(cancel_reason) between 3 and 500),
  -- The place is no longer held, whoever gave it up or took it away: the order does not count.
  fell_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, signup_id),
  check ((cancelled_at is null) = (cancel_reason is null)),
  constraint orders_not_own check (cancelled_by <> officer_id),
  foreign key (organization_id, call_id) references order_calls (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, cancelled_by) references officers (organization_id, id)
);
create index order_ins_officer on order_ins (organization_id, officer_id, ordered_at desc, id);
create index order_ins_latest on order_ins (organization_id, ordered_at desc, id desc);
create index order_ins_call on order_ins (organization_id, call_id);

-- Everybody who stood before the last one ordered, in the order of the list, each with what stood against an order.
create table order_receipts (
  organization_id uuid not null references organizations (id),
  call_id uuid not null,
  passed jsonb not null,
  primary key (organization_id, call_id),
  foreign key (organization_id, call_id) references order_calls (organization_id, id)
);

create function app.note_order_place() returns trigger language plpgsql as $$
begin
  update order_ins set fell_at = case when new.status in ('confirmed', 'calloff_requested', 'worked', 'replaced') then null
      else coalesce(fell_at, now()) end
    where organization_id = new.organization_id and signup_id = new.id;
  return null;
end $$;
create trigger note_order_place after update of status on officer_assignments
  for each row when (old.status <> new.status) execute function app.note_order_place();

-- The officer sees the order, and nothing else of it moves by the officer; an admin cancels; all else is the job's.
create function app.guard_order_in() returns trigger language plpgsql as $$
declare
  moved constant text[] := case when pg_trigger_depth() > 1 then array['fell_at']
    when app.role() = 'officer' or new.officer_id = app.officer_id() then array['seen_at']
    else array['cancelled_at', 'cancelled_by', 'cancel_reason'] end;
begin
  if app.role() = 'system' or app.role() = '' then return new; end if;
  if to_jsonb(old) - moved <> to_jsonb(new) - moved or old.cancelled_at is not null and old.cancelled_at <> new.cancelled_at
     or new.cancelled_by is distinct from old.cancelled_by and new.cancelled_by <> app.officer_id() then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_order_in before update on order_ins for each row execute function app.guard_order_in();
