import { useSyncExternalStore } from 'react'

/**
 * Light or dark, saved locally, dark by default (specification sections 4 and 9). `apps/web/public/before-paint.js` sets the same
 * attribute before the first paint.
 */
export type Theme = 'dark' | 'light'
const key = 'theme'
const listeners = new Set<() => void>()

/** The saved choice; dark unless it is light. */
export const readTheme = (): Theme => {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

const paint = (): void => {
  const root = document.documentElement
  // Switches everything at once: elements with transitions would lag behind. Reading the height applies the new colors first.
  root.toggleAttribute('data-switching', true)
  root.dataset.theme = readTheme()
  void root.offsetHeight
  root.toggleAttribute('data-switching', false)
  for (const told of listeners) told()
}

export const setTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Without storage the default is shown again next time.
  }
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

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)
