import { paths } from '#platform/shared/paths.ts'
import { lastAgency, type Session } from '#platform/web/session.ts'

/** The first screen after sign-in. */
export const homeOf = (session: Session): string => {
  if (session.officer) return session.officer.role === 'admin' ? paths.adminDashboard() : paths.officerDashboard()
  if (session.support) return paths.adminDashboard()
  return session.super_admin ? paths.superAdminDashboard() : paths.app()
}

/** Where a signed-out person signs in before returning to `next`: the department's own page if this browser knows it. */
export const signInPath = (next: string): string => {
  if (next.startsWith(paths.superAdmin())) return paths.superAdminLogin(next)
  const agency = lastAgency()
  return agency ? paths.agencyLogin(agency, next) : paths.app(next)
}
