import { z } from 'zod'
import { contactFields } from '#features/roster/officers/contract.contact.ts'
import { AwardRule } from '#features/shifts/award-rules/contract.ts'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { Id, line } from '#platform/shared/shapes.ts'
import { Values } from './contract.ts'

/** An officer who could be assigned by hand. `minutes`, which differ by list, are beside it. */
export const candidateFields = {
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  ...contactFields,
  own: z.boolean(),
  /** What an award of the shift would compare now, tie-breaks aside; null if none ranks the officer. */
  compared: Values.partial().nullable(),
  /** False for an admin without shifts, whom no award order ranks. */
  ranked: z.boolean(),
  reasons: z.array(Reason),
  /** How many eligible officers the award rule puts before this one; 0 where none decides the order. */
  ahead: z.int(),
}

/**
 * Sent by a screen that lists officers in the order of an award rule, where the one chosen isn't the first, and before an award, which the
 * assignment bypasses: why this one is assigned. The reason is kept with the decision and overrides no check.
 */
export const out_of_order = z.object({ reason: line(3, 500) }).optional()
export type OutOfOrder = z.infer<typeof out_of_order>

/** The award rule that decides the order; null if hours do. */
export const OrderedBy = z.object({ name: z.string(), version: z.int(), body: AwardRule }).nullable()
export type OrderedBy = z.infer<typeof OrderedBy>
