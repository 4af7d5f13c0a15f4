-- Who the vendor is and what it asks for: one row, of the vendor's reserved organization. Empty texts are not set.
create table vendor_settings (
  organization_id uuid primary key references organizations (id)
    check (organization_id = '00000000-0000-0000-0000-000000000000'),
  id uuid not null default gen_random_uuid(),
  legal_name text not null default '' check (length(legal_name) <= 120),
  address text not null default '' check (length(address) <= 240),
  tax_id text not null default '' check (length(tax_id) <= 60),
  support_email text not null default '' check (length(support_email) <= 254),
  payment_terms text not null default '' check (length(payment_terms) <= 500),
  invoice_footer text not null default '' check (length(invoice_footer) <= 500),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- What a year costs by the department's size, in cents; null: agreed on with each.
  price_5_25 bigint check (price_5_25 between 0 and 100000000000),
  price_26_100 bigint check (price_26_100 between 0 and 100000000000),
  price_over_100 bigint check (price_over_100 between 0 and 100000000000),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
insert into vendor_settings (organization_id) values ('00000000-0000-0000-0000-000000000000');

-- What became of a request: worked by the vendor's staff, answered once or again, and closed.
alter table contact_requests
  -- Whose account asked: the vendor's staff sees no roster.
  add column asked_by uuid references accounts (id) default app.user_id(),
  add column answer text not null default '' check (length(answer) <= 1000),
  add column answered_at timestamptz,
  add column worked_by uuid references accounts (id),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1,
  add constraint contact_requests_answered check ((status = 'answered') <= (answer <> '' and answered_at is not null));
update contact_requests c set asked_by = f.user_id from officers f
  where f.organization_id = c.organization_id and f.id = c.officer_id;
-- The list of the vendor's: all departments, the newest first.
create index contact_requests_worked on contact_requests (status, created_at desc, id desc);

-- Of a request that is there the vendor's staff says what became of it, and changes nothing of what was asked.
create function app.guard_contact_request() returns trigger language plpgsql as $$
declare
  worked constant text[] := array['status', 'answer', 'answered_at', 'worked_by', 'updated_at', 'version'];
begin
  if app.role() <> '' and (to_jsonb(new) - worked <> to_jsonb(old) - worked or new.worked_by is distinct from app.user_id()) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_contact_request before update on contact_requests
  for each row execute function app.guard_contact_request();
