import { lazy, Suspense } from 'react'
import { isUndecided } from '#platform/web/api.ts'
import { useRunning } from '#platform/web/running-shift.ts'
import { useSession } from '#platform/web/session.ts'
import { waitsHere } from '#platform/web/waits-here.ts'

const KeptHere = lazy(() => import('./kept-here.tsx'))

/** What goes on and what waits on this device although its officer is signed out, or while it can't be known who is signed in. */
export const Locked = () => {
  const { session, error } = useSession()
  const shift = useRunning()
  const notice = Boolean(session?.notice)
  const signedOut = session === null || (session === undefined && isUndecided(error))
  if (!(shift || waitsHere()) || !(signedOut || notice)) return null
  return (
    <Suspense>
      <KeptHere shift={shift} notice={notice} />
    </Suspense>
  )
}
