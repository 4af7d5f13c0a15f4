import { othersPlusOne } from './rules.may.ts'
import { type OfficerRole, refuseOfficerAction, type Standing } from './rules.ts'

/** Officers chosen one by one at most, and officers in one statement of an edit of everyone who matches. */
export const MOST_AT_ONCE = 500

export const bulkKinds = ['unit', 'rank', 'suspend', 'invite'] as const
export type BulkKind = (typeof bulkKinds)[number]

export type BulkEdit =
  | { kind: 'unit' | 'rank'; value: string }
  | { kind: 'suspend'; reason: string }
  | { kind: 'invite' }

/** What the rule needs to know about a row, on the screen (for the preview) and under the lock. */
export type BulkRow = {
  id: string
  role: OfficerRole
  standing: Standing
  unit: string | null
  rank: string | null
  email: string | null
  has_account: boolean
}

export const leftOutReasons = ['same', 'wrong_state', 'own_row', 'last_admin', 'no_email', 'has_account'] as const
export type LeftOut = (typeof leftOutReasons)[number]

type House = { by_officer_id: string; active_admin_count: number }

const stamp = '1970-01-01T00:00:00Z'
const suspending = (row: BulkRow, house: House): LeftOut | null => {
  const refusal = refuseOfficerAction(
    'suspend',
    {
      id: row.id,
      role: row.role,
      approved: row.standing === 'approved' || row.standing === 'suspended' || row.standing === 'left',
      rejected_at: row.standing === 'rejected' ? stamp : null,
      suspended_at: row.standing === 'suspended' ? stamp : null,
      left_on: row.standing === 'left' ? '1970-01-01' : null,
    },
    {
      ...house,
      approved_count: 0,
      max_officers: null,
      active_admin_count: othersPlusOne({ ...house, approved_count: 0, max_officers: null }, row),
      reason: 'given',
    },
  )
  if (refusal === null) return null
  return refusal === 'own_row' || refusal === 'last_admin' ? refusal : 'wrong_state'
}

const inviting = (row: BulkRow): LeftOut | null => {
  if (row.standing !== 'approved') return 'wrong_state'
  if (row.has_account) return 'has_account'
  return row.email === null ? 'no_email' : null
}

/** Why the edit leaves this row as it is, or null where it changes it. */
const leavesOut = (edit: BulkEdit, row: BulkRow, house: House): LeftOut | null => {
  if (edit.kind === 'invite') return inviting(row)
  if (edit.kind === 'suspend') return suspending(row, house)
  if (row.standing === 'left' || row.standing === 'rejected') return 'wrong_state'
  return (row[edit.kind] ?? '') === edit.value.trim() ? 'same' : null
}

/** In pieces that one statement changes well within its time limit. */
export const inBatches = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MOST_AT_ONCE) }, (_, at) =>
    all.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  )

export type BulkPreview = { changed: string[]; leftOut: Map<LeftOut, string[]> }

/**
 * Whom an edit changes and whom it leaves out, and why. Of several admins the last one who could sign in stays: those before
 * count as suspended already.
 */
export const previewOf = (edit: BulkEdit, rows: readonly BulkRow[], house: House): BulkPreview => {
  const found: BulkPreview = { changed: [], leftOut: new Map() }
  let admins = house.active_admin_count
  for (const row of rows) {
    const why = leavesOut(edit, row, { ...house, active_admin_count: admins })
    if (why !== null) {
      found.leftOut.set(why, [...(found.leftOut.get(why) ?? []), row.id])
      continue
    }
    found.changed.push(row.id)
    if (edit.kind === 'suspend' && row.role === 'admin' && row.has_account && row.standing === 'approved') admins -= 1
  }
  return found
}

/** Mail that was sent cannot be taken back. */
export const canUndo = (kind: BulkKind): boolean => kind !== 'invite'
