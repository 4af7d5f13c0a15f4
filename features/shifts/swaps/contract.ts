import { z } from 'zod'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { swapActions, swapKinds, swapStates } from './rules.ts'

const Shift = z.object({
  assignment_id: Id,
  title: z.string(),
  post: z.string().nullable(),
  location_name: z.string().nullable(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
})

export const Swap = z.object({
  id: Id,
  kind: z.enum(swapKinds),
  /** `expired` by the clock, whatever is stored. */
  state: z.enum([...swapStates, 'expired']),
  officer_name: z.string(),
  /** Null: offered to all eligible officers. */
  to_name: z.string().nullable(),
  taker_name: z.string().nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  shift: Shift,
  counter: Shift.nullable(),
  /** The caller gives it. */
  own: z.boolean(),
  created_at: Instant,
  version: z.int(),
  may: z.array(z.enum(swapActions)),
})
export type Swap = z.infer<typeof Swap>

const limit = z.coerce.number().int().min(1).max(100).default(50)

export const listMySwaps = endpoint({
  name: 'swaps.mine',
  summary: "The caller's swaps and giveaways, and those offered to the caller or to everyone, by start.",
  method: 'GET',
  path: '/api/my-swaps',
  who: 'officer',
  input: z.object({
    /** `asked`: those that await the caller's answer. `waiting`: the caller's own and accepted ones that aren't over. */
    filter: z.enum(['all', 'asked', 'waiting']).default('all'),
    /** Only those of this shift, whichever side of the swap it is. */
    assignment_id: Id.optional(),
    limit,
    after,
  }),
  output: page(Swap).extend({
    /** The caller's upcoming confirmed shifts, one of which can be given in exchange; the next 100. */
    shifts: z.array(Shift.pick({ title: true, time_zone: true, starts_at: true, ends_at: true }).extend({ id: Id })),
    needs_approval: z.boolean(),
  }),
  errors: {},
  topics: ['signups', 'assignments', 'organization'],
})

export const listSwaps = endpoint({
  name: 'swaps.list',
  summary: "The department's swaps, newest first, or the pending ones, soonest first.",
  method: 'GET',
  path: '/api/swaps',
  who: 'admin',
  input: z.object({ filter: z.enum(['waiting', 'all']).default('waiting'), limit, after }),
  output: page(Swap),
  errors: {},
  topics: ['signups', 'assignments'],
})

export const undoDenial = endpoint({
  name: 'swaps.undo_denial',
  summary: "Undoes the caller's own denial within a minute. The swap is pending again.",
  method: 'POST',
  path: '/api/swaps/:id/undo-denial',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Swap,
  errors: { undo_over: 409 },
})

const acted = { wrong_state: 409, swap_over: 409 } as const
/** To the giver, who learns of the colleague only the kind of reason. */
const toGiver = { colleague_not_available: 409, exchange_not_possible: 409 } as const
const effect = { ...notToSignUp, ...acted, checked_in: 409, giver_not_eligible: 409 } as const

export const askSwap = endpoint({
  name: 'swaps.ask',
  summary:
    "Offers one of the caller's confirmed shifts as a swap or giveaway, to a colleague or every eligible officer.",
  method: 'POST',
  path: '/api/signups/:signup_id/swap',
  who: 'officer',
  input: z.object({
    signup_id: Id,
    kind: z.enum(swapKinds),
    /** If absent: offered to all eligible officers. */
    to_officer_id: Id.nullish(),
    /** Of a swap with one colleague: the shift that is asked for. None: the colleague names one. */
    counter_signup_id: Id.nullish(),
    note: line(0, 500).nullish(),
  }),
  output: Swap,
  errors: {
    wrong_state: 409,
    started: 409,
    checked_in: 409,
    already_offered: 409,
    no_such_colleague: 409,
    ...toGiver,
    swap_over: 409,
  },
})

export const takeSwap = endpoint({
  name: 'swaps.take',
  summary: 'Accepts a giveaway or a swap, or offers another shift in exchange.',
  method: 'POST',
  path: '/api/swaps/:id/take',
  who: 'officer',
  input: z.object({ id: Id, counter_signup_id: Id.nullish() }),
  output: Swap,
  errors: { ...effect, shift_needed: 409 },
})

export const agreeSwap = endpoint({
  name: 'swaps.agree',
  summary: "The giver agrees to the shift offered in exchange, if it hasn't changed since the caller read it.",
  method: 'POST',
  path: '/api/swaps/:id/agree',
  who: 'officer',
  input: z.object({ id: Id, version: Version }),
  output: Swap,
  errors: { ...notToSignUp, ...acted, ...toGiver, checked_in: 409 },
})

export const refuseSwap = endpoint({
  name: 'swaps.refuse',
  summary: 'Declines a swap or an answer to it. An offer to everyone opens to the others again.',
  method: 'POST',
  path: '/api/swaps/:id/refuse',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Swap,
  errors: acted,
})

export const withdrawSwap = endpoint({
  name: 'swaps.withdraw',
  summary: 'The giver withdraws the offer.',
  method: 'POST',
  path: '/api/swaps/:id/withdraw',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Swap,
  errors: acted,
})

export const decideSwap = endpoint({
  name: 'swaps.decide',
  summary: 'An admin approves a swap, which takes effect at once, or denies it with a reason.',
  method: 'POST',
  path: '/api/swaps/:id/decide',
  who: 'admin',
  input: z.object({ id: Id, version: Version, approve: z.boolean(), reason: line(3, 500).optional() }),
  output: Swap,
  errors: { ...effect, own_swap: 403 },
})
