import type { Swap } from './contract.ts'

/** A shift that the officer has accepted and gets once an admin or the colleague decides. */
export type AcceptedShift = Swap['shift'] & { swap_id: string; state: 'agreed' | 'answered' }

/** Of the officer's swaps, the shifts that they would get and have no part left in deciding. */
export const acceptedShifts = (swaps: readonly Swap[]): AcceptedShift[] =>
  swaps.flatMap(({ id, state, own, shift, counter }) => {
    const got = own ? counter : shift
    if (!got || !(state === 'agreed' || (state === 'answered' && !own))) return []
    return [{ ...got, swap_id: id, state }]
  })
