import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, page } from '#platform/shared/shapes.ts'

export const ComingAward = z.object({
  assignment_id: Id,
  title: z.string(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** When sign-up closes and the award follows. */
  awarded_at: Instant,
  /** An admin has ended sign-up early: the award is being made. */
  early: z.boolean(),
  /** Null where no rule applies: in order of sign-up. */
  rule: z.object({ id: Id, name: z.string(), version: z.int() }).nullable(),
  applied: z.int(),
  spots: z.int(),
})
export type ComingAward = z.infer<typeof ComingAward>

export const listComingAwards = endpoint({
  name: 'award_rules.coming',
  summary: 'Posted shifts not yet awarded, soonest first, with rule and number of applicants.',
  method: 'GET',
  path: '/api/coming-awards',
  who: 'admin',
  input: z.object({ after }),
  output: page(ComingAward).extend({
    /** On all pages. */
    total: z.int(),
  }),
  errors: {},
  topics: ['awards', 'assignments', 'signups'],
})
