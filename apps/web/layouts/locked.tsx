import { lazy, Suspense } from 'react'
import { isUndecided } from '#platform/web/api.ts'
import { useRunning } from '#platform/web/running-shift.ts'
import { useSession } from '#platform/web/session.ts'

const LockedShift = lazy(() => import('#features/hours/attendance/parts/locked-shift.tsx'))

/** The shift that goes on although its officer is signed out, or while it can't be known who is signed in. */
export const Locked = () => {
  const { session, error } = useSession()
  const shift = useRunning()
  const signedOut = session === null || (session === undefined && isUndecided(error))
  if (!shift || !signedOut) return null
  return (
    <Suspense>
      <section aria-label="Shift in progress" className="mx-auto mb-6 max-w-md">
        <LockedShift shift={shift} />
      </section>
    </Suspense>
  )
}
