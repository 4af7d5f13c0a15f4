import type { RowError, RowProblem, TourField } from './rules.imports.ts'

export const fieldWords: Readonly<Record<TourField, string>> = {
  badge_number: 'Badge number',
  date: 'Date',
  start: 'Starts',
  end: 'Ends',
}

const problems: Readonly<Record<RowProblem, string>> = {
  required: 'This cell is empty.',
  unknown_badge: 'No active officer has this badge number.',
  invalid_date: 'Enter a date with a four-digit year, such as 2027-03-14.',
  ambiguous_date: 'Ambiguous date (day or month first). Use the format 2027-03-14.',
  invalid_time: 'Enter a time such as 18:30 or 6:30 PM.',
  same_as_row: 'Same tour as in row {row}.',
  overlaps_row: 'Overlaps the tour in row {row}.',
}

export const problemWords = ({ problem, other_row }: Pick<RowError, 'problem' | 'other_row'>): string =>
  problems[problem].replace('{row}', String(other_row ?? ''))
