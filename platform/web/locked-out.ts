import { DAY } from '#platform/shared/time.ts'

/**
 * A check-out pressed on the sign-in page counts for the officer who was signed in last, even if somebody else pressed it. The next officer
 * to sign in on this phone is told of one that was not theirs. Until then, an id and a time are stored.
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
/** Of an owner: also in another department, the press was theirs. */
const personOf = (owner: string): string => owner.slice(0, owner.indexOf(' '))
/** When a check-out was pressed here for another officer; null if none was, or more than a day ago. */
export const readLockedOut = (owner: string | null): number | null => {
  try {
    const noted = JSON.parse(localStorage.getItem(key) ?? 'null') as LockedOut | null
    return noted && personOf(noted.owner) !== personOf(owner ?? '') && Date.now() - noted.at < DAY ? noted.at : null
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
