import { z } from 'zod'
import { BrowserInfo } from '#features/department/feedback/contract.ts'
import { kinds, severities, statuses } from '#features/department/feedback/rules.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { afterPlace, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { ANSWER_MOST, placeOf } from './rules.feedback.ts'
import { NOTE_MOST } from './rules.trial.ts'

const Department = z.object({ id: Id, name: z.string(), subdomain: z.string(), state: z.string() })
const Sender = z.object({ name: z.string(), email: z.string() }).nullable()

export const FeedbackItem = z.object({
  id: Id,
  kind: z.enum(kinds),
  organization: Department,
  sender: Sender,
  title: z.string(),
  category: z.string(),
  /** Priority of a feature request, severity of a problem report, as chosen by the sender. */
  weight: z.enum(severities),
  status: z.enum(statuses),
  /** Number of people requesting it: the sender plus the senders of requests merged into it. */
  votes: z.int(),
  answered: z.boolean(),
  created_at: Instant,
  version: z.int(),
})
export type FeedbackItem = z.infer<typeof FeedbackItem>

const Merged = z.object({
  id: Id,
  organization: Department,
  sender: Sender,
  title: z.string(),
  description: z.string(),
  created_at: Instant,
})

export const FeedbackDetail = FeedbackItem.extend({
  description: z.string(),
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** Problem reports only: what the browser reported about itself. Untrusted text. */
  browser_info: BrowserInfo.partial().nullable(),
  notes: z.array(z.object({ id: Id, author: z.string().nullable(), body: z.string(), created_at: Instant })),
  merged: z.array(Merged),
  /** If this request was merged, the one it was merged into. */
  merged_into: Merged.omit({ description: true }).nullable(),
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>

const kind = z.enum(kinds)

export const listFeedback = endpoint({
  name: 'vendor_feedback.list',
  summary: 'Wishes or problem reports of all departments, newest first or by how many people ask for them.',
  method: 'GET',
  path: '/api/vendor/feedback/:kind',
  who: 'super_admin',
  across: 'to handle feature requests and problem reports',
  input: z
    .object({
      kind,
      status: z.enum([...statuses, 'open', 'all']).default('open'),
      category: line(0, 40).default(''),
      weight: z.enum([...severities, 'any']).default('any'),
      organization_id: Id.optional(),
      search: line(0, 100).default(''),
      sort: z.enum(['newest', 'votes']).default('newest'),
      after: afterPlace((place) => readCursor(placeOf(place).rest) !== null),
    })
    .refine(({ sort, after }) => after === undefined || (sort === 'votes') === (placeOf(after).votes !== null), {
      path: ['after'],
      error: 'Invalid position in this list.',
    }),
  output: page(FeedbackItem).extend({ counts: z.record(z.enum(statuses), z.int()) }),
  errors: {},
  topics: ['requests'],
})

export const readFeedback = endpoint({
  name: 'vendor_feedback.read',
  summary: 'One wish or problem whole, with its notes and what was merged into it.',
  method: 'GET',
  path: '/api/vendor/feedback/:kind/:id',
  who: 'super_admin',
  across: 'to handle feature requests and problem reports',
  input: z.object({ kind, id: Id }),
  output: FeedbackDetail,
  errors: {},
  topics: ['requests'],
})

const one = { kind, organization_id: Id, id: Id }

export const changeFeedback = endpoint({
  name: 'vendor_feedback.change',
  summary: 'Sets state and answer; its sender, and those of everything merged into it, are told.',
  method: 'PATCH',
  path: '/api/vendor/feedback/:kind/:organization_id/:id',
  who: 'super_admin',
  input: z.strictObject({
    ...one,
    version: Version,
    status: z.enum(statuses),
    answer: text(0, ANSWER_MOST).default(''),
  }),
  output: z.object({ told: z.int() }),
  errors: { merged_already: 409 },
})

export const noteFeedback = endpoint({
  name: 'vendor_feedback.note',
  summary: "Writes a note that the vendor's staff alone reads.",
  method: 'POST',
  path: '/api/vendor/feedback/:kind/:organization_id/:id/notes',
  who: 'super_admin',
  input: z.strictObject({ ...one, body: text(1, NOTE_MOST) }),
  output: z.object({ id: Id }),
  errors: {},
})

export const mergeFeedback = endpoint({
  name: 'vendor_feedback.merge',
  summary: 'Merges it, with everything merged into it before, into another of the same kind. The senders are told.',
  method: 'POST',
  path: '/api/vendor/feedback/:kind/:organization_id/:id/merge',
  who: 'super_admin',
  input: z.strictObject({ ...one, into_organization_id: Id, into_id: Id }),
  output: z.object({ votes: z.int() }),
  errors: { same_request: 409, merged_already: 409 },
})

export const unmergeFeedback = endpoint({
  name: 'vendor_feedback.unmerge',
  summary: 'Takes it out again: it stands by itself, with the state and answer it has now.',
  method: 'POST',
  path: '/api/vendor/feedback/:kind/:organization_id/:id/unmerge',
  who: 'super_admin',
  input: z.strictObject(one),
  output: z.object({ votes: z.int() }),
  errors: { not_merged: 409 },
})
