/** One department of an account, as returned by `app.my_memberships()`. */
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

/** Why the member cannot enter the department, or null. Shown only after the right password. */
const whyNot = (department: Department): NoEntry | null => {
  if (department.standing === 'left') return 'no_department'
  if (department.organization_state === 'suspended') return 'organization_suspended'
  if (department.standing === 'suspended') return 'access_suspended'
  return department.standing === 'rejected' ? 'registration_rejected' : null
}

/**
 * The department that a sign-in opens: the one in the URL, or the only one; null if the person has to
 * choose. If none can be entered, the reason for the first.
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
