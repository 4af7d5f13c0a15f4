import { DAY } from '#platform/shared/time.ts'
import type { OpportunityKind } from './rules.opportunities.ts'
import type { AwardFactor, AwardRule, TieBreak } from './rules.ts'

/** An officer as input to a ranking: facts only, gathered at one moment. */
export type Applicant = {
  officer_id: string
  hired_on: string | null
  badge_number: string | null
  unit: string | null
  rank: string | null
  applied_at: string | null
  /** Whole minutes by kind within the rule's window. */
  minutes: Partial<Record<OpportunityKind, number>>
  /** Number of times by kind within the rule's window; for a pick list, all time. */
  times: Partial<Record<OpportunityKind, number>>
  /** The last time of each kind, regardless of the window. */
  last: Partial<Record<OpportunityKind, string>>
  /** The date on which the officer joined the department. */
  joined_on: string
  /** Share of the window before that date, in thousandths: 0 for an officer present from its start. */
  absent: number
  /** The officer's unit is one that the post requires. */
  unit_match: boolean
  /** A closed case gives the officer the next opportunity for having been skipped. */
  owed: boolean
}

/** The baseline for newcomers, across all officers. */
export type Roster = { average: number; most: number; most_turns: number }

/** Each officer's number, drawn from the published seed, as hexadecimal text of equal length. */
export type Draw = { numbers: Readonly<Record<string, string>> }

/** The ranking step that placed an officer after the previous one. */
export type Step = 'owed' | 'group' | 'value' | TieBreak | 'id'

export type Values = {
  owed: boolean
  /** Index of the priority group; the number of groups if in none. */
  group: number
  /** Charged minutes, in hundredths. */
  charged: number
  turns: number
  last_turn_at: string | null
  hired_on: string | null
  badge_number: string | null
  applied_at: string | null
  points: number | null
  parts: { factor: AwardFactor; points: number; weight: number }[]
  draw: string | null
  joined_on: string
  newcomer: boolean
}

const methodFields: Readonly<Record<AwardRule['method'], readonly (keyof Values)[]>> = {
  least_hours: ['charged'],
  rotation: ['last_turn_at'],
  pick_list: ['turns', 'last_turn_at'],
  seniority: ['hired_on'],
  reverse_seniority: ['hired_on'],
  weighted: ['points', 'parts'],
  lottery: ['draw'],
  first_come: ['applied_at'],
  approval: ['applied_at'],
}
export const tieFields: Readonly<Record<TieBreak, keyof Values>> = {
  hours: 'charged',
  seniority: 'hired_on',
  badge: 'badge_number',
  applied: 'applied_at',
  draw: 'draw',
}

/** The tie-breaks that decided between these officers, with those before them in the rule. */
export const tiesUsed = (
  { ties }: Pick<AwardRule, 'ties'>,
  ranked: readonly { decided_by: string | null }[],
): AwardRule['ties'] => {
  if (ranked.some((one) => one.decided_by === 'id')) return ties
  return ties.slice(0, 1 + Math.max(-1, ...ranked.map((one) => ties.indexOf(one.decided_by as TieBreak))))
}

/** Of an officer's values, those that it took to rank the applicants and no others; `ties` as `tiesUsed` finds them. */
export const comparedOf = (rule: AwardRule, ties: AwardRule['ties'], values: Values): Partial<Values> => {
  const fields = new Set<keyof Values>(['owed', ...methodFields[rule.method], ...ties.map((tie) => tieFields[tie])])
  if (rule.groups.length > 0) fields.add('group')
  if (rule.method === 'rotation' && rule.newcomers === 'bottom') fields.add('joined_on')
  return Object.fromEntries([...fields].map((field) => [field, values[field]]))
}

/** As another officer sees them. */
export type SomeValues = { [Field in keyof Values]?: Values[Field] | undefined }

/** The values that a rule compares, in its order; those of one step together. */
const stepsOf = (rule: AwardRule): (readonly (keyof Values)[])[] => {
  // What stands in for a turn that was never taken.
  const fallback = rule.newcomers === 'bottom' ? (['joined_on'] as const) : []
  const steps = [...methodFields[rule.method], ...rule.ties.map((tie) => tieFields[tie])]
  return [
    ...(rule.groups.length > 0 ? [['group'] as const] : []),
    ...[...new Set(steps)].map((field) => (field === 'last_turn_at' ? [field, ...fallback] : [field])),
  ]
}

/**
 * Of another applicant's values, those that it takes to see what decided between the two: in the order of the rule, to the first that
 * differs. What comes after it, such as a badge number, decided nothing and may name who it was.
 */
export const decidingOf = (rule: AwardRule, own: Values, other: SomeValues): SomeValues => {
  const steps = stepsOf(rule)
  const differs = (field: keyof Values) => JSON.stringify(own[field]) !== JSON.stringify(other[field])
  const last = steps.findIndex((fields) => fields.some(differs))
  const shown = last < 0 ? steps : steps.slice(0, last + 1)
  return Object.fromEntries(['owed' as const, ...shown.flat()].map((field) => [field, other[field]]))
}

/** The tie-breaks whose values are among these. */
export const tiesIn = ({ ties }: Pick<AwardRule, 'ties'>, compared: object): AwardRule['ties'] =>
  ties.filter((tie) => tieFields[tie] in compared)

export type Ranked = {
  officer_id: string
  rank: number
  of: number
  values: Values
  /** The step that placed this officer after the previous one; null for the first. */
  decided_by: Step | null
}

type Key = number | string

/** Minutes charged by a rule, in hundredths. */
export const chargedOf = (rule: AwardRule, minutes: Applicant['minutes']): number => {
  const { window_days: _, ...share } = rule.counts
  return Object.entries(share).reduce((sum, [kind, part]) => sum + part * (minutes[kind as OpportunityKind] ?? 0), 0)
}

export const turnsOf = (rule: AwardRule, times: Applicant['times']): number =>
  rule.turn.reduce((sum, kind) => sum + (times[kind] ?? 0), 0)

/** The baseline for newcomers, from the record of each officer. */
export const rosterOf = (rule: AwardRule, all: readonly Pick<Applicant, 'minutes' | 'times'>[]): Roster => {
  const charged = all.map((one) => chargedOf(rule, one.minutes))
  const sum = charged.reduce((total, one) => total + one, 0)
  return {
    average: charged.length === 0 ? 0 : Math.floor(sum / charged.length),
    most: Math.max(0, ...charged),
    most_turns: Math.max(0, ...all.map((one) => turnsOf(rule, one.times))),
  }
}

const lastTurnOf = (rule: AwardRule, last: Applicant['last']): string | null =>
  rule.turn.reduce<string | null>((latest, kind) => {
    const at = last[kind]
    return at !== undefined && (latest === null || at > latest) ? at : latest
  }, null)

export const groupOf = (rule: AwardRule, who: { unit: string | null; rank: string | null }): number => {
  const at = rule.groups.findIndex(
    (group) =>
      (group.units.length === 0 || group.units.includes(who.unit ?? '')) &&
      (group.ranks.length === 0 || group.ranks.includes(who.rank ?? '')),
  )
  return at === -1 ? rule.groups.length : at
}

/** Minutes that a rule charges an officer, in hundredths, with what a newcomer is charged for the time before. */
export const chargeOf = (rule: AwardRule, one: Pick<Applicant, 'minutes' | 'absent'>, roster: Roster): number => {
  const charged = chargedOf(rule, one.minutes)
  if (rule.newcomers === 'top') return charged
  // For the time before they joined, charges as much as the other officers' average or maximum; the charge fades as the window
  // moves on.
  return charged + Math.floor(((rule.newcomers === 'average' ? roster.average : roster.most) * one.absent) / 1000)
}

/** A score between 0 and 1000: 1000 is the best of those compared. */
const share = (value: number, worst: number, best: number): number =>
  worst === best ? 1000 : Math.floor((1000 * (value - worst)) / (best - worst))

const dayOf = (date: string | null): number | null => (date === null ? null : Math.floor(Date.parse(date) / DAY))

/** The least and the most of a figure among those compared, found once: a department has thousands of officers. */
type Bounds = Record<'charged' | 'turns' | 'days', { least: number; most: number }>
const boundsOf = (all: readonly Values[]): Bounds => {
  const of = (figures: readonly number[]) => ({ least: Math.min(...figures), most: Math.max(...figures) })
  return {
    charged: of(all.map((v) => v.charged)),
    turns: of(all.map((v) => v.turns)),
    days: of(all.flatMap((v) => dayOf(v.hired_on) ?? [])),
  }
}

/** Points per factor, in whole thousandths so that every machine gets the same result. */
const pointsOf = (rule: AwardRule, me: Values, who: Applicant, { charged, turns, days }: Bounds): Values['parts'] => {
  const points: Record<AwardFactor, () => number> = {
    hours: () => share(me.charged, charged.most, charged.least),
    turns: () => share(me.turns, turns.most, turns.least),
    seniority: () => {
      const day = dayOf(me.hired_on)
      return day === null ? 0 : share(day, days.most, days.least)
    },
    unit_match: () => (who.unit_match ? 1000 : 0),
    rank: () => {
      const place = rule.ranks_in_order.indexOf(who.rank ?? '')
      return place === -1 ? 0 : Math.floor((1000 * (rule.ranks_in_order.length - place)) / rule.ranks_in_order.length)
    },
  }
  return rule.weights.map(({ factor, weight }) => ({ factor, weight, points: points[factor]() }))
}

/** Sort before or after every date. */
const FIRST = ''
const LAST = '~'
const digits = /^\d+$/

const badgeKey = (badge: string | null): Key[] => {
  if (badge === null) return [2, '']
  const bare = badge.replace(/^0+(?=\d)/, '')
  return digits.test(badge) ? [0, String(bare.length).padStart(3, '0') + bare, badge] : [1, badge]
}

const tieKey = (tie: TieBreak, v: Values): Key[] => {
  if (tie === 'hours') return [v.charged]
  if (tie === 'seniority') return [v.hired_on ?? LAST]
  if (tie === 'badge') return badgeKey(v.badge_number)
  return [tie === 'applied' ? (v.applied_at ?? LAST) : (v.draw ?? FIRST)]
}

/** The values compared by the method itself, lowest first. */
const methodKey = (rule: AwardRule, v: Values): Key[] => {
  switch (rule.method) {
    case 'least_hours':
      return [v.charged]
    case 'rotation':
      return [v.last_turn_at ?? (rule.newcomers === 'bottom' ? v.joined_on : FIRST)]
    case 'pick_list':
      return [v.turns, v.last_turn_at ?? FIRST]
    case 'seniority':
      return [v.hired_on ?? LAST]
    case 'reverse_seniority':
      // The latest date comes first; officers without one are the least senior.
      return v.hired_on === null ? [0, 0] : [1, -(dayOf(v.hired_on) ?? 0)]
    case 'weighted':
      return [-(v.points ?? 0)]
    case 'lottery':
      return [v.draw ?? FIRST]
    default:
      return [v.applied_at ?? LAST]
  }
}

const compareKeys = (a: readonly Key[], b: readonly Key[]): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i] ?? '', b[i] ?? '']
    if (x < y) return -1
    if (x > y) return 1
  }
  return 0
}

const normal = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

const valuesOf = (rule: AwardRule, one: Applicant, roster: Roster, draw: Draw | null): Values => {
  const turns = turnsOf(rule, one.times)
  const behind = rule.method === 'pick_list' && rule.newcomers === 'bottom'
  return {
    owed: one.owed,
    group: groupOf(rule, one),
    charged: chargeOf(rule, one, roster),
    turns: turns + (behind ? Math.floor((roster.most_turns * one.absent) / 1000) : 0),
    last_turn_at: normal(lastTurnOf(rule, one.last)),
    hired_on: one.hired_on,
    badge_number: one.badge_number,
    applied_at: normal(one.applied_at),
    points: null,
    parts: [],
    draw: draw?.numbers[one.officer_id] ?? null,
    joined_on: one.joined_on,
    newcomer: one.absent > 0,
  }
}

/**
 * The order in which a rule ranks the applicants: the same for the same facts, regardless of input order. Owed officers first,
 * then priority groups, then the method, then each tie-break; any remaining tie (only if the last tie-break has no value for
 * either) is broken by id, so that the order is always unique.
 */
export const rank = (
  rule: AwardRule,
  applicants: readonly Applicant[],
  draw: Draw | null,
  roster: Roster = { average: 0, most: 0, most_turns: 0 },
): Ranked[] => {
  const values = applicants.map((one) => valuesOf(rule, one, roster, draw))
  if (rule.method === 'weighted') {
    const bounds = boundsOf(values)
    for (const [at, v] of values.entries()) {
      v.parts = pointsOf(rule, v, applicants[at] as Applicant, bounds)
      v.points = v.parts.reduce((sum, part) => sum + part.points * part.weight, 0)
    }
  }
  const steps = (v: Values, id: string): [Step, Key[]][] => [
    ['owed', [v.owed ? 0 : 1]],
    ['group', [v.group]],
    ['value', methodKey(rule, v)],
    ...rule.ties.map((tie): [Step, Key[]] => [tie, tieKey(tie, v)]),
    ['id', [id]],
  ]
  const rows = applicants.map((one, at) => {
    const v = values[at] as Values
    return { officer_id: one.officer_id, values: v, steps: steps(v, one.officer_id) }
  })
  const first = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    a.steps.findIndex(([, key], i) => compareKeys(key, b.steps[i]?.[1] ?? []) !== 0)
  rows.sort((a, b) => {
    for (let i = 0; i < a.steps.length; i++) {
      const found = compareKeys(a.steps[i]?.[1] ?? [], b.steps[i]?.[1] ?? [])
      if (found !== 0) return found
    }
    return 0
  })
  return rows.map((row, at) => {
    const before = rows[at - 1]
    const step = before ? first(before, row) : -1
    return {
      officer_id: row.officer_id,
      rank: at + 1,
      of: rows.length,
      values: row.values,
      decided_by: before ? (row.steps[step]?.[0] ?? 'id') : null,
    }
  })
}
