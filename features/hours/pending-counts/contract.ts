import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const countPending = endpoint({
  name: 'counts.pending',
  summary: 'Counts of what is pending for admins: officers, extra time, attendance, sign-ups, staffing.',
  method: 'GET',
  path: '/api/counts/pending',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    officers: z.int(),
    extra_time: z.int(),
    attendance: z.int(),
    assignments: z.int(),
    /** Leave requests and swaps to decide, and cases of skipped officers to close. */
    staffing: z.int(),
  }),
  errors: {},
  topics: ['officers', 'extra_time', 'attendance', 'signups', 'tours', 'awards'],
})
