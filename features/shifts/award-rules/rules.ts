import type { AwardMethod } from './rules.methods.ts'
import type { OpportunityKind } from './rules.opportunities.ts'

export const awardFactors = ['hours', 'seniority', 'turns', 'unit_match', 'rank'] as const
export type AwardFactor = (typeof awardFactors)[number]
export const tieBreaks = ['hours', 'seniority', 'badge', 'applied', 'draw'] as const
export type TieBreak = (typeof tieBreaks)[number]
export const newcomerPlaces = ['top', 'average', 'bottom'] as const
export type NewcomerPlace = (typeof newcomerPlaces)[number]
export const remedies = ['next_opportunity', 'pay', 'none'] as const
export type Remedy = (typeof remedies)[number]

/** How much of a shift is charged, in hundredths of its length: refused 100 charges refused hours in full. */
export const chargedKinds = ['offered', 'accepted', 'refused', 'no_answer', 'worked', 'ordered'] as const
export type Counts = { window_days: number | 'fiscal_year' | 'ever' } & Record<(typeof chargedKinds)[number], number>

export type AwardRule = {
  method: AwardMethod
  counts: Counts
  /** The kinds that use up a turn in a rotation or on a pick list. */
  turn: readonly OpportunityKind[]
  newcomers: NewcomerPlace
  weights: readonly { factor: AwardFactor; weight: number }[]
  /** For the factor `rank`: highest first. */
  ranks_in_order: readonly string[]
  /** In this order; remaining ties are broken by an order that nobody can influence. */
  ties: readonly TieBreak[]
  /** Groups see a job first, in turn, for this many minutes, and rank before later groups. Empty lists match everyone. */
  groups: readonly { name: string; units: readonly string[]; ranks: readonly string[]; minutes: number }[]
  window: {
    opens_minutes_after_publish: number
    closes_minutes_before_start: number | null
    open_minutes: number | null
  }
  /** If published less than this many minutes before the start, the first to respond gets the spot. */
  short_notice: { under_minutes: number; method: 'first_answer' } | null
  keeps_waitlist: boolean
  offer_minutes: number
  last_minute: { under_minutes: number } | null
  /** Whether receipts show other people's names. */
  names_shown: boolean
  /** Whether receipts with names also show what the rule compared of each of them, such as hours charged. */
  figures_shown: boolean
  /** The remedy for a skipped officer. */
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

/** Long enough that every watch responds once; a longer window gains little in a simulated year (docs/simulation.md). */
export const usualWindow: AwardRule['window'] = {
  opens_minutes_after_publish: 0,
  closes_minutes_before_start: 24 * 60,
  open_minutes: 12 * 60,
}

/** The starting point for a new rule, and the order used if a department has adopted none: first to apply. */
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
  figures_shown: false,
  remedy: 'next_opportunity',
  fiscal_month: 1,
}

/** The starting point for a new rule with this method: complete, so that it can be used as it is. */
export const startOf = (method: AwardMethod): AwardRule => ({
  ...plainRule,
  method,
  ...(isAwarded(method)
    ? { window: usualWindow, short_notice: { under_minutes: 24 * 60, method: 'first_answer' as const } }
    : {}),
  ...(method === 'weighted' ? { weights: [{ factor: 'hours', weight: 1 }] } : {}),
})

/** Ranked at the end of a window, instead of first-come or decided individually. */
export const isAwarded = (method: AwardMethod): boolean => method !== 'first_come' && method !== 'approval'

/** How spots on a job are assigned under the rule. */
export const modeOf = (method: AwardMethod): 'first_come' | 'approval' | 'award' =>
  method === 'first_come' || method === 'approval' ? method : 'award'

/** Whether charged hours, and turns, matter for the order at all. */
export const usesHours = (rule: AwardRule) =>
  rule.method === 'least_hours' ||
  rule.ties.includes('hours') ||
  (rule.method === 'weighted' && rule.weights.some((one) => one.factor === 'hours'))

export const usesTurns = (rule: AwardRule) =>
  rule.method === 'rotation' ||
  rule.method === 'pick_list' ||
  (rule.method === 'weighted' && rule.weights.some((one) => one.factor === 'turns'))

/** Maximum values for each, and the least that a reason takes. */
export const ruleBounds = { name: 120, groups: 8, note_least: 3, note: 500, days: 3650, minutes: 60 * 24 * 60 } as const

/** Officers read why a rule changed that awards shifts, or did: null, or what is missing. */
export const reasonProblem = ({ used, note }: { used: boolean; note: string }): string | null =>
  used && note.trim().length < ruleBounds.note_least ? 'Say what changed and why. Officers see it with the rule.' : null

/** Officers read why a shift type follows another rule than before, or none: null, or what is missing. */
export const adoptionProblem = (one: { was: string | null; rule_id: string | null; note: string }): string | null =>
  one.was !== one.rule_id && one.note.trim().length < ruleBounds.note_least
    ? 'Enter a reason. Officers see it with the rule.'
    : null

/** What a type of shift follows at that time, in milliseconds, by the adoptions as they are listed: newest first. Null: no rule. */
export const adoptedAt = (
  adoptions: readonly { kind: string; rule_id: string | null; effective_from: string }[],
  kind: string,
  at: number,
): string | null => adoptions.find((one) => one.kind === kind && Date.parse(one.effective_from) <= at)?.rule_id ?? null

/** Problems with a rule, by field; empty if it can be adopted. */
export const problemsOf = (rule: AwardRule): { field: string; message: string }[] => {
  const found: { field: string; message: string }[] = []
  const say = (field: string, message: string) => found.push({ field, message })
  const last = rule.ties.at(-1)
  if (last !== 'badge' && last !== 'draw') say('ties', 'The last tiebreaker must be the badge number or a draw.')
  if (new Set(rule.ties).size !== rule.ties.length) say('ties', 'Use each tiebreaker once.')
  if (rule.method === 'weighted' && !rule.weights.some((one) => one.weight > 0))
    say('weights', 'Give at least one factor a weight.')
  if (new Set(rule.weights.map((one) => one.factor)).size !== rule.weights.length)
    say('weights', 'Use each factor once.')
  const listed = rule.method === 'rotation' || rule.method === 'pick_list'
  if (listed && rule.newcomers === 'average')
    say('newcomers', 'On a list, new officers start at the top or at the bottom.')
  if (listed && rule.turn.length === 0) say('turn', 'Choose what counts as a turn.')
  const { closes_minutes_before_start: closes, open_minutes: open } = rule.window
  if (isAwarded(rule.method) && closes === null && open === null)
    say('window', 'Set when sign-up closes. The award follows.')
  if (rule.method === 'least_hours' && chargedKinds.every((kind) => rule.counts[kind] === 0))
    say('counts', 'Charge hours for at least one outcome.')
  return found
}

/** A version of a rule; the version in force at a given time is the newest whose date has come. */
export type DatedVersion = { version: number; effective_from: string }
export const inForce = <V extends DatedVersion>(versions: readonly V[], at: number): V | null =>
  versions.reduce<V | null>(
    (best, one) => (Date.parse(one.effective_from) <= at && (best === null || one.version > best.version) ? one : best),
    null,
  )
