/** A half-finished sign-in lives so long, then it begins anew. */
export const STEP_MINUTES = 10
