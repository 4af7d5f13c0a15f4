import type { ReactNode } from 'react'
import { CountBadge } from '#platform/web/ui/badge.tsx'
import type { NavItem } from '../navigation.ts'
import type { slots } from '../slots.tsx'

type Counts = ReturnType<typeof slots.useCounts>

/** How many decisions wait on the page of this item, as a badge; null if none does. */
export const pendingBadge = ({ count }: NavItem, counts: Counts, cap: 9 | 99): ReactNode => {
  const waiting = (count && counts[count.name]) ?? 0
  return count && waiting > 0 ? (
    <CountBadge
      count={waiting}
      cap={cap}
      label={`${waiting} ${waiting === 1 ? count.what.replace('s ', ' ') : count.what}`}
    />
  ) : null
}
