import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const vendorDashboard = endpoint({
  name: 'vendor_dashboard.read',
  summary: 'What waits for the vendor’s staff.',
  method: 'GET',
  path: '/api/vendor/dashboard',
  who: 'super_admin',
  input: z.object({}),
  output: z.object({
    /** Requests that nobody has worked yet. */
    waiting: z.object({ trials: z.int() }),
  }),
  errors: {},
  topics: ['feedback'],
})
