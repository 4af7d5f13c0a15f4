// Written as escapes: a file that holds these characters itself would show something else than it says.
/** C0, DEL and C1 but for tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/u
const LINE = /[\t\n\u2028\u2029]/
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export type TextProblem = 'required' | 'too_long' | 'control_character' | 'direction_override'

/**
 * Why a text cannot be stored, or null. Length counts code points after trimming. Refused: control characters (NUL, C0, C1, and
 * line breaks and tabs unless `lines`), lone surrogates, and marks that turn the writing direction around.
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
