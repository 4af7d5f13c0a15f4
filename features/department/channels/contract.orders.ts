import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, page } from '#platform/shared/shapes.ts'
import { orderedEvents, outChannels, stepMinutes } from './rules.ts'

export const readOrders = endpoint({
  name: 'channels.orders',
  summary:
    "Minutes after which a text and a call follow the push; this month's texts, calls and prices; which providers there are.",
  method: 'GET',
  path: '/api/channels',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    texting: z.boolean(),
    calling: z.boolean(),
    /** Native apps that may call this server and can't be pushed to. */
    push_missing: z.array(z.enum(['ios', 'android'])),
    /** Null: no text, or no call. */
    items: z.array(
      z.object({ event: z.enum(orderedEvents), text_after: z.int().nullable(), call_after: z.int().nullable() }),
    ),
    /** Of this month in the department's time zone: segments and begun minutes are what providers bill. */
    month: z.object({
      texts: z.int(),
      segments: z.int(),
      calls: z.int(),
      minutes: z.int(),
      /** The prices that the provider has reported, and for how many texts and calls. */
      prices: z.array(z.object({ currency: z.string(), amount: z.number(), count: z.int() })),
    }),
    people: z.object({ all: z.int(), with_push: z.int(), with_phone: z.int(), with_calls: z.int() }),
  }),
  errors: {},
  topics: ['channels', 'officers'],
})

export const setOrder = endpoint({
  name: 'channels.set_order',
  summary: 'Sets after how many minutes a text and a call follow the push about an event; null for none.',
  method: 'POST',
  path: '/api/channels',
  who: 'admin',
  input: z.object({
    event: z.enum(orderedEvents),
    text_after: z.literal(stepMinutes).nullable(),
    /** Only for events that can be answered by a key. */
    call_after: z.literal(stepMinutes).nullable(),
  }),
  output: Done,
  errors: {},
})

const Delivery = z.object({
  id: Id,
  officer_name: z.string(),
  event: z.string(),
  channel: z.enum(outChannels),
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'stopped']),
  outcome: z.string().nullable(),
  /** What the provider reports, and for calls what the person did. */
  receipt: z
    .enum([
      ...(['delivered', 'undelivered', 'failed'] as const),
      ...(['accepted', 'declined', 'answered', 'no_answer', 'busy', 'machine', 'opted_out'] as const),
    ])
    .nullable(),
  planned_at: Instant,
  sent_at: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const listDeliveries = endpoint({
  name: 'channels.deliveries',
  summary: "Pushes, texts and calls to the caller, newest first. Admins can read everyone's.",
  method: 'GET',
  path: '/api/deliveries',
  who: 'officer',
  input: z.object({ of: z.enum(['me', 'everyone']).default('me'), after }),
  output: page(Delivery),
  errors: {},
  topics: ['channels', 'notifications'],
})
