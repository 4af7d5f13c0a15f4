import { z } from 'zod'
import { assignmentKinds } from '#features/assignments/rules.ts'
import { notToSignUp } from '#features/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant, Version } from '#platform/shared/shapes.ts'
import { workRulesBounds as bounds } from './rules.limits.ts'

const codes = Object.keys(notToSignUp) as [keyof typeof notToSignUp, ...(keyof typeof notToSignUp)[]]
export const workKinds = ['tour', ...assignmentKinds, 'extra_time'] as const
const Kind = z.enum(workKinds)

/** Why not, with what and by how much; `possible_from`: the earliest start at which this reason would not hold, null for never. */
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

const whole = ([least, most]: readonly [number, number]) =>
  z.int('A whole number.').min(least, `At least ${least}.`).max(most, `At most ${most}.`)

const shape = {
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
        kinds: z.union([z.literal('all'), z.array(Kind).min(1, 'At least one kind.').readonly()]),
        per: z.enum(['week', 'month']),
        max_minutes: whole(bounds.cap_minutes),
      }),
    )
    .max(bounds.rules)
    .readonly(),
}
export const WorkRulesShape = z.object(shape)

export const getWorkRules = endpoint({
  name: 'work_rules.get',
  summary: "The department's rules on rest and hours; version 0 while none are set.",
  method: 'GET',
  path: '/api/work-rules',
  who: 'officer',
  input: z.object({}),
  output: WorkRulesShape.extend({
    version: z.int(),
    updated_at: Instant.nullable(),
    updated_by: z.string().nullable(),
  }),
  errors: {},
  topics: ['work_rules'],
})

export const saveWorkRules = endpoint({
  name: 'work_rules.save',
  summary: 'Sets the rules on rest and hours. They hold for places given from now on; who has a place keeps it.',
  method: 'PATCH',
  path: '/api/work-rules',
  who: 'admin',
  input: z.strictObject({ ...shape, version: z.int().min(0).max(2_147_483_647) }),
  output: z.object({ version: Version }),
  errors: {},
})

export const tryWorkRules = endpoint({
  name: 'work_rules.try',
  summary: 'What each of the rules would refuse in the coming week; nothing is kept.',
  method: 'POST',
  path: '/api/work-rules/try',
  who: 'admin',
  input: z.strictObject(shape),
  output: z.object({
    /** Places held that begin in the coming 7 days, and officers. */
    places: z.int(),
    officers: z.int(),
    /** More than the 2,000 that are looked at. */
    more: z.boolean(),
    rules: z.array(
      z.object({
        /** `rest`, `windows.0`, `caps.1`: where the rule stands. */
        rule: z.string(),
        refused: z.int(),
        officers: z.int(),
        example: z.object({ name: z.string(), title: z.string(), starts_at: Instant, zone: z.string() }).nullable(),
      }),
    ),
  }),
  errors: {},
})

export const ownHours = endpoint({
  name: 'work_rules.own',
  summary: 'Where the officer stands under each rule on hours: the fullest window and period from now on.',
  method: 'GET',
  path: '/api/work-rules/own',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(['window', 'cap']),
        hours: z.int().nullable(),
        per: z.enum(['week', 'month']).nullable(),
        kinds: z.union([z.literal('all'), z.array(Kind).readonly()]),
        minutes: z.int(),
        limit_minutes: z.int(),
        starts_at: Instant,
        ends_at: Instant,
      }),
    ),
    rest_minutes: z.int().nullable(),
  }),
  errors: {},
  topics: ['work_rules', 'signups', 'attendance', 'extra_time', 'assignments', 'tours'],
})

export const listWaitingReasons = endpoint({
  name: 'eligibility.waiting',
  summary: 'Every reason against each of the signups that wait for a decision.',
  method: 'GET',
  path: '/api/eligibility/waiting',
  who: 'admin',
  input: z.object({
    ids: z
      .string()
      .max(3700)
      .transform((text) => text.split(',').filter((one) => one !== ''))
      .pipe(z.array(Id).min(1).max(100)),
  }),
  output: z.object({ items: z.array(z.object({ signup_id: Id, reasons: z.array(Reason) })) }),
  errors: {},
  topics: ['signups', 'assignments', 'officers', 'work_rules', 'certifications', 'tours'],
})
