-- What people are told inside the product.
create table notifications (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  type text not null,
  title text not null check (length(title) <= 160),
  message text not null check (length(message) <= 1000),
  -- null: for the organization's admins.
  officer_id uuid,
  assignment_id uuid,
  read boolean not null default false,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
);
create index notifications_officer on notifications (organization_id, officer_id, created_at desc, id desc);
create index notifications_admins on notifications (organization_id, created_at desc, id desc) where officer_id is null;
create index notifications_unread on notifications (organization_id, officer_id) where not read;
-- What waits on an assignment is said once until an admin has read it.
create unique index notifications_once on notifications (organization_id, assignment_id)
  where type = 'signup_waiting' and officer_id is null and not read;
