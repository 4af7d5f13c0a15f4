/** A note on this device that something of anyone waits in the outbox, so that the sign-in page knows without opening the storage. */
const key = 'waits-here'
export const noteWaits = (waits: boolean): void => {
  try {
    if (waits) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Then the sign-in page doesn't name it.
  }
}
export const waitsHere = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
