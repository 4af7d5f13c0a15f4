import { notify } from '#features/department/notifications/store.ts'
import { PASSWORD_MIN, PASSWORD_MIN_SUPER_ADMIN } from '#features/people/accounts/rules.ts'
import { refuseOwnPassword } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import {
  findAccount,
  findOrganization,
  insertAccount,
  isSuperAdmin,
  lockAccount,
  type OrganizationFacts,
  updatePassword,
  updateSuperAdminAccount,
} from '#features/people/accounts/store.ts'
import { openSession } from '#features/people/factors/store.second-step.ts'
import { endSessions } from '#features/people/sessions/store.ts'
import type { Db } from '#platform/server/db.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { type LinkView, readLink, redeemLink } from './contract.ts'
import { writeWaitingNotice } from './mail.ts'
import { insertRegistered, updateClaimed, upsertAdmin } from './store.members.ts'
import { findLink, type Link, updateLinkUsed } from './store.ts'

/** A closing department still accepts its admins and officers on its roster, but nobody new. */
const takes = (organization: OrganizationFacts | null, kind: Link['kind']): boolean =>
  organization?.state === 'active' || (organization?.state === 'closing' && kind !== 'register')

/** A usable link with what it is bound to; null if its organization is not accepting anyone. */
const openLink = async (db: Db, secret: string) => {
  const link = await findLink(db, secret)
  if (!link) return null
  const organization = link.organization_id ? await findOrganization(db, { id: link.organization_id }) : null
  if (link.organization_id && !takes(organization, link.kind)) return null
  const account = await findAccount(db)
  if (account?.disabled_at) return null
  const isForSuperAdmin = link.kind === 'super_admin' || (await isSuperAdmin(db))
  // A new password is required if the account has none, or if the link's purpose is to set one.
  const needsPassword =
    link.kind !== 'address' && (link.kind === 'super_admin' || link.kind === 'reset' || !account?.password_hash)
  return { link, organization, account, isForSuperAdmin, needsPassword }
}

/** Resets and new addresses have their own calls. */
const redeems = (link: Link) => link.kind !== 'reset' && link.kind !== 'address'

const viewOf = (organization: OrganizationFacts | null): LinkView['organization'] =>
  organization && {
    id: organization.id,
    name: organization.name,
    subdomain: organization.subdomain,
    logo_url: organization.logo_url,
    primary_color: organization.primary_color,
  }

/** The account for the verified address: the existing one, which keeps its password, or a new one. */
const takeAccount = async (db: Db, link: Link, name: string, passwordHash: string | null) => {
  const made = passwordHash
    ? await insertAccount(db, { email: link.email, email_key: link.email_key, name, password_hash: passwordHash })
    : null
  if (made) return { id: made, isNew: true }
  const account = await lockAccount(db)
  if (!account || account.disabled_at) return null
  const setsPassword = passwordHash !== null && (link.kind === 'super_admin' || account.password_hash === null)
  if (setsPassword) await updatePassword(db, account.id, passwordHash)
  return { id: account.id, isNew: setsPassword }
}

/** Carries out the link's purpose; `not_there` if the officer row is gone. */
const fulfil = async (db: Db, link: Link, accountId: string, name: string): Promise<'done' | 'not_there'> => {
  if (link.kind === 'register') {
    const waits = await insertRegistered(db, link, accountId, name)
    if (waits) await notify(db, [writeWaitingNotice(name, link.badge_number)])
    return 'done'
  }
  if (link.kind === 'super_admin') return (await updateSuperAdminAccount(db, accountId)) === 1 ? 'done' : 'not_there'
  // The link authorizes access to this row: an admin or the vendor created it for this address.
  await setScope(db, { role: 'system' })
  if (link.kind === 'claim') return (await updateClaimed(db, link, accountId)) ? 'done' : 'not_there'
  await upsertAdmin(db, link, accountId, name)
  return 'done'
}

export const routes: readonly Route[] = [
  write(readLink, async ({ db, input }) => {
    const open = await openLink(db, input.token)
    if (!open || (input.agency !== undefined && open.organization?.subdomain !== input.agency)) {
      return refuse('link_invalid')
    }
    const { link, organization, needsPassword, isForSuperAdmin } = open
    return {
      kind: link.kind,
      email: link.email,
      name: link.name,
      organization: viewOf(organization),
      needs_password: needsPassword,
      password_min: isForSuperAdmin ? PASSWORD_MIN_SUPER_ADMIN : PASSWORD_MIN,
    }
  }),

  write<typeof redeemLink, string | null>(
    redeemLink,
    async ({ db, input, prepared, request, reply }) => {
      const open = await openLink(db, input.token)
      if (!open || !redeems(open.link) || !(await updateLinkUsed(db))) return refuse('link_invalid')
      const { link, organization } = open
      const name = input.name ?? link.name ?? link.email.split('@')[0] ?? link.email
      const account = await takeAccount(db, link, name, prepared)
      if (!account) return refuse('link_invalid')
      await setScope(db, { user_id: account.id })
      if ((await fulfil(db, link, account.id, name)) === 'not_there') return refuse('link_invalid')
      const agency = organization?.subdomain ?? null
      if (link.kind === 'super_admin') {
        await endSessions(db, account.id, 'password_changed')
        return { signed_in: false, next: 'done', agency }
      }
      if (!account.isNew) return { signed_in: false, next: 'done', agency }
      const session = { user_id: account.id, organization_id: link.organization_id, kind: 'department' } as const
      const opened = await openSession(db, session, request)
      reply.setSession(opened.secret)
      return { signed_in: opened.next === 'done', next: opened.next, agency }
    },
    {
      constraints: { officers_organization_id_user_id_key: 'already_member', officers_email: 'already_member' },
      prepare: async (input, outside) => {
        const found = await outside.anyone(async (db) => {
          const open = await openLink(db, input.token)
          if (!open || !redeems(open.link)) return refuse('link_invalid')
          if (!open.needsPassword) return null
          if (input.password === undefined) return refuseField('password', 'Choose a password.')
          const name = input.name ?? null
          return (await refuseOwnPassword(db, open.link, input.password, open.isForSuperAdmin, name)) ?? input.password
        })
        return typeof found === 'string' ? hashPassword(found) : found
      },
    },
  ),
]
