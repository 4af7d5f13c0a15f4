import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, DateText, Done, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { extraTimeActions, extraTimeKinds, extraTimeStates, MINUTES_MAX, MINUTES_MIN } from './rules.ts'

const Minutes = z
  .int('Enter a whole number of minutes.')
  .min(MINUTES_MIN, 'At least one minute.')
  .max(MINUTES_MAX, `At most ${MINUTES_MAX.toLocaleString('en-US')} minutes (24 hours).`)
const WholeMinute = Instant.refine((at) => Date.parse(at) % MINUTE === 0, 'Enter the time without seconds.')
const Times = z.object({ starts_at: WholeMinute, minutes: Minutes })

export const extraTimeBounds = { docket_number: 60, court: 120, reason: 1000 } as const

const claim = {
  kind: z.enum(extraTimeKinds),
  starts_at: WholeMinute,
  minutes: Minutes,
  /** Required for court, otherwise omitted. */
  docket_number: line(0, extraTimeBounds.docket_number),
  court: line(0, extraTimeBounds.court),
  reason: text(1, extraTimeBounds.reason),
  /** The worked shift that the extra time extends. */
  signup_id: Id.nullable().optional(),
}
const courtNeeds = (c: { kind: string; docket_number: string; court: string }, context: z.core.$RefinementCtx) => {
  if (c.kind !== 'court') return
  for (const [field, what] of [
    ['docket_number', 'the docket number'],
    ['court', 'the court'],
  ] as const)
    if (c[field] === '') context.addIssue({ code: 'custom', path: [field], message: `Enter ${what}.` })
}

const ExtraTimeFacts = z.object({
  id: Id,
  kind: z.enum(extraTimeKinds),
  starts_at: Instant,
  ends_at: Instant,
  minutes: z.int(),
  /** The requested times, if other times were approved. */
  asked: z.object({ starts_at: Instant, minutes: z.int() }).nullable(),
  docket_number: z.string().nullable(),
  court: z.string().nullable(),
  reason: z.string(),
  shift: z
    .object({ signup_id: Id, assignment_id: Id, title: z.string(), starts_at: Instant, ends_at: Instant })
    .nullable(),
  submitted_at: Instant,
  decided_at: Instant.nullable(),
  decision_reason: z.string().nullable(),
  version: z.int(),
})
const computed = {
  state: z.enum(extraTimeStates),
  expires_at: Instant,
  may: z.array(z.enum(extraTimeActions)),
}
export const OwnClaim = ExtraTimeFacts.extend(computed)
export type OwnClaim = z.output<typeof OwnClaim>

const Officer = z.object({
  id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
})
export const ExtraTimeRequest = ExtraTimeFacts.extend({
  ...computed,
  officer: Officer,
  decided_by: z.string().nullable(),
  own: z.boolean(),
  /** Attendance of the officer, recorded or corrected since, overlaps the claim. */
  overlaps: z.boolean(),
})
export type ExtraTimeRequest = z.output<typeof ExtraTimeRequest>

/** Rows as the statements return them; state and allowed actions are derived by the rules. */
const found = { status: z.enum(extraTimeStates), officer_id: Id, created_at: Instant, me: Id, now_at: Instant }
export const FoundOwn = ExtraTimeFacts.extend(found)
export const FoundRequest = ExtraTimeFacts.extend({
  ...found,
  officer: Officer,
  decided_by: z.string().nullable(),
  overlaps: z.boolean(),
  time_zone: z.string(),
})
export type FoundRequest = z.output<typeof FoundRequest>

export const listMyExtraTime = endpoint({
  name: 'extra_time.mine',
  summary: "The caller's own claims, latest first, with their outcomes.",
  method: 'GET',
  path: '/api/extra-time/mine',
  who: 'officer',
  feature: 'overtime',
  input: z.object({ after, limit: z.coerce.number<number>().int().min(1).max(100).optional() }),
  output: page(OwnClaim).extend({
    /** The earliest time that can be claimed today, given the department's limit. */
    claimable_from: Instant,
  }),
  errors: {},
  topics: ['extra_time', 'organization'],
})

const timeErrors = {
  not_past: 409,
  past_edit_limit: 409,
  overlaps_paid_time: 409,
  shift_not_worked: 409,
  far_from_shift: 409,
} as const

export const claimExtraTime = endpoint({
  name: 'extra_time.claim',
  summary: 'Claims past time worked beyond the schedule, within the edit limit and not paid elsewhere.',
  method: 'POST',
  path: '/api/extra-time',
  who: 'officer',
  feature: 'overtime',
  input: z.strictObject({ ...claim, made_at: Instant.optional() }).superRefine(courtNeeds),
  queued: 'Extra-time claim',
  output: z.object({ id: Id }),
  errors: timeErrors,
})

export const editExtraTime = endpoint({
  name: 'extra_time.edit',
  summary: "Edits the caller's own pending claim, or resubmits a returned or expired one.",
  method: 'PATCH',
  path: '/api/extra-time/:id',
  who: 'officer',
  feature: 'overtime',
  input: z.strictObject({ id: Id, version: Version, ...claim }).superRefine(courtNeeds),
  output: z.object({ version: z.int() }),
  errors: { ...timeErrors, already_decided: 409, wrong_state: 409 },
})

export const withdrawExtraTime = endpoint({
  name: 'extra_time.withdraw',
  summary: "Withdraws the caller's own pending claim.",
  method: 'POST',
  path: '/api/extra-time/:id/withdraw',
  who: 'officer',
  feature: 'overtime',
  input: z.object({ id: Id }),
  output: Done,
  errors: { already_decided: 409, wrong_state: 409 },
})

export const listExtraTime = endpoint({
  name: 'extra_time.list',
  summary: "The department's claims: pending ones oldest first, others by time worked, latest first.",
  method: 'GET',
  path: '/api/extra-time',
  who: 'admin',
  feature: 'overtime',
  input: z.object({
    state: z.enum([...extraTimeStates, 'all']).default('pending'),
    kind: z.enum(extraTimeKinds).optional(),
    officer_id: Id.optional(),
    /** Range for the start day, in the department's time zone, both ends inclusive. */
    from: DateText.optional(),
    to: DateText.optional(),
    /** Searches name, badge number, docket number, court and reason. */
    search: line(0, 100).optional(),
    after,
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(ExtraTimeRequest),
  errors: {},
  topics: ['extra_time', 'attendance', 'officers'],
})

const decideErrors = {
  own_extra_time: 403,
  already_decided: 409,
  extra_time_expired: 409,
  wrong_state: 409,
} as const
const Seen = { id: Id, version: Version }
const reason = text(1, 500)

export const approveExtraTime = endpoint({
  name: 'extra_time.approve',
  summary: 'Approves a claim as submitted, or with amended times and a reason; the original claim is kept.',
  method: 'POST',
  path: '/api/extra-time/:id/approve',
  who: 'admin',
  feature: 'overtime',
  input: z
    .strictObject({ ...Seen, times: Times.nullable().optional(), reason: text(0, 500).optional() })
    .refine((input) => !input.times || (input.reason ?? '') !== '', {
      path: ['reason'],
      message: 'Explain why the times differ.',
    }),
  output: Done,
  errors: { ...decideErrors, not_past: 409, far_from_asked: 409, overlaps_paid_time: 409 },
})

export const denyExtraTime = endpoint({
  name: 'extra_time.deny',
  summary: 'Denies a claim, with a reason.',
  method: 'POST',
  path: '/api/extra-time/:id/deny',
  who: 'admin',
  feature: 'overtime',
  input: z.object({ ...Seen, reason }),
  output: Done,
  errors: decideErrors,
})

export const returnExtraTime = endpoint({
  name: 'extra_time.return',
  summary: 'Returns a claim to its officer, with the reason.',
  method: 'POST',
  path: '/api/extra-time/:id/return',
  who: 'admin',
  feature: 'overtime',
  input: z.object({ ...Seen, reason }),
  output: Done,
  errors: decideErrors,
})

export const undoExtraTime = endpoint({
  name: 'extra_time.undo',
  summary: "Undoes the caller's own decision within a minute, unless amended times were approved.",
  method: 'POST',
  path: '/api/extra-time/:id/undo',
  who: 'admin',
  feature: 'overtime',
  input: z.object({ id: Id }),
  output: Done,
  errors: { own_extra_time: 403, undo_over: 409, overlaps_paid_time: 409 },
})

export const decideManyExtraTime = endpoint({
  name: 'extra_time.decide_many',
  summary: 'Makes the same decision on several claims; each gets its own verdict.',
  method: 'POST',
  path: '/api/extra-time/decide',
  who: 'admin',
  feature: 'bulk_operations',
  input: z
    .object({
      action: z.enum(['approve', 'deny', 'return']),
      reason: text(0, 500).optional(),
      items: z.array(z.object(Seen)).min(1).max(200),
    })
    .refine((input) => input.action === 'approve' || (input.reason ?? '') !== '', {
      path: ['reason'],
      message: 'This field is required.',
    }),
  output: z.object({
    decided: z.int(),
    items: z.array(
      z.object({
        id: Id,
        verdict: z.enum([
          'decided',
          'not_found',
          'changed_meanwhile',
          'own_extra_time',
          'already_decided',
          'extra_time_expired',
          'wrong_state',
          'overlaps_paid_time',
        ]),
      }),
    ),
  }),
  errors: { overlaps_paid_time: 409 },
})
