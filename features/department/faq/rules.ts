/** Limits for a department's own FAQ: it is always read as a whole, so it must stay small. */
export const CATEGORIES_MOST = 30
export const ENTRIES_MOST = 200
export const NAME_MOST = 80
export const QUESTION_MOST = 200
export const ANSWER_MOST = 8000

/** A position between two neighbors (null: the end of the list); null if there is no room between them. */
export const pointBetween = (before: number | null, after: number | null): number | null => {
  if (before === null && after === null) return 0
  if (before === null) return (after ?? 0) - 1
  if (after === null) return before + 1
  const middle = before + (after - before) / 2
  return middle > before && middle < after ? middle : null
}

export type Question = { id: string; question: string; answer: string }
export type Category<Q extends Question = Question> = { id: string; name: string; entries: readonly Q[] }

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The entries that contain every search word in the question, answer or category; all entries if there are no words. */
export const searchFaq = <Q extends Question, C extends Category<Q>>(
  categories: readonly C[],
  search: string,
): readonly (C & { entries: readonly Q[] })[] => {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return categories.flatMap((category) => {
    const entries = category.entries.filter((entry) => {
      const text = folded(`${category.name} ${entry.question} ${entry.answer}`)
      return words.every((word) => text.includes(word))
    })
    return entries.length > 0 ? [{ ...category, entries }] : []
  })
}

/** An answer as one line without Markdown syntax, for lists. */
export const plainAnswer = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/(^|\s)[_*](\S[^_*]*)[_*](?=\s|[.,;:!?]|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()

/** Allowed link targets in an answer: the web, an email address, a phone number, or a page in the product. */
export const mayLink = (href: string): boolean => /^(https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\]))/i.test(href)

type Listed = { id: string; entries: readonly { id: string }[] }
export type Place = { category_id: string; before_id: string | null }

/**
 * Where an entry goes when dropped on another entry, or on a category (at its end). Within a category it takes the other entry's
 * position: after it when moving down. Null if nothing moves.
 */
export const placeOver = (categories: readonly Listed[], id: string, over: string): Place | null => {
  const from = categories.find(({ entries }) => entries.some((one) => one.id === id))
  const to = categories.find((one) => one.id === over || one.entries.some((entry) => entry.id === over))
  if (!from || !to || id === over) return null
  const ids = to.entries.map((one) => one.id)
  if (to.id === over) return from === to && ids.at(-1) === id ? null : { category_id: to.id, before_id: null }
  const at = ids.indexOf(over)
  const down = from === to && ids.indexOf(id) < at
  return { category_id: to.id, before_id: (down ? ids[at + 1] : over) ?? null }
}

/** Moves an item one step up or down: the item it then precedes (null: at the end), or null if it cannot move. */
export const stepBefore = (
  ids: readonly string[],
  id: string,
  step: 'up' | 'down',
): { before_id: string | null } | null => {
  const at = ids.indexOf(id)
  if (at < 0 || (step === 'up' ? at === 0 : at === ids.length - 1)) return null
  return { before_id: (step === 'up' ? ids[at - 1] : ids[at + 2]) ?? null }
}

/** The lists as they will be after the move is saved. */
export const withMoved = <E extends { id: string }, C extends { id: string; entries: readonly E[] }>(
  categories: readonly C[],
  id: string,
  { category_id, before_id }: Place,
): (Omit<C, 'entries'> & { entries: E[] })[] => {
  const moved = categories.flatMap(({ entries }) => entries).find((one) => one.id === id)
  return categories.map((category) => {
    const rest = category.entries.filter((one) => one.id !== id)
    if (category.id !== category_id || !moved) return { ...category, entries: rest }
    const at = before_id === null ? rest.length : rest.findIndex((one) => one.id === before_id)
    return { ...category, entries: [...rest.slice(0, at), moved, ...rest.slice(at)] }
  })
}
