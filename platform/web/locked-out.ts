/**
 * A check-out that was pressed on the sign-in page counts for the officer who was signed in last, whoever pressed it: the next officer who
 * signs in on this phone is told of one that was not theirs. An id and a time, until then.
 */
const key = 'locked-out'
type LockedOut = { owner: string; at: number }

/** `at`: by the server's clock. */
export const noteLockedOut = (owner: string, at: number): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ owner, at } satisfies LockedOut))
  } catch {
    // Without storage nothing was saved.
  }
}
export const hasLockedOut = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
/** When a check-out was pressed here for another officer; null if none was. */
export const readLockedOut = (owner: string | null): number | null => {
  try {
    const noted = JSON.parse(localStorage.getItem(key) ?? 'null') as LockedOut | null
    return noted && noted.owner !== owner ? noted.at : null
  } catch {
    return null
  }
}
export const forgetLockedOut = (): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was noted.
  }
}
