import { z } from 'zod'

/** Years in which every calendar and the database reckon alike, with room for the days and zones around them. */
export const isReckonable = (text: string): boolean => /^(19|20|21)/.test(text)
const isRealOffset = (text: string) => !/[+-](1[6-9]|2\d):?\d\d$/.test(text)

/** Shapes that every contract uses. An instant travels as ISO 8601 with an offset, in UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isReckonable(text) && isRealOffset(text), 'A time between 1900 and 2199.')
/** The version of a row that was seen: what an integer column holds, 1 and up. */
export const Version = z.int().min(1).max(2_147_483_647)
/** Any uuid: the Demo Organization's fixed one has no version, which `z.uuid()` insists on. */
export const Id = z.guid()
export const DateText = z.iso.date().refine(isReckonable, 'A date between 1900 and 2199.')

// Control characters, and the marks that turn the direction of what stands behind them.
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/v
const unseenButLines = /[[\p{Cc}--[\n\r\t]]\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/v
const wellFormed = (text: string) => text.isWellFormed()

/** One line of text that a person typed, trimmed. */
export const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'Please fill this in.' : `At least ${min} characters.`)
    .max(max, `At most ${max} characters.`)
    .refine((text) => !unseen.test(text) && wellFormed(text), 'Contains characters that cannot be shown.')

/** Several lines of text. */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, 'Please fill this in.')
    .max(max, `At most ${max} characters.`)
    .refine((value) => !unseenButLines.test(value) && wellFormed(value), 'Contains characters that cannot be shown.')

export const email = z
  .string()
  .trim()
  .max(254, 'At most 254 characters.')
  .regex(
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@.<>()[\]\\,;:"\p{Cc}]+$/u,
    'Please enter an e-mail address.',
  )

/** A page of a list by key: `next` goes into the next call's `after`; null is the end. */
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
export const after = z.string().max(300).optional()

/** What a write answers that has nothing to tell. */
export const Done = z.object({ done: z.boolean() })
