import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { ledgerKinds } from '#features/shifts/award-rules/rules.opportunities.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, DateText, Id, page } from '#platform/shared/shapes.ts'
import { Opportunity } from './contract.ts'

export const listOpportunities = endpoint({
  name: 'awards.opportunities',
  summary: 'Offers and their outcomes, latest first, by officer, outcome, shift type and date.',
  method: 'GET',
  path: '/api/opportunities',
  who: 'admin',
  input: z
    .object({
      officer_id: Id.optional(),
      kind: z.enum(ledgerKinds).optional(),
      /** Entries about shifts of this type; those without a shift have none. */
      type: z.enum(assignmentKinds).optional(),
      /** Days in the department's time zone, both inclusive. */
      from: DateText.optional(),
      to: DateText.optional(),
      after,
    })
    .superRefine(({ from, to }, context) => {
      if (from && to && to < from)
        context.addIssue({ code: 'custom', path: ['to'], message: "The end date can't be before the start date." })
    }),
  output: page(Opportunity),
  errors: {},
  topics: ['signups', 'awards', 'attendance', 'order_ins'],
})
