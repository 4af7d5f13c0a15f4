import { notify } from '#features/department/notifications/store.ts'
import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { heldFrom, takesOver, whatIsGiven } from '#features/shifts/signups/store.takeover.ts'
import { lockSignups } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Outcome } from './rules.rounds.ts'
import { recordOpportunities } from './store.opportunities.ts'
import { rankFor, recordRound } from './store.ts'
import { byHandWords } from './words.ts'

export type Early = {
  status: string
  signup_mode: string
  awarded_at: Date | null
  opens_at: Date | null
  now_at: Date
  over: boolean
}

export const lockForAward = (db: Db, id: string) =>
  db.row<Early>(sql`select status, signup_mode, awarded_at, signup_opens_at as opens_at, now() as now_at,
      starts_at <= now() as over
    from assignments where ${ours()} and id = ${id}::uuid for no key update`)

/** Ends sign-up now. The poke from this update runs the award at once through the normal award job. */
export const updateAwardEarly = (db: Db, id: string, reason: string) =>
  db.run(sql`update assignments set signup_closes_at = case when signup_opens_at >= now() then signup_closes_at else now() end,
      award_early_by = (select app.officer_id()), award_early_reason = ${reason}, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid and awarded_at is null`)

export type Held = {
  id: string
  status: SignupStatus
  officer_id: string
  assignment_id: string
  post_id: string
  by: string
  /** Of the sign-up, if the spot is given now. */
  minutes: number
  /** Its award is still to come. */
  to_award: boolean
  what: string
}

/** A sign-up with everything needed to award the spot by hand, and all it depends on locked. */
export const findHeldLocked = async (db: Db, id: string): Promise<Held | null> => {
  const locked = lockSignups(db, [id])
  const from = heldFrom(sql`p`, sql`s.starts_at`)
  const found = db.row<Held>(sql`select s.id, s.status, s.officer_id, s.assignment_id, s.post_id,
      (select app.officer_id()) as by, extract(epoch from s.ends_at - ${from})::int / 60 as minutes, ${awardToCome} as to_award,
      ${whatIsGiven(sql`a.title`, from, takesOver(sql`p`))} as what
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join posts p on p.organization_id = s.organization_id and p.id = s.post_id
    where ${ours('s')} and s.id = ${id}::uuid`)
  return (await Promise.all([found, locked]))[0]
}

/** Ranks all officers who still want the post, for a spot that an admin awards by hand. */
export const rankWaiting = async (db: Db, at: { assignment_id: string; post_id: string }) => {
  const rows = await db.rows<{ officer_id: string }>(sql`select officer_id from officer_assignments
    where ${ours()} and post_id = ${at.post_id}::uuid
      and status in ('interested', 'waitlisted')`)
  return rankFor(db, { ...at, officer_ids: rows.map((row) => row.officer_id) })
}

/** Awards the spot, of a shift under way from now on, with a round that records the ranking and why the admin departed from it. */
export const updateGiven = async (
  db: Db,
  held: Held,
  ranking: Awaited<ReturnType<typeof rankWaiting>>,
  reason: string,
) => {
  await db.run(sql`update officer_assignments s set status = 'confirmed', decided_by = (select app.officer_id()),
      decided_at = now(), override_reason = ${reason}, updated_at = now(), version = s.version + 1,
      starts_at = ${heldFrom(sql`p`, sql`s.starts_at`)}, took_over = ${takesOver(sql`p`)}
    from posts p where ${ours('s')} and s.id = ${held.id}::uuid
      and p.organization_id = s.organization_id and p.id = s.post_id`)
  const outcome = ranking.ranked.map((one): { officer_id: string; outcome: Outcome } => ({
    officer_id: one.officer_id,
    outcome: one.officer_id === held.officer_id ? 'awarded' : held.to_award ? 'undecided' : 'waitlisted',
  }))
  const { officer_id, assignment_id, post_id, minutes } = held
  // Without this row, the ledger would have the spot as one from the waitlist.
  await recordOpportunities(db, [
    { officer_id, assignment_id, post_id, signup_id: held.id, kind: 'accepted', minutes, source: 'assignment' },
  ])
  const own = ranking.ranked.find((one) => one.officer_id === held.officer_id)
  await recordRound(db, { purpose: 'waitlist', assignment_id, post_id, ranking, places: 1, outcome, reason })
  await notify(db, [
    {
      type: 'award_given',
      title: 'You have the shift',
      message: `${held.what}. ${byHandWords(ranking.rule, own, reason)}`,
      officer_id: held.officer_id,
      assignment_id,
    },
  ])
}
