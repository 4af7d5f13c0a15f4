import { type Instant, MINUTE, ms, plusDays, type WallDate, type WallTime } from '#platform/shared/time.ts'
import { endDateOf, rangeFromWall, resolveWall } from '#platform/shared/wall.ts'
import { dateWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** A local time as typed. Without a date it is the next occurrence after the time it follows. `which` resolves a repeated time. */
export type TypedWall = {
  date?: WallDate | null | undefined
  time: WallTime
  which?: 'earlier' | 'later' | null | undefined
}
export type TypedPost = { starts?: TypedWall | null | undefined; ends?: TypedWall | null | undefined }
export type TypedTimes = {
  starts: TypedWall & { date: WallDate }
  ends: TypedWall
  posts: readonly TypedPost[]
  signup_opens?: TypedWall | null | undefined
  signup_closes?: TypedWall | null | undefined
  publish_at?: TypedWall | null | undefined
}

export type ResolvedTimes = {
  starts_at: Instant
  ends_at: Instant
  /** Null: same as the assignment's. */
  posts: { starts_at: Instant | null; ends_at: Instant | null }[]
  signup_opens_at: Instant | null
  signup_closes_at: Instant | null
  publish_at: Instant | null
}
export type Doubled = { field: string; date: WallDate; time: WallTime; earlier: Instant; later: Instant }
export type Resolution =
  | { kind: 'ok'; times: ResolvedTimes }
  | { kind: 'gap'; fields: { field: string; message: string }[] }
  | { kind: 'twice'; doubled: Doubled[] }

type Place = { date: WallDate; time: WallTime; which: 'earlier' | 'later' | undefined }

/**
 * `strict` refuses a nonexistent time and asks about a repeated one; `kind` shifts the former and picks the earlier of the latter
 * (series, copies).
 */
export type Manner = 'strict' | 'kind'

/** Clock times around a forward change within the day before `after`: `02:00` and `03:00`. */
function jumpBefore(after: Instant, zone: string): { from: WallTime; to: WallTime } {
  let [low, high] = [Math.floor(ms(after) / MINUTE) - 1440, Math.floor(ms(after) / MINUTE)]
  const offsetAt = (minute: number) => wallOf(new Date(minute * MINUTE).toISOString(), zone).offset_minutes
  const now = offsetAt(high)
  const jump = now - offsetAt(low)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === now) high = middle
    else low = middle
  }
  const at = new Date(high * MINUTE).toISOString()
  const face = new Date((high + now - jump) * MINUTE).toISOString().slice(11, 16)
  return { from: face, to: wallOf(at, zone).time }
}

/** `02:30 doesn't exist on Sun, Mar 14, 2027: clocks go from 02:00 to 03:00.` */
export const gapWords = (date: WallDate, time: WallTime, movedTo: Instant, zone: string): string => {
  const { from, to } = jumpBefore(movedTo, zone)
  return `${time} doesn't exist on ${dateWords(date)} in ${zone.replaceAll('_', ' ')}: clocks go from ${from} to ${to}. Choose another time.`
}

/** Resolves all typed times in one zone: instants, errors by field, or questions to ask. */
export function resolveTimes(t: TypedTimes, zone: string, manner: Manner = 'strict'): Resolution {
  const gaps: { field: string; message: string }[] = []
  const doubled: Doubled[] = []
  const note = (field: string, place: Place): Instant | null => {
    const answer = resolveWall({ date: place.date, time: place.time, zone, which: place.which })
    if (answer.kind === 'ok') return answer.instant
    if (manner === 'kind') return answer.kind === 'gap' ? answer.moved_to.instant : answer.earlier
    if (answer.kind === 'gap')
      gaps.push({ field: `${field}.time`, message: gapWords(place.date, place.time, answer.moved_to.instant, zone) })
    else doubled.push({ field, date: place.date, time: place.time, earlier: answer.earlier, later: answer.later })
    return null
  }
  const start = placeOf(t.starts, t.starts.date)
  const end = placeOf(t.ends, endDateOf({ date: start.date, start_time: start.time, end_time: t.ends.time }))
  const starts_at = note('starts', start)
  const ends_at = afterStart(starts_at, end, zone) ?? note('ends', end)
  const own = (field: string, wall: TypedWall | null | undefined, date: WallDate): Instant | null =>
    wall == null ? null : note(field, placeOf(wall, date))
  const posts = t.posts.map((post, i) => {
    const first = post.starts == null ? start : placeOf(post.starts, dateAfter(start, post.starts.time))
    const last = post.ends == null ? end.date : dateAfter(first, post.ends.time, true)
    return {
      starts_at: own(`posts.${i}.starts`, post.starts, first.date),
      ends_at: own(`posts.${i}.ends`, post.ends, last),
    }
  })
  const times = {
    posts,
    signup_opens_at: own('signup_opens', t.signup_opens, start.date),
    signup_closes_at: own('signup_closes', t.signup_closes, start.date),
    publish_at: own('publish_at', t.publish_at, start.date),
  }
  if (gaps.length > 0) return { kind: 'gap', fields: gaps }
  if (doubled.length > 0 || starts_at === null || ends_at === null) return { kind: 'twice', doubled }
  return { kind: 'ok', times: { starts_at, ends_at, ...times } }
}

const placeOf = (wall: TypedWall, date: WallDate): Place => ({
  date: wall.date || date,
  time: wall.time,
  which: wall.which ?? undefined,
})

/** The first date on which `time` occurs at or after the given time (for an end: strictly after). */
const dateAfter = (place: Place, time: WallTime, isEnd = false): WallDate =>
  time > place.time || (time === place.time && !isEnd) ? place.date : plusDays(place.date, 1)

/** Resolves a repeated end without a question if only the later one is after the start. */
function afterStart(starts_at: Instant | null, end: Place, zone: string): Instant | null {
  if (starts_at === null || end.which !== undefined) return null
  const wall = wallOf(starts_at, zone)
  const answer = rangeFromWall({
    date: wall.date,
    start_time: wall.time,
    start_which: whichOf(starts_at, zone),
    end_time: end.time,
    end_date: end.date,
    zone,
  })
  return answer.kind === 'ok' ? answer.ends_at : null
}

/** Which of two instants this is if its local time repeats, so that the typed value can be shown again. */
function whichOf(instant: Instant, zone: string): 'earlier' | 'later' | undefined {
  const { date, time } = wallOf(instant, zone)
  const answer = resolveWall({ date, time, zone })
  if (answer.kind !== 'twice') return undefined
  return ms(answer.earlier) === ms(instant) ? 'earlier' : 'later'
}

/** The typed form of a stored value. */
export function typedOf(
  instant: Instant,
  zone: string,
): { date: WallDate; time: WallTime; which?: 'earlier' | 'later' } {
  const { date, time } = wallOf(instant, zone)
  const which = whichOf(instant, zone)
  return which === undefined ? { date, time } : { date, time, which }
}
