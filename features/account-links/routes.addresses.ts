import { senderOf } from '#features/accounts/store.passwords.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { listDepartments } from '#features/accounts/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { type Route, refuse, write } from '#platform/server/route.ts'
import { confirmAddress } from './contract.ts'
import { writeMovedLetter } from './mail.ts'
import { lockAccountOfLink, updateAddress, updateOfficerAddress } from './store.addresses.ts'
import { findLink, updateLinkUsed } from './store.ts'

export const routes: readonly Route[] = [
  write(
    confirmAddress,
    async ({ db, input, request }) => {
      const link = await findLink(db, input.token)
      if (link?.kind !== 'address' || !link.account_id) return refuse('link_invalid')
      // The link is the right to this one account: who asked for it had given its password.
      await setScope(db, { user_id: link.account_id })
      const account = await lockAccountOfLink(db)
      const isOver = !account || (account.password_changed_at !== null && account.password_changed_at > link.created_at)
      if (isOver || !(await updateLinkUsed(db))) return refuse('link_invalid')
      await updateAddress(db, link)
      for (const { organization_id } of await listDepartments(db)) {
        await setScope(db, { organization_id, role: 'system' })
        await updateOfficerAddress(db, link)
      }
      await setScope(db, { organization_id: link.organization_id, role: 'anyone' })
      const of = await senderOf(db, link.organization_id)
      const letter = writeMovedLetter({ of, origin: request.origin, to: account.email, moved_to: link.email })
      await sendLetter(db, 'address_changed', letter)
      await setScope(db, { organization_id: null, user_id: '' })
      return { done: true }
    },
    // Taken by another account meanwhile: told to nobody but the one who knows the link, and no more than that.
    { constraints: { accounts_email_key_key: 'link_invalid' } },
  ),
]
