import { notify } from '#features/department/notifications/store.ts'
import { recordOpportunities } from '#features/shifts/awards/store.opportunities.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { detailsOf } from '#features/shifts/signups/rules.refusals.ts'
import type { Db } from '#platform/server/db.ts'
import { refuse } from '#platform/server/route.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { colleagueReason, kindOf } from './rules.colleagues.ts'
import { isExpired } from './rules.ts'
import type { Locked } from './store.ts'
import * as write from './store.write.ts'

const has = (held: Locked['given'] | null, officer_id: string | null) =>
  held !== null && held.officer_id === officer_id && aheadStatuses.some((one) => one === held.status)

/** Why the exchange is not possible now, or null: checked at every step, and again under the locks when it takes effect. */
export const refuseExchange = async (db: Db, swap: Locked, taker_id: string) => {
  const now = new Date(swap.now_at).toISOString()
  if (isExpired(swap, now) || !has(swap.given, swap.officer_id)) return refuse('swap_over')
  const counter = swap.counter_signup_id === null ? null : swap.counter_held
  if (counter && !has(counter, taker_id)) return refuse('swap_over')
  if (swap.given.checked_in || counter?.checked_in) return refuse('checked_in')
  const without = [swap.signup_id, ...(swap.counter_signup_id ? [swap.counter_signup_id] : [])]
  const [taker] = await listEligibility(db, {
    assignment_id: swap.assignment_id,
    post_id: swap.post_id,
    officer_ids: [taker_id],
    purpose: 'fill',
    starts_at: new Date(swap.starts_at),
    ends_at: new Date(swap.ends_at),
    without,
  })
  const [reason] = besidesFull(taker?.reasons ?? [])
  if (reason) return refuse(reason.code, detailsOf(reason))
  const { counter_assignment_id, counter_post_id, counter_starts_at, counter_ends_at } = swap
  if (!counter || !counter_assignment_id || !counter_post_id || !counter_starts_at || !counter_ends_at) return null
  const [giver] = await listEligibility(db, {
    assignment_id: counter_assignment_id,
    post_id: counter_post_id,
    officer_ids: [swap.officer_id],
    purpose: 'fill',
    starts_at: new Date(counter_starts_at),
    ends_at: new Date(counter_ends_at),
    without,
  })
  const [against] = besidesFull(giver?.reasons ?? [])
  return against ? refuse('giver_not_eligible', { reason: against.code }) : null
}

type Refused = NonNullable<Awaited<ReturnType<typeof refuseExchange>>>

/** The refusal as the giver may read it: of the colleague only the kind of reason. */
export const toldToGiver = (refused: Refused) => {
  if (refused.code === 'swap_over' || refused.code === 'checked_in') return refused
  if (refused.code === 'giver_not_eligible') return refuse('exchange_not_possible', refused.details)
  return refuse('colleague_not_available', { reason: kindOf(refused.code) })
}

/** The same for the taker, who reads their own reasons in full. */
export const toldToTaker = (refused: Refused) =>
  refused.code === 'giver_not_eligible'
    ? refuse('giver_not_eligible', { reason: kindOf(String(refused.details?.reason)) })
    : refused

/**
 * Why what was asked of one colleague cannot be, or null: known at the asking where it can be. While no shift is named in exchange,
 * what other shifts decide is left open.
 */
export const refuseColleague = async (db: Db, swap: Locked, to_id: string) => {
  if (swap.kind === 'swap' && swap.counter_signup_id === null) {
    const [found] = await listEligibility(db, {
      assignment_id: swap.assignment_id,
      post_id: swap.post_id,
      officer_ids: [to_id],
      purpose: 'fill',
    })
    const reason = colleagueReason(found?.reasons ?? [], true)
    return reason ? refuse('colleague_not_available', { reason: reason.code }) : null
  }
  const refused = await refuseExchange(db, swap, to_id)
  return refused && toldToGiver(refused)
}

/** The exchange itself: the given shifts end before the new ones begin, so that no spot is held twice at any moment. */
export const exchange = async (db: Db, swap: Locked, taker_id: string, taker_name: string): Promise<void> => {
  await write.updateState(db, swap.id, 'done')
  const { signup_id, assignment_id, post_id, counter_signup_id, counter_assignment_id, counter_post_id } = swap
  const moves = [{ signup_id, assignment_id, post_id, to: taker_id }]
  if (counter_signup_id && counter_assignment_id && counter_post_id)
    moves.push({
      signup_id: counter_signup_id,
      assignment_id: counter_assignment_id,
      post_id: counter_post_id,
      to: swap.officer_id,
    })
  for (const move of moves) await write.updateGiven(db, { ...move, taker_id: move.to })
  for (const move of moves) {
    const made = await write.insertSuccessor(db, move.signup_id, move.to)
    const { assignment_id, post_id, to: officer_id } = move
    await recordOpportunities(db, [
      {
        officer_id,
        kind: 'accepted',
        minutes: made.minutes,
        source: 'swap',
        assignment_id,
        post_id,
        signup_id: made.id,
      },
    ])
  }
  const { title } = swap.shift
  await notify(db, [
    {
      type: 'swap_done',
      officer_id: swap.officer_id,
      assignment_id: swap.counter_assignment_id ?? assignment_id,
      title: swap.counter ? `Swapped: ${swap.counter.title}` : `Given away: ${title}`,
      message: swap.counter
        ? `${taker_name} now has ${title}, and you have ${swap.counter.title}.`
        : `${taker_name} has the shift. You're no longer responsible for it.`,
    },
    {
      type: 'swap_done',
      officer_id: taker_id,
      assignment_id,
      title: `The shift is yours: ${title}`,
      message: `${swap.officer_name} gave it to you${swap.counter ? ` for ${swap.counter.title}` : ''}.`,
    },
  ])
}
