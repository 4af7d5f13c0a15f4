import type { PatternProblem } from './rules.ts'

const problems: Readonly<Record<PatternProblem, string>> = {
  no_tours: 'The cycle needs at least one working day.',
  not_a_time: 'Enter a time.',
  not_minutes: 'Tours last between 1 minute and 24 hours.',
  too_many_days: 'Cycles can have at most 84 days.',
  reaches_into_next: 'This tour overlaps the next one.',
}

export const patternWords = ({ problem, day }: { problem: PatternProblem; day?: number }): string =>
  day === undefined ? problems[problem] : `Day ${day}: ${problems[problem]}`

export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
