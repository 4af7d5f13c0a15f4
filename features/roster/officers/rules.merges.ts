import { type Standing, type StandingOf, standingOf } from './rules.ts'

/** Number of days in which a merge can be undone. */
export const UNDO_DAYS = 30
export const mergeKinds = ['claim', 'merge'] as const
export type MergeKind = (typeof mergeKinds)[number]

type Side = StandingOf & { id: string; user_id: string | null }
export type MergeRefusal = 'wrong_state' | 'own_row' | 'roster_row_taken' | 'roster_row_inactive'

/** Standings from which a person with an account can be merged into a roster row: pending or active. */
const joins: readonly Standing[] = ['pending', 'approved']

/** Why the account of `from` cannot move to the roster row `into`, or null. Nobody decides this about themselves. */
export function refuseMerge(from: Side, into: Side, by_officer_id: string): MergeRefusal | null {
  if (from.id === by_officer_id || into.id === by_officer_id) return 'own_row'
  if (from.id === into.id || from.user_id === null || !joins.includes(standingOf(from))) return 'wrong_state'
  if (into.user_id !== null) return 'roster_row_taken'
  return standingOf(into) === 'approved' ? null : 'roster_row_inactive'
}

/** The kind of merge: a registration approved by merging, or two roster rows of the same person. */
export const kindOf = (from: StandingOf): MergeKind => (standingOf(from) === 'pending' ? 'claim' : 'merge')

type Merged = {
  into_id: string
  undone: boolean
  /** The latest merge into this row that was not undone. */
  latest: boolean
  /** Whether the undo period is over, by the database's clock. */
  over: boolean
  /** The moved account still belongs to the row. */
  same_account: boolean
  into: StandingOf
}
export type UndoRefusal = 'wrong_state' | 'own_row' | 'undo_over'

/** Why a merge cannot be undone, or null. */
export function refuseUndo(merge: Merged, by_officer_id: string): UndoRefusal | null {
  if (merge.into_id === by_officer_id) return 'own_row'
  if (merge.undone || !merge.latest || !merge.same_account || standingOf(merge.into) !== 'approved')
    return 'wrong_state'
  return merge.over ? 'undo_over' : null
}
