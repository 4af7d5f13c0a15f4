import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { durationWords } from '#platform/shared/time.ts'
import type { WorkKind, WorkRules } from './rules.ts'
import { kindNames, workKindWords } from './words.ts'

/** The rules as typed: hours where the rules have minutes, empty where a rule is off. */
export type TypedRules = {
  rest_hours: number | null
  windows: { hours: number | null; max_hours: number | null }[]
  max_consecutive_hours: number | null
  break_minutes: number | null
  max_consecutive_days: number | null
  caps: { kinds: string; per: 'week' | 'month'; max_hours: number | null }[]
}

const hoursOf = (minutes: number | null) => (minutes === null ? null : minutes / 60)
const minutesOf = (hours: number | null) => (hours === null ? null : Math.round(hours * 60))

const extra: readonly WorkKind[] = [...assignmentKinds, 'extra_time']
/** Kinds of work as one option of a list: their names, comma-separated. */
const keyOf = (kinds: readonly WorkKind[] | 'all') => (kinds === 'all' ? 'all' : kinds.join(','))
const isKind = (text: string): text is WorkKind => Object.hasOwn(workKindWords, text)
const kindsOf = (key: string): WorkRules['caps'][number]['kinds'] =>
  key === 'all' ? 'all' : key.split(',').filter(isKind)

/** What a limit may count; `set`: a current value that is not among the options. */
export const kindChoices = (set: readonly string[]): { value: string; label: string }[] => {
  const known = [
    { value: 'all', label: 'All work, regular tours included' },
    { value: keyOf(extra), label: 'All work except regular tours' },
    ...[...extra].map((kind) => ({ value: kind as string, label: workKindWords[kind] })),
  ]
  const others = [...new Set(set)].filter((key) => !known.some(({ value }) => value === key))
  return [...known, ...others.map((key) => ({ value: key, label: `Total ${kindNames(kindsOf(key))}` }))]
}

export const typedOf = (rules: WorkRules): TypedRules => ({
  rest_hours: hoursOf(rules.rest_minutes),
  windows: rules.windows.map(({ hours, max_minutes }) => ({ hours, max_hours: max_minutes / 60 })),
  max_consecutive_hours: hoursOf(rules.max_consecutive_minutes),
  break_minutes: rules.break_minutes,
  max_consecutive_days: rules.max_consecutive_days,
  caps: rules.caps.map(({ kinds, per, max_minutes }) => ({ kinds: keyOf(kinds), per, max_hours: max_minutes / 60 })),
})

export const rulesOf = (typed: TypedRules): WorkRules => ({
  rest_minutes: minutesOf(typed.rest_hours),
  windows: typed.windows.map(({ hours, max_hours }) => ({ hours: hours ?? 0, max_minutes: minutesOf(max_hours) ?? 0 })),
  max_consecutive_minutes: minutesOf(typed.max_consecutive_hours),
  break_minutes: typed.break_minutes ?? 0,
  max_consecutive_days: typed.max_consecutive_days,
  caps: typed.caps.map(({ kinds, per, max_hours }) => ({
    kinds: kindsOf(kinds),
    per,
    max_minutes: minutesOf(max_hours) ?? 0,
  })),
})

/** The typed field that corresponds to a rule's field. */
export const typedFieldOf = (field: string): string =>
  field
    .replace('rest_minutes', 'rest_hours')
    .replace('max_minutes', 'max_hours')
    .replace('max_consecutive_minutes', 'max_consecutive_hours')

/** A rule as the beginning of a sentence, by its path: `8 h of rest between shifts`. */
export const ruleWords = (rules: WorkRules, rule: string): string => {
  const [name, at] = rule.split('.')
  const window = name === 'windows' ? rules.windows[Number(at)] : undefined
  if (window) return `At most ${durationWords(window.max_minutes)} in any ${window.hours} h`
  const cap = name === 'caps' ? rules.caps[Number(at)] : undefined
  if (cap) return `At most ${durationWords(cap.max_minutes)} ${kindNames(cap.kinds)} in a ${cap.per}`
  if (name === 'rest_minutes') return `${durationWords(rules.rest_minutes ?? 0)} of rest between shifts`
  if (name === 'max_consecutive_days') return `At most ${rules.max_consecutive_days} days in a row`
  return `At most ${durationWords(rules.max_consecutive_minutes ?? 0)} without a break`
}
