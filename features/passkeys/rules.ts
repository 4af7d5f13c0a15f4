/** What is asked of a passkey is answered within this, once. */
export const CHALLENGE_MINUTES = 5
