import { makeLink } from '#features/account-links/store.ts'
import { emailKey } from '#features/accounts/rules.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { freeSlug, isSlug, reservedSlugs, slugOf } from '#features/organizations/rules.ts'
import { holdAddresses, insertOrganization, listTakenSlugs } from '#features/organizations/store.ts'
import { isZoneOfDatabase } from '#features/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, refuse, refuseField } from '#platform/server/route.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Tier } from '#platform/shared/plans.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { adminLetter } from './mail.ts'
import { addressWords, staffWords } from './rules.ts'
import { isStaff } from './store.ts'

export type NewOrganization = {
  name: string
  /** Null: made of the name, with a number behind it where it is taken. */
  subdomain: string | null
  time_zone: string
  subscription_tier: Tier
  /** Null: 30 days from today. Of a trial alone. */
  trial_end_date: WallDate | null
  max_officers: number | null
  /** Gets the link that makes the first admin. */
  admin: { email: string; name: string | null }
  /** The address people type, for the link in the mail. */
  origin: string
  /** Why, for the organization's audit. */
  reason: string
}

/** A one-time link that makes its holder an admin of the organization in scope, by mail. Null for an address that is none. */
export const inviteAdmin = async (
  db: Db,
  organization: { id: string; name: string; subdomain: string; primary_color: string },
  admin: NewOrganization['admin'],
  origin: string,
): Promise<true | null> => {
  if (emailKey(admin.email) === null) return null
  const token = await makeLink(db, { kind: 'admin_setup', ...admin, organization_id: organization.id })
  const facts = { of: organization, origin, to: admin.email.trim(), name: admin.name, token }
  await sendLetter(db, 'invitation_link', adminLetter(facts))
  return true
}

/** The address to give, by the one that was asked for or by the name; a refusal names the field it comes from. */
const chooseAddress = async (db: Db, it: NewOrganization) => {
  await holdAddresses(db)
  if (it.subdomain === null) {
    const free = freeSlug(it.name, await listTakenSlugs(db, slugOf(it.name)))
    return 'refused' in free ? refuseField('name', addressWords[free.refused]) : free.slug
  }
  if (!isSlug(it.subdomain)) return refuseField('subdomain', addressWords.malformed)
  if (reservedSlugs.has(it.subdomain)) return refuseField('subdomain', addressWords.reserved)
  return (await listTakenSlugs(db, it.subdomain)).has(it.subdomain) ? refuse('address_taken') : it.subdomain
}

/**
 * Makes an organization and invites its first admin, in the caller's transaction: both or neither. For a super admin; the
 * organization's audit begins with it. Afterwards the scope is the vendor's own again.
 */
export const createOrganization = async (
  db: Db,
  it: NewOrganization,
): Promise<{ id: string; subdomain: string } | Refusal<'invalid_input' | 'address_taken'>> => {
  if (emailKey(it.admin.email) === null) return refuseField('admin_email', 'Please enter an e-mail address.')
  // Who looks inside does so by support access, and leaves when its time is over.
  if (await isStaff(db, it.admin.email)) return refuseField('admin_email', staffWords)
  if (!(await isZoneOfDatabase(db, it.time_zone))) return refuseField('time_zone', 'This time zone is not known.')
  const subdomain = await chooseAddress(db, it)
  if (subdomain instanceof Refusal) return subdomain
  await setScope(db, { stated_reason: it.reason })
  const id = await insertOrganization(db, { ...it, subdomain })
  await inviteAdmin(db, { id, name: it.name, subdomain, primary_color: DEFAULT_COLOR }, it.admin, it.origin)
  await setScope(db, { organization_id: null })
  return { id, subdomain }
}
