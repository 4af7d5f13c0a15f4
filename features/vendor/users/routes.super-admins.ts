import { sendLetter } from '#features/department/notifications/store.ts'
import { LINKS_AN_HOUR } from '#features/people/account-links/rules.ts'
import { countRecentLinks, makeLink, updateLinksWithdrawn } from '#features/people/account-links/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { upsertSuperAdmin } from '#features/people/accounts/store.ts'
import { isProved } from '#features/people/factors/store.ts'
import { type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { addSuperAdmin, deactivateSuperAdmin } from './contract.ts'
import { writeSuperAdminInvitation, writeTakenOff } from './mail.ts'
import { refuseDeactivation } from './rules.ts'
import * as store from './store.acts.ts'

export const routes: readonly Route[] = [
  write(addSuperAdmin, async ({ db, input, request }) => {
    const key = emailKey(input.email)
    if (key === null) return refuseField('email', 'Enter an email address.')
    if (!(await isProved(db))) return refuse('not_fresh')
    await store.holdSuperAdmins(db, null)
    if (!(await store.isStillSuperAdmin(db))) return refuse('not_signed_in')
    const before = await store.findListed(db, { email_key: key })
    // Resends the invitation to people who have not accepted it.
    if (before?.active && before.account_id !== null) return refuse('super_admin_already')
    const to = input.email.trim()
    await setScope(db, { address: key })
    if ((await countRecentLinks(db, 'super_admin')) >= LINKS_AN_HOUR) return refuse('sent_lately')
    await upsertSuperAdmin(db, { email: to, email_key: key })
    const token = await makeLink(db, { kind: 'super_admin', email: to })
    const listed = await store.findListed(db, { email_key: key })
    await store.insertAct(db, {
      act: 'add_super_admin',
      account_id: listed?.account_id ?? null,
      super_admin_id: listed?.id ?? null,
      reason: input.reason,
    })
    const of = await senderOf(db, null)
    await sendLetter(db, 'invitation_link', writeSuperAdminInvitation({ of, origin: request.origin, to, token }))
    return { done: true }
  }),

  write(deactivateSuperAdmin, async ({ db, input, request, me }) => {
    if (!(await store.findListed(db, { id: input.id }))) return refuse('not_found')
    if (!(await isProved(db))) return refuse('not_fresh')
    const { user_id } = await me()
    await store.holdSuperAdmins(db, null)
    if (!(await store.isStillSuperAdmin(db))) return refuse('not_signed_in')
    const listed = await store.findListed(db, { id: input.id })
    if (!listed) return refuse('not_found')
    const others = await store.holdSuperAdmins(db, listed.account_id)
    const refused = refuseDeactivation({ own: listed.account_id === user_id, active: listed.active, others })
    if (refused) return refuse(refused)
    await store.updateInactive(db, { id: listed.id })
    await setScope(db, { address: listed.email_key })
    await updateLinksWithdrawn(db, 'super_admin')
    if (listed.account_id) {
      await setScope(db, { subject: listed.account_id })
      await store.updateSessionsEnded(db, 'not_super_admin', { kind: 'super_admin' })
    }
    await store.insertAct(db, {
      act: 'deactivate_super_admin',
      account_id: listed.account_id,
      super_admin_id: listed.id,
      reason: input.reason,
    })
    const of = await senderOf(db, null)
    await sendLetter(db, 'account_by_vendor', writeTakenOff({ of, origin: request.origin, to: listed.email }))
    return { done: true }
  }),
]
