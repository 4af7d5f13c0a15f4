/** Serves all requests, inside one organization at a time. */
export const appRole = 'watchbill_app'
/** Reads across organizations for super admins, through its own policies. */
export const vendorRole = 'watchbill_vendor'
/** Can only erase organizations that are due to be erased. */
export const eraserRole = 'watchbill_eraser'
export type Role = typeof appRole | typeof vendorRole | typeof eraserRole
