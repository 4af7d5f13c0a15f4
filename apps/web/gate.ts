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

/** What the gate looks at, of a session. */
export type Holder = {
  super_admin: boolean
  officer: null | { role: 'admin' | 'officer'; approved: boolean }
  organization: null | { features: Record<Feature, boolean>; trial: null | { expired: boolean } }
}

/** What stands at a route for whom (specification section 6), for the screen's sake; the server refuses for itself. */
export const gateOf = ({ guard, feature, afterTrial }: RouteEntry, session: Holder | null | undefined): Gate => {
  if (guard === 'public') return 'open'
  if (session === undefined) return 'unknown'
  if (session === null) return 'sign_in'
  if (guard === 'signed_in') return 'open'
  if (guard === 'super_admin') return session.super_admin ? 'open' : 'home'
  const { officer, organization } = session
  // The own pages of officers are of nobody else's, and of no use to who looks inside a department.
  if (!organization || (session.super_admin && guard === 'officer')) return 'home'
  if (!session.super_admin) {
    if (!officer) return 'home'
    if (!officer.approved) return 'waiting'
    if (organization.trial?.expired && !afterTrial) return 'trial_expired'
    if (guard === 'admin' && officer.role !== 'admin') return 'admins_only'
  }
  return feature && !hasFlag(session, feature) ? 'feature_not_available' : 'open'
}
