export const linkKinds = ['reset', 'register', 'claim', 'admin_setup', 'super_admin', 'address'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Hours that a one-time link can be used. */
export const linkHours: Readonly<Record<LinkKind, number>> = {
  reset: 1,
  register: 24,
  claim: 7 * 24,
  admin_setup: 72,
  super_admin: 72,
  address: 24,
}

/** Mails of one kind that an address gets within an hour at most, whoever asks for them. */
export const LINKS_AN_HOUR = 5
