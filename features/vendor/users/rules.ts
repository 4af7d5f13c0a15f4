export const userActions = ['disable', 'enable', 'release', 'send_reset', 'reset_factors', 'end_sessions'] as const
export type UserAction = (typeof userActions)[number]
/** Actions that remove or grant access; they require a recent second factor from the super admin. */
export const strongUserActions = [
  'disable',
  'send_reset',
  'reset_factors',
  'end_sessions',
] as const satisfies UserAction[]
export type StrongUserAction = (typeof strongUserActions)[number]
export const acts = [...userActions, 'add_super_admin', 'deactivate_super_admin'] as const
export type Act = (typeof acts)[number]

export const REASON_MIN = 3
export const REASON_MAX = 500

export const userFilters = ['all', 'locked', 'disabled', 'vendor'] as const
export type UserFilter = (typeof userFilters)[number]

export type UserFacts = {
  /** It is the caller's own account. */
  own: boolean
  disabled: boolean
  locked: boolean
  factors: number
  sessions: number
  /** The last super admin who can sign in. */
  last_super_admin: boolean
}
export type UserRefusal =
  | 'own_account'
  | 'last_super_admin'
  | 'disabled_already'
  | 'not_disabled'
  | 'not_locked'
  | 'no_factor'
  | 'no_session'

/** Why a super admin may not do this to an account, or null. Never allowed on one's own account; the profile page is for that. */
export function refuseUserAction(action: UserAction, facts: UserFacts): UserRefusal | null {
  if (facts.own) return 'own_account'
  const stands: Readonly<Record<UserAction, UserRefusal | null>> = {
    disable: facts.disabled ? 'disabled_already' : facts.last_super_admin ? 'last_super_admin' : null,
    enable: facts.disabled ? null : 'not_disabled',
    release: facts.locked ? null : 'not_locked',
    send_reset: facts.disabled ? 'disabled_already' : null,
    reset_factors: facts.factors > 0 ? null : 'no_factor',
    end_sessions: facts.sessions > 0 ? null : 'no_session',
  }
  return stands[action]
}

/** Refusals that are shown with their reason; for others the action is simply hidden. */
export const isWorthTelling = (refusal: UserRefusal): boolean =>
  refusal === 'own_account' || refusal === 'last_super_admin'

/**
 * Why a super admin may not be removed from the list, or null. `others`: active super admins with sign-in set up, not counting
 * this one.
 */
export function refuseDeactivation(facts: { own: boolean; active: boolean; others: number }) {
  if (!facts.active) return 'not_active' as const
  if (facts.others === 0) return 'last_super_admin' as const
  return facts.own ? ('own_account' as const) : null
}
