import { createContext, useContext } from 'react'

/** What an admin looks through: not persisted (specification section 4). Officers always have `officer`. */
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

/** Specification section 4: the sidebar's state in a cookie for seven days. */
const cookie = 'sidebar:state'
export const readCollapsed = (): boolean => document.cookie.split('; ').includes(`${cookie}=collapsed`)
export const saveCollapsed = (collapsed: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${cookie}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=604800; samesite=lax`
}
