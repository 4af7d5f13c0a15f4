import type { Effect, FlagChoice, gatedFlags } from './rules.ts'

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

/** What a department can no longer see; nothing is deleted. */
const lost = (flag: Flag, count: number | null): string => {
  if (flag === 'overtime') {
    const open = counted(count, 'claim', 'claims')
    return open ? `Extra time closes with${open} undecided.` : 'Officers and admins lose access to extra time.'
  }
  if (flag === 'officer_stats') return 'Officer statistics are hidden.'
  if (flag === 'custom_branding')
    return count ? 'The custom logo and color are hidden but kept.' : 'Branding is hidden; nothing was set.'
  if (flag === 'location_verification') return 'Check-in no longer records locations.'
  if (flag === 'audit_logs') return 'Admins lose access to the audit log; recording continues.'
  if (flag === 'bulk_operations') return 'Bulk actions are no longer available.'
  return 'Admins lose access to reports and exports.'
}

/** One sentence on what a changed flag removes and adds; null for effects that do not come from a flag. */
export const effectText = (effect: Effect): string | null => {
  if (effect.feature === null) return null
  if (effect.kind === 'feature_lost') return lost(effect.feature, effect.count)
  return effect.kind === 'feature_gained' ? `${flagWords[effect.feature]}: available right away.` : null
}
