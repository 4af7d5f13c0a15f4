import { emailKey } from '#features/people/accounts/rules.ts'
import { checkPassword } from '#features/people/accounts/store.locks.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { type Account, lockAccount } from '#features/people/accounts/store.ts'
import { openSession } from '#features/people/factors/store.second-step.ts'
import { updateSessionReplaced } from '#features/people/sessions/store.ts'
import { type Outside, type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { signInVendor } from './contract.own.ts'
import { isActiveSuperAdmin } from './store.own.ts'

/**
 * The account, if the password is right. Only then does the answer reveal whether the person is on the list; anyone else is
 * signed out here.
 */
const check = async (outside: Outside, key: string, password: string) => {
  const account = await checkPassword(outside, key, password)
  if (!account) return refuse('sign_in_failed')
  const isListed = await outside.anyone(async (db) => {
    await setScope(db, { user_id: account.id })
    if (await isActiveSuperAdmin(db)) return true
    await setScope(db, { user_id: '' })
    if (outside.request.token) await updateSessionReplaced(db, outside.request.token)
    return false
  })
  return isListed ? account : refuse('no_super_admin')
}

export const routes: readonly Route[] = [
  write<typeof signInVendor, Account>(
    signInVendor,
    async ({ db, input, prepared, request, reply }) => {
      await setScope(db, { address: emailKey(input.email) ?? '' })
      const now = await lockAccount(db)
      // Changed or disabled while the old password was being checked.
      if (!now || now.password_hash !== prepared.password_hash || now.disabled_at) return refuse('sign_in_failed')
      if (request.token) await updateSessionReplaced(db, request.token)
      const opened = await openSession(db, { user_id: now.id, organization_id: null, kind: 'super_admin' }, request)
      reply.setSession(opened.secret)
      return { next: opened.next === 'second_factor' ? 'second_factor' : 'set_up' }
    },
    {
      prepare: async (input, outside) => {
        const key = emailKey(input.email)
        if (key === null) return refuseField('email', 'Enter an email address.')
        return check(outside, key, input.password)
      },
    },
  ),
]
