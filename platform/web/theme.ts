import { useSyncExternalStore } from 'react'

/** Light or dark, saved locally, dark unless chosen (specification sections 4 and 9). `apps/web/public/before-paint.js` sets the
 * same attribute before the first paint. */
export type Theme = 'dark' | 'light'
const key = 'theme'
const listeners = new Set<() => void>()
let forced: Theme | null = null

/** What was chosen; dark unless it was light. */
export const readTheme = (): Theme => {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

const paint = (): void => {
  const root = document.documentElement
  // All of it at once: what fades by itself would lag behind the rest. Reading the height makes the new colours stand before.
  root.toggleAttribute('data-switching', true)
  root.dataset.theme = forced ?? readTheme()
  void root.offsetHeight
  root.toggleAttribute('data-switching', false)
  for (const told of listeners) told()
}

export const setTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // A browser that keeps nothing shows the default again next time.
  }
  paint()
}

/** The landing page is dark whatever was chosen; null gives the choice back. */
export const forceTheme = (theme: Theme | null): void => {
  forced = theme
  paint()
}

const subscribe = (told: () => void) => {
  listeners.add(told)
  const storage = (event: StorageEvent) => {
    if (event.key === key) paint()
  }
  window.addEventListener('storage', storage)
  return () => {
    listeners.delete(told)
    window.removeEventListener('storage', storage)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => forced ?? readTheme())
