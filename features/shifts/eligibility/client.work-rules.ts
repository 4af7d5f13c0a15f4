import { z } from 'zod'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { saveWorkRules } from './contract.work-rules.ts'
import { problemOfRules } from './rules.limits.ts'
import { rulesOf, typedFieldOf } from './words.work-rules-form.ts'

const Hours = z.number('Enter a number.').min(0.25, 'At least 15 minutes.').max(744, 'At most 744 h.')
const Whole = z.int('Enter a whole number.')
const Shown = z
  .object({
    rest_hours: Hours.max(48, 'At most 48 h.').nullable(),
    windows: z.array(
      z.object({
        hours: Whole.min(2, 'At least 2.').max(672, 'At most 672 (4 weeks).').nullable(),
        max_hours: Hours.min(1, 'At least 1 h.').nullable(),
      }),
    ),
    max_consecutive_hours: Hours.min(1, 'At least 1 h.').max(168, 'At most 168 h.').nullable(),
    break_minutes: Whole.min(0).max(480, 'At most 480.').nullable(),
    max_consecutive_days: Whole.min(1, 'At least 1.').max(31, 'At most 31.').nullable(),
    caps: z.array(
      z.object({
        kinds: z.string(),
        per: z.enum(['week', 'month']),
        max_hours: Hours.min(1, 'At least 1 h.').nullable(),
      }),
    ),
  })
  .superRefine((typed, context) => {
    const missing = [
      ...typed.windows.flatMap((one, i) => [
        ...(one.hours === null ? [`windows.${i}.hours`] : []),
        ...(one.max_hours === null ? [`windows.${i}.max_hours`] : []),
      ]),
      ...typed.caps.flatMap((one, i) => (one.max_hours === null ? [`caps.${i}.max_hours`] : [])),
    ]
    for (const field of missing)
      context.addIssue({ code: 'custom', path: field.split('.'), message: 'Fill in this line or remove it.' })
    const problem = missing.length > 0 ? null : problemOfRules(rulesOf(typed))
    if (problem)
      context.addIssue({ code: 'custom', path: typedFieldOf(problem.field).split('.'), message: problem.message })
  })

/** The form over the rules as typed. */
export const rulesForm = { ...saveWorkRules, input: Shown }
export type RulesForm = ContractForm<z.input<typeof Shown>>
