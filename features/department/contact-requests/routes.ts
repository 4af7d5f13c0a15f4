import { sendLetter } from '#features/department/notifications/store.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { contactVendor, lastContact } from './contract.ts'
import { requestLetter } from './mail.ts'
import { findLast, insertRequest } from './store.ts'

export const routes: readonly Route[] = [
  read(lastContact, findLast),
  write(
    contactVendor,
    async ({ db, input, request }) => {
      const of = await insertRequest(db, input.message)
      if (!of) return refuse('not_allowed')
      // Without a support address, the request stays in its table.
      if (request.support_email)
        await sendLetter(db, 'vendor_contact', requestLetter({ to: request.support_email, message: input.message, of }))
      return { asked_at: of.created_at.toISOString() }
    },
    { constraints: { contact_requests_once: 'asked_already' } },
  ),
]
