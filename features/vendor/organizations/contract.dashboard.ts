import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { currencies } from '#platform/shared/money.ts'
import { OrganizationRow } from './contract.ts'

export const vendorDashboard = endpoint({
  name: 'vendor_dashboard.read',
  summary: "What waits for the vendor's staff, which trials end, what is overdue, and which organizations went quiet.",
  method: 'GET',
  path: '/api/vendor/dashboard',
  who: 'super_admin',
  across: "to see the vendor's dashboard",
  input: z.object({}),
  output: z.object({
    /** Requests that nobody has handled yet. */
    waiting: z.object({ trials: z.int(), contacts: z.int(), wishes: z.int(), problems: z.int() }),
    /** For active organizations: trials with 7 days or fewer left, and ended ones. */
    trials: z.object({ ending: z.int(), ended: z.int() }),
    /** Issued invoices past their due date with an amount left to pay, and the total in each currency. */
    overdue: z.object({
      invoices: z.int(),
      open: z.array(z.object({ currency: z.enum(currencies), cents: z.int() })),
    }),
    /** Active organizations without any activity by a person for 14 days. */
    quiet: z.int(),
    organizations: z.int(),
    officers: z.int(),
    newest: z.array(OrganizationRow),
  }),
  errors: {},
  topics: ['requests', 'organization', 'billing'],
})
