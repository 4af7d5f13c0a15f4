/** How long a passkey challenge is valid; it can be answered once. */
export const CHALLENGE_MINUTES = 5
