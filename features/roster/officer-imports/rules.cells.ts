/** The file type according to the first bytes, regardless of the name. */
export type FileKind = 'text' | 'xlsx' | 'xls' | 'pdf' | 'binary' | 'empty'
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The kind of an uploaded roster. `xls` (before 2007) is recognized so that its refusal can name it. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return 'empty'
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx'
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return 'xls'
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf'
  const { encoding } = encodingOf(bytes)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  return !isWide && (bytes.includes(0) || isMostlyControl(bytes)) ? 'binary' : 'text'
}

/** Text has a control character here and there at most; of random bytes every ninth is one. */
function isMostlyControl(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096)
  return start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length > start.length / 20
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte)

/**
 * The encoding, and the length of a byte order mark to skip: decided by the mark, then by zero bytes, then UTF-8 if valid, else
 * windows-1252.
 */
export function encodingOf(bytes: Uint8Array): { encoding: Encoding; skip: 0 | 2 | 3 } {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return { encoding: 'utf-8', skip: 3 }
  if (startsWith(bytes, [0xff, 0xfe])) return { encoding: 'utf-16le', skip: 2 }
  if (startsWith(bytes, [0xfe, 0xff])) return { encoding: 'utf-16be', skip: 2 }
  const wide = wideOf(bytes)
  if (wide !== null) return { encoding: wide, skip: 0 }
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', skip: 0 }
}

/** UTF-16 without a byte order mark: mostly Latin text has zeros in either the even or the odd bytes. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 4 || bytes.length % 2 === 1) return null
  const pairs = Math.min(bytes.length, 4096) >> 1
  let [even, odd] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++
    if (bytes[2 * i + 1] === 0) odd++
  }
  if (odd > pairs * 0.4 && even === 0) return 'utf-16le'
  return even > pairs * 0.4 && odd === 0 ? 'utf-16be' : null
}

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0
    const more =
      lead < 0x80
        ? 0
        : lead >= 0xc2 && lead < 0xe0
          ? 1
          : lead >= 0xe0 && lead < 0xf0
            ? 2
            : lead >= 0xf0 && lead < 0xf5
              ? 3
              : -1
    if (more < 0 || i + more >= bytes.length) return false
    const second = bytes[i + 1] ?? 0
    if (more > 0 && !isSecondOk(lead, second)) return false
    for (let k = 2; k <= more; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return false
    i += more + 1
  }
  return true
}

function isSecondOk(lead: number, second: number): boolean {
  if ((second & 0xc0) !== 0x80) return false
  if (lead === 0xe0) return second >= 0xa0
  if (lead === 0xed) return second < 0xa0
  if (lead === 0xf0) return second >= 0x90
  return lead !== 0xf4 || second < 0x90
}

export type Delimiter = ',' | ';' | '\t' | '|'
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/**
 * The delimiter: the character whose count outside quotes is most consistent across the first 20 lines. `sep=;` on the first line
 * overrides this.
 */
export function delimiterOf(text: string): Delimiter {
  const [, said] = /^\ufeff?sep=([,;\t|])\r?\n?/i.exec(text) ?? []
  const told = delimiters.find((d) => d === said)
  if (told !== undefined) return told
  const lines = firstLines(text, 20)
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const header = counts[0] ?? 0
    const alike = counts.filter((count) => count === header).length / Math.max(1, counts.length)
    const score = header === 0 ? 0 : alike * 1000 + Math.min(header, 99)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** The first lines without quoted parts and blank lines. */
function firstLines(text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  let quoted = false
  for (const c of text.slice(0, 65_536)) {
    if (c === '"') quoted = !quoted
    else if (!quoted && (c === '\n' || c === '\r')) {
      if (line.trim() !== '') lines.push(line)
      line = ''
      if (lines.length === most) return lines
    } else if (!quoted) line += c
  }
  return line.trim() === '' ? lines : [...lines, line]
}

export type LineEnd = '\r\n' | '\n' | '\r'

/** The line ending: the first one outside quotes. A lone CR comes from old Macintosh files and some exports. */
export function lineEndOf(text: string): LineEnd {
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') quoted = !quoted
    else if (!quoted && c === '\n') return '\n'
    else if (!quoted && c === '\r') return text[i + 1] === '\n' ? '\r\n' : '\r'
  }
  return '\n'
}

/** Up to four different values of a column, for the choice of what it holds. */
export const sampleOf = (rows: readonly (readonly string[])[], column: number): string[] => {
  const values = new Set<string>()
  for (const cells of rows) {
    const value = (cells[column] ?? '').trim().slice(0, 80)
    if (value !== '') values.add(value)
    if (values.size === 4) break
  }
  return [...values]
}
