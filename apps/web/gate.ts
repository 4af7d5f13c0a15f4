import type { Feature } from '#platform/shared/endpoint.ts'
import { hasFlag } from '#platform/web/session.ts'
import type { RouteEntry } from './routes.ts'

export type Gate =
  | 'open'
  | 'unknown'
  | 'sign_in'
  | 'home'
  | 'waiting'
  | 'trial_expired'
  | 'admins_only'
  | 'feature_not_available'

/** The parts of a session that the gate checks. */
export type Holder = {
  super_admin: boolean
  officer: null | { role: 'admin' | 'officer'; approved: boolean }
  organization: null | { features_enabled: Record<Feature, boolean>; trial: null | { expired: boolean } }
}

/** What a route shows to whom (specification section 6), for display only; the server does its own checks. */
export const gateOf = ({ guard, feature, afterTrial }: RouteEntry, session: Holder | null | undefined): Gate => {
  if (guard === 'public') return 'open'
  if (session === undefined) return 'unknown'
  if (session === null) return 'sign_in'
  if (guard === 'signed_in') return 'open'
  if (guard === 'super_admin') return session.super_admin ? 'open' : 'home'
  const { officer, organization } = session
  // Officers' personal pages are for officers only, and are no use to someone viewing the department.
  if (!organization || (session.super_admin && guard === 'officer')) return 'home'
  if (!session.super_admin) {
    if (!officer) return 'home'
    if (!officer.approved) return 'waiting'
    if (organization.trial?.expired && !afterTrial) return 'trial_expired'
    if (guard === 'admin' && officer.role !== 'admin') return 'admins_only'
  }
  return feature && !hasFlag(session, feature) ? 'feature_not_available' : 'open'
}
