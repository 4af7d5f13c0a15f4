-- Who has the work: signups, and the count of places they hold.
create table officer_assignments (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  assignment_id uuid not null,
  post_id uuid not null,
  officer_id uuid not null,
  status text not null check (status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed',
    'calloff_requested', 'withdrawn', 'called_off', 'released', 'replaced', 'passed', 'rejected', 'offer_declined',
    'offer_expired', 'cancelled_by_dept', 'cancelled_by_client', 'no_show', 'worked')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  applied_at timestamptz not null default now(),
  assigned_by uuid,
  override_reason text check (length(override_reason) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  reason text check (length(reason) <= 500),
  calloff_reason text check (length(calloff_reason) <= 500),
  calloff_requested_at timestamptz,
  offer_expires_at timestamptz,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (starts_at < ends_at and ends_at - starts_at <= interval '7 days'),
  -- Nobody decides on their own signup.
  constraint signups_not_own check (decided_by is null or decided_by <> officer_id),
  constraint signups_not_self_assigned check (assigned_by is null or assigned_by <> officer_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assigned_by) references officers (organization_id, id),
  foreign key (organization_id, decided_by) references officers (organization_id, id),
  constraint signups_no_overlap exclude using gist (
    organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('confirmed', 'calloff_requested', 'worked'))
);
create unique index signups_one_live on officer_assignments (organization_id, assignment_id, officer_id)
  where status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed', 'calloff_requested', 'worked', 'no_show');
create index signups_officer on officer_assignments (organization_id, officer_id, starts_at desc, id);
create index signups_assignment on officer_assignments (organization_id, assignment_id, applied_at);
create index signups_pending on officer_assignments (organization_id) where status = 'pending_approval';
create index signups_queue on officer_assignments (organization_id, starts_at, id)
  where status in ('pending_approval', 'calloff_requested');
create index signups_hours on officer_assignments (organization_id, starts_at)
  include (officer_id, ends_at) where status in ('confirmed', 'calloff_requested', 'worked', 'no_show');

-- posts.confirmed_count equals the rows that hold a place, whoever wrote them; posts_not_over refuses one too many.
create function app.holds_place(status text) returns boolean language sql immutable as
  $$ select status in ('confirmed', 'calloff_requested', 'worked') $$;

create function app.count_places() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and app.holds_place(old.status);
  is_now boolean := tg_op <> 'DELETE' and app.holds_place(new.status);
begin
  if was and (not is_now or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count - 1
      where organization_id = old.organization_id and id = old.post_id;
  end if;
  if is_now and (not was or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count + 1
      where organization_id = new.organization_id and id = new.post_id;
  end if;
  return null;
end $$;
create trigger count_places after insert or update of status, post_id or delete on officer_assignments
  for each row execute function app.count_places();
