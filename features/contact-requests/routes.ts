import { notify, sendLetter } from '#features/notifications/store.ts'
import { within } from '#features/vendor-organizations/store.within.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { contactVendor, lastContact } from './contract.ts'
import { listContacts, workContact } from './contract.vendor.ts'
import { requestLetter } from './mail.ts'
import { contactAfter } from './rules.ts'
import { findLast, insertRequest } from './store.ts'
import { type Found, listRequests, lockRequest, updateRequest } from './store.vendor.ts'

/** In the app at once, and by mail through the job that mails such events. */
const tell = (db: Db, it: Found, answer: string) =>
  notify(db, [
    {
      type: 'contact_answered',
      title: 'The vendor answered your request',
      message: answer,
      officer_id: it.officer_id,
      assignment_id: null,
    },
  ])

const work = write(workContact, ({ db, input }) =>
  within(db, input.organization_id, async () => {
    const it = await lockRequest(db, input.id)
    if (!it) return refuse('not_found')
    if (it.version !== input.version) return refuse('changed_meanwhile')
    const status = contactAfter(it.status, input.action)
    if (!status) return refuse('wrong_state')
    const answer = input.action === 'answer' ? input.answer : null
    if (answer === '') return refuseField('answer', 'Please fill this in.')
    await updateRequest(db, input.id, { status, answer })
    if (answer !== null) await tell(db, it, answer)
    return { status, version: it.version + 1 }
  }),
)

export const routes: readonly Route[] = [
  read(lastContact, findLast),
  read(listContacts, listRequests),
  work,
  write(
    contactVendor,
    async ({ db, input, request }) => {
      const of = await insertRequest(db, input.message)
      if (!of) return refuse('not_allowed')
      // Without an address the request waits in its table.
      if (request.support_email)
        await sendLetter(db, 'vendor_contact', requestLetter({ to: request.support_email, message: input.message, of }))
      return { asked_at: of.created_at.toISOString() }
    },
    { constraints: { contact_requests_once: 'asked_already' } },
  ),
]
