import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, IdList, Instant } from '#platform/shared/shapes.ts'
import { workRulesBounds as bounds } from './rules.limits.ts'

const codes = Object.keys(notToSignUp) as [keyof typeof notToSignUp, ...(keyof typeof notToSignUp)[]]
export const workKinds = ['tour', ...assignmentKinds, 'extra_time'] as const
const Kind = z.enum(workKinds)

/**
 * Why not, with what and by how much; `possible_from`: the earliest start at which none of the reasons would apply any more, null for
 * never.
 */
export const Reason = z.object({
  code: z.enum(codes),
  overridable: z.boolean(),
  from: Instant.optional(),
  possible_from: Instant.nullish(),
  details: z
    .object({
      assignment_id: Id.optional(),
      title: z.string().optional(),
      starts_at: Instant.optional(),
      ends_at: Instant.optional(),
      accepted: z.array(z.string()).readonly().optional(),
      unverified: z.boolean().optional(),
      expires_on: z.string().optional(),
      months: z.int().optional(),
      hired_on: z.string().nullish(),
      minutes: z.int().optional(),
      limit_minutes: z.int().optional(),
      hours: z.int().optional(),
      days: z.int().optional(),
      limit_days: z.int().optional(),
      per: z.enum(['week', 'month']).optional(),
      kinds: z.union([z.literal('all'), z.array(z.string()).readonly()]).optional(),
    })
    .optional(),
})

/** When the officer's other work ends before the shift and begins after it; null: none within reach of the hour rules. */
export const Free = z.object({ since: Instant.nullable(), until: Instant.nullable() })
export type Free = z.output<typeof Free>

const whole = ([least, most]: readonly [number, number]) =>
  z.int('Enter a whole number.').min(least, `At least ${least}.`).max(most, `At most ${most}.`)

export const workRulesShape = {
  rest_minutes: whole(bounds.rest_minutes).nullable(),
  windows: z
    .array(z.object({ hours: whole(bounds.window_hours), max_minutes: whole(bounds.window_minutes) }))
    .max(bounds.rules)
    .readonly(),
  max_consecutive_minutes: whole(bounds.max_consecutive_minutes).nullable(),
  break_minutes: whole(bounds.break_minutes),
  max_consecutive_days: whole(bounds.max_consecutive_days).nullable(),
  caps: z
    .array(
      z.object({
        kinds: z.union([z.literal('all'), z.array(Kind).min(1, 'Choose at least one type.').readonly()]),
        per: z.enum(['week', 'month']),
        max_minutes: whole(bounds.cap_minutes),
      }),
    )
    .max(bounds.rules)
    .readonly(),
}
export const WorkRulesShape = z.object(workRulesShape)

const Standing = z.object({
  kind: z.enum(['window', 'cap']),
  hours: z.int().nullable(),
  per: z.enum(['week', 'month']).nullable(),
  kinds: z.union([z.literal('all'), z.array(Kind).readonly()]),
  minutes: z.int(),
  limit_minutes: z.int(),
  starts_at: Instant,
  ends_at: Instant,
})

export const ownLimits = endpoint({
  name: 'eligibility.own',
  summary: 'What decides which shifts the officer can work: hour rules, work, certifications, hire date and leave.',
  method: 'GET',
  path: '/api/eligibility/own',
  who: 'officer',
  input: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  output: z.object({
    zone: z.string(),
    rules: WorkRulesShape.nullable(),
    work: z.array(
      z.object({
        kind: Kind,
        title: z.string().optional(),
        assignment_id: Id.optional(),
        starts_at: Instant,
        ends_at: Instant,
      }),
    ),
    certifications: z.array(z.object({ type: z.string(), expires_on: z.string().nullable(), verified: z.boolean() })),
    hired_on: z.string().nullable(),
    leaves: z.array(z.object({ starts_at: Instant, ends_at: Instant.nullable() })),
    /** For each window, the fullest one that includes now or falls in the coming 7 days; for each cap, the current week or month. */
    standing: z.array(Standing),
  }),
  stored: 'open shifts',
  errors: {},
  topics: ['work_rules', 'signups', 'attendance', 'extra_time', 'assignments', 'tours', 'certifications', 'officers'],
})
export type OwnLimits = z.output<typeof ownLimits.output>

/** What the reasons against an officer depend on. */
export const reasonTopics = ['signups', 'assignments', 'officers', 'work_rules', 'certifications', 'tours'] as const

export const listWaitingReasons = endpoint({
  name: 'eligibility.waiting',
  summary: 'Every reason against each pending sign-up, and the hours of its officer.',
  method: 'GET',
  path: '/api/eligibility/waiting',
  who: 'admin',
  input: z.object({ ids: IdList }),
  output: z.object({
    items: z.array(
      z.object({
        signup_id: Id,
        reasons: z.array(Reason),
        free: Free.nullable(),
        /** Confirmed in the department's week that the shift starts in. */
        week_minutes: z.int(),
        /** Of the last 90 days and ahead, as candidates are compared. */
        extra_minutes: z.int(),
      }),
    ),
  }),
  errors: {},
  topics: reasonTopics,
})
