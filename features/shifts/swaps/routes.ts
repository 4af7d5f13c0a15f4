import { notify, updateReadAnswered } from '#features/department/notifications/store.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import { actForDepartment, lockSignups } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write as writeRoute } from '#platform/server/route.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { listOwnSwapChecks, listSwapChecks } from './contract.checks.ts'
import {
  agreeSwap,
  askSwap,
  decideSwap,
  listMySwaps,
  listSwaps,
  refuseSwap,
  takeSwap,
  undoDenial,
  withdrawSwap,
} from './contract.ts'
import { exchange, refuseColleague, refuseExchange, toldToGiver, toldToTaker } from './routes.effect.ts'
import { afterRefusal, livingSwapStates, type SwapAction, swapMay } from './rules.ts'
import { checksOf, listChecks, listOwnChecks, ownChecksOf } from './store.checks.ts'
import * as store from './store.ts'
import * as write from './store.write.ts'

type Me = () => Promise<{ officer_id: string | null; role: string }>

/** The swap, locked with both sides, if the caller may see it; from here on the department acts. */
const lock = async (db: Db, me: Me, id: string, counterId: string | null = null) => {
  if (!(await store.isSeen(db, id))) return null
  const { officer_id, role } = await me()
  await actForDepartment(db)
  await store.lockSwap(db, id, String(officer_id), counterId)
  const swap = await store.findSwap(db, id)
  return (
    swap && { swap, who: { officer_id: String(officer_id), admin: role === 'admin' }, now: isoInstant(swap.now_at) }
  )
}
type At = NonNullable<Awaited<ReturnType<typeof lock>>>

const refuseAct = ({ swap, who, now }: At, action: SwapAction) => {
  if (swapMay(swap, who, now).includes(action)) return null
  return livingSwapStates.includes(swap.state) ? refuse('swap_over') : refuse('wrong_state', { state: swap.state })
}

/** Another officer may have responded since it was read: acceptance applies only to what the caller saw. */
const refuseOther = ({ swap }: At, version: number) => (swap.version === version ? null : refuse('changed_meanwhile'))

const answer = async (db: Db, { who, now }: At, id: string) => {
  const swap = await store.findSwap(db, id)
  if (!swap) throw new Error('a locked swap is gone')
  const told: Partial<typeof swap> = { ...swap }
  for (const name of hidden) delete told[name]
  return store.swapOf(told as store.Seen, who, now)
}
const hidden = [
  'signup_id',
  'assignment_id',
  'post_id',
  'ends_at',
  'counter_signup_id',
  'counter_assignment_id',
  'counter_post_id',
  'counter_ends_at',
  'given',
  'counter_held',
  'needs_approval',
  'now_at',
] as const

type Told = {
  type: 'swap_asked' | 'swap_answered' | 'swap_waiting' | 'swap_refused'
  officer_id: string | null
  title: string
  message: string
}
/** Marks what asked the caller about this swap as read. To be called after the swap has changed. */
const seen = (db: Db, { shift }: { shift: { assignment_id: string } }) =>
  updateReadAnswered(db, ['swap_asked', 'swap_answered'], shift.assignment_id)
const tell = (db: Db, swap: { shift: { assignment_id: string } }, told: Told) =>
  notify(db, [{ ...told, assignment_id: swap.shift.assignment_id }])

/** Both officers have agreed: the swap takes effect, or waits for an admin. */
const conclude = async (db: Db, at: At, taker: { id: string; name: string }) => {
  const swap = { ...at.swap }
  const no = await refuseExchange(db, swap, taker.id)
  if (no) return no
  if (!swap.needs_approval) {
    await exchange(db, swap, taker.id, taker.name)
    return null
  }
  await write.updateState(db, swap.id, 'agreed')
  await tell(db, swap, {
    type: 'swap_waiting',
    officer_id: null,
    title:
      swap.kind === 'swap'
        ? `${swap.officer_name} and ${taker.name} want to swap`
        : `${swap.officer_name} wants to give ${taker.name} a shift`,
    message: swap.shift.title,
  })
  return null
}

export const routes: readonly Route[] = [
  read(listMySwaps, store.listMySwaps, (rows) => {
    const { found, items, next } = store.listedOf(rows)
    return { items, next, shifts: found.shifts as never, needs_approval: found.needs_approval }
  }),
  read(listSwaps, store.listSwaps, (rows) => {
    const { items, next } = store.listedOf(rows)
    return { items, next }
  }),
  read(listSwapChecks, listChecks, (rows) => ({ items: checksOf(rows) })),
  read(listOwnSwapChecks, listOwnChecks, (rows) => ({ items: ownChecksOf(rows) })),

  writeRoute(
    askSwap,
    async ({ db, input, me }) => {
      await lockSignups(db, [input.signup_id])
      const given = await write.findGiven(db, input.signup_id)
      if (!given) return refuse('not_found')
      if (given.started) return refuse('started')
      if (given.checked_in) return refuse('checked_in')
      if (!aheadStatuses.some((one) => one === given.status)) return refuse('wrong_state', { status: given.status })
      await actForDepartment(db)
      const to = input.to_officer_id ? await write.findColleague(db, input.to_officer_id) : null
      if (input.to_officer_id && !to) return refuse('no_such_colleague')
      const counter = (input.kind === 'swap' && to && input.counter_signup_id) || null
      const { kind, note = null } = input
      const id = await write.insertSwap(db, { signup_id: given.id, kind, to, note, counter_signup_id: counter })
      const made = await store.findSwap(db, id)
      if (!made) throw new Error('an inserted swap is gone')
      if (counter !== made.counter_signup_id) return refuse('swap_over')
      const no = to && (await refuseColleague(db, made, to.id))
      if (no) return no
      const { officer_id, role } = await me()
      const { assignment_id, post_id } = given
      const eligible = to ? [to.id] : await colleaguesFor(db, { assignment_id, post_id, but: given.officer_id })
      const verb = input.kind === 'swap' ? 'wants to swap' : 'is giving away'
      await notify(
        db,
        eligible.map((one) => ({
          type: 'swap_asked' as const,
          officer_id: one,
          assignment_id,
          title: `${given.officer_name} ${verb} a shift`,
          message: given.what,
        })),
      )
      const who = { officer_id: String(officer_id), admin: role === 'admin' }
      return answer(db, { swap: made, who, now: isoInstant(made.now_at) }, id)
    },
    { constraints: { swaps_one_open: 'already_offered' } },
  ),

  writeRoute(
    takeSwap,
    async ({ db, input, me }) => {
      const named = input.counter_signup_id ?? null
      const at = await lock(db, me, input.id, named)
      if (!at) return refuse('not_found')
      const no = refuseAct(at, 'take')
      if (no) return no
      // The giver has agreed already to the shift that was asked for.
      const asked = at.swap.counter_signup_id
      const counterId = named ?? asked
      const answered = at.swap.kind === 'swap' && counterId !== asked
      if ((at.swap.kind === 'swap') !== (counterId !== null)) return refuse('shift_needed')
      await write.updateTaken(db, input.id, answered ? 'answered' : 'open', counterId)
      const swap = await store.findSwap(db, input.id)
      if (!swap || (counterId !== null && swap.counter_signup_id !== counterId)) return refuse('not_found')
      const taker = { id: at.who.officer_id, name: swap.taker_name ?? '' }
      const refused = answered ? await refuseExchange(db, swap, taker.id) : await conclude(db, { ...at, swap }, taker)
      if (refused) return toldToTaker(refused)
      await seen(db, swap)
      if (answered)
        await tell(db, swap, {
          type: 'swap_answered',
          officer_id: swap.officer_id,
          title: `${taker.name} offers a shift in exchange`,
          message: `${swap.counter?.title ?? ''} for ${swap.shift.title}`,
        })
      return answer(db, at, input.id)
    },
    { constraints: heldByDatabase },
  ),

  writeRoute(
    agreeSwap,
    async ({ db, input, me }) => {
      const at = await lock(db, me, input.id)
      if (!at) return refuse('not_found')
      const no = refuseAct(at, 'agree') ?? refuseOther(at, input.version)
      if (no) return no
      const refused = await conclude(db, at, { id: String(at.swap.taker_id), name: at.swap.taker_name ?? '' })
      if (refused) return toldToGiver(refused)
      await seen(db, at.swap)
      return answer(db, at, input.id)
    },
    { constraints: heldByDatabase },
  ),

  writeRoute(refuseSwap, async ({ db, input, me }) => {
    const at = await lock(db, me, input.id)
    if (!at) return refuse('not_found')
    const no = refuseAct(at, 'refuse')
    if (no) return no
    const { swap, who } = at
    const reopens = afterRefusal(swap) === 'open'
    if (reopens) await write.updateReopened(db, swap.id)
    else await write.updateState(db, swap.id, 'refused')
    await seen(db, swap)
    const other = who.officer_id === swap.officer_id ? swap.taker_id : swap.officer_id
    if (other)
      await tell(db, swap, {
        type: 'swap_refused',
        officer_id: other,
        title: `Declined: ${swap.shift.title}`,
        message:
          reopens && other === swap.officer_id
            ? `${swap.taker_name} backed out. The shift is offered to everyone again.`
            : "The swap won't happen.",
      })
    return answer(db, at, input.id)
  }),

  writeRoute(withdrawSwap, async ({ db, input, me }) => {
    const at = await lock(db, me, input.id)
    if (!at) return refuse('not_found')
    const no = refuseAct(at, 'withdraw')
    if (no) return no
    await write.updateState(db, input.id, 'withdrawn')
    await seen(db, at.swap)
    if (at.swap.taker_id)
      await tell(db, at.swap, {
        type: 'swap_refused',
        officer_id: at.swap.taker_id,
        title: `Withdrawn: ${at.swap.shift.title}`,
        message: "The swap won't happen.",
      })
    return answer(db, at, input.id)
  }),

  writeRoute(
    undoDenial,
    async ({ db, input, me }) => {
      const at = await lock(db, me, input.id)
      if (!at) return refuse('not_found')
      if ((await write.updateUndenied(db, input.id)) === 0) return refuse('undo_over')
      for (const officer_id of [at.swap.officer_id, at.swap.taker_id])
        await tell(db, at.swap, {
          type: 'swap_refused',
          officer_id,
          title: `Pending again: ${at.swap.shift.title}`,
          message: 'The denial was undone. An admin will decide.',
        })
      return answer(db, at, input.id)
    },
    // Offered again in the meantime.
    { constraints: { swaps_one_open: 'undo_over' } },
  ),

  writeRoute(
    decideSwap,
    async ({ db, input, me }) => {
      const at = await lock(db, me, input.id)
      if (!at) return refuse('not_found')
      const { swap, who } = at
      if (who.officer_id === swap.officer_id || who.officer_id === swap.taker_id) return refuse('own_swap')
      const no = refuseAct(at, 'decide') ?? refuseOther(at, input.version)
      if (no) return no
      const taker = { id: String(swap.taker_id), name: swap.taker_name ?? '' }
      if (input.approve) {
        const refused = await refuseExchange(db, swap, taker.id)
        if (refused) return refused
        await write.updateDecided(db, swap.id, 'agreed', input.reason ?? null)
        await exchange(db, swap, taker.id, taker.name)
        return answer(db, at, input.id)
      }
      await write.updateDecided(db, swap.id, 'rejected', input.reason ?? null)
      for (const officer_id of [swap.officer_id, taker.id])
        await tell(db, swap, {
          type: 'swap_refused',
          officer_id,
          title: `Denied: ${swap.shift.title}`,
          message: input.reason ?? 'Nothing changes.',
        })
      return answer(db, at, input.id)
    },
    { constraints: heldByDatabase },
  ),
]

/** Whom to notify of an offer to all: officers currently eligible for the shift. */
const colleaguesFor = async (
  db: Db,
  at: { assignment_id: string; post_id: string; but: string },
): Promise<string[]> => {
  const all = await listEligibility(db, {
    assignment_id: at.assignment_id,
    post_id: at.post_id,
    officer_ids: 'all',
    purpose: 'fill',
  })
  return all
    .filter((one) => one.officer_id !== at.but && one.reasons.every(({ code }) => code === 'full'))
    .map((one) => one.officer_id)
}
