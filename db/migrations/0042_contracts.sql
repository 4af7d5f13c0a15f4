-- What a department pays for: its billing details, its annual contracts, and what changed in their course.
create table billing_accounts (
  organization_id uuid primary key references organizations (id),
  -- As invoices name the department; empty takes its own name.
  legal_name text not null default '' check (length(legal_name) <= 160),
  address text not null default '' check (length(address) <= 400),
  -- Where invoices and reminders go.
  email text check (length(email) between 3 and 254),
  tax_name text not null default 'Sales tax' check (length(tax_name) between 1 and 40),
  tax_rate_millionths integer not null default 0 check (tax_rate_millionths between 0 and 1000000),
  tax_exempt boolean not null default false,
  exemption_certificate text not null default '' check (length(exemption_certificate) <= 60),
  reminders boolean not null default true,
  -- Days overdue after which a suspension is put to the vendor's staff; nothing suspends by itself.
  suspend_after_days integer not null default 60 check (suspend_after_days between 1 and 3650),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (not tax_exempt or exemption_certificate <> '')
);

-- One annual term. Its renewal is another row.
create table contracts (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  currency text not null check (currency in ('USD', 'CAD', 'EUR', 'GBP', 'AUD')),
  billing text not null check (billing in ('yearly', 'quarterly', 'monthly')),
  starts_on date not null,
  -- The last day that is covered.
  ends_on date not null,
  renews boolean not null default true,
  -- Until so many days before the end either side may say that it does not renew; on that day the next term is made.
  notice_days integer not null default 60 check (notice_days between 0 and 180),
  purchase_order text not null default '' check (length(purchase_order) <= 60),
  renewal_of uuid,
  -- The first day that is not covered any more.
  cancelled_from date,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  cancelled_at timestamptz,
  -- Whether what was charged for days from then on is credited.
  cancel_credits boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, renewal_of) references contracts (organization_id, id),
  constraint contracts_renewed_once unique (organization_id, renewal_of),
  constraint contracts_a_year check (ends_on = (starts_on + interval '1 year')::date - 1),
  check (cancelled_from between starts_on and ends_on),
  check ((cancelled_from is null) = (cancel_reason is null) and (cancelled_from is null) = (cancelled_at is null)),
  constraint contracts_one_at_a_time exclude using gist
    (organization_id with =, daterange(starts_on, coalesce(cancelled_from, ends_on + 1)) with &&)
);
create index contracts_ending on contracts (ends_on) where cancelled_from is null;

-- What the contract says from a day on: the first one from its start, then each amendment. Never changed, only followed.
create table contract_versions (
  organization_id uuid not null references organizations (id),
  contract_id uuid not null,
  number integer not null check (number > 0),
  effective_on date not null,
  size text not null check (size in ('5-25', '26-100', '100+')),
  tier text not null check (tier in ('basic', 'pro', 'enterprise')),
  -- For a whole year; the list price of the size as it was then beside it.
  price_cents bigint not null check (price_cents between 0 and 100000000000),
  list_cents bigint check (list_cents between 0 and 100000000000),
  note text not null default '' check (length(note) <= 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, contract_id, number),
  unique (organization_id, contract_id, effective_on),
  foreign key (organization_id, contract_id) references contracts (organization_id, id)
);
