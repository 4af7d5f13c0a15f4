import { useEffect } from 'react'
import { usePathname } from '#platform/web/url.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Where the document came from: a server without the drawn pages would answer with this application again, for ever. */
const cameTo = location.pathname

/** The page at this address is drawn by the server: it is fetched whole. */
export const LeavingScreen = () => {
  const path = usePathname()
  const leaves = path !== cameTo
  useEffect(() => {
    if (leaves) location.reload()
  }, [leaves])
  return leaves ? null : <NotFoundScreen />
}
