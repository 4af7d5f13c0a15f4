-- What a department asks of the vendor, and the days that its trial has left.
create table contact_requests (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- upgrade: asked by an admin; support: asked by an officer whose department's trial is over.
  kind text not null check (kind in ('upgrade', 'support')),
  message text not null default '' check (length(message) <= 1000),
  officer_id uuid not null,
  -- The vendor's staff work these rows.
  status text not null default 'new' check (status in ('new', 'in_progress', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  -- Until then the department's next request of this kind is refused.
  quiet_until timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  constraint contact_requests_once exclude using gist
    (organization_id with =, kind with =, tstzrange(created_at, quiet_until) with &&)
);
create index contact_requests_latest on contact_requests (organization_id, kind, created_at desc);

-- Days left of a trial, a begun day counted whole, never negative; null where no end is set.
create function app.trial_days_left(ends date, zone text, at timestamptz) returns integer language sql stable as
  $$ select case when ends is not null then greatest(0, ends - (at at time zone zone)::date + 1) end $$;
