import { ApiError } from './api.ts'

export type Words = { title: string; text: string }

let known: Readonly<Record<string, Words>> = {}

/** The application hands in its words once (`apps/web/messages.ts`); the platform knows no feature's codes. */
export const setWords = (words: Readonly<Record<string, Words>>): void => {
  known = words
}

/** Further words, of pages that are fetched later. */
export const addWords = (words: Readonly<Record<string, Words>>): void => {
  known = { ...known, ...words }
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
