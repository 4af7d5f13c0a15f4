import { openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { Paper } from './jobs.paper.ts'
import type { About } from './mail.ts'

const AT_ONCE = 20

/** Issued invoices without a document, with everything that goes on it. */
export const listUndrawn = async (db: Db): Promise<{ id: string; paper: Paper }[]> =>
  (
    await db.rows<{
      item: { id: string; paper: Paper }
    }>(sql`select jsonb_build_object('id', i.id, 'paper', jsonb_build_object(
        'kind', i.kind, 'number', i.number, 'currency', i.currency, 'issued_on', i.issued_on, 'due_on', i.due_on,
        'issued_at', i.issued_at, 'period_from', i.period_from, 'period_to', i.period_to, 'purchase_order', i.purchase_order,
        'note', i.note, 'seller', i.seller, 'buyer', i.buyer, 'net_cents', i.net_cents, 'tax_name', i.tax_name,
        'tax_rate_millionths', i.tax_rate_millionths, 'tax_cents', i.tax_cents, 'total_cents', i.total_cents,
        'credits', (select o.number from invoices o where o.organization_id = i.organization_id and o.id = i.credits_id),
        'lines', (select jsonb_agg(jsonb_build_object('description', l.description, 'quantity', l.quantity,
            'unit_cents', l.unit_cents, 'amount_cents', l.amount_cents) order by l.position)
          from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id))) as item
      from invoices i where ${ours('i')} and i.status = 'issued'
        and not exists (select from invoice_documents d where d.organization_id = i.organization_id and d.invoice_id = i.id)
      order by i.issued_at, i.id limit ${AT_ONCE}::int`)
  ).map(({ item }) => item)

/** Keeps the first one: a concurrent process rendered the same document. */
export const insertDocument = (db: Db, invoice_id: string, pdf: Buffer) =>
  db.run(sql`insert into invoice_documents (organization_id, invoice_id, pdf, sha256)
    values ((select app.organization_id()), ${invoice_id}::uuid, ${pdf}, sha256(${pdf}::bytea)) on conflict do nothing`)

export type Due = About & { id: string; file: string; sent: string[]; today: WallDate }
const due = sql`jsonb_build_object('id', i.id, 'kind', i.kind, 'number', i.number, 'currency', i.currency,
  'total_cents', i.total_cents, 'open_cents', ${openOf}, 'due_on', i.due_on, 'seller', i.seller ->> 'name', 'to', a.email,
  'credits', (select o.number from invoices o where o.organization_id = i.organization_id and o.id = i.credits_id),
  'file', translate(encode(d.pdf, 'base64'), E'\n', ''), 'today', ${today},
  'sent', coalesce((select jsonb_agg(w.kind) from invoice_letters w where w.organization_id = i.organization_id
    and w.invoice_id = i.id), '[]'))`
const drawn = sql`from invoices i
  join invoice_documents d on d.organization_id = i.organization_id and d.invoice_id = i.id
  join billing_accounts a on a.organization_id = i.organization_id and a.email is not null
  where ${ours('i')}`

/** Documents not sent yet, if there is an address to send them to. */
export const listUnsent = async (db: Db): Promise<Due[]> =>
  (
    await db.rows<{ item: Due }>(sql`select ${due} as item ${drawn} and i.status = 'issued' and not exists (
        select from invoice_letters w where w.organization_id = i.organization_id and w.invoice_id = i.id and w.kind = 'issued')
      order by i.issued_at, i.id limit ${AT_ONCE}::int`)
  ).map(({ item }) => item)

/** Open invoices that may be due for a reminder: from a week before the due date on. */
export const listRemindable = async (db: Db): Promise<Due[]> =>
  (
    await db.rows<{ item: Due }>(sql`select ${due} as item ${drawn} and ${unsettled} and a.reminders
        and i.due_on <= ${today} + 7 and not exists (select from invoice_letters w
          where w.organization_id = i.organization_id and w.invoice_id = i.id and w.kind = 'overdue_30')
      order by i.due_on, i.id limit 200`)
  ).map(({ item }) => item)

/** True for the process that inserted it, which then writes the email in the same transaction. */
export const insertLetter = async (db: Db, invoice_id: string, kind: string, to: string): Promise<boolean> =>
  (await db.run(sql`insert into invoice_letters (organization_id, invoice_id, kind, to_address)
    values ((select app.organization_id()), ${invoice_id}::uuid, ${kind}, ${to}) on conflict do nothing`)) === 1
