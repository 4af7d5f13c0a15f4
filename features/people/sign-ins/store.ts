import type { TryKind } from '#features/people/accounts/rules.ts'
import { asAccount } from '#features/people/factors/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

export type SignIn = {
  own: boolean
  second_factor: boolean
  disabled_at: string | null
  locked: { since: string; until: string; why: TryKind } | null
  elsewhere: boolean
  admins_release: boolean
  others_locked: number
}

/** How an officer's account signs in, as one JSON object; an officer without an account has nothing to lock. */
export const readSignIn = (officerId: string) => sql`select jsonb_build_object(
    'own', f.id = (select app.me()), 'second_factor', coalesce(m.second_factor, false),
    'disabled_at', m.account_disabled_at,
    'locked', case when m.locked_until > now() then
      jsonb_build_object('since', m.locked_since, 'until', m.locked_until, 'why', m.locked_why) end,
    'elsewhere', f.user_id is not null and app.is_elsewhere(f.user_id),
    'admins_release', g.admins_release_locks,
    'others_locked', (select count(*)::int from memberships o where o.organization_id = f.organization_id
      and o.locked_until > now() and o.account_id is distinct from f.user_id)) as found
  from officers f join organizations g on g.id = f.organization_id
    left join memberships m on m.organization_id = f.organization_id and m.account_id = f.user_id
  where ${ours('f')} and f.id = ${officerId}::uuid`

export type Behind = { id: string; email: string; email_key: string; name: string }

/** The same plus the underlying account, which the admin cannot see: read with its owner in scope. */
export const findSignIn = async (db: Db, officerId: string): Promise<(SignIn & { account: Behind | null }) | null> => {
  const officer = await db.row<{ user_id: string | null }>(sql`select user_id from officers
    where ${ours()} and id = ${officerId}::uuid for no key update`)
  // A separate statement, so that it sees what earlier lock holders did.
  const row = officer && (await db.row<{ found: SignIn }>(readSignIn(officerId)))
  if (!row) return null
  const { user_id } = officer
  const account =
    user_id === null
      ? null
      : await asAccount(db, user_id, () =>
          db.row<Behind>(sql`select id, email, email_key, name from accounts where id = ${user_id}::uuid`),
        )
  return { ...row.found, account }
}

/** The officers of all locked accounts but the caller's, in one order for everybody who releases them. */
export const listLocked = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select f.id from officers f
      join memberships m on m.organization_id = f.organization_id and m.account_id = f.user_id
      where ${ours('f')} and m.locked_until > now() and f.id <> (select app.me()) order by f.id`)
  ).map((row) => row.id)

/** Clears the roster's lock mark. The row is locked, so a second caller gets `not_locked`. */
export const updateReleased = (db: Db, accountId: string) =>
  db.run(sql`update memberships set locked_since = null, locked_until = null, locked_why = null
    where ${ours()} and account_id = ${accountId}::uuid`)

/** Deletes every factor and recovery code of the account and ends its sessions here, since they were opened with those factors. */
export const deleteFactorsOf = async (db: Db, accountId: string): Promise<void> => {
  await db.run(sql`delete from factors where account_id = ${accountId}::uuid`)
  await db.run(sql`delete from recovery_codes where account_id = ${accountId}::uuid`)
  await db.run(sql`update memberships set second_factor = false
    where ${ours()} and account_id = ${accountId}::uuid`)
  await db.run(sql`update sessions set ended_at = now(), ended_why = 'factors_reset'
    where ${ours()} and user_id = ${accountId}::uuid and ended_at is null`)
}
