/** Pages whose filters can be kept. */
export const filterPages = ['officers', 'assignments'] as const
export type FilterPage = (typeof filterPages)[number]

/** The most that one person keeps of a page: the menu shows them all. */
export const MOST_FILTERS = 30

/** The words of an address that say what a list of the page shows; the rest (sorting, tabs of another list) is not kept. */
const filterWords: Readonly<Record<FilterPage, readonly string[]>> = {
  officers: ['q', 'unit', 'rank', 'certifications', 'sign-in', 'standing'],
  assignments: ['search', 'unit', 'rank', 'kind', 'phase', 'unfilled', 'from', 'to'],
}

type Values = Readonly<Record<string, string | null | undefined>>

/** What of an address can be kept. */
export const keptOf = (page: FilterPage, address: Values): Record<string, string> =>
  Object.fromEntries(filterWords[page].flatMap((word) => (address[word] ? [[word, address[word]]] : [])))

/** The address that shows a saved filter: its words, and none of the others that filter. */
export const addressOf = (page: FilterPage, saved: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(filterWords[page].map((word) => [word, saved[word] ?? null]))

/** Whether the list shows just this. */
export const isApplied = (page: FilterPage, saved: Readonly<Record<string, string>>, address: Values): boolean =>
  filterWords[page].every((word) => (saved[word] ?? '') === (address[word] ?? ''))
