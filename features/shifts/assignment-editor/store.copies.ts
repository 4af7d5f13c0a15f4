import type { AssignmentSeen, Work } from '#features/shifts/assignments/contract.shapes.ts'
import { hasVersionOf } from '#features/shifts/award-rules/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Instant, plusDays, type WallDate } from '#platform/shared/time.ts'
import { type Copied, MOST_COPIES, type Twin } from './rules.copies.ts'

type Post = AssignmentSeen['posts'][number]
/** What of a shift is made again on another date. */
export type Repeatable = Work &
  Pick<AssignmentSeen, 'time_zone' | 'starts_at' | 'ends_at' | 'min_required' | 'signup_mode' | 'award_rule_id'> &
  Pick<AssignmentSeen, 'signup_opens_at' | 'signup_closes_at'> & {
    posts: Pick<Post, 'name' | 'required_count' | 'starts_at' | 'ends_at' | 'requirements' | 'split_minutes'>[]
  }

export type CopyFacts = {
  source: WallDate
  target: WallDate
  now: string
  /** The plan lets check-ins be verified by location. */
  locates: boolean
  sources: (Repeatable & {
    id: string
    status: string
    /** An awarded shift needs a rule. */
    ruled: boolean
  })[]
  /** What starts in the target already and is not canceled. */
  there: Twin[]
  /** The source has more than one copy takes. */
  more: boolean
}

type Asked = { source: WallDate; target: WallDate; days: number }

const startsIn = (first: WallDate, days: number): Sql => sql`
  ${ours('a')}
  and a.starts_at >= ${first}::date::timestamp at time zone g.time_zone
  and a.starts_at < (${first}::date + ${days}::int)::timestamp at time zone g.time_zone`

const postsOf = sql`(select jsonb_agg(jsonb_build_object('name', p.name, 'required_count', p.required_count,
    'starts_at', p.starts_at, 'ends_at', p.ends_at, 'requirements', p.requirements, 'split_minutes', p.split_minutes)
    order by p.position, p.id)
  from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id)`

/** Everything that a copy is made from, as column `facts`: the shifts that start in the source, and what is in the target. */
export const findCopyFacts = ({ source, target, days }: Asked): Sql => sql`
  with found as (
    select a.starts_at, a.id, to_jsonb(a) || jsonb_build_object('posts', ${postsOf},
        'ruled', a.signup_mode <> 'award' or ${hasVersionOf(sql`a.kind`, sql`a.award_rule_id`)}) as one
    from organizations g join assignments a on ${startsIn(source, days)}
    where g.id = (select app.organization_id())
    order by a.starts_at, a.id limit ${MOST_COPIES + 1})
  select json_build_object('now', now(), 'source', ${source}::date, 'target', ${target}::date,
    'locates', app.has_feature(g.subscription_tier, g.features_enabled, 'location_verification'),
    'more', (select count(*) from found) > ${MOST_COPIES},
    'sources', coalesce((select json_agg(one order by starts_at, id) from found), '[]'),
    'there', coalesce((select json_agg(json_build_object('title', a.title, 'kind', a.kind, 'starts_at', a.starts_at,
      'ends_at', a.ends_at)) from assignments a where ${startsIn(target, days)} and a.status <> 'cancelled'), '[]')) as facts
  from organizations g where g.id = (select app.organization_id())`

/**
 * Concurrent copies to the same days run one after the other, so the second sees what the first made. A week and a day within it
 * share that day; locked from the first day on, so that no two copies wait for each other.
 */
export const lockCopies = async (db: Db, target: WallDate, days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    const date = plusDays(target, day)
    await db.run(
      sql`select pg_advisory_xact_lock(hashtextextended((select app.organization_id())::text || ${date}, 6))`,
    )
  }
}

export const readCopyFacts = async (db: Db, asked: Asked): Promise<CopyFacts | null> =>
  (await db.row<{ facts: CopyFacts }>(findCopyFacts(asked)))?.facts ?? null

export const insertCopy = async (
  db: Db,
  copy: Asked & { published: boolean; assignment_ids: readonly string[] },
): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into assignment_copies (organization_id, source_on, target_on, days,
      published, assignment_ids, made_by)
    values ((select app.organization_id()), ${copy.source}::date, ${copy.target}::date, ${copy.days}::int,
      ${copy.published}, ${copy.assignment_ids}::uuid[], (select app.officer_id())) returning id`)
  if (row === null) throw new Error('a copy was not stored')
  return row.id
}

export type FoundCopy = Copied & { assignment_ids: string[]; by: string | null; now_at: Instant }

/** The copy and what it made, locked: nobody signs up for it any more. Null where there is none. */
export const lockCopy = async (db: Db, id: string): Promise<FoundCopy | null> => {
  await db.run(sql`select 1 from assignments where ${ours()} and id = any (
      select unnest(c.assignment_ids) from assignment_copies c
      where ${ours('c')} and c.id = ${id}::uuid)
    order by id for update`)
  const row = await db.row<{ json: FoundCopy }>(sql`select json_build_object('assignment_ids', c.assignment_ids,
      'made_by', c.made_by, 'made_at', c.made_at, 'undone_at', c.undone_at, 'by', (select app.officer_id()), 'now_at', now(),
      'signups', (select count(*) from officer_assignments s where s.organization_id = c.organization_id
        and s.assignment_id = any (c.assignment_ids))) as json
    from assignment_copies c where ${ours('c')} and c.id = ${id}::uuid`)
  return row?.json ?? null
}

/**
 * Takes away what a copy made, with the news of it. Call as the department (`actForDepartment`): the news is in the hands of
 * those who were told. Answers how many shifts.
 */
export const deleteCopied = async (db: Db, id: string, ids: readonly string[]): Promise<number> => {
  const news = sql`${ours()} and assignment_id = any (${ids}::uuid[])`
  await db.run(sql`delete from tellings where ${news}`)
  await db.run(sql`delete from notifications where ${news}`)
  await db.run(sql`update assignments set status = 'draft', published_at = null, publish_at = null, announced_at = null,
      updated_at = now(), version = version + 1
    where ${ours()} and id = any (${ids}::uuid[]) and status = 'published'`)
  const removed = await db.run(sql`delete from assignments where ${ours()}
    and id = any (${ids}::uuid[]) and status = 'draft'`)
  await db.run(sql`update assignment_copies set undone_at = now()
    where ${ours()} and id = ${id}::uuid`)
  return removed
}
