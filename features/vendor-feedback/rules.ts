import type { Kind } from '#features/feedback/rules.ts'
import { statuses } from '#features/feedback/rules.ts'

export type Status = (typeof statuses)[number]
export { statuses }

/** Still to be worked: these stand in the list unless others are asked for. */
export const openStatuses = ['pending', 'in_progress'] as const satisfies readonly Status[]

export const ANSWER_MOST = 2000

/** Why it cannot be saved so, or null: nobody is told "done" or "declined" without a word. */
export const refuseAnswer = (it: { status: Status; answer: string }): 'answer_needed' | null =>
  (it.status === 'done' || it.status === 'declined') && it.answer.trim() === '' ? 'answer_needed' : null

/** One line of the book of merges: whose request was merged into which. */
export type Merge = { readonly request_id: string; readonly into_id: string; readonly person: string }
export type Party = { readonly id: string; readonly person: string; readonly kind: Kind }

/** Why the one cannot be merged into the other, or null. What is merged itself takes nothing in, so that the book is one deep. */
export const refuseMerge = (
  book: readonly Merge[],
  from: Party,
  into: Party,
): 'same_request' | 'other_kind' | 'merged_already' | null => {
  if (from.id === into.id) return 'same_request'
  if (from.kind !== into.kind) return 'other_kind'
  return book.some((one) => one.request_id === from.id || one.request_id === into.id) ? 'merged_already' : null
}

/** The book after it: what had been merged into the one is now merged into the other. */
export const mergeInto = (book: readonly Merge[], from: Party, into: Party): Merge[] => [
  ...book.map((one) => (one.into_id === from.id ? { ...one, into_id: into.id } : one)),
  { request_id: from.id, into_id: into.id, person: from.person },
]

/** People who ask for it: its sender and those whose requests were merged into it, each counted once. */
export const votesOf = (book: readonly Merge[], one: Party): number =>
  new Set([one.person, ...book.filter((merge) => merge.into_id === one.id).map((merge) => merge.person)]).size
