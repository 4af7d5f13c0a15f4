import { useSyncExternalStore } from 'react'
import type { WeekBegins } from './rules.ts'

/** On which day the weeks of the schedule begin for this person, saved locally like the density of rows. */
const key = 'week-begins'
const listeners = new Set<() => void>()

const read = (): WeekBegins => {
  try {
    return localStorage.getItem(key) === 'today' ? 'today' : 'sunday'
  } catch {
    return 'sunday'
  }
}

export const setWeekBegins = (begins: WeekBegins): void => {
  try {
    localStorage.setItem(key, begins)
  } catch {
    // Without storage weeks begin on Sunday.
  }
  for (const told of listeners) told()
}

const subscribe = (told: () => void) => {
  listeners.add(told)
  window.addEventListener('storage', told)
  return () => {
    listeners.delete(told)
    window.removeEventListener('storage', told)
  }
}

export const useWeekBegins = (): WeekBegins => useSyncExternalStore(subscribe, read)
