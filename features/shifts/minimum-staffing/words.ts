import { counted } from '#platform/shared/text.ts'
import type { IdleWhy } from './rules.forecast.ts'
import type { Day, State, Telling } from './rules.gaps.ts'
import type { Counted, Minimum } from './rules.ts'

/** The label of a day's state, and its tone; the word carries the meaning, and the tone repeats it. */
export const stateWords: Readonly<Record<State, { label: string; tone: 'ok' | 'warn' | 'bad' }>> = {
  met: { label: 'Met', tone: 'ok' },
  covered: { label: 'Covered', tone: 'ok' },
  surplus: { label: 'More than needed', tone: 'warn' },
  open: { label: 'Shift open', tone: 'warn' },
  due: { label: 'Opens now', tone: 'warn' },
  later: { label: 'Opens later', tone: 'warn' },
  short: { label: 'Still short', tone: 'bad' },
  late: { label: 'Too late to open', tone: 'bad' },
  taken_back: { label: 'Withdrawn', tone: 'bad' },
}

export const tellWords: Readonly<Record<Telling, string>> = {
  late: 'Too late to open a shift automatically',
  short: "The shift doesn't cover the whole gap",
  surplus: 'More officers confirmed than needed; no one is removed automatically',
}

export const officers = (count: number): string => counted(count, 'officer')
export const places = (count: number): string => counted(count, 'spot')

const overtime = ({ presences }: Counted): number =>
  new Set(presences.filter((one) => one.how === 'overtime').map((one) => one.officer_id)).size

/** Why the job acts: what was counted. */
export const reasonOf = (m: Pick<Minimum, 'least'>, day: Day | null): string =>
  day === null
    ? 'The minimum no longer applies on this day.'
    : `${m.least} needed; at the lowest point: ${day.on_tour.present} on regular tours, ${day.counted.on_leave.length} on leave, ${overtime(day.counted)} on overtime; ${day.without.missing} short without this shift.`

type Idle = { name: string; group: string; why: IdleWhy }

/** `Off: C watch, D watch · Not on this weekday: Court`: why minimums ask for no one on a day. A platoon's follow its schedule. */
export const idleWords = (idle: readonly Idle[]): string => {
  const named = (why: IdleWhy, words: string, nameOf: (one: Idle) => string) => {
    const names = new Set(idle.filter((one) => one.why === why).map(nameOf))
    return names.size > 0 ? [`${words}: ${[...names].join(', ')}`] : []
  }
  return [
    ...named('over', 'Over for today', (one) => one.name),
    ...named('platoon_off', 'Off', (one) => one.group),
    ...named('weekday', 'Not on this weekday', (one) => one.name),
  ].join(' · ')
}

export const missingWords = (count: number): string => `${officers(count)} ${count === 1 ? 'is' : 'are'} needed`
