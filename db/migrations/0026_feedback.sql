-- What people write to the vendor: wishes and troubles. A visitor's trial request stands among the wishes, under the vendor's
-- reserved organization and without a user.
create table feature_requests (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid,
  user_id uuid references accounts (id),
  title text not null check (length(title) between 1 and 160),
  description text not null check (length(description) between 1 and 4000),
  category text not null default 'general'
    check (category in ('general', 'scheduling', 'reporting', 'mobile', 'integration', 'ui', 'other')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'done', 'declined')),
  answer text check (length(answer) <= 2000),
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index on feature_requests (organization_id, officer_id, created_at desc, id desc);

create table problem_reports (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid,
  user_id uuid references accounts (id),
  title text not null check (length(title) between 1 and 160),
  description text not null check (length(description) between 1 and 4000),
  category text not null default 'bug'
    check (category in ('bug', 'performance', 'ui', 'login', 'data', 'mobile', 'other')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  browser_info jsonb not null default '{}' check (jsonb_typeof(browser_info) = 'object'),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'done', 'declined')),
  answer text check (length(answer) <= 2000),
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index on problem_reports (organization_id, officer_id, created_at desc, id desc);
