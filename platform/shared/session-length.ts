/** Specification section 9: minutes without an action until the session ends. */
export const IDLE_MINUTES = 30
