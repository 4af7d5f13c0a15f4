import { type Instant, ms } from '#platform/shared/time.ts'

/** Days between the two steps of a deletion, in which it can be called off. The database enforces it too (0036, 0037). */
export const ERASE_AFTER_DAYS = 30

export type ErasureFacts = {
  /** Of the organization. */
  name: string
  erase_after: Instant
  confirmed: boolean
  /** Whether the confirming person has been on the staff since the request and is not the requester; or was the only one then. */
  may_confirm: boolean
}

export type ConfirmRefusal = 'erasure_confirmed' | 'too_early' | 'second_person_needed' | 'name_differs'

/** Why the second step is refused, or null. It takes a second person, unless the requester was the only one on staff at the time. */
export function refuseConfirmation(it: ErasureFacts, typed: string, now: Instant): ConfirmRefusal | null {
  if (it.confirmed) return 'erasure_confirmed'
  if (ms(now) < ms(it.erase_after)) return 'too_early'
  if (!it.may_confirm) return 'second_person_needed'
  return typed.trim() === it.name ? null : 'name_differs'
}

/** The order in which tables are emptied: referencing tables first. Throws if references form a cycle. */
export function orderTables(tables: readonly string[], links: readonly { from: string; to: string }[]): string[] {
  const left = new Set(tables)
  const order: string[] = []
  const isFree = (table: string) => !links.some(({ from, to }) => to === table && from !== table && left.has(from))
  while (left.size > 0) {
    const free = [...left].filter(isFree).toSorted()
    if (free.length === 0) throw new Error(`tables point to each other in a ring: ${[...left].join(', ')}`)
    for (const table of free) left.delete(table)
    order.push(...free)
  }
  return order
}

/** What is left of an organization's row after erasure: its id, and an address that nobody has. */
export const tombstone = (id: string) => ({ name: 'Erased organization', subdomain: `erased-${id}` })
