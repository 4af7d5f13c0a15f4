import { notify, type Told } from '#features/department/notifications/store.ts'
import { isAwarded } from '#features/shifts/award-rules/rules.ts'
import type { Outcome } from '#features/shifts/awards/rules.rounds.ts'
import { recordOpportunities } from '#features/shifts/awards/store.opportunities.ts'
import { rankFor, recordRound } from '#features/shifts/awards/store.ts'
import { decidedWords } from '#features/shifts/awards/words.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility, lockOfficersAndPlace } from '#features/shifts/eligibility/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep } from '#platform/server/jobs.ts'
import { ordinal } from '#platform/shared/text.ts'
import { decisionOf, standsForSpot, type VolunteerStanding } from './rules.ts'
import {
  closeCall,
  type DueCall,
  findMissing,
  givePlace,
  insertOrder,
  insertReceipt,
  listDueCalls,
  listMemberIds,
  lockDueCall,
  saveOutcomes,
} from './store.calls.ts'
import { findForceFacts } from './store.ts'
import { listOffered, listVolunteers } from './store.volunteers.ts'
import { callEnded, earlierOrders, listWords } from './words.ts'

const people = (count: number, done: string) => `${count} ${count === 1 ? 'officer' : 'officers'} ${done}`

const toAdmins = (call: DueCall, end: { volunteered: number; ordered: number; missing: number }): Told => {
  const { volunteered, ordered, missing } = end
  const parts = [
    ...(volunteered > 0 ? [people(volunteered, 'volunteered')] : []),
    ...(ordered > 0 ? [people(ordered, ordered === 1 ? 'was ordered in' : 'were ordered in')] : []),
    ...(missing > 0
      ? [`${missing} ${missing === 1 ? 'spot remains' : 'spots remain'} open: no eligible officers on the list`]
      : []),
  ]
  return {
    type: 'order_decided',
    title: missing > 0 ? 'No officers left to order in' : 'Order-in decided',
    message: `${call.what}: ${parts.join(', ')}.`,
    officer_id: null,
    assignment_id: call.assignment_id,
  }
}

const toldDecision = (call: DueCall, officer_id: string, title: string, why: string): Told => ({
  type: 'volunteers_decided',
  title,
  message: `${call.what}. ${why}`.trim(),
  officer_id,
  assignment_id: call.assignment_id,
})
const notNeeded = "You're not needed for this shift"

/** Closes a call that gives no one a spot. Volunteers who have the shift know it, those who still wait are told why it closed. */
const close = async (db: Db, call: DueCall, outcome: 'filled' | 'overtaken', title: string, why: string) => {
  const { has, waiting } = await volunteersOf(db, call)
  await closeCall(db, call.id, { outcome, volunteered: 0, ordered: 0, missing: 0 })
  await saveOutcomes(db, call.id, has, [])
  await notify(
    db,
    waiting.map((officer_id) => toldDecision(call, officer_id, title, why)),
  )
}

/**
 * In order of response. `has`: those who were given a spot since they answered; `yes`: those who can be given one; `waiting`: those of
 * them to whom nothing of the shift is offered, and who are told if they aren't needed.
 */
type Volunteers = { has: readonly string[]; yes: readonly string[]; waiting: readonly string[] }
const volunteersOf = async (db: Db, call: DueCall): Promise<Volunteers> => {
  const all = await listVolunteers(db, call.id)
  const those = (...standings: readonly VolunteerStanding[]) =>
    all.filter((one) => standings.includes(one.standing)).map((one) => one.officer_id)
  return { has: those('has_shift'), yes: those(...standsForSpot), waiting: those('waits') }
}

/** Gives spots to eligible volunteers by the shift's award rule; each gets a receipt. */
const takeVolunteers = async (
  db: Db,
  call: DueCall,
  { has, yes, waiting }: Volunteers,
  places: number,
  eligible: ReadonlySet<string>,
) => {
  const at = { assignment_id: call.assignment_id, post_id: call.post_id }
  const ranking = yes.length > 0 ? await rankFor(db, { ...at, officer_ids: yes }) : null
  // Without an award, who came first decides: here, the first response.
  const byRule = ranking !== null && isAwarded(ranking.rule.method)
  const order = byRule ? ranking.ranked.map((one) => one.officer_id) : yes
  const given = order.filter((id) => eligible.has(id)).slice(0, places)
  const outcomeOf = (officer_id: string): Outcome =>
    given.includes(officer_id) ? 'awarded' : eligible.has(officer_id) ? 'passed' : 'ineligible'
  if (byRule) {
    const outcome = order.map((officer_id) => ({ officer_id, outcome: outcomeOf(officer_id) }))
    await recordRound(db, { ...at, purpose: 'order', ranking, places, outcome })
  }
  /** By the rule: how many spots, the own number, and what decided. */
  const decided = (officer_id: string): string => {
    const rows = (byRule ? ranking.ranked : []).map((one) => ({ ...one, outcome: outcomeOf(one.officer_id) }))
    const own = rows.find((one) => one.officer_id === officer_id)
    return ranking && own ? decidedWords(ranking.rule, places, rows, own) : ''
  }
  for (const officer_id of given) {
    const { id: signup_id, minutes } = await givePlace(db, { ...at, officer_id, assigned_by: null })
    await recordOpportunities(db, [{ ...at, officer_id, signup_id, minutes, kind: 'volunteered', source: 'order' }])
  }
  const refused = yes.filter((id) => !eligible.has(id))
  await saveOutcomes(db, call.id, [...has, ...given], refused)
  const left = waiting.filter((id) => !given.includes(id))
  await notify(db, [
    ...given.map((id) => toldDecision(call, id, 'You volunteered and got the shift', decided(id))),
    ...left.map((id) => {
      const why = refused.includes(id) ? "You're no longer eligible." : decided(id) || 'Others answered first.'
      return toldDecision(call, id, notNeeded, why)
    }),
  ])
  return given
}

/** Why an officer is passed over, as the receipt keeps it. */
type Against = { code: string; from?: unknown; possible_from?: unknown; details?: unknown }

/**
 * Decides a call whose time is up, in one transaction: locks every officer by id, the assignment and the post; then checks
 * eligibility, gives spots to volunteers, and orders in the rest down the list.
 */
const decide = async (db: Db, call: DueCall): Promise<void> => {
  if (!call.published) return close(db, call, 'overtaken', callEnded, 'The shift is no longer available.')
  if (call.starts_at <= call.now_at) return close(db, call, 'overtaken', callEnded, 'The shift has started.')
  await lockOfficersAndPlace(db, { ...call, officer_ids: await listMemberIds(db) })
  const places = await findMissing(db, call.post_id)
  // Something was changed before the locks were taken, and can still be undone.
  if (places === null) return
  if (places === 0) return close(db, call, 'filled', notNeeded, 'Every spot has been filled.')
  const asked = { assignment_id: call.assignment_id, post_id: call.post_id, purpose: 'fill' as const }
  const found = await listEligibility(db, { ...asked, officer_ids: 'all' })
  const offered = await listOffered(db, call.post_id)
  const officers = found.map(({ officer_id, reasons }) => ({
    ...{ officer_id, reasons: besidesFull(reasons), offered: offered.includes(officer_id) },
  }))
  const facts = await findForceFacts(db)
  const { eligible, list_units, ordered } = decisionOf<Against>(facts, { units: call.units, places }, officers)
  const volunteers = await takeVolunteers(db, call, await volunteersOf(db, call), places, eligible)
  const { chosen, passed } = ordered(volunteers)
  for (const one of chosen) {
    const at = { assignment_id: call.assignment_id, post_id: call.post_id, officer_id: one.officer_id }
    const { id: signup_id, minutes } = await givePlace(db, { ...at, assigned_by: call.opened_by })
    await insertOrder(db, { ...one, ...at, call_id: call.id, signup_id, list_units })
    await recordOpportunities(db, [{ ...at, signup_id, minutes, kind: 'ordered', source: 'order' }])
  }
  const told = passed.map((one) => ({
    ...one,
    reasons: one.reasons.map(({ code, from, possible_from, details }: Against) => ({
      code,
      from,
      possible_from,
      details,
    })),
  }))
  await insertReceipt(db, call.id, told)
  const end = {
    volunteered: volunteers.length,
    ordered: chosen.length,
    missing: places - volunteers.length - chosen.length,
  }
  await closeCall(db, call.id, { outcome: 'decided', ...end })
  await notify(db, [
    ...chosen.map(
      (one): Told => ({
        type: 'ordered_in',
        title: "You've been ordered in",
        message: `${call.what}. You were the first eligible officer on ${listWords(list_units)}: ${ordinal(one.position)}, with ${earlierOrders(one.count)}. Please acknowledge this order.`,
        officer_id: one.officer_id,
        assignment_id: call.assignment_id,
      }),
    ),
    toAdmins(call, end),
  ])
}

/**
 * Everything due in one organization, each call in its own transaction and by one process: a second process finds it decided, or
 * leaves it to the first. A failure does not block the other calls and is reported at the end.
 */
export const decideCallsOf = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const inside = asJob(database, organizationId, 'decide_order_calls')
  const failed: string[] = []
  for (const { id } of await inside(listDueCalls)) {
    if (stopping()) break
    const decided = inside(async (db) => {
      const call = await lockDueCall(db, id)
      if (call) await decide(db, call)
    })
    await decided.catch((error) => failed.push(`${id}: ${error}`))
  }
  if (failed.length > 0) throw new Error(`calls not decided: ${failed.join('; ')}`)
}

export const sweeps: readonly OutsideSweep[] = [{ name: 'decide_order_calls', everySeconds: 5, outside: decideCallsOf }]
