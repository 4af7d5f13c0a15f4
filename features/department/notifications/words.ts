import { durationWords, type Instant, minutesBetween } from '#platform/shared/time.ts'
import { shortDayWords } from '#platform/shared/when.ts'
import { BUNDLE_COUNTED, type bundledTypes } from './rules.lines.ts'
import { type EventName, opensReceipt } from './rules.ts'

/** `in 24 hours`, `in 2 hours`, `in 1 h 40 min`, `now`: the time until a start; a few minutes over a full hour are rounded down. */
export const countdownWords = (starts_at: Instant, now: Instant): string => {
  const minutes = minutesBetween(now, starts_at)
  if (minutes <= 0) return 'now'
  const hours = Math.round(minutes / 60)
  if (hours >= 1 && Math.abs(minutes - hours * 60) <= 5) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${durationWords(minutes)}`
}

const bundleWords: Readonly<Record<(typeof bundledTypes)[number], string>> = {
  assignment_posted: 'new shifts',
  officers_needed: 'shifts still need officers',
}
const isBundled = (type: string): type is keyof typeof bundleWords => type in bundleWords

/** The shift that a notification is about. */
export type ShiftTold = { title: string; starts_at: Instant; time_zone: string }

/** A longer name would push the date out of sight. */
const MOST_OF_NAME = 48
/** These may be about several shifts: they name one only if their own title does. */
const aboutSeveral: readonly string[] = ['assignment_posted', 'minimum_shift', 'minimum_gap'] satisfies EventName[]

/** `You have the shift · Night patrol, Sun, Dec 13`: which shift and which day, in the bell and as the subject of an email. */
export const titleWords = ({
  type,
  title,
  shift,
}: {
  type: string
  title: string
  shift: ShiftTold | null
}): string => {
  if (!shift) return title
  const day = shortDayWords(shift.starts_at, shift.time_zone)
  if (title.endsWith(` ${shift.title}`)) return `${title}, ${day}`
  if (aboutSeveral.includes(type)) return title
  const name = shift.title.length > MOST_OF_NAME ? `${shift.title.slice(0, MOST_OF_NAME - 1)}…` : shift.title
  return `${title} · ${name}, ${day}`
}

/** The message without the name of the shift, which its title says. */
const restOf = (message: string, shift: ShiftTold | null): string => {
  if (message === shift?.title) return ''
  return shift && message.startsWith(`${shift.title}, `) ? message.slice(shift.title.length + 2) : message
}

/** The text of a line. Unread notifications of some types form one line, which names the newest. */
export const lineWords = (one: {
  type: string
  title: string
  message: string
  shift: ShiftTold | null
  more: number
}): { title: string; message: string } => {
  if (one.more === 0 || !isBundled(one.type)) return { title: titleWords(one), message: restOf(one.message, one.shift) }
  const count = one.more + 1 >= BUNDLE_COUNTED ? `${BUNDLE_COUNTED} or more` : `${one.more + 1}`
  const latest = one.title.replace(/^(New|Still open): /, '')
  return { title: `${count} ${bundleWords[one.type]}`, message: `Latest: ${latest}, ${one.message}` }
}

/** The link to what a notification is about, in words. */
export const linkWords = (type: string): string => (opensReceipt(type) ? 'Award receipt' : 'Open')
