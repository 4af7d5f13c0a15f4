import { type Instant, ms, plusDays, type WallDate, type WallTime } from '#platform/shared/time.ts'
import { endDateOf, rangeFromWall, resolveWall, wallOf } from '#platform/shared/zone.ts'

/** A local time as typed. Without a date it is the next such time after what it follows. `which` answers a doubled time. */
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
  /** Null where the assignment's own hold. */
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

/** `strict` refuses a time that does not exist and asks which of two; `kind` moves the one and takes the earlier (series, copies). */
export type Manner = 'strict' | 'kind'

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
const MONTH_NAMES = [...MONTHS, 'November', 'December']
const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `Sun 14 March 2027` */
export const dateWords = (date: WallDate): string => {
  const [year, month, day] = date.split('-').map(Number)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return `${DAY_NAMES[weekday]} ${day} ${MONTH_NAMES[(month ?? 1) - 1]} ${year}`
}

/** The two times on the clock's face around a jump forward that lies in the day before `after`: `02:00` and `03:00`. */
function jumpBefore(after: Instant, zone: string): { from: WallTime; to: WallTime } {
  let [low, high] = [Math.floor(ms(after) / 60_000) - 1440, Math.floor(ms(after) / 60_000)]
  const offsetAt = (minute: number) => wallOf(new Date(minute * 60_000).toISOString(), zone).offset_minutes
  const now = offsetAt(high)
  const jump = now - offsetAt(low)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === now) high = middle
    else low = middle
  }
  const at = new Date(high * 60_000).toISOString()
  const face = new Date((high + now - jump) * 60_000).toISOString().slice(11, 16)
  return { from: face, to: wallOf(at, zone).time }
}

/** `02:30 does not exist on Sun 14 March 2027: clocks go from 02:00 to 03:00.` */
export const gapWords = (date: WallDate, time: WallTime, movedTo: Instant, zone: string): string => {
  const { from, to } = jumpBefore(movedTo, zone)
  return `${time} does not exist on ${dateWords(date)} in ${zone.replaceAll('_', ' ')}: clocks go from ${from} to ${to}. Choose another time.`
}

/** The instants of everything typed in one zone, or what is wrong with it field by field, or what has to be asked. */
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

/** The first date on which `time` comes at (or, for an end, after) the place's time. */
const dateAfter = (place: Place, time: WallTime, isEnd = false): WallDate =>
  time > place.time || (time === place.time && !isEnd) ? place.date : plusDays(place.date, 1)

/** A doubled end of which only the later lies after the start needs no question. */
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

/** Which of two an instant is, where its local time comes twice: what was typed can be shown again. */
export function whichOf(instant: Instant, zone: string): 'earlier' | 'later' | undefined {
  const { date, time } = wallOf(instant, zone)
  const answer = resolveWall({ date, time, zone })
  if (answer.kind !== 'twice') return undefined
  return ms(answer.earlier) === ms(instant) ? 'earlier' : 'later'
}

/** What was typed, from what is stored. */
export function typedOf(
  instant: Instant,
  zone: string,
): { date: WallDate; time: WallTime; which?: 'earlier' | 'later' } {
  const { date, time } = wallOf(instant, zone)
  const which = whichOf(instant, zone)
  return which === undefined ? { date, time } : { date, time, which }
}
