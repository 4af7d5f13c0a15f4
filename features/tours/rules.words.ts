import { durationWords } from '#platform/shared/time.ts'
import {
  cycleOf,
  type ExceptionKind,
  type Keeps,
  type Pattern,
  type PatternKind,
  type PatternProblem,
} from './rules.ts'

export const patternKindWords: Readonly<Record<PatternKind, { label: string; hint: string }>> = {
  four_two: { label: '4 on, 2 off', hint: 'Four tours, two days off; six days a turn.' },
  pitman: { label: 'Pitman 2-2-3', hint: 'Two on, two off, three on, and the other way round; two weeks a turn.' },
  panama: {
    label: 'Panama 2-2-3 with nights',
    hint: 'As Pitman: two weeks of days, then two weeks of nights; four weeks a turn.',
  },
  weekdays: { label: 'Fixed weekdays', hint: 'The same days every week.' },
  cycle: { label: 'A cycle of your own', hint: 'Day by day, each with its own start and length or off.' },
}

export const keepsWords: Readonly<Record<Keeps, string>> = {
  length: 'Keep the length: 12 h stay 12 h',
  end: 'Keep the end on the clock: until 06:00 stays until 06:00',
}

export const exceptionWords: Readonly<Record<ExceptionKind, string>> = {
  off: 'Day off',
  swap: 'Swapped day',
  extra: 'Extra tour',
}

const problems: Readonly<Record<PatternProblem, string>> = {
  no_tours: 'No day of it is worked.',
  not_a_time: 'Please enter a time.',
  not_minutes: 'A tour lasts between a minute and 24 hours.',
  too_many_days: 'A cycle has at most 84 days.',
  reaches_into_next: 'This tour reaches into the next one.',
}

export const patternWords = ({ problem, day }: { problem: PatternProblem; day?: number }): string =>
  day === undefined ? problems[problem] : `Day ${day}: ${problems[problem]}`

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export { weekdayNames }

/** A pattern in a line; `clock` writes a time of day as the department does. */
export function patternLine(pattern: Pattern, clock: (time: string) => string): string {
  const { label } = patternKindWords[pattern.kind]
  if (pattern.kind === 'cycle') {
    const on = cycleOf(pattern).filter((day) => day !== null).length
    return `${pattern.days.length} days a turn, ${on} worked`
  }
  const hours = `${clock(pattern.start)}, ${durationWords(pattern.minutes)}`
  if (pattern.kind === 'panama')
    return `${label}: ${clock(pattern.start)} and ${clock(pattern.night_start)}, ${durationWords(pattern.minutes)}`
  if (pattern.kind !== 'weekdays') return `${label}: ${hours}`
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => pattern.weekdays.includes(day)).map((day) => weekdayNames[day])
  return `${days.join(', ')}: ${hours}`
}
