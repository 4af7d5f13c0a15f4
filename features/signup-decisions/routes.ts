import { firstStanding, type Reason } from '#features/eligibility/rules.ts'
import { type EligibilityRow, reasonsOf } from '#features/eligibility/store.facts.ts'
import { listEligibility, partOf } from '#features/eligibility/store.ts'
import type { NotificationType } from '#features/notifications/rules.ts'
import { notify } from '#features/notifications/store.ts'
import { detailsOf, heldByDatabase } from '#features/signups/rules.refusals.ts'
import {
  type NotToSignUpCode,
  refuseSignupAction,
  type SignupAction,
  type SignupStatus,
} from '#features/signups/rules.ts'
import { findPart } from '#features/signups/store.ts'
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
} from './contract.ts'
import * as roster from './store.roster.ts'
import {
  type DecisionFacts,
  findAssignLocked,
  insertAssigned,
  listDecisions,
  listDecisionsLocked,
  updateDecided,
} from './store.ts'

type DecisionCode = 'own_signup' | 'wrong_state'

/** Why the caller may not take this decision now: the own signup, or a state that has passed. */
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

/** The first reason that stands, and all of them: what an override passes is asked about at once. */
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
  await tellOfficer(db, found, 'signup_approved', 'You have the place', found.what)
  return updateDecided(db, { id: found.id, status: 'confirmed', reason: null, override_reason: override })
}

/** A verdict for each of several, in the order of asking; what one takes, the next no longer finds. */
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

type Candidate = EligibilityRow & {
  officer_id: string | null
  name: string
  badge_number: string | null
  rank: string | null
  unit: string | null
  own: boolean
}

export const routes: readonly Route[] = [
  read(getRoster, roster.getRoster),
  read(listPending, roster.listPending),
  read(listCandidates, roster.listCandidates, (rows) => {
    if (rows.length === 0) return refuse('not_found')
    const found = (rows as Candidate[]).flatMap((row) => {
      const { officer_id, name, badge_number, rank, unit, own } = row
      if (officer_id === null) return []
      const reasons = reasonsOf(row, 'sign_up')
      return [{ officer_id, name, badge_number, rank, unit, own, reasons }]
    })
    const items = found.slice(0, roster.candidatePage)
    const last = found.length > items.length ? items.at(-1) : undefined
    return { items, next: last ? `${last.name}~${last.officer_id}` : null }
  }),

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
    await tellOfficer(db, found, 'signup_rejected', 'Your signup was turned down', `${found.what}: ${input.reason}`)
    return updateDecided(db, { id: found.id, status: 'rejected', reason: input.reason, override_reason: null })
  }),

  write(releaseSignup, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const refused = refuseDecision('release', found)
    if (refused) return refused
    if (found.checked_in) return refuse('checked_in')
    await tellOfficer(db, found, 'signup_released', 'You were released', `${found.what}: ${input.reason}`)
    return updateDecided(db, { id: found.id, status: 'released', reason: input.reason, override_reason: null })
  }),

  write(decideCallOff, async ({ db, input }) => {
    const [found] = await listDecisionsLocked(db, [input.id])
    if (!found) return refuse('not_found')
    const refused = refuseDecision('decide_calloff', found)
    if (refused) return refused
    if (input.accept && found.checked_in) return refuse('checked_in')
    if (!input.accept && input.reason === undefined) return refuseField('reason', 'The officer is told why.')
    const status: SignupStatus = input.accept ? 'called_off' : 'confirmed'
    const [type, title] = input.accept
      ? (['calloff_accepted', 'You are called off'] as const)
      : (['calloff_refused', 'You keep the shift'] as const)
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
      const override_reason = input.override_reason ?? null
      if (!(await findPart(db, input))?.part) return refuse('not_a_part')
      const { assignment_id, post_id, officer_id } = input
      const asked = { assignment_id, post_id, officer_ids: [officer_id], purpose: 'sign_up' } as const
      const [officer] = await listEligibility(db, { ...asked, ...partOf(input) })
      if (!officer) return refuse('not_found')
      const reason = firstStanding(officer.reasons, override_reason)
      if (reason) return refuse(reason.code, refusalDetails(reason, officer.reasons))
      await tellOfficer(db, input, 'signup_assigned', 'You were assigned', found.what)
      return insertAssigned(db, { ...input, override_reason })
    },
    { constraints: heldByDatabase },
  ),

  write(approveMany, async ({ db, input }) => ({ results: await approveEach(db, input.ids) })),
]
