import { randomBytes } from 'node:crypto'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { seal } from '#platform/server/vault.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { type FactorKind, isFresh, OFFERS_PUT_AWAY } from './rules.ts'
import type { Person } from './store.second-step.ts'

/** The signed-in person, with the times of this session's last proof of identity and last second factor. */
export type Holder = Person & { proved_at: Date; second_factor_at: Date | null; now_at: Date; session_hash: Buffer }

export const findHolder = (db: Db): Promise<Holder | null> =>
  db.row<Holder>(sql`select a.id, a.email, a.email_key, a.name, s.organization_id, s.proved_at, s.second_factor_at,
      s.token_hash as session_hash, clock_timestamp() as now_at
    from sessions s join accounts a on a.id = s.user_id where s.token_hash = (select app.token())`)

/**
 * Whether the caller has given the second factor in this session in the last minutes: for sensitive calls of vendor staff, who
 * always have one.
 */
export const isProved = async (db: Db): Promise<boolean> => {
  const holder = await findHolder(db)
  const proved = holder?.second_factor_at
  return Boolean(proved && isFresh(isoInstant(proved.getTime()), isoInstant(holder.now_at.getTime())))
}

/** Locks the account while its factors change, so that two concurrent removals cannot remove the last factor. */
export const holdAccount = (db: Db) =>
  db.row(sql`select 1 from accounts where id = (select app.user_id()) for no key update`)

/** The complete `factors.list` response as JSON. */
export const listFactors = () => sql`select jsonb_build_object(
    'factors', coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
        'created_at', f.created_at, 'last_used_at', f.last_used_at) order by f.created_at, f.id)
      from factors f where f.account_id = (select app.user_id()) and f.confirmed_at is not null), '[]'),
    'codes_left', (select codes_left from recovery_codes where account_id = (select app.user_id())),
    'required', app.needs_second_factor(),
    'fresh_until', interval '10 minutes' + case when not exists (select from factors f
        where f.account_id = (select app.user_id()) and f.confirmed_at is not null) then s.proved_at
      else coalesce(s.second_factor_at, s.created_at - interval '10 minutes') end,
    'offer_passkey', not exists (select from factors f where f.account_id = (select app.user_id()) and f.kind = 'passkey'
        and f.confirmed_at is not null)
      and exists (select from accounts a where a.id = (select app.user_id())
        and a.passkey_offers_declined < ${OFFERS_PUT_AWAY}::int))::text as json
  from sessions s where s.token_hash = (select app.token())`

/** Counts another "Not now" to the passkey offer. */
export const updateOfferDeclined = (db: Db) =>
  db.run(sql`update accounts set passkey_offers_declined = least(passkey_offers_declined + 1, ${OFFERS_PUT_AWAY}::int)
    where id = (select app.user_id())`)

/** Deletes every factor and the recovery codes of the account in scope; returns the number of confirmed factors. */
export const deleteOwnFactors = async (db: Db): Promise<number> => {
  await deleteRecovery(db)
  await db.run(sql`delete from factors where account_id = (select app.user_id()) and confirmed_at is null`)
  return db.run(sql`delete from factors where account_id = (select app.user_id())`)
}

export type Methods = { app: boolean; passkey: boolean; recovery: boolean }

/** The methods by which the account in scope can give a second factor. */
export const findMethods = async (db: Db): Promise<Methods> =>
  (await db.row<Methods>(sql`select coalesce(bool_or(kind = 'app'), false) as app,
      coalesce(bool_or(kind = 'passkey'), false) as passkey,
      exists (select from recovery_codes where account_id = (select app.user_id()) and codes_left > 0) as recovery
    from factors where account_id = (select app.user_id()) and confirmed_at is not null`)) ?? {
    app: false,
    passkey: false,
    recovery: false,
  }

export const countFactors = async (db: Db): Promise<number> =>
  (
    await db.row<{ n: number }>(
      sql`select count(*)::int as n from factors where account_id = (select app.user_id()) and confirmed_at is not null`,
    )
  )?.n ?? 0

/** Inserts an app's secret, which opens nothing until a code confirms it. Replaces an earlier unconfirmed one. */
export const insertApp = async (db: Db, accountId: string, name: string): Promise<{ id: string; secret: Buffer }> => {
  const secret = randomBytes(20)
  await db.run(
    sql`delete from factors where account_id = (select app.user_id()) and kind = 'app' and confirmed_at is null`,
  )
  const row = await db.row<{ id: string }>(sql`insert into factors (account_id, kind, name, secret)
    values (${accountId}::uuid, 'app', ${name}, ${seal(secret, accountId)}) returning id`)
  return { id: row?.id ?? '', secret }
}

export type NewPasskey = {
  name: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: readonly string[]
}

export const insertPasskey = (db: Db, accountId: string, passkey: NewPasskey) =>
  db.run(sql`insert into factors (account_id, kind, name, credential_id, public_key, counter, transports, confirmed_at)
    values (${accountId}::uuid, 'passkey', ${passkey.name}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter},
      ${passkey.transports}::text[], clock_timestamp())`)

/** Updates the rosters of all departments with whether the account in scope has a second factor. */
export const updateRosters = (db: Db) =>
  db.run(sql`update memberships m set second_factor = exists (select from factors f
      where f.account_id = m.account_id and f.confirmed_at is not null)
    where m.account_id = (select app.user_id())`)

/** Renames a factor; false if it does not belong to the person. */
export const updateName = async (db: Db, id: string, name: string): Promise<boolean> =>
  (await db.run(sql`update factors set name = ${name}
    where id = ${id}::uuid and account_id = (select app.user_id()) and confirmed_at is not null`)) === 1

export const findFactor = (db: Db, id: string): Promise<{ name: string; kind: FactorKind } | null> =>
  db.row(sql`select name, kind from factors
    where id = ${id}::uuid and account_id = (select app.user_id()) and confirmed_at is not null`)

export const deleteFactor = (db: Db, id: string) =>
  db.run(sql`delete from factors where id = ${id}::uuid and account_id = (select app.user_id())`)

/** Without a factor, recovery codes have nothing to replace. */
export const deleteRecovery = (db: Db) =>
  db.run(sql`delete from recovery_codes where account_id = (select app.user_id())`)

/** Runs `work` with another account in scope, then restores the caller's. */
export const asAccount = async <T>(db: Db, accountId: string, work: () => Promise<T>): Promise<T> => {
  const kept = await db.row<{ id: string }>(sql`select coalesce(app.user_id()::text, '') as id`)
  await setScope(db, { user_id: accountId })
  const done = await work()
  await setScope(db, { user_id: kept?.id ?? '' })
  return done
}
