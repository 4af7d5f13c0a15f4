import { sendLetter } from '#features/department/notifications/store.ts'
import { LINKS_AN_HOUR } from '#features/people/account-links/rules.ts'
import { countRecentLinks, makeLink } from '#features/people/account-links/store.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { isProved } from '#features/people/factors/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type RequestFacts, type Route, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { writeActLetter, writeSentReset } from './mail.ts'
import { refuseUserAction, type StrongUserAction, type UserAction, type UserRefusal } from './rules.ts'
import * as store from './store.acts.ts'

/** Loads and locks the account, or returns why the action is refused. */
const take = async <const E extends UserRefusal>(
  db: Db,
  input: { user_id: string; reason: string },
  action: UserAction,
  _codes: readonly E[],
) => {
  const subject = await store.findSubject(db, input.user_id)
  if (!subject) return refuse('not_found')
  const refused = refuseUserAction(action, await store.findFacts(db, subject))
  // The cast is safe: only this action's refusals can occur here.
  if (refused !== null) return refuse(refused as E)
  await setScope(db, { stated_reason: input.reason })
  return subject
}
/** The same for actions that require a recent second factor. */
const takeProved = async <const E extends UserRefusal>(
  db: Db,
  input: { user_id: string; reason: string },
  action: StrongUserAction,
  codes: readonly E[],
) => {
  const subject = await take(db, input, action, codes)
  return subject instanceof Refusal || (await isProved(db)) ? subject : refuse('not_fresh')
}

type Done = { subject: store.Subject; action: Exclude<UserAction, 'send_reset'>; reason: string; request: RequestFacts }
/** Records the action with its reason and emails the person concerned. */
const settle = async (db: Db, { subject, action, reason, request }: Done) => {
  await store.insertAct(db, { act: action, account_id: subject.id, reason })
  const of = await senderOf(db, null)
  await sendLetter(db, 'account_by_vendor', writeActLetter(action, { of, origin: request.origin, to: subject.email }))
  return { done: true }
}

export const routes: readonly Route[] = [
  write(contract.disableUser, async ({ db, input, request }) => {
    const subject = await takeProved(db, input, 'disable', ['own_account', 'disabled_already', 'last_super_admin'])
    if (subject instanceof Refusal) return subject
    await store.updateDisabled(db, true)
    // An account that cannot sign in must not count as a super admin.
    await store.updateInactive(db, { account_id: subject.id })
    await store.updateSessionsEnded(db, 'disabled')
    return settle(db, { subject, action: 'disable', reason: input.reason, request })
  }),

  write(contract.enableUser, async ({ db, input, request }) => {
    const subject = await take(db, input, 'enable', ['own_account', 'not_disabled'])
    if (subject instanceof Refusal) return subject
    await store.updateDisabled(db, false)
    return settle(db, { subject, action: 'enable', reason: input.reason, request })
  }),

  write(contract.releaseUser, async ({ db, input, request }) => {
    const subject = await take(db, input, 'release', ['own_account', 'not_locked'])
    if (subject instanceof Refusal) return subject
    await store.updateReleased(db, subject)
    return settle(db, { subject, action: 'release', reason: input.reason, request })
  }),

  write(contract.sendReset, async ({ db, input, request }) => {
    const subject = await takeProved(db, input, 'send_reset', ['own_account', 'disabled_already'])
    if (subject instanceof Refusal) return subject
    await setScope(db, { address: subject.email_key })
    if ((await countRecentLinks(db, 'reset')) >= LINKS_AN_HOUR) return refuse('sent_lately')
    const token = await makeLink(db, { kind: 'reset', email: subject.email })
    const of = await senderOf(db, null)
    await sendLetter(db, 'password_link', writeSentReset({ of, origin: request.origin, to: subject.email, token }))
    await store.updateResetSent(db)
    await store.insertAct(db, { act: 'send_reset', account_id: subject.id, reason: input.reason })
    return { done: true }
  }),

  write(contract.resetUserFactors, async ({ db, input, request }) => {
    const subject = await takeProved(db, input, 'reset_factors', ['own_account', 'no_factor'])
    if (subject instanceof Refusal) return subject
    await store.deleteFactors(db)
    return settle(db, { subject, action: 'reset_factors', reason: input.reason, request })
  }),

  write(contract.endUserSessions, async ({ db, input, request }) => {
    const subject = await takeProved(db, input, 'end_sessions', ['own_account', 'no_session'])
    if (subject instanceof Refusal) return subject
    const ended = await store.updateSessionsEnded(db, 'ended_by_vendor', { session_id: input.session_id })
    if (ended === 0) return refuse('no_session')
    await settle(db, { subject, action: 'end_sessions', reason: input.reason, request })
    return { ended }
  }),
]
