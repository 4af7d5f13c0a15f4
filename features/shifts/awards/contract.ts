import { z } from 'zod'
import { contacts } from '#features/department/channels/rules.calls.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { AwardRule } from '#features/shifts/award-rules/contract.ts'
import { ledgerKinds, opportunitySources } from '#features/shifts/award-rules/rules.opportunities.ts'
import { awardFactors } from '#features/shifts/award-rules/rules.ts'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { orderedMethods } from './rules.places.ts'
import { outcomes, roundPurposes, ruledOutBy } from './rules.rounds.ts'

const Kind = z.enum(ledgerKinds)
const kind = Kind.optional()

export const Opportunity = z.object({
  id: Id,
  at: Instant,
  kind: Kind,
  /** Minutes of the shift; negative when an entry is reversed. */
  minutes: z.int(),
  /** How often it counts, if not once. */
  times: z.int().nullable(),
  /** What became of a call about an offer. */
  contact: z.enum(contacts).nullable(),
  source: z.enum(opportunitySources),
  note: z.string().nullable(),
  assignment_id: Id.nullable(),
  title: z.string().nullable(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  officer_id: Id,
  officer_name: z.string(),
  badge_number: z.string().nullable(),
  /** An admin chose the officer: who, and why if they said so. */
  assigned: z.object({ name: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type Opportunity = z.infer<typeof Opportunity>

export const listMyOpportunities = endpoint({
  name: 'awards.my_opportunities',
  summary: "The caller's offers and their outcomes, latest first.",
  method: 'GET',
  path: '/api/my-opportunities',
  who: 'officer',
  input: z.object({ kind, after }),
  output: page(Opportunity),
  errors: {},
  topics: ['signups', 'awards', 'attendance', 'order_ins'],
})

export const listMyCharges = endpoint({
  name: 'awards.my_charges',
  summary: "What the award rules in effect charge for the caller's record.",
  method: 'GET',
  path: '/api/my-charges',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    rules: z.array(
      z.object({
        rule: AwardRule,
        name: z.string(),
        version: z.int(),
        /** Null: since records began. */
        since: Instant.nullable(),
        /** Hundredths of minutes, as an award would compare them now. */
        charged: z.number(),
        /** The same without what a newcomer is charged for the time before. */
        recorded: z.number(),
      }),
    ),
  }),
  errors: {},
  topics: ['signups', 'awards', 'attendance', 'order_ins'],
})
export type Charged = z.infer<typeof listMyCharges.output>['rules'][number]

export const listMyPlaces = endpoint({
  name: 'awards.my_places',
  summary:
    'Where each award rule in effect would rank the caller among all officers now, if its order is the same for every shift.',
  method: 'GET',
  path: '/api/my-places',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    rules: z.array(
      z.object({
        name: z.string(),
        version: z.int(),
        method: z.enum(orderedMethods),
        kinds: z.array(z.enum(assignmentKinds)),
        place: z.int(),
        of: z.int(),
        /** Others at the same place. */
        tied: z.int(),
        /** The priority group that is compared: empty for officers in none, null if the rule has no groups. */
        group: z.string().nullable(),
      }),
    ),
  }),
  errors: {},
  topics: ['signups', 'awards', 'attendance', 'order_ins'],
})
export type RankedPlace = z.infer<typeof listMyPlaces.output>['rules'][number]

export const Values = z.object({
  owed: z.boolean(),
  group: z.int(),
  /** Hundredths of minutes. */
  charged: z.number(),
  turns: z.int(),
  last_turn_at: z.string().nullable(),
  hired_on: z.string().nullable(),
  badge_number: z.string().nullable(),
  applied_at: z.string().nullable(),
  points: z.number().nullable(),
  parts: z.array(z.object({ factor: z.enum(awardFactors), points: z.int(), weight: z.int() })),
  draw: z.string().nullable(),
  joined_on: z.string(),
  newcomer: z.boolean(),
})

/** Why the officer could not get the spot, in eligibility terms; features/shifts/eligibility defines its fields. */
export const Reason = z.looseObject({ code: z.string(), overridable: z.boolean().optional() })

const Won = z.object({ rank: z.int(), values: Values })
const receiptFields = {
  id: Id,
  round_id: Id,
  rank: z.int(),
  of: z.int(),
  values: Values,
  /** The factor that ranked this officer below the previous one. */
  decided_by: z.string().nullable(),
  outcome: z.enum(outcomes),
  reasons: z.array(Reason),
}
const roundFields = {
  at: Instant,
  purpose: z.enum(roundPurposes),
  rule: AwardRule,
  rule_name: z.string(),
  rule_version: z.int().nullable(),
  places: z.int(),
  inputs_hash: z.string(),
  seed: z.string().nullable(),
  commitment: z.string().nullable(),
  /** Why an admin decided early or against the ranking. */
  reason: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  assignment_id: Id,
  title: z.string(),
  time_zone: z.string(),
  post_id: Id,
  post_name: z.string(),
  starts_at: Instant,
  ends_at: Instant,
}

export const Receipt = z.object({
  ...receiptFields,
  ...roundFields,
  officer_id: Id,
  /** The last officer awarded, with the values up to what decided between the two; without values for an officer who got a spot. */
  won: Won.extend({ values: Values.partial() }).nullable(),
  /** Only if the rule shows names; `compared`, what it compared of each, and `ruled_out` of an ineligible one, only if it shows that too. */
  others: z
    .array(
      z.object({
        rank: z.int(),
        name: z.string(),
        outcome: z.enum(outcomes),
        compared: Values.partial().optional(),
        ruled_out: z.enum(ruledOutBy).optional(),
      }),
    )
    .nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const listMyReceipts = endpoint({
  name: 'awards.my_receipts',
  summary: "The caller's award receipts, latest first, for one shift or all.",
  method: 'GET',
  path: '/api/my-receipts',
  who: 'officer',
  input: z.object({ assignment_id: Id.optional(), after }),
  output: page(Receipt),
  errors: {},
  topics: ['awards'],
})

export const Round = z.object({
  id: Id,
  ...roundFields,
  /** Its post has no spot for manual assignment now: all are filled, offered, or reserved for the waitlist. */
  full: z.boolean(),
  won: Won.nullable(),
  receipts: z.array(
    z.object({
      ...receiptFields,
      officer_id: Id,
      name: z.string(),
      signup_id: Id.nullable(),
      status: z.string().nullable(),
    }),
  ),
})
export type Round = z.infer<typeof Round>

/** The rule that awards an assignment, and when; `commitment` is the SHA-256 of the seed, available from publishing on. */
const Terms = z.object({
  rule: AwardRule,
  rule_name: z.string(),
  rule_version: z.int().nullable(),
  mode: z.enum(['first_come', 'approval', 'award']),
  awarded_at: Instant.nullable(),
  closes_at: Instant.nullable(),
  commitment: z.string().nullable(),
})

export const listRounds = endpoint({
  name: 'awards.rounds',
  summary: "An assignment's award rule, applicants and rounds with receipts, latest first, at most 50.",
  method: 'GET',
  path: '/api/assignments/:assignment_id/award',
  who: 'admin',
  input: z.object({ assignment_id: Id }),
  output: Terms.extend({
    opens_at: Instant.nullable(),
    early: z.object({ by_name: z.string().nullable(), reason: z.string() }).nullable(),
    applied: z.int(),
    may_award: z.boolean(),
    rounds: z.array(Round),
  }),
  errors: {},
  topics: ['awards', 'assignments', 'signups'],
})
export type AwardOf = z.infer<typeof listRounds.output>

const Charge = z.object({ share: z.number(), as_worked: z.boolean(), turn: z.boolean() })

export const readTerms = endpoint({
  name: 'awards.terms',
  summary: 'How and when a posted shift will be awarded, with the hash of its draw.',
  method: 'GET',
  path: '/api/open-jobs/:assignment_id/award',
  who: 'officer',
  input: z.object({ assignment_id: Id }),
  /** What getting the shift, calling it off and answers to an offer count, by each rule in effect that counts any of it. */
  output: Terms.extend({
    charges: z.array(
      z.object({
        rule_name: z.string(),
        ...{ declined: Charge, no_answer: Charge, taken: Charge },
        called_off: z.object({ kept: Charge, kept_ordered: Charge, turn: z.boolean() }),
      }),
    ),
    /** Spots of the shift that the caller called off and that still count; signing up for one again counts it once. */
    kept: z.array(z.object({ post_id: Id, starts_at: Instant, ends_at: Instant, minutes: z.int() })),
  }),
  errors: {},
  topics: ['awards', 'assignments', 'signups'],
})

export const awardEarly = endpoint({
  name: 'awards.award_early',
  summary: 'Closes sign-up and makes the award now, with a reason in every receipt.',
  method: 'POST',
  path: '/api/assignments/:assignment_id/award',
  who: 'admin',
  input: z.object({ assignment_id: Id, reason: line(3, 500) }),
  output: Done,
  errors: { not_to_award: 409, not_open_yet: 409 },
})

export const giveByHand = endpoint({
  name: 'awards.give_by_hand',
  summary: 'Assigns an applicant outside the award order, with a reason. Others are reported as skipped.',
  method: 'POST',
  path: '/api/signups/:id/give-by-hand',
  who: 'admin',
  input: z.object({ id: Id, reason: line(3, 500) }),
  output: Done,
  errors: { ...notToSignUp, own_signup: 403, wrong_state: 409, draw_first: 409 },
})
