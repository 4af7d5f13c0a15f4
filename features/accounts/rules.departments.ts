/** One department of an account, as `app.my_memberships()` tells it. */
export type Department = {
  organization_id: string
  subdomain: string
  organization_state: string
  standing: 'pending' | 'approved' | 'rejected' | 'suspended' | 'left'
}

export type NoEntry =
  | 'no_department'
  | 'other_department'
  | 'access_suspended'
  | 'registration_rejected'
  | 'organization_suspended'

/** Why the department cannot be entered by its member, or null. Told only to who gave the right password. */
const whyNot = (department: Department): NoEntry | null => {
  if (department.standing === 'left') return 'no_department'
  if (department.organization_state === 'suspended') return 'organization_suspended'
  if (department.standing === 'suspended') return 'access_suspended'
  return department.standing === 'rejected' ? 'registration_rejected' : null
}

/**
 * The department that a sign-in opens (domain.md, "officer"): that of the address, or the only one; null where the person has
 * to choose among several. Without any open one, the reason of the first.
 */
export function departmentOf(
  all: readonly Department[],
  agency: string | null,
): { organization_id: string | null } | { refused: NoEntry } {
  if (agency !== null) {
    const own = all.find((department) => department.subdomain === agency)
    const refused = own ? whyNot(own) : 'other_department'
    return own && !refused ? { organization_id: own.organization_id } : { refused: refused ?? 'other_department' }
  }
  const open = all.filter((department) => whyNot(department) === null)
  const [first] = open
  if (!first) return { refused: all.map(whyNot).find((why) => why !== null) ?? 'no_department' }
  return { organization_id: open.length === 1 ? first.organization_id : null }
}
