import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** The address of the page whose link opened this one, also after a reload (`layers.ts`); null if it was opened directly. */
export const useCameFrom = (): string | null => {
  const state: object = useLocation({ select: (location) => location.state })
  // Kept: on the way to another page, the location is already that page's.
  const [from] = useState(() => ('from' in state && typeof state.from === 'string' ? state.from : null))
  return from
}
