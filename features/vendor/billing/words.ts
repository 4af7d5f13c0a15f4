import type { WallDate } from '#platform/shared/time.ts'
import type { ContractTier } from './rules.ts'

export const tierWords: Readonly<Record<ContractTier, string>> = {
  basic: 'Basic',
  pro: 'Pro',
  enterprise: 'Enterprise',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `Jan 5, 2027` in every zone: a date in the books has none. */
export const dateWords = (date: WallDate): string => {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? `${months[month - 1]} ${day}, ${year}` : date
}
