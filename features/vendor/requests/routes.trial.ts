import { isProved } from '#features/people/factors/store.ts'
import { createOrganization } from '#features/vendor/organizations/store.create.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.trial.ts'
import { mayDo, needsReason, refuseTrial, stateAfter } from './rules.trial.ts'
import * as store from './store.trial.ts'

/** Locks and returns the request, or the refusal if it does not exist or has changed since it was read. */
const take = async (db: Db, input: { id: string; version: number }) => {
  const request = await store.lockRequest(db, input.id)
  if (!request) return refuse('not_found')
  return request.version === input.version ? request : refuse('changed_meanwhile')
}

export const routes: readonly Route[] = [
  read(contract.listTrialRequests, (input) => store.listRequests(input)),

  read(
    contract.readTrialRequest,
    (input) => store.findRequest(input.id),
    ([row]) => {
      if (!row) return refuse('not_found')
      const found = contract.TrialRequestDetail.omit({ may: true }).parse(row.item)
      const made = found.organization_made
      return { ...found, may: mayDo({ state: found.state, trial_organization_id: made?.id ?? null }) }
    },
  ),

  write(contract.planTrialRequest, async ({ db, input }) => {
    const request = await take(db, input)
    if (request instanceof Refusal) return request
    if (input.owner_id !== null && !(await store.isColleague(db, input.owner_id)))
      return refuseField('owner_id', 'Choose a current staff member.')
    await store.updatePlan(db, input)
    return { done: true }
  }),

  write(contract.moveTrialRequest, async ({ db, input }) => {
    const request = await take(db, input)
    if (request instanceof Refusal) return request
    if (!mayDo(request).includes(input.action)) return refuse('wrong_state')
    if (needsReason(input.action) && input.reason === '') return refuseField('reason', 'This field is required.')
    const state = stateAfter(request, input.action)
    await store.updateState(db, { id: input.id, state, reason: needsReason(input.action) ? input.reason : null })
    return { state }
  }),

  write(contract.noteTrialRequest, async ({ db, input }) => {
    const request = await store.lockRequest(db, input.id)
    return (request && (await store.insertNote(db, input.id, input.body))) ?? refuse('not_found')
  }),

  write(contract.startTrial, async ({ db, input, request: from }) => {
    const request = await store.lockRequest(db, input.id)
    if (!request) return refuse('not_found')
    // The second caller gets the outcome (a trial was started) rather than a generic conflict.
    const refusal = refuseTrial(request)
    if (refusal) return refuse(refusal, { name: request.trial_name ?? '' })
    if (request.version !== input.version) return refuse('changed_meanwhile')
    if (!(await isProved(db))) return refuse('not_fresh')
    const made = await createOrganization(db, {
      name: input.name,
      subdomain: null,
      city: input.city || null,
      time_zone: input.time_zone,
      subscription_tier: 'trial',
      trial_end_date: null,
      max_officers: null,
      admin: { email: input.admin_email, name: input.admin_name },
      origin: from.origin,
      reason: input.reason,
    })
    if (made instanceof Refusal) return made
    await store.updateState(db, { id: input.id, state: 'trial_started', reason: null, organization_id: made.id })
    const { trial_end_date = '' } = (await store.findTrialEnd(db, made.id)) ?? {}
    return { organization_id: made.id, subdomain: made.subdomain, trial_end_date }
  }),
]
