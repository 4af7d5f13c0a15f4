import { counted, joined, ordinal } from '#platform/shared/text.ts'

/** Where an officer is on the waitlist of a post. An awarded shift ranks its waitlist again when a spot opens. */
export const placeWords = (place: number, awarded: boolean): string =>
  awarded ? `Ranked ${ordinal(place)} in the latest award` : `${ordinal(place)} on the waitlist`

/** Before an officer is assigned to a shift that hasn't been awarded yet. */
export const bypassWords = "This bypasses the shift's award, which hasn't been made. Enter a reason"

export const onLeave = 'On leave'

/** Above a shift: officers who hold its spots and are on leave then. At least one name. */
export const awayWords = (names: readonly string[]): string =>
  `${counted(names.length, 'officer')} with a spot ${names.length === 1 ? 'is' : 'are'} on leave during this shift: ${joined(names)}. Replace or remove them in the roster.`
