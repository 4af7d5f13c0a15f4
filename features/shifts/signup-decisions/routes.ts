import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { aheadOf } from '#features/shifts/awards/rules.by-hand.ts'
import { type CandidateRow, candidatesIn } from '#features/shifts/awards/store.candidates.ts'
import { firstStanding, type Reason } from '#features/shifts/eligibility/rules.ts'
import { freeOf, reasonsOf } from '#features/shifts/eligibility/store.facts.ts'
import { listEligibility, partOf } from '#features/shifts/eligibility/store.ts'
import { detailsOf, heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import {
  type NotToSignUpCode,
  refuseSignupAction,
  type SignupAction,
  type SignupStatus,
} from '#features/shifts/signups/rules.ts'
import { findPart } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import {
  approveMany,
  approveSignup,
  assignOfficer,
  decideCallOff,
  getRoster,
  listCandidates,
  listPending,
  type RosterSignup,
  rejectSignup,
  releaseSignup,
  undoDecision,
} from './contract.ts'
import { countReasons, isFit, pageOf } from './rules.candidates.ts'
import { isMadeByHand, refuseUndo } from './rules.undo.ts'
import * as roster from './store.roster.ts'
import {
  type DecisionFacts,
  findAssignLocked,
  insertAssigned,
  listDecisions,
  listDecisionsLocked,
  readRosterSignup,
  updateDecided,
  updateUndone,
  updateUnmade,
} from './store.ts'
import { bypassWords } from './words.ts'

type DecisionCode = 'own_signup' | 'wrong_state'

/** Why the caller cannot make this decision now: it is the caller's own sign-up, or its state has changed. */
const refuseDecision = (action: SignupAction, found: DecisionFacts): Refusal<DecisionCode> | null => {
  const asked = {
    status: found.status,
    officer_id: found.officer_id,
    starts_at: isoInstant(found.starts_at),
    offer_expires_at: found.offer_expires_at === null ? null : isoInstant(found.offer_expires_at),
  }
  const why = refuseSignupAction(action, asked, { officer_id: found.by, notice_minutes: 0 }, isoInstant(found.now_at))
  if (why === 'own_signup') return refuse('own_signup')
  return why === null ? null : refuse('wrong_state', { status: found.status })
}

/** The first applicable reason, and all of them, so that overridable ones can be confirmed at once. */
const refusalDetails = (reason: Reason, reasons: readonly Reason[]) => ({
  ...detailsOf(reason),
  overridable: reasons.every((r) => r.overridable),
  reasons,
})

const tellOfficer = (
  db: Db,
  at: { officer_id: string; assignment_id: string },
  type: NotificationType,
  title: string,
  message: string,
) => notify(db, [{ type, title, message, officer_id: at.officer_id, assignment_id: at.assignment_id }])

const approve = async (
  db: Db,
  found: DecisionFacts,
  override: string | null,
): Promise<RosterSignup | Refusal<NotToSignUpCode | DecisionCode | 'not_found'>> => {
  const refused = refuseDecision('approve', found)
  if (refused) return refused
  const { assignment_id, post_id, officer_id, starts_at, ends_at } = found
  const asked = { assignment_id, post_id, officer_ids: [officer_id], purpose: 'fill', starts_at, ends_at } as const
  const [officer] = await listEligibility(db, asked)
  if (!officer) return refuse('not_found')
  const reason = firstStanding(officer.reasons, override)
  if (reason) return refuse(reason.code, refusalDetails(reason, officer.reasons))
  await tellOfficer(db, found, 'signup_approved', 'You have the shift', found.what_is_given)
  return updateDecided(db, { id: found.id, status: 'confirmed', reason: null, override_reason: override })
}

/** A result for each of several requests, in order; a spot taken by one is gone for the next. */
const approveEach = async (db: Db, ids: readonly string[]) => {
  const locked = await listDecisionsLocked(db, ids)
  const results: { id: string; done: boolean; code: string | null; details: Record<string, unknown> }[] = []
  for (const { id } of locked) {
    const [found] = await listDecisions(db, [id])
    const answer = found ? await approve(db, found, null) : refuse('not_found')
    results.push(
      answer instanceof Refusal
        ? { id, done: false, code: answer.code, details: answer.details ?? {} }
        : { id, done: true, code: null, details: {} },
    )
  }
  const known = new Set(locked.map((row) => row.id))
  for (const id of new Set(ids)) {
    if (!known.has(id)) results.push({ id, done: false, code: 'not_found', details: {} })
  }
  return results
}

type Asked = { eligible_only: boolean; after: string | null; award_to_come: boolean }

/** A page of candidates, eligible ones first; how many there are of each is counted over all that match. */
const candidatesOf = (rows: Record<string, unknown>[]) => {
  if (rows.length === 0) return refuse('not_found')
  const [first] = rows as Asked[]
  const { rule, people } = candidatesIn(rows as CandidateRow[])
  const everyone = people.map((one) => ({ ...one, reasons: reasonsOf(one.row, 'sign_up') }))
  const ahead = aheadOf(everyone, isFit)
  const found = everyone.filter(({ listed }) => listed)
  const eligible = found.filter(isFit)
  const page = pageOf(first?.eligible_only ? eligible : found, {
    after: first?.after ?? null,
    size: roster.candidatePage,
  })
  const items = page.items.map(({ row, listed: _, place, ...one }) => ({
    ...one,
    ahead: ahead({ place }),
    free: freeOf(row),
  }))
  return {
    ...page,
    items,
    rule,
    eligible_count: eligible.length,
    others: countReasons(found),
    award_to_come: first?.award_to_come ?? false,
  }
}

export const routes: readonly Route[] = [
  read(getRoster, roster.getRoster),
  read(listPending, roster.listPending),
  read(listCandidates, roster.listCandidates, candidatesOf),

  write(
    approveSignup,
    async ({ db, input }) => {
      const [found] = await listDecisionsLocked(db, [input.id])
      return found ? approve(db, found, input.override_reason ?? null) : refuse('not_found')
    },
    { constraints: heldByDatabase },
  ),

  write(rejectSignup, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const refused = refuseDecision('reject', found)
    if (refused) return refused
    await tellOfficer(db, found, 'signup_rejected', 'Your request was denied', `${found.what}: ${input.reason}`)
    return updateDecided(db, { id: found.id, status: 'rejected', reason: input.reason, override_reason: null })
  }),

  write(undoDecision, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const asked = {
      ...found,
      starts_at: isoInstant(found.starts_at),
      applied_at: isoInstant(found.applied_at),
      decided_at: found.decided_at === null ? null : isoInstant(found.decided_at),
    }
    const refused = refuseUndo(asked, found.by, isoInstant(found.now_at))
    if (refused) return refuse(refused)
    if (isMadeByHand(asked)) {
      const title = 'An admin undid the change. You no longer have the shift'
      await tellOfficer(db, found, 'signup_released', title, found.what)
      await updateUnmade(db, input.id)
    } else {
      await tellOfficer(db, found, 'decision_undone', 'Your request is pending again', found.what)
      await updateUndone(db, input.id)
    }
    return readRosterSignup(db, input.id)
  }),

  write(releaseSignup, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const refused = refuseDecision('release', found)
    if (refused) return refused
    if (found.checked_in) return refuse('checked_in')
    await tellOfficer(db, found, 'signup_released', 'You were removed from a shift', `${found.what}: ${input.reason}`)
    return updateDecided(db, { id: found.id, status: 'released', reason: input.reason, override_reason: null })
  }),

  write(decideCallOff, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const refused = refuseDecision('decide_calloff', found)
    if (refused) return refused
    if (input.accept && found.checked_in) return refuse('checked_in')
    if (!input.accept && input.reason === undefined) return refuseField('reason', 'The officer will see the reason.')
    const status: SignupStatus = input.accept ? 'called_off' : 'confirmed'
    const [type, title] = input.accept
      ? (['calloff_accepted', 'Your call-off was approved'] as const)
      : (['calloff_refused', 'Your call-off was denied'] as const)
    const message = input.reason === undefined ? found.what : `${found.what}: ${input.reason}`
    await tellOfficer(db, found, type, title, message)
    return updateDecided(db, { id: found.id, status, reason: input.reason ?? null, override_reason: null })
  }),

  write(
    assignOfficer,
    async ({ db, input }) => {
      const found = await findAssignLocked(db, input)
      if (!found) return refuse('not_found')
      if (found.by === input.officer_id) return refuse('own_signup')
      if (found.to_award && !input.out_of_order) return refuseField('out_of_order', `${bypassWords}.`)
      const override_reason = input.override_reason ?? null
      if (!(await findPart(db, input))?.part) return refuse('not_a_part')
      const { assignment_id, post_id, officer_id } = input
      const asked = { assignment_id, post_id, officer_ids: [officer_id], purpose: 'sign_up' } as const
      const [officer] = await listEligibility(db, { ...asked, ...partOf(input) })
      if (!officer) return refuse('not_found')
      const reason = firstStanding(officer.reasons, override_reason)
      if (reason) return refuse(reason.code, refusalDetails(reason, officer.reasons))
      await tellOfficer(db, input, 'signup_assigned', 'You were assigned to a shift', found.what)
      return insertAssigned(db, { ...input, override_reason, order_reason: input.out_of_order?.reason ?? null })
    },
    { constraints: heldByDatabase },
  ),

  write(approveMany, async ({ db, input }) => ({ results: await approveEach(db, input.ids) })),
]
