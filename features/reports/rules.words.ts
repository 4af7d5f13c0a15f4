import { kindWords } from '#features/assignments/rules.words.ts'
import { kindWords as claimWords } from '#features/extra-time/rules.words.ts'
import { EXTRA_TIME_KIND, groupsOf, type ReportGroup, type ReportKind, type ReportName } from './rules.ts'

export const reportWords: Readonly<Record<ReportName, { title: string; hint: string; empty: string }>> = {
  hours: {
    title: 'Hours',
    hint: 'Hours worked and approved, by the day on which the shift starts.',
    empty: 'No shift starts on these days. Hours stand here as soon as officers hold places.',
  },
  fill: {
    title: 'Fill rate',
    hint: 'Places held when shifts began, of places asked for; and how long it took from posting until every place was held.',
    empty: 'No posted shift has begun on these days.',
  },
  extra_time: {
    title: 'Extra time',
    hint: 'Time claimed beyond what was scheduled, by the day on which it began.',
    empty: 'Nobody has claimed extra time on these days.',
  },
  cost: {
    title: 'Overtime cost',
    hint: "An estimate: approved hours and extra time at each officer's hourly rate of today, without supplements.",
    empty: 'No hours were approved on these days.',
  },
  signups: {
    title: 'Sign-ups',
    hint: 'What became of the sign-ups for shifts that start on these days, and the notice given with call-offs.',
    empty: 'Nobody has signed up for a shift that starts on these days.',
  },
}

export const groupWords: Readonly<Record<ReportGroup, string>> = {
  officer: 'Officer',
  unit: 'Unit',
  kind: 'Kind',
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

/** `Hours by officer`: the heading of a table, and the name of its file. */
export const reportTitle = (of: { report: ReportName; group?: ReportGroup | undefined }): string =>
  `${reportWords[of.report].title} by ${groupWords[of.group ?? groupsOf[of.report][0] ?? 'officer'].toLowerCase()}`
