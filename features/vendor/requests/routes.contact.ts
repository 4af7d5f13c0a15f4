import { contactAfter } from '#features/department/contact-requests/rules.ts'
import { notify } from '#features/department/notifications/store.ts'
import { within } from '#features/people/accounts/store.within.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { listContacts, workContact } from './contract.contact.ts'
import { type Found, listRequests, lockRequest, updateRequest } from './store.contact.ts'

/** Shows in the app at once; the job that emails such events sends the email. */
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
    if (answer === '') return refuseField('answer', 'This field is required.')
    await updateRequest(db, input.id, { status, answer })
    if (answer !== null) await tell(db, it, answer)
    return { status, version: it.version + 1 }
  }),
)

export const routes: readonly Route[] = [read(listContacts, listRequests), work]
