import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { join, named, type Sql, sql } from '#platform/server/sql.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { countMonth, figureNames, takeDue } from './store.months.ts'
import { countRevenue } from './store.months-revenue.ts'

const names = join(
  ['month', ...figureNames].map((name) => named(name)),
  sql`, `,
)

/** Every month of every department; erased departments have a number instead of an id. */
export const everyMonth: Sql = sql`(select organization_id, ${names} from month_figures
  union all select series, ${names} from past_figures)`
/** How many shifts were filled after how many minutes, for all departments. */
export const everyFillTime: Sql = sql`(select month, minutes, tier, shifts from month_fill_times
  union all select month, minutes, tier, shifts from past_fill_times)`

/**
 * The final count of the organization in scope, which this transaction erases: its revenue ends today, and its months move to the
 * totals without its id. Switches to the vendor's scope.
 */
export const keepPast = async (db: Db): Promise<void> => {
  const us = sql`(select app.organization_id())`
  // Waits for a count in progress; nobody counts it after this.
  await db.row(sql`select from figure_states where organization_id = ${us} for update`)
  for (const month of await takeDue(db)) {
    await countMonth(db, month)
    await countRevenue(db, month)
  }
  const take = async (table: 'month_figures' | 'month_fill_times') => {
    const row = await db.row<{ rows: unknown[] | null }>(sql`with gone as (delete from ${named(table)} f
        where f.organization_id = ${us} returning f.*)
      select jsonb_agg(to_jsonb(gone) - 'organization_id' - 'computed_at') as rows from gone`)
    return JSON.stringify(row?.rows ?? [])
  }
  const [months, times] = [await take('month_figures'), await take('month_fill_times')]
  await setScope(db, { organization_id: VENDOR_ID })
  const series = crypto.randomUUID()
  const put = (table: 'past_figures' | 'past_fill_times', columns: Sql, rows: string) =>
    db.run(sql`insert into ${named(table)} (organization_id, series, ${columns})
      select ${us}, ${series}::uuid, ${columns} from jsonb_populate_recordset(null::${named(table)}, ${rows}::jsonb)`)
  await put('past_figures', names, months)
  await put('past_fill_times', sql`month, minutes, tier, shifts`, times)
}
