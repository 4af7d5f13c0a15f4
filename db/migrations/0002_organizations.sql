-- The tenants, and what a tenant has: features by tier, a trial that ends.
create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  subdomain text not null unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'trial', 'pro', 'enterprise')),
  features_enabled jsonb not null default '{}' check (jsonb_typeof(features_enabled) = 'object'),
  logo_url text,
  trial_end_date date,
  max_officers integer check (max_officers > 0),
  primary_color text not null default '#3b82f6' check (primary_color ~ '^#[0-9a-f]{6}$'),
  time_zone text not null default 'America/Chicago',
  city text,
  state text not null default 'active' check (state in ('active', 'suspended', 'closing', 'erased', 'vendor')),
  calloff_notice_minutes integer not null default 1440 check (calloff_notice_minutes between 0 and 43200),
  checkin_opens_minutes integer not null default 60 check (checkin_opens_minutes between 0 and 720),
  signup_mode text not null default 'approval' check (signup_mode in ('first_come', 'approval')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create function app.keep_organization() returns trigger language plpgsql as $$
begin
  raise exception 'organization_id cannot be changed' using errcode = '42501';
end $$;

-- The features an organization has: tier defaults, explicit flags over them (specification section 4).
create function app.has_feature(tier text, flags jsonb, feature text) returns boolean language sql immutable as $$
  select coalesce((flags ->> feature)::boolean,
    feature in ('reports', 'overtime', 'officer_stats') or
    (tier in ('trial', 'pro', 'enterprise') and
     feature in ('custom_branding', 'location_verification', 'audit_logs', 'bulk_operations')))
$$;

-- Active until the end of trial_end_date in the department's zone; a missing date is active.
create function app.trial_over(tier text, ends date, zone text, at timestamptz) returns boolean language sql stable as
  $$ select tier = 'trial' and ends is not null and at >= ((ends + 1)::timestamp at time zone zone) $$;

insert into organizations (id, name, subdomain, state)
values ('00000000-0000-0000-0000-000000000000', 'Vendor', 'vendor', 'vendor');
