import { type Roster, rank, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { usesHours } from '#features/shifts/award-rules/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { absentOf, type Counted, countedOf } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`
const days = sql`coalesce(v.body #>> '{counts,window_days}', '365')`
const months = sql`make_interval(months => coalesce((v.body ->> 'fiscal_month')::int, 1) - 1)`

/** The start of the counted period of rule `v`: the same as `sinceOf`. */
export const startOfCount = sql`(select case
    when v.body ->> 'method' = 'pick_list' or ${days} = 'ever' then '-infinity'::timestamptz
    when ${days} = 'fiscal_year' then (date_trunc('year', (now() at time zone g.time_zone) - ${months}) + ${months})
      at time zone g.time_zone
    else now() - make_interval(days => ${days}::int) end
  from organizations g where g.id = (select app.organization_id()))`

/**
 * Rows for `listMyCharges`: each rule in force, and what it counts of the caller's record now. The other officers' figures are read only
 * where the rule charges a newcomer for the time before.
 */
export const listMyCharges = () => sql`
  select v.name, v.version, v.body, nullif(w.since, '-infinity') as since, o.id as officer_id, c.minutes, b.absent,
    case when b.absent > 0 and coalesce(v.body ->> 'newcomers', 'top') <> 'top' then (
      select coalesce(json_agg(json_build_object('minutes', m.minutes, 'times', m.times)), '[]')
      from (select o.id, c.minutes, c.times from officers o cross join lateral ${countedOf(now)} c
        where ${ours('o')} and ${onRoster(sql`o`)} and c.times <> '{}') m) end as others
  from (${rulesInForce}) v
  join officers o on ${ours('o')} and o.id = (select app.officer_id())
  cross join lateral (select ${startOfCount} as since) w
  cross join lateral ${countedOf(now)} c
  cross join lateral (select ${absentOf(now)} as absent) b
  order by v.name, v.version`

type Row = {
  name: string
  version: number
  body: unknown
  since: Date | null
  officer_id: string
  minutes: Counted['minutes']
  absent: number
  others: Counted[] | null
}

const nobody: Roster = { average: 0, most: 0, most_turns: 0 }

/** What each rule that ranks by hours charges, computed as in an award. */
export const chargedBy = (rows: readonly Row[]) =>
  rows.flatMap(({ name, version, body, since: from, officer_id, minutes, absent, others }) => {
    const rule = ruleOf(body)
    if (!usesHours(rule)) return []
    const facts = { officer_id, minutes, absent, times: {}, last: {}, joined_on: '', unit_match: false, owed: false }
    const who = { ...facts, hired_on: null, badge_number: null, unit: null, rank: null, applied_at: null }
    const charged = (roster: Roster) => rank(rule, [who], null, roster)[0]?.values.charged ?? 0
    return [
      {
        rule,
        name,
        version,
        since: from?.toISOString() ?? null,
        charged: charged(others ? rosterOf(rule, others) : nobody),
        recorded: charged(nobody),
      },
    ]
  })

/** An officer's charge may need what the others have. */
export const ofEverybody = sql`true`
