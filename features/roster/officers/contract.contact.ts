import { z } from 'zod'

/** How an officer can be reached. Without an account, no notification arrives: neither in the app nor by email. */
export const contactFields = { has_account: z.boolean(), phone: z.string().nullable() }

/** An affected officer who couldn't be notified. */
export const Unreached = z.object({ name: z.string(), phone: z.string().nullable() })
export type Unreached = z.infer<typeof Unreached>
