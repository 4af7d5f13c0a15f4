import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Id, line } from '#platform/shared/shapes.ts'

/** Maximum number of officers added to a platoon at once. */
export const JOIN_MOST = 300

export const listUnits = endpoint({
  name: 'platoon_members.units',
  summary: 'Units with their active officers except the caller, and how many are in the platoon on that date.',
  method: 'GET',
  path: '/api/platoons/:platoon_id/units',
  who: 'admin',
  input: z.object({ platoon_id: Id, starts_on: DateText.optional() }),
  output: z.object({ items: z.array(z.object({ unit: z.string(), officers: z.int(), members: z.int() })) }),
  errors: {},
  topics: ['tours', 'officers'],
})

export const joinMany = endpoint({
  name: 'platoon_members.join_many',
  summary: 'Adds several officers to a platoon from a date, or a whole unit except yourself. All or none.',
  method: 'POST',
  path: '/api/platoons/:platoon_id/members',
  who: 'admin',
  input: z
    .strictObject({
      platoon_id: Id,
      starts_on: DateText,
      officer_ids: z.array(Id).max(JOIN_MOST).default([]),
      /** Empty: only the chosen officers. */
      unit: line(0, 120).default(''),
    })
    .refine((asked) => asked.unit !== '' || asked.officer_ids.length > 0, {
      path: ['officer_ids'],
      message: 'Choose officers or a unit.',
    }),
  output: z.object({ joined: z.int() }),
  errors: { own_tours: 403, officer_not_active: 409, platoon_ended: 409 },
})
