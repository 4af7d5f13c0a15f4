import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { RosterMatch } from './contract.ts'
import { mergeKinds } from './rules.merges.ts'
import { matchedBy } from './rules.ts'

export const RosterRow = RosterMatch.extend({ by: z.enum([...matchedBy, 'search']) })
export type RosterRow = z.infer<typeof RosterRow>

export const listRosterRows = endpoint({
  name: 'officer_merges.roster_rows',
  summary: 'Roster rows without an account that match an officer or a search. At most 20.',
  method: 'GET',
  path: '/api/officers/:officer_id/roster-rows',
  who: 'admin',
  input: z.object({
    officer_id: Id,
    /** Searches name and badge number; if omitted, returns matches by badge, email or name. */
    search: line(0, 100).optional(),
  }),
  output: z.object({ items: z.array(RosterRow) }),
  errors: {},
  topics: ['officers'],
})

export const listRosterUnits = endpoint({
  name: 'officer_merges.roster_units',
  summary: 'Units on the active roster, each with its number of officers without an account. At most 500.',
  method: 'GET',
  path: '/api/roster-units',
  who: 'admin',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ unit: z.string().nullable(), without_account: z.int() })) }),
  errors: {},
  topics: ['officers'],
})

const inTheWay = {
  merge_award_receipts: 409,
  merge_same_shift: 409,
  merge_paid_twice: 409,
  merge_extra_time_overlaps: 409,
  merge_leaves_overlap: 409,
  merge_platoons_overlap: 409,
  merge_tours_overlap: 409,
  merge_both_on_duty: 409,
  merge_decided_each_other: 409,
} as const

export const mergeOfficer = endpoint({
  name: 'officer_merges.merge',
  summary:
    "Merges an account's row into a roster row and approves a pending registration, unless their records conflict.",
  method: 'POST',
  path: '/api/officers/:officer_id/merge',
  who: 'admin',
  input: z.strictObject({ officer_id: Id, /** The row that stays. */ roster_id: Id }),
  output: z.object({ officer_id: Id, merge_id: Id }),
  errors: {
    wrong_state: 409,
    own_row: 409,
    roster_row_taken: 409,
    roster_row_inactive: 409,
    email_taken: 409,
    ...inTheWay,
  },
})

export const OfficerMerge = z.object({
  id: Id,
  kind: z.enum(mergeKinds),
  /** The name and badge of the row that was merged away. */
  from_name: z.string(),
  made_by: z.string(),
  made_at: Instant,
  undo_until: Instant,
  undone_at: Instant.nullable(),
  may_undo: z.boolean(),
})
export type OfficerMerge = z.infer<typeof OfficerMerge>

export const listMerges = endpoint({
  name: 'officer_merges.list',
  summary: "What was merged into an officer's row, newest first.",
  method: 'GET',
  path: '/api/officers/:officer_id/merges',
  who: 'admin',
  input: z.object({ officer_id: Id }),
  output: z.object({ items: z.array(OfficerMerge) }),
  errors: {},
  topics: ['officers'],
})

export const undoMerge = endpoint({
  name: 'officer_merges.undo',
  summary: 'Undoes a merge within 30 days: the account gets its own row back, with everything it brought.',
  method: 'POST',
  path: '/api/officer-merges/:merge_id/undo',
  who: 'admin',
  input: z.strictObject({ merge_id: Id }),
  output: Done,
  errors: {
    wrong_state: 409,
    own_row: 409,
    undo_over: 409,
    officers_full: 409,
    email_taken: 409,
    merge_decided_each_other: 409,
  },
})
