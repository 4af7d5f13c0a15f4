-- Money given back: of what a payment has over, because too much came in or a credit note freed it (docs/decisions/0148).
create table refunds (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  -- The credit note that it gives back, where it is one.
  credit_note_id uuid,
  method text not null check (method in ('check', 'ach', 'wire', 'card', 'other')),
  reference text not null check (length(reference) between 1 and 80),
  currency text not null,
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000),
  refunded_on date not null,
  reason text not null check (length(reason) between 1 and 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, payment_id, currency) references payments (organization_id, id, currency),
  foreign key (organization_id, credit_note_id, currency) references invoices (organization_id, id, currency)
);
create index refunds_payment on refunds (organization_id, payment_id);
create index refunds_credit_note on refunds (organization_id, credit_note_id) where credit_note_id is not null;
create index refunds_of_one on refunds (organization_id, refunded_on);

alter table payments add column refunded_cents bigint not null default 0 check (refunded_cents >= 0);
alter table payments drop constraint payments_not_over;
alter table payments add constraint payments_not_over check (allocated_cents + refunded_cents <= amount_cents);
alter table payments add constraint payments_refunded check (reversed_on is null or refunded_cents = 0);

-- The sum moves with the row, under the payment's lock and check; of a credit note no more goes back than it took back.
create function app.count_refund() returns trigger language plpgsql as $$
declare
  note record;
  given bigint;
begin
  update payments p set refunded_cents = p.refunded_cents + new.amount_cents, updated_at = now(), version = p.version + 1
    where p.organization_id = new.organization_id and p.id = new.payment_id;
  if new.credit_note_id is null then return null; end if;
  select i.kind, i.status, i.total_cents into note from invoices i
    where i.organization_id = new.organization_id and i.id = new.credit_note_id for no key update;
  if note.kind is distinct from 'credit_note' or note.status <> 'issued' then
    raise exception 'no credit note that stands' using errcode = '23514';
  end if;
  select sum(r.amount_cents) into given from refunds r
    where r.organization_id = new.organization_id and r.credit_note_id = new.credit_note_id;
  if given > note.total_cents then
    raise exception 'more than the credit note' using errcode = '23514', constraint = 'refunds_not_over_note';
  end if;
  return null;
end $$;
create trigger count_refund after insert on refunds for each row execute function app.count_refund();

create or replace function app.guard_payment() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['allocated_cents', 'refunded_cents', 'reversed_on', 'reverse_reason', 'updated_at', 'version'];
begin
  if to_jsonb(old) - open_columns <> to_jsonb(new) - open_columns or old.reversed_on is distinct from new.reversed_on
       and old.reversed_on is not null then
    raise exception 'payment_recorded' using errcode = '42501';
  end if;
  return new;
end $$;
