import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Id, Instant } from '#platform/shared/shapes.ts'
import { skipReasons } from './rules.copies.ts'

/** From `source` on as many days as are copied to the same days from `target` on. */
const span = { source: DateText, target: DateText }
const Different = 'Choose a different date.'
const isOther = (input: { source: string; target: string }) => input.source !== input.target

export const CopyLine = z.object({
  source_id: Id,
  title: z.string(),
  kind: z.enum(assignmentKinds),
  /** Of the copy; of the source where none can be made. */
  starts_at: Instant,
  ends_at: Instant,
  spots: z.int(),
  /** `moved`: the time does not exist on that day; `earlier`: it is there twice. */
  clock_note: z.enum(['moved', 'earlier']).nullable(),
  /** Null: it is copied. */
  skipped: z.enum(skipReasons).nullable(),
})
export type CopyLine = z.infer<typeof CopyLine>

export const previewCopy = endpoint({
  name: 'assignments.preview_copy',
  summary: 'What copying a week or a day would create, shift by shift, and what it would skip and why.',
  method: 'GET',
  path: '/api/assignment-copies/preview',
  who: 'admin',
  input: z
    .object({ ...span, days: z.coerce.number().int().min(1).max(7) })
    .refine(isOther, { path: ['source'], message: Different }),
  output: z.object({ items: z.array(CopyLine), more: z.boolean() }),
  errors: {},
  topics: ['assignments', 'organization'],
})

export const copyDays = endpoint({
  name: 'assignments.copy_days',
  summary:
    'Copies the shifts of a week or a day, with posts, spots, requirements and notes but no sign-ups. Local times stay.',
  method: 'POST',
  path: '/api/assignment-copies',
  who: 'admin',
  forSupport: true,
  input: z
    .object({
      ...span,
      days: z.int().min(1).max(7),
      publish: z.enum(['draft', 'now']),
      /** Makes shifts again that the target has already. */
      doubles: z.boolean().optional(),
    })
    .refine(isOther, { path: ['source'], message: Different }),
  output: z.object({ id: Id, made: z.int(), skipped: z.int() }),
  errors: { nothing_to_copy: 409, too_many_shifts: 409 },
})

export const undoCopy = endpoint({
  name: 'assignments.undo_copy',
  summary: 'Undoes a copy within a minute, if no one has signed up.',
  method: 'POST',
  path: '/api/assignment-copies/:id/undo',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id }),
  output: z.object({ removed: z.int() }),
  errors: { wrong_state: 409, undo_over: 409, has_signups: 409 },
})
