import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, line, text } from '#platform/shared/shapes.ts'
import { looksLikeFormula } from '#platform/shared/text.ts'
import { RosterFilter, rosterFilter } from './contract.ts'
import { bulkKinds, leftOutReasons, MOST_AT_ONCE } from './rules.bulk.ts'
import { officerBounds } from './rules.ts'

const value = (most: number) =>
  line(0, most).refine(
    (typed) => !looksLikeFormula(typed),
    'This starts like a spreadsheet formula (=, +, - or @). Use plain text.',
  )

const Edit = z.discriminatedUnion('kind', [
  /** Empty text is "none". */
  z.object({ kind: z.literal('unit'), value: value(officerBounds.unit) }),
  z.object({ kind: z.literal('rank'), value: value(officerBounds.rank) }),
  z.object({ kind: z.literal('suspend'), reason: text(1, 500) }),
  z.object({ kind: z.literal('invite') }),
])

const left_out = z.array(
  z.object({
    /** `not_found`: no such officer. `no_match`: changed while the edit was made, so that the filter finds them no more. */
    why: z.enum([...leftOutReasons, 'not_found', 'no_match']),
    count: z.int(),
  }),
)
const Made = z.object({
  /** For undoing within a minute; null where nothing can be undone. */
  id: Id.nullable(),
  changed: z.int(),
  left_out,
})

export const countMatching = endpoint({
  name: 'officers.matching',
  summary: 'How many officers match a roster filter.',
  method: 'GET',
  path: '/api/officers/matching',
  who: 'admin',
  input: RosterFilter,
  output: z.object({ officers: z.int() }),
  errors: {},
  topics: ['officers', 'certifications'],
})

export const previewBulkEdit = endpoint({
  name: 'bulk_edits.preview',
  summary: 'Previews a bulk edit: how many officers change, and who is left out and why.',
  method: 'GET',
  path: '/api/bulk-edits/preview',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({
    ...rosterFilter,
    kind: z.enum(bulkKinds),
    /** The new unit or rank; empty is "none". */
    value: line(0, officerBounds.unit).default(''),
  }),
  output: z.object({
    changed: z.int(),
    left_out,
    /** Of a suspension: active officers other than the caller who are on duty, and would lose the way to check out. */
    on_duty: z.array(z.object({ id: Id, name: z.string() })),
  }),
  errors: {},
  topics: ['officers', 'certifications', 'attendance'],
})

export const makeBulkEdit = endpoint({
  name: 'bulk_edits.make',
  summary:
    'Changes unit or rank of several officers, suspends them, or mails them invitations: all in one transaction.',
  method: 'POST',
  path: '/api/bulk-edits',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ officer_ids: z.array(Id).min(1).max(MOST_AT_ONCE), edit: Edit }),
  output: Made,
  errors: {},
})

export const makeMatchingEdit = endpoint({
  name: 'bulk_edits.make_matching',
  summary: 'The same for every officer who matches a roster filter at that moment.',
  method: 'POST',
  path: '/api/bulk-edits/matching',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ matching: RosterFilter, edit: Edit }),
  output: Made,
  errors: {},
})

export const undoBulkEdit = endpoint({
  name: 'bulk_edits.undo',
  summary: "Undoes the caller's own bulk edit within a minute; officers changed since then stay as they are.",
  method: 'POST',
  path: '/api/bulk-edits/:id/undo',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ id: Id }),
  output: z.object({ restored: z.int(), left_out: z.int() }),
  errors: { bulk_undo_over: 409 },
})
