import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { awardMethods } from './rules.methods.ts'
import { opportunityKinds } from './rules.opportunities.ts'
import { awardFactors, newcomerPlaces, remedies, ruleBounds, tieBreaks } from './rules.ts'

const Share = z.int().min(0).max(200)
const Minutes = z.int().min(0).max(ruleBounds.minutes)
const Names = z.array(line(1, 120)).max(50).readonly()

export const AwardRule = z.object({
  method: z.enum(awardMethods),
  counts: z.object({
    window_days: z.union([z.int().min(1).max(ruleBounds.days), z.enum(['fiscal_year', 'ever'])]),
    offered: Share,
    accepted: Share,
    refused: Share,
    no_answer: Share,
    worked: Share,
    ordered: Share,
  }),
  turn: z.array(z.enum(opportunityKinds)).max(opportunityKinds.length).readonly(),
  newcomers: z.enum(newcomerPlaces),
  weights: z
    .array(z.object({ factor: z.enum(awardFactors), weight: z.int().min(0).max(100) }))
    .max(awardFactors.length)
    .readonly(),
  ranks_in_order: Names,
  ties: z.array(z.enum(tieBreaks)).min(1, 'Add at least one tiebreaker.').max(tieBreaks.length).readonly(),
  groups: z
    .array(z.object({ name: line(1, 80), units: Names, ranks: Names, minutes: Minutes }))
    .max(ruleBounds.groups, `At most ${ruleBounds.groups} groups.`)
    .readonly(),
  window: z.object({
    opens_minutes_after_publish: Minutes,
    closes_minutes_before_start: Minutes.nullable(),
    open_minutes: z.int().min(1).max(ruleBounds.minutes).nullable(),
  }),
  short_notice: z
    .object({ under_minutes: z.int().min(1).max(ruleBounds.minutes), method: z.literal('first_answer') })
    .nullable(),
  keeps_waitlist: z.boolean(),
  offer_minutes: z.int().min(1).max(ruleBounds.minutes),
  last_minute: z.object({ under_minutes: z.int().min(1).max(ruleBounds.minutes) }).nullable(),
  names_shown: z.boolean(),
  figures_shown: z.boolean().default(false),
  remedy: z.enum(remedies),
  fiscal_month: z.int().min(1).max(12),
})

const Kind = z.enum(assignmentKinds)
export const RuleVersion = z.object({
  id: Id,
  version: z.int(),
  effective_from: Instant,
  body: AwardRule,
  note: z.string(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
})
export const Rule = z.object({
  id: Id,
  name: z.string(),
  pack: z.string().nullable(),
  versions: z.array(RuleVersion),
  /** The assignment kinds that currently use it. */
  kinds: z.array(Kind),
  /** When a shift type began to follow the rule, or was given another or none; newest first. */
  changes: z.array(
    z.object({
      kind: Kind,
      begins: z.boolean(),
      effective_from: Instant,
      note: z.string(),
      created_by_name: z.string().nullable(),
    }),
  ),
})
export type Rule = z.infer<typeof Rule>
export const Adoption = z.object({
  kind: Kind,
  rule_id: Id.nullable(),
  rule_name: z.string().nullable(),
  effective_from: Instant,
})

export const listRules = endpoint({
  name: 'award_rules.list',
  summary: 'Every award rule with its versions, and which rule applies to each shift type, now and later.',
  method: 'GET',
  path: '/api/award-rules',
  who: 'officer',
  input: z.object({}),
  /** `version` grows with every new rule, version and adoption. */
  output: z.object({ rules: z.array(Rule), adoptions: z.array(Adoption), version: z.int(), now_at: Instant }),
  errors: {},
  topics: ['awards'],
})

export const readRule = endpoint({
  name: 'award_rules.get',
  summary: 'One rule with all its versions, newest first.',
  method: 'GET',
  path: '/api/award-rules/:id',
  who: 'officer',
  input: z.object({ id: Id }),
  /** `used`: whether a shift type, or a single shift, uses the rule or has used it. */
  output: Rule.extend({ used: z.boolean() }),
  errors: {},
  topics: ['awards'],
})
export type ReadRule = z.infer<typeof readRule.output>

const name = line(1, ruleBounds.name)
const note = line(0, ruleBounds.note).default('')
/** A date in the department's zone, from its start; null: at once. */
const from = DateText.nullish()

export const createRule = endpoint({
  name: 'award_rules.create',
  summary: 'Creates a rule with its first version, in effect now or from a date.',
  method: 'POST',
  path: '/api/award-rules',
  who: 'admin',
  input: z.object({ name, pack: line(0, 60).nullish(), body: AwardRule, from, note }),
  output: z.object({ id: Id, version: z.int() }),
  errors: { rule_name_taken: 409, too_many_rules: 409 },
})

export const changeRule = endpoint({
  name: 'award_rules.change',
  summary:
    'Adds a version of a rule, in effect from a date; for a used rule, with a reason. `seen` is the newest version seen.',
  method: 'POST',
  path: '/api/award-rules/:id/versions',
  who: 'admin',
  input: z.object({ id: Id, body: AwardRule, from, note, seen: z.int().min(1).max(100_000) }),
  output: z.object({ id: Id, version: z.int() }),
  errors: {},
})

export const adoptRule = endpoint({
  name: 'award_rules.adopt',
  summary:
    'Sets the rule, or none, that applies to a shift type from a date, with a reason if that changes it. `seen` is what applied then.',
  method: 'POST',
  path: '/api/award-adoptions',
  who: 'admin',
  input: z.object({ kind: Kind, rule_id: Id.nullable(), from, note, seen: Id.nullable() }),
  output: Done,
  errors: {},
})
