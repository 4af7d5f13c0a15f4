import { kindWords as claimWords } from '#features/hours/extra-time/words.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { EXTRA_TIME_KIND, groupsOf, type ReportGroup, type ReportKind, type ReportName } from './rules.ts'

export const reportWords: Readonly<Record<ReportName, { title: string; hint: string; empty: string }>> = {
  hours: {
    title: 'Hours',
    hint: 'Approved hours, by the day the shift starts.',
    empty: 'No shifts start on these days. Hours appear once officers are confirmed.',
  },
  fill: {
    title: 'Fill rate',
    hint: 'Spots filled when shifts started, and the time from posting to full.',
    empty: 'No posted shifts started on these days.',
  },
  extra_time: {
    title: 'Extra time',
    hint: 'Time claimed beyond the schedule, by the day it started.',
    empty: 'No extra time on these days.',
  },
  cost: {
    title: 'Cost of approved hours',
    hint: "Estimate: approved hours on shifts of every type, and approved extra time, at each officer's current hourly rate. Excludes overtime multipliers, premiums and differentials.",
    empty: 'No approved hours on these days.',
  },
  signups: {
    title: 'Sign-ups',
    hint: 'Outcomes of sign-ups for shifts on these days, and call-off notice.',
    empty: 'No sign-ups for shifts on these days.',
  },
  equalization: {
    title: 'Equalization',
    hint: 'How evenly the shifts on these days are spread. Assigned counts the hours of shifts assigned in this period. Grouped by officer, the report also lists active officers with none.',
    empty: 'No shifts on these days were assigned or offered.',
  },
}

export const groupWords: Readonly<Record<ReportGroup, string>> = {
  officer: 'Officer',
  unit: 'Unit',
  kind: 'Type',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

export const reportKindWords: Readonly<Record<ReportKind, string>> = {
  ...claimWords,
  ...kindWords,
  [EXTRA_TIME_KIND]: 'Extra time',
}

export const NO_UNIT = 'No unit'

/** `Hours by officer`: the table's heading and the file's name. */
export const reportTitle = (of: { report: ReportName; group?: ReportGroup | undefined }): string =>
  `${reportWords[of.report].title} by ${groupWords[of.group ?? groupsOf[of.report][0] ?? 'officer'].toLowerCase()}`
