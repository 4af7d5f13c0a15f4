import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { keyedHash, keyedHashes, unseal } from '#platform/server/vault.ts'
import { CODE_DIGITS, CODE_SECONDS, RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH, stepOfCode } from './rules.ts'

/** The code for each step of an app with this secret. */
const codesOf = (secret: Buffer) => {
  const bytes = new Uint8Array(secret)
  const totp = new TOTP({ secret: new Secret({ buffer: bytes.buffer }), digits: CODE_DIGITS, period: CODE_SECONDS })
  return (step: number): string => totp.generate({ timestamp: step * CODE_SECONDS * 1000 })
}

const nobody = Buffer.alloc(20, 7)
/** If the secret was sealed with a key this installation no longer has, no code is right. */
const secretOf = (sealed: Buffer, accountId: string): Buffer => {
  try {
    return unseal(sealed, accountId)
  } catch {
    return randomBytes(20)
  }
}

/**
 * Uses up a code from one of the apps of the account in scope, or from the one being set up. The update checks the step again, so
 * that only one of two callers with the same code succeeds.
 */
export const takeAppCode = async (
  db: Db,
  accountId: string,
  code: string,
  settingUp: string | null = null,
): Promise<boolean> => {
  const apps = await db.rows<{ id: string; secret: Buffer; last_step: string | null; now_at: Date }>(
    sql`select id, secret, last_step, clock_timestamp() as now_at from factors
      where account_id = (select app.user_id()) and kind = 'app'
        and case when ${settingUp}::uuid is null then confirmed_at is not null
            else id = ${settingUp}::uuid and confirmed_at is null end
      order by id`,
  )
  // Also computes a dummy account's code, so that an account without an app takes as long.
  if (apps.length === 0) stepOfCode(code, codesOf(nobody), Date.now(), null)
  for (const app of apps) {
    const last = app.last_step === null ? null : Number(app.last_step)
    const step = stepOfCode(code, codesOf(secretOf(app.secret, accountId)), app.now_at.getTime(), last)
    if (step === null) continue
    const taken = await db.run(sql`update factors set last_step = ${step}, last_used_at = clock_timestamp(),
        confirmed_at = coalesce(confirmed_at, clock_timestamp())
      where id = ${app.id}::uuid and account_id = (select app.user_id()) and (last_step is null or last_step < ${step})`)
    if (taken === 1) return true
  }
  return false
}

const ownerOf = (accountId: string) => `recovery ${accountId}`

/** New single-use codes for the account in scope; earlier ones become invalid. */
export const makeRecoveryCodes = async (db: Db, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
  )
  const hashes = codes.map((code) => keyedHash(code, ownerOf(accountId)))
  await db.run(sql`insert into recovery_codes (account_id, hashes) values (${accountId}::uuid, ${hashes}::bytea[])
    on conflict (account_id) do update set hashes = excluded.hashes, made_at = clock_timestamp()`)
  return codes
}

/** Uses up the code and returns how many are left; null if it is not valid. A single statement, so that only one caller succeeds. */
export const takeRecoveryCode = async (db: Db, accountId: string, code: string): Promise<number | null> => {
  const hashes = keyedHashes(code, ownerOf(accountId))
  const row = await db.row<{
    codes_left: number
  }>(sql`update recovery_codes r
    set hashes = array(select kept.hash from unnest(r.hashes) as kept (hash) where kept.hash <> all (${hashes}::bytea[]))
    where r.account_id = (select app.user_id()) and r.hashes && ${hashes}::bytea[] returning r.codes_left`)
  return row?.codes_left ?? null
}
