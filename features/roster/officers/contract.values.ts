import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** A value of the roster, and how many active officers have it. */
const RosterValue = z.object({ value: z.string(), officers: z.int() })
export type RosterValue = z.infer<typeof RosterValue>

export const listRosterValues = endpoint({
  name: 'officers.values',
  summary: "Active officers' units, ranks and certification types, by name.",
  method: 'GET',
  path: '/api/officers/values',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    units: z.array(RosterValue),
    ranks: z.array(RosterValue),
    certifications: z.array(RosterValue),
    /** Active officers. */
    officers: z.int(),
  }),
  errors: {},
  topics: ['officers', 'certifications'],
})
