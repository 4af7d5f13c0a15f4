import { kindWords } from '#features/shifts/assignments/words.ts'
import type { WorkKind } from './rules.shapes.ts'

/** The kinds of counted work, in words. */
export const workKindWords: Readonly<Record<WorkKind, string>> = {
  ...kindWords,
  tour: 'Regular tours',
  extra_time: 'Extra time',
}

const named = new Map<string, string>(Object.entries(workKindWords))

/** `of all work`, or `of court, overtime`. */
export const kindNames = (kinds: readonly string[] | 'all'): string =>
  kinds === 'all' ? 'of all work' : `of ${kinds.map((kind) => (named.get(kind) ?? kind).toLowerCase()).join(', ')}`
