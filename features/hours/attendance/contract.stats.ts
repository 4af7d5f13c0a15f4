import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const ownStats = endpoint({
  name: 'attendance.stats',
  summary: "The caller's own statistics for the last 12 months.",
  method: 'GET',
  path: '/api/attendance/stats',
  who: 'officer',
  feature: 'officer_stats',
  input: z.object({}),
  output: z.object({
    worked_shifts: z.int(),
    approved_minutes: z.int(),
    late: z.int(),
    called_off: z.int(),
    no_shows: z.int(),
    /** The twelve months, in order; `2026-11` in the department's time zone. */
    months: z.array(z.object({ month: z.string(), approved_minutes: z.int() })),
  }),
  errors: {},
  topics: ['attendance', 'signups'],
})
