import type { ReactNode } from 'react'
import { OpenSwaps } from '#features/shifts/swaps/parts/open-swaps.tsx'

/** Colleagues' offers that await the officer's answer. Only read where the dashboard counts any. */
export default function SwapOffers(): ReactNode {
  return <OpenSwaps of={{ filter: 'asked' }} title="Offered by colleagues" />
}
