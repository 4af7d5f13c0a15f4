import { sendLetter } from '#features/department/notifications/store.ts'
import { within } from '#features/people/accounts/store.within.ts'
import { findHolder, type Holder, isProved } from '#features/people/factors/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { type Instant, isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.erasures.ts'
import { calledOffLetter, closingLetter } from './mail.erasures.ts'
import { refuseConfirmation } from './rules.erasures.ts'
import * as store from './store.erasures.ts'

const at = (when: Date): Instant => isoInstant(when.getTime())

const holderOf = async (db: Db): Promise<Holder> => {
  const holder = await findHolder(db)
  if (!holder) throw new Error('a signed-in call without a session')
  return holder
}

/** To every admin of the organization in scope. */
const tellAdmins = async (db: Db, write: (to: string) => Letter) => {
  for (const to of await store.listAdminAddresses(db)) await sendLetter(db, 'organization_closing', write(to))
}

export const routes: readonly Route[] = [
  read(contract.readErasure, ({ organization_id }) => store.findOpen(organization_id)),
  read(contract.listErasures, ({ after }) => store.listErasures(after)),
  read(contract.readCertificate, ({ id }) => store.findCertificate(id)),

  write(contract.askErasure, async ({ db, input, request }) => {
    const { name } = await holderOf(db)
    const closed = await within(db, input.organization_id, async () => {
      const subject = await store.lockOrganization(db)
      if (!subject || subject.state === 'closing') return subject
      if (!(await isProved(db))) return refuse('not_fresh')
      const closing = await store.updateClosing(db, input.reason)
      if (!closing) return null
      const facts = { of: subject, origin: request.origin, day: closing.day, reason: input.reason }
      await tellAdmins(db, (to) => closingLetter({ ...facts, to }))
      return { subject, erase_after: closing.erase_after }
    })
    if (!closed) return refuse('not_found')
    if (closed instanceof Refusal) return closed
    if (!('subject' in closed)) return refuse('state_changed', { state: closed.state })
    await store.insertErasure(db, { subject: closed.subject, reason: input.reason, by_name: name })
    return { erase_after: at(closed.erase_after) }
  }),

  write(contract.callOffErasure, async ({ db, input, request }) => {
    const { name } = await holderOf(db)
    const subject = await within(db, input.organization_id, () => store.lockOrganization(db))
    if (!subject) return refuse('not_found')
    const open = await store.lockErasure(db, subject.id)
    if (!open || subject.state !== 'closing') return refuse('state_changed', { state: subject.state })
    if (open.confirmed) return refuse('erasure_confirmed')
    await store.updateErasureCalledOff(db, open.id, { name, reason: input.reason })
    await within(db, subject.id, async () => {
      await store.updateReopened(db, open.state_before, input.reason)
      await tellAdmins(db, (to) => calledOffLetter({ of: subject, origin: request.origin, to }))
    })
    return { done: true }
  }),

  write(contract.confirmErasure, async ({ db, input }) => {
    const holder = await holderOf(db)
    const subject = await within(db, input.organization_id, () => store.lockOrganization(db))
    if (!subject) return refuse('not_found')
    const open = await store.lockErasure(db, subject.id)
    if (!open || subject.state !== 'closing') return refuse('state_changed', { state: subject.state })
    const refusal = refuseConfirmation(
      { ...open, name: subject.name, erase_after: at(open.erase_after) },
      input.name,
      at(open.now_at),
    )
    if (refusal === 'name_differs') return refuseField('name', "This doesn't match the organization's name.")
    if (refusal) return refuse(refusal)
    if (!(await isProved(db))) return refuse('not_fresh')
    await store.updateErasureConfirmed(db, open.id, holder.name)
    await within(db, subject.id, () => store.updateConfirmed(db))
    return { done: true }
  }),
]
