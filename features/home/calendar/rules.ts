/** Shifts and tours that are over stay in the calendar for this long. */
export const PAST_DAYS = 30
/** Tours are written this far ahead; shifts as far as there are any. */
export const TOUR_DAYS = 180
/** A shift that was canceled or lost is shown as canceled for this long, so that every calendar has read it. */
export const CANCELED_DAYS = 30
/** Readings of one link per minute. */
export const READINGS_A_MINUTE = 20
