import { sendLetter } from '#features/department/notifications/store.ts'
import { insertTry, updateTryRight } from '#features/people/accounts/store.attempts.ts'
import { tellLock } from '#features/people/accounts/store.locks.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import type { Outside } from '#platform/server/route.ts'
import { writeCodesLocked, writeCodeUsed } from './mail.ts'
import { readCode } from './rules.ts'
import { takeAppCode, takeRecoveryCode } from './store.codes.ts'
import type { Person } from './store.second-step.ts'

/** Email facts: to the person, from the department of the sign-in. */
export const factsFor = async (db: Db, person: Person, origin: string) => ({
  of: await senderOf(db, person.organization_id),
  origin,
  to: person.email,
})

const take = async (db: Db, person: Person, typed: string, origin: string): Promise<boolean> => {
  const read = readCode(typed)
  if (read?.kind === 'recovery') {
    const left = await takeRecoveryCode(db, person.id, read.code)
    if (left !== null) await sendLetter(db, 'factors_changed', writeCodeUsed(await factsFor(db, person, origin), left))
    return left !== null
  }
  return takeAppCode(db, person.id, read?.code ?? '')
}

/**
 * Whether the code is valid for this person; also uses it up. Reserves an attempt first: wrong codes are counted and locked like
 * wrong passwords, but separately. While locked, every code is wrong.
 */
export const checkCode = async (outside: Outside, person: Person, typed: string): Promise<boolean> => {
  const { origin } = outside.request
  const attempt = await outside.anyone((db) => insertTry(db, person.email_key, 'code', outside.request))
  const isRight = await outside.anyone(async (db) => {
    await setScope(db, { user_id: person.id, organization_id: person.organization_id })
    const right = await take(db, person, attempt.locked ? '' : typed, origin)
    if (right) {
      await setScope(db, { address: person.email_key })
      await updateTryRight(db, attempt.id)
    }
    return right
  })
  const until = attempt.locks_until
  if (!isRight && until) {
    await outside.anyone(async (db) => {
      await tellLock(db, person.id, person.email, 'code', until)
      await setScope(db, { organization_id: person.organization_id })
      await sendLetter(db, 'factors_changed', writeCodesLocked(await factsFor(db, person, origin)))
    })
  }
  return isRight
}
