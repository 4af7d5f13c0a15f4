import { NO_OFFICER } from '#platform/shared/vendor.ts'
import { type OfficerAction, type OfficerRole, officerActions, refuseOfficerAction, type Standing } from './rules.ts'

/** Facts besides the row itself that decide. */
export type HouseOf = {
  by_officer_id: string
  approved_count: number
  active_admin_count: number
  max_officers: number | null
}
export type RowOf = { id: string; role: OfficerRole; standing: Standing; has_account: boolean }

/**
 * Active admins as counted by the last-admin rule: the others, plus this one. An admin without an account does not count, but may
 * be removed as long as one with an account remains.
 */
export const othersPlusOne = (house: HouseOf, row: RowOf): number => {
  const counts = row.role === 'admin' && row.standing === 'approved' && row.has_account
  return house.active_admin_count - (counts ? 1 : 0) + 1
}

// Any timestamp works: the rule only checks whether there is one.
const stamp = '1970-01-01T00:00:00Z'
const asked = (action: OfficerAction, row: RowOf, house: HouseOf) =>
  refuseOfficerAction(
    action,
    {
      id: row.id,
      role: row.role,
      approved: row.standing !== 'pending' && row.standing !== 'rejected',
      rejected_at: row.standing === 'rejected' ? stamp : null,
      suspended_at: row.standing === 'suspended' ? stamp : null,
      left_on: row.standing === 'left' ? '1970-01-01' : null,
    },
    { ...house, active_admin_count: othersPlusOne(house, row), reason: 'given' },
  )

/** A person with an account may match a roster row; nobody decides this about themselves. */
const mayMerge = (row: RowOf, house: HouseOf): boolean =>
  row.has_account && (row.standing === 'pending' || row.standing === 'approved') && row.id !== house.by_officer_id

/** The actions the requesting admin may take on the row now. */
export const mayOf = (row: RowOf, house: HouseOf): (OfficerAction | 'edit' | 'invite' | 'merge')[] =>
  // Only the department itself decides who has access.
  house.by_officer_id === NO_OFFICER
    ? ['edit']
    : [
        ...officerActions.filter((action) => asked(action, row, house) === null),
        'edit',
        ...(row.standing === 'approved' && !row.has_account ? (['invite'] as const) : []),
        ...(mayMerge(row, house) ? (['merge'] as const) : []),
      ]

/** Actions that the state allows but a rule forbids, with the rule: the button is shown and says why. */
export const blockedOf = (row: RowOf, house: HouseOf) =>
  officerActions.flatMap((action) => {
    const why = asked(action, row, house)
    return why === 'own_row' || why === 'last_admin' || why === 'officers_full' ? [{ action, why }] : []
  })
