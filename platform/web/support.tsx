import type { ReactNode } from 'react'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { useSession } from './session.ts'

/** Whether the current user is vendor support inside a department. */
export const useInside = (): boolean => Boolean(useSession().session?.support)

/**
 * Whether the current user may make a call: inside a department, vendor support may make only calls marked for it
 * (docs/decisions/0121), and the others are not offered. The server enforces the same rule.
 */
export const useMay = (): ((call: Endpoint) => boolean) => {
  const inside = useInside()
  return (call) => !inside || call.method === 'GET' || call.forSupport === true || call.who === 'super_admin'
}

/** Shows its children only to people who may make the call. */
export const Needs = ({ call, children }: { call: Endpoint; children: ReactNode }) => (useMay()(call) ? children : null)

/** During support access, a one-line note for areas reserved for the department's own people; nothing for everyone else. */
export const SupportClosed = ({ children }: { children: ReactNode }) => {
  if (!useInside()) return null
  return (
    <p role="note" className="mb-3 rounded-ui border border-info-line bg-info-wash px-3 py-2 text-small">
      {children}
    </p>
  )
}
