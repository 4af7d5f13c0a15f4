import { ordinal } from '#platform/shared/text.ts'

/** Where an officer is on the waitlist of a post. An awarded shift ranks its waitlist again when a spot opens. */
export const placeWords = (place: number, awarded: boolean): string =>
  awarded ? `Ranked ${ordinal(place)} in the latest award` : `${ordinal(place)} on the waitlist`
