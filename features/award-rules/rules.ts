import type { OpportunityKind } from '#features/awards/rules.opportunities.ts'

export const awardMethods = [
  'least_hours',
  'rotation',
  'seniority',
  'reverse_seniority',
  'weighted',
  'lottery',
  'pick_list',
  'first_come',
  'approval',
] as const
export type AwardMethod = (typeof awardMethods)[number]

export const awardFactors = ['hours', 'seniority', 'turns', 'unit_match', 'rank'] as const
export type AwardFactor = (typeof awardFactors)[number]
export const tieBreaks = ['hours', 'seniority', 'badge', 'applied', 'draw'] as const
export type TieBreak = (typeof tieBreaks)[number]
export const newcomerPlaces = ['top', 'average', 'bottom'] as const
export type NewcomerPlace = (typeof newcomerPlaces)[number]
export const remedies = ['next_opportunity', 'pay', 'none'] as const
export type Remedy = (typeof remedies)[number]

/** What is charged of a shift, in hundredths of its length: refused 100 charges the refused hours in full. */
export const chargedKinds = ['offered', 'accepted', 'refused', 'no_answer', 'worked', 'ordered'] as const
export type Counts = { window_days: number | 'fiscal_year' | 'ever' } & Record<(typeof chargedKinds)[number], number>

export type AwardRule = {
  method: AwardMethod
  counts: Counts
  /** What takes a turn in a rotation or on a pick list. */
  turn: readonly OpportunityKind[]
  newcomers: NewcomerPlace
  weights: readonly { factor: AwardFactor; weight: number }[]
  /** For the factor `rank`: the highest first. */
  ranks_in_order: readonly string[]
  /** In this order; what is still equal then goes by an order that nobody can choose. */
  ties: readonly TieBreak[]
  /** See a job first, in turn, for so long; and rank before those behind them. Empty lists: everybody. */
  groups: readonly { name: string; units: readonly string[]; ranks: readonly string[]; minutes: number }[]
  window: {
    opens_minutes_after_publish: number
    closes_minutes_before_start: number | null
    open_minutes: number | null
  }
  /** Published under so many minutes before the start: the first to answer has the place. */
  short_notice: { under_minutes: number; method: 'first_answer' } | null
  keeps_waitlist: boolean
  offer_minutes: number
  last_minute: { under_minutes: number } | null
  /** Other people by name in receipts. */
  names_shown: boolean
  /** What somebody who was skipped is due. */
  remedy: Remedy
  /** First month of the fiscal year, 1 to 12. */
  fiscal_month: number
}

export const noCounts: Counts = {
  window_days: 365,
  offered: 0,
  accepted: 100,
  refused: 0,
  no_answer: 0,
  worked: 0,
  ordered: 100,
}

/** Long enough that every watch answers once; longer ones buy little in a simulated year (docs/simulation.md). */
export const usualWindow: AwardRule['window'] = {
  opens_minutes_after_publish: 0,
  closes_minutes_before_start: 24 * 60,
  open_minutes: 12 * 60,
}

/** What a new rule begins with, and what gives the order where a department has adopted none: who applied first. */
export const plainRule: AwardRule = {
  method: 'first_come',
  counts: noCounts,
  turn: ['accepted', 'ordered'],
  newcomers: 'top',
  weights: [],
  ranks_in_order: [],
  ties: ['seniority', 'badge', 'draw'],
  groups: [],
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: null, open_minutes: null },
  short_notice: null,
  keeps_waitlist: true,
  offer_minutes: 60,
  last_minute: { under_minutes: 240 },
  names_shown: false,
  remedy: 'next_opportunity',
  fiscal_month: 1,
}

/** Ranked at the end of a window, rather than taken or decided one by one. */
export const isAwarded = (method: AwardMethod): boolean => method !== 'first_come' && method !== 'approval'

/** How places are given on a job under the rule. */
export const modeOf = (method: AwardMethod): 'first_come' | 'approval' | 'award' =>
  method === 'first_come' || method === 'approval' ? method : 'award'

/** The most that is kept of each. */
export const ruleBounds = { name: 120, groups: 8, note: 500, days: 3650, minutes: 60 * 24 * 60 } as const

/** What is wrong with a rule, by the field; none where it can be adopted. */
export const problemsOf = (rule: AwardRule): { field: string; message: string }[] => {
  const found: { field: string; message: string }[] = []
  const say = (field: string, message: string) => found.push({ field, message })
  const last = rule.ties.at(-1)
  if (last !== 'badge' && last !== 'draw') say('ties', 'The last tie-break must be one that decides: badge or draw.')
  if (new Set(rule.ties).size !== rule.ties.length) say('ties', 'Each tie-break once.')
  if (rule.method === 'weighted' && !rule.weights.some((one) => one.weight > 0))
    say('weights', 'At least one factor must weigh something.')
  if (new Set(rule.weights.map((one) => one.factor)).size !== rule.weights.length) say('weights', 'Each factor once.')
  const listed = rule.method === 'rotation' || rule.method === 'pick_list'
  if (listed && rule.newcomers === 'average') say('newcomers', 'On a list newcomers stand at the top or at the bottom.')
  if (listed && rule.turn.length === 0) say('turn', 'Say what takes a turn.')
  const { closes_minutes_before_start: closes, open_minutes: open } = rule.window
  if (isAwarded(rule.method) && closes === null && open === null)
    say('window', 'Say when sign-up closes: the award is made then.')
  if (rule.method === 'least_hours' && chargedKinds.every((kind) => rule.counts[kind] === 0))
    say('counts', 'Something must be charged.')
  return found
}

/** A version of a rule; the one in force at a time is the newest of those whose date has come. */
export type DatedVersion = { version: number; effective_from: string }
export const inForce = <V extends DatedVersion>(versions: readonly V[], at: number): V | null =>
  versions.reduce<V | null>(
    (best, one) => (Date.parse(one.effective_from) <= at && (best === null || one.version > best.version) ? one : best),
    null,
  )
