import { type Instant, isoInstant, MINUTE, ms, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { type Counted, type Crowd, countedOf, type Minimum, type Shortfall, shortfallOf, windowOn } from './rules.ts'

/** The gap's shift as it is now. */
export type Shift = Range & {
  title: string
  status: 'draft' | 'published' | 'cancelled' | 'closed'
  cancel_reason: string | null
  posts: number
  post_id: string | null
  required: number
  /** Spots held at the fullest minute, including open offers. */
  held: number
  /** Spots held by officers who are suspended or will have left by then, and so will not come. */
  absent: number
  /** Sign-ups that are still live. */
  live: number
}

/** What the job did about a day's gap; `places` and the times are the values it gave the shift. */
export type Gap = {
  minimum_id: string
  on_day: WallDate
  assignment_id: string | null
  opened_at: Instant | null
  closed_at: Instant | null
  places: number
  starts_at: Instant | null
  ends_at: Instant | null
  told: string | null
  /** Officers were notified of its shift. */
  announced: boolean
  /** The last notification of each kind to the admins, and when. */
  said: Readonly<Record<string, { count: number; at: Instant }>>
  /** The value in `told` has not been sent since it came back. */
  unsaid: boolean
  shift: Shift | null
}

export type Look = { days_ahead: number; latest_minutes: number }

/** One day of a minimum: who is present, what is missing without its own shift, and with it. */
export type Day = {
  on_day: WallDate
  window: Range
  counted: Counted
  /** Tours alone. */
  on_tour: Shortfall
  /** Everybody except those on the gap's own shift, that is, the shortfall the shift is for. From now on. */
  without: Shortfall
  with_all: Shortfall
  gap: Gap | null
}

const none: Shortfall = { present: 0, missing: 0, range: null }

/** What is left of these hours: work begins at whole minutes, so a range in progress is checked from the next minute on. */
export const leftOf = (window: Range, now: Instant): Range | null => {
  const next = Math.ceil(ms(now) / MINUTE) * MINUTE
  if (ms(window.ends_at) <= next) return null
  return next > ms(window.starts_at) ? { ...window, starts_at: isoInstant(next) } : window
}

/** Null if the minimum does not apply to the day, or its hours are over. */
export function dayOf(m: Minimum, on_day: WallDate, crowd: Crowd, gap: Gap | null, now: Instant): Day | null {
  const window = windowOn(m, on_day, crowd.zone)
  const left = window && leftOf(window, now)
  if (window === null || left === null) return null
  const counted = countedOf(m, window, crowd)
  const own = gap?.assignment_id ?? null
  const others = counted.presences.filter((one) => own === null || one.assignment_id !== own)
  const tours = counted.presences.filter((one) => one.how === 'tour')
  return {
    on_day,
    window,
    counted,
    on_tour: shortfallOf(window, m.least, tours),
    without: shortfallOf(left, m.least, others),
    with_all: shortfallOf(left, m.least, counted.presences),
    gap,
  }
}

export type Standing = 'none' | 'open' | 'by_hand'
/** The state of the gap's shift: open; unpublished, canceled or deleted by an admin; or none. */
export const standingOf = (gap: Gap | null): Standing => {
  if (gap === null || gap.opened_at === null || gap.closed_at !== null) return 'none'
  return gap.shift !== null && (gap.shift.status === 'published' || gap.shift.status === 'closed') ? 'open' : 'by_hand'
}

const isSame = (a: Range, b: Range): boolean => ms(a.starts_at) === ms(b.starts_at) && ms(a.ends_at) === ms(b.ends_at)

/** The shift no longer matches what the job created: an admin changed its hours, spots or posts. */
const isChanged = (gap: Gap, shift: Shift): boolean =>
  shift.posts !== 1 ||
  shift.required !== gap.places ||
  gap.starts_at === null ||
  gap.ends_at === null ||
  !isSame(shift, { starts_at: gap.starts_at, ends_at: gap.ends_at })

/** When the job first looks for a gap on that day. */
export const looksFrom = (on_day: WallDate, look: Look, zone: string): Instant =>
  startOfDayIn(zone, plusDays(on_day, -look.days_ahead))

/** `late` and `short`: too few will be present; `surplus`: more officers hold spots than needed. Left to the admins to decide. */
export type Telling = 'late' | 'short' | 'surplus'
export type Decision =
  | { act: 'open' | 'change'; places: number; range: Range }
  | { act: 'close' }
  | { act: 'nothing'; tell: { what: Telling; count: number } | null }

const nothing: Decision = { act: 'nothing', tell: null }
const tell = (what: Telling, count: number): Decision => ({ act: 'nothing', tell: { what, count } })
const covers = (shift: Range, gap: Range): boolean =>
  ms(shift.starts_at) <= ms(gap.starts_at) && ms(gap.ends_at) <= ms(shift.ends_at)

/** Too little time is left before that start; nothing ever begins in the current minute, where nobody could sign up. */
const isLate = (starts_at: Instant, { latest_minutes }: Pick<Look, 'latest_minutes'>, now: Instant): boolean =>
  ms(starts_at) - ms(now) < Math.max(1, latest_minutes) * MINUTE

const openOrWait = (missing: number, range: Range, on_day: WallDate, look: Look, at: Clock): Decision => {
  if (isLate(range.starts_at, look, at.now)) return tell('late', missing)
  if (ms(looksFrom(on_day, look, at.zone)) > ms(at.now)) return nothing
  return { act: 'open', places: missing, range }
}

export type Clock = { now: Instant; zone: string }

type Asks = Pick<Minimum, 'least'> & Look

/**
 * The hours the shift should have: the gap's, but no earlier than time allows, and the shift's own once somebody has signed up.
 * Null if the whole gap is earlier.
 */
const hoursFor = (gap: Range, shift: Shift, look: Look, now: Instant): Range | null => {
  const past = ms(gap.starts_at) < ms(shift.starts_at) && isLate(gap.starts_at, look, now)
  const starts_at = past ? shift.starts_at : gap.starts_at
  if (ms(gap.ends_at) <= ms(starts_at)) return null
  return shift.live === 0 ? { starts_at, ends_at: gap.ends_at } : { starts_at: shift.starts_at, ends_at: shift.ends_at }
}

/** How many officers are missing in these hours, not counting those on the shift itself. */
const missingIn = (hours: Range, day: Day, own: string | null, { least }: Asks): number =>
  shortfallOf(
    hours,
    least,
    day.counted.presences.filter((one) => one.assignment_id !== own),
  ).missing

/** One spot for each missing officer, on top of holders who will be absent; officers who signed up keep their spots. */
const placesFor = (missing: number, { absent, held }: Shift): number => Math.max(missing + absent, held, 1)

/** What to report about a shift that stays unchanged: hours of the gap it leaves open, or more officers than needed. */
const sayOf = (hours: Range, missing: number, shift: Shift, gap: { range: Range; missing: number }): Decision => {
  if (!covers(hours, gap.range)) return tell('short', gap.missing)
  const surplus = shift.held - shift.absent - missing
  return surplus > 0 ? tell('surplus', surplus) : nothing
}

/** What happens to the gap's own shift, which is published and has not started. */
const follow = (day: Day, gap: Gap, shift: Shift, m: Asks, now: Instant): Decision => {
  const { missing, range } = day.without
  if (range === null) return shift.live === 0 && !isChanged(gap, shift) ? { act: 'close' } : tell('surplus', shift.held)
  if (isChanged(gap, shift)) return shift.required < missing || !covers(shift, range) ? tell('short', missing) : nothing
  const hours = hoursFor(range, shift, m, now)
  if (hours === null) return tell('short', missing)
  const inside = missingIn(hours, day, gap.assignment_id, m)
  const places = placesFor(inside, shift)
  if (places !== shift.required || !isSame(hours, shift)) return { act: 'change', places, range: hours }
  return sayOf(hours, inside, shift, { range, missing })
}

/** What the job does about one day (docs/decisions/0171); `day` is null if the minimum no longer applies to it. */
export function decide(m: Asks, day: Day | null, gap: Gap | null, at: Clock): Decision {
  const standing = standingOf(gap)
  if (standing === 'by_hand') return nothing
  if (standing === 'none' || gap === null || gap.shift === null) {
    if (day === null || day.without.range === null) return nothing
    return openOrWait(day.without.missing, day.without.range, day.on_day, m, at)
  }
  const { shift } = gap
  if (shift.status !== 'published' || ms(shift.starts_at) <= ms(at.now)) return nothing
  const asked: Day = day ?? { ...emptyDay, on_day: gap.on_day, window: shift, gap }
  return follow(asked, gap, shift, m, at.now)
}
const emptyDay = {
  counted: { presences: [], on_leave: [], elsewhere: [] },
  on_tour: none,
  without: none,
  with_all: none,
}

/** `met` by tours, `covered` with overtime, and the states of a gap. */
export const states = ['met', 'covered', 'surplus', 'open', 'due', 'later', 'short', 'late', 'taken_back'] as const
export type State = (typeof states)[number]

/** A day's state, for the forecast. */
export function stateOf(m: Asks, day: Day, at: Clock): State {
  const standing = standingOf(day.gap)
  const decided = decide(m, day, day.gap, at)
  if (day.with_all.range === null) {
    if (standing === 'open' && decided.act === 'nothing' && decided.tell?.what === 'surplus') return 'surplus'
    return day.on_tour.missing === 0 ? 'met' : 'covered'
  }
  if (standing === 'by_hand') return 'taken_back'
  if (decided.act === 'open') return 'due'
  if (decided.act === 'nothing' && decided.tell?.what === 'late') return 'late'
  if (standing === 'none') return 'later'
  return decided.act === 'nothing' && decided.tell?.what === 'short' ? 'short' : 'open'
}
