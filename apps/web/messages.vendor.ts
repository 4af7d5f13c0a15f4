import { vendorBillingMessages } from './messages.vendor-billing.ts'
import { vendorRequestMessages } from './messages.vendor-requests.ts'

/** Codes that only the vendor's own pages meet: fetched with them, so that no department's screen carries their words. */
export const vendorMessages = { ...vendorBillingMessages, ...vendorRequestMessages }
