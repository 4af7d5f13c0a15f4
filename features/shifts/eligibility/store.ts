import { givenPost } from '#features/shifts/signups/store.takeover.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Purpose, Reason } from './rules.ts'
import { type EligibilityRow, eligibilityColumns, reasonsOf, withRules } from './store.facts.ts'

export type Asked = {
  assignment_id: string
  post_id: string
  /** `all`: all active, approved officers; `self`: the caller. */
  officer_ids: readonly string[] | 'all' | 'self'
  purpose: Purpose
  /** A part of the post's time; by default all of it. */
  starts_at?: Date
  ends_at?: Date
  /** Sign-ups given up in the same step, which no longer count. */
  without?: readonly string[]
}

/** The ends of a part as in the API; if absent, all of the post's time. */
export const partOf = (typed: { starts_at?: string | undefined; ends_at?: string | undefined }) => ({
  ...(typed.starts_at === undefined ? {} : { starts_at: new Date(typed.starts_at) }),
  ...(typed.ends_at === undefined ? {} : { ends_at: new Date(typed.ends_at) }),
})

export type Eligibility = {
  officer_id: string
  name: string
  badge_number: string | null
  unit: string | null
  rank: string | null
  hired_on: string | null
  reasons: Reason[]
}

type Row = EligibilityRow & Omit<Eligibility, 'reasons'>

const whoseOf = (asked: Asked): Sql => {
  if (asked.officer_ids === 'self') return sql`o.id = (select app.officer_id())`
  if (asked.officer_ids !== 'all') return sql`o.id = any(${asked.officer_ids}::uuid[])`
  return onRoster(sql`o`)
}

/** The post as `p`, or the requested part of its time; of a shift under way, what is left of it. */
export const postOf = ({ post_id, starts_at, ends_at }: Pick<Asked, 'post_id' | 'starts_at' | 'ends_at'>): Sql =>
  sql`(select ${givenPost(
    starts_at && sql`${starts_at}::timestamptz`,
    ends_at && sql`${ends_at}::timestamptz`,
  )} from posts r where ${ours('r')} and r.id = ${post_id}::uuid) p`

/**
 * Officers with all reasons against them on a post, or a part of its time, by name; one statement. Empty if the post does not
 * exist. To act on the result, lock first (`lockOfficersAndPlace`), then call this.
 */
export const listEligibility = async (db: Db, asked: Asked): Promise<Eligibility[]> => {
  const rows =
    await db.rows<Row>(sql`select o.id as officer_id, o.name, o.badge_number, o.unit, o.rank, ${eligibilityColumns}
    from assignments a
    join ${postOf(asked)} on p.organization_id = a.organization_id and p.assignment_id = a.id
    join officers o on o.organization_id = a.organization_id and ${whoseOf(asked)}
    ${withRules}
    where ${ours('a')} and a.id = ${asked.assignment_id}::uuid
    order by o.name, o.id`)
  return rows.map((row) => {
    const { officer_id, name, badge_number, unit, rank, hired_on } = row
    return {
      officer_id,
      name,
      badge_number,
      unit,
      rank,
      hired_on,
      reasons: reasonsOf(row, asked.purpose, asked.without),
    }
  })
}

/**
 * Locks what a spot depends on, in the standard order: officers by id, assignment, post. The caller need not await it: later
 * statements in the pipeline see the state after the locks were granted.
 */
export const lockOfficersAndPlace = (
  db: Db,
  at: { officer_ids: readonly string[]; assignment_id: string; post_id: string },
) =>
  Promise.all([
    db.run(sql`select 1 from officers where ${ours()}
      and id = any(${at.officer_ids}::uuid[]) order by id for no key update`),
    db.run(sql`select 1 from assignments where ${ours()}
      and id = ${at.assignment_id}::uuid for share`),
    db.run(sql`select 1 from posts where ${ours()}
      and id = ${at.post_id}::uuid for no key update`),
  ])
