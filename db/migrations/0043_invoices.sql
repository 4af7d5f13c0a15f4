-- Invoices and credit notes: drafts that may change, then numbers without gaps that never do.

-- The vendor's counters, one a kind and year: whoever issues holds the row until the commit, so that a number is neither
-- lost nor given twice. Rows of the vendor's own organization.
create table number_series (
  organization_id uuid not null references organizations (id),
  series text not null check (series in ('INV', 'CN')),
  year integer not null check (year between 2000 and 2199),
  last integer not null default 0 check (last >= 0),
  primary key (organization_id, series, year)
);
-- Which thing each number was given to, over all customers.
create table invoice_numbers (
  organization_id uuid not null references organizations (id),
  series text not null,
  year integer not null,
  number integer not null check (number > 0),
  customer_id uuid not null,
  invoice_id uuid not null,
  primary key (organization_id, series, year, number),
  constraint invoice_numbers_one_each unique (organization_id, invoice_id)
);

create table invoices (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- Open, overdue and paid follow from the amounts and the day.
  status text not null default 'draft' check (status in ('draft', 'issued')),
  number text,
  currency text not null check (currency in ('USD', 'CAD', 'EUR', 'GBP', 'AUD')),
  contract_id uuid,
  -- The invoice that a credit note is about.
  credits_id uuid,
  -- Days that it pays for, both included.
  period_from date,
  period_to date,
  purchase_order text not null default '' check (length(purchase_order) <= 60),
  note text not null default '' check (length(note) <= 1000),
  -- Taken from the billing details until it is issued, then fixed.
  tax_name text not null default '',
  tax_rate_millionths integer not null default 0 check (tax_rate_millionths between 0 and 1000000),
  net_cents bigint not null default 0 check (abs(net_cents) <= 1000000000000),
  taxable_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0,
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  issued_on date,
  due_on date,
  issued_at timestamptz,
  issued_by uuid,
  -- When nothing was left to pay.
  settled_at timestamptz,
  -- Who it is from and to, as printed.
  seller jsonb,
  buyer jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, number),
  unique (organization_id, id, currency),
  foreign key (organization_id, contract_id) references contracts (organization_id, id),
  foreign key (organization_id, credits_id, currency) references invoices (organization_id, id, currency),
  check ((kind = 'credit_note') = (credits_id is not null)),
  check (total_cents = net_cents + tax_cents),
  constraint invoices_not_over check (paid_cents + credited_cents <= greatest(total_cents, 0)),
  check (kind = 'invoice' or (paid_cents = 0 and credited_cents = 0)),
  check (status = 'draft' or (number is not null and issued_on is not null and due_on is not null and issued_at is not null
    and seller is not null and buyer is not null and net_cents >= 0 and tax_cents >= 0 and total_cents > 0)),
  check (status = 'issued' or (number is null and paid_cents = 0 and credited_cents = 0))
);
create index invoices_listed on invoices (created_at desc, id desc);
create index invoices_unsettled on invoices (due_on, id) where status = 'issued' and kind = 'invoice' and settled_at is null;
create index invoices_credits on invoices (organization_id, credits_id) where credits_id is not null;
create index invoices_of_one on invoices (organization_id, created_at desc, id desc);

create table invoice_lines (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  position integer not null check (position between 0 and 999),
  description text not null check (length(description) between 1 and 300),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  unit_cents bigint not null check (abs(unit_cents) <= 100000000000),
  amount_cents bigint not null,
  taxable boolean not null default true,
  primary key (organization_id, id),
  unique (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id) on delete cascade,
  check (amount_cents = quantity * unit_cents)
);

-- What was charged for each instalment of a contract, as each of its versions made it: once, held by the key.
create table contract_charges (
  organization_id uuid not null references organizations (id),
  contract_id uuid not null,
  instalment integer not null check (instalment between 0 and 11),
  -- The version that the amount reckons with; 1000000 is the contract's cancellation.
  version integer not null check (version > 0),
  amount_cents bigint not null,
  -- The invoice that charges it, or the credit note that takes it back.
  invoice_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, contract_id, instalment, version),
  foreign key (organization_id, contract_id) references contracts (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id) on delete cascade
);
create index contract_charges_invoice on contract_charges (organization_id, invoice_id);

-- The document as it was sent, byte for byte.
create table invoice_documents (
  organization_id uuid not null references organizations (id),
  invoice_id uuid not null,
  pdf bytea not null check (length(pdf) between 100 and 5000000),
  sha256 bytea not null check (length(sha256) = 32),
  made_at timestamptz not null default now(),
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);

-- One row for each letter about an invoice: the key is what makes it once.
create table invoice_letters (
  organization_id uuid not null references organizations (id),
  invoice_id uuid not null,
  kind text not null check (kind in ('issued', 'before_due', 'overdue_7', 'overdue_14', 'overdue_30')),
  to_address text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, invoice_id, kind),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);

-- A mail may carry one file.
alter table mails add column attachment_name text check (attachment_name ~ '^[A-Za-z0-9._-]{1,80}$');
alter table mails add column attachment bytea check (length(attachment) <= 5000000);
alter table mails add check ((attachment is null) = (attachment_name is null));

-- What was issued stands: but for what was paid or credited since, nothing of it changes, and it is never deleted.
create function app.guard_invoice() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['paid_cents', 'credited_cents', 'settled_at', 'updated_at', 'version'];
  lines bigint;
begin
  if tg_op = 'DELETE' then
    if old.status = 'issued' then raise exception 'invoice_issued' using errcode = '42501'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then raise exception 'invoice_issued' using errcode = '42501'; end if;
    return new;
  end if;
  if old.status = 'issued' and to_jsonb(old) - open_columns <> to_jsonb(new) - open_columns then
    raise exception 'invoice_issued' using errcode = '42501';
  end if;
  if old.status = 'draft' and new.status = 'issued' then
    select coalesce(sum(l.amount_cents), 0) into lines from invoice_lines l
      where l.organization_id = new.organization_id and l.invoice_id = new.id;
    if lines <> new.net_cents then raise exception 'invoice_lines do not add up' using errcode = '23514'; end if;
    -- A credit note is counted where it is about, in the same transaction.
    if new.kind = 'credit_note' then
      update invoices i set credited_cents = i.credited_cents + new.total_cents, updated_at = now(), version = i.version + 1
        where i.organization_id = new.organization_id and i.id = new.credits_id and i.status = 'issued' and i.kind = 'invoice';
      if not found then raise exception 'nothing to credit' using errcode = '23514'; end if;
      new.settled_at := new.issued_at;
    end if;
  end if;
  if new.status = 'issued' and new.kind = 'invoice' then
    new.settled_at := case when new.paid_cents + new.credited_cents >= new.total_cents then coalesce(old.settled_at, now()) end;
  end if;
  return new;
end $$;
create trigger guard_invoice before insert or update or delete on invoices for each row execute function app.guard_invoice();

create function app.guard_invoice_line() returns trigger language plpgsql as $$
declare
  l record := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from invoices i where i.organization_id = l.organization_id and i.id = l.invoice_id and i.status = 'issued')
     or tg_op = 'UPDATE' and old.invoice_id <> new.invoice_id then
    raise exception 'invoice_issued' using errcode = '42501';
  end if;
  return l;
end $$;
create trigger guard_invoice_line before insert or update or delete on invoice_lines
  for each row execute function app.guard_invoice_line();

-- Issued: its document and its letter are made at once.
create function app.poke_invoice() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'invoice', new.id, 'system');
  return null;
end $$;
create trigger invoice_waits after update of status on invoices for each row
  when (old.status = 'draft' and new.status = 'issued') execute function app.poke_invoice();
