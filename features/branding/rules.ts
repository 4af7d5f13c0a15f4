/** Bytes of a file that is taken as a logo. */
export const LOGO_BYTES = 2 * 1024 * 1024
/** Pixels: what it may hold unpacked, whatever its file says. */
export const LOGO_PIXELS = 16_000_000
/** The box that the drawn logo fits into, in pixels; a smaller one keeps its size. */
export const LOGO_BOX = { width: 640, height: 256 } as const
/** Uploads that a department may try in a minute. */
export const LOGOS_A_MINUTE = 20
/** Days for which a replaced logo can still be fetched: mails that are out show it. */
export const REPLACED_KEPT_DAYS = 30
/** Replaced ones that are kept at most. */
export const REPLACED_KEPT = 5

export type LogoProblem = 'logo_missing' | 'logo_svg' | 'logo_wrong_type' | 'logo_too_many_pixels' | 'logo_broken'

const starts = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)
const textOf = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** What the bytes are, whatever the file's name says: only three kinds are drawn. */
export function imageKind(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | { refused: LogoProblem } {
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (textOf(bytes, 0, 4) === 'RIFF' && textOf(bytes, 8, 12) === 'WEBP') return 'webp'
  return { refused: /<(svg|!doctype svg|svg:svg)[\s>]/i.test(textOf(bytes, 0, 2000)) ? 'logo_svg' : 'logo_wrong_type' }
}

const known = new Set(['name', 'primary_color', 'version'])
/** Whether a body names anything but the name and the colour: the logo's address is never set by hand. */
export const namesOther = (names: readonly string[]): boolean => names.some((name) => !known.has(name))
