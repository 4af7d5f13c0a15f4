import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { isTime } from '#platform/shared/time.ts'
import { leaveKinds } from './rules.ts'

/** A confirmed shift during a leave: an admin decides whether to remove the officer. */
export const ShiftInLeave = z.object({
  signup_id: Id,
  assignment_id: Id,
  title: z.string(),
  starts_at: Instant,
  ends_at: Instant,
})
export type ShiftInLeave = z.output<typeof ShiftInLeave>

export const Leave = z.object({
  id: Id,
  officer_id: Id,
  kind: z.enum(leaveKinds),
  starts_at: Instant,
  /** Null: until further notice. */
  ends_at: Instant.nullable(),
  whole_days: z.boolean(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  version: z.int(),
  shifts: z.array(ShiftInLeave),
})
export type Leave = z.output<typeof Leave>

export const listLeaves = endpoint({
  name: 'leaves.list',
  summary: "An officer's leave, latest first, with confirmed shifts during it. Officers read their own.",
  method: 'GET',
  path: '/api/leaves',
  who: 'officer',
  input: z.object({ officer_id: Id.optional(), after: Id.optional() }),
  output: page(Leave),
  errors: {},
  topics: ['tours', 'signups', 'assignments', 'organization'],
})

export const listAway = endpoint({
  name: 'leaves.away',
  summary: 'Current and upcoming leave, soonest first.',
  method: 'GET',
  path: '/api/leaves/away',
  who: 'admin',
  input: z.object({ after: Id.optional() }),
  output: page(
    Leave.pick({ id: true, officer_id: true, kind: true, starts_at: true, ends_at: true, whole_days: true }).extend({
      name: z.string(),
      badge_number: z.string().nullable(),
      unit: z.string().nullable(),
      shifts: z.int(),
    }),
  ),
  errors: {},
  topics: ['tours', 'signups', 'assignments', 'officers'],
})

const Time = z.union([z.literal(''), z.string().refine(isTime)], 'Enter a time.')
/** The fields of leave as it is typed. */
export const leaveFields = {
  kind: z.enum(leaveKinds),
  whole_days: z.boolean(),
  first_day: DateText,
  /** The last whole day, or the day on which the leave ends; empty: until further notice. */
  last_day: z.union([z.literal(''), DateText], 'Enter a date.'),
  /** Empty for whole days. */
  start_time: Time,
  end_time: Time,
  note: line(0, 500),
}
type Given = z.output<z.ZodObject<typeof leaveFields>>
/** The times a leave needs, and the end after the start. */
export const inOrder = (leave: Given, context: z.core.$RefinementCtx) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (leave.last_day !== '' && leave.last_day < leave.first_day)
    wrong('last_day', "The last day can't be before the first day.")
  if (leave.whole_days) return
  if (leave.start_time === '') wrong('start_time', 'Enter a time.')
  if (leave.last_day !== '' && leave.end_time === '') wrong('end_time', 'Enter a time.')
}

export const addLeave = endpoint({
  name: 'leaves.add',
  summary: 'Records leave by days or times. Returns confirmed shifts during it.',
  method: 'POST',
  path: '/api/leaves',
  who: 'admin',
  input: z.strictObject({ officer_id: Id, ...leaveFields }).superRefine(inOrder),
  output: z.object({ id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { own_leave: 403, leave_overlaps: 409, officer_not_active: 409 },
})

export const editLeave = endpoint({
  name: 'leaves.edit',
  summary: 'Edits leave. Returns confirmed shifts during it.',
  method: 'PATCH',
  path: '/api/leaves/:leave_id',
  who: 'admin',
  input: z.strictObject({ leave_id: Id, version: Version, ...leaveFields }).superRefine(inOrder),
  output: z.object({ id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { own_leave: 403, leave_overlaps: 409 },
})

export const removeLeave = endpoint({
  name: 'leaves.remove',
  summary: 'Deletes leave; the tours during it are restored.',
  method: 'DELETE',
  path: '/api/leaves/:leave_id',
  who: 'admin',
  input: z.object({ leave_id: Id }),
  output: Done,
  errors: { own_leave: 403 },
})
