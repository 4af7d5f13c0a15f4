import type { Effect, FlagChoice, gatedFlags } from '#features/vendor-organizations/rules.ts'

type Flag = (typeof gatedFlags)[number]

export const flagWords: Readonly<Record<Flag, string>> = {
  reports: 'Reports',
  overtime: 'Extra time',
  officer_stats: 'Officer statistics',
  custom_branding: 'Branding',
  location_verification: 'Location verification',
  audit_logs: 'Audit logs',
  bulk_operations: 'Bulk operations',
}

export const choiceWords: Readonly<Record<FlagChoice, string>> = {
  inherit: 'Inherits',
  on: 'On',
  off: 'Off',
}

const counted = (count: number | null, one: string, many: string): string =>
  count === null || count === 0 ? '' : ` ${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What a department loses sight of; nothing of it is deleted. */
const lost = (flag: Flag, count: number | null): string => {
  if (flag === 'overtime') {
    const open = counted(count, 'claim waits', 'claims wait')
    return open
      ? `Extra time closes:${open} undecided, and nobody can decide.`
      : 'Extra time closes for its officers and admins.'
  }
  if (flag === 'officer_stats') return 'Statistics leave the pages of its officers.'
  if (flag === 'custom_branding')
    return count
      ? 'Its own logo and colour are not shown any more; they are kept.'
      : 'Branding closes; nothing was set there.'
  if (flag === 'location_verification') return 'Positions are not taken at check-in any more.'
  if (flag === 'audit_logs') return 'The audit log closes for its admins; it is written on.'
  if (flag === 'bulk_operations') return 'Several rows cannot be acted on at once any more.'
  return 'Reports and their exports close for its admins.'
}

/** What a changed flag takes away and gives, in a sentence; null for what is none of a flag's. */
export const effectText = (effect: Effect): string | null => {
  if (effect.feature === null) return null
  if (effect.kind === 'feature_lost') return lost(effect.feature, effect.count)
  return effect.kind === 'feature_gained' ? `${flagWords[effect.feature]} opens at once.` : null
}
