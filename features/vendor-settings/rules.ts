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

/** Cents of a year by the department's size; null: agreed on with each. */
export type Prices = Readonly<Record<DepartmentSize, number | null>>

/** The size that a department of so many officers has: fewer than five pay as five, a hundred is not yet over a hundred. */
export const sizeOf = (officers: number): DepartmentSize =>
  officers <= 25 ? '5-25' : officers <= 100 ? '26-100' : '100+'

export type VendorFacts = { legal_name: string; address: string; support_email: string }

/** What holds: the stored word where there is one, else what the server was started with. */
export const factsInForce = (
  stored: VendorFacts,
  started: { legal_name: string | null; address: string | null; support_email: string | null },
) => ({
  legal_name: stored.legal_name || started.legal_name,
  address: stored.address.replaceAll(/\s*\n\s*/g, ', ') || started.address,
  support_email: stored.support_email || started.support_email,
})
