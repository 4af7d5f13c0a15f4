import { durationWords } from '#platform/shared/time.ts'
import { cycleOf, type ExceptionKind, type Keeps, type Pattern, type PatternKind } from './rules.ts'
import { weekdayNames } from './words.ts'

export const patternKindWords: Readonly<Record<PatternKind, { label: string; hint: string }>> = {
  four_two: { label: '4 on, 2 off', hint: 'Four tours, two days off; 6-day cycle.' },
  pitman: { label: 'Pitman 2-2-3', hint: 'Two on, two off, three on, then reversed; 2-week cycle.' },
  panama: {
    label: 'Panama 2-2-3 with nights',
    hint: 'Like Pitman: two weeks of days, then two of nights; 4-week cycle.',
  },
  weekdays: { label: 'Fixed weekdays', hint: 'The same days every week.' },
  cycle: { label: 'Custom cycle', hint: "Set each day's start and length, or mark it off." },
}

export const keepsWords: Readonly<Record<Keeps, string>> = {
  length: 'Keep the length: 12 h stays 12 h',
  end: 'Keep the end time: 06:00 stays 06:00',
}

export const exceptionWords: Readonly<Record<ExceptionKind, string>> = {
  off: 'Day off',
  swap: 'Swapped day',
  extra: 'Extra tour',
}

/** A pattern in one line; `clock` formats a time of day in the department's format. */
export function patternLine(pattern: Pattern, clock: (time: string) => string): string {
  const { label } = patternKindWords[pattern.kind]
  if (pattern.kind === 'cycle') {
    const on = cycleOf(pattern).filter((day) => day !== null).length
    return `${pattern.days.length}-day cycle, ${on} worked`
  }
  const hours = `${clock(pattern.start)}, ${durationWords(pattern.minutes)}`
  if (pattern.kind === 'panama')
    return `${label}: ${clock(pattern.start)} and ${clock(pattern.night_start)}, ${durationWords(pattern.minutes)}`
  if (pattern.kind !== 'weekdays') return `${label}: ${hours}`
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => pattern.weekdays.includes(day)).map((day) => weekdayNames[day])
  return `${days.join(', ')}: ${hours}`
}
