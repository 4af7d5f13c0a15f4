import { useSyncExternalStore } from 'react'

/**
 * The height of rows in tables and lists, saved locally like the theme, regular by default. `tokens.css` applies it at a desk with a
 * fine pointer only; `apps/web/public/before-paint.js` sets the same attribute before the first paint.
 */
export const densities = ['regular', 'compact'] as const
export type Density = (typeof densities)[number]
const key = 'density'
const listeners = new Set<() => void>()

/** The saved choice; regular unless it is compact. */
export const readDensity = (): Density => {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'regular'
  } catch {
    return 'regular'
  }
}

const apply = (): void => {
  document.documentElement.dataset.density = readDensity()
  for (const told of listeners) told()
}

export const setDensity = (density: Density): void => {
  try {
    localStorage.setItem(key, density)
  } catch {
    // Without storage rows stay regular.
  }
  apply()
}

const subscribe = (told: () => void) => {
  listeners.add(told)
  const storage = (event: StorageEvent) => {
    if (event.key === key) apply()
  }
  window.addEventListener('storage', storage)
  return () => {
    listeners.delete(told)
    window.removeEventListener('storage', storage)
  }
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, readDensity)
