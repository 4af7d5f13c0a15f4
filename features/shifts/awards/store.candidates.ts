import { contactColumns } from '#features/roster/officers/store.contact.ts'
import { type Applicant, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { type EligibilityRow, eligibilityColumns } from '#features/shifts/eligibility/store.facts.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { rankingMethods, standingsIn } from './rules.by-hand.ts'
import { ranksAhead } from './rules.order.ts'
import {
  absentOf,
  type Counted,
  countedOf,
  hasRecord,
  isRanked,
  rankFacts,
  sinceOf,
  unitMatch,
  withCounted,
} from './store.facts.ts'

const now = sql`now()`

/** Whether the rule of the shift ranks officers who have not applied; with `withRule`. */
export const ruleRanks = sql`coalesce(found.body ->> 'method' in ${oneOf(rankingMethods)}, false)`
const charging = sql`(${ruleRanks} and coalesce(found.body ->> 'newcomers', 'top') <> 'top')`

/** As `isRanked`, with `withRule`; the record is read of admins only. */
export const rankedNow = sql`(o.role = 'officer' or (select ${isRanked} from (select ${sinceOf(sql`found.body`, now)} as since) w
  cross join lateral ${countedOf(now)} c))`

/**
 * Whether the rule gives points between the least and the most of all, so that a part of the roster can't be ranked alone; with
 * `withRule`. Then everyone on the roster is read, and `listed` says who was asked for.
 */
export const comparesAll = sql`coalesce(found.body ->> 'method' = 'weighted', false)`

/**
 * Officers `o` who could be assigned to a post `p` of an assignment `a`, with `withRules` and `withRule`, as columns for `candidatesIn`: the
 * person, all that the rules of work ask, and what an award of the shift would rank by now. `listed` is whom to list. If not `everyone` on
 * the roster is read, the first row brings the record of all, for rules that charge newcomers by it.
 */
export const candidateColumns = ({
  listed,
  everyone,
}: {
  listed: Sql
  everyone: Sql
}) => sql`o.id as officer_id, o.name, o.badge_number,
  o.rank, o.unit, ${contactColumns(sql`o`)}, coalesce(${listed}, false) as listed, o.id = (select app.me()) as own, found.body as rule, found.name as rule_name, found.version as rule_version,
  ${rankedNow} as ranked,
  case when ${ruleRanks} then (select to_jsonb(x) from (select ${rankFacts(now, sql`case when ${charging} then ${absentOf(now)} else 0 end`)}, ${unitMatch} as unit_match
    from (select) one ${withCounted(sql`found.body`, now)}) x) end as facts,
  case when not ${everyone} and ${charging} and row_number() over () = 1 then (
    select coalesce(json_agg(json_build_object('minutes', m.minutes, 'times', m.times)), '[]')
    from (select c.minutes, c.times from officers o ${withCounted(sql`found.body`, now)}
      where ${ours('o')} and ${onRoster(sql`o`)} and ${hasRecord}) m) end as others, ${eligibilityColumns}`

/** A row of `candidateColumns`, with the hours that decide where no award rule does. */
export type CandidateRow = EligibilityRow & {
  /** Null in the one row of a shift for which nobody is found. */
  officer_id: string | null
  name: string
  badge_number: string | null
  rank: string | null
  unit: string | null
  has_account: boolean
  phone: string | null
  /** False for an officer who is only compared with those listed. */
  listed: boolean
  own: boolean
  minutes: number
  rule: unknown
  rule_name: string | null
  rule_version: number | null
  ranked: boolean
  facts: Omit<Applicant, 'applied_at'> | null
  others: Counted[] | null
}

const recorded = ({ times }: Counted): boolean => Object.keys(times).length > 0

/** The award rule that ranks the officers of these rows, if one does, and everyone with the place in its order, listed or only compared. */
export const candidatesIn = <R extends CandidateRow>(rows: readonly R[]) => {
  const [first] = rows
  const rule = first?.rule ? ruleOf(first.rule) : null
  const facts = rows.flatMap((row) => (row.facts ? [row.facts] : []))
  const roster = rows.find((row) => row.others)?.others ?? facts.filter(recorded)
  const compared = new Set(rows.flatMap((row) => (row.ranked ? (row.officer_id ?? []) : [])))
  const applicants = facts.flatMap((one) => (compared.has(one.officer_id) ? [{ ...one, applied_at: null }] : []))
  const ranks = rule !== null && ranksAhead(rule.method)
  const standings = ranks ? standingsIn(rule, applicants, rosterOf(rule, roster)) : null
  return {
    rule: ranks ? { name: first?.rule_name ?? '', version: first?.rule_version ?? 1, body: rule } : null,
    people: rows.flatMap((row) => {
      const { officer_id, name, badge_number, rank, unit, has_account, phone, own, minutes, ranked, listed } = row
      if (officer_id === null) return []
      const { place = null, compared = null } = standings?.get(officer_id) ?? {}
      const person = { officer_id, name, badge_number, rank, unit, has_account, phone, own }
      return [{ ...person, minutes, ranked, listed, place, compared, row }]
    }),
  }
}
