import { createHash, randomBytes } from 'node:crypto'
import { emailKey } from '#features/people/accounts/rules.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { type LinkKind, linkHours } from './rules.ts'

export type NewLink = {
  kind: LinkKind
  email: string
  /** The person's name, if already known. */
  name?: string | null
  /** The badge number entered at registration, as typed. */
  badge_number?: string | null
  /** What the link is bound to: `claim` needs both, `register` and `admin_setup` only the organization. */
  organization_id?: string | null
  officer_id?: string | null
  /** The account whose new address the link verifies; `address` only. */
  account_id?: string | null
}

const hashLink = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Creates a one-time link in the caller's transaction and returns its secret, which is emailed and never stored. Expires per
 * `linkHours`. Throws if the email is invalid.
 */
export const makeLink = async (db: Db, link: NewLink): Promise<string> => {
  const key = emailKey(link.email)
  if (key === null) throw new Error('a link needs an address')
  const secret = randomBytes(32).toString('base64url')
  await setScope(db, { address: key })
  await db.run(sql`insert into account_links (token_hash, kind, email, email_key, name, badge_number, organization_id, officer_id, account_id, expires_at)
    values (${hashLink(secret)}, ${link.kind}, ${link.email.trim()}, ${key}, ${link.name ?? null}, ${link.badge_number ?? null},
      ${link.organization_id ?? null}::uuid, ${link.officer_id ?? null}::uuid, ${link.account_id ?? null}::uuid,
      clock_timestamp() + make_interval(hours => ${linkHours[link.kind]}))`)
  // Clears the address, which was set for this one row, so that the caller sees no more than before.
  await setScope(db, { address: '' })
  return secret
}

export type Link = {
  id: string
  kind: LinkKind
  email: string
  email_key: string
  name: string | null
  badge_number: string | null
  organization_id: string | null
  officer_id: string | null
  account_id: string | null
  created_at: Date
}

/** Condition on `account_links`: not used, revoked or expired. */
export const isOpen = sql`used_at is null and withdrawn_at is null and expires_at > clock_timestamp()`

/** The link for the secret if it is usable; null if it never existed, is used, or is expired. Sets token and address in the scope. */
export const findLink = async (db: Db, secret: string): Promise<Link | null> => {
  await setScope(db, { token: hashLink(secret).toString('hex') })
  const link =
    await db.row<Link>(sql`select id, kind, email, email_key, name, badge_number, organization_id, officer_id, account_id, created_at
    from account_links
    where token_hash = (select app.token()) and ${isOpen}`)
  if (link) await setScope(db, { address: link.email_key, organization_id: link.organization_id })
  return link
}

/** Marks the link used; false if another request was faster. Call after `findLink`, which sets the scope. */
export const updateLinkUsed = async (db: Db): Promise<boolean> =>
  (await db.run(sql`update account_links set used_at = clock_timestamp()
    where token_hash = (select app.token()) and ${isOpen}`)) === 1

/** Number of links of a kind created for the address in scope within the last hour. */
export const countRecentLinks = async (db: Db, kind: LinkKind): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from account_links
      where email_key = (select app.address()) and kind = ${kind} and created_at > now() - interval '1 hour'`)
  )?.n ?? 0

/** Revokes unused links emailed to the address in scope; they stay invalid even if the person is invited again. */
export const updateLinksWithdrawn = (db: Db, kind: LinkKind) =>
  db.run(sql`update account_links set withdrawn_at = clock_timestamp(), withdrawn_by = (select app.user_id())
    where email_key = (select app.address()) and kind = ${kind} and ${isOpen}`)
