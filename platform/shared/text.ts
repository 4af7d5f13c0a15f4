// Written as escapes: as raw characters they would make this file display misleadingly.
/** C0, DEL and C1 except tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/u
const LINE = /[\t\n\u2028\u2029]/
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export type TextProblem = 'required' | 'too_long' | 'control_character' | 'direction_override'

/**
 * Why a text cannot be stored, or null. Length counts code points after trimming. Refused: control characters (NUL, C0, C1, and
 * line breaks and tabs unless `lines`), lone surrogates, and marks that reverse the writing direction.
 */
export function refuseText(text: string, bounds: { min?: number; max: number; lines?: boolean }): TextProblem | null {
  const trimmed = text.trim()
  if (trimmed.length > bounds.max * 2) return 'too_long'
  const length = [...trimmed].length
  if (length < (bounds.min ?? 0)) return 'required'
  if (length > bounds.max) return 'too_long'
  if (!bounds.lines && LINE.test(trimmed)) return 'control_character'
  if (CONTROL.test(trimmed.replaceAll('\r\n', '\n')) || hasLoneSurrogate(trimmed)) return 'control_character'
  return BIDI.test(trimmed) ? 'direction_override' : null
}

function hasLoneSurrogate(text: string): boolean {
  return [...text].some((c) => c.length === 1 && c >= '\ud800' && c <= '\udfff')
}

/** A cell that a spreadsheet would execute: starts with = + - @ tab CR or a full-width twin, even after spaces. */
export const looksLikeFormula = (text: string): boolean => /^[\t\r]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(text)

/** Maximum length of a badge number. */
export const BADGE_MAX = 40

/** `1st`, `2nd`, `11th`, `1,002nd` */
export const ordinal = (n: number): string => {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n.toLocaleString('en-US')}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/** `1 spot`, `1,002 spots`; `many` where the plural is not `one` with an s. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** `a, b and c`; with another `last` word `a, b or c`, and before `then` with a comma: `a, b, then c`. Empty for no parts. */
export const joined = (parts: readonly string[], last = 'and'): string =>
  parts.length <= 1
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')}${last === 'then' ? ',' : ''} ${last} ${parts.at(-1)}`

/** Text for an element or an attribute of HTML or XML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
