import type { zoneKeeps } from '#features/department/settings/rules.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import {
  daysBetween,
  type Instant,
  ms,
  overlaps,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
} from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'

export type ZoneKeep = (typeof zoneKeeps)[number]

export type Moved = { instant: Instant; note: 'moved' | 'earlier' | null }

/**
 * The instant at which clocks in `to` show what clocks in `from` show at `instant`. A skipped time moves forward; of an ambiguous
 * one, the earlier is used.
 */
export function sameWall(instant: Instant, from: string, to: string): Moved {
  const { date, time } = wallOf(instant, from)
  const found = resolveWall({ date, time, zone: to })
  if (found.kind === 'ok') return { instant: found.instant, note: null }
  return found.kind === 'gap'
    ? { instant: found.moved_to.instant, note: 'moved' }
    : { instant: found.earlier, note: 'earlier' }
}

export type AheadSignup = Range & {
  id: string
  officer_id: string
  name: string
  status: string
  checked_in: boolean
}

/** An upcoming shift set in the zone that the department is leaving. */
export type AheadShift = Range & {
  id: string
  title: string
  status: 'draft' | 'published'
  signup_mode: string
  signup_opens_at: Instant | null
  signup_closes_at: Instant | null
  publish_at: Instant | null
  posts: (Range & { id: string })[]
  /** Live ones. */
  signups: AheadSignup[]
}
/** A spot that an officer holds in a shift that does not move. */
export type Standing = Range & { officer_id: string }

export const blocks = ['checked_in', 'over', 'past', 'awarding', 'overlaps'] as const
export type Block = {
  id: string
  title: string
  starts_at: Instant
  why: (typeof blocks)[number]
  /** The officers concerned; empty if it concerns the shift. */
  officers: string[]
}
export type MovedShift = Omit<AheadShift, 'signups'> & {
  clock_note: Moved['note']
  signups: AheadSignup[]
}

/** Moves all times of a shift to the same local time in another zone. */
export function moveShift(shift: AheadShift, from: string, to: string): MovedShift {
  const at = (instant: Instant) => sameWall(instant, from, to).instant
  const atOrNull = (instant: Instant | null) => (instant === null ? null : at(instant))
  const range = <R extends Range>(one: R): R => ({ ...one, starts_at: at(one.starts_at), ends_at: at(one.ends_at) })
  // Officers applied under the rule in force when sign-up opened, so that instant does not change.
  const applied = shift.signup_mode === 'award' && shift.signups.length > 0
  return {
    ...range(shift),
    posts: shift.posts.map(range),
    signups: shift.signups.map(range),
    signup_opens_at: applied ? shift.signup_opens_at : atOrNull(shift.signup_opens_at),
    signup_closes_at: atOrNull(shift.signup_closes_at),
    publish_at: atOrNull(shift.publish_at),
    clock_note: sameWall(shift.starts_at, from, to).note,
  }
}

const isEmpty = ({ starts_at, ends_at }: Range): boolean => ms(starts_at) >= ms(ends_at)
/** A clock change can invert a short range, or put the opening after the close. */
const isOver = (it: MovedShift): boolean => {
  const { signup_opens_at: opens, signup_closes_at: closes } = it
  return (
    [it, ...it.posts, ...it.signups].some(isEmpty) || (opens !== null && closes !== null && ms(opens) >= ms(closes))
  )
}

const holding: ReadonlySet<string> = new Set(aheadStatuses)
type Place = Range & { officer_id: string; name: string; shift: MovedShift | null }

/** For each moved shift, the officers whose spot would then overlap another one of theirs, by name. */
function overlapsAfter(moved: readonly MovedShift[], standing: readonly Standing[]): Map<string, string[]> {
  const places = new Map<string, Place[]>()
  const add = (place: Place) => places.set(place.officer_id, [...(places.get(place.officer_id) ?? []), place])
  for (const shift of moved) for (const one of shift.signups) if (holding.has(one.status)) add({ ...one, shift })
  for (const one of standing) if (places.has(one.officer_id)) add({ ...one, name: '', shift: null })
  const found = new Map<string, string[]>()
  const blame = ({ shift, name }: Place) => {
    if (shift) found.set(shift.id, [...new Set([...(found.get(shift.id) ?? []), name])].sort())
  }
  for (const own of places.values()) {
    const sorted = own.sort((a, b) => ms(a.starts_at) - ms(b.starts_at))
    sorted.forEach((place, i) => {
      for (let next = i + 1; next < sorted.length; next++) {
        const other = sorted[next]
        if (!other || ms(other.starts_at) >= ms(place.ends_at)) break
        if ((place.shift === null && other.shift === null) || !overlaps(place, other)) continue
        blame(place)
        blame(other)
      }
    })
  }
  return found
}

/** Why shifts cannot keep their local time, one reason each; empty if all of them can. */
export function blocksOf(
  shifts: readonly AheadShift[],
  standing: readonly Standing[],
  zones: { from: string; to: string },
  now: Instant,
): Block[] {
  const moved = shifts.map((shift) => moveShift(shift, zones.from, zones.to))
  const overlapping = overlapsAfter(moved, standing)
  return moved.flatMap((after, i): Block[] => {
    const before = shifts[i]
    if (!before) return []
    const block = (why: Block['why'], officers: string[] = []) => [
      { id: before.id, title: before.title, starts_at: before.starts_at, why, officers },
    ]
    const here = before.signups.filter((one) => one.checked_in).map((one) => one.name)
    if (here.length > 0) return block('checked_in', here)
    if (isOver(after)) return block('over')
    if (before.status === 'published' && ms(after.starts_at) <= ms(now)) return block('past')
    const { signup_opens_at: opens } = after
    if (before.signup_mode === 'award' && opens !== null && ms(opens) >= ms(after.starts_at)) return block('awarding')
    const officers = overlapping.get(before.id) ?? []
    return officers.length > 0 ? block('overlaps', officers) : []
  })
}

/** The other zone's local time at the moment when `from` shows this time on this date. */
const writtenIn = (time: WallTime, date: WallDate, from: string, to: string) => {
  const found = resolveWall({ date, time, zone: from })
  const instant = found.kind === 'ok' ? found.instant : found.kind === 'gap' ? found.moved_to.instant : found.earlier
  return wallOf(instant, to)
}

type Times = {
  time_zone: string
  start_time: WallTime
  end_time: WallTime
  /** Days from the start's date to the end's. */
  end_days: number
  posts: readonly { start_time: WallTime | null; end_time: WallTime | null }[]
}

/** A template in the new zone: keeps its local times, or converts them so that the instants stay. */
export function rewriteTemplate<T extends Times>(body: T, keep: ZoneKeep, to: string, today: string): T {
  if (keep === 'wall') return { ...body, time_zone: to }
  const at = (time: WallTime, days = 0) => writtenIn(time, plusDays(today, days), body.time_zone, to)
  const orNull = (time: WallTime | null) => (time === null ? null : at(time).time)
  const [start, end] = [at(body.start_time), at(body.end_time, body.end_days)]
  const posts = body.posts.map((post) => ({
    ...post,
    start_time: orNull(post.start_time),
    end_time: orNull(post.end_time),
  }))
  const end_days = daysBetween(start.date, end.date)
  return { ...body, time_zone: to, start_time: start.time, end_time: end.time, end_days, posts }
}
