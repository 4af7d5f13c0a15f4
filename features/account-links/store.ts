import { createHash, randomBytes } from 'node:crypto'
import { emailKey } from '#features/accounts/rules.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { type LinkKind, linkHours } from './rules.ts'

export type NewLink = {
  kind: LinkKind
  email: string
  /** The person's name, where it is known already. */
  name?: string | null
  /** Whom the link is bound to: `claim` needs both, `register` and `admin_setup` the organization. */
  organization_id?: string | null
  officer_id?: string | null
  /** Whose new address it is to prove; `address` alone. */
  account_id?: string | null
}

export const hashLink = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Makes a one-time link in the caller's transaction and answers its secret, which goes into a mail and is kept nowhere.
 * Expires by `linkHours`. Throws for an address that is none.
 */
export const makeLink = async (db: Db, link: NewLink): Promise<string> => {
  const key = emailKey(link.email)
  if (key === null) throw new Error('a link needs an address')
  const secret = randomBytes(32).toString('base64url')
  await setScope(db, { address: key })
  await db.run(sql`insert into account_links (token_hash, kind, email, email_key, name, organization_id, officer_id, account_id, expires_at)
    values (${hashLink(secret)}, ${link.kind}, ${link.email.trim()}, ${key}, ${link.name ?? null},
      ${link.organization_id ?? null}::uuid, ${link.officer_id ?? null}::uuid, ${link.account_id ?? null}::uuid,
      clock_timestamp() + make_interval(hours => ${linkHours[link.kind]}))`)
  // The caller sees no more than before: the address was named for this one row.
  await setScope(db, { address: '' })
  return secret
}

export type Link = {
  id: string
  kind: LinkKind
  email: string
  email_key: string
  name: string | null
  organization_id: string | null
  officer_id: string | null
  account_id: string | null
  created_at: Date
}

/** Of `account_links`: neither used nor taken back nor over. */
export const isOpen = sql`used_at is null and withdrawn_at is null and expires_at > clock_timestamp()`

/** The link of the secret while it can be used; null for one that never was, is used, or is over. Names token and address. */
export const findLink = async (db: Db, secret: string): Promise<Link | null> => {
  await setScope(db, { token: hashLink(secret).toString('hex') })
  const link =
    await db.row<Link>(sql`select id, kind, email, email_key, name, organization_id, officer_id, account_id, created_at
    from account_links
    where token_hash = (select app.token()) and ${isOpen}`)
  if (link) await setScope(db, { address: link.email_key, organization_id: link.organization_id })
  return link
}

/** Uses the link up; false when somebody was quicker. After `findLink`, whose scope it needs. */
export const updateLinkUsed = async (db: Db): Promise<boolean> =>
  (await db.run(sql`update account_links set used_at = clock_timestamp()
    where token_hash = (select app.token()) and ${isOpen}`)) === 1

/** Links of a kind made for the named address within the last hour. */
export const countRecentLinks = async (db: Db, kind: LinkKind): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from account_links
      where email_key = (select app.address()) and kind = ${kind} and created_at > now() - interval '1 hour'`)
  )?.n ?? 0

/** Takes back what was mailed to the named address and not used: should the person be invited anew, these stay dead. */
export const updateLinksWithdrawn = (db: Db, kind: LinkKind) =>
  db.run(sql`update account_links set withdrawn_at = clock_timestamp(), withdrawn_by = (select app.user_id())
    where email_key = (select app.address()) and kind = ${kind} and ${isOpen}`)
