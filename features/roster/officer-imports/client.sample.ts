import { fieldWords } from '#features/roster/officers/words.ts'
import { importFields } from './rules.mapping.ts'

/** Full names, so no column for their halves. */
export const sampleFields = importFields.filter((field) => field !== 'first_name' && field !== 'last_name')

const people = [
  ['4711', 'Dana Example', 'dana@example.com', 'Officer', 'Patrol', '2019-03-04', '312-555-0101', '46.05'],
  ['4712', 'Lee Example', 'lee@example.com', 'Sergeant', 'Traffic', '2011-08-15', '312-555-0102', '58.20'],
]

/** A roster file that can be imported as it is. */
export const sampleRoster = (): string =>
  [sampleFields.map((field) => fieldWords[field]), ...people].map((cells) => `${cells.join(',')}\n`).join('')
