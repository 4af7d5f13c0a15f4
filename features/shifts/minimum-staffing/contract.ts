import { z } from 'zod'
import { Requirements } from '#features/shifts/assignments/contract.shapes.ts'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { isTime } from '#platform/shared/time.ts'
import { idleWhys } from './rules.forecast.ts'
import { states } from './rules.gaps.ts'
import { DAYS_AHEAD, LATEST_MINUTES, LEAST, staffingKinds } from './rules.ts'

/** Limit per department, not counting ended ones: each is computed separately every minute. */
export const MOST_MINIMUMS = 100

const Time = z.string().refine(isTime, 'Enter a time.')
/** Empty: none. */
const optionalDate = z.union([z.literal(''), DateText], 'Enter a date.')

const shift = {
  title: line(1, 160),
  kind: z.enum(staffingKinds),
  location_name: line(0, 160),
  location_address: line(0, 300),
  signup_mode: z.enum(signupModes),
  award_rule_id: Id.nullable(),
  requirements: Requirements,
}
const fields = {
  name: line(1, 80),
  platoon_id: Id.nullable(),
  /** For a minimum of a whole unit; empty for a platoon's. */
  unit: line(0, 120),
  rank: line(0, 120),
  least: z.int('Enter a whole number.').min(LEAST[0], 'At least 1.').max(LEAST[1], 'At most 200.'),
  weekdays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day.').max(7),
  start_time: Time,
  end_time: Time,
  starts_on: DateText,
  last_on: optionalDate,
  days_ahead: z
    .int('Enter a whole number.')
    .min(DAYS_AHEAD[0], 'At least 1 day.')
    .max(DAYS_AHEAD[1], 'At most 28 days.'),
  latest_minutes: z.int('Enter a whole number.').min(LATEST_MINUTES[0]).max(LATEST_MINUTES[1], 'At most 48 hours.'),
  ...shift,
}
type Given = { platoon_id: string | null; unit: string; starts_on: string; last_on: string }
const whole = (given: Given, context: z.core.$RefinementCtx) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (given.platoon_id === null && given.unit === '') wrong('platoon_id', 'Choose a platoon or a unit.')
  if (given.platoon_id !== null && given.unit !== '') wrong('unit', 'Choose a platoon or a unit, not both.')
  if (given.last_on !== '' && given.last_on < given.starts_on) wrong('last_on', 'This is before the first day.')
}

export const Minimum = z.object({
  ...fields,
  id: Id,
  platoon: z.string().nullable(),
  unit: z.string().nullable(),
  rank: z.string().nullable(),
  last_on: DateText.nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  version: z.int(),
})
export type Minimum = z.output<typeof Minimum>

export const listMinimums = endpoint({
  name: 'minimums.list',
  summary: 'Minimums by name, with the platoons, units and ranks they can be set for. Retired ones are separate.',
  method: 'GET',
  path: '/api/staffing-minimums',
  who: 'admin',
  input: z.object({ ended: z.enum(['yes', 'no']).default('no'), after: Id.optional() }),
  output: page(Minimum).extend({
    today: DateText,
    platoons: z.array(z.object({ id: Id, name: z.string(), unit: z.string().nullable() })),
    units: z.array(z.string()),
    ranks: z.array(z.string()),
    /** Whether there is a tour to count: a platoon with a schedule, or an imported one. */
    has_tours: z.boolean(),
  }),
  errors: {},
  topics: ['minimums', 'tours', 'officers'],
})

export const addMinimum = endpoint({
  name: 'minimums.add',
  summary: 'Sets a minimum. Gaps open shifts automatically.',
  method: 'POST',
  path: '/api/staffing-minimums',
  who: 'admin',
  input: z.strictObject(fields).superRefine(whole),
  output: z.object({ id: Id }),
  errors: { too_many_minimums: 409 },
})

export const editMinimum = endpoint({
  name: 'minimums.edit',
  summary: 'Changes a minimum, and the shifts it opened that have no sign-ups.',
  method: 'PATCH',
  path: '/api/staffing-minimums/:minimum_id',
  who: 'admin',
  input: z.strictObject({ ...fields, minimum_id: Id, version: Version }).superRefine(whole),
  output: z.object({ version: z.int() }),
  errors: { too_many_minimums: 409 },
})

export const endMinimum = endpoint({
  name: 'minimums.end',
  summary: 'Retires a minimum after its last day. Later shifts it opened close if they have no sign-ups.',
  method: 'POST',
  path: '/api/staffing-minimums/:minimum_id/end',
  who: 'admin',
  input: z.strictObject({ minimum_id: Id, version: Version, last_on: DateText }),
  output: z.object({ version: z.int() }),
  errors: { too_many_minimums: 409 },
})

export const tryMinimum = endpoint({
  name: 'minimums.try',
  summary: 'Which shifts a minimum would open in the next 14 days. Saves nothing.',
  method: 'POST',
  path: '/api/staffing-minimums/try',
  who: 'admin',
  input: z.strictObject({ ...fields, minimum_id: Id.nullable() }).superRefine(whole),
  output: z.object({
    /** Number of days on which the minimum applies. */
    days: z.int(),
    officers: z.int(),
    opens: z.array(z.object({ on_day: DateText, starts_at: Instant, ends_at: Instant, missing: z.int(), at: Instant })),
    late: z.int(),
  }),
  errors: {},
})

const Someone = z.object({ officer_id: Id, name: z.string() })
export const Day = z.object({
  minimum_id: Id,
  name: z.string(),
  group: z.string(),
  on_day: DateText,
  starts_at: Instant,
  ends_at: Instant,
  needed: z.int(),
  /** The lowest number at any one time. */
  on_tour: z.int(),
  present: z.int(),
  on_leave: z.array(Someone),
  /** On tour, but working elsewhere at that time. */
  elsewhere: z.array(Someone),
  overtime: z.array(Someone),
  missing: z.int(),
  /** From the first short minute to the last. */
  gap: z.object({ starts_at: Instant, ends_at: Instant }).nullable(),
  state: z.enum(states),
  /** When it opens automatically, if the state is `later`. */
  opens_at: Instant.nullable(),
  shift: z
    .object({
      assignment_id: Id.nullable(),
      title: z.string(),
      starts_at: Instant,
      ends_at: Instant,
      required: z.int(),
      held: z.int(),
      cancel_reason: z.string().nullable(),
      names: z.array(z.string()),
    })
    .nullable(),
})
export type Day = z.output<typeof Day>

export const listForecast = endpoint({
  name: 'minimums.forecast',
  summary: "Each minimum's days, a week per page: needed, present, missing, and what happens next.",
  method: 'GET',
  path: '/api/staffing-minimums/forecast',
  who: 'admin',
  input: z.object({ after: DateText.optional() }),
  output: page(Day).extend({
    /** Every day of the page, with the minimums in effect that have nothing to come on it. */
    days: z.array(
      z.object({
        on_day: DateText,
        idle: z.array(z.object({ minimum_id: Id, name: z.string(), group: z.string(), why: z.enum(idleWhys) })),
      }),
    ),
    today: DateText,
  }),
  errors: {},
  topics: ['minimums', 'tours', 'signups', 'assignments', 'officers'],
})

export const openAgain = endpoint({
  name: 'minimums.open_again',
  summary: 'Lets a gap open a shift automatically again after an admin withdrew its shift.',
  method: 'POST',
  path: '/api/staffing-minimums/:minimum_id/days/:on_day/open-again',
  who: 'admin',
  input: z.strictObject({ minimum_id: Id, on_day: DateText }),
  output: Done,
  errors: { not_taken_back: 409 },
})
