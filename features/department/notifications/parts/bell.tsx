import BellIcon from 'lucide-react/icons/bell'
import { lazy, Suspense } from 'react'
import { isOpenHere, useSession } from '#platform/web/session.ts'
import { CountBadge } from '#platform/web/ui/badge.tsx'
import { iconButtonClass } from '#platform/web/ui/button.tsx'
import { useOpener } from '#platform/web/ui/opener.ts'
import { useLatest } from '../client.ts'
import { BELL_CAP, bellCount } from '../rules.shown.ts'

const fetchPanel = () => import('./bell-panel.tsx')
const BellPanel = lazy(async () => ({ default: (await fetchPanel()).BellPanel }))

const Opener = () => {
  const { count, words } = bellCount(useLatest().data ?? { items: [], unread: 0 })
  const opener = useOpener(fetchPanel, 'dialog')
  return (
    <>
      <button
        {...opener.props}
        type="button"
        className={iconButtonClass()}
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${words}`}
      >
        <BellIcon aria-hidden />
        <CountBadge count={count} cap={BELL_CAP} label={words} className="absolute -top-0.5 -right-0.5" />
      </button>
      <Suspense>
        {opener.wanted && <BellPanel open={opener.open} anchor={opener.anchor.current} onClose={opener.close} />}
      </Suspense>
    </>
  )
}

/** The bell in the header: how many are unread or wait for an answer, and the latest 15 (specification sections 2, 7 and 9). */
const Bell = () => {
  const { session } = useSession()
  // Keeps the space that was there before this code loaded: the session may be answered later.
  if (session === undefined) return <span aria-hidden className="size-11 md:size-control" />
  return session?.officer?.approved && isOpenHere(session) ? <Opener /> : null
}
export default Bell
