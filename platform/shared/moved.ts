/** The reason with which an organization is suspended that moved to another installation. Its jobs run there, not here. */
export const MOVED_OUT = 'Moved to another installation'
