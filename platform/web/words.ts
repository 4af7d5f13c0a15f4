import { type Words, withDetails } from '#platform/shared/refusals.ts'
import { ApiError } from './api.ts'

/** A refusal already shown at its field: callers that catch it show nothing more. */
export class SaidAlready extends Error {}

export type { Words } from '#platform/shared/refusals.ts'

type Known = Readonly<Record<string, Words>>
let known: Known = {}
let fetchAll: (() => Promise<Known>) | null = null

/**
 * The application sets its messages once (`apps/shared/messages.ts`): the general ones at once, all others on demand; the
 * platform knows no feature's codes.
 */
export const setWords = (words: Known, all: (() => Promise<Known>) | null = null): void => {
  known = words
  fetchAll = all
}

/** Loads all messages, once, for a code that is not among the general ones; until they arrive, the general ones are used. */
export const fetchWords = async (code: string): Promise<void> => {
  if (code in known || !fetchAll) return
  try {
    known = await fetchAll()
    fetchAll = null
  } catch {
    // Tried again with the next code.
  }
}

/** The message for a failure. Each `{name}` is filled from the refusal's details. */
export const wordsFor = (error: unknown): Words => {
  const code = error instanceof ApiError ? error.code : 'internal'
  const words = known[code] ?? known.internal
  const details = error instanceof ApiError ? error.details : {}
  if (!words) return { title: 'Something went wrong', text: 'Please try again.' }
  return { title: withDetails(words.title, details), text: withDetails(words.text, details) }
}
