import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { activeOfficer, onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Facts, orderedMethods, placeIn } from './rules.places.ts'
import { startOfCount } from './store.charges.ts'
import { absentOf, countedOf } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`

/** Rows for `listMyPlaces`: each rule in force whose order is the same for every shift, with the facts about everyone it ranks. */
export const listMyPlaces = () => sql`
  select v.name, v.body, v.kinds, (select app.officer_id()) as officer_id, (
    select coalesce(json_agg(json_build_object('officer_id', o.id, 'hired_on', o.hired_on::text, 'badge_number', o.badge_number,
        'unit', o.unit, 'rank', o.rank, 'applied_at', null, 'minutes', c.minutes, 'times', c.times, 'last', c.last,
        'joined_on', to_char(coalesce(o.approved_at, o.created_at) at time zone 'UTC', 'YYYY-MM-DD'), 'absent', b.absent,
        'unit_match', false, 'owed', false, 'active', ${activeOfficer(sql`o`)})), '[]')
    from officers o
    cross join lateral ${countedOf(now)} c
    cross join lateral (select ${absentOf(now)} as absent) b
    where ${ours('o')} and ${onRoster(sql`o`)}) as officers
  from (${rulesInForce}) v
  cross join lateral (select ${startOfCount} as since) w
  where v.body ->> 'method' = any(${[...orderedMethods]}::text[])
  order by v.name`

type Row = { name: string; body: unknown; kinds: AssignmentKind[]; officer_id: string; officers: Facts[] }

/** The caller's place by each rule; nothing about anyone else leaves the server but how many they are. */
export const placesBy = (rows: readonly Row[]) =>
  rows.flatMap(({ name, body, kinds, officer_id, officers }) => {
    const rule = ruleOf(body)
    const method = orderedMethods.find((one) => one === rule.method)
    const found = placeIn(rule, officers, officer_id)
    return method && found ? [{ name, method, kinds, ...found }] : []
  })
