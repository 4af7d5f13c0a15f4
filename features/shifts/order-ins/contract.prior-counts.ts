import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, DateText, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { priorCountBounds, priorCountKinds } from './rules.prior-counts.ts'

const kind = z.enum(priorCountKinds)
const reason = line(3, 200)

export const PriorCount = z.object({
  id: Id,
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  kind,
  times: z.int(),
  minutes: z.int(),
  /** The day of the most recent one. */
  last_on: DateText,
  reason: z.string(),
  created_by: z.string().nullable(),
  created_at: Instant,
  /** Reversed by a later entry, or itself the reversal of another. */
  state: z.enum(['stands', 'taken_back', 'takes_back']),
  own: z.boolean(),
})
export type PriorCount = z.infer<typeof PriorCount>

export const listPriorCounts = endpoint({
  name: 'prior_counts.list',
  summary: 'Earlier counts, kept outside Watchbill, latest first.',
  method: 'GET',
  path: '/api/prior-counts',
  who: 'admin',
  input: z.object({ after }),
  output: page(PriorCount),
  errors: {},
  topics: ['order_ins'],
})

export const enterPriorCount = endpoint({
  name: 'prior_counts.enter',
  summary: "Enters an officer's earlier count: how many times, how many hours, and the last date.",
  method: 'POST',
  path: '/api/prior-counts',
  who: 'admin',
  input: z
    .strictObject({
      officer_id: Id,
      kind,
      times: z.coerce.number().int('Enter a whole number.').min(0).max(priorCountBounds.times),
      hours: z.coerce.number().min(0).max(priorCountBounds.hours),
      last_on: DateText,
      reason,
    })
    .refine((typed) => typed.times > 0 || Math.round(typed.hours * 60) > 0, {
      path: ['times'],
      message: 'Add a count or hours.',
    }),
  output: z.object({ id: Id }),
  errors: { own_prior_count: 403 },
})

export const importPriorCounts = endpoint({
  name: 'prior_counts.import',
  summary: 'Enters earlier counts from a pasted list: badge number, count, hours, last date. All lines or none.',
  method: 'POST',
  path: '/api/prior-counts/import',
  who: 'admin',
  input: z.strictObject({ kind, last_on: DateText, reason, text: z.string().min(1, 'Paste a list.').max(50_000) }),
  output: z.object({ added: z.int() }),
  errors: {},
})

export const takeBackPriorCount = endpoint({
  name: 'prior_counts.take_back',
  summary: 'Reverses an earlier count with a second entry and a reason. Both entries stay.',
  method: 'POST',
  path: '/api/prior-counts/:id/take-back',
  who: 'admin',
  input: z.object({ id: Id, reason }),
  output: Done,
  errors: { own_prior_count: 403, taken_back_already: 409 },
})
