import type { ContractTier } from '#features/billing/rules.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { InvoiceKind } from './rules.ts'

export const tierWords: Readonly<Record<ContractTier, string>> = {
  basic: 'Basic',
  pro: 'Pro',
  enterprise: 'Enterprise',
}
export const kindWords: Readonly<Record<InvoiceKind, string>> = { invoice: 'Invoice', credit_note: 'Credit note' }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `Jan 5, 2027`, whatever the zone: a date of the books has none. */
export const dateWords = (date: WallDate): string => {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? `${months[month - 1]} ${day}, ${year}` : date
}

/** `8.25 %` of millionths. */
export const rateWords = (millionths: number): string => `${String(millionths / 10_000)} %`
