import { createContext, useContext } from 'react'
import { paths } from '#platform/shared/paths.ts'

/** The view an admin is in: not persisted (specification section 4). Officers always have `officer`. */
export type View = 'admin' | 'officer'
export type Frame = {
  view: View
  setView: (view: View) => void
  collapsed: boolean
  setCollapsed: (collapsed: boolean) => void
  openHelp: () => void
  openPalette: () => void
}

export const FrameContext = createContext<Frame | null>(null)

export const useFrame = (): Frame => {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame outside the shell')
  return frame
}

/** The side a page belongs to; null for pages of both, such as the user's own profile, which leave the view unchanged. */
export const sideOf = (path: string): View | null => {
  if (path === paths.officerProfile()) return null
  return path.startsWith('/officer') ? 'officer' : path.startsWith('/admin') ? 'admin' : null
}

let loaded = true
/** Whether this page was reloaded, by the browser's button or ours; true once, and only for the first page. */
export const wasReloaded = (): boolean => {
  const [entry] = loaded ? performance.getEntriesByType('navigation') : []
  loaded = false
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
}

/** Specification section 4: the sidebar's state is kept in a cookie for seven days. */
const cookie = 'sidebar:state'
/** Without a saved choice, a small desktop screen gives the space to the page. */
export const readCollapsed = (): boolean => {
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${cookie}=`))
  return kept === undefined ? window.innerWidth < 1200 : kept === `${cookie}=collapsed`
}
export const saveCollapsed = (collapsed: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${cookie}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=604800; samesite=lax`
}
