/** The note on this device that something of anyone waits in the outbox, so that the sign-in page knows without opening the storage. */
export const waitsKey = 'waits-here'
export const waitsHere = (): boolean => {
  try {
    return localStorage.getItem(waitsKey) !== null
  } catch {
    return false
  }
}
