import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Department } from './rules.departments.ts'

export type Account = {
  id: string
  /** As the owner wrote it. Emails go to this spelling, however a request spells the address. */
  email: string
  password_hash: string | null
  disabled_at: Date | null
  password_changed_at: Date | null
}

/** The account of the address in scope. */
export const findAccount = (db: Db): Promise<Account | null> =>
  db.row<Account>(sql`select id, email, password_hash, disabled_at, password_changed_at from accounts
    where email_key = (select app.address())`)

/** The same, locked until the transaction ends, so that the password cannot change concurrently. */
export const lockAccount = (db: Db): Promise<Account | null> =>
  db.row<Account>(sql`select id, email, password_hash, disabled_at, password_changed_at from accounts
    where email_key = (select app.address()) for no key update`)

/** Creates the account, or returns null if the address already has one. */
export const insertAccount = async (
  db: Db,
  account: { email: string; email_key: string; name: string; password_hash: string },
): Promise<string | null> =>
  (
    await db.row<{ id: string }>(sql`insert into accounts (email, email_key, name, password_hash, password_changed_at)
      values (${account.email}, ${account.email_key}, ${account.name}, ${account.password_hash}, clock_timestamp())
      on conflict (email_key) do nothing returning id`)
  )?.id ?? null

export const updatePassword = (db: Db, accountId: string, passwordHash: string) =>
  db.run(sql`update accounts set password_hash = ${passwordHash}, password_changed_at = clock_timestamp()
    where id = ${accountId}::uuid`)

/** Every department of the person in scope, whatever their standing there. */
export const listDepartments = (db: Db): Promise<Department[]> =>
  db.rows<Department>(sql`select organization_id, subdomain, organization_state, standing from app.my_memberships()`)

export type OrganizationFacts = {
  id: string
  name: string
  subdomain: string
  logo_url: string | null
  primary_color: string
  state: string
  trial_over: boolean
}

/** The organization in scope, or by subdomain if one is given. */
export const findOrganization = (db: Db, by: { agency: string } | { id: string }): Promise<OrganizationFacts | null> =>
  db.row<OrganizationFacts>(sql`select id, name, subdomain, app.shown_logo(organizations) as logo_url,
      app.shown_color(organizations) as primary_color, state,
      app.trial_over(subscription_tier, trial_end_date, time_zone, now()) as trial_over
    from organizations
    where ${'agency' in by ? sql`subdomain = ${by.agency}` : sql`id = ${by.id}::uuid`} and state <> 'vendor'`)

export const isSuperAdmin = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select from super_admin_users
    where (email_key = (select app.address()) or account_id = (select app.user_id())) and active`)) !== null

export const updateSuperAdminAccount = (db: Db, accountId: string) =>
  db.run(sql`update super_admin_users set account_id = ${accountId}::uuid
    where email_key = (select app.address()) and active`)

/** Adds the address in scope to the list of super admins, or reactivates it there. */
export const upsertSuperAdmin = (db: Db, person: { email: string; email_key: string }) =>
  db.run(sql`insert into super_admin_users (email, email_key) values (${person.email}, ${person.email_key})
    on conflict (email_key) do update set active = true`)
