import { insertTry, updateTryRight } from '#features/accounts/store.attempts.ts'
import { tellLock } from '#features/accounts/store.locks.ts'
import { senderOf } from '#features/accounts/store.passwords.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import type { Person } from '#features/multi-factor/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Outside } from '#platform/server/route.ts'
import { writeCodesLocked, writeCodeUsed } from './mail.ts'
import { readCode } from './rules.ts'
import { takeAppCode, takeRecoveryCode } from './store.codes.ts'

/** Whose mail it is: the person's, in the name of the department that the sign-in is for. */
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
 * Whether it is a code of this person, which is used up with it. A try is reserved before: wrong codes are counted and locked as
 * wrong passwords are, for themselves, and while it is locked every code is a wrong one.
 */
export const checkCode = async (outside: Outside, person: Person, typed: string): Promise<boolean> => {
  const { origin } = outside.request
  const attempt = await outside.anyone((db) => insertTry(db, person.email_key, 'code'))
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
