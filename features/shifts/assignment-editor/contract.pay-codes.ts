import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const listPayCodes = endpoint({
  name: 'assignments.pay_codes',
  summary: 'Pay codes used before, and how many officers are notified on publishing.',
  method: 'GET',
  path: '/api/pay-codes',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    items: z.array(z.string()),
    next: z.string().nullable(),
    notified: z.int(),
    without_account: z.int(),
  }),
  errors: {},
  topics: ['assignments', 'officers'],
})
