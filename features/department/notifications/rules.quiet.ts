import { type Instant, isoInstant, MINUTE, ms, type Range, type WallTime } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** From one wall clock time to another, past midnight if `to` is not later; `to` itself is not quiet. */
export type QuietHours = { from: WallTime; to: WallTime }
export const quietModes = ['organization', 'own', 'none'] as const
export type QuietMode = (typeof quietModes)[number]

/** The quiet hours that apply to a person: their own, the organization's, or none. */
export const quietFor = (
  own: { quiet: QuietMode; quiet_from: WallTime | null; quiet_to: WallTime | null },
  organization: QuietHours | null,
): QuietHours | null => {
  if (own.quiet === 'organization') return organization
  return own.quiet === 'own' ? hoursOf(own.quiet_from, own.quiet_to) : null
}

/** Null if one is missing, or both are the same: that would mean all day or never. */
export const hoursOf = (from: string | null, to: string | null): QuietHours | null =>
  from === null || to === null || from.slice(0, 5) === to.slice(0, 5)
    ? null
    : { from: from.slice(0, 5), to: to.slice(0, 5) }

const isWithin = (time: WallTime, { from, to }: QuietHours): boolean =>
  from < to ? from <= time && time < to : from <= time || time < to

const minutesOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * When the quiet hours in effect at `now` end: the first minute whose wall clock time in the zone is outside the hours; null if
 * it is not quiet. Across a clock change, uses the wall clock of each minute.
 */
export const quietUntil = (now: Instant, hours: QuietHours | null, zone: string): Instant | null => {
  const wall = wallOf(now, zone)
  if (hours === null || !isWithin(wall.time, hours)) return null
  const start = Math.floor(ms(now) / MINUTE) * MINUTE
  const left = (minutesOf(hours.to) - minutesOf(wall.time) + 1440) % 1440
  const end = isoInstant(start + left * MINUTE)
  if (wallOf(end, zone).offset_minutes === wall.offset_minutes) return end
  // The clocks change in between: check each minute, at most a day's worth, twice a year.
  let at = start
  while (isWithin(wallOf(isoInstant(at), zone).time, hours)) at += MINUTE
  return isoInstant(at)
}

/**
 * Until when an email, push or text about a shift is worth sending, for events that end at its start: the start, or the end for what is told
 * while it is under way. Null: always, as for what is told after the end.
 */
export const worthUntil = (
  { endsAtStart }: { endsAtStart?: true },
  told_at: Instant,
  shift: Range | null,
): Instant | null => {
  if (!endsAtStart || shift === null) return null
  return [shift.starts_at, shift.ends_at].find((end) => ms(told_at) < ms(end)) ?? null
}
