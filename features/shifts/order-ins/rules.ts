import { type Instant, MINUTE, ms, type WallDate } from '#platform/shared/time.ts'

/** Where newcomers start on their first day: ahead of everybody, level with the officer ordered in most, or in the middle. */
export const newcomerPlaces = ['top', 'average', 'bottom'] as const
export type NewcomerPlace = (typeof newcomerPlaces)[number]

export type ForceSettings = {
  /** `year`: orders count from the department's year start; `ever`: the list is never reset. */
  counted: 'year' | 'ever'
  /** `07-01`: the month and day on which the department's year starts. */
  year_starts: string
  newcomers: NewcomerPlace
}

/** A current or former member of the list; former ones stay so that the positions of members who joined alongside them do not move. */
export type Member = {
  officer_id: string
  badge_number: string | null
  hired_on: WallDate | null
  /** The day from which the list counts for them. */
  joined_on: WallDate
  left_on: WallDate | null
  /** The exemption in effect today. */
  exempt: { reason: string; ends_on: WallDate | null } | null
}

/** An order in effect: served, or still to be served; canceled ones do not count. `on` is its day in the department's zone. */
/** `times`: several orders in one row, from before Watchbill; defaults to one. */
export type PastOrder = { officer_id: string; at: Instant; on: WallDate; times?: number }

export type Listed = Member & {
  /** From 1, in list order; exempt officers keep theirs and are skipped. */
  position: number
  /** Orders of the period. */
  orders: number
  /** What a newcomer is credited on the first day, to start where the department's setting says. */
  credit: number
  /** `orders + credit`: the sort key of the list. */
  count: number
  last_ordered_at: Instant | null
}

/** The first day of the period that contains `today`; null: everything counts. A year starting February 29 starts on March 1. */
export const periodStart = (settings: ForceSettings, today: WallDate): WallDate | null => {
  if (settings.counted === 'ever') return null
  const year = Number(today.slice(0, 4))
  const here = today.slice(5) >= settings.year_starts ? year : year - 1
  const leap = (here % 4 === 0 && here % 100 !== 0) || here % 400 === 0
  return `${here}-${settings.year_starts === '02-29' && !leap ? '03-01' : settings.year_starts}`
}

/** Each officer's orders in the period, and the last order of all time. */
const tally = (orders: readonly PastOrder[], from: WallDate | null) => {
  const counted = new Map<string, PastOrder[]>()
  const last = new Map<string, Instant>()
  for (const order of orders) {
    const before = last.get(order.officer_id)
    if (before === undefined || ms(order.at) > ms(before)) last.set(order.officer_id, order.at)
    if (from !== null && order.on < from) continue
    const own = counted.get(order.officer_id)
    if (own) own.push(order)
    else counted.set(order.officer_id, [order])
  }
  return { counted, last }
}

const timesOf = (orders: readonly PastOrder[]): number => orders.reduce((sum, one) => sum + (one.times ?? 1), 0)

/** What each newcomer in the period starts with, from the members present the day before and their counts then. */
const creditsOf = (
  members: readonly Member[],
  counted: ReadonlyMap<string, readonly PastOrder[]>,
  settings: ForceSettings,
  from: WallDate | null,
): Map<string, number> => {
  const credits = new Map<string, number>()
  if (settings.newcomers === 'top') return credits
  const coming = [...members].sort((a, b) => (a.joined_on < b.joined_on ? -1 : a.joined_on > b.joined_on ? 1 : 0))
  for (const one of coming) {
    if (from !== null && one.joined_on < from) continue
    const day = one.joined_on
    const there = coming.filter((other) => other.joined_on < day && (other.left_on === null || other.left_on > day))
    const stood = there.map(
      (other) =>
        (credits.get(other.officer_id) ?? 0) +
        timesOf((counted.get(other.officer_id) ?? []).filter((order) => order.on < day)),
    )
    if (stood.length === 0) continue
    const sum = stood.reduce((total, count) => total + count, 0)
    credits.set(one.officer_id, settings.newcomers === 'bottom' ? Math.max(...stood) : Math.floor(sum / stood.length))
  }
  return credits
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Unknown values sort after known ones. */
const orLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number => {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return compare(a, b)
}

/** Badges by number if both are numbers, otherwise as text. */
const byBadge = (a: string, b: string) =>
  /^\d{1,15}$/.test(a) && /^\d{1,15}$/.test(b) ? Number(a) - Number(b) || byText(a, b) : byText(a, b)

/** The time since an officer was last ordered in: never is longest; a credited newcomer counts from the first day. */
const sinceOf = (one: Listed, from: WallDate | null, settings: ForceSettings): number => {
  if (one.last_ordered_at !== null) return ms(one.last_ordered_at)
  const isNewcomer = settings.newcomers !== 'top' && one.credit > 0 && (from === null || one.joined_on >= from)
  return isNewcomer ? Date.parse(one.joined_on) : Number.NEGATIVE_INFINITY
}

/**
 * The force list of a day, first to be ordered in first. Fewer orders; then longest since the last one; then least senior (an
 * unknown hire date after known ones); then the badge; the id breaks remaining ties.
 */
export const forceOrder = (
  members: readonly Member[],
  orders: readonly PastOrder[],
  settings: ForceSettings,
  today: WallDate,
): Listed[] => {
  const from = periodStart(settings, today)
  const { counted, last } = tally(orders, from)
  const credits = creditsOf(members, counted, settings, from)
  const listed = members
    .filter((one) => one.left_on === null || one.left_on > today)
    .map((one): Listed => {
      const served = timesOf(counted.get(one.officer_id) ?? [])
      const credit = credits.get(one.officer_id) ?? 0
      return {
        ...one,
        position: 0,
        orders: served,
        credit,
        count: served + credit,
        last_ordered_at: last.get(one.officer_id) ?? null,
      }
    })
  const since = new Map(listed.map((one) => [one.officer_id, sinceOf(one, from, settings)]))
  const sinceFor = (one: Listed) => since.get(one.officer_id) ?? 0
  listed.sort(
    (a, b) =>
      a.count - b.count ||
      (sinceFor(a) === sinceFor(b) ? 0 : sinceFor(a) - sinceFor(b)) ||
      orLast(a.hired_on, b.hired_on, (x, y) => byText(y, x)) ||
      orLast(a.badge_number, b.badge_number, byBadge) ||
      byText(a.officer_id, b.officer_id),
  )
  return listed.map((one, at) => ({ ...one, position: at + 1 }))
}

/** Why an officer higher on the list was not ordered in: exempt, or all eligibility reasons. */
export type PassedOver<R> = { officer_id: string; position: number; count: number; exempt: string | null; reasons: R[] }
/** How many of those skipped an order names in a list. */
export const SKIPPED = 3

export type Chosen<R> = { officer_id: string; position: number; count: number; passed: PassedOver<R>[] }

/**
 * Who is ordered in: the first on the list without any reason against them, one per open spot. Each comes with everybody higher
 * on the list who was skipped, and why. Officers without an entry in `reasons` are skipped as not eligible.
 */
export const chooseOrdered = <R>(
  list: readonly Listed[],
  reasons: ReadonlyMap<string, readonly R[]>,
  places: number,
): { chosen: Chosen<R>[]; passed: PassedOver<R>[] } => {
  const chosen: Chosen<R>[] = []
  const passed: PassedOver<R>[] = []
  for (const { officer_id, position, count, exempt } of list) {
    if (chosen.length >= places) break
    const against = reasons.get(officer_id)
    if (exempt === null && against?.length === 0) chosen.push({ officer_id, position, count, passed: [...passed] })
    else passed.push({ officer_id, position, count, exempt: exempt?.reason ?? null, reasons: [...(against ?? [])] })
  }
  return { chosen, passed }
}

/**
 * What has become of a volunteer since the answer. `offered_spot`: an open offer keeps a spot of the post, which counts as held.
 * `offered_other`: an open offer of another spot of the shift, or of the spot of an officer who asked to call off. `gave_up`: called off,
 * handed over, declined or was removed from the shift.
 */
export type VolunteerStanding = 'has_shift' | 'offered_spot' | 'offered_other' | 'gave_up' | 'waits'
/** Who can be given a spot. */
export const standsForSpot = ['waits', 'offered_other'] as const satisfies readonly VolunteerStanding[]

/** Against ordering in an officer with an open offer of a spot of the post: it would fill that spot and leave another one open. */
export const offerOpen = { code: 'offer_open' } as const

/** Minutes that volunteers are asked before anybody is ordered in. */
export const VOLUNTEER_MINUTES = { least: 5, most: 2880, usual: 60 } as const

export type OrderRefusal = 'not_published' | 'before_award' | 'started' | 'filled' | 'too_late_to_ask'

/** Why volunteers cannot be asked for a post now, and so nobody can be ordered in; null if they can. */
export const refuseCall = (
  job: { published: boolean; before_award?: boolean; starts_at: Instant; required_count: number; held_count: number },
  minutes: number,
  now: Instant,
): OrderRefusal | null => {
  if (!job.published) return 'not_published'
  if (job.before_award === true) return 'before_award'
  if (ms(now) >= ms(job.starts_at)) return 'started'
  if (job.held_count >= job.required_count) return 'filled'
  return ms(now) + minutes * MINUTE >= ms(job.starts_at) ? 'too_late_to_ask' : null
}

/** The list for some units, or for everybody: officers of other units are not on it and do not count for its newcomers. */
export const listFor = <M extends Member & { unit: string | null }>(
  facts: { members: readonly M[]; orders: readonly PastOrder[]; settings: ForceSettings },
  units: readonly string[],
  today: WallDate,
): (Listed & M)[] => {
  const members = units.length === 0 ? facts.members : facts.members.filter((one) => units.includes(one.unit ?? ''))
  const byId = new Map(members.map((one) => [one.officer_id, one]))
  return forceOrder(members, facts.orders, facts.settings, today).flatMap((one) => {
    const member = byId.get(one.officer_id)
    return member ? [{ ...member, ...one }] : []
  })
}

type ListFacts = {
  members: readonly (Member & { unit: string | null })[]
  orders: readonly PastOrder[]
  settings: ForceSettings & { by_unit: boolean }
  today: WallDate
}
/** On the roster, with what is against giving them a spot of the post; `offered`: an open offer keeps one of its spots for them. */
type Considered<R> = { officer_id: string; reasons: readonly R[]; offered: boolean }

/**
 * What a call for a post of these units decides when its time is up, for the preview as for the job: who can be given one of its open spots,
 * by whose list the others are ordered in (`list_units`, empty: the department's), and who that is once some spots are given to volunteers.
 */
export const decisionOf = <R>(
  facts: ListFacts,
  post: { units: readonly string[]; places: number },
  officers: readonly Considered<R>[],
) => {
  const reasons = new Map<string, readonly (R | typeof offerOpen)[]>(
    officers.map(({ officer_id, offered, reasons }) => [officer_id, offered ? [...reasons, offerOpen] : reasons]),
  )
  const list_units = facts.settings.by_unit ? post.units : []
  const list = listFor(facts, list_units, facts.today)
  return {
    eligible: new Set([...reasons].filter(([, all]) => all.length === 0).map(([officer_id]) => officer_id)),
    list_units,
    ordered: (volunteers: readonly string[]) =>
      chooseOrdered(
        list.filter((one) => !volunteers.includes(one.officer_id)),
        reasons,
        post.places - volunteers.length,
      ),
  }
}
