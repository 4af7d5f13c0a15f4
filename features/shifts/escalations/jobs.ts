import { listToldOf, notify } from '#features/department/notifications/store.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { askMinutes } from '#features/shifts/order-ins/rules.asking.ts'
import { askVolunteers } from '#features/shifts/order-ins/store.asking.ts'
import type { Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep } from '#platform/server/jobs.ts'
import { houseOf } from './rules.house.ts'
import { dueStep, type Step } from './rules.ts'
import * as store from './store.ts'

type Reached = { officer_ids: readonly string[]; count: number }

/** Notifies every eligible officer in one of the units, or all of them. */
const tell = async (
  db: Db,
  of: store.EscalationFacts,
  posts: readonly string[],
  units: readonly string[],
): Promise<Reached> => {
  const told = new Set<string>()
  // Once per shift: a later step notifies only officers not reached before.
  const before = new Set([
    ...(await listToldOf(db, 'officers_needed', of.assignment_id)),
    // Also those who have cleared it from their list since.
    ...(await store.listTold(db, of.id)),
  ])
  for (const post_id of posts) {
    const found = await listEligibility(db, {
      assignment_id: of.assignment_id,
      post_id,
      officer_ids: 'all',
      purpose: 'fill',
    })
    for (const one of found)
      if (
        one.reasons.length === 0 &&
        (units.length === 0 || units.includes(one.unit ?? '')) &&
        !before.has(one.officer_id)
      )
        told.add(one.officer_id)
  }
  const missing = `${of.missing} more ${of.missing === 1 ? 'officer is' : 'officers are'} needed.`
  await notify(
    db,
    [...told].map((officer_id) => ({
      type: 'officers_needed' as const,
      title: `Still open: ${of.title}`,
      message: missing,
      officer_id,
      assignment_id: of.assignment_id,
    })),
  )
  return { officer_ids: [...told], count: told.size }
}

const take = async (db: Db, of: store.EscalationFacts, step: Step): Promise<Reached> => {
  const posts = (await store.listLacking(db, of.assignment_id)).map((post) => post.id)
  // Opens the shift to the next priority group, or to everybody.
  if (step.kind === 'group' || step.kind === 'all')
    await store.bringForward(db, of.assignment_id, step.kind === 'group' ? 'next' : 'all')
  if (step.kind === 'neighbours') await store.letUnitsIn(db, of.assignment_id, step.units)
  if (step.kind !== 'order_in') return tell(db, of, posts, step.units)
  let count = 0
  for (const post_id of posts) {
    const minutes = askMinutes(of.volunteer_minutes, of.now_at, of.starts_at)
    const asked = await askVolunteers(db, { assignment_id: of.assignment_id, post_id, minutes, by_person: false })
    if (typeof asked !== 'string') count += asked.asked
  }
  return { officer_ids: [], count }
}

const dueOf = (of: store.EscalationFacts) => (of.missing > 0 ? dueStep(of, houseOf(of), of.now_at) : null)

/** Runs the due step of one shift, checked again under its lock. */
const takeDue = async (db: Db, id: string): Promise<void> => {
  const of = await store.lockRunning(db, id)
  const due = of && dueOf(of)
  const step = due && of.steps[due.position]
  if (!due || !step) return
  // The step runs after the award.
  if (step.kind === 'order_in' && of.to_award) {
    await store.awardNow(db, of.assignment_id)
    return
  }
  const told = await take(db, of, step)
  await store.insertStep(db, id, { position: due.position, kind: step.kind, told })
}

/** Each shift in its own transaction: no lock is held longer than needed, and one failure does not stop the others. */
export const escalate: OutsideSweep = {
  name: 'escalate',
  everySeconds: 15,
  outside: async (database, organizationId, stopping) => {
    const inside = asJob(database, organizationId, 'escalate')
    await inside(store.attachPlans)
    const failed: string[] = []
    for (const { id } of (await inside(store.listDue)).filter(dueOf)) {
      if (stopping()) break
      await inside((db) => takeDue(db, id)).catch((error) => failed.push(`${id}: ${error}`))
    }
    if (failed.length > 0) throw new Error(`steps not taken: ${failed.join('; ')}`)
  },
}

export const sweeps: readonly OutsideSweep[] = [escalate]
