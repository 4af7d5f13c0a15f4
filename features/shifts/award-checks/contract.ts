import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { AwardRule } from '#features/shifts/award-rules/contract.ts'
import { opportunityKinds } from '#features/shifts/award-rules/rules.opportunities.ts'
import { problemsOf, remedies } from '#features/shifts/award-rules/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'

const Remedy = z.enum(remedies)

const Part = z.object({ minutes: z.int(), times: z.int(), last: z.string().nullable() })
const Difference = z.object({
  officer_id: Id,
  name: z.string().nullable(),
  kind: z.enum(opportunityKinds),
  used: Part,
  right: Part,
})
export type NamedDifference = z.infer<typeof Difference>

export const Case = z.object({
  id: Id,
  /** `wrong_inputs`: the ranking itself used wrong hours or counts. */
  cause: z.enum(['skipped', 'wrong_inputs']),
  /** For wrong inputs: what was counted, and what should have been. */
  differences: z.array(Difference),
  found_at: Instant,
  assignment_id: Id,
  title: z.string(),
  starts_at: Instant,
  post_name: z.string(),
  officer_id: Id,
  officer_name: z.string(),
  instead_name: z.string(),
  made_by_name: z.string().nullable(),
  made_reason: z.string().nullable(),
  minutes: z.int(),
  /** The remedy that the rule provides. */
  remedy: Remedy,
  rule_name: z.string(),
  closed_at: Instant.nullable(),
  closed_by_name: z.string().nullable(),
  closed_remedy: Remedy.nullable(),
  closed_note: z.string().nullable(),
  may_close: z.boolean(),
})
export type Case = z.infer<typeof Case>

export const listCases = endpoint({
  name: 'award_checks.cases',
  summary: 'Cases of skipped officers and incorrect hours, open or closed, newest first.',
  method: 'GET',
  path: '/api/award-cases',
  who: 'admin',
  input: z.object({ state: z.enum(['open', 'closed']).default('open'), after }),
  output: page(Case),
  errors: {},
  topics: ['awards'],
})

export const WrongInputs = z.object({
  id: Id,
  checked_at: Instant,
  /** Another officer should have had a spot; there is a case for it. */
  changed: z.boolean(),
  assignment_id: Id,
  title: z.string(),
  starts_at: Instant,
  post_name: z.string(),
  awarded_at: Instant,
  rule_name: z.string(),
  differences: z.array(Difference),
})
export type WrongInputs = z.infer<typeof WrongInputs>

export const listWrongInputs = endpoint({
  name: 'award_checks.wrong_inputs',
  summary: 'Awards whose hours or turns differed from the ledger, newest first.',
  method: 'GET',
  path: '/api/award-cases/wrong-inputs',
  who: 'admin',
  input: z.object({ after }),
  output: page(WrongInputs),
  errors: {},
  topics: ['awards'],
})

export const closeCase = endpoint({
  name: 'award_checks.close_case',
  summary: "Closes a case with a remedy and a note. Officers and admins involved in the award can't close it.",
  method: 'POST',
  path: '/api/award-cases/:id/close',
  who: 'admin',
  input: z.object({ id: Id, remedy: Remedy, note: line(3, 500) }),
  output: Done,
  errors: { second_admin_closes: 403, case_closed: 409 },
})

/** A draft is part of the address of a read, and proxies in front of the server take addresses of at most 8 kB. */
const ENCODED = 7_000

/** Whether a draft, as text, is too long to be compared before it is saved. */
export const isLong = (text: string): boolean => encodeURIComponent(text.toWellFormed()).length > ENCODED

export const longDraft = 'This draft is too long to compare. Save it, then compare its newest version.'

/** What is wrong with a draft of a rule, as JSON text; null if nothing is. */
const draftProblem = (text: string): string | null => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'Use valid JSON.'
  }
  const found = AwardRule.safeParse(body)
  if (!found.success) return found.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
  return problemsOf(found.data)[0]?.message ?? null
}
/** A rule's body as JSON text, complete and without problems. What else is in the text goes no further. */
const Draft = z
  .string()
  .superRefine((text, context) => {
    const message = isLong(text) ? longDraft : draftProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .transform((text) => JSON.stringify(AwardRule.parse(JSON.parse(text))))

const Spread = z.object({ most: z.int(), least: z.int(), gini: z.number() })

export const readBackTest = endpoint({
  name: 'award_checks.back_test',
  summary:
    'Back-tests a rule on recent days: who gains or loses hours, and the spread. `draft`: instead of its newest version. Changes nothing.',
  method: 'GET',
  path: '/api/award-rules/:id/back-test',
  who: 'admin',
  input: z.object({
    id: Id,
    days: z.coerce.number().int().min(1).max(730).default(90),
    kind: z.enum(assignmentKinds).optional(),
    draft: Draft.optional(),
  }),
  output: z.object({
    posts: z.int(),
    places: z.int(),
    changed: z.int(),
    officers: z.array(z.object({ officer_id: Id, name: z.string(), was: z.int(), would: z.int() })),
    was: Spread,
    would: Spread,
  }),
  errors: {},
})
export type BackTested = z.infer<typeof readBackTest.output>
