/** Kept with the sign-up that ends. */
export const sickReason = 'Called in sick.'
