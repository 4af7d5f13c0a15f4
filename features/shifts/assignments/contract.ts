import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { Assignment, AssignmentItem, DateText, Wall } from './contract.shapes.ts'
import { assignmentKinds, cancelParties, phases } from './rules.ts'

const filter = <const V extends readonly [string, ...string[]]>(words: V) => z.enum(words).optional()
const Scope = z.enum(['this', 'following']).optional()
const Changed = z.object({ id: Id, version: z.int() })
/** How many shifts in the series were changed. */
const Several = z.object({ id: Id, changed: z.int() })

/** What narrows a list of shifts. */
export const shiftFilters = {
  phase: filter(phases),
  kind: filter(assignmentKinds),
  /** Not over yet, or over. */
  when: filter(['upcoming', 'past']),
  /** Dates in the department's zone, both inclusive. */
  from: DateText.optional(),
  to: DateText.optional(),
  /** Places are left. */
  unfilled: filter(['yes']),
  search: line(0, 100).optional(),
  /** A post requires the unit, or an officer of the unit is confirmed. */
  unit: line(0, 120).optional(),
  /** The same of a rank. */
  rank: line(0, 120).optional(),
} as const

export const listAssignments = endpoint({
  name: 'assignments.list',
  summary: "The department's assignments by start, with posts and counts.",
  method: 'GET',
  path: '/api/assignments',
  who: 'admin',
  input: z.object({
    /** `pending`: sign-ups waiting for approval, or call-offs waiting for a decision. */
    filter: filter(['pending']),
    ...shiftFilters,
    series: Id.optional(),
    sort: filter(['starts_at', '-starts_at']),
    after,
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: page(AssignmentItem),
  errors: {},
  topics: ['assignments', 'signups'],
})

export const BoardCell = z.object({
  assignment_id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  phase: z.enum(phases),
  unfilled: z.boolean(),
  /** The column: the start day in the department's zone, or the first day if it started before the week. */
  day: DateText,
  post_id: Id,
  post_name: z.string(),
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  required_count: z.int(),
  confirmed_count: z.int(),
  pending_count: z.int(),
})
export type BoardCell = z.infer<typeof BoardCell>

export const readBoard = endpoint({
  name: 'assignments.board',
  summary: 'A week: seven days from `first`, every post with how many spots are filled.',
  method: 'GET',
  path: '/api/assignments/board',
  who: 'admin',
  input: z.object({ first: DateText, kind: filter(assignmentKinds) }),
  output: z.object({
    first: DateText,
    time_zone: z.string(),
    days: z.array(DateText),
    cells: z.array(BoardCell),
    /** The week has more posts than are shown. */
    more: z.boolean(),
  }),
  errors: {},
  topics: ['assignments', 'signups'],
})

export const readAssignment = endpoint({
  name: 'assignments.get',
  summary: 'One complete assignment, with the actions that are possible now.',
  method: 'GET',
  path: '/api/assignments/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Assignment,
  errors: {},
  topics: ['assignments', 'signups', 'attendance'],
})

export const deleteDraft = endpoint({
  name: 'assignments.delete_draft',
  summary: 'Deletes a draft that no one ever signed up for.',
  method: 'DELETE',
  path: '/api/assignments/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id }),
  output: Done,
  errors: { not_draft: 409, has_signups: 409 },
})

export const publishAssignment = endpoint({
  name: 'assignments.publish',
  summary: 'Publishes a draft now or at a set time. `following`: also the later ones in its series.',
  method: 'POST',
  path: '/api/assignments/:id/publish',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id, publish_at: Wall.nullish(), reason: line(0, 500).nullish(), scope: Scope }),
  output: Several,
  errors: { not_draft: 409, starts_in_past: 409, time_happens_twice: 409 },
})

export const unpublishAssignment = endpoint({
  name: 'assignments.unpublish',
  summary: 'Unpublishes an assignment, if no one is confirmed.',
  method: 'POST',
  path: '/api/assignments/:id/unpublish',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id }),
  output: Changed,
  errors: { not_published: 409, officers_confirmed: 409 },
})

export const cancelAssignment = endpoint({
  name: 'assignments.cancel',
  summary: 'Cancels an assignment and notifies everyone signed up. `following`: also the later ones in its series.',
  method: 'POST',
  path: '/api/assignments/:id/cancel',
  who: 'admin',
  input: z.object({ id: Id, party: z.enum(cancelParties), reason: line(1, 500), scope: Scope }),
  output: Several.extend({ told: z.int() }),
  errors: { not_published: 409, cancelled: 409, closed: 409, already_over: 409, reason_required: 400 },
})

export const closeAssignment = endpoint({
  name: 'assignments.close',
  summary: 'Closes a completed assignment once every confirmed sign-up is settled.',
  method: 'POST',
  path: '/api/assignments/:id/close',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Changed,
  errors: { not_completed: 409, attendance_open: 409, cancelled: 409, closed: 409 },
})

export const reopenAssignment = endpoint({
  name: 'assignments.reopen',
  summary: 'Reopens a closed assignment. Exported records are unchanged.',
  method: 'POST',
  path: '/api/assignments/:id/reopen',
  who: 'admin',
  input: z.object({ id: Id, reason: line(1, 500) }),
  output: Changed,
  errors: { not_closed: 409, reason_required: 400 },
})
