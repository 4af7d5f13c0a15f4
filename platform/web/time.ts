import { clockWords, DAY, durationWords, MINUTE, type TimeFormat } from '#platform/shared/time.ts'
import { kept, type Wall, wallAt } from '#platform/shared/zone.ts'

/** Times in the field's customary form: with weekday and date, in the department's zone. Takes `now`. */

let timeFormat: TimeFormat = '24h'
/** 24-hour unless the organization chose otherwise; the frame sets it before any screen renders. */
export const setTimeFormat = (chosen: TimeFormat): void => {
  timeFormat = chosen
}

/** `18:30`, a time of day without a date, in the organization's format. */
export const clockOf = (time: string): string => clockWords(time, timeFormat)

export type When = string | number | Date
const wallFor = (when: When, zone: string): Wall => wallAt(new Date(when).getTime(), zone)
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Calendar days from one to the other. */
const daysFrom = (from: Wall, to: Wall): number => (Date.parse(to.date) - Date.parse(from.date)) / DAY
/** Calendar days until then in the zone; negative for the past. */
export const daysUntil = (when: When, zone: string, now: When): number =>
  daysFrom(wallFor(now, zone), wallFor(when, zone))

/** `18:30` for a time input, in the zone, regardless of the organization's format. */
export const timeValue = (when: When, zone: string): string => wallFor(when, zone).time

/** `18:30`, or `6:30 PM` if the organization uses 12-hour time. */
export const clock = (when: When, zone: string): string => clockOf(timeValue(when, zone))

/** `Fri, Nov 21`; includes the year if it is not the current one. */
export const day = (when: When, zone: string, now: When = Date.now()): string => {
  const { date, weekday } = wallFor(when, zone)
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  const words = `${weekdays[weekday]}, ${months[(month ?? 1) - 1]} ${dayOfMonth}`
  return date.slice(0, 4) === wallFor(now, zone).date.slice(0, 4) ? words : `${words}, ${year}`
}

/** `Fri, Nov 21 · 18:30` */
export const dayAndClock = (when: When, zone: string, now: When = Date.now()): string =>
  `${day(when, zone, now)} · ${clock(when, zone)}`

/** `Fri 18:30` within the coming week, else the day: for a narrow place. */
export const shortMoment = (when: When, zone: string, now: When = Date.now()): string => {
  const [from, to] = [wallFor(now, zone), wallFor(when, zone)]
  const days = daysFrom(from, to)
  return days >= 0 && days < 7 ? `${weekdays[to.weekday]} ${clock(when, zone)}` : day(when, zone, now)
}

/** `Today`, `Tomorrow`, `Yesterday`, or the day. */
export const nearDay = (when: When, zone: string, now: When = Date.now()): string => {
  const days = daysUntil(when, zone, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  return days === -1 ? 'Yesterday' : day(when, zone, now)
}

/** `2026-11-21` for a date input, in the zone. */
export const dateValue = (when: When, zone: string): string => wallFor(when, zone).date

/** As in emails: a length reads the same everywhere. */
export const duration = durationWords

/** Cached per zone: creating a formatter takes longer than the rest of a table row. */
const namers = new Map<string, Intl.DateTimeFormat>()
const namerOf = (zone: string): Intl.DateTimeFormat => {
  const known = namers.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
  namers.set(zone, made)
  return made
}

/** Cached for the same reason. */
const nameAt = kept(
  (at, zone) =>
    namerOf(zone)
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value ?? zone,
)
/** The zone's short name at that instant, `CST`; the full name if there is no short one. */
export const zoneName = (when: When, zone: string): string => nameAt(new Date(when).getTime(), zone)

let viewer = { zone: '', until: 0 }
/** The device's own zone. Cached for a second because every table row needs it, but refreshed because a device may travel. */
export const viewerZone = (): string => {
  const now = Date.now()
  if (now >= viewer.until || now < viewer.until - 1000)
    viewer = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, until: now + 1000 }
  return viewer.zone
}

/** Whether the viewer's clock differs from the department's at that instant. */
export const isElsewhere = (when: When, zone: string, viewer: string = viewerZone()): boolean => {
  return wallFor(when, zone).offset_minutes !== wallFor(when, viewer).offset_minutes
}

export type Span = {
  /** `Fri, Nov 21` */
  day: string
  /** `18:00–02:00` */
  clock: string
  /** `8 h` */
  length: string
  /** `ends Sat, Nov 22`, `clocks go back: 9 h`, `CST`; empty for an ordinary shift seen from its own zone. */
  notes: string[]
}

/**
 * A shift's times in words; midnight, clock changes and other zones are always spelled out. `zone` is the department's on every
 * screen; `shift` is the shift's own zone, which may differ. `brief`: without the day it ends, in a row where the two times say it.
 */
export const span = (
  start: When,
  end: When,
  zone: string,
  options: { now?: When; viewer?: string; shift?: string | undefined; brief?: boolean } = {},
): Span => {
  const [from, to] = [wallFor(start, zone), wallFor(end, zone)]
  const minutes = (new Date(end).getTime() - new Date(start).getTime()) / MINUTE
  const shift = to.offset_minutes - from.offset_minutes
  const notes: string[] = []
  if (!options.brief && daysFrom(from, to) > 0) notes.push(`ends ${day(end, zone, options.now)}`)
  if (shift !== 0) notes.push(`clocks go ${shift < 0 ? 'back' : 'forward'} in between`)
  const away = options.shift !== undefined && isElsewhere(start, zone, options.shift)
  if (away || isElsewhere(start, zone, options.viewer)) notes.push(zoneName(start, zone))
  return {
    day: day(start, zone, options.now),
    clock: `${clock(start, zone)}–${clock(end, zone)}`,
    length: duration(minutes),
    notes,
  }
}

const steps = [
  { word: 'w', minutes: 10_080 },
  { word: 'd', minutes: 1440 },
  { word: 'h', minutes: 60 },
  { word: 'm', minutes: 1 },
]

/** Specification section 9: `Now`, `5m`, `3h`, `2d`, `1w`, the same for past and future. */
export const relative = (when: When, now: When): string => {
  const minutes = Math.floor(Math.abs(new Date(now).getTime() - new Date(when).getTime()) / MINUTE)
  const step = steps.find((one) => minutes >= one.minutes)
  return step ? `${Math.floor(minutes / step.minutes)}${step.word}` : 'Now'
}

/** Notifications: `Just now`, `5m ago`, `3h ago`, `2d ago`. */
export const ago = (when: When, now: When): string => {
  const minutes = Math.floor((new Date(now).getTime() - new Date(when).getTime()) / MINUTE)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes}m ago`
  return minutes < 1440 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / 1440)}d ago`
}
