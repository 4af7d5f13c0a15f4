import type { Day, State, Telling } from './rules.gaps.ts'
import type { Counted, Minimum } from './rules.ts'

/** What a day's state is called, and how it looks; the word says it, the tone repeats it. */
export const stateWords: Readonly<Record<State, { label: string; tone: 'ok' | 'warn' | 'bad' }>> = {
  met: { label: 'Met', tone: 'ok' },
  covered: { label: 'Covered', tone: 'ok' },
  surplus: { label: 'More than needed', tone: 'warn' },
  open: { label: 'Shift open', tone: 'warn' },
  due: { label: 'Opens now', tone: 'warn' },
  later: { label: 'Opens later', tone: 'warn' },
  short: { label: 'Still short', tone: 'bad' },
  late: { label: 'Too late to open', tone: 'bad' },
  taken_back: { label: 'Taken back', tone: 'bad' },
}

export const tellWords: Readonly<Record<Telling, string>> = {
  late: 'It is too late to open a shift by itself',
  short: 'Its shift does not cover all of it',
  surplus: 'More hold a place than are needed; nobody loses it by itself',
}

export const officers = (count: number): string => `${count} ${count === 1 ? 'officer' : 'officers'}`
export const places = (count: number): string => `${count} ${count === 1 ? 'place' : 'places'}`

/** Whom a minimum counts: `Night A`, `Patrol, rank Sergeant`. */
export const groupWords = (m: Pick<Minimum, 'platoon' | 'unit' | 'rank'>): string =>
  `${m.platoon ?? m.unit ?? ''}${m.rank === null ? '' : `, rank ${m.rank}`}`

const overtime = ({ presences }: Counted): number =>
  new Set(presences.filter((one) => one.how === 'overtime').map((one) => one.officer_id)).size

/** Why the job does what it does: what was counted. */
export const reasonOf = (m: Pick<Minimum, 'least'>, day: Day | null): string =>
  day === null
    ? 'The minimum does not ask for it on this day any more.'
    : `${m.least} needed; ${day.on_tour.present} on tour at the fewest, ${day.counted.on_leave.length} on leave, ${overtime(day.counted)} on overtime; ${day.without.missing} missing without this shift.`

export const missingWords = (count: number): string => `${officers(count)} ${count === 1 ? 'is' : 'are'} missing`
