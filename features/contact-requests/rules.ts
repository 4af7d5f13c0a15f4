/** A department's next request of the same kind is taken so many hours after the last: the vendor has that one. */
export const QUIET_HOURS = 24
export const MESSAGE_MAX = 1000
