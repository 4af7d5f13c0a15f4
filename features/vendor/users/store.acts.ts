import { tryKinds } from '#features/people/accounts/rules.ts'
import { findLock, insertRelease } from '#features/people/accounts/store.attempts.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { isSessionAlive } from '#platform/server/session-ends.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import type { Act, UserFacts } from './rules.ts'

export type Subject = { id: string; email: string; email_key: string; name: string; disabled_at: Date | null }

/** Loads and locks the target account, so concurrent actions on it run one at a time. Null if it does not exist. */
export const findSubject = async (db: Db, accountId: string): Promise<Subject | null> => {
  await setScope(db, { subject: accountId })
  return db.row<Subject>(sql`select id, email, email_key, name, disabled_at from accounts
    where id = (select app.subject()) for no key update`)
}

/**
 * Serializes changes to the list, so that two super admins cannot remove each other. Returns the number of active super admins,
 * apart from this account, who have signed in at least once.
 */
export const holdSuperAdmins = async (db: Db, accountId: string | null): Promise<number> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('super_admin_users', 0))`)
  // A separate statement, so that it sees what earlier lock holders committed.
  return (
    (
      await db.row<{ n: number }>(sql`select count(*)::int as n from super_admin_users u
      where u.active and u.account_id is not null and u.account_id is distinct from ${accountId}::uuid`)
    )?.n ?? 0
  )
}

/** Whether the caller is still on the list now that it has the lock. */
export const isStillSuperAdmin = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select from super_admin_users where account_id = (select app.user_id()) and active`)) !== null

const alive = sql`user_id = (select app.subject()) and ended_at is null and ${isSessionAlive()}`

const isLocked = async (db: Db, key: string): Promise<boolean> => {
  await setScope(db, { address: key })
  const locks = []
  for (const kind of tryKinds) locks.push(await findLock(db, kind))
  await setScope(db, { address: '' })
  return locks.some((until) => until !== null)
}

/** The facts the rules need; call with the account locked. */
export const findFacts = async (db: Db, subject: Subject): Promise<UserFacts> => {
  const row = await db.row<{ own: boolean; factors: number; sessions: number; listed: boolean }>(sql`select
    app.subject() = app.user_id() as own,
    (select count(*)::int from factors where account_id = (select app.subject()) and confirmed_at is not null) as factors,
    (select count(*)::int from sessions where ${alive}) as sessions,
    exists (select from super_admin_users u where u.account_id = (select app.subject()) and u.active) as listed`)
  const others = row?.listed ? await holdSuperAdmins(db, subject.id) : 1
  return {
    own: row?.own ?? true,
    disabled: subject.disabled_at !== null,
    locked: await isLocked(db, subject.email_key),
    factors: row?.factors ?? 0,
    sessions: row?.sessions ?? 0,
    last_super_admin: others === 0,
  }
}

/**
 * Runs `work` in the scope of each organization that `which` returns (null is the vendor's own), then returns to the vendor's
 * scope.
 */
const inEach = async (db: Db, which: Sql, work: () => Promise<unknown>): Promise<void> => {
  const places = await db.rows<{ organization_id: string | null }>(which)
  for (const { organization_id } of places) {
    await setScope(db, { organization_id })
    await work()
  }
  await setScope(db, { organization_id: VENDOR_ID })
}

const memberships = sql`select organization_id from memberships where account_id = (select app.subject())`

/** Ends the account's live sessions; each one writes an audit entry and sends a poke in its own organization. */
export const updateSessionsEnded = async (
  db: Db,
  why: 'disabled' | 'ended_by_vendor' | 'factors_reset' | 'not_super_admin',
  which: { session_id?: string | null | undefined; kind?: 'super_admin' } = {},
): Promise<number> => {
  const chosen = sql`user_id = (select app.subject()) and ended_at is null
    and (${which.session_id ?? null}::uuid is null or id = ${which.session_id ?? null}::uuid)
    and (${which.kind ?? null}::text is null or kind = ${which.kind ?? null})`
  let ended = 0
  await inEach(db, sql`select distinct organization_id from sessions where ${chosen}`, async () => {
    ended += await db.run(sql`update sessions set ended_at = now(), ended_why = ${why}
      where ${chosen} and coalesce(organization_id, ${VENDOR_ID}::uuid) = (select app.organization_id())`)
  })
  return ended
}

/** Disables or enables the account; each of its departments gets an audit entry. */
export const updateDisabled = async (db: Db, disabled: boolean): Promise<void> => {
  const at = disabled ? sql`clock_timestamp()` : sql`null`
  await db.run(sql`update accounts set disabled_at = ${at} where id = (select app.subject())`)
  await inEach(db, memberships, () =>
    db.run(sql`update memberships set account_disabled_at = ${at}
      where ${ours()} and account_id = (select app.subject())`),
  )
}

/** Each of the account's departments gets an audit entry. */
export const updateResetSent = (db: Db): Promise<void> =>
  inEach(db, memberships, () =>
    db.run(sql`update memberships set reset_sent_at = clock_timestamp()
      where ${ours()} and account_id = (select app.subject())`),
  )

export const updateReleased = async (db: Db, subject: Subject): Promise<void> => {
  await setScope(db, { address: subject.email_key })
  for (const kind of tryKinds) await insertRelease(db, subject.email_key, kind)
  await setScope(db, { address: '' })
  await inEach(db, memberships, () =>
    db.run(sql`update memberships set locked_since = null, locked_until = null, locked_why = null
      where ${ours()} and account_id = (select app.subject())`),
  )
}

/** Deletes all of the account's factors and recovery codes, and all sessions opened with them. */
export const deleteFactors = async (db: Db): Promise<void> => {
  await db.run(sql`delete from factors where account_id = (select app.subject())`)
  await db.run(sql`delete from recovery_codes where account_id = (select app.subject())`)
  await inEach(db, memberships, () =>
    db.run(sql`update memberships set second_factor = false, factors_reset_at = clock_timestamp()
      where ${ours()} and account_id = (select app.subject())`),
  )
  await updateSessionsEnded(db, 'factors_reset')
}

/** Removes the account from the list of super admins and ends its sessions there. False if it was not active. */
export const updateInactive = async (db: Db, which: { account_id: string } | { id: string }): Promise<boolean> => {
  const found = 'id' in which ? sql`id = ${which.id}::uuid` : sql`account_id = ${which.account_id}::uuid`
  return (await db.run(sql`update super_admin_users set active = false where ${found} and active`)) > 0
}

export type Listed = { id: string; email: string; email_key: string; account_id: string | null; active: boolean }
export const findListed = (db: Db, by: { id: string } | { email_key: string }): Promise<Listed | null> =>
  db.row<Listed>(sql`select id, email, email_key, account_id, active from super_admin_users
    where ${'id' in by ? sql`id = ${by.id}::uuid` : sql`email_key = ${by.email_key}`}`)

export const insertAct = (
  db: Db,
  done: { act: Act; reason: string; account_id?: string | null; super_admin_id?: string | null },
) =>
  db.run(sql`insert into account_acts (organization_id, account_id, super_admin_id, act, reason, by_user_id)
    values ((select app.organization_id()), ${done.account_id ?? null}::uuid, ${done.super_admin_id ?? null}::uuid, ${done.act},
      ${done.reason}, (select app.user_id()))`)
