import { z } from 'zod'
import { LeftShift, NextShift, OpenShift } from '#features/home/dashboards/contract.ts'
import { listOpenJobs, OpenJob } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'
import { givenHow } from './rules.ts'

const { mine, me } = listOpenJobs.output.shape

export const readShift = endpoint({
  name: 'shift_page.read',
  summary: 'A posted shift for an officer. Once over or canceled, only officers who took part can read it.',
  method: 'GET',
  path: '/api/shifts/:id',
  who: 'officer',
  input: z.object({ id: Id }),
  output: z.object({
    now_at: Instant,
    job: OpenJob,
    cancel_reason: z.string().nullable(),
    /** Where it is, for the link to a map; never written out. */
    spot: z.object({ lat: z.number(), lng: z.number() }).nullable(),
    mine,
    me,
    /** Confirmed officers of the department by post: names and nothing else about them. Null where a device shows what it stored. */
    people: z.array(z.object({ id: Id, name: z.string(), post_id: Id, own: z.boolean() })).nullable(),
    /** Of this shift alone; as on the dashboard. */
    next: NextShift.nullable(),
    open: OpenShift.nullable(),
    left: LeftShift.nullable(),
    /** The caller has an award receipt for it. */
    has_receipt: z.boolean(),
    /** How the caller got the spot, when, and from or by whom; null without one. `order`: ordered in. */
    given: z
      .object({
        how: z.enum(givenHow),
        by: z.string().nullable(),
        at: Instant.nullable(),
      })
      .nullable(),
    /** A swap or giveaway of this shift is the caller's own or can be answered by the caller. */
    has_swap: z.boolean(),
    /** The admin who gave the caller the spot against a rule, and why; null for a spot given out of an award's order: its receipt says it. */
    override: z.object({ by: z.string().nullable(), reason: z.string() }).nullable(),
  }),
  stored: 'open shifts',
  storedAs: (shift: object) => ({ ...shift, people: null }),
  errors: {},
  topics: ['assignments', 'spots', 'signups', 'attendance', 'organization', 'officers'],
})
