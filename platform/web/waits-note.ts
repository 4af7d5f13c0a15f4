import { waitsKey } from './waits-here.ts'

/** Notes for the sign-in page whether something waits here. In a file of its own: only the reading is always loaded. */
export const noteWaits = (waits: boolean): void => {
  try {
    if (waits) localStorage.setItem(waitsKey, '1')
    else localStorage.removeItem(waitsKey)
  } catch {
    // Then the sign-in page asks the storage.
  }
}
