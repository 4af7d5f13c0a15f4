import { linkHours } from '#features/account-links/rules.ts'
import { makeLink } from '#features/account-links/store.ts'
import { emailKey } from '#features/accounts/rules.ts'
import { setScope, VENDOR_ID } from '#features/accounts/store.scope.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { freeSlug, slugOf } from '#features/organizations/rules.ts'
import { insertOrganization, listTakenSlugs } from '#features/organizations/store.ts'
import type { Db } from '#platform/server/db.ts'
import {
  type Refusal,
  type RequestFacts,
  type Route,
  read,
  refuse,
  refuseField,
  write,
} from '#platform/server/route.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import * as contract from './contract.ts'
import { trialLetter } from './mail.ts'
import { mayDo, needsReason, refuseTrial, stateAfter } from './rules.ts'
import * as store from './store.ts'

/** The request behind its lock, or why nothing can be done with it: not there, or changed since it was looked at. */
const take = async (db: Db, input: { id: string; version: number }) => {
  const request = await store.lockRequest(db, input.id)
  if (!request) return refuse('not_found')
  return request.version === input.version ? request : refuse('changed_meanwhile')
}
const isRefusal = (it: object): it is Refusal<'not_found' | 'changed_meanwhile'> => 'code' in it

type Start = { id: string; name: string; time_zone: string; admin_name: string; email: string }

/** The organization and its first admin's invitation. The transaction is the new organization's for as long as that takes. */
const makeTrial = async (db: Db, input: Start, slug: string, request: RequestFacts) => {
  const organization_id = await insertOrganization(db, {
    name: input.name,
    subdomain: slug,
    time_zone: input.time_zone,
    subscription_tier: 'trial',
  })
  const token = await makeLink(db, { kind: 'admin_setup', email: input.email, name: input.admin_name, organization_id })
  const { trial_end_date = '' } = (await store.findTrialEnd(db, organization_id)) ?? {}
  const of = { name: input.name, subdomain: slug, primary_color: DEFAULT_COLOR }
  const facts = { origin: request.origin, to: input.email, name: input.admin_name, hours: linkHours.admin_setup }
  await sendLetter(db, 'invitation_link', trialLetter({ of, ...facts, token, ends: longDay(trial_end_date) }))
  await setScope(db, { organization_id: VENDOR_ID })
  return { organization_id, subdomain: slug, trial_end_date }
}

const longDay = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

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
    if (isRefusal(request)) return request
    if (input.owner_id !== null && !(await store.isColleague(db, input.owner_id)))
      return refuseField('owner_id', 'Choose one of the present staff.')
    await store.updatePlan(db, input)
    return { done: true }
  }),

  write(contract.moveTrialRequest, async ({ db, input }) => {
    const request = await take(db, input)
    if (isRefusal(request)) return request
    if (!mayDo(request).includes(input.action)) return refuse('wrong_state')
    if (needsReason(input.action) && input.reason === '') return refuseField('reason', 'Please fill this in.')
    const state = stateAfter(request, input.action)
    await store.updateState(db, { id: input.id, state, reason: needsReason(input.action) ? input.reason : null })
    return { state }
  }),

  write(contract.noteTrialRequest, async ({ db, input }) => {
    const request = await store.lockRequest(db, input.id)
    return (request && (await store.insertNote(db, input.id, input.body))) ?? refuse('not_found')
  }),

  write(
    contract.startTrial,
    async ({ db, input, request: from }) => {
      const request = await store.lockRequest(db, input.id)
      if (!request) return refuse('not_found')
      // Who comes second is told what became of it, rather than that something changed.
      const refusal = refuseTrial(request)
      if (refusal) return refuse(refusal, { name: request.trial_name ?? '' })
      if (request.version !== input.version) return refuse('changed_meanwhile')
      if (emailKey(input.email) === null) return refuseField('email', 'Please enter an e-mail address.')
      const slug = freeSlug(input.name, await listTakenSlugs(db, slugOf(input.name)))
      if ('refused' in slug) return refuseField('name', slugWords[slug.refused])
      const trial = await makeTrial(db, input, slug.slug, from)
      await store.updateState(db, {
        id: input.id,
        state: 'trial_started',
        reason: null,
        organization_id: trial.organization_id,
      })
      return trial
    },
    // Another organization took the address in between: the next try finds the next free one.
    { constraints: { organizations_subdomain_key: 'changed_meanwhile' } },
  ),
]

const slugWords = {
  empty: 'The address is made of the name: it needs a letter a to z or a figure.',
  reserved: 'The address made of this name belongs to the product. Choose another name.',
} as const
