import { LINKS_AN_HOUR } from '#features/account-links/rules.ts'
import { countRecentLinks, makeLink } from '#features/account-links/store.ts'
import { senderOf } from '#features/accounts/store.passwords.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { isFresh } from '#features/factors/rules.ts'
import { findHolder } from '#features/factors/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type RequestFacts, type Route, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { writeActLetter, writeSentReset } from './mail.ts'
import { refuseUserAction, type UserAction, type UserRefusal } from './rules.ts'
import * as store from './store.acts.ts'

/** Whether whoever asks has given the second factor within the last minutes: the vendor's staff always has one. */
export const isProved = async (db: Db): Promise<boolean> => {
  const holder = await findHolder(db)
  const proved = holder?.second_factor_at
  return Boolean(proved && isFresh(isoInstant(proved.getTime()), isoInstant(holder.now_at.getTime())))
}

/** The account, named and held, or why this is not to be done to it. */
const take = async <const E extends UserRefusal>(db: Db, userId: string, action: UserAction, _codes: readonly E[]) => {
  const subject = await store.findSubject(db, userId)
  if (!subject) return refuse('not_found')
  const refused = refuseUserAction(action, await store.findFacts(db, subject))
  // The codes are those of this action: no other can come of it.
  return refused === null ? subject : refuse(refused as E)
}

type Done = { subject: store.Subject; action: Exclude<UserAction, 'send_reset'>; reason: string; request: RequestFacts }
/** The vendor's record of it, with its reason, and the mail to whom it concerns. */
const settle = async (db: Db, { subject, action, reason, request }: Done) => {
  await store.insertAct(db, { act: action, account_id: subject.id, reason })
  const of = await senderOf(db, null)
  await sendLetter(db, 'account_by_vendor', writeActLetter(action, { of, origin: request.origin, to: subject.email }))
  return { done: true }
}

export const routes: readonly Route[] = [
  write(contract.disableUser, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'disable', ['own_account', 'disabled_already', 'last_super_admin'])
    if (subject instanceof Refusal) return subject
    await store.updateDisabled(db, true)
    // Who cannot sign in is nobody to count on as a super admin.
    await store.updateInactive(db, { account_id: subject.id })
    await store.updateSessionsEnded(db, 'disabled')
    return settle(db, { subject, action: 'disable', reason: input.reason, request })
  }),

  write(contract.enableUser, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'enable', ['own_account', 'not_disabled'])
    if (subject instanceof Refusal) return subject
    await store.updateDisabled(db, false)
    return settle(db, { subject, action: 'enable', reason: input.reason, request })
  }),

  write(contract.releaseUser, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'release', ['own_account', 'not_locked'])
    if (subject instanceof Refusal) return subject
    await store.updateReleased(db, subject)
    return settle(db, { subject, action: 'release', reason: input.reason, request })
  }),

  write(contract.sendReset, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'send_reset', ['own_account', 'disabled_already'])
    if (subject instanceof Refusal) return subject
    await setScope(db, { address: subject.email_key })
    if ((await countRecentLinks(db, 'reset')) >= LINKS_AN_HOUR) return refuse('sent_lately')
    const token = await makeLink(db, { kind: 'reset', email: subject.email })
    const of = await senderOf(db, null)
    await sendLetter(db, 'password_link', writeSentReset({ of, origin: request.origin, to: subject.email, token }))
    await store.insertAct(db, { act: 'send_reset', account_id: subject.id, reason: input.reason })
    return { done: true }
  }),

  write(contract.resetUserFactors, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'reset_factors', ['own_account', 'no_factor'])
    if (subject instanceof Refusal) return subject
    if (!(await isProved(db))) return refuse('not_fresh')
    await store.deleteFactors(db)
    return settle(db, { subject, action: 'reset_factors', reason: input.reason, request })
  }),

  write(contract.endUserSessions, async ({ db, input, request }) => {
    const subject = await take(db, input.user_id, 'end_sessions', ['own_account', 'no_session'])
    if (subject instanceof Refusal) return subject
    const ended = await store.updateSessionsEnded(db, 'ended_by_vendor', { session_id: input.session_id })
    if (ended === 0) return refuse('no_session')
    await settle(db, { subject, action: 'end_sessions', reason: input.reason, request })
    return { ended }
  }),
]
