import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Id, line } from '#platform/shared/shapes.ts'

/** As many as are put into a platoon at once. */
export const JOIN_MOST = 300

export const listUnits = endpoint({
  name: 'platoon_members.units',
  summary:
    'Units of the department with their active officers but oneself, and how many of each are in the platoon from the day on.',
  method: 'GET',
  path: '/api/platoons/:platoon_id/units',
  who: 'admin',
  input: z.object({ platoon_id: Id, starts_on: DateText.optional().catch(undefined) }),
  output: z.object({ items: z.array(z.object({ unit: z.string(), officers: z.int(), members: z.int() })) }),
  errors: {},
  topics: ['tours', 'officers'],
})

export const joinMany = endpoint({
  name: 'platoon_members.join_many',
  summary:
    'Puts several officers into a platoon from a day on: those chosen, or all active ones of a unit but oneself. All of them or none.',
  method: 'POST',
  path: '/api/platoons/:platoon_id/members',
  who: 'admin',
  input: z
    .strictObject({
      platoon_id: Id,
      starts_on: DateText,
      officer_ids: z.array(Id).max(JOIN_MOST).default([]),
      /** Empty: only those chosen. */
      unit: line(0, 120).default(''),
    })
    .refine((asked) => asked.unit !== '' || asked.officer_ids.length > 0, {
      path: ['officer_ids'],
      message: 'Choose officers or a unit.',
    }),
  output: z.object({ joined: z.int() }),
  errors: { own_tours: 403, officer_not_active: 409, platoon_ended: 409 },
})
