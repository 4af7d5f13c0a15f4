import { notify, sendLetter } from '#features/department/notifications/store.ts'
import { tryKinds } from '#features/people/accounts/rules.ts'
import { insertRelease } from '#features/people/accounts/store.attempts.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { isFresh, proofThatCounts } from '#features/people/factors/rules.ts'
import { factsFor } from '#features/people/factors/store.checks.ts'
import { findDemand } from '#features/people/factors/store.second-step.ts'
import { findHolder } from '#features/people/factors/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { getSignInState, releaseAll, releaseLock, resetFactors } from './contract.ts'
import { writeReset, writeResetNotice } from './mail.ts'
import { refuseSignInAction, signInActions } from './rules.ts'
import {
  type Behind,
  deleteFactorsOf,
  findSignIn,
  listLocked,
  readSignIn,
  type SignIn,
  updateReleased,
} from './store.ts'

const factsOf = (row: SignIn) => ({ ...row, locked: row.locked !== null })

const stateOf = (row: SignIn) => ({
  second_factor: row.second_factor,
  disabled_at: row.disabled_at,
  locked: row.locked,
  others_locked: row.others_locked,
  may: signInActions.filter((action) => refuseSignInAction(action, factsOf(row)) === null),
  blocked: signInActions.flatMap((action) => {
    const why = refuseSignInAction(action, factsOf(row))
    return why === null || why === 'not_locked' || why === 'no_factor' ? [] : [{ action, why }]
  }),
})

const release = async (db: Db, account: Behind): Promise<void> => {
  await setScope(db, { address: account.email_key })
  for (const kind of tryKinds) await insertRelease(db, account.email_key, kind)
  await setScope(db, { address: '' })
  await updateReleased(db, account.id)
}

export const routes: readonly Route[] = [
  read(
    getSignInState,
    ({ officer_id }) => readSignIn(officer_id),
    (rows) => {
      const row = rows[0]?.found as SignIn | undefined
      return row ? stateOf(row) : refuse('not_found')
    },
    { primary: true },
  ),

  write(releaseLock, async ({ db, input }) => {
    const row = await findSignIn(db, input.officer_id)
    if (!row?.account) return refuse('not_found')
    const refused = refuseSignInAction('release', factsOf(row))
    if (refused === 'no_factor') return refuse('not_locked')
    if (refused) return refuse(refused)
    await release(db, row.account)
    return { done: true }
  }),

  write(releaseAll, async ({ db }) => {
    let released = 0
    let isSet = true
    for (const officer_id of await listLocked(db)) {
      const row = await findSignIn(db, officer_id)
      if (!row?.account) continue
      const refused = refuseSignInAction('release', factsOf(row))
      if (refused === 'release_not_set') isSet = false
      if (refused) continue
      await release(db, row.account)
      released += 1
    }
    if (released > 0) return { released }
    return refuse(isSet ? 'not_locked' : 'release_not_set')
  }),

  write(resetFactors, async ({ db, input, request, me }) => {
    const row = await findSignIn(db, input.officer_id)
    if (!row?.account) return refuse('not_found')
    const refused = refuseSignInAction('reset', factsOf(row))
    if (refused === 'not_locked' || refused === 'release_not_set') return refuse('no_factor')
    if (refused) return refuse(refused)
    const holder = await findHolder(db)
    const proved = holder && proofThatCounts((await findDemand(db)).has, holder)
    if (!proved || !isFresh(isoInstant(proved.getTime()), isoInstant(holder.now_at.getTime())))
      return refuse('not_fresh')
    await deleteFactorsOf(db, row.account.id)
    const person = { ...row.account, organization_id: holder.organization_id }
    await sendLetter(db, 'factors_changed', writeReset(await factsFor(db, person, request.origin)))
    await notify(db, [writeResetNotice(row.account.name, (await me()).name ?? holder.name)])
    return { done: true }
  }),
]
