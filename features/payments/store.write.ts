import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { Method, Wanted } from './rules.ts'

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

export type Held = {
  id: string
  currency: Currency
  amount_cents: number
  allocated_cents: number
  received_on: WallDate
  reversed: boolean
}
/** The payment of the organization in scope, held until the transaction ends. */
export const lockPayment = (db: Db, id: string) =>
  db.row<Held>(sql`select id, currency, amount_cents::float8 as amount_cents, allocated_cents::float8 as allocated_cents,
      received_on::text as received_on, reversed_on is not null as reversed
    from payments where organization_id = (select app.organization_id()) and id = ${id}::uuid for no key update`)

/** What is open of these invoices, each held; in the order of their ids, so that two payments never wait for each other. */
export const lockOpen = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; currency: Currency; open_cents: number }>(sql`select id, currency,
      (total_cents - paid_cents - credited_cents)::float8 as open_cents
    from invoices where organization_id = (select app.organization_id()) and id = any(${ids}::uuid[])
      and status = 'issued' and kind = 'invoice' order by id for no key update`)

/** Adds to what stands against each invoice already. The sums move with the rows (migration 0044). */
export const addAllocations = (db: Db, payment_id: string, currency: Currency, wanted: readonly Wanted[]) =>
  db.run(sql`insert into payment_allocations as a (organization_id, payment_id, invoice_id, currency, amount_cents)
    select (select app.organization_id()), ${payment_id}::uuid, w.invoice_id, ${currency}, w.amount_cents
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (invoice_id uuid, amount_cents bigint)
    on conflict (organization_id, payment_id, invoice_id) do update
      set amount_cents = a.amount_cents + excluded.amount_cents, updated_at = now()`)

/** What it paid is open again, and it stands as reversed. */
export const reversePayment = async (db: Db, id: string, reversed_on: WallDate, reason: string): Promise<void> => {
  await db.run(sql`update payment_allocations set amount_cents = 0, updated_at = now()
    where organization_id = (select app.organization_id()) and payment_id = ${id}::uuid and amount_cents > 0`)
  await db.run(sql`update payments set reversed_on = ${reversed_on}::date, reverse_reason = ${reason}, updated_at = now(),
      version = version + 1
    where organization_id = (select app.organization_id()) and id = ${id}::uuid`)
}
