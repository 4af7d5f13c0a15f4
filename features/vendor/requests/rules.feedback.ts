import type { Kind } from '#features/department/feedback/rules.ts'
import { statuses } from '#features/department/feedback/rules.ts'

export type Status = (typeof statuses)[number]
export { statuses }

/** Still open: the list shows these by default. */
export const openStatuses = ['pending', 'in_progress'] as const satisfies readonly Status[]

export const ANSWER_MOST = 2000

/** Why it cannot be saved, or null: "done" and "declined" need an answer for the sender. */
export const refuseAnswer = (it: { status: Status; answer: string }): 'answer_needed' | null =>
  (it.status === 'done' || it.status === 'declined') && it.answer.trim() === '' ? 'answer_needed' : null

/** One merge: whose request was merged into which. */
export type Merge = { readonly request_id: string; readonly into_id: string; readonly person: string }
export type Party = { readonly id: string; readonly person: string; readonly kind: Kind }

/** Why one cannot be merged into the other, or null. A merged request cannot take in others, so merges are only one level deep. */
export const refuseMerge = (
  book: readonly Merge[],
  from: Party,
  into: Party,
): 'same_request' | 'other_kind' | 'merged_already' | null => {
  if (from.id === into.id) return 'same_request'
  if (from.kind !== into.kind) return 'other_kind'
  return book.some((one) => one.request_id === from.id || one.request_id === into.id) ? 'merged_already' : null
}

/** Number of people requesting it: its sender and the senders of merged requests, each counted once. */
export const votesOf = (book: readonly Merge[], one: Party): number =>
  new Set([one.person, ...book.filter((merge) => merge.into_id === one.id).map((merge) => merge.person)]).size

/** `7~2027-01-05T...~id` in a list sorted by votes; no number in one sorted by age. */
export const placeOf = (place: string): { votes: string | null; rest: string } => {
  const [, votes, rest] = /^(?:(\d{1,6})~)?(.+)$/.exec(place) ?? []
  return { votes: votes ?? null, rest: rest ?? '' }
}
