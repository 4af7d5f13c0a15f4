import { z } from 'zod'
import { signupStatuses } from '#features/shifts/signups/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, page, text } from '#platform/shared/shapes.ts'

const limit = z.coerce.number<number>().int().min(1).max(100).optional()

export const listOfficerShifts = endpoint({
  name: 'officer_files.shifts',
  summary: "An officer's upcoming and past shifts, latest first, each with its attendance record.",
  method: 'GET',
  path: '/api/officers/:officer_id/shifts',
  who: 'admin',
  input: z.object({ officer_id: Id, after, limit }),
  output: page(
    z.object({
      signup_id: Id,
      assignment_id: Id,
      title: z.string(),
      post: z.string(),
      status: z.enum(signupStatuses),
      starts_at: Instant,
      ends_at: Instant,
      worked_minutes: z.int().nullable(),
      /** Whether the hours count: approved, or exported. */
      approved: z.boolean(),
      ordered: z.boolean(),
    }),
  ),
  errors: {},
  topics: ['signups', 'attendance', 'assignments'],
})

export const officerHours = endpoint({
  name: 'officer_files.hours',
  summary:
    "An officer's hours by year and by month of one year, in the department's time zone. Extra time is separate.",
  method: 'GET',
  path: '/api/officers/:officer_id/hours',
  who: 'admin',
  feature: 'officer_stats',
  input: z.object({
    officer_id: Id,
    /** Default: this year. */
    year: z.coerce.number<number>().int().min(2000).max(2100).optional(),
  }),
  output: z.object({
    year: z.int(),
    /** The twelve months, in order; `2026-11`. */
    months: z.array(
      z.object({
        month: z.string(),
        shifts: z.int(),
        scheduled_minutes: z.int(),
        /** Approved by an admin. */
        worked_minutes: z.int(),
        extra_minutes: z.int(),
      }),
    ),
    /** Years with any hours, latest first. */
    years: z.array(z.object({ year: z.int(), worked_minutes: z.int(), extra_minutes: z.int() })),
    called_off: z.int(),
    no_shows: z.int(),
  }),
  errors: {},
  topics: ['signups', 'attendance', 'extra_time'],
})

export const listNotes = endpoint({
  name: 'officer_files.notes',
  summary: "Admins' notes about an officer, latest first. Never shown to that officer.",
  method: 'GET',
  path: '/api/officers/:officer_id/notes',
  who: 'admin',
  input: z.object({ officer_id: Id, after, limit }),
  output: page(z.object({ id: Id, body: z.string(), author: z.string(), created_at: Instant })).extend({
    /** The caller's own file: notes about a person are for other admins only. */
    own: z.boolean(),
  }),
  errors: {},
  topics: ['officers'],
})

export const addNote = endpoint({
  name: 'officer_files.add_note',
  summary: "Adds a note about an officer. Notes can't be changed and carry author and time.",
  method: 'POST',
  path: '/api/officers/:officer_id/notes',
  who: 'admin',
  input: z.object({ officer_id: Id, body: text(1, 4000) }),
  output: z.object({ id: Id }),
  errors: { own_file: 403 },
})
