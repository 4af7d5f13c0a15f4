-- How people are reached besides the bell and email (docs/decisions/0225).

-- A browser that receives a person's pushes. Signing out there deletes it, and so does the push service's word that it is gone.
create table push_subscriptions (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  session_id uuid not null,
  endpoint text not null check (length(endpoint) between 20 and 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  user_agent text check (length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create unique index push_subscriptions_endpoint on push_subscriptions (organization_id, endpoint);
create index push_subscriptions_of on push_subscriptions (organization_id, officer_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- One row for each person, event and channel; for pushes, for each device.
create table deliveries (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  event text not null check (event ~ '^[a-z_]{1,60}$'),
  audience text not null check (audience in ('officer', 'admins', 'officers')),
  channel text not null check (channel in ('push', 'text')),
  assignment_id uuid,
  title text not null check (length(title) <= 160),
  message text not null check (length(message) <= 1000),
  -- When the notification in the bell was made: together with the event it names that row.
  told_at timestamptz not null,
  planned_at timestamptz not null,
  expires_at timestamptz,
  next_try_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'stopped')),
  -- What became of it, as a code.
  outcome text check (outcome ~ '^[a-z0-9_]{1,40}$'),
  sent_at timestamptz,
  -- The device or number it goes to; it may be gone by now.
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((state = 'sent') <= (sent_at is not null)),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
);
create index deliveries_due on deliveries (organization_id, next_try_at) where state in ('waiting', 'sending');
create index deliveries_of on deliveries (organization_id, officer_id, created_at desc, id desc);
create index deliveries_recent on deliveries (organization_id, created_at desc, id desc);

-- The department's own order of channels for an event. Without a row, the default applies.
create table channel_orders (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  event text not null check (event ~ '^[a-z_]{1,60}$'),
  push_after integer check (push_after between 0 and 1440),
  text_after integer check (text_after between 0 and 1440),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, event)
);

-- Signing out of a browser, wherever from, also ends its pushes.
create function app.end_session_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger end_pushes after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function app.end_session_pushes();

-- So does losing access to the department.
create function app.end_officer_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where organization_id = new.organization_id and officer_id = new.id;
  return null;
end $$;
create trigger end_pushes after update of approved, suspended_at, rejected_at, left_on, user_id on officers for each row
  when (not new.approved or new.suspended_at is not null or new.rejected_at is not null or new.left_on is not null
    or new.user_id is distinct from old.user_id)
  execute function app.end_officer_pushes();
