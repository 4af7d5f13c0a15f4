-- Places where shifts take place, kept under a name: the form of a shift offers them.
create table locations (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 160),
  address text check (length(address) between 1 and 300),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  radius_m integer check (radius_m between 10 and 5000),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check ((lat is null) = (lng is null)),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);
create unique index locations_name on locations (organization_id, lower(name));
-- The codes that a department has used are looked up by what is typed of them.
create index assignments_pay_codes on assignments (organization_id, pay_code) where pay_code is not null;
