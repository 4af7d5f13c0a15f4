import type { Requirements } from '#features/signups/rules.ts'
import { isoInstant, plusDays, type WallDate } from '#platform/shared/time.ts'
import { type Clock, type Day, type Decision, dayOf, decide, type Gap, type Look } from './rules.gaps.ts'
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

/** Everything that gaps of some days are reckoned from. */
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
  /** What stands as told from now on, and whether the admins are told anew: only what is worse than they know. */
  told: string | null
  news: boolean
}

const toldOf = (decision: Decision): string | null =>
  decision.act === 'nothing' && decision.tell !== null ? `${decision.tell.what}:${decision.tell.count}` : null

const isNews = (told: string | null, before: string | null): boolean => {
  if (told === null) return false
  const [what, count] = told.split(':')
  const [was, known] = before?.split(':') ?? []
  return what !== was || Number(count) > Number(known)
}

/** What there is to do for a minimum, by day; nothing where all is as it should be. */
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
    if (decision.act === 'nothing' && told === before) return []
    return [{ on_day, day, gap, decision, told, news: isNews(told, before) }]
  })
}
