import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { isTime } from '#platform/shared/time.ts'
import { exceptionKinds, keepings, MAX_CYCLE_DAYS, MAX_TOUR_MINUTES, type Pattern, problemOfPattern } from './rules.ts'
import { patternWords } from './words.ts'

const Time = z.string().refine(isTime, 'Enter a time.')
const Minutes = z.int().min(1).max(MAX_TOUR_MINUTES, 'At most 24 hours.')
const Hours = z.strictObject({ start: Time, minutes: Minutes })
const PatternShape = z.discriminatedUnion('kind', [
  Hours.extend({ kind: z.literal('four_two') }),
  Hours.extend({ kind: z.literal('pitman') }),
  Hours.extend({ kind: z.literal('panama'), night_start: Time }),
  Hours.extend({ kind: z.literal('weekdays'), weekdays: z.array(z.int().min(0).max(6)).max(7) }),
  z.strictObject({ kind: z.literal('cycle'), days: z.array(Hours.nullable()).min(1).max(MAX_CYCLE_DAYS) }),
])
const schedule = { starts_on: DateText, anchor_on: DateText, keeps: z.enum(keepings), pattern: PatternShape }
const ScheduleOut = z.object(schedule)
const works = (given: { pattern: Pattern }, context: z.core.$RefinementCtx) => {
  const wrong = problemOfPattern(given.pattern)
  if (wrong) context.addIssue({ code: 'custom', path: ['pattern'], message: patternWords(wrong) })
}
/** Empty: none. */
const optionalDate = z.union([z.literal(''), DateText], 'Enter a date.')

const PlatoonFacts = z.object({
  id: Id,
  name: z.string(),
  unit: z.string().nullable(),
  ended_on: DateText.nullable(),
  version: z.int(),
  /** On the department's day. */
  members: z.int(),
  on_leave: z.int(),
})
/** `schedules`: those that apply to any of the next two weeks. */
export const Platoon = PlatoonFacts.extend({ schedules: z.array(ScheduleOut) })
export type Platoon = z.output<typeof Platoon>

export const listPlatoons = endpoint({
  name: 'tours.platoons',
  summary: 'Platoons by name, with the schedules for their next two weeks; retired ones are listed separately.',
  method: 'GET',
  path: '/api/platoons',
  who: 'admin',
  input: z.object({ ended: z.enum(['yes', 'no']).default('no'), after: Id.optional() }),
  output: page(Platoon).extend({ today: DateText }),
  errors: {},
  topics: ['tours', 'officers'],
})

const PlatoonPath = { platoon_id: Id }
export const getPlatoon = endpoint({
  name: 'tours.platoon',
  summary: 'One platoon with its schedules, latest first.',
  method: 'GET',
  path: '/api/platoons/:platoon_id',
  who: 'admin',
  input: z.object(PlatoonPath),
  output: z.object({ platoon: PlatoonFacts, schedules: z.array(ScheduleOut), today: DateText }),
  errors: {},
  topics: ['tours', 'officers'],
})

const named = { name: line(1, 80), unit: line(0, 120) }
export const createPlatoon = endpoint({
  name: 'tours.create_platoon',
  summary: 'Creates a platoon with its first schedule.',
  method: 'POST',
  path: '/api/platoons',
  who: 'admin',
  input: z.strictObject({ ...named, ...schedule }).superRefine(works),
  output: z.object({ id: Id }),
  errors: { platoon_name_taken: 409 },
})

export const editPlatoon = endpoint({
  name: 'tours.edit_platoon',
  summary: 'Edits the name, the unit and the first day without tours (empty if not retired).',
  method: 'PATCH',
  path: '/api/platoons/:platoon_id',
  who: 'admin',
  input: z.strictObject({ ...PlatoonPath, version: Version, ...named, ended_on: optionalDate }),
  output: z.object({ version: z.int() }),
  errors: { platoon_name_taken: 409 },
})

export const putSchedule = endpoint({
  name: 'tours.put_schedule',
  summary: 'Sets the schedule starting on a day; replaces one that starts on the same day.',
  method: 'POST',
  path: '/api/platoons/:platoon_id/schedules',
  who: 'admin',
  input: z.strictObject({ ...PlatoonPath, ...schedule }).superRefine(works),
  output: Done,
  errors: {},
})

export const removeSchedule = endpoint({
  name: 'tours.remove_schedule',
  summary: "Removes a schedule; the previous one continues. The only one can't be removed.",
  method: 'DELETE',
  path: '/api/platoons/:platoon_id/schedules/:starts_on',
  who: 'admin',
  input: z.object({ ...PlatoonPath, starts_on: DateText }),
  output: Done,
  errors: { only_schedule: 409 },
})

export const Member = z.object({
  id: Id,
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  starts_on: DateText,
  ends_on: DateText.nullable(),
  on_leave: z.boolean(),
})
export type Member = z.output<typeof Member>

export const listMembers = endpoint({
  name: 'tours.members',
  summary: 'Current and future members of a platoon, by name.',
  method: 'GET',
  path: '/api/platoons/:platoon_id/members',
  who: 'admin',
  input: z.object({ ...PlatoonPath, search: line(0, 100).optional(), after: Id.optional() }),
  output: page(Member),
  errors: {},
  topics: ['tours', 'officers'],
})

export const joinPlatoon = endpoint({
  name: 'tours.join',
  summary: 'Moves an officer to a platoon (or none, if null) starting on a day; earlier membership is kept.',
  method: 'POST',
  path: '/api/platoon-members',
  who: 'admin',
  input: z.strictObject({ officer_id: Id, platoon_id: Id.nullable(), starts_on: DateText }),
  output: Done,
  errors: { own_tours: 403, officer_not_active: 409, platoon_ended: 409 },
})

export const OwnTour = z.object({ starts_at: Instant, ends_at: Instant, title: z.string().nullable() })
export type OwnTour = z.output<typeof OwnTour>
export const Exception = z.object({
  id: Id,
  kind: z.enum(exceptionKinds),
  on_day: DateText,
  works_on: DateText.nullable(),
  start_time: z.string().nullable(),
  minutes: z.int().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
})
export type Exception = z.output<typeof Exception>

export const getTours = endpoint({
  name: 'tours.officer',
  summary: "An officer's tours from a date, with platoons and tour exceptions. Officers read their own.",
  method: 'GET',
  path: '/api/tours',
  who: 'officer',
  input: z.object({
    /** Default: the caller's own. */
    officer_id: Id.optional(),
    /** Default: today. */
    from: DateText.optional(),
    days: z.coerce.number<number>().int().min(1).max(62).default(14),
  }),
  output: z.object({
    officer_id: Id,
    today: DateText,
    from: DateText,
    days: z.int(),
    tours: z.array(OwnTour),
    leaves: z.array(z.object({ starts_at: Instant, ends_at: Instant.nullable() })),
    /** Confirmed shifts that begin on these days, to show next to the tours. */
    shifts: z.array(z.object({ assignment_id: Id, title: z.string(), starts_at: Instant, ends_at: Instant })),
    /** Latest first, at most 50. */
    memberships: z.array(
      z.object({
        platoon_id: Id,
        platoon: z.string(),
        starts_on: DateText,
        ends_on: DateText.nullable(),
      }),
    ),
    /** From the first displayed day, at most 200. */
    exceptions: z.array(Exception),
  }),
  errors: {},
  topics: ['tours', 'signups', 'assignments', 'organization'],
})

const exceptionShape = {
  officer_id: Id,
  kind: z.enum(exceptionKinds),
  on_day: DateText,
  /** Swapped only: the day worked instead. */
  works_on: optionalDate,
  /** Swapped and extra: start time and minutes of that tour. */
  start_time: z.union([z.literal(''), Time], 'Enter a time.'),
  minutes: Minutes.nullable(),
  /** Empty: none. */
  note: line(0, 300),
}
type GivenException = { kind: string; works_on: string; start_time: string; minutes: number | null }
const whole = (e: GivenException, context: z.core.$RefinementCtx) => {
  const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (e.kind === 'swap' && e.works_on === '') missing('works_on', 'Enter a date.')
  if (e.kind !== 'off' && e.start_time === '') missing('start_time', 'Enter a time.')
  if (e.kind !== 'off' && e.minutes === null) missing('minutes', 'Enter a length.')
}

export const addException = endpoint({
  name: 'tours.add_exception',
  summary: 'Adds a tour exception: a day off, a swapped day or an extra tour.',
  method: 'POST',
  path: '/api/tour-exceptions',
  who: 'admin',
  input: z.strictObject(exceptionShape).superRefine(whole),
  output: z.object({ id: Id }),
  errors: { own_tours: 403, day_off_already: 409, officer_not_active: 409 },
})

export const removeException = endpoint({
  name: 'tours.remove_exception',
  summary: 'Removes a tour exception; the rotation applies to the day again.',
  method: 'DELETE',
  path: '/api/tour-exceptions/:exception_id',
  who: 'admin',
  input: z.object({ exception_id: Id }),
  output: Done,
  errors: { own_tours: 403 },
})
