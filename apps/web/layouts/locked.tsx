import { lazy, Suspense, useEffect, useState } from 'react'
import { isUndecided } from '#platform/web/api.ts'
import { useRunning } from '#platform/web/running-shift.ts'
import { useSession } from '#platform/web/session.ts'
import { waitsHere } from '#platform/web/waits-here.ts'

const KeptHere = lazy(() => import('./kept-here.tsx'))

/**
 * Whether something may wait here. The note of it reaches the disk seconds after the press that it speaks of: if the phone died in
 * between, only the storage knows.
 */
const useMayWait = (asked: boolean): boolean => {
  const [stored, setStored] = useState(false)
  useEffect(() => {
    const look = async () => setStored((await indexedDB.databases()).some(({ name }) => name === 'outbox'))
    // Where a browser can't be asked (Firefox before 126), the note alone decides.
    if (asked && !waitsHere()) look().catch(() => undefined)
  }, [asked])
  return stored || waitsHere()
}

/** What goes on and what waits on this device although its officer is signed out, or while it can't be known who is signed in. */
export const Locked = () => {
  const { session, error } = useSession()
  const shift = useRunning()
  const notice = Boolean(session?.notice)
  const signedOut = session === null || (session === undefined && isUndecided(error))
  const asked = signedOut || notice
  const mayWait = useMayWait(asked)
  if (!asked || !(shift || mayWait)) return null
  return (
    <Suspense>
      <KeptHere shift={shift} notice={notice} />
    </Suspense>
  )
}
