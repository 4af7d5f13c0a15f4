import { useEffect } from 'react'
import { usePathname } from '#platform/web/url.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/**
 * The path the document was loaded from: a server without the prerendered pages would respond with this application again, in an
 * endless loop.
 */
const cameTo = location.pathname

/** The server renders the page at this address, so load it in full. */
export const LeavingScreen = () => {
  const path = usePathname()
  const leaves = path !== cameTo
  useEffect(() => {
    if (leaves) location.reload()
  }, [leaves])
  return leaves ? null : <NotFoundScreen />
}
