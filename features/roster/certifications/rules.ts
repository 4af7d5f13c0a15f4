import { daysBetween, type WallDate } from '#platform/shared/time.ts'

/** Days before expiration from which a certificate counts as expiring soon. */
export const EXPIRING_DAYS = 60
/** Days before expiration on which the officer and the admins are notified, once each. */
export const TOLD_DAYS_BEFORE = [60, 30, 7] as const

export const certificationStates = ['valid', 'expiring', 'expired', 'replaced'] as const
export type CertificationState = (typeof certificationStates)[number]

/** Whole days left, with the last valid day as 0; negative after expiration, null if it does not expire. */
export const daysLeft = (expires_on: WallDate | null, today: WallDate): number | null =>
  expires_on === null ? null : daysBetween(today, expires_on)

/** State on the department's current day. `renewed`: a later certificate of the same type has replaced it, so nothing is due. */
export function certificationState(
  c: { expires_on: WallDate | null; renewed: boolean },
  today: WallDate,
): CertificationState {
  if (c.renewed) return 'replaced'
  const left = daysLeft(c.expires_on, today)
  if (left === null || left > EXPIRING_DAYS) return 'valid'
  return left < 0 ? 'expired' : 'expiring'
}

/** The reminder that is due: the closest step reached and not yet sent. Null if none, or after expiration. */
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

/** Why the action is refused, or null: officers change their own until it is verified; another admin verifies it. */
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

/** Offered in addition to the types the department already uses. */
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
