import { notify, type Told } from '#features/department/notifications/store.ts'
import { awardAt, awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { findRuleOf } from '#features/shifts/award-rules/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob } from '#platform/server/jobs.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Outcome, settle } from './rules.rounds.ts'
import { type Ranking, rankFor, recordRound } from './store.ts'
import { decidedWords } from './words.ts'

type Post = { id: string; name: string; places: number }
type Applied = { signup_id: string; post_id: string; officer_id: string }
type Job = { title: string; reason: string | null; what: string; by: string | null }

const listApplied = (db: Db, id: string) =>
  db.rows<Applied>(sql`select id as signup_id, post_id, officer_id from officer_assignments
    where ${ours()} and assignment_id = ${id}::uuid and status = 'interested'
    order by officer_id`)

/** Locks in the standard order: officers, assignment, posts. Null if the award is no longer due. */
const lockDue = async (db: Db, id: string, officer_ids: readonly string[]): Promise<Job | null> => {
  await db.run(sql`select 1 from officers where ${ours()}
    and id = any(${officer_ids}::uuid[]) order by id for no key update`)
  const job = await db.row<Job>(sql`select title, award_early_reason as reason, award_early_by as by,
      title || ', ' || app.day_and_clock(starts_at, time_zone) as what
    from assignments a where ${ours('a')} and a.id = ${id}::uuid
      and a.status = 'published' and ${awardToCome} and ${awardAt} <= now() for no key update`)
  await db.run(sql`select 1 from posts where ${ours()}
    and assignment_id = ${id}::uuid order by id for no key update`)
  return job
}

/** Spots that nobody holds for any minute; open offers count as held. */
const listPlaces = (db: Db, id: string) =>
  db.rows<Post>(sql`select p.id, p.name, greatest(0, p.required_count
      - app.places_held(p, p.starts_at, p.ends_at, false, null))::int as places
    from posts p where ${ours('p')} and p.assignment_id = ${id}::uuid
    order by p.position, p.id`)

const statusOf: Readonly<Partial<Record<Outcome, string>>> = {
  awarded: 'confirmed',
  waitlisted: 'waitlisted',
  passed: 'passed',
  ineligible: 'passed',
}

type OutcomeOf = ReadonlyMap<string, Outcome>
const updateAwarded = (db: Db, applied: readonly Applied[], outcome: OutcomeOf) =>
  db.run(sql`update officer_assignments s set status = r.status, decided_at = now(), updated_at = now(),
      version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(
      applied.map((one) => ({ id: one.signup_id, status: statusOf[outcome.get(one.officer_id) ?? 'passed'] })),
    )}::jsonb) as r (id uuid, status text)
    where ${ours('s')} and s.id = r.id and s.status = 'interested'`)

/** Tells each applicant of a post how many spots there were, by what rule, and what decided. */
const lettersOf = (id: string, job: Job, { rule, ranked }: Ranking, places: number, outcome: OutcomeOf): Told[] => {
  const rows = ranked.map((one) => ({ ...one, outcome: outcome.get(one.officer_id) ?? 'passed' }))
  return rows.map((one) => {
    const message = `${job.what}. ${decidedWords(rule, places, rows, one)}`
    const base = { officer_id: one.officer_id, assignment_id: id }
    if (one.outcome === 'awarded') return { ...base, type: 'award_given', title: 'You were awarded the shift', message }
    const wait = one.outcome === 'waitlisted' ? " You're on the waitlist." : ''
    return { ...base, type: 'award_missed', title: "You weren't awarded the shift", message: message + wait }
  })
}

/** One post: ranks the applicants, gives out the spots in order, and stores the round, receipts and messages. */
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
  await notify(db, lettersOf(id, job, ranking, post.places, outcome))
}

/**
 * Awards an assignment whose sign-up has ended: each post exactly once, regardless of who calls it and how often. `again` if
 * somebody applied while it was being locked.
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
  // The seed becomes public here: it decides in this transaction and is published with it.
  await db.run(sql`update award_draws set revealed_at = now() where ${ours()}
    and assignment_id = ${id}::uuid and revealed_at is null`)
  for (const post of await listPlaces(db, id)) {
    const own = applied.filter((one) => one.post_id === post.id)
    if (own.length > 0) await awardPost(db, id, job, post, own)
  }
  const { rule } = await findRuleOf(db, { assignment_id: id })
  // Spots left over, or opened up while the waitlist is empty, are first come, first served until the start.
  await db.run(sql`update assignments set awarded_at = now(), signup_closes_at = null, updated_at = now(), version = version + 1,
      keeps_waitlist = ${rule.keeps_waitlist}
    where ${ours()} and id = ${id}::uuid`)
  return 'done'
}

/** Assignments whose sign-up has ended and that are not awarded yet, earliest first. */
const listDue = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select a.id from assignments a where ${ours('a')} and ${isPublished}
      and ${awardToCome} and ${awardAt} <= now()
    order by a.signup_closes_at, a.id limit 200`)
  ).map((row) => row.id)

/** When the next award is due, ignoring those that just failed; null if there is none. */
const findNextDue = async (db: Db, failed: readonly string[]): Promise<Date | null> =>
  (
    await db.row<{ at: Date | null }>(sql`select min(${awardAt}) as at from assignments a
    where ${ours('a')} and a.status = 'published' and ${awardToCome} and a.id <> all(${failed}::uuid[])`)
  )?.at ?? null

/**
 * Runs every due award in its own transaction, so that a failed one does not block the others. Returns when the next is due, and
 * the failures.
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
