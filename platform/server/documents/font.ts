import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Path = { commands: readonly { command: string; args: readonly number[] }[] }
type Glyph = {
  id: number
  codePoints: number[]
  advanceWidth: number
  path: Path
  _getMetrics: () => { leftBearing: number }
}
type Subset = {
  font: Font
  glyf: Buffer[]
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  offset: number
  _addGlyph: (this: Subset, gid: number) => number
}
export type Font = {
  unitsPerEm: number
  hasGlyphForCodePoint: (point: number) => boolean
  glyphForCodePoint: (point: number) => Glyph
  getGlyph: (gid: number) => Glyph
  createSubset: () => Subset
  layout: (text: string) => unknown
}

// The font reader that pdfkit uses, in the version pdfkit requires.
const fontkit: { create: (bytes: Uint8Array) => Font } = createRequire(import.meta.resolve('pdfkit'))('fontkit')

/** A glyph's outline in TrueType form: all points written in full, none omitted. */
const outline = (path: Path): Buffer => {
  const ends: number[] = []
  const points: { x: number; y: number; on: number }[] = []
  for (const { command, args } of path.commands) {
    if (command === 'closePath') ends.push(points.length - 1)
    for (let i = 0; i < args.length; i += 2)
      points.push({
        x: Math.round(args[i] ?? 0),
        y: Math.round(args[i + 1] ?? 0),
        on: command === 'quadraticCurveTo' && i === 0 ? 0 : 1,
      })
  }
  if (points.length === 0) return Buffer.alloc(0)
  const size = 12 + 2 * ends.length + points.length * 5
  const bytes = Buffer.alloc(size + ((4 - (size % 4)) % 4))
  let at = 0
  const put = (value: number) => {
    at = bytes.writeInt16BE(value, at)
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  for (const value of [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) put(value)
  for (const end of ends) put(end)
  put(0)
  for (const { on } of points) at = bytes.writeUInt8(on, at)
  for (const all of [xs, ys]) for (const [i, value] of all.entries()) put(value - (all[i - 1] ?? 0))
  return bytes
}

const addGlyph = function (this: Subset, gid: number): number {
  const glyph = this.font.getGlyph(gid)
  const bytes = outline(glyph.path)
  this.glyf.push(bytes)
  this.loca.offsets.push(this.offset)
  this.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing })
  this.offset += bytes.length
  return this.glyf.length - 1
}

/** One glyph per character, at its own width, so that text extracted from the document equals what was written. */
const plainLayout = (font: Font) => (text: string) => {
  const glyphs = [...text].map((letter) => {
    const point = letter.codePointAt(0) ?? 32
    const glyph = font.glyphForCodePoint(point)
    glyph.codePoints = [point]
    return glyph
  })
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

/**
 * One embeddable file of the product's typeface. pdfkit subsets fonts, but not fonts with WOFF2-packed outlines, so the outlines
 * are written out here.
 */
const open = (part: string): Font => {
  const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`))
  const font = fontkit.create(readFileSync(file))
  Object.defineProperty(font, 'postscriptName', { value: `Inter-${part}` })
  const create = font.createSubset.bind(font)
  font.createSubset = () => Object.assign(create(), { _addGlyph: addGlyph })
  font.layout = plainLayout(font)
  return font
}

const parts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const
export type Run = { text: string; part: string }

/** The font files a document needs, opened on first use. */
export const openFonts = () => {
  const opened = new Map<string, Font>()
  const fontOf = (part: string): Font => {
    const font = opened.get(part) ?? open(part)
    opened.set(part, font)
    return font
  }
  const partOf = (letter: string): string | null => {
    const point = letter.codePointAt(0) ?? 32
    return parts.find((part) => fontOf(part).hasGlyphForCodePoint(point)) ?? null
  }
  return {
    fontOf,
    /** Splits text into runs of one font file each; a character that no file has becomes a question mark. */
    runsOf: (text: string): Run[] => {
      const runs: Run[] = []
      for (const letter of text.normalize('NFC')) {
        const part = partOf(letter)
        const last = runs.at(-1)
        if (last && last.part === (part ?? 'latin')) last.text += part ? letter : '?'
        else runs.push({ text: part ? letter : '?', part: part ?? 'latin' })
      }
      return runs
    },
    widthOf: (runs: readonly Run[], size: number): number =>
      runs.reduce((sum, { text, part }) => {
        const font = fontOf(part)
        const units = [...text].reduce(
          (all, one) => all + font.glyphForCodePoint(one.codePointAt(0) ?? 32).advanceWidth,
          0,
        )
        return sum + (units / font.unitsPerEm) * size
      }, 0),
  }
}
