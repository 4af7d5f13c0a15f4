import type { Currency } from '#platform/shared/money.ts'
import { departmentSizes } from '#platform/shared/plans.ts'

export const vendorBounds = {
  legal_name: 120,
  address: 240,
  tax_id: 60,
  payment_terms: 500,
  invoice_footer: 500,
} as const

export type { Currency }
export { departmentSizes }
export type DepartmentSize = (typeof departmentSizes)[number]

/** Cents per year by department size; null means individually negotiated. */
export type Prices = Readonly<Record<DepartmentSize, number | null>>

/** For the vendor only: shown in its settings and in the server's startup log, never on public pages. */
export const legalNote =
  'Counsel has not reviewed the Terms of Service and Privacy Policy. Have a lawyer review both under the law that applies to you before organizations agree to them.'

export type VendorFacts = { legal_name: string; address: string; support_email: string }

/** Facts in force: the stored value if there is one, otherwise the value the server was started with. */
export const factsInForce = (
  stored: VendorFacts,
  started: { legal_name: string | null; address: string | null; support_email: string | null },
) => ({
  legal_name: stored.legal_name || started.legal_name,
  address: stored.address.replaceAll(/\s*\n\s*/g, ', ') || started.address,
  support_email: stored.support_email || started.support_email,
})
