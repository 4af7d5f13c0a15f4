/** Maximum size of a logo file, in bytes. */
export const LOGO_BYTES = 2 * 1024 * 1024
/** Maximum decoded size in pixels, whatever the file declares. */
export const LOGO_PIXELS = 16_000_000
/** The box the re-encoded logo must fit into, in pixels; a smaller logo keeps its size. */
export const LOGO_BOX = { width: 640, height: 256 } as const
/** Uploads a department may try per minute. */
export const LOGOS_A_MINUTE = 20
/** Days a replaced logo can still be fetched: emails already sent refer to it. */
export const REPLACED_KEPT_DAYS = 30
/** Maximum number of replaced logos kept. */
export const REPLACED_KEPT = 5

export type LogoProblem = 'logo_missing' | 'logo_svg' | 'logo_wrong_type' | 'logo_too_many_pixels' | 'logo_broken'

const starts = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)
const textOf = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The format of the bytes, whatever the file's name says: only three formats are accepted. */
export function imageKind(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | { refused: LogoProblem } {
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (textOf(bytes, 0, 4) === 'RIFF' && textOf(bytes, 8, 12) === 'WEBP') return 'webp'
  return { refused: /<(svg|!doctype svg|svg:svg)[\s>]/i.test(textOf(bytes, 0, 2000)) ? 'logo_svg' : 'logo_wrong_type' }
}
