import { findRuleOf } from '#features/award-rules/store.ts'
import { notify, type Told } from '#features/notifications/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob } from '#platform/server/jobs.ts'
import { sql } from '#platform/server/sql.ts'
import { type Outcome, settle, standingReasons } from './rules.rounds.ts'
import { rankFor, recordRound } from './store.ts'

type Post = { id: string; name: string; places: number }
type Applied = { signup_id: string; post_id: string; officer_id: string }
type Job = { title: string; reason: string | null; what: string; by: string | null }

const listApplied = (db: Db, id: string) =>
  db.rows<Applied>(sql`select id as signup_id, post_id, officer_id from officer_assignments
    where organization_id = (select app.organization_id()) and assignment_id = ${id}::uuid and status = 'interested'
    order by officer_id`)

/** Locks in the order of the house: officers, assignment, posts. Null where it is not due any more. */
const lockDue = async (db: Db, id: string, officer_ids: readonly string[]): Promise<Job | null> => {
  await db.run(sql`select 1 from officers where organization_id = (select app.organization_id())
    and id = any(${officer_ids}::uuid[]) order by id for no key update`)
  const job = await db.row<Job>(sql`select title, award_early_reason as reason, award_early_by as by,
      title || ', ' || app.day_and_clock(starts_at, time_zone) as what
    from assignments where organization_id = (select app.organization_id()) and id = ${id}::uuid
      and status = 'published' and signup_mode = 'award' and awarded_at is null
      and coalesce(signup_closes_at, starts_at) <= now() for no key update`)
  await db.run(sql`select 1 from posts where organization_id = (select app.organization_id())
    and assignment_id = ${id}::uuid order by id for no key update`)
  return job
}

/** Places that nobody holds in any minute, open offers counted. */
const listPlaces = (db: Db, id: string) =>
  db.rows<Post>(sql`select p.id, p.name, greatest(0, p.required_count
      - app.places_held(p, p.starts_at, p.ends_at, false, null))::int as places
    from posts p where p.organization_id = (select app.organization_id()) and p.assignment_id = ${id}::uuid
    order by p.position, p.id`)

const statusOf: Readonly<Partial<Record<Outcome, string>>> = {
  awarded: 'confirmed',
  waitlisted: 'waitlisted',
  passed: 'passed',
  ineligible: 'passed',
}

const updateAwarded = (db: Db, applied: readonly Applied[], outcome: ReadonlyMap<string, Outcome>) =>
  db.run(sql`update officer_assignments s set status = r.status, decided_at = now(), updated_at = now(),
      version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(
      applied.map((one) => ({ id: one.signup_id, status: statusOf[outcome.get(one.officer_id) ?? 'passed'] })),
    )}::jsonb) as r (id uuid, status text)
    where s.organization_id = (select app.organization_id()) and s.id = r.id and s.status = 'interested'`)

const lettersOf = (id: string, job: Job, ranked: readonly { officer_id: string; rank: number; of: number }[]) => {
  const told =
    (outcome: ReadonlyMap<string, Outcome>, ineligible: ReadonlySet<string>) =>
    (one: (typeof ranked)[number]): Told => {
      const came = outcome.get(one.officer_id)
      const place = `You stand at ${one.rank} of ${one.of}.`
      const base = { officer_id: one.officer_id, assignment_id: id }
      if (came === 'awarded')
        return { ...base, type: 'award_given', title: 'You were awarded the place', message: `${job.what}. ${place}` }
      const wait = came === 'waitlisted' ? ' You are on the waitlist.' : ''
      const why = ineligible.has(one.officer_id) ? ' The receipt says why you could not have it.' : ` ${place}${wait}`
      return { ...base, type: 'award_missed', title: 'The award was made', message: `${job.what}.${why}` }
    }
  return told
}

/** One post: ranks who applied, gives the places down the list, and keeps round, receipts and letters. */
const awardPost = async (db: Db, id: string, job: Job, post: Post, applied: readonly Applied[]) => {
  const officer_ids = applied.map((one) => one.officer_id)
  const ranking = await rankFor(db, { assignment_id: id, post_id: post.id, officer_ids })
  const settled = settle(ranking.rule, ranking.ranked, post.places)
  const outcome = new Map(settled.map((one) => [one.officer_id, one.outcome]))
  await updateAwarded(db, applied, outcome)
  await recordRound(db, {
    purpose: 'award',
    assignment_id: id,
    post_id: post.id,
    ranking,
    places: post.places,
    outcome: settled,
    reason: job.reason,
  })
  const barred = new Set(
    ranking.ranked.filter((one) => standingReasons(one.reasons).length > 0).map((one) => one.officer_id),
  )
  await notify(db, ranking.ranked.map(lettersOf(id, job, ranking.ranked)(outcome, barred)))
}

/**
 * Makes the award of an assignment whose sign-up is over: every post once, whoever asks and however often. `again` where somebody
 * applied while it was being locked.
 */
export const awardAssignment = async (db: Db, id: string): Promise<'done' | 'not_due' | 'again'> => {
  const mine = await db.row<{ yes: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 5)) as yes`)
  if (!mine?.yes) return 'not_due'
  const before = await listApplied(db, id)
  const officers = before.map((one) => one.officer_id)
  const job = await lockDue(db, id, officers)
  if (job === null) return 'not_due'
  const applied = await listApplied(db, id)
  if (applied.some((one) => !officers.includes(one.officer_id))) return 'again'
  // From here on the seed is everybody's: it decides in this transaction and is published with it.
  await db.run(sql`update award_draws set revealed_at = now() where organization_id = (select app.organization_id())
    and assignment_id = ${id}::uuid and revealed_at is null`)
  for (const post of await listPlaces(db, id)) {
    const own = applied.filter((one) => one.post_id === post.id)
    if (own.length > 0) await awardPost(db, id, job, post, own)
  }
  const { rule } = await findRuleOf(db, { assignment_id: id })
  // Whatever place is left, or comes free while nobody waits, is whoever's that signs up first, until the start.
  await db.run(sql`update assignments set awarded_at = now(), signup_closes_at = null, updated_at = now(), version = version + 1,
      keeps_waitlist = ${rule.keeps_waitlist}
    where organization_id = (select app.organization_id()) and id = ${id}::uuid`)
  return 'done'
}

/** Assignments whose sign-up is over and that were not awarded yet: the earliest first. */
const listDue = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from assignments where organization_id = (select app.organization_id())
      and status = 'published' and signup_mode = 'award' and awarded_at is null
      and coalesce(signup_closes_at, starts_at) <= now() and (publish_at is null or publish_at <= now())
    order by signup_closes_at, id limit 200`)
  ).map((row) => row.id)

/** When the next one is due, but for those that just failed; null where none is. */
const findNextDue = async (db: Db, failed: readonly string[]): Promise<Date | null> =>
  (
    await db.row<{ at: Date | null }>(sql`select min(coalesce(signup_closes_at, starts_at)) as at from assignments
    where organization_id = (select app.organization_id()) and status = 'published' and signup_mode = 'award'
      and awarded_at is null and id <> all(${failed}::uuid[])`)
  )?.at ?? null

/**
 * Makes every award that is due, each in a transaction of its own, so that one that fails keeps no other waiting; answers when the
 * next one is, and what failed.
 */
export const awardDue = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean,
): Promise<{ next: number | null; failures: Error[] }> => {
  const inside = asJob(database, organizationId, 'award')
  const failed = new Map<string, Error>()
  for (const id of await inside(listDue)) {
    if (stopping()) break
    try {
      await inside((db) => awardAssignment(db, id))
    } catch (error) {
      failed.set(id, new Error(`award of ${id}: ${error instanceof Error ? error.message : String(error)}`))
    }
  }
  const next = await inside((db) => findNextDue(db, [...failed.keys()]))
  return { next: next?.getTime() ?? null, failures: [...failed.values()] }
}
