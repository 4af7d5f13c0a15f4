import { setScope } from '#features/accounts/store.scope.ts'
import { isProved } from '#features/factors/store.ts'
import { notify } from '#features/notifications/store.ts'
import { reservedSlugs } from '#features/organizations/rules.ts'
import { clashes } from '#features/settings/rules.ts'
import { findChangedSince, isZoneOfDatabase } from '#features/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import { exporting, Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { writeInvitedNotice } from './mail.ts'
import { addressWords, flagsOf, previewOf, staffWords, type VendorFields } from './rules.ts'
import { createOrganization, inviteAdmin } from './store.create.ts'
import * as store from './store.ts'
import { within } from './store.within.ts'

/** What the input changes of the organization as it stands: what is named and says something else. */
const changesOf = (now: store.Held, input: contract.Edited): Partial<VendorFields> => {
  const { flags, trial_end_date, max_officers, organization_id: _, ...plain } = input
  const asked: { [Name in keyof VendorFields]?: VendorFields[Name] | undefined } = {
    ...plain,
    ...(trial_end_date === undefined ? {} : { trial_end_date: trial_end_date || null }),
    ...(max_officers === undefined ? {} : { max_officers: max_officers === '' ? null : Number(max_officers) }),
    ...(flags === undefined ? {} : { features_enabled: flagsOf(now.features_enabled, flags) }),
  }
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(now[name as keyof VendorFields])
  return Object.fromEntries(Object.entries(asked).filter(differs))
}

const refuseChanges = async (db: Db, changes: Partial<VendorFields>): Promise<Refusal<'invalid_input'> | null> => {
  if (changes.subdomain !== undefined && reservedSlugs.has(changes.subdomain))
    return refuseField('subdomain', addressWords.reserved)
  if (changes.time_zone !== undefined && !(await isZoneOfDatabase(db, changes.time_zone)))
    return refuseField('time_zone', 'This time zone is not known.')
  return null
}

/** The organization in scope, held, in the one state from which it may be suspended or let work again. */
const takeIn = async (db: Db, from: 'active' | 'suspended') => {
  const now = await store.lockHeld(db)
  if (!now) return refuse('not_found')
  return now.state === from ? now : refuse('state_changed', { state: now.state })
}

const exportColumns = [
  { head: 'Name', as: 'text' },
  { head: 'Address', as: 'text' },
  { head: 'Plan', as: 'text' },
  { head: 'State', as: 'text' },
  { head: 'Trial ends', as: 'date' },
  { head: 'Officers', as: 'whole' },
  { head: 'Limit', as: 'whole' },
  { head: 'Last activity (UTC)', as: 'text' },
  { head: 'Created (UTC)', as: 'text' },
  { head: 'Id', as: 'text' },
] as const

export const routes: readonly Route[] = [
  read(contract.listOrganizations, store.listOrganizations),
  read(contract.findOrganizations, store.findOrganizations),
  read(contract.readOrganization, ({ organization_id }) => store.findOrganization(organization_id)),
  exporting(contract.exportOrganizations, ({ format, ...ask }) => ({
    title: 'Organizations',
    format,
    sheets: [{ name: 'Organizations', columns: exportColumns, statement: store.listForExport(ask) }],
  })),

  write(
    contract.createOrganization,
    async ({ db, input, request }) => {
      if (!(await isProved(db))) return refuse('not_fresh')
      return createOrganization(db, {
        ...input,
        subdomain: input.subdomain || null,
        trial_end_date: input.trial_end_date || null,
        max_officers: input.max_officers === '' ? null : Number(input.max_officers),
        admin: { email: input.admin_email, name: input.admin_name || null },
        origin: request.origin,
      })
    },
    { constraints: { organizations_subdomain_key: 'address_taken' } },
  ),

  write(contract.previewOrganization, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const now = await store.findHeld(db)
      if (!now) return refuse('not_found')
      const changes = changesOf(now, input)
      const refusal = await refuseChanges(db, changes)
      if (refusal) return refusal
      const effects = previewOf(now, { ...now, ...changes }, now, isoInstant(now.now_at.getTime()))
      return { effects, version: now.version }
    }),
  ),

  write(
    contract.editOrganization,
    ({ db, input }) =>
      within(db, input.organization_id, async () => {
        const { version, ...asked } = input
        const now = await store.lockHeld(db)
        if (!now) return refuse('not_found')
        const changes = changesOf(now, asked)
        const names = Object.keys(changes)
        if (names.length === 0) return { version: now.version }
        if (now.version !== version) {
          const since = version < now.version ? await findChangedSince(db, version) : null
          const changed = since ? clashes(names, since.changed) : names
          if (changed.length > 0) return refuse('changed_meanwhile', { version: now.version, changed })
        }
        const refusal = await refuseChanges(db, changes)
        return refusal ?? { version: await store.updateFields(db, changes) }
      }),
    { constraints: { organizations_subdomain_key: 'address_taken' } },
  ),

  write(contract.inviteAdmin, ({ db, input, request }) =>
    within(db, input.organization_id, async () => {
      const now = await store.findHeld(db)
      if (!now) return refuse('not_found')
      if (now.state === 'suspended') return refuse('organization_closed')
      // Who looks inside does so by support access, and leaves when its time is over.
      if (await store.isStaff(db, input.email)) return refuseField('email', staffWords)
      if (!(await isProved(db))) return refuse('not_fresh')
      await setScope(db, { stated_reason: input.reason })
      const admin = { email: input.email, name: input.name || null }
      const sent = await inviteAdmin(db, now, admin, request.origin)
      if (!sent) return refuseField('email', 'Please enter an e-mail address.')
      await notify(db, [writeInvitedNotice(admin.email, input.reason)])
      return { done: true }
    }),
  ),

  write(contract.suspendOrganization, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const now = await takeIn(db, 'active')
      if (now instanceof Refusal) return now
      if (!(await isProved(db))) return refuse('not_fresh')
      await store.updateState(db, 'suspended', input.reason)
      return { done: true }
    }),
  ),
  write(contract.reactivateOrganization, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const now = await takeIn(db, 'suspended')
      if (now instanceof Refusal) return now
      await store.updateState(db, 'active', input.reason)
      return { done: true }
    }),
  ),
]
