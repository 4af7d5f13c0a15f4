import { NO_OFFICER } from '#features/support-access/rules.ts'
import { type OfficerAction, type OfficerRole, officerActions, refuseOfficerAction, type Standing } from './rules.ts'

/** What decides beside the row itself. */
export type HouseOf = {
  by_officer_id: string
  approved_count: number
  active_admin_count: number
  max_officers: number | null
}
export type RowOf = { id: string; role: OfficerRole; standing: Standing; has_account: boolean }

/**
 * Active admins as the rule about the last one counts them: the others, and this one. An admin without an account does not
 * count, yet may be taken out while one with an account stays.
 */
export const othersPlusOne = (house: HouseOf, row: RowOf): number => {
  const counts = row.role === 'admin' && row.standing === 'approved' && row.has_account
  return house.active_admin_count - (counts ? 1 : 0) + 1
}

// Any stamp will do: the rule asks only whether there is one.
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

/** What the asking admin may do with the row now. */
export const mayOf = (row: RowOf, house: HouseOf): (OfficerAction | 'edit' | 'invite')[] =>
  // Who has access is the department's own to decide.
  house.by_officer_id === NO_OFFICER
    ? ['edit']
    : [
        ...officerActions.filter((action) => asked(action, row, house) === null),
        'edit',
        ...(row.standing === 'approved' && !row.has_account ? (['invite'] as const) : []),
      ]

/** What the state allows and a rule does not, with the rule: such a button is shown and says why. */
export const blockedOf = (row: RowOf, house: HouseOf) =>
  officerActions.flatMap((action) => {
    const why = asked(action, row, house)
    return why === 'own_row' || why === 'last_admin' || why === 'officers_full' ? [{ action, why }] : []
  })
