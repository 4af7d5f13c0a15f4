import { createHash } from 'node:crypto'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import type { RequestFacts } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import { CHALLENGE_MINUTES } from './rules.passkeys.ts'

export type Purpose = 'set_up' | 'second_factor' | 'sign_in' | 'prove'

/** What a challenge is bound to if no one is signed in: the browser's own random id. */
export const boundToBrowser = (request: RequestFacts): Buffer =>
  createHash('sha256').update(`browser ${request.browser_id}`).digest()

export const insertChallenge = async (db: Db, boundTo: Buffer, purpose: Purpose, challenge: string): Promise<void> => {
  await setScope(db, { token: boundTo.toString('hex') })
  await db.run(
    sql`insert into passkey_challenges (bound_to, purpose, challenge) values (${boundTo}, ${purpose}, ${challenge})`,
  )
}

/**
 * Whether this challenge was issued to this holder for this purpose within five minutes and not answered before; marks it as
 * answered.
 */
export const takeChallenge = async (db: Db, boundTo: Buffer, purpose: Purpose, challenge: string): Promise<boolean> => {
  await setScope(db, { token: boundTo.toString('hex') })
  return (
    (await db.run(sql`update passkey_challenges set used_at = clock_timestamp()
      where bound_to = (select app.token()) and challenge = ${challenge} and purpose = ${purpose} and used_at is null
        and created_at > clock_timestamp() - make_interval(mins => ${CHALLENGE_MINUTES})`)) === 1
  )
}

export type Passkey = {
  id: string
  account_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: string
  transports: string[]
}

/** The passkeys of the account in scope. */
export const listPasskeys = (db: Db): Promise<Passkey[]> =>
  db.rows<Passkey>(sql`select id, account_id, credential_id, public_key, counter, transports from factors
    where account_id = (select app.user_id()) and kind = 'passkey' and confirmed_at is not null order by id`)

/** The passkey with the given credential id, regardless of owner; proves nothing until its signature is verified. */
export const findPasskey = async (db: Db, credentialId: Buffer): Promise<Passkey | null> => {
  await setScope(db, { token: credentialId.toString('hex') })
  return db.row<Passkey>(sql`select id, account_id, credential_id, public_key, counter, transports from factors
    where credential_id = (select app.token()) and confirmed_at is not null`)
}

/** Stores the counter of a passkey that has one; false if it has not increased, which indicates a copy. */
export const updatePasskeyUsed = async (db: Db, id: string, counter: number): Promise<boolean> =>
  (await db.run(sql`update factors set counter = ${counter}::bigint, last_used_at = clock_timestamp()
    where id = ${id}::uuid and account_id = (select app.user_id())
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)) === 1

/** Whether the account in scope may sign in. */
export const isAccountOpen = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select from accounts where id = (select app.user_id()) and disabled_at is null`)) !== null
