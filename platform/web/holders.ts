import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isVendors } from './reads.ts'

/**
 * A page can outlive the session that it was opened with: someone else signs in, or the person switches to another department, in another
 * tab. What was read for the one before is never shown to the next.
 */
type Held = {
  super_admin: boolean
  support: object | null
  person: { id: string }
  organization: { id: string } | null
}

/** One person in one department. Vendor staff stay the same in every department that they visit. */
const holderOf = ({ person, organization, super_admin }: Held): string =>
  `${person.id} ${super_admin ? '' : (organization?.id ?? '')}`
const visitedBy = ({ support, organization }: Held): string | null => (support ? (organization?.id ?? null) : null)

/**
 * Call before the page learns of the next session. Drops what was read for another person or department; when support access ends, what
 * was read from the department, but not the vendor's own data.
 */
export const leaveReads = (client: QueryClient, sessionKey: readonly [string], next: Held): void => {
  const before = client.getQueryData<Held | null>(sessionKey)
  if (!before) return
  const another = holderOf(before) !== holderOf(next)
  const visited = visitedBy(before)
  if (!another && (visited === null || visited === visitedBy(next))) return
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] && (another || !isVendors(queryKey)),
  })
}

/** Changes with the person or the department: the key of everything that may still show what was read for the one before. */
export const useHolder = (session: Held | null | undefined): number => {
  const now = session ? holderOf(session) : null
  const [seen, setSeen] = useState({ holder: now, turn: 0 })
  // The frame that waits for the first answer stays.
  if (now !== null && now !== seen.holder) setSeen({ holder: now, turn: seen.turn + (seen.holder === null ? 0 : 1) })
  return seen.turn
}
