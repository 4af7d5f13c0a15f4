export const signInActions = ['release', 'reset'] as const
export type SignInAction = (typeof signInActions)[number]
export type SignInRefusal = 'own_row' | 'not_locked' | 'release_not_set' | 'several_departments' | 'no_factor'

export type SignInFacts = {
  own: boolean
  locked: boolean
  second_factor: boolean
  /** The account also belongs to another department. */
  elsewhere: boolean
  /** organizations.admins_release_locks */
  admins_release: boolean
}

/**
 * Why an admin may not release a lock or remove an officer's factors, or null. Admins cannot do this for themselves, and no
 * single department controls an account with several departments.
 */
export function refuseSignInAction(action: SignInAction, facts: SignInFacts): SignInRefusal | null {
  if (action === 'release' ? !facts.locked : !facts.second_factor)
    return action === 'release' ? 'not_locked' : 'no_factor'
  if (facts.own) return 'own_row'
  if (facts.elsewhere) return 'several_departments'
  return action === 'release' && !facts.admins_release ? 'release_not_set' : null
}
