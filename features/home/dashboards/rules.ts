/** An unfilled shift that starts this soon leads the admin's dashboard. */
export const SOON_HOURS = 24
