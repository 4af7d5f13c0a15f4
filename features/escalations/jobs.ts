import { listEligibility } from '#features/eligibility/store.ts'
import { notify } from '#features/notifications/store.ts'
import { askVolunteers } from '#features/order-ins/store.asking.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { houseOf } from './rules.house.ts'
import { askMinutes, dueStep, type Step } from './rules.ts'
import * as store from './store.ts'

/** Tells everybody eligible who is in one of the units, or everybody; how many. */
const tell = async (db: Db, of: store.EscalationFacts, posts: readonly string[], units: readonly string[]) => {
  const told = new Set<string>()
  for (const post_id of posts) {
    const found = await listEligibility(db, {
      assignment_id: of.assignment_id,
      post_id,
      officer_ids: 'all',
      purpose: 'fill',
    })
    for (const one of found)
      if (one.reasons.length === 0 && (units.length === 0 || units.includes(one.unit ?? ''))) told.add(one.officer_id)
  }
  const missing = `${of.missing} ${of.missing === 1 ? 'officer is' : 'officers are'} still missing.`
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
  return told.size
}

const take = async (db: Db, of: store.EscalationFacts, step: Step): Promise<number> => {
  const posts = (await store.listLacking(db, of.assignment_id)).map((post) => post.id)
  // What only some may take yet is theirs to see no longer alone.
  if (step.kind === 'group' || step.kind === 'all')
    await store.bringForward(db, of.assignment_id, step.kind === 'group' ? 'next' : 'all')
  if (step.kind === 'neighbours') await store.letUnitsIn(db, of.assignment_id, step.units)
  if (step.kind !== 'order_in') return tell(db, of, posts, step.units)
  let told = 0
  for (const post_id of posts) {
    const minutes = askMinutes(of.volunteer_minutes, of.now_at, of.starts_at)
    const asked = await askVolunteers(db, { assignment_id: of.assignment_id, post_id, minutes, by_person: false })
    if (typeof asked !== 'string') told += asked.asked
  }
  return told
}

/** Takes the step that is due of each shift, one at a time; what another process has is left to it. */
export const escalate: Sweep = {
  name: 'escalate',
  everySeconds: 15,
  run: async (db) => {
    await store.attachPlans(db)
    for (const of of await store.lockRunning(db)) {
      const due = of.missing > 0 ? dueStep(of, houseOf(of), of.now_at) : null
      const step = due && of.steps[due.position]
      if (!due || !step) continue
      const told = await take(db, of, step)
      await store.insertStep(db, of.id, { position: due.position, kind: step.kind, told })
    }
  },
}

export const sweeps: readonly Sweep[] = [escalate]
