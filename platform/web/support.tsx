import type { ReactNode } from 'react'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { useSession } from './session.ts'

/** Whether who is signed in is the vendor's support, inside a department. */
export const useInside = (): boolean => Boolean(useSession().session?.support)

/**
 * Whether a call is for who is signed in to make here: inside a department the vendor's support makes those alone that are marked for
 * it (docs/decisions/0121), and the others are not offered. The server refuses them all the same.
 */
export const useMay = (): ((call: Endpoint) => boolean) => {
  const inside = useInside()
  return (call) => !inside || call.method === 'GET' || call.forSupport === true || call.who === 'super_admin'
}

/** What is offered to whoever may make the call. */
export const Needs = ({ call, children }: { call: Endpoint; children: ReactNode }) => (useMay()(call) ? children : null)

/** Inside by support access, one line where a whole area is for the department's own people; nothing to everybody else. */
export const SupportClosed = ({ children }: { children: ReactNode }) => {
  if (!useInside()) return null
  return (
    <p role="note" className="mb-3 rounded-ui border border-info-line bg-info-wash px-3 py-2 text-small">
      {children}
    </p>
  )
}
