import {
  type EligibilityRow,
  eligibilityColumns,
  reasonsOf,
  withRules,
} from '#features/shifts/eligibility/store.facts.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import { likeText, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { colleagueReason, sharedNames } from './rules.colleagues.ts'
import type { SwapKind } from './rules.ts'

const given = (id: string) => sql`${ours('s')} and s.id = ${id}::uuid
  and s.officer_id = (select app.officer_id()) and s.status in ${oneOf(aheadStatuses)} and s.starts_at > now()`

/** The caller has the shift that is given: asked before colleagues are read with the department's rights. */
export const givesOwn = ({ signup_id }: { signup_id: string }): Sql =>
  sql`exists (select from officer_assignments s where ${given(signup_id)})`

/** The part of post `r` that signup `s` holds, as the rules ask for a post. */
const held = sql`(select r.organization_id, r.id, r.assignment_id, r.required_count, r.confirmed_count, r.requirements,
    s.starts_at, s.ends_at from posts r where r.organization_id = s.organization_id and r.id = s.post_id)`

const isActive = activeOfficer(sql`o`)

/** A row of each colleague found; one without an officer where there is none, and none where the shift is not the caller's. */
export const findColleagues = (asked: { signup_id: string; kind: SwapKind; search?: string | undefined }): Sql => sql`
  select ${asked.kind}::text as kind, o.id as officer_id, o.name, o.badge_number, o.rank, o.unit,
    ${eligibilityColumns}
  from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  cross join lateral ${held} p
  ${withRules}
  left join officers o on o.organization_id = a.organization_id and o.id <> s.officer_id and ${isActive}
    and (${asked.search ?? ''} = '' or o.name ilike ${likeText(asked.search ?? '')})
  where ${given(asked.signup_id)}
  order by o.name, o.id`

const COLLEAGUES_LISTED = 40
type ColleagueRow = EligibilityRow & {
  kind: SwapKind
  officer_id: string | null
  name: string
  badge_number: string | null
  rank: string | null
  unit: string | null
}

/** Those who can have it first, each half by name. */
export const colleaguesOf = (rows: readonly ColleagueRow[]) => {
  const shared = sharedNames(rows.flatMap(({ officer_id, name }) => (officer_id === null ? [] : [name])))
  const all = rows.flatMap((row) => {
    if (row.officer_id === null) return []
    const { badge_number, rank, unit } = row
    const apart = shared(row.name) ? { badge_number, rank, unit } : null
    const reason = colleagueReason(reasonsOf(row, 'fill'), row.kind === 'swap')
    return [{ id: row.officer_id, name: row.name, apart, reason }]
  })
  const sorted = [...all.filter(({ reason }) => reason === null), ...all.filter(({ reason }) => reason !== null)]
  return { items: sorted.slice(0, COLLEAGUES_LISTED), more: Math.max(0, sorted.length - COLLEAGUES_LISTED) }
}

/** First the colleague on the caller's shift, then the caller on each of the colleague's; none where the shift is not the caller's. */
export const findColleagueShifts = ({ signup_id, officer_id }: { signup_id: string; officer_id: string }): Sql => sql`
  select 'theirs' as side, s.id as given_id, null::uuid as signup_id, '' as title, '' as time_zone, s.starts_at, s.ends_at,
    ${eligibilityColumns}
  from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  cross join lateral ${held} p
  join officers o on o.organization_id = s.organization_id and o.id = ${officer_id}::uuid and o.id <> s.officer_id and ${isActive}
  ${withRules}
  where ${given(signup_id)}
  union all
  (select 'mine', ${signup_id}::uuid, s.id, a.title, a.time_zone, s.starts_at, s.ends_at, ${eligibilityColumns}
  from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  cross join lateral ${held} p
  join officers o on o.organization_id = s.organization_id and o.id = (select app.officer_id())
  ${withRules}
  where ${ours('s')} and s.officer_id = ${officer_id}::uuid and s.status = 'confirmed'
    and s.starts_at > now() and ${givesOwn({ signup_id })}
    and not exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
      and t.checked_in_at is not null)
  order by s.starts_at, s.id limit 50)`

type ShiftRow = EligibilityRow & {
  side: 'mine' | 'theirs'
  given_id: string
  signup_id: string
  title: string
  time_zone: string
  starts_at: Date
  ends_at: Date
}

/** Null where the shift is not the caller's, or the colleague is nobody to swap with. */
export const colleagueShiftsOf = (rows: readonly ShiftRow[]) => {
  const theirs = rows.find(({ side }) => side === 'theirs')
  if (!theirs) return null
  const items = rows
    .filter(({ side }) => side === 'mine')
    .map((row) => {
      const without = [row.given_id, row.signup_id]
      const mine = colleagueReason(reasonsOf(row, 'fill', without))
      const other = colleagueReason(reasonsOf(theirs, 'fill', without))
      const reason = mine ? { ...mine, of: 'mine' as const } : other ? { ...other, of: 'theirs' as const } : null
      const { signup_id, title, time_zone, starts_at, ends_at } = row
      return {
        signup_id,
        title,
        time_zone,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
        reason,
      }
    })
  return { items: [...items.filter((one) => !one.reason), ...items.filter((one) => one.reason)] }
}
