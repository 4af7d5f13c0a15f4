import { notify } from '#features/department/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { isPassword } from '#platform/server/passwords.ts'
import type { Outside } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { writeLockNotice } from './mail.ts'
import type { TryKind } from './rules.ts'
import { insertTry, type Try, updateTryRight } from './store.attempts.ts'
import { setScope } from './store.scope.ts'
import { type Account, findAccount, listDepartments } from './store.ts'

const NOBODY = VENDOR_ID

/** Notifies the admins of the person's departments that this attempt locked the address, once per lock, and marks it on the roster. */
export const tellLock = async (db: Db, accountId: string | null, address: string, kind: TryKind, until: Date) => {
  // Also reads the departments of a nonexistent account, so that an unknown address takes as long.
  await setScope(db, { user_id: accountId ?? NOBODY })
  const departments = await listDepartments(db)
  await setScope(db, { user_id: '' })
  for (const { organization_id, standing } of departments) {
    if (standing === 'left') continue
    await setScope(db, { organization_id })
    await notify(db, [writeLockNotice(address, kind, until)])
    await db.run(sql`update memberships set locked_since = clock_timestamp(), locked_until = ${until}, locked_why = ${kind}
      where ${ours()} and account_id = ${accountId}::uuid`)
  }
}

/**
 * The account if the password is right, otherwise null. Reserves an attempt first and hashes outside any transaction; a locked or
 * unknown address costs an equal hash, so that every wrong answer looks the same.
 */
export const checkPassword = async (outside: Outside, key: string, password: string): Promise<Account | null> => {
  const { account, attempt } = await outside.anyone(async (db) => {
    const reserved: Try = await insertTry(db, key, 'password', outside.request)
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
