-- What departments say of the product, for the landing page: entered by the vendor's staff, of the vendor's reserved organization.
create table testimonials (
  organization_id uuid not null references organizations (id)
    check (organization_id = '00000000-0000-0000-0000-000000000000'),
  id uuid not null default gen_random_uuid(),
  quote text not null check (length(quote) between 1 and 400),
  -- Who says it, without a name: `Patrol sergeant`.
  role text not null check (length(role) between 1 and 80),
  -- Of what: `municipal department of 60 officers`.
  department text not null check (length(department) between 1 and 120),
  -- When the department agreed to be quoted; a sample has nobody who could.
  consented_on date,
  sample boolean not null default false,
  position integer not null default 0,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (sample = (consented_on is null))
);
