import type { RowError, RowProblem, TourField } from './rules.ts'

export const fieldWords: Readonly<Record<TourField, string>> = {
  badge_number: 'Badge number',
  date: 'Date',
  start: 'Begins',
  end: 'Ends',
}

const problems: Readonly<Record<RowProblem, string>> = {
  required: 'Is empty.',
  unknown_badge: 'No active officer has this badge number.',
  invalid_date: 'Is no date with four digits for the year, such as 2027-03-14.',
  ambiguous_date: 'Could be day or month first. Write 2027-03-14.',
  invalid_time: 'Is no time of day, such as 18:30 or 6:30 PM.',
  same_as_row: 'The same tour stands in row {row}.',
  overlaps_row: 'Overlaps the tour of row {row}.',
}

export const problemWords = ({ problem, other_row }: Pick<RowError, 'problem' | 'other_row'>): string =>
  problems[problem].replace('{row}', String(other_row ?? ''))
