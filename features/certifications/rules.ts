import { daysBetween, type WallDate } from '#platform/shared/time.ts'

/** Days before the expiry from which a certificate is said to expire soon. */
export const EXPIRING_DAYS = 60
/** Days before the expiry at which its officer and the admins are told, once each. */
export const TOLD_DAYS_BEFORE = [60, 30, 7] as const

export const certificationStates = ['valid', 'expiring', 'expired', 'replaced'] as const
export type CertificationState = (typeof certificationStates)[number]

/** Whole days left, the last valid day included as 0; negative when it is over, null when it does not expire. */
export const daysLeft = (expires_on: WallDate | null, today: WallDate): number | null =>
  expires_on === null ? null : daysBetween(today, expires_on)

/** Where it stands on the department's day. `renewed`: a later one of the same type has taken its place, so nothing is due. */
export function certificationState(
  c: { expires_on: WallDate | null; renewed: boolean },
  today: WallDate,
): CertificationState {
  if (c.renewed) return 'replaced'
  const left = daysLeft(c.expires_on, today)
  if (left === null || left > EXPIRING_DAYS) return 'valid'
  return left < 0 ? 'expired' : 'expiring'
}

/** Which of the tellings is due: the nearest one that is reached and not told yet. Null for none, and once it is over. */
export function tellingDue(
  c: { expires_on: WallDate; reminded_days: number | null },
  today: WallDate,
): (typeof TOLD_DAYS_BEFORE)[number] | null {
  const left = daysBetween(today, c.expires_on)
  if (left < 0) return null
  const reached = TOLD_DAYS_BEFORE.toReversed().find((days) => left <= days)
  return reached !== undefined && (c.reminded_days === null || reached < c.reminded_days) ? reached : null
}

export type CertificationAction = 'edit' | 'remove' | 'verify'
export type CertificationRefusal = 'own_certification' | 'certification_verified' | 'not_found'

/** Why the action is refused, or null: one's own until it is verified, verified by an admin other than oneself. */
export function refuseCertification(
  action: CertificationAction,
  c: { officer_id: string; verified: boolean },
  by: { officer_id: string; admin: boolean },
): CertificationRefusal | null {
  const own = c.officer_id === by.officer_id
  if (!own && !by.admin) return 'not_found'
  if (action === 'verify') return own ? 'own_certification' : c.verified ? 'certification_verified' : null
  return own && c.verified ? 'certification_verified' : null
}

export const mayCertification = (
  c: { officer_id: string; verified: boolean },
  by: { officer_id: string; admin: boolean },
): CertificationAction[] =>
  (['edit', 'remove', 'verify'] as const).filter(
    (action) => (action !== 'verify' || by.admin) && refuseCertification(action, c, by) === null,
  )

/** Offered beside those that the department uses already. */
export const commonTypes = [
  'Firearms qualification',
  'CPR and first aid',
  'Emergency vehicle operation',
  'Conducted energy device',
  'Crisis intervention',
  'Defensive tactics',
  'Field training officer',
  'Radar and lidar',
  'Standardized field sobriety testing',
  'K-9 handler',
] as const
