import { sendLetter } from '#features/department/notifications/store.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { listDepartments } from '#features/people/accounts/store.ts'
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
      // The link grants access to this one account: its requester had entered the password.
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
    // Another account took the address in the meantime: reported only to the link's holder, as an invalid link.
    { constraints: { accounts_email_key_key: 'link_invalid' } },
  ),
]
