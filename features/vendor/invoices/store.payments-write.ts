import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { Method, Standing, Wanted } from './rules.payments.ts'

export type NewPayment = {
  method: Method
  reference: string
  currency: Currency
  amount_cents: number
  received_on: WallDate
  note: string
}
export const insertPayment = async (db: Db, p: NewPayment): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into payments (organization_id, method, reference, currency, amount_cents,
      received_on, note, created_by)
    values ((select app.organization_id()), ${p.method}, ${p.reference}, ${p.currency}, ${p.amount_cents}, ${p.received_on}::date,
      ${p.note}, (select app.user_id())) returning id`)
  if (!row) throw new Error('no payment came back')
  return row.id
}

export type Held = Standing & { id: string; currency: Currency; received_on: WallDate }
/** The payment of the organization in scope, locked until the transaction ends. */
export const lockPayment = (db: Db, id: string) =>
  db.row<Held>(sql`select id, currency, amount_cents::float8 as amount_cents, allocated_cents::float8 as allocated_cents,
      refunded_cents::float8 as refunded_cents, received_on::text as received_on, reversed_on is not null as reversed
    from payments where ${ours()} and id = ${id}::uuid for no key update`)

/** The open amounts of these invoices, each locked; in id order, so that two payments cannot deadlock. */
export const lockOpen = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; currency: Currency; open_cents: number }>(sql`select id, currency,
      (total_cents - paid_cents - credited_cents)::float8 as open_cents
    from invoices where ${ours()} and id = any(${ids}::uuid[])
      and status = 'issued' and kind = 'invoice' order by id for no key update`)

/** Adds to what is already allocated to each invoice. Triggers update the sums (migration 0044). */
export const addAllocations = (db: Db, payment_id: string, currency: Currency, wanted: readonly Wanted[]) =>
  db.run(sql`insert into payment_allocations as a (organization_id, payment_id, invoice_id, currency, amount_cents)
    select (select app.organization_id()), ${payment_id}::uuid, w.invoice_id, ${currency}, w.amount_cents
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (invoice_id uuid, amount_cents bigint)
    on conflict (organization_id, payment_id, invoice_id) do update
      set amount_cents = a.amount_cents + excluded.amount_cents, updated_at = now()`)

/** Reopens what it paid and marks it as reversed. */
export const reversePayment = async (db: Db, id: string, reversed_on: WallDate, reason: string): Promise<void> => {
  await db.run(sql`update payment_allocations set amount_cents = 0, updated_at = now()
    where ${ours()} and payment_id = ${id}::uuid and amount_cents > 0`)
  await db.run(sql`update payments set reversed_on = ${reversed_on}::date, reverse_reason = ${reason}, updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${id}::uuid`)
}

export type Note = { id: string; currency: Currency; left_cents: number }
/** An issued credit note, locked, with the amount not refunded yet. */
export const lockNote = (db: Db, id: string) =>
  db.row<Note>(sql`with held as materialized (select i.id, i.currency, i.total_cents from invoices i
      where ${ours('i')} and i.id = ${id}::uuid and i.kind = 'credit_note' and i.status = 'issued'
      for no key update)
    select h.id, h.currency, (h.total_cents - coalesce((select sum(r.amount_cents) from refunds r
      where ${ours('r')} and r.credit_note_id = h.id), 0))::float8 as left_cents from held h`)

export type NewRefund = {
  payment_id: string
  credit_note_id: string | null
  method: Method
  reference: string
  currency: Currency
  amount_cents: number
  refunded_on: WallDate
  reason: string
}
/** A trigger updates the payment's sum (migration 0066). */
export const insertRefund = async (db: Db, r: NewRefund): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into refunds (organization_id, payment_id, credit_note_id, method, reference,
      currency, amount_cents, refunded_on, reason, created_by)
    values ((select app.organization_id()), ${r.payment_id}::uuid, ${r.credit_note_id}::uuid, ${r.method}, ${r.reference}, ${r.currency},
      ${r.amount_cents}, ${r.refunded_on}::date, ${r.reason}, (select app.user_id())) returning id`)
  if (!row) throw new Error('no refund came back')
  return row.id
}
