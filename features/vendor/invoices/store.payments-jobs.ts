import { openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Currency } from '#platform/shared/money.ts'

/** Settles tasks about invoices that were paid or credited since. */
export const settleTasks = (db: Db) =>
  db.run(sql`update billing_tasks t set state = 'settled', decided_at = now()
    where ${ours('t')} and t.state = 'open' and exists (select from invoices i
      where i.organization_id = t.organization_id and i.id = t.invoice_id and i.settled_at is not null)`)

export type Late = { number: string; days: number; currency: Currency; open_cents: number }
/**
 * Creates a task for the vendor's staff about the oldest invoice overdue for as long as the customer's details allow; once per
 * invoice, one open task at a time.
 */
export const insertTask = async (db: Db, days: number): Promise<Late | null> => {
  const row = await db.row<{ item: Late }>(sql`with late as (
      select i.id, i.number, ${today} - i.due_on as days, i.currency, ${openOf} as open_cents
      from invoices i join organizations g on g.id = i.organization_id
      where ${ours('i')} and ${unsettled} and g.state = 'active'
        and ${today} - i.due_on >= coalesce((select a.suspend_after_days from billing_accounts a
          where a.organization_id = i.organization_id), ${days}::int)
        and not exists (select from billing_tasks t where t.organization_id = i.organization_id
          and (t.invoice_id = i.id or t.state = 'open'))
      order by i.due_on, i.id limit 1),
    made as (insert into billing_tasks (organization_id, kind, invoice_id, days_overdue)
      select (select app.organization_id()), 'suspension', id, days from late on conflict do nothing returning invoice_id)
    select jsonb_build_object('number', l.number, 'days', l.days, 'currency', l.currency, 'open_cents', l.open_cents) as item
    from late l join made m on m.invoice_id = l.id`)
  return row?.item ?? null
}
