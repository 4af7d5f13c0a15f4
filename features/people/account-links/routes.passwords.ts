import { sendLetter } from '#features/department/notifications/store.ts'
import { departmentOf } from '#features/people/accounts/rules.departments.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { findLock, insertRelease } from '#features/people/accounts/store.attempts.ts'
import { refuseOwnPassword, senderOf, tellPasswordChanged } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import {
  type Account,
  findAccount,
  findOrganization,
  isSuperAdmin,
  listDepartments,
  lockAccount,
  updatePassword,
} from '#features/people/accounts/store.ts'
import { endSessions } from '#features/people/sessions/store.ts'
import type { Db } from '#platform/server/db.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { forgotPassword, resetPassword } from './contract.ts'
import { writeResetLetter } from './mail.ts'
import { LINKS_AN_HOUR } from './rules.ts'
import { countRecentLinks, findLink, type Link, makeLink, updateLinkUsed } from './store.ts'

/** The department named as sender of a password email: the page's department, or the account's only one. */
const departmentFor = async (db: Db, account: Account | null, agency: string | null): Promise<string | null> => {
  await setScope(db, { user_id: account?.id ?? VENDOR_ID })
  const chosen = departmentOf(await listDepartments(db), agency)
  await setScope(db, { user_id: '' })
  return 'refused' in chosen ? null : chosen.organization_id
}

/** A password change invalidates links created before it. */
const isUsable = (link: Link | null, account: Account | null): link is Link =>
  link?.kind === 'reset' &&
  account !== null &&
  account.disabled_at === null &&
  (account.password_changed_at === null || account.password_changed_at < link.created_at)

export const routes: readonly Route[] = [
  write(forgotPassword, async ({ db, input, request }) => {
    const key = emailKey(input.email)
    if (key === null) return refuseField('email', 'Enter an email address.')
    await setScope(db, { address: key })
    const account = await findAccount(db)
    const tooMany = (await countRecentLinks(db, 'reset')) >= LINKS_AN_HOUR
    const organizationId = await departmentFor(db, account, input.agency ?? null)
    await setScope(db, { organization_id: organizationId })
    if (tooMany) return { done: true }
    // For an unknown address, an unsent link is created too, so that the answer takes as long.
    const token = await makeLink(db, {
      kind: 'reset',
      email: account?.email ?? input.email,
      organization_id: organizationId,
    })
    if (account && account.disabled_at === null) {
      const of = await senderOf(db, organizationId)
      await sendLetter(db, 'password_link', writeResetLetter({ of, origin: request.origin, to: account.email, token }))
    }
    return { done: true }
  }),

  write<typeof resetPassword, string>(
    resetPassword,
    async ({ db, input, prepared, request }) => {
      const link = await findLink(db, input.token)
      const account = link && (await lockAccount(db))
      if (!isUsable(link, account) || !account) return refuse('link_invalid')
      // The same message as for a wrong password; the link stays usable.
      if (await findLock(db, 'password', { key: link.email_key, request })) return refuse('sign_in_failed')
      if (!(await updateLinkUsed(db))) return refuse('link_invalid')
      await updatePassword(db, account.id, prepared)
      await insertRelease(db, link.email_key, 'password')
      await tellPasswordChanged(db, { to: link.email, organization_id: link.organization_id, origin: request.origin })
      const organization = link.organization_id ? await findOrganization(db, { id: link.organization_id }) : null
      await endSessions(db, account.id, 'password_changed')
      return { agency: organization?.subdomain ?? null }
    },
    {
      prepare: async (input, outside) => {
        const refused = await outside.anyone(async (db) => {
          const link = await findLink(db, input.token)
          if (!isUsable(link, link && (await findAccount(db)))) return refuse('link_invalid')
          return refuseOwnPassword(db, link, input.password, await isSuperAdmin(db))
        })
        return refused ?? hashPassword(input.password)
      },
    },
  ),
]
