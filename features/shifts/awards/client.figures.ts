import { type SomeValues, tieFields, type Values } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule, TieBreak } from '#features/shifts/award-rules/rules.ts'
import { factorWords } from '#features/shifts/award-rules/words.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { dayAndClock, duration } from '#platform/web/time.ts'

const hired = (date: string | null) => (date === null ? 'unknown' : plainDateWords(date))
const hours = (charged: number) => duration(Math.round(charged / 100))

const tieValue = (tie: TieBreak, v: Values, zone: string): string => {
  if (tie === 'hours') return hours(v.charged)
  if (tie === 'seniority') return hired(v.hired_on)
  if (tie === 'badge') return v.badge_number ?? 'none'
  if (tie === 'applied') return v.applied_at === null ? 'not applied' : dayAndClock(v.applied_at, zone)
  return v.draw === null ? 'not drawn' : v.draw.slice(0, 12)
}

/** A tie-break's value, as a table heads it. */
export const tieLabel: Readonly<Record<TieBreak, string>> = {
  hours: 'Hours charged',
  seniority: 'Hired',
  badge: 'Badge number',
  applied: 'Requested',
  draw: 'Number drawn',
}

/** `field`: whose value it is. */
export type Figure = { label: string; field: keyof Values; of: (v: Values) => string }

/** The figures that the rule compares, in order: each one's name and how its value reads. */
export const figuresOf = (rule: AwardRule, zone: string): Figure[] => {
  const none = (v: Values) => (rule.newcomers === 'bottom' ? `none, joined ${plainDateWords(v.joined_on)}` : 'never')
  const lastTurn = (v: Values) => (v.last_turn_at === null ? none(v) : dayAndClock(v.last_turn_at, zone))
  const method: Figure[] = (() => {
    switch (rule.method) {
      case 'least_hours':
        return [{ label: 'Hours charged', field: 'charged', of: (v) => hours(v.charged) }]
      case 'rotation':
        return [{ label: 'Last turn', field: 'last_turn_at', of: lastTurn }]
      case 'pick_list':
        return [
          { label: 'Turns taken', field: 'turns', of: (v) => `${v.turns}` },
          { label: 'Last turn', field: 'last_turn_at', of: lastTurn },
        ]
      case 'seniority':
      case 'reverse_seniority':
        return [{ label: 'Hired', field: 'hired_on', of: (v) => hired(v.hired_on) }]
      case 'weighted':
        return [
          { label: 'Points', field: 'points', of: (v) => `${v.points ?? 0}` },
          ...rule.weights.map(({ factor, weight }) => ({
            label: `Points for ${factorWords[factor]}`,
            field: 'parts' as const,
            of: (v: Values) => `${v.parts.find((part) => part.factor === factor)?.points ?? 0} × ${weight}`,
          })),
        ]
      case 'lottery':
        return [
          { label: 'Number drawn', field: 'draw', of: (v) => (v.draw === null ? 'not drawn' : v.draw.slice(0, 12)) },
        ]
      default:
        return [
          {
            label: 'Requested',
            field: 'applied_at',
            of: (v) => (v.applied_at === null ? 'not applied' : dayAndClock(v.applied_at, zone)),
          },
        ]
    }
  })()
  const groups: Figure[] =
    rule.groups.length > 0
      ? [{ label: 'Group', field: 'group', of: (v) => rule.groups[v.group]?.name ?? 'All officers' }]
      : []
  const ties = rule.ties
    .map((tie): Figure => ({ label: tieLabel[tie], field: tieFields[tie], of: (v) => tieValue(tie, v, zone) }))
    .filter((tie) => !method.some((row) => row.field === tie.field))
  return [...groups, ...method, ...ties]
}

/** Labels that don't fit into a sentence. */
const spoken: Readonly<Record<string, string>> = { Hired: 'hire date', Requested: 'time of request' }

/** What is shown of values of which only some are known. */
export const shownOf = (row: Figure, some: SomeValues): string => row.of(Object.assign({}, nothing, some))

const nothing: Values = {
  owed: false,
  group: 0,
  charged: 0,
  turns: 0,
  last_turn_at: null,
  hired_on: null,
  badge_number: null,
  applied_at: null,
  points: null,
  parts: [],
  draw: null,
  joined_on: '',
  newcomer: false,
}

/**
 * For applicants in their order: what the rule compared of them, with the tie-breaks that it took, as heads of a table and as a
 * sentence, and the values of each.
 */
export const figuresBeside = (rule: AwardRule, ties: AwardRule['ties'], all: readonly SomeValues[], zone: string) => {
  // Points are compared as a sum.
  const rows = figuresOf({ ...rule, ties, weights: [] }, zone)
  return {
    heads: rows.map(({ label }) => label),
    compared: rows.map(({ label }) => spoken[label] ?? label.toLowerCase()).join(', then '),
    values: all.map((one) => rows.map((row) => shownOf(row, one))),
  }
}
