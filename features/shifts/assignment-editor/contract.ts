import { z } from 'zod'
import { Unreached } from '#features/roster/officers/contract.contact.ts'
import { assignmentInput, DateText, publishInput } from '#features/shifts/assignments/contract.shapes.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant, Version } from '#platform/shared/shapes.ts'
import { MAX_OCCURRENCES } from './rules.series.ts'

const Changed = z.object({ id: Id, version: z.int() })

export const createAssignment = endpoint({
  name: 'assignments.create',
  summary: 'Creates an assignment, as a draft or published.',
  method: 'POST',
  path: '/api/assignments',
  who: 'admin',
  forSupport: true,
  input: z.object({ ...assignmentInput, ...publishInput }),
  output: Changed,
  errors: { time_happens_twice: 409, starts_in_past: 409 },
})

export const Decision = z.object({ signup_id: Id, decision: z.enum(['keep', 'release']) })

export const editAssignment = endpoint({
  name: 'assignments.edit',
  summary: 'Changes an assignment. `version` is the version seen.',
  method: 'PATCH',
  path: '/api/assignments/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({
    ...assignmentInput,
    id: Id,
    version: Version,
    /** One for each officer listed in `decisions_needed`. */
    decisions: z.array(Decision).max(500).optional(),
  }),
  output: z.object({
    id: Id,
    version: z.int(),
    /** How many officers with a sign-up the change concerns, removed ones too, and those of them who couldn't be notified. */
    concerned: z.int(),
    unreached: z.array(Unreached),
  }),
  errors: {
    time_happens_twice: 409,
    cancelled: 409,
    closed: 409,
    time_is_over: 409,
    below_confirmed: 409,
    mode_fixed: 409,
    rule_fixed: 409,
    parts_taken: 409,
    post_has_signups: 409,
    decisions_needed: 409,
    own_signup: 409,
    overlaps_meanwhile: 409,
    hours_elsewhere: 409,
  },
})

export const copyAssignment = endpoint({
  name: 'assignments.copy',
  summary: 'Copies an assignment as a draft on another date, at the same local time.',
  method: 'POST',
  path: '/api/assignments/:id/copy',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id, starts_on: DateText }),
  output: Changed,
  errors: {},
})

const Repeat = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('days'), every: z.int().min(1).max(52) }),
  z.object({
    unit: z.literal('weeks'),
    every: z.int().min(1).max(52),
    weekdays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day.').max(7),
  }),
])

export const createSeries = endpoint({
  name: 'assignments.create_series',
  summary: 'Creates a recurring assignment in one transaction. Local times stay the same across clock changes.',
  method: 'POST',
  path: '/api/assignment-series',
  who: 'admin',
  forSupport: true,
  input: z.object({
    ...assignmentInput,
    ...publishInput,
    repeat: Repeat,
    /** The last date, inclusive; alternatively `count`. */
    until: DateText.nullish(),
    count: z.int().min(1).max(MAX_OCCURRENCES).nullish(),
  }),
  output: z.object({
    series_id: Id,
    items: z.array(
      z.object({
        id: Id,
        date: DateText,
        starts_at: Instant,
        ends_at: Instant,
        /** `moved`: the time does not exist on that day; `earlier`: it occurs twice. */
        clock_note: z.enum(['moved', 'earlier']).nullable(),
      }),
    ),
  }),
  errors: { time_happens_twice: 409, starts_in_past: 409 },
})
