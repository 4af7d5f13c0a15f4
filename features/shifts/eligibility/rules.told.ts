import type { NotToSignUpCode, ReasonDetails } from '#features/shifts/signups/rules.ts'
import type { Instant } from '#platform/shared/time.ts'

/** A reason as in the API response or a stored receipt. Other officers' reasons come without details, and old receipts have fewer. */
export type WireReason = {
  code: string
  from?: string | null | undefined
  possible_from?: string | null | undefined
  details?: unknown
}

type Given = Readonly<Record<string, unknown>>

const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
const countIn = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null
const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => textIn(one) !== null) : []
const instantIn = (value: unknown): Instant | null => {
  const text = textIn(value)
  return text !== null && Number.isFinite(Date.parse(text)) ? text : null
}
const dateIn = (value: unknown): string | null => {
  const text = textIn(value)
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) ? text : null
}
const kindsIn = (value: unknown): readonly string[] | 'all' | null => {
  if (value === 'all') return 'all'
  const names = namesIn(value)
  return names.length > 0 ? names : null
}

/** Null unless every value is present. */
const whole = <T extends object>(found: T): { [K in keyof T]: NonNullable<T[K]> } | null =>
  Object.values(found).every((value) => value !== null)
    ? (found as unknown as { [K in keyof T]: NonNullable<T[K]> })
    : null

const overLimit = (given: Given) =>
  whole({ minutes: countIn(given.minutes), limit_minutes: countIn(given.limit_minutes) })
const accepted = (given: Given) => {
  const names = namesIn(given.accepted)
  return names.length > 0 ? { accepted: names } : null
}

/** For each code with details: exactly what its sentence needs, or null. */
const readers = {
  overlaps: (given: Given) => {
    const times = whole({ starts_at: instantIn(given.starts_at), ends_at: instantIn(given.ends_at) })
    return times && { ...times, title: textIn(given.title) }
  },
  unit_required: accepted,
  rank_required: accepted,
  certification_required: (given: Given) => {
    const names = accepted(given)
    return names && { ...names, unverified: given.unverified === true }
  },
  certification_expires: (given: Given) => {
    const [names, expires_on] = [accepted(given), dateIn(given.expires_on)]
    return names && expires_on !== null ? { ...names, expires_on } : null
  },
  service_required: (given: Given) => {
    const asked = whole({ months: countIn(given.months) })
    return asked && { ...asked, hire_date_missing: given.hired_on === null }
  },
  on_leave: (given: Given) => {
    const begins = whole({ starts_at: instantIn(given.starts_at) })
    return begins && { ...begins, ends_at: instantIn(given.ends_at) }
  },
  rest: (given: Given) => {
    const found = overLimit(given)
    return found && found.minutes < found.limit_minutes
      ? // The other shift: whether the rest lies before or after it.
        { ...found, title: textIn(given.title), next_at: instantIn(given.starts_at) }
      : null
  },
  rolling_window: (given: Given) => {
    const [found, span] = [overLimit(given), whole({ hours: countIn(given.hours) })]
    return found && span && { ...found, ...span }
  },
  consecutive_hours: overLimit,
  consecutive_days: (given: Given) => whole({ days: countIn(given.days), limit_days: countIn(given.limit_days) }),
  cap: (given: Given) => {
    const [found, kinds] = [overLimit(given), kindsIn(given.kinds)]
    const per = given.per === 'week' || given.per === 'month' ? given.per : null
    return found && kinds !== null && per !== null ? { ...found, kinds, per } : null
  },
  group_first: (given: Given) => ({ accepted: namesIn(given.accepted) }),
} as const satisfies { [C in keyof ReasonDetails]: (given: Given) => object | null }

type Readers = typeof readers
type Detailed = keyof Readers

/** A reason with all the details of its sentence, or with none. Partial details cannot be put into words. */
export type ToldReason =
  | { [C in Detailed]: { code: C; from: Instant | null; details: ReturnType<Readers[C]> } }[Detailed]
  | { code: Exclude<NotToSignUpCode, Detailed>; from: Instant | null; details: null }

const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toldReason = (reason: WireReason): ToldReason => {
  const read = Object.hasOwn(readers, reason.code) ? readers[reason.code as Detailed] : null
  const details = read && isRecord(reason.details) ? read(reason.details) : null
  return { code: reason.code, from: instantIn(reason.from), details } as ToldReason
}

/** The earliest possible start, if known. */
export const possibleFrom = (reason: WireReason): Instant | null => instantIn(reason.possible_from)
