import { z } from 'zod'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { afterPlace, DateText, Done, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { newcomerPlaces, VOLUNTEER_MINUTES } from './rules.ts'

const yearStart = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Choose a month and a day.')
export const volunteerMinutes = z.coerce
  .number()
  .int('Enter a whole number of minutes.')
  .min(VOLUNTEER_MINUTES.least, `At least ${VOLUNTEER_MINUTES.least} minutes.`)
  .max(VOLUNTEER_MINUTES.most, 'At most 2,880 minutes (2 days).')

const settings = {
  counted: z.enum(['year', 'ever']),
  year_starts: yearStart,
  newcomers: z.enum(newcomerPlaces),
  /** Each unit has its own list; an order for a post of certain units uses their list. */
  by_unit: z.boolean(),
  admins_listed: z.boolean(),
  /** Officers see each other's names on the list; they always see their own position and numbers. */
  names_shown: z.boolean(),
}
export const ForceSettings = z.object({ ...settings, volunteer_minutes: z.int(), version: z.int() })
export type ForceSettings = z.infer<typeof ForceSettings>

const Exemption = z.object({ id: Id, reason: z.string(), starts_on: DateText, ends_on: DateText.nullable() })

export const ForceRow = z.object({
  /** Null with the name: other calls name colleagues by their ids. */
  officer_id: Id.nullable(),
  /** null if the department does not show names to officers. */
  name: z.string().nullable(),
  badge_number: z.string().nullable(),
  unit: z.string().nullable(),
  /** Decides between equals: the less senior first. Hidden with the name. */
  hired_on: DateText.nullable(),
  position: z.int(),
  orders: z.int(),
  credit: z.int(),
  count: z.int(),
  last_ordered_at: Instant.nullable(),
  exempt: Exemption.nullable(),
  own: z.boolean(),
})
export type ForceRow = z.infer<typeof ForceRow>

export const listForce = endpoint({
  name: 'order_ins.list',
  summary: "Today's force list of the department or one unit, in the order in which officers are ordered in.",
  method: 'GET',
  path: '/api/force-list',
  who: 'officer',
  input: z.object({
    unit: line(0, 120).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: afterPlace(isPlace('\\d{1,6}')),
  }),
  output: page(ForceRow).extend({
    settings: ForceSettings,
    /** The first day that counts; null if the list is never reset. */
    counted_from: DateText.nullable(),
    units: z.array(z.string()),
    total: z.int(),
    /** The caller's own row, regardless of the page; null if the caller is not on this list. */
    mine: ForceRow.nullable(),
    /** Where the caller stands on the list of their own unit, which orders for that unit go by; null where units have none. */
    in_unit: z.object({ unit: z.string(), position: z.int(), total: z.int() }).nullable(),
    /** That row with the two before and the two after it. */
    near: z.array(ForceRow),
  }),
  errors: {},
  topics: ['order_ins', 'officers'],
})
export type ForceList = z.infer<typeof listForce.output>

export const editForceSettings = endpoint({
  name: 'order_ins.edit_settings',
  summary: 'Sets how the force list counts. `version` is the version seen, 0 if there was none.',
  method: 'PATCH',
  path: '/api/force-settings',
  who: 'admin',
  input: z.strictObject({
    ...settings,
    volunteer_minutes: volunteerMinutes,
    version: z.int().min(0).max(2_147_483_647),
  }),
  output: ForceSettings,
  errors: {},
})

const Reason = line(3, 200)
export const exemptOfficer = endpoint({
  name: 'order_ins.exempt',
  summary: 'Exempts an officer for a time. Everyone on the list can read the reason.',
  method: 'POST',
  path: '/api/force-exemptions',
  who: 'admin',
  input: z.strictObject({
    officer_id: Id,
    reason: Reason,
    starts_on: DateText,
    ends_on: z.union([z.literal(''), DateText]).default(''),
  }),
  output: z.object({ id: Id }),
  errors: { own_exemption: 403, not_on_list: 409 },
})

export const endExemption = endpoint({
  name: 'order_ins.end_exemption',
  summary: 'Ends an exemption, with yesterday as its last day.',
  method: 'POST',
  path: '/api/force-exemptions/:id/end',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: { own_exemption: 403 },
})

export const listExemptions = endpoint({
  name: 'order_ins.exemptions',
  summary: 'Exemptions: active and upcoming ones first, then latest first.',
  method: 'GET',
  path: '/api/force-exemptions',
  who: 'admin',
  input: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: afterPlace(isPlace('[0-2]~{day}~{id}')),
  }),
  output: page(
    Exemption.extend({
      officer_id: Id,
      name: z.string(),
      badge_number: z.string().nullable(),
      state: z.enum(['now', 'later', 'over']),
      created_by: z.string().nullable(),
      created_at: Instant,
      own: z.boolean(),
    }),
  ),
  errors: {},
  topics: ['order_ins'],
})
export type ExemptionRow = z.infer<typeof listExemptions.output>['items'][number]
