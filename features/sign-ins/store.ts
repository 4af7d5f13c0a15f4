import type { TryKind } from '#features/accounts/rules.ts'
import { asAccount } from '#features/factors/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'

export type SignIn = {
  own: boolean
  second_factor: boolean
  disabled_at: string | null
  locked: { since: string; until: string; why: TryKind } | null
  elsewhere: boolean
  admins_release: boolean
}

/** How an officer's account signs in, as one JSON; an officer without an account has nothing to lock. */
export const readSignIn = (officerId: string) => sql`select jsonb_build_object(
    'own', f.id = (select app.me()), 'second_factor', coalesce(m.second_factor, false),
    'disabled_at', m.account_disabled_at,
    'locked', case when m.locked_until > now() then
      jsonb_build_object('since', m.locked_since, 'until', m.locked_until, 'why', m.locked_why) end,
    'elsewhere', f.user_id is not null and app.is_elsewhere(f.user_id),
    'admins_release', g.admins_release_locks) as found
  from officers f join organizations g on g.id = f.organization_id
    left join memberships m on m.organization_id = f.organization_id and m.account_id = f.user_id
  where f.organization_id = (select app.organization_id()) and f.id = ${officerId}::uuid`

export type Behind = { id: string; email: string; email_key: string; name: string }

/** The same with the account behind it, which the admin does not see: read with its owner in scope. */
export const findSignIn = async (db: Db, officerId: string): Promise<(SignIn & { account: Behind | null }) | null> => {
  const officer = await db.row<{ user_id: string | null }>(sql`select user_id from officers
    where organization_id = (select app.organization_id()) and id = ${officerId}::uuid for no key update`)
  // A statement of its own: it sees what those before in the line have done.
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

/** The roster's mark goes; `not_locked` for whoever comes second, since the row is held. */
export const updateReleased = (db: Db, accountId: string) =>
  db.run(sql`update memberships set locked_since = null, locked_until = null, locked_why = null
    where organization_id = (select app.organization_id()) and account_id = ${accountId}::uuid`)

/** Every factor and recovery code of the account goes, and its sessions here end: they were opened with what is gone. */
export const deleteFactorsOf = async (db: Db, accountId: string): Promise<void> => {
  await db.run(sql`delete from factors where account_id = ${accountId}::uuid`)
  await db.run(sql`delete from recovery_codes where account_id = ${accountId}::uuid`)
  await db.run(sql`update memberships set second_factor = false
    where organization_id = (select app.organization_id()) and account_id = ${accountId}::uuid`)
  await db.run(sql`update sessions set ended_at = now(), ended_why = 'factors_reset'
    where organization_id = (select app.organization_id()) and user_id = ${accountId}::uuid and ended_at is null`)
}
