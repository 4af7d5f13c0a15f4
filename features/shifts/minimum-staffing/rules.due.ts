import type { Requirements } from '#features/shifts/signups/rules.ts'
import { HOUR, type Instant, isoInstant, ms, plusDays, type WallDate } from '#platform/shared/time.ts'
import { type Clock, type Day, type Decision, dayOf, decide, type Gap, type Look, standingOf } from './rules.gaps.ts'
import type { Held, Minimum, Person, Rotation, StaffingKind } from './rules.ts'

export type StoredMinimum = Minimum &
  Look & {
    name: string
    title: string
    kind: StaffingKind
    location_name: string | null
    location_address: string | null
    signup_mode: 'first_come' | 'approval' | 'award'
    award_rule_id: string | null
    requirements: Requirements
    version: number
  }

/** Everything needed to compute the gaps of some days. */
export type Facts = {
  now: string
  zone: string
  today: WallDate
  /** The first of the days. */
  from: WallDate
  minimums: StoredMinimum[]
  platoons: { id: string; name: string; unit: string | null; rotation: Rotation }[]
  gaps: Gap[]
  people: Person[]
  held: Held[]
}

export const clockOf = (facts: Facts): Clock => ({ now: isoInstant(new Date(facts.now)), zone: facts.zone })

export const gapOf = (facts: Facts, minimum_id: string, on_day: WallDate): Gap | null =>
  facts.gaps.find((one) => one.minimum_id === minimum_id && one.on_day === on_day) ?? null

export type Due = {
  on_day: WallDate
  day: Day | null
  gap: Gap | null
  decision: Decision
  /** The state recorded as reported after this, and whether to notify the admins: only if it is worse than what they know. */
  told: string | null
  news: boolean
  /** It came back so soon that the notification is delayed. */
  unsaid: boolean
  /** Announces the reopened shift now. */
  announce: boolean
}

const toldOf = (decision: Decision): string | null =>
  decision.act === 'nothing' && decision.tell !== null ? `${decision.tell.what}:${decision.tell.count}` : null

const NEWS_MS = HOUR
/**
 * How long to wait before repeating a notification about a gap that comes and goes: an hour, since an admin is usually still
 * editing, but at most a quarter of the time left, so that it never comes too late to act on.
 */
export const pauseOf = (since: Instant, until: Instant): number =>
  Math.min(NEWS_MS, Math.max(0, (ms(until) - ms(since)) / 4))

const isOver = (since: Instant, until: Instant, now: Instant): boolean => ms(now) - ms(since) >= pauseOf(since, until)

/** Whether to delay the announcement of a shift that opens now because the gap's last one is so recent. */
export const opensAgain = (before: Gap | null, starts_at: Instant, now: Instant): boolean =>
  before?.opened_at != null && !isOver(before.opened_at, starts_at, now)

const partsOf = (told: string) => {
  const [what = '', count] = told.split(':')
  return { what, count: Number(count) }
}

/** Which notification goes out now, and whether it waits because the same one was just sent. */
export const tellingOf = (
  told: string | null,
  gap: Pick<Gap, 'told' | 'said' | 'unsaid'> | null,
  until: Instant,
  now: Instant,
): { news: boolean; unsaid: boolean } => {
  if (told === null) return { news: false, unsaid: false }
  const { what, count } = partsOf(told)
  const before = gap?.told == null ? null : partsOf(gap.told)
  if (before?.what === what && count <= before.count && gap?.unsaid !== true) return { news: false, unsaid: false }
  const said = gap?.said[what]
  const news = said === undefined || count > said.count || isOver(said.at, until, now)
  return { news, unsaid: !news }
}

/** A reopened shift with open spots whose time to be announced has come. */
const isToAnnounce = (gap: Gap | null, now: Instant): boolean => {
  if (gap === null || gap.announced || gap.opened_at === null || standingOf(gap) !== 'open') return false
  const { shift } = gap
  if (shift === null || ms(shift.starts_at) <= ms(now) || shift.held >= shift.required) return false
  return isOver(gap.opened_at, shift.starts_at, now)
}

/** What is due for a minimum, by day; empty if everything is as it should be. */
export function dueOf(facts: Facts, minimum_id: string, days: number): Due[] {
  const m = facts.minimums.find((one) => one.id === minimum_id)
  if (m === undefined) return []
  const at = clockOf(facts)
  return Array.from({ length: days }, (_, index) => plusDays(facts.from, index)).flatMap((on_day): Due[] => {
    const gap = gapOf(facts, m.id, on_day)
    const day = dayOf(m, on_day, facts, gap, at.now)
    const decision = decide(m, day, gap, at)
    const before = gap?.told ?? null
    const told = decision.act === 'nothing' ? toldOf(decision) : null
    const telling = tellingOf(told, gap, day?.window.ends_at ?? gap?.shift?.ends_at ?? at.now, at.now)
    const announce = decision.act === 'nothing' && isToAnnounce(gap, at.now)
    if (decision.act === 'nothing' && told === before && !telling.news && !announce) return []
    return [{ on_day, day, gap, decision, told, ...telling, announce }]
  })
}
