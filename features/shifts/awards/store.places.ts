import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { activeOfficer, onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Facts, orderedMethods, placeIn } from './rules.places.ts'
import { isRanked, rankFacts, withCounted } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`

/** Rows for `listMyPlaces`: each rule in force whose order is the same for every shift, with the facts about everyone it ranks. */
export const listMyPlaces = () => sql`
  select v.name, v.version, v.body, v.kinds, (select app.officer_id()) as officer_id, coalesce((select json_agg(x) from (
      select ${rankFacts(now)}, null as applied_at, false as unit_match, ${activeOfficer(sql`o`)} as active
      from officers o ${withCounted(sql`v.body`, now)}
      where ${ours('o')} and ${onRoster(sql`o`)} and (${isRanked} or o.id = (select app.officer_id()))) x), '[]') as officers
  from (${rulesInForce}) v
  where v.body ->> 'method' = any(${[...orderedMethods]}::text[])
  order by v.name`

type Row = {
  name: string
  version: number
  body: unknown
  kinds: AssignmentKind[]
  officer_id: string
  officers: Facts[]
}

/** The caller's place by each rule; nothing about anyone else leaves the server but how many they are. */
export const placesBy = (rows: readonly Row[]) =>
  rows.flatMap(({ name, version, body, kinds, officer_id, officers }) => {
    const rule = ruleOf(body)
    const method = orderedMethods.find((one) => one === rule.method)
    const found = placeIn(rule, officers, officer_id)
    return method && found ? [{ name, version, method, kinds, ...found }] : []
  })
