/** How long a half-finished sign-in is valid. */
export const STEP_MINUTES = 10
