import { notify } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { isPassword } from '#platform/server/passwords.ts'
import type { Outside } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { writeLockNotice } from './mail.ts'
import type { TryKind } from './rules.ts'
import { insertTry, type Try, updateTryRight } from './store.attempts.ts'
import { setScope } from './store.scope.ts'
import { type Account, findAccount, listDepartments } from './store.ts'

const NOBODY = VENDOR_ID

/** The address was locked by this try: the admins of the person's departments are told, once a lock, and see it on the roster. */
export const tellLock = async (db: Db, accountId: string | null, address: string, kind: TryKind, until: Date) => {
  // Nobody's departments are read as well, so that an unknown address takes as long.
  await setScope(db, { user_id: accountId ?? NOBODY })
  const departments = await listDepartments(db)
  await setScope(db, { user_id: '' })
  for (const { organization_id, standing } of departments) {
    if (standing === 'left') continue
    await setScope(db, { organization_id })
    await notify(db, [writeLockNotice(address, kind, until)])
    await db.run(sql`update memberships set locked_since = clock_timestamp(), locked_until = ${until}, locked_why = ${kind}
      where organization_id = (select app.organization_id()) and account_id = ${accountId}::uuid`)
  }
}

/**
 * Whether this is the account's password; null where not. A try is reserved before and the hash spent outside of any transaction;
 * a locked or unknown address spends an equal hash, so that every wrong answer is the same one.
 */
export const checkPassword = async (outside: Outside, key: string, password: string): Promise<Account | null> => {
  const { account, attempt } = await outside.anyone(async (db) => {
    const reserved: Try = await insertTry(db, key, 'password')
    return { account: await findAccount(db), attempt: reserved }
  })
  const isOpen = !attempt.locked && account !== null && account.disabled_at === null
  const isRight = await isPassword(password, isOpen ? account.password_hash : null)
  if (isRight && account) {
    await outside.anyone(async (db) => {
      await setScope(db, { address: key })
      await updateTryRight(db, attempt.id)
    })
    return account
  }
  const until = attempt.locks_until
  if (until) await outside.anyone((db) => tellLock(db, account?.id ?? null, key, 'password', until))
  return null
}
