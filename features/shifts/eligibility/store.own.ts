import type { TourFacts } from '#features/roster/tours/rules.ts'
import { tourFacts, toursOf } from '#features/roster/tours/store.ts'
import { givenPost } from '#features/shifts/signups/store.takeover.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { seekingStatuses } from '#platform/shared/statuses.ts'
import type { OwnLimits } from './contract.ts'
import { standingOf } from './rules.standing.ts'
import { LOOK_AHEAD_MINUTES, type OfficerFacts, type Work, type WorkRules } from './rules.ts'
import { extraMinutes, weekMinutes } from './store.extra.ts'
import {
  certificationFacts,
  type EligibilityRow,
  eligibilityColumns,
  namedTour,
  rulesFacts,
  withRules,
  workFacts,
} from './store.facts.ts'

export type OwnRow = {
  now_at: string
  zone: string
  rules: WorkRules | null
  hired_on: string | null
  certifications: NonNullable<OfficerFacts['certifications']>
  work: (Work & { signup_id?: string })[]
  tours: TourFacts
  from_at: string
  to_at: string
}

/**
 * The caller's work as far as the rules look for shifts in the coming days, as one JSON value; no row if the caller is not on the
 * roster.
 */
export const findOwnLimits = ({ days }: { days: number }): Sql => {
  const from = sql`(now() - interval '1 day' - make_interval(mins => coalesce(w.reach_minutes, 0)))`
  const to = sql`(now() + make_interval(days => ${days + 7}::int, mins => case when w.organization_id is null then 0
    else w.reach_minutes + ${LOOK_AHEAD_MINUTES}::int end))`
  return sql`select json_build_object('now_at', now(), 'zone', g.time_zone, 'rules', ${rulesFacts}, 'hired_on', o.hired_on,
      'certifications', ${certificationFacts},
      'work', case when w.organization_id is null then '[]' else ${workFacts(from, to)} end,
      'tours', ${tourFacts(from, to)}, 'from_at', ${from}, 'to_at', ${to}) as own
    from officers o join organizations g on g.id = o.organization_id
    left join work_rules w on w.organization_id = o.organization_id
    where ${ours('o')} and o.id = (select app.officer_id())`
}

/** The row with the tours expanded, as the officer's screen needs it. */
export const ownLimitsOf = (row: OwnRow): OwnLimits => {
  const { zone, rules, hired_on, certifications, tours } = row
  const reckoned = toursOf(tours, { starts_at: row.from_at, ends_at: row.to_at }, zone).map(namedTour)
  const work = [...row.work.map(({ signup_id: _, ...one }) => one), ...reckoned]
  const standing = rules === null ? [] : standingOf(work, rules, zone, row.now_at)
  return { zone, rules, work, certifications: [...certifications], hired_on, leaves: [...tours.leaves], standing }
}

export type WaitingRow = EligibilityRow & { signup_id: string; week_minutes: number; extra_minutes: number }

/** Pending sign-ups, with all that the check needs. */
export const listWaiting = ({ ids }: { ids: readonly string[] }): Sql => sql`
  select s.id as signup_id, ${weekMinutes(sql`s.starts_at`)} as week_minutes, ${extraMinutes} as extra_minutes,
    ${eligibilityColumns}
  from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join lateral (select ${givenPost(sql`s.starts_at`, sql`s.ends_at`)}
    from posts r where r.organization_id = s.organization_id and r.id = s.post_id) p on true
  join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
  ${withRules}
  where ${ours('s')} and s.id = any(${ids}::uuid[])
    and s.status in ${oneOf(seekingStatuses)}
  order by s.starts_at, s.id`
