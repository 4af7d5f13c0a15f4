import { notify } from '#features/notifications/store.ts'
import { insertSession, updateSessionReplaced } from '#features/sessions/store.ts'
import type { Db } from '#platform/server/db.ts'
import { isPassword } from '#platform/server/passwords.ts'
import { type Outside, type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { signIn } from './contract.ts'
import { writeLockNotice } from './mail.ts'
import { departmentOf } from './rules.departments.ts'
import { emailKey, LOCK_AFTER } from './rules.ts'
import { insertTry, type Try, updateTryRight } from './store.attempts.ts'
import { setScope, VENDOR_ID } from './store.scope.ts'
import { type Account, findAccount, listDepartments, lockAccount } from './store.ts'

const NOBODY = VENDOR_ID

/** The address was locked by this try: the admins of the person's departments are told, once a lock. */
const tellLock = async (db: Db, accountId: string | null, name: string, until: Date) => {
  // Nobody's departments are read as well, so that an unknown address takes as long.
  await setScope(db, { user_id: accountId ?? NOBODY })
  const departments = await listDepartments(db)
  await setScope(db, { user_id: '' })
  for (const { organization_id, standing } of departments) {
    if (standing === 'left') continue
    await setScope(db, { organization_id })
    await notify(db, [writeLockNotice(name, LOCK_AFTER, until)])
  }
}

/**
 * A try is reserved, the password checked outside of any transaction, and what follows is decided. A locked or unknown address
 * spends an equal hash, and every wrong answer is the same one.
 */
const check = async (outside: Outside, key: string, password: string, agency: string | null) => {
  const { account, attempt } = await outside.anyone(async (db) => {
    const reserved: Try = await insertTry(db, key)
    return { account: await findAccount(db), attempt: reserved }
  })
  const isOpen = !attempt.locked && account !== null && account.disabled_at === null
  const isRight = await isPassword(password, isOpen ? account.password_hash : null)
  if (!isRight || !account) {
    const until = attempt.locks_until
    if (until) await outside.anyone((db) => tellLock(db, account?.id ?? null, key, until))
    return refuse('sign_in_failed')
  }
  const chosen = await outside.anyone(async (db) => {
    await setScope(db, { address: key })
    await updateTryRight(db, attempt.id)
    await setScope(db, { user_id: account.id })
    return departmentOf(await listDepartments(db), agency)
  })
  if ('refused' in chosen) return refuse(chosen.refused)
  return { account, organization_id: chosen.organization_id }
}

type Checked = { account: Account; organization_id: string | null }

export const routes: readonly Route[] = [
  write<typeof signIn, Checked>(
    signIn,
    async ({ db, input, prepared, request, reply }) => {
      const { account, organization_id } = prepared
      await setScope(db, { address: emailKey(input.email) ?? '' })
      const now = await lockAccount(db)
      // Changed or disabled while the old password was being checked.
      if (!now || now.password_hash !== account.password_hash || now.disabled_at) return refuse('sign_in_failed')
      if (request.token) await updateSessionReplaced(db, request.token)
      reply.setSession(await insertSession(db, { user_id: account.id, organization_id, kind: 'department' }, request))
      return { organization_id }
    },
    {
      prepare: async (input, outside) => {
        const key = emailKey(input.email)
        if (key === null) return refuseField('email', 'Please enter an e-mail address.')
        return check(outside, key, input.password, input.agency ?? null)
      },
    },
  ),
]
