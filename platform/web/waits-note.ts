import { waitsKey } from './waits-here.ts'

/** Notes for the sign-in page whether something waits here. Apart from its reading, which is always loaded. */
export const noteWaits = (waits: boolean): void => {
  try {
    if (waits) localStorage.setItem(waitsKey, '1')
    else localStorage.removeItem(waitsKey)
  } catch {
    // Then the sign-in page asks the storage.
  }
}
