import { z } from 'zod'
import { contactFields, Unreached } from '#features/roster/officers/contract.contact.ts'
import { candidateFields, OrderedBy, out_of_order } from '#features/shifts/awards/contract.shapes.ts'
import { Free, Reason } from '#features/shifts/eligibility/contract.ts'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { SHEET_DAYS } from '#platform/shared/time.ts'
import { isOpenSpan, ways } from './rules.ts'

const topics = ['signups', 'assignments', 'officers', 'tours', 'work_rules', 'certifications'] as const
const override_reason = line(3, 500).optional()
/** Since when the officer has the spot, if the shift was under way; null for all others. */
const since = Instant.nullable()
/** Affected officers who couldn't be notified. */
const unreached = z.array(Unreached)
const changed = { own_signup: 403, wrong_state: 409, checked_in: 409 } as const

export const Replacement = z.object({
  ...candidateFields,
  /** Of shifts in the week that the shift starts in, by the department's clock. */
  minutes: z.int(),
  /** The rest around the shift; null without hour rules. */
  free: Free.nullable(),
})
export type Replacement = z.infer<typeof Replacement>

export const listReplacements = endpoint({
  name: 'replacements.list',
  summary:
    'Officers who could fill a spot: eligible first, then in the order of the award rule or by fewest hours that week.',
  method: 'GET',
  path: '/api/signups/:signup_id/replacements',
  who: 'admin',
  input: z.object({ signup_id: Id, q: line(0, 80).default('') }),
  output: z.object({
    signup: z.object({
      id: Id,
      name: z.string(),
      assignment_id: Id,
      title: z.string(),
      starts_at: Instant,
      ends_at: Instant,
      started: z.boolean(),
      /** The post's smallest part; null: a replacement gets all that is left of it. */
      split_minutes: z.int().nullable(),
      own: z.boolean(),
    }),
    rule: OrderedBy,
    items: z.array(Replacement),
  }),
  errors: {},
  topics,
})

export const replaceSick = endpoint({
  name: 'replacements.sick',
  summary: 'Replaces an officer who is sick: removes them, records sick leave, assigns or offers the spot.',
  method: 'POST',
  path: '/api/signups/:signup_id/sick',
  who: 'admin',
  input: z.object({
    signup_id: Id,
    replacement: z.object({ officer_id: Id, way: z.enum(ways) }).nullable(),
    override_reason,
    out_of_order,
  }),
  output: z.object({ change_id: Id, leave: z.boolean(), since, unreached }),
  /** `no_account`: the spot is offered to an officer who can't accept it. */
  errors: { ...notToSignUp, ...changed, no_account: 409 },
})

const target = { assignment_id: Id, officer_id: Id }

export const askFit = endpoint({
  name: 'replacements.fit',
  summary: 'Whether an officer could be assigned if they left the given sign-up.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/fit',
  who: 'admin',
  input: z.object({ ...target, leaving: Id.optional() }),
  output: z.object({ post_id: Id.nullable(), own: z.boolean(), ...contactFields, reasons: z.array(Reason) }),
  errors: {},
  topics,
})

export const listOpenSpots = endpoint({
  name: 'replacements.open_spots',
  summary:
    'Published shifts that start in up to 42 days, are not over and have spots to assign: not held by an offer or for the waitlist.',
  method: 'GET',
  path: '/api/open-spots',
  who: 'admin',
  input: z.object({ from: Instant, to: Instant }).refine(isOpenSpan, {
    path: ['to'],
    message: `Choose at most ${SHEET_DAYS} days.`,
  }),
  /** The first 1,500; `open` is never 0. */
  output: z.object({ items: z.array(z.object({ assignment_id: Id, open: z.int() })) }),
  errors: {},
  topics,
})

export const assignToShift = endpoint({
  name: 'replacements.assign',
  summary: 'Assigns an officer to the post of a shift that suits the officer best.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/assign-best',
  who: 'admin',
  input: z.object({ ...target, override_reason }),
  output: z.object({ signup_id: Id }),
  errors: { ...notToSignUp, own_signup: 403 },
})

export const moveOfficer = endpoint({
  name: 'replacements.move',
  summary: 'Moves a confirmed officer to another shift, or gives the spot to another officer, all at once.',
  method: 'POST',
  path: '/api/signups/:signup_id/move',
  who: 'admin',
  input: z.object({ signup_id: Id, ...target, override_reason, out_of_order }),
  output: z.object({ change_id: Id, since, unreached }),
  errors: { ...notToSignUp, ...changed },
})

export const undoChange = endpoint({
  name: 'replacements.undo',
  summary: 'Undoes a replacement or move within a minute and restores the swaps it ended.',
  method: 'POST',
  path: '/api/shift-changes/:id/undo',
  who: 'admin',
  input: z.object({ id: Id }),
  /** Swaps that the change ended and that can't be restored. */
  output: Done.extend({ swaps_ended: z.int() }),
  errors: { wrong_state: 409, undo_over: 409, own_signup: 403 },
})
