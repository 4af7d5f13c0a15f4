import type { ContractTier } from './rules.ts'

export const tierWords: Readonly<Record<ContractTier, string>> = {
  basic: 'Basic',
  pro: 'Pro',
  enterprise: 'Enterprise',
}
