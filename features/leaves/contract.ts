import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { isTime } from '#platform/shared/time.ts'
import { leaveKinds } from './rules.ts'

/** A confirmed shift that lies in a leave: an admin decides on it with a release. */
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
  summary:
    "An officer's leave, the latest first, with the confirmed shifts that lie in it; one's own, or for an admin anybody's.",
  method: 'GET',
  path: '/api/leaves',
  who: 'officer',
  input: z.object({ officer_id: Id.optional(), after: after.pipe(Id.optional()) }),
  output: page(Leave),
  errors: {},
  topics: ['tours', 'signups', 'assignments', 'organization'],
})

export const listAway = endpoint({
  name: 'leaves.away',
  summary: 'Who is away now or will be, the first to go first.',
  method: 'GET',
  path: '/api/leaves/away',
  who: 'admin',
  input: z.object({ after: after.pipe(Id.optional()) }),
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

const Time = z.union([z.literal(''), z.string().refine(isTime)], 'Please enter a time.')
const given = {
  kind: z.enum(leaveKinds),
  whole_days: z.boolean(),
  first_day: DateText,
  /** The last day of it, or the day on which it ends; empty: until further notice. */
  last_day: z.union([z.literal(''), DateText], 'Please enter a date.'),
  /** Empty for whole days. */
  start_time: Time,
  end_time: Time,
  note: line(0, 500),
}
type Given = z.output<z.ZodObject<typeof given>>
const inOrder = (leave: Given, context: z.core.$RefinementCtx) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (leave.last_day !== '' && leave.last_day < leave.first_day) wrong('last_day', 'Ends before it begins.')
  if (leave.whole_days) return
  if (leave.start_time === '') wrong('start_time', 'Please enter a time.')
  if (leave.last_day !== '' && leave.end_time === '') wrong('end_time', 'Please enter a time.')
}

export const addLeave = endpoint({
  name: 'leaves.add',
  summary: 'Enters leave, by whole days or from one time to another; answers the confirmed shifts that lie in it.',
  method: 'POST',
  path: '/api/leaves',
  who: 'admin',
  input: z.strictObject({ officer_id: Id, ...given }).superRefine(inOrder),
  output: z.object({ id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { own_leave: 403, leave_overlaps: 409, officer_not_active: 409 },
})

export const editLeave = endpoint({
  name: 'leaves.edit',
  summary: 'Changes a leave; answers the confirmed shifts that lie in it.',
  method: 'PATCH',
  path: '/api/leaves/:leave_id',
  who: 'admin',
  input: z.strictObject({ leave_id: Id, version: Version, ...given }).superRefine(inOrder),
  output: z.object({ id: Id, shifts: z.array(ShiftInLeave) }),
  errors: { own_leave: 403, leave_overlaps: 409 },
})

export const removeLeave = endpoint({
  name: 'leaves.remove',
  summary: 'Takes a leave out: the tours in it stand again.',
  method: 'DELETE',
  path: '/api/leaves/:leave_id',
  who: 'admin',
  input: z.object({ leave_id: Id }),
  output: Done,
  errors: { own_leave: 403 },
})
