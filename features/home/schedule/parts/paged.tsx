import { createContext, useCallback, useContext, useState } from 'react'

/** A narrower week is wider than its place. */
const NARROWEST = 50

const PagedContext = createContext(false)
export const PagedProvider = PagedContext.Provider
/** Whether the page scrolls the week, below its days; otherwise the table scrolls both ways in a place of its own. */
export const usePaged = (): boolean => useContext(PagedContext)

/** Measures the page of the schedule: whether the week fits it, and how much of it the line of the title covers. */
export const usePageOfWeek = () => {
  const [paged, setPaged] = useState(false)
  const ref = useCallback((page: HTMLElement | null) => {
    const title = page?.querySelector<HTMLElement>('[data-title]')
    if (!page || !title) return
    const follow = () => {
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      setPaged(page.clientWidth >= NARROWEST * text)
      page.style.setProperty('--under-title', `${title.offsetHeight}px`)
    }
    follow()
    const watch = new ResizeObserver(follow)
    for (const one of [page, title]) watch.observe(one)
    return () => watch.disconnect()
  }, [])
  return { paged, ref }
}
