-- Money that came in, what it was for, and what becomes of what is long overdue.
create table payments (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  method text not null check (method in ('check', 'ach', 'wire', 'card', 'other')),
  -- The number of the check, the trace of the transfer; never a card's number.
  reference text not null check (length(reference) between 1 and 80),
  currency text not null check (currency in ('USD', 'CAD', 'EUR', 'GBP', 'AUD')),
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000),
  received_on date not null,
  note text not null default '' check (length(note) <= 500),
  -- How much of it stands against invoices; the rest is the customer's credit.
  allocated_cents bigint not null default 0 check (allocated_cents >= 0),
  reversed_on date,
  reverse_reason text check (length(reverse_reason) between 1 and 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, id, currency),
  constraint payments_not_over check (allocated_cents <= amount_cents),
  check ((reversed_on is null) = (reverse_reason is null)),
  check (reversed_on is null or allocated_cents = 0)
);
create index payments_received on payments (received_on desc, id desc);
create index payments_of_one on payments (organization_id, received_on desc, id desc);

-- How much of a payment is for which invoice; of one currency, since both keys carry it.
create table payment_allocations (
  organization_id uuid not null references organizations (id),
  payment_id uuid not null,
  invoice_id uuid not null,
  currency text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, payment_id, invoice_id),
  foreign key (organization_id, payment_id, currency) references payments (organization_id, id, currency),
  foreign key (organization_id, invoice_id, currency) references invoices (organization_id, id, currency)
);
create index payment_allocations_invoice on payment_allocations (organization_id, invoice_id);

-- Both sums move with the row, under their own locks and checks: neither the payment nor the invoice is ever exceeded.
create function app.count_allocation() returns trigger language plpgsql as $$
declare
  moved bigint := new.amount_cents - case when tg_op = 'UPDATE' then old.amount_cents else 0 end;
begin
  if tg_op = 'UPDATE' and (old.payment_id, old.invoice_id, old.currency) <> (new.payment_id, new.invoice_id, new.currency) then
    raise exception 'an allocation stays where it is' using errcode = '42501';
  end if;
  if moved = 0 then return null; end if;
  update payments p set allocated_cents = p.allocated_cents + moved, updated_at = now()
    where p.organization_id = new.organization_id and p.id = new.payment_id;
  update invoices i set paid_cents = i.paid_cents + moved, updated_at = now(), version = i.version + 1
    where i.organization_id = new.organization_id and i.id = new.invoice_id and i.status = 'issued' and i.kind = 'invoice';
  if not found then raise exception 'nothing to pay' using errcode = '23514'; end if;
  return null;
end $$;
create trigger count_allocation after insert or update on payment_allocations
  for each row execute function app.count_allocation();

-- A payment is what came in: but for its reversal and what it is for, it never changes.
create function app.guard_payment() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['allocated_cents', 'reversed_on', 'reverse_reason', 'updated_at', 'version'];
begin
  if to_jsonb(old) - open_columns <> to_jsonb(new) - open_columns or old.reversed_on is distinct from new.reversed_on
       and old.reversed_on is not null then
    raise exception 'payment_recorded' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_payment before update on payments for each row execute function app.guard_payment();

-- What the vendor's staff has to decide: today, whether a department that has not paid for long is suspended.
create table billing_tasks (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null default 'suspension' check (kind in ('suspension')),
  invoice_id uuid not null,
  days_overdue integer not null,
  state text not null default 'open' check (state in ('open', 'suspended', 'left', 'settled')),
  decided_by uuid,
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint billing_tasks_once unique (organization_id, kind, invoice_id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  check ((state = 'open') = (decided_at is null))
);
create index billing_tasks_open on billing_tasks (created_at, id) where state = 'open';
