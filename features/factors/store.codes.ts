import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { keyedHash, unseal } from '#platform/server/vault.ts'
import { CODE_DIGITS, CODE_SECONDS, RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH, stepOfCode } from './rules.ts'

/** The code of each step for an app with this secret. */
export const codesOf = (secret: Buffer) => {
  const bytes = new Uint8Array(secret)
  const totp = new TOTP({ secret: new Secret({ buffer: bytes.buffer }), digits: CODE_DIGITS, period: CODE_SECONDS })
  return (step: number): string => totp.generate({ timestamp: step * CODE_SECONDS * 1000 })
}

const nobody = Buffer.alloc(20, 7)
/** Sealed with a key that this installation has no more, it has no code that is right. */
const secretOf = (sealed: Buffer, accountId: string): Buffer => {
  try {
    return unseal(sealed, accountId)
  } catch {
    return randomBytes(20)
  }
}

/**
 * Takes a code of one of the apps of the account in scope, or of the one that is being set up. The step is compared again in
 * the statement that stores it: of two callers with one code, one has it.
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
  // Nobody's code is reckoned as well, so that an account without an app takes as long.
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

const hashCode = (code: string, accountId: string) => keyedHash(code, `recovery ${accountId}`)

/** New codes for the account in scope, each good for one use; those before are worth nothing from now on. */
export const makeRecoveryCodes = async (db: Db, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
  )
  const hashes = codes.map((code) => hashCode(code, accountId))
  await db.run(sql`insert into recovery_codes (account_id, hashes) values (${accountId}::uuid, ${hashes}::bytea[])
    on conflict (account_id) do update set hashes = excluded.hashes, made_at = clock_timestamp()`)
  return codes
}

/** How many are left once this one is used up; null where it is none. One statement: one caller has it. */
export const takeRecoveryCode = async (db: Db, accountId: string, code: string): Promise<number | null> => {
  const hash = hashCode(code, accountId)
  const row = await db.row<{
    codes_left: number
  }>(sql`update recovery_codes set hashes = array_remove(hashes, ${hash}::bytea)
    where account_id = (select app.user_id()) and ${hash}::bytea = any (hashes) returning codes_left`)
  return row?.codes_left ?? null
}
