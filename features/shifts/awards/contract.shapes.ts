import { z } from 'zod'
import { contactFields } from '#features/roster/officers/contract.contact.ts'
import { AwardRule } from '#features/shifts/award-rules/contract.ts'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { Id } from '#platform/shared/shapes.ts'
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
}

/** The award rule that decides the order; null if hours do. */
export const OrderedBy = z.object({ name: z.string(), version: z.int(), body: AwardRule }).nullable()
export type OrderedBy = z.infer<typeof OrderedBy>
