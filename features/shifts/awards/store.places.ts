import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { activeOfficer, onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Facts, orderedMethods, type Place, placesIn } from './rules.places.ts'
import { isRanked, rankFacts, withCounted } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`

/** Who asks. */
export const findAsking = () => sql`select (select app.officer_id()) as officer_id`

/**
 * For `listMyPlaces`: each rule in force whose order is the same for every shift, with the facts about everyone on the roster. The same
 * for all officers: in a department of thousands it takes a second, so those who ask at the same time share one reading.
 */
export const listFacts = () => sql`
  select json_build_object('rules', coalesce((select json_agg(r order by r.name) from (
    select v.name, v.version, v.body, v.kinds, coalesce((select json_agg(x) from (
        select ${rankFacts(now)}, null as applied_at, false as unit_match, ${activeOfficer(sql`o`)} as active, ${isRanked} as ranked
        from officers o ${withCounted(sql`v.body`, now)}
        where ${ours('o')} and ${onRoster(sql`o`)}) x), '[]') as officers
    from (${rulesInForce}) v
    where v.body ->> 'method' = any(${[...orderedMethods]}::text[])) r), '[]'))::text as json`

type RuleFacts = {
  name: string
  version: number
  body: unknown
  kinds: AssignmentKind[]
  officers: (Facts & { ranked: boolean })[]
}

const ranked = (facts: RuleFacts, and: string | null = null): ReadonlyMap<string, Place> =>
  placesIn(
    ruleOf(facts.body),
    facts.officers.filter((one) => one.ranked || one.officer_id === and),
  )
/** Everyone's places by a rule, computed once for all who share its reading. */
const places = new WeakMap<RuleFacts, ReadonlyMap<string, Place>>()
const placeOf = (facts: RuleFacts, officer_id: string): Place | undefined => {
  const known = places.get(facts) ?? ranked(facts)
  places.set(facts, known)
  // An admin without a record is ranked in the own order only.
  return known.get(officer_id) ?? ranked(facts, officer_id).get(officer_id)
}

/** The caller's place by each rule; nothing about anyone else leaves the server but how many they are. */
export const placesBy = ({ rules }: { rules: readonly RuleFacts[] }, officer_id: string | null) =>
  rules.flatMap((facts) => {
    const { name, version, kinds } = facts
    const method = orderedMethods.find((one) => one === ruleOf(facts.body).method)
    const found = officer_id === null ? undefined : placeOf(facts, officer_id)
    return method && found ? [{ name, version, method, kinds, ...found }] : []
  })
