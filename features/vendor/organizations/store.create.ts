import { sendLetter } from '#features/department/notifications/store.ts'
import { isZoneOfDatabase } from '#features/department/settings/store.ts'
import { makeLink } from '#features/people/account-links/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { freeSlug, isSlug, reservedSlugs, slugOf } from '#features/people/organizations/rules.ts'
import { holdAddresses, insertOrganization, listTakenSlugs } from '#features/people/organizations/store.ts'
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
  /** Null: derived from the name, with a number appended if it is taken. */
  subdomain: string | null
  time_zone: string
  city: string | null
  subscription_tier: Tier
  /** Null: 30 days including today. Only for a trial. */
  trial_end_date: WallDate | null
  max_officers: number | null
  /** The person invited as the first admin. */
  admin: { email: string; name: string | null }
  /** The address people type, for the link in the email. */
  origin: string
  /** The reason, for the organization's audit. */
  reason: string
}

/** Emails a one-time link that makes its holder an admin of the organization in scope. Null for an invalid address. */
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

/** The address to assign, from the requested one or the name; a refusal names the field it comes from. */
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
 * Creates an organization and invites its first admin, in the caller's transaction: both or neither. For a super admin; the
 * organization's audit begins with it. Restores the vendor's scope afterwards.
 */
export const createOrganization = async (
  db: Db,
  it: NewOrganization,
): Promise<{ id: string; subdomain: string } | Refusal<'invalid_input' | 'address_taken'>> => {
  if (emailKey(it.admin.email) === null) return refuseField('admin_email', 'Enter an email address.')
  // Vendor staff look inside only through support access, which ends when its time is over.
  if (await isStaff(db, it.admin.email)) return refuseField('admin_email', staffWords)
  if (!(await isZoneOfDatabase(db, it.time_zone))) return refuseField('time_zone', 'Unknown time zone.')
  const subdomain = await chooseAddress(db, it)
  if (subdomain instanceof Refusal) return subdomain
  await setScope(db, { stated_reason: it.reason })
  const id = await insertOrganization(db, { ...it, subdomain })
  await inviteAdmin(db, { id, name: it.name, subdomain, primary_color: DEFAULT_COLOR }, it.admin, it.origin)
  await setScope(db, { organization_id: null })
  return { id, subdomain }
}
