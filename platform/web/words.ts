import { ApiError } from './api.ts'

/** A refusal that stands beside its own field already: whoever catches it says nothing more. */
export class SaidAlready extends Error {}

export type Words = { title: string; text: string }

type Known = Readonly<Record<string, Words>>
let known: Known = {}
let fetchAll: (() => Promise<Known>) | null = null

/** The application hands in its words once (`apps/web/messages.ts`), the general ones at once and all of them when they are asked
 * for; the platform knows no feature's codes. */
export const setWords = (words: Known, all: (() => Promise<Known>) | null = null): void => {
  known = words
  fetchAll = all
}

/** Has the words of a code that is not among the general ones fetched, once; while they cannot be had, the general ones stand in. */
export const fetchWords = async (code: string): Promise<void> => {
  if (code in known || !fetchAll) return
  try {
    known = await fetchAll()
    fetchAll = null
  } catch {
    // Asked again with the next code.
  }
}

const withDetails = (text: string, details: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = details[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })

/** What to tell a person about a failure. A `{name}` in the words is filled from the refusal's details. */
export const wordsFor = (error: unknown): Words => {
  const code = error instanceof ApiError ? error.code : 'internal'
  const words = known[code] ?? known.internal
  const details = error instanceof ApiError ? error.details : {}
  if (!words) return { title: 'Something went wrong', text: 'Please try again.' }
  return { title: withDetails(words.title, details), text: withDetails(words.text, details) }
}
