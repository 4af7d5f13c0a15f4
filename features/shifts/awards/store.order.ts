import { leaveFacts } from '#features/roster/leaves/store.ts'
import { type Applicant, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { currentVersion, ruleOf } from '#features/shifts/award-rules/store.ts'
import type { OfficerFacts } from '#features/shifts/eligibility/rules.ts'
import type { Candidate } from '#features/shifts/signups/rules.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { currentOrder, openStepOf, reasonsNow } from './rules.order.ts'
import { hasRecord, isRanked, rankFacts, withCounted } from './store.facts.ts'

export type OrderAsked = {
  id: string
  show: 'all' | 'left_out'
  search: string
  limit: number
  after?: string | undefined
}

type Officer = Omit<Applicant, 'applied_at' | 'unit_match'> &
  Omit<Candidate, 'signups'> &
  Required<Pick<OfficerFacts, 'leaves'>> & { name: string; has_record: boolean }

type Row = {
  name: string
  version: number
  body: unknown
  effective_from: Date
  now_at: Date
  zone: string
  asked: OrderAsked
  officers: Officer[]
}

const now = sql`now()`

/** A row for `readOrder`: the rule, the request, and everyone whom it ranks with the facts that an award ranks by. */
export const findOrder = (asked: OrderAsked): Sql => sql`
  select v.name, v.version, v.body, v.effective_from, now() as now_at, g.time_zone as zone,
    ${JSON.stringify(asked)}::jsonb as asked,
    coalesce((select json_agg(x) from (
      select ${rankFacts(now)}, o.name, o.approved, o.suspended_at, ${hasRecord} as has_record,
        ${leaveFacts(now, sql`now() + interval '1 minute'`)} as leaves
      from officers o ${withCounted(sql`v.body`, now)}
      where ${ours('o')} and ${onRoster(sql`o`)} and ${isRanked}) x), '[]') as officers
  from (${currentVersion(sql`${asked.id}::uuid`)}) v
  join organizations g on g.id = (select app.organization_id())`

const matches = (officer: Officer, search: string): boolean =>
  search === '' ||
  [officer.name, officer.badge_number, officer.unit].some((text) => text?.toLowerCase().includes(search))

/** Everyone in order, with what keeps each from a shift now. */
const placedOf = ({ body, now_at, zone, officers }: Row) => {
  const rule = ruleOf(body)
  const facts = officers.map((one): Applicant => ({ ...one, applied_at: null, unit_match: false }))
  const roster = rosterOf(
    rule,
    officers.filter((one) => one.has_record),
  )
  const byId = new Map(officers.map((one) => [one.officer_id, one]))
  const at = isoInstant(now_at)
  const placed = currentOrder(rule, facts, roster).flatMap((one) => {
    const officer = byId.get(one.officer_id)
    return officer ? [{ ...one, officer, reasons: reasonsNow(officer, at, zone) }] : []
  })
  // Between officers who share a place nothing has decided: by name, as people look for them.
  return placed.sort((a, b) => a.place - b.place || (a.shared ? a.officer.name.localeCompare(b.officer.name, 'en') : 0))
}

/** A page of the order; the key is how many of the matching officers came before. */
export const orderPage = (row: Row) => {
  const { asked } = row
  const placed = placedOf(row)
  const search = asked.search.trim().toLowerCase()
  const found = placed.filter((one) => matches(one.officer, search) && (asked.show === 'all' || one.reasons.length > 0))
  const from = Number(asked.after ?? 0)
  const shown = found.slice(from, from + asked.limit)
  const rule = ruleOf(row.body)
  return {
    items: shown.map(({ officer, officer_id, place, shared, decided_by, values, reasons }) => ({
      officer_id,
      name: officer.name,
      badge_number: officer.badge_number,
      unit: officer.unit,
      place,
      shared,
      decided_by,
      values,
      reasons,
    })),
    next: from + shown.length < found.length ? String(from + shown.length) : null,
    rule,
    name: row.name,
    version: row.version,
    effective_from: row.effective_from.toISOString(),
    now_at: row.now_at.toISOString(),
    found: found.length,
    total: placed.length,
    left_out: placed.filter((one) => one.reasons.length > 0).length,
    open_step: openStepOf(rule),
    undecided: placed.length > 1 && placed.every((one) => one.place === 1),
  }
}
