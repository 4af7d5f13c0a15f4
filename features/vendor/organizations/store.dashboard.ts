import { openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import { join, type Sql, sql } from '#platform/server/sql.ts'
import { both, conditionsOf, facts } from './store.ts'

const NEWEST = 5

const count = (of: Parameters<typeof conditionsOf>[0]): Sql =>
  sql`(select count(*)::int from ${both} where ${join(conditionsOf(of), sql` and `)})`

/** Due yesterday or earlier, by the days used in the books. */
const overdue = sql`invoices i where ${unsettled} and i.due_on < ${today}`

/** Each figure counts what the list behind its link shows. */
export const findDashboard = (): Sql => sql`select json_build_object(
    'waiting', json_build_object(
      'trials', (select count(*)::int from feature_requests where trial_state = 'new'),
      'contacts', (select count(*)::int from contact_requests where status = 'new'),
      'wishes', (select count(*)::int from feature_requests
        where trial_state is null and status = 'pending' and merged_at is null),
      'problems', (select count(*)::int from problem_reports where status = 'pending' and merged_at is null)),
    'trials', json_build_object('ending', ${count({ state: 'active', trial: 'ending_soon' })},
      'ended', ${count({ state: 'active', trial: 'expired' })}),
    'overdue', json_build_object('invoices', (select count(*)::int from ${overdue}),
      'open', coalesce((select json_agg(json_build_object('currency', c.currency, 'cents', c.cents) order by c.currency)
        from (select i.currency, sum(${openOf})::bigint as cents from ${overdue}
          group by 1) c), '[]')),
    'quiet', ${count({ state: 'active', quiet: 'yes' })},
    'organizations', ${count({})},
    'officers', (select coalesce(sum(f.officers_counted), 0)::int from ${both} where ${join(conditionsOf({}), sql` and `)}),
    'newest', coalesce((select json_agg(n.item order by n.created_at desc, n.id desc) from (
      select o.created_at, o.id, json_build_object(${facts}) as item from ${both}
      where ${join(conditionsOf({}), sql` and `)} order by o.created_at desc, o.id desc limit ${NEWEST}::int) n), '[]'))::text as json`
