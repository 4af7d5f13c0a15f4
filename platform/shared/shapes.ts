import { z } from 'zod'
import { readCursor } from './cursor.ts'

/** Years that JavaScript and the database handle alike, with room for neighboring days and zones. */
export const isReckonable = (text: string): boolean => /^(19|20|21)/.test(text)
const isRealOffset = (text: string) => !/[+-](1[6-9]|2\d):?\d\d$/.test(text)

/** Shapes that every contract uses. Instants are sent as ISO 8601 with an offset, in UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isReckonable(text) && isRealOffset(text), 'Enter a time between 1900 and 2199.')
/** The row version the caller saw: fits an integer column, 1 and up. */
export const Version = z.int().min(1).max(2_147_483_647)
/** Any uuid: the Demo Organization's fixed id has no version bits, which `z.uuid()` requires. */
export const Id = z.guid()
/** Of a query: 1 to 100 ids with commas between. */
export const IdList = z
  .string()
  .max(3700)
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .pipe(z.array(Id).min(1).max(100))
export const DateText = z.iso.date().refine(isReckonable, 'Enter a date between 1900 and 2199.')

// Control characters and marks that change text direction.
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/v
const unseenButLines = /[[\p{Cc}--[\n\r\t]]\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/v
const wellFormed = (text: string) => text.isWellFormed()

/** One line of typed text, trimmed. */
export const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'This field is required.' : `At least ${min} characters.`)
    .max(max, `At most ${max} characters.`)
    .refine((text) => !unseen.test(text) && wellFormed(text), "Contains characters that can't be shown.")

/** Several lines of text. */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, 'This field is required.')
    .max(max, `At most ${max} characters.`)
    .refine((value) => !unseenButLines.test(value) && wellFormed(value), "Contains characters that can't be shown.")

export const email = z
  .string()
  .trim()
  .max(254, 'At most 254 characters.')
  .regex(
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@.<>()[\]\\,;:"\p{Cc}]+$/u,
    'Enter an email address.',
  )

/** A keyset page of a list: `next` goes into the next call's `after`; null at the end. */
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
/** The cursor a page ended with. Unknown cursors are refused: answering with the first page would send a paging client in circles. */
export const afterPlace = (isKnown: (place: string) => boolean) =>
  z.string().max(300).refine(isKnown, 'Invalid position in this list.').optional()
/** The usual cursor: instant and id of the last row. */
export const after = afterPlace((place) => readCursor(place) !== null)

/** The response of a write that has nothing else to report. */
export const Done = z.object({ done: z.boolean() })
