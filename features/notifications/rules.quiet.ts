import { type Instant, isoInstant, ms, type WallTime } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** From one time of day to another by the clock on the wall, over midnight where `to` is not later; `to` itself is not quiet. */
export type QuietHours = { from: WallTime; to: WallTime }
export const quietModes = ['organization', 'own', 'none'] as const
export type QuietMode = (typeof quietModes)[number]

/** The hours that hold for a person: the own ones, those of the organization, or none. */
export const quietFor = (
  own: { quiet: QuietMode; quiet_from: WallTime | null; quiet_to: WallTime | null },
  organization: QuietHours | null,
): QuietHours | null => {
  if (own.quiet === 'organization') return organization
  return own.quiet === 'own' ? hoursOf(own.quiet_from, own.quiet_to) : null
}

/** Null where one is missing, or the two are the same: that would be all day or never. */
export const hoursOf = (from: string | null, to: string | null): QuietHours | null =>
  from === null || to === null || from.slice(0, 5) === to.slice(0, 5)
    ? null
    : { from: from.slice(0, 5), to: to.slice(0, 5) }

const isWithin = (time: WallTime, { from, to }: QuietHours): boolean =>
  from < to ? from <= time && time < to : from <= time || time < to

const minutesOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const MINUTE = 60_000

/**
 * When the quiet that holds at `now` ends: the first minute at which the wall clock of the zone shows a time outside of the hours; null
 * where it is not quiet. Over a clock change that is minute by minute what the clock shows.
 */
export const quietUntil = (now: Instant, hours: QuietHours | null, zone: string): Instant | null => {
  const wall = wallOf(now, zone)
  if (hours === null || !isWithin(wall.time, hours)) return null
  const start = Math.floor(ms(now) / MINUTE) * MINUTE
  const left = (minutesOf(hours.to) - minutesOf(wall.time) + 1440) % 1440
  const end = isoInstant(start + left * MINUTE)
  if (wallOf(end, zone).offset_minutes === wall.offset_minutes) return end
  // The clock changes in between: at most a day of minutes, twice a year.
  let at = start
  while (isWithin(wallOf(isoInstant(at), zone).time, hours)) at += MINUTE
  return isoInstant(at)
}
