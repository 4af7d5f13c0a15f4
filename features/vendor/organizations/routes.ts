import { notify } from '#features/department/notifications/store.ts'
import { clashes } from '#features/department/settings/rules.ts'
import { findChangedSince, isZoneOfDatabase } from '#features/department/settings/store.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { within } from '#features/people/accounts/store.within.ts'
import { isProved } from '#features/people/factors/store.ts'
import { reservedSlugs } from '#features/people/organizations/rules.ts'
import { carriesZone } from '#features/shifts/zone-changes/store.change.ts'
import { moveAllLeave } from '#features/shifts/zone-changes/store.leave.ts'
import type { Db } from '#platform/server/db.ts'
import { exporting, Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { writeInvitedNotice } from './mail.ts'
import { addressWords, flagsOf, previewOf, staffWords, type VendorFields } from './rules.ts'
import { createOrganization, inviteAdmin } from './store.create.ts'
import * as store from './store.ts'

/** What the input changes in the organization: fields that are given and differ. */
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
    return refuseField('time_zone', 'Unknown time zone.')
  return null
}

/** The organization in scope, locked, in the one state from which it can be suspended or reactivated. */
const takeIn = async (db: Db, from: 'active' | 'suspended') => {
  const now = await store.lockHeld(db)
  if (!now) return refuse('not_found')
  return now.state === from ? now : refuse('state_changed', { state: now.state })
}

const exportColumns = [
  { head: 'Name', as: 'text' },
  { head: 'Web address', as: 'text' },
  { head: 'Plan', as: 'text' },
  { head: 'Status', as: 'text' },
  { head: 'Trial ends', as: 'date' },
  { head: 'Officers', as: 'whole' },
  { head: 'Limit', as: 'whole' },
  { head: 'Last activity (UTC)', as: 'text' },
  { head: 'Created (UTC)', as: 'text' },
  { head: 'ID', as: 'text' },
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
        city: input.city || null,
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
        if (refusal) return refusal
        const saved = { version: await store.updateFields(db, changes) }
        if (changes.time_zone === undefined) return saved
        // Checked last: the vendor cannot see shifts, so the system role checks. A refusal rolls the change back.
        await setScope(db, { role: 'system' })
        if (await carriesZone(db, now.time_zone)) return refuse('zone_carried')
        await moveAllLeave(db, { from: now.time_zone, to: changes.time_zone })
        return saved
      }),
    { constraints: { organizations_subdomain_key: 'address_taken' } },
  ),

  write(contract.inviteAdmin, ({ db, input, request }) =>
    within(db, input.organization_id, async () => {
      const now = await store.findHeld(db)
      if (!now) return refuse('not_found')
      if (now.state === 'suspended') return refuse('organization_closed')
      // Vendor staff look inside only through support access, which ends when its time is over.
      if (await store.isStaff(db, input.email)) return refuseField('email', staffWords)
      if (!(await isProved(db))) return refuse('not_fresh')
      await setScope(db, { stated_reason: input.reason })
      const admin = { email: input.email, name: input.name || null }
      const sent = await inviteAdmin(db, now, admin, request.origin)
      if (!sent) return refuseField('email', 'Enter an email address.')
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
