import { z } from 'zod'
import { notToSignUp, OwnSignup } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, line, page } from '#platform/shared/shapes.ts'

/** A spot offered to the caller, or a waitlist entry of the caller. */
export const MyOffer = OwnSignup.extend({
  post_name: z.string(),
  location_name: z.string().nullable(),
  time_zone: z.string(),
  /** For all of the post's time, or a part. */
  post_starts_at: Instant,
  post_ends_at: Instant,
})
export type MyOffer = z.infer<typeof MyOffer>

export const listMyOffers = endpoint({
  name: 'offers.mine',
  summary: "The caller's open offers, then waitlists with the position in line.",
  method: 'GET',
  path: '/api/my-offers',
  who: 'officer',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), after }),
  output: page(MyOffer).extend({ now_at: Instant }),
  stored: 'own shifts',
  errors: {},
  topics: ['signups', 'spots', 'assignments'],
})

export const joinWaitlist = endpoint({
  name: 'offers.wait',
  summary: 'Joins the waitlist of a full post, or of part of its time.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/waitlist',
  who: 'officer',
  input: z.object({ assignment_id: Id, post_id: Id, starts_at: Instant.optional(), ends_at: Instant.optional() }),
  output: OwnSignup,
  errors: { ...notToSignUp, not_a_part: 409, no_waitlist: 409, no_waitlist_kept: 409, place_free: 409 },
})

const answered = { wrong_state: 409, offer_over: 409, offer_changed: 409 } as const
/** The offer as the officer saw it: an answer that was saved on the device counts for no other one. */
const Seen = z.object({ starts_at: Instant, ends_at: Instant, expires_at: Instant.nullable() })

export const acceptOffer = endpoint({
  name: 'offers.accept',
  summary: 'Accepts an offered spot, after checking everything again.',
  method: 'POST',
  path: '/api/offers/:id/accept',
  who: 'officer',
  input: z.object({ id: Id, seen: Seen.optional() }),
  queued: 'Accepted offer',
  output: OwnSignup,
  errors: { ...notToSignUp, ...answered },
})

export const declineOffer = endpoint({
  name: 'offers.decline',
  summary: 'Declines an offered spot, which goes to the next officer on the waitlist.',
  method: 'POST',
  path: '/api/offers/:id/decline',
  who: 'officer',
  input: z.object({ id: Id, reason: line(0, 500).optional(), seen: Seen.optional() }),
  queued: 'Declined offer',
  output: OwnSignup,
  errors: answered,
})
