export const linkKinds = ['reset', 'register', 'claim', 'admin_setup', 'super_admin', 'address'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Hours for which a one-time link can be used. */
export const linkHours: Readonly<Record<LinkKind, number>> = {
  reset: 1,
  register: 24,
  claim: 7 * 24,
  admin_setup: 72,
  super_admin: 72,
  address: 24,
}

/** Maximum emails of one kind per address per hour, regardless of the requester. */
export const LINKS_AN_HOUR = 5
