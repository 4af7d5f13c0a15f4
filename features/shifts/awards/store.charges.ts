import { chargeOf, type Roster, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { usesHours } from '#features/shifts/award-rules/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { absentOf, type Counted, countedOf, hasRecord, sinceOf } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`

/**
 * Rows for `listMyCharges`: each rule in force, and what it counts of the caller's record now. The other officers' figures are read only
 * where the rule charges a newcomer for the time before.
 */
export const listMyCharges = () => sql`
  select v.name, v.version, v.body, nullif(w.since, '-infinity') as since, c.minutes, b.absent,
    case when b.absent > 0 and coalesce(v.body ->> 'newcomers', 'top') <> 'top' then (
      select coalesce(json_agg(json_build_object('minutes', m.minutes, 'times', m.times)), '[]')
      from (select o.id, c.minutes, c.times from officers o cross join lateral ${countedOf(now)} c
        where ${ours('o')} and ${onRoster(sql`o`)} and ${hasRecord}) m) end as others
  from (${rulesInForce}) v
  join officers o on ${ours('o')} and o.id = (select app.officer_id())
  cross join lateral (select ${sinceOf(sql`v.body`, now)} as since) w
  cross join lateral ${countedOf(now)} c
  cross join lateral (select ${absentOf(now)} as absent) b
  order by v.name, v.version`

type Row = {
  name: string
  version: number
  body: unknown
  since: Date | null
  minutes: Counted['minutes']
  absent: number
  others: Counted[] | null
}

const nobody: Roster = { average: 0, most: 0, most_turns: 0 }

/** What each rule that ranks by hours charges, computed as in an award. */
export const chargedBy = (rows: readonly Row[]) =>
  rows.flatMap(({ name, version, body, since: from, minutes, absent, others }) => {
    const rule = ruleOf(body)
    if (!usesHours(rule)) return []
    const charged = (roster: Roster) => chargeOf(rule, { minutes, absent }, roster)
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
