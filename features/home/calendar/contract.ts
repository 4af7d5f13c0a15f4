import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'

export const readLink = endpoint({
  name: 'calendar.read_link',
  summary:
    "Whether the officer's own calendar link is on, since when, and when a calendar last loaded it. Never returns the link.",
  method: 'GET',
  path: '/api/calendar/link',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    /** Null: off. */
    link: z.object({ created_at: Instant, last_read_at: Instant.nullable() }).nullable(),
  }),
  errors: {},
  topics: ['calendar'],
  afterTrial: true,
})

export const makeLink = endpoint({
  name: 'calendar.make_link',
  summary: 'Creates or replaces the calendar link. The old link stops working. The new one is returned only here.',
  method: 'POST',
  path: '/api/calendar/link',
  who: 'officer',
  input: z.object({}),
  output: z.object({ url: z.string(), created_at: Instant }),
  errors: {},
  secret: true,
})

export const revokeLink = endpoint({
  name: 'calendar.revoke_link',
  summary: 'Turns off the calendar link, if there is one.',
  method: 'DELETE',
  path: '/api/calendar/link',
  who: 'officer',
  input: z.object({}),
  output: Done,
  errors: {},
  afterTrial: true,
})

export const readShiftFile = endpoint({
  name: 'calendar.shift_file',
  summary: "An iCalendar file of one of the officer's own shifts, for any calendar to import.",
  method: 'GET',
  path: '/api/calendar/shifts/:signup_id',
  who: 'officer',
  input: z.object({ signup_id: Id }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: {},
})
