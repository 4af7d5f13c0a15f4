import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'
import { colleagueReasons } from './rules.colleagues.ts'
import { swapKinds } from './rules.ts'

const Reason = z.object({
  code: z.enum(colleagueReasons),
  /** The shift in the way. */
  title: z.string().optional(),
  starts_at: Instant.optional(),
  ends_at: Instant.optional(),
})

const Apart = z.object({
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
})

export const listColleagues = endpoint({
  name: 'swaps.colleagues',
  summary: "Colleagues who could take one of the caller's confirmed shifts, eligible ones first. At most 40.",
  method: 'GET',
  path: '/api/signups/:signup_id/colleagues',
  who: 'officer',
  input: z.object({ signup_id: Id, kind: z.enum(swapKinds), search: z.string().trim().max(100).optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        name: z.string(),
        /** Only of colleagues who share a name: what tells them apart. */
        apart: Apart.nullable(),
        reason: Reason.nullable(),
      }),
    ),
    /** Found beyond those listed. */
    more: z.int(),
  }),
  errors: {},
  topics: ['signups', 'spots', 'assignments', 'officers'],
})

export const listColleagueShifts = endpoint({
  name: 'swaps.colleague_shifts',
  summary: "A colleague's confirmed shifts that can be requested in exchange, each with the reasons against it.",
  method: 'GET',
  path: '/api/signups/:signup_id/colleagues/:officer_id/shifts',
  who: 'officer',
  input: z.object({ signup_id: Id, officer_id: Id }),
  output: z.object({
    items: z.array(
      z.object({
        signup_id: Id,
        title: z.string(),
        time_zone: z.string(),
        starts_at: Instant,
        ends_at: Instant,
        /** `theirs`: the colleague could not have the caller's shift even so. `mine`: the caller could not have this one. */
        reason: Reason.extend({ of: z.enum(['mine', 'theirs']) }).nullable(),
      }),
    ),
  }),
  errors: {},
  topics: ['signups', 'spots', 'assignments', 'officers'],
})
