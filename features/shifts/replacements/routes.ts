import { hoursOf } from '#features/department/notifications/rules.quiet.ts'
import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { deleteLeave, insertLeave } from '#features/roster/leaves/store.entries.ts'
import { listUnreached } from '#features/roster/officers/store.contact.ts'
import type { OutOfOrder } from '#features/shifts/awards/contract.shapes.ts'
import { aheadOf } from '#features/shifts/awards/rules.by-hand.ts'
import { candidatesIn } from '#features/shifts/awards/store.candidates.ts'
import { firstStanding, type Reason } from '#features/shifts/eligibility/rules.ts'
import { freeOf, reasonsOf } from '#features/shifts/eligibility/store.facts.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { defaultTerms, offerEnds } from '#features/shifts/offers/rules.ts'
import { detailsOf, heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import { refuseSignupAction } from '#features/shifts/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import {
  askFit,
  assignToShift,
  listOpenSpots,
  listReplacements,
  moveOfficer,
  replaceSick,
  undoChange,
} from './contract.ts'
import { againstTaking, bestPost, byFit, isUnderWay, LISTED, refuseUndoChange, standingOf, type Way } from './rules.ts'
import * as store from './store.ts'
import * as writes from './store.write.ts'
import { sickReason } from './words.ts'

const refuseLeaving = (one: writes.Leaving, now = one.now_at) => {
  if (one.status === 'offered') return refuse('wrong_state', { status: one.status })
  const why = refuseSignupAction('release', one, { officer_id: one.by, notice_minutes: 0 }, now)
  if (why) return why === 'own_signup' ? refuse('own_signup') : refuse('wrong_state', { status: one.status })
  return one.checked_in ? refuse('checked_in') : null
}

const refuseReasons = (reasons: readonly Reason[], override: string | null) => {
  const reason = firstStanding(reasons, override)
  return reason
    ? refuse(reason.code, { ...detailsOf(reason), overridable: reasons.every((one) => one.overridable), reasons })
    : null
}

const tellOne = (
  db: Db,
  to: { officer_id: string; assignment_id: string },
  type: NotificationType,
  title: string,
  message: string,
) => notify(db, [{ type, title, message, officer_id: to.officer_id, assignment_id: to.assignment_id }])

/** Enters the sick leave for the time of the shift, unless the officer is away then anyhow. */
const enterSick = async (db: Db, one: writes.Leaving): Promise<string | null> => {
  if (await writes.isAway(db, one)) return null
  const leave = { kind: 'sick', starts_at: one.starts_at, ends_at: one.ends_at, whole_days: false, note: null } as const
  return (await insertLeave(db, one.officer_id, leave))?.id ?? null
}

const untilOf = (one: writes.Leaving) =>
  offerEnds(one.starts_at, defaultTerms, { hours: hoursOf(one.quiet_from, one.quiet_to), zone: one.zone }, one.now_at)

/** The reasons that an admin gave: for an override, and for the choice of an officer who isn't the first in the rule's order. */
type Given = { override_reason?: string | undefined; out_of_order?: OutOfOrder }

/** Gives the spot that `one` left to another officer, or offers it. The locks are taken. */
const fill = async (db: Db, one: writes.Leaving, to: { officer_id: string; way: Way }, given: Given) => {
  const { officer_id, way } = to
  const override = given.override_reason ?? null
  if (officer_id === one.by) return refuse('own_signup')
  if (way === 'offer' && one.started) return refuse('started')
  const { assignment_id, post_id } = one
  const part = { starts_at: new Date(one.starts_at), ends_at: new Date(one.ends_at) }
  const asked = { assignment_id, post_id, officer_ids: [officer_id], purpose: 'fill', ...part } as const
  const [officer] = await listEligibility(db, asked)
  if (!officer) return refuse('not_found')
  // An offer is accepted by the officer, whom no admin's reason excuses.
  const against = againstTaking(officer.reasons, isUnderWay(one, one.now_at))
  const no = refuseReasons(against, way === 'assign' ? override : null)
  if (no) return no
  const offer = way === 'offer'
  const next = await writes.takeOver(db, {
    ...{ assignment_id, post_id, officer_id, part: { starts_at: one.starts_at, ends_at: one.ends_at } },
    status: offer ? 'offered' : 'confirmed',
    offer_expires_at: offer ? untilOf(one) : null,
    override_reason: offer ? null : override,
    order_reason: given.out_of_order?.reason ?? null,
  })
  const at = { officer_id, assignment_id }
  if (offer)
    await tellOne(
      db,
      at,
      'place_offered',
      `You're offered a spot: ${one.what}`,
      `An officer was removed from the shift. Held for you until ${next.until}. Accept or decline.`,
    )
  else await tellOne(db, at, 'signup_assigned', 'You were assigned to a shift', next.what)
  return { ...next, as: offer ? ('offered' as const) : ('confirmed' as const) }
}

/** How the replacement is notified of an undo; `request`: the restored status of their request, or null if there was none. */
const undoneOf = (as: string | null, request: string | null): [NotificationType, string] => {
  if (request === 'waitlisted') return ['decision_undone', "You're on the waitlist again"]
  if (request !== null) return ['decision_undone', 'Your request is pending again']
  if (as === 'offered') return ['place_lost', 'An admin withdrew the offer']
  return ['signup_released', 'An admin undid the change. You no longer have the shift']
}

/** The first post of the target with no reasons against it, or only overridden ones. */
const placeIn = async (db: Db, assignment_id: string, officer_id: string) => {
  const tried: { post_id: string; reasons: Reason[] }[] = []
  for (const post_id of await writes.listPosts(db, assignment_id)) {
    const [officer] = await listEligibility(db, { assignment_id, post_id, officer_ids: [officer_id], purpose: 'fill' })
    if (!officer) return null
    tried.push({ post_id, reasons: officer.reasons })
    if (officer.reasons.length === 0) break
  }
  return bestPost(tried)
}

const moveTo = async (db: Db, to: { assignment_id: string; officer_id: string }, given: Given) => {
  const place = await placeIn(db, to.assignment_id, to.officer_id)
  if (!place) return refuse('not_found')
  const override_reason = given.override_reason ?? null
  const no = refuseReasons(place.reasons, override_reason)
  if (no) return no
  const order_reason = given.out_of_order?.reason ?? null
  const next = await writes.takeOver(db, {
    ...{ ...to, post_id: place.post_id, override_reason, order_reason },
    ...{ part: null, status: 'confirmed', offer_expires_at: null },
  })
  await tellOne(db, to, 'signup_assigned', 'You were assigned to a shift', next.what)
  return { ...next, as: 'confirmed' as const }
}

export const routes: readonly Route[] = [
  read(listReplacements, store.listReplacements, (found) => {
    const rows = found as store.ReplacementRow[]
    const [first] = rows
    if (!first) return refuse('not_found')
    const { rule, people } = candidatesIn(rows)
    const underWay = isUnderWay(first.signup, isoInstant(first.now_at))
    const reasoned = people.map((one) => ({ ...one, reasons: againstTaking(reasonsOf(one.row, 'fill'), underWay) }))
    const ahead = aheadOf(reasoned, (one) => standingOf(one) === 0)
    const listed = reasoned.filter((one) => one.listed).sort(byFit)
    const items = listed.slice(0, LISTED).map((one) => ({ ...one, ahead: ahead(one) }))
    return {
      signup: first.signup,
      rule,
      items: items.map(({ row, place: _, listed: __, ...one }) => ({ ...one, free: freeOf(row) })),
    }
  }),

  write(
    replaceSick,
    async ({ db, input }) => {
      const { replacement } = input
      const one = await writes.lockLeaving(db, input.signup_id, replacement)
      if (!one) return refuse('not_found')
      const no = refuseLeaving(one)
      if (no) return no
      if (replacement?.way === 'offer' && (await listUnreached(db, [replacement.officer_id])).length > 0)
        return refuse('no_account')
      const swaps = await writes.releaseLeaving(db, one.id, sickReason)
      const leave_id = await enterSick(db, one)
      const next = replacement ? await fill(db, one, replacement, input) : null
      if (next instanceof Refusal) return next
      await tellOne(db, one, 'calloff_accepted', 'You were removed from this shift: called in sick', one.what)
      const change = { kind: 'sick', signup_id: one.id, was: one.status, next, leave_id, swaps } as const
      const unreached = await listUnreached(db, [one.officer_id, ...(replacement ? [replacement.officer_id] : [])])
      const change_id = await writes.insertChange(db, change)
      return { change_id, leave: leave_id !== null, since: next?.since ?? null, unreached }
    },
    { constraints: heldByDatabase },
  ),

  read(askFit, store.findFit, (found) => {
    const rows = found as store.FitRow[]
    const [first] = rows
    if (!first) return refuse('not_found')
    const best = bestPost(rows.map((row) => ({ post_id: row.post_id, reasons: reasonsOf(row, 'fill', row.leaving) })))
    const { own, has_account, phone } = first
    return { post_id: best?.post_id ?? null, own, has_account, phone, reasons: best?.reasons ?? [] }
  }),

  read(listOpenSpots, store.listOpenSpots),

  write(
    assignToShift,
    async ({ db, input, me }) => {
      if (input.officer_id === (await me()).officer_id) return refuse('own_signup')
      await writes.lockTarget(db, input)
      const next = await moveTo(db, input, input)
      return next instanceof Refusal ? next : { signup_id: next.id }
    },
    { constraints: heldByDatabase },
  ),

  write(
    moveOfficer,
    async ({ db, input }) => {
      const { officer_id, assignment_id } = input
      const one = await writes.lockLeaving(db, input.signup_id, { officer_id, assignment_id })
      if (!one) return refuse('not_found')
      const no = refuseLeaving(one)
      if (no) return no
      const stays = one.assignment_id === assignment_id
      if (stays && one.officer_id === officer_id) return refuse('already_signed_up')
      if (officer_id === one.by) return refuse('own_signup')
      const swaps = await writes.releaseLeaving(db, one.id, 'Moved by an admin.')
      const next = stays
        ? await fill(db, one, { officer_id, way: 'assign' }, input)
        : await moveTo(db, { assignment_id, officer_id }, input)
      if (next instanceof Refusal) return next
      await tellOne(db, one, 'signup_released', 'You were removed from a shift', one.what)
      const change = { kind: 'move', signup_id: one.id, was: one.status, next, leave_id: null, swaps } as const
      const unreached = await listUnreached(db, [one.officer_id, officer_id])
      return { change_id: await writes.insertChange(db, change), since: next.since, unreached }
    },
    { constraints: heldByDatabase },
  ),

  write(
    undoChange,
    async ({ db, input }) => {
      const one = await writes.lockChange(db, input.id)
      if (!one) return refuse('not_found')
      const no = refuseUndoChange(one, one.by, one.now_at)
      if (no) return refuse(no)
      const { swaps_ended, request } = await writes.restoreChange(db, one)
      if (one.leave_id !== null) await deleteLeave(db, one.leave_id)
      await tellOne(db, one, 'decision_undone', 'You have the shift again', one.what)
      const { next_officer_id, next_assignment_id, next_what } = one
      if (next_officer_id !== null && next_assignment_id !== null) {
        const at = { officer_id: next_officer_id, assignment_id: next_assignment_id }
        await tellOne(db, at, ...undoneOf(one.next_as, request), next_what ?? '')
      }
      return { done: true, swaps_ended }
    },
    {
      constraints: {
        signups_no_overlap: 'wrong_state',
        posts_not_over: 'wrong_state',
        signups_one_live: 'wrong_state',
      },
    },
  ),
]
