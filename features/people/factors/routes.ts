import { sendLetter } from '#features/department/notifications/store.ts'
import { checkPassword } from '#features/people/accounts/store.locks.ts'
import { updateSessionProved } from '#features/people/sessions/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Outside, type Route, read, refuse, type WriteContext, write } from '#platform/server/route.ts'
import { type Instant, isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { writeNewCodes, writeRemoved } from './mail.ts'
import { isFresh, mayRemove, proofThatCounts, showRecoveryCode } from './rules.ts'
import { checkCode, factsFor } from './store.checks.ts'
import { makeRecoveryCodes } from './store.codes.ts'
import { beginApp, beginPasskey, confirmApp, confirmPasskey, isFull } from './store.enrol.ts'
import {
  askOwnPasskey,
  checkNewPasskey,
  checkPasskey,
  type MadePasskey,
  type Shown,
  takeShown,
} from './store.passkeys-ceremonies.ts'
import { findDemand } from './store.second-step.ts'
import * as store from './store.ts'

const at = (date: Date): Instant => isoInstant(date.getTime())

/** The person who owns this session. It must exist, since the call was entered with it. */
const holderOf = async (db: Db): Promise<store.Holder> => {
  const holder = await store.findHolder(db)
  if (!holder) throw new Error('a signed-in call without a session')
  return holder
}
const holderOutside = (outside: Outside) => outside.caller(holderOf)

/**
 * For changes of factors: locks the account and requires a fresh proof of the right kind. Checks under the lock, since a factor
 * may just have been added.
 */
const changing = async (db: Db): Promise<store.Holder | null> => {
  await store.holdAccount(db)
  const holder = await holderOf(db)
  const proved = proofThatCounts((await findDemand(db)).has, holder)
  return proved && isFresh(at(proved), at(holder.now_at)) ? holder : null
}
const stale = () => refuse('not_fresh')

/** Setting up the first factor in a session counts as giving a second factor in it. */
const stepUp = async (db: Db, reply: WriteContext<never>['reply']) =>
  reply.setSession(await updateSessionProved(db, true))

const proofs: readonly Route[] = [
  write(
    contract.proveByCode,
    async ({ db, reply }) => {
      await stepUp(db, reply)
      return { done: true }
    },
    {
      prepare: async (input, outside) => {
        const { holder, has } = await outside.caller(async (db) => ({
          holder: await holderOf(db),
          has: (await findDemand(db)).has,
        }))
        if (!has) return refuse('no_factor')
        return (await checkCode(outside, holder, input.code)) ? null : refuse('code_wrong')
      },
    },
  ),
  write(
    contract.proveByPassword,
    async ({ db, reply }) => {
      if ((await findDemand(db)).has) return refuse('has_factor')
      reply.setSession(await updateSessionProved(db, false))
      return { done: true }
    },
    {
      prepare: async (input, outside) => {
        const holder = await holderOutside(outside)
        return (await checkPassword(outside, holder.email_key, input.password)) ? null : refuse('password_wrong')
      },
    },
  ),
  write(contract.askProof, async ({ db, request }) => {
    const holder = await holderOf(db)
    return { options: await askOwnPasskey(db, request, holder.session_hash, 'prove') }
  }),
  write<typeof contract.proveByPasskey, Shown>(
    contract.proveByPasskey,
    async ({ db, reply, prepared }) => {
      const holder = await holderOf(db)
      if (!(await takeShown(db, prepared, holder.id))) return refuse('passkey_failed')
      await stepUp(db, reply)
      return { done: true }
    },
    {
      prepare: async (input, outside) => {
        const holder = await holderOutside(outside)
        return (await checkPasskey(outside, holder.session_hash, 'prove', input.answer)) ?? refuse('passkey_failed')
      },
    },
  ),
]

const additions: readonly Route[] = [
  write(contract.beginApp, async ({ db }) => {
    const holder = await changing(db)
    if (!holder) return stale()
    return (await isFull(db)) ? refuse('too_many_factors') : beginApp(db, holder)
  }),
  write(contract.confirmApp, async ({ db, input, request, reply }) => {
    const holder = await changing(db)
    if (!holder) return stale()
    if (await isFull(db)) return refuse('too_many_factors')
    const enrolled = await confirmApp(db, holder, input, request)
    if ('recovery_codes' in enrolled) await stepUp(db, reply)
    return enrolled
  }),
  write(contract.beginPasskey, async ({ db, request }) => {
    const holder = await changing(db)
    if (!holder) return stale()
    if (await isFull(db)) return refuse('too_many_factors')
    return { options: await beginPasskey(db, holder, request, holder.session_hash) }
  }),
  write<typeof contract.confirmPasskey, MadePasskey>(
    contract.confirmPasskey,
    async ({ db, input, request, reply, prepared }) => {
      const holder = await changing(db)
      if (!holder) return stale()
      if (await isFull(db)) return refuse('too_many_factors')
      const enrolled = await confirmPasskey(db, holder, { ...prepared, name: input.name }, request)
      await stepUp(db, reply)
      return enrolled
    },
    {
      prepare: async (input, outside) => {
        const holder = await holderOutside(outside)
        return (await checkNewPasskey(outside, holder.session_hash, input.answer)) ?? refuse('passkey_failed')
      },
      constraints: { factors_credential_id_key: 'passkey_failed' },
    },
  ),
]

const changes: readonly Route[] = [
  write(contract.renameFactor, async ({ db, input }) => {
    if (!(await changing(db))) return stale()
    return (await store.updateName(db, input.factor_id, input.name)) ? { done: true } : refuse('factor_gone')
  }),
  write(contract.removeFactor, async ({ db, input, request }) => {
    const holder = await changing(db)
    if (!holder) return stale()
    const factor = await store.findFactor(db, input.factor_id)
    if (!factor) return refuse('factor_gone')
    const count = await store.countFactors(db)
    if (!mayRemove(count, (await findDemand(db)).needs)) return refuse('factor_required')
    await store.deleteFactor(db, input.factor_id)
    if (count === 1) await store.deleteRecovery(db)
    await store.updateRosters(db)
    await sendLetter(db, 'factors_changed', writeRemoved(await factsFor(db, holder, request.origin), factor.name))
    return { done: true }
  }),
  write(contract.declinePasskeyOffer, async ({ db }) => {
    await store.updateOfferDeclined(db)
    return { done: true }
  }),
  write(contract.renewRecoveryCodes, async ({ db, request }) => {
    const holder = await changing(db)
    if (!holder) return stale()
    if ((await store.countFactors(db)) === 0) return refuse('no_factor')
    const codes = await makeRecoveryCodes(db, holder.id)
    await sendLetter(db, 'factors_changed', writeNewCodes(await factsFor(db, holder, request.origin)))
    return { recovery_codes: codes.map(showRecoveryCode) }
  }),
]

export const routes: readonly Route[] = [
  read(contract.listFactors, store.listFactors, undefined, { primary: true }),
  ...proofs,
  ...additions,
  ...changes,
]
