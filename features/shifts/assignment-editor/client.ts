import { z } from 'zod'
import { type Assignment, eachNote, formNotes, type NoteName } from '#features/shifts/assignments/contract.shapes.ts'
import { assignmentKinds, type SignupMode, signupModes } from '#features/shifts/assignments/rules.ts'
import { requirementsOf, typedRequirements } from '#features/shifts/eligibility/rules.asked.ts'
import type { Location } from '#features/shifts/locations/contract.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { daysBetween, isDate, minutesBetween, plusDays, weekdayOf } from '#platform/shared/time.ts'
import { endDateOf } from '#platform/shared/wall.ts'
import { ApiError } from '#platform/web/api.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import type { TemplateBody } from './contract.templates.ts'
import { createAssignment, createSeries } from './contract.ts'
import { occurrences, type Series } from './rules.series.ts'
import { type Resolution, resolveTimes, type TypedTimes, typedOf } from './rules.wall.ts'

const Clock = z.object({ date: z.string(), time: z.string(), which: z.string() })
const Amount = z.number().nullable()
const Shown = z.object({
  /** A whole shift in one line; read into the fields, never sent. */
  quick: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(assignmentKinds),
  ...formNotes,
  location_lat: Amount,
  location_lng: Amount,
  location_radius_m: Amount,
  time_zone: z.string(),
  starts: Clock,
  ends: Clock,
  posts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      required_count: Amount,
      own_times: z.boolean(),
      starts: Clock,
      ends: Clock,
      split_minutes: z.string(),
      units: z.array(z.string()),
      ranks: z.array(z.string()),
      certifications: z.array(z.string()),
      service_months: z.int('Enter a whole number.').min(0).max(480, 'At most 480.').nullable(),
    }),
  ),
  min_required: Amount,
  signup_mode: z.enum(signupModes),
  /** `adopted`: the rule adopted for the assignment's kind. */
  award_rule: z.string(),
  signup_opens: Clock,
  signup_closes: Clock,
  min_pay_minutes: Amount,
  publish_at: Clock,
  backdate_reason: z.string(),
  repeats: z.boolean(),
  unit: z.enum(['days', 'weeks']),
  every: Amount,
  weekdays: z.array(z.number()),
  until: z.string(),
  count: Amount,
})
/** The editor's values while typing: no field is missing, any may be empty. */
export type EditorValues = z.infer<typeof Shown>

/** The editor's form accepts anything typed; the call's own schema is checked on submit. */
export const editorForm = { ...createAssignment, input: Shown }

const noClock = { date: '', time: '', which: '' }
export const emptyPost = (name = ''): EditorValues['posts'][number] => ({
  id: '',
  name,
  required_count: 1,
  own_times: false,
  starts: noClock,
  ends: noClock,
  split_minutes: 'whole',
  units: [],
  ranks: [],
  certifications: [],
  service_months: null,
})

export const newValues = (zone: string, mode: SignupMode = 'approval'): EditorValues => ({
  quick: '',
  title: '',
  description: '',
  kind: 'overtime',
  ...eachNote(() => ''),
  location_lat: null,
  location_lng: null,
  location_radius_m: null,
  time_zone: zone,
  starts: noClock,
  ends: noClock,
  posts: [emptyPost('Post 1')],
  min_required: null,
  signup_mode: mode,
  award_rule: 'adopted',
  signup_opens: noClock,
  signup_closes: noClock,
  min_pay_minutes: null,
  publish_at: noClock,
  backdate_reason: '',
  repeats: false,
  unit: 'weeks',
  every: 1,
  weekdays: [],
  until: '',
  count: null,
})

const pieceOf = (minutes: number | null | undefined) => (minutes == null ? 'whole' : String(minutes))
export const valuesOfTemplate = (body: TemplateBody): EditorValues => ({
  ...newValues(body.time_zone),
  ...shared(body),
  starts: { ...noClock, time: body.start_time },
  ends: { ...noClock, time: body.end_time },
  posts: body.posts.map((post) => ({
    ...emptyPost(post.name),
    required_count: post.required_count,
    own_times: post.start_time !== null || post.end_time !== null,
    starts: { ...noClock, time: post.start_time ?? '' },
    ends: { ...noClock, time: post.end_time ?? '' },
    split_minutes: pieceOf(post.split_minutes),
    ...typedRequirements(post.requirements),
  })),
  min_required: allOr(body.min_required, body.posts),
})

const notesFrom = (from: Readonly<Record<NoteName, string | null>>) => eachNote((name) => from[name] ?? '')
const shared = (from: Omit<TemplateBody, 'start_time' | 'end_time' | 'end_days' | 'posts'>) => ({
  title: from.title,
  description: from.description,
  kind: from.kind,
  ...notesFrom(from),
  location_lat: from.location_lat,
  location_lng: from.location_lng,
  location_radius_m: from.location_radius_m,
  time_zone: from.time_zone,
  signup_mode: from.signup_mode,
  min_pay_minutes: from.min_pay_minutes || null,
})

/** Null means all spots. */
const allOr = (least: number, posts: readonly { required_count: number }[]): number | null =>
  least === posts.reduce((sum, post) => sum + post.required_count, 0) ? null : least

const clockOf = (instant: string | null, zone: string) => {
  if (instant === null) return noClock
  const typed = typedOf(instant, zone)
  return { date: typed.date, time: typed.time, which: typed.which ?? '' }
}

export const valuesOf = (seen: Assignment): EditorValues => {
  const zone = seen.time_zone
  const long = minutesBetween(seen.starts_at, seen.ends_at) > 1380
  const own = (instant: string, assignments: string) => {
    if (instant === assignments) return noClock
    const clock = clockOf(instant, zone)
    return long ? clock : { ...clock, date: '' }
  }
  return {
    ...newValues(zone),
    ...shared(seen),
    starts: clockOf(seen.starts_at, zone),
    ends: endOf(seen),
    posts: seen.posts.map((post) => ({
      ...emptyPost(post.name),
      id: post.id,
      required_count: post.required_count,
      own_times: post.starts_at !== seen.starts_at || post.ends_at !== seen.ends_at,
      starts: own(post.starts_at, seen.starts_at),
      ends: own(post.ends_at, seen.ends_at),
      split_minutes: pieceOf(post.split_minutes),
      ...typedRequirements(post.requirements),
    })),
    min_required: allOr(seen.min_required, seen.posts),
    award_rule: seen.award_rule_id ?? 'adopted',
    signup_opens: clockOf(seen.signup_opens_at, zone),
    signup_closes: clockOf(seen.signup_closes_at, zone),
  }
}

/** The same shift that many days later: every date moves, every time of day stays. */
export const valuesMoved = (values: EditorValues, days: number): EditorValues => {
  const move = (clock: EditorValues['starts']) =>
    clock.date ? { ...clock, date: plusDays(clock.date, days), which: '' } : clock
  return {
    ...values,
    starts: move(values.starts),
    ends: move(values.ends),
    posts: values.posts.map((post) => ({ ...post, starts: move(post.starts), ends: move(post.ends) })),
    signup_opens: move(values.signup_opens),
    signup_closes: move(values.signup_closes),
  }
}

/** A new shift like that one, on a day: what it is, its times, location and spots. Its own sign-up times and notices stay behind. */
export const valuesLike = (seen: Assignment, date: string): EditorValues => {
  const values = valuesOf(seen)
  const moved =
    isDate(date) && isDate(values.starts.date) ? valuesMoved(values, daysBetween(values.starts.date, date)) : values
  return {
    ...moved,
    posts: moved.posts.map((post) => ({ ...post, id: '' })),
    signup_opens: noClock,
    signup_closes: noClock,
  }
}

/** Omits the date if the end is simply the next occurrence of that time, so that it moves with a new start. */
const endOf = (seen: Assignment) => {
  const [start, end] = [clockOf(seen.starts_at, seen.time_zone), clockOf(seen.ends_at, seen.time_zone)]
  const next = endDateOf({ date: start.date, start_time: start.time, end_time: end.time })
  return end.date === next ? { ...end, date: '' } : end
}

type Clock = EditorValues['starts']
const whichOf = ({ which }: Clock): { which?: 'earlier' | 'later' } =>
  which === 'earlier' || which === 'later' ? { which } : {}
const wall = (clock: Clock) => ({ date: clock.date, time: clock.time, ...whichOf(clock) })
const wallOrNull = (clock: Clock) => (clock.date === '' && clock.time === '' ? null : wall(clock))
const after = (clock: Clock) => ({ ...(clock.date ? { date: clock.date } : {}), time: clock.time, ...whichOf(clock) })
const afterOrNull = (clock: Clock, own: boolean) => (own && clock.time !== '' ? after(clock) : null)
const notesOf = (values: EditorValues) => eachNote((name) => values[name])
/** The fields that every call sends. */
export const fieldsOf = (values: EditorValues) => ({
  title: values.title,
  description: values.description,
  kind: values.kind,
  ...notesOf(values),
  location_lat: values.location_lat,
  location_lng: values.location_lng,
  location_radius_m: values.location_radius_m,
  time_zone: values.time_zone,
  starts: wall(values.starts),
  ends: after(values.ends),
  posts: values.posts.map((post) => ({
    ...(post.id ? { id: post.id } : {}),
    name: post.name,
    required_count: post.required_count ?? 0,
    starts: afterOrNull(post.starts, post.own_times),
    ends: afterOrNull(post.ends, post.own_times),
    requirements: requirementsOf(post),
    split_minutes: post.split_minutes === 'whole' ? null : Number(post.split_minutes),
  })),
  min_required: values.min_required,
  signup_mode: values.signup_mode,
  award_rule_id: values.signup_mode === 'award' && values.award_rule !== 'adopted' ? values.award_rule : null,
  signup_opens: wallOrNull(values.signup_opens),
  signup_closes: wallOrNull(values.signup_closes),
  min_pay_minutes: values.min_pay_minutes,
})

export const newInputOf = (values: EditorValues, publish: boolean): InputOf<typeof createAssignment> => {
  const publish_at = publish ? wallOrNull(values.publish_at) : null
  const how = publish_at ? ('later' as const) : ('now' as const)
  return { ...fieldsOf(values), publish: publish ? how : 'draft', publish_at, backdate_reason: values.backdate_reason }
}

const repeatOf = (values: EditorValues): InputOf<typeof createSeries>['repeat'] => {
  const every = values.every ?? 0
  return values.unit === 'days' ? { unit: 'days', every } : { unit: 'weeks', every, weekdays: values.weekdays }
}

export const seriesInputOf = (values: EditorValues, publish: boolean): InputOf<typeof createSeries> => ({
  ...newInputOf(values, publish),
  repeat: repeatOf(values),
  until: values.until || null,
  count: values.count,
})

/** A weekly series without a chosen day repeats on the first date's weekday. */
export const withWeekday = (values: EditorValues): EditorValues => {
  const day = weekdayFor(values.starts.date)
  return values.repeats && values.unit === 'weeks' && values.weekdays.length === 0 && day !== null
    ? { ...values, weekdays: [day] }
    : values
}

/** The series in the form the rule expects, or null while the input is incomplete. */
export const seriesOf = (typed: EditorValues): Series | null => {
  const values = withWeekday(typed)
  const found = createSeries.input.safeParse({ ...seriesInputOf(values, false), title: 'x', posts: [emptyLike] })
  if (!found.success) return null
  const { starts, ends, repeat, until, count } = found.data
  return {
    start_date: starts.date,
    start_time: starts.time,
    end_time: ends.time,
    zone: values.time_zone,
    repeat,
    until,
    count,
  }
}
const emptyLike = { name: 'x', required_count: 1 }

export const previewOf = (series: Series) => {
  try {
    return occurrences(series)
  } catch {
    return null
  }
}

const Times = createAssignment.input.pick({
  starts: true,
  ends: true,
  signup_opens: true,
  signup_closes: true,
  time_zone: true,
})

/** Resolves the typed times: instants, errors, or questions about repeated times; null until start and end are complete. */
export const timesOf = (values: EditorValues, zone: string): Resolution | null => {
  const fields = fieldsOf(values)
  const found = Times.safeParse({ ...fields, signup_opens: null, signup_closes: null })
  if (!found.success) return null
  const optional = (clock: Clock) => (clock.date && /^\d\d:\d\d$/.test(clock.time) ? wall(clock) : null)
  const typed: TypedTimes = {
    starts: found.data.starts,
    ends: found.data.ends,
    posts: fields.posts.map((post) => (post.starts || post.ends ? onlyWhole(post) : {})),
    signup_opens: optional(values.signup_opens),
    signup_closes: optional(values.signup_closes),
    publish_at: optional(values.publish_at),
  }
  try {
    return resolveTimes(typed, values.time_zone || zone)
  } catch {
    return null
  }
}

/** Copies a saved location into the shift: later changes to it don't affect the shift. */
export const fillLocation = (
  form: Pick<ContractForm<EditorValues>, 'setValue'>,
  location: Location,
  /** The plan checks positions; without it none may be sent. */
  verified: boolean,
): void => {
  const set = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const
  form.setValue('location_name', location.name, set)
  form.setValue('location_address', location.address ?? '', set)
  if (!verified) return
  form.setValue('location_lat', location.lat, set)
  form.setValue('location_lng', location.lng, set)
  form.setValue('location_radius_m', location.radius_m, set)
}

const isClock = (time: string | undefined) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '')
const onlyWhole = (post: ReturnType<typeof fieldsOf>['posts'][number]) => ({
  starts: isClock(post.starts?.time) ? post.starts : null,
  ends: isClock(post.ends?.time) ? post.ends : null,
})

const weekdayFor = (date: string): number | null => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? weekdayOf(date) : null)

/** Server fields -> form fields, where the names differ. */
const places: Readonly<Record<string, string>> = {
  'repeat.every': 'every',
  'repeat.weekdays': 'until',
  repeat: 'until',
  starts: 'starts.date',
  ends: 'ends.time',
  signup_opens: 'signup_opens.date',
  signup_closes: 'signup_closes.date',
  publish_at: 'publish_at.date',
  location_lng: 'location_lng',
  award_rule_id: 'award_rule',
}
/** A refusal with its fields renamed to the form's. */
export const beside = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error
  const fields = error.fields.map(({ field, message }) => ({ field: places[field] ?? field, message }))
  return new ApiError(error.status, { code: error.code, fields, details: error.details, request_id: error.request_id })
}
