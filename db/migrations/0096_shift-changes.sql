-- An officer who was replaced or moved by one press of the schedule: both sign-ups and the leave, so that it can be undone at once.
create table shift_changes (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- `sick`: called in sick; `move`: to another shift, or from an officer to another.
  kind text not null check (kind in ('sick', 'move')),
  signup_id uuid not null,
  -- The status that the officer was taken from; undoing returns it there.
  was text not null check (was in ('confirmed', 'calloff_requested')),
  next_signup_id uuid,
  -- As which it was made: an offer that was answered is undone by hand.
  next_as text check (next_as in ('confirmed', 'offered')),
  -- Of a sick officer. No foreign key: undoing takes the leave away.
  leave_id uuid,
  made_by uuid,
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, next_signup_id) references officer_assignments (organization_id, id),
  foreign key (organization_id, made_by) references officers (organization_id, id)
);
create index shift_changes_signup on shift_changes (organization_id, signup_id);
create index shift_changes_next on shift_changes (organization_id, next_signup_id);
