-- A department's own questions and answers, in categories. A position is a point between its neighbours, so that a move
-- changes one row.
create table faq_categories (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  position double precision not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index faq_category_name on faq_categories (organization_id, lower(name));

create table faq_entries (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  category_id uuid not null,
  question text not null check (length(question) between 1 and 200),
  answer text not null check (length(answer) between 1 and 8000),
  position double precision not null default 0,
  published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, category_id) references faq_categories (organization_id, id)
);
create index on faq_entries (organization_id, category_id, position, id);
