-- Shifts that officers give away or swap. What may be done follows from state and clock; every step is checked again when it takes
-- effect. Times and posts are kept beside the signups: of a colleague's signup an officer sees no row.
create table swaps (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('give_away', 'swap')),
  -- `open`: to be taken; `answered`: a shift is named for it, which the giver has to agree to; `agreed`: waits for an admin.
  state text not null default 'open' check (state in ('open', 'answered', 'agreed', 'done', 'withdrawn', 'refused', 'rejected', 'ended')),
  officer_id uuid not null,
  officer_name text not null,
  signup_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- To one officer; null: to all who are eligible.
  to_officer_id uuid,
  to_name text,
  note text check (length(note) <= 500),
  taker_id uuid,
  taker_name text,
  counter_signup_id uuid,
  counter_assignment_id uuid,
  counter_post_id uuid,
  counter_starts_at timestamptz,
  counter_ends_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (to_officer_id is null or to_officer_id <> officer_id),
  check (taker_id is null or taker_id <> officer_id),
  -- Nobody decides on a swap of their own.
  constraint swaps_not_own check (decided_by is null or (decided_by <> officer_id and decided_by is distinct from taker_id)),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, counter_signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, counter_assignment_id, counter_post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, to_officer_id) references officers (organization_id, id),
  foreign key (organization_id, taker_id) references officers (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id)
);
create unique index swaps_one_open on swaps (organization_id, signup_id) where state in ('open', 'answered', 'agreed');
create index swaps_starts on swaps (organization_id, starts_at, id);
create index swaps_officer on swaps (organization_id, officer_id, starts_at, id);
create index swaps_waiting on swaps (organization_id) where state = 'agreed';
create index swaps_counter on swaps (organization_id, counter_signup_id) where counter_signup_id is not null;

alter table organizations add column swaps_need_approval boolean not null default true;

-- A shift that is not the giver's any more cannot be given: whatever took it, the swap ends with it. One that was named in
-- exchange goes back, so that another may be named.
create function app.end_swaps() returns trigger language plpgsql as $$
begin
  update swaps set state = 'ended', updated_at = now(), version = version + 1
    where organization_id = new.organization_id and signup_id = new.id and state in ('open', 'answered', 'agreed');
  update swaps set state = case when to_officer_id is null then 'open' else 'refused' end, taker_id = null, taker_name = null,
      counter_signup_id = null, counter_assignment_id = null, counter_post_id = null, counter_starts_at = null,
      counter_ends_at = null, updated_at = now(), version = version + 1
    where organization_id = new.organization_id and counter_signup_id = new.id and state in ('answered', 'agreed');
  return null;
end $$;
create trigger end_swaps after update of status on officer_assignments for each row
  when (old.status in ('confirmed', 'calloff_requested') and new.status not in ('confirmed', 'calloff_requested')
    and current_user <> 'watchbill_eraser') execute function app.end_swaps();
-- A shift that was moved is another shift: nobody takes what was not offered.
create trigger end_moved_swaps after update of starts_at, ends_at on officer_assignments for each row
  when ((old.starts_at, old.ends_at) <> (new.starts_at, new.ends_at) and current_user <> 'watchbill_eraser')
  execute function app.end_swaps();
