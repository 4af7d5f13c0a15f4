import PDFDocument from 'pdfkit'
import { openFonts, type Run } from './font.ts'

/** All text on a document, in reading order. */
export type DocumentWords = {
  title: string
  /** The creation instant shown on the document, so that the same words give the same bytes. */
  made_at: string
  from: readonly string[]
  to: readonly string[]
  facts: readonly (readonly [string, string])[]
  table: {
    title: string
    /** A column without a width takes the remaining space; numbers are right-aligned. */
    columns: readonly { head: string; width: number | null; align: 'left' | 'right' }[]
    rows: readonly (readonly string[])[]
  }
  totals: { title: string; rows: readonly (readonly [string, string])[] }
  notes: readonly string[]
}

const margin = 56
const ink = '#111827'
const soft = '#4b5563'
const line = '#d1d5db'

type Doc = PDFKit.PDFDocument
type Struct = PDFKit.PDFStructureElement
type Style = { size: number; bold?: boolean; color?: string; align?: 'left' | 'right' }

/** Wraps text into lines that fit; cuts a word wider than a line. */
const linesOf = (text: string, fits: (words: string) => boolean): string[] => {
  const lines: string[] = []
  let now = ''
  for (let word of text.split(/\s+/).filter((one) => one !== '')) {
    if (fits(now === '' ? word : `${now} ${word}`)) {
      now = now === '' ? word : `${now} ${word}`
      continue
    }
    if (now !== '') lines.push(now)
    while (!fits(word)) {
      let most = 1
      const letters = [...word]
      while (most < letters.length && fits(letters.slice(0, most + 1).join(''))) most += 1
      lines.push(letters.slice(0, most).join(''))
      word = letters.slice(most).join('')
    }
    now = word
  }
  return now === '' ? lines : [...lines, now]
}

/** Draws on one document: text in the product's own typeface; every mark is tagged or declared an artifact. */
const penOf = (doc: Doc) => {
  const fonts = openFonts()
  const registered = new Set<string>()
  const use = (part: string, size: number) => {
    if (!registered.has(part)) doc.registerFont(part, fonts.fontOf(part) as never)
    registered.add(part)
    doc.font(part, size)
  }
  const write = (runs: readonly Run[], at: { x: number; y: number; width: number }, style: Style) => {
    let x = style.align === 'right' ? at.x + at.width - fonts.widthOf(runs, style.size) : at.x
    const color = style.color ?? ink
    for (const run of runs) {
      use(run.part, style.size)
      doc.fillColor(color)
      // Only one weight is embedded, so bold text is drawn with an outline.
      if (style.bold) doc.strokeColor(color).lineWidth(style.size * 0.035)
      doc.text(run.text, x, at.y, { lineBreak: false, ...(style.bold ? { fill: true, stroke: true } : {}) })
      x += fonts.widthOf([run], style.size)
    }
  }
  const wrap = (text: string, width: number, size: number) =>
    linesOf(text, (words) => fonts.widthOf(fonts.runsOf(words), size) <= width)
  const block = (lines: readonly string[], at: { x: number; y: number; width: number }, style: Style): void => {
    for (const [i, text] of lines.entries()) write(fonts.runsOf(text), { ...at, y: at.y + i * style.size * 1.4 }, style)
  }
  /** A structure element together with its drawing. */
  const put = (parent: Struct, type: string, draw: () => void, options: Record<string, unknown> = {}): void => {
    const element = doc.struct(type as 'P', options as never)
    parent.add(element)
    const content = doc.markStructureContent(type as 'P')
    draw()
    doc.endMarkedContent()
    element.add(content)
    element.end()
  }
  const artifact = (draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void => {
    doc.markContent('Artifact', { type } as never)
    draw()
    doc.endMarkedContent()
  }
  const rule = (y: number, color = line) =>
    artifact(() =>
      doc
        .lineWidth(0.75)
        .strokeColor(color)
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .stroke(),
    )
  return { wrap, block, put, rule, artifact }
}
type Pen = ReturnType<typeof penOf>
type Columns = readonly { x: number; width: number; align: 'left' | 'right' }[]

const columnsOf = (doc: Doc, asked: DocumentWords['table']['columns']): Columns => {
  const given = asked.reduce((sum, { width }) => sum + (width ?? 0), 0)
  const rest = doc.page.width - 2 * margin - given
  const widths = asked.map(({ width }) => width ?? rest)
  return asked.map(({ align }, i) => ({
    x: margin + widths.slice(0, i).reduce((sum, width) => sum + width, 0) + (i === 0 ? 0 : 8),
    width: (widths[i] ?? 0) - 8,
    align,
  }))
}

const size = 10
const leading = size * 1.4

const drawRow = (
  doc: Doc,
  pen: Pen,
  parent: Struct,
  row: { cells: readonly string[]; head: boolean; y: number; columns: Columns },
) => {
  const tr = doc.struct('TR')
  parent.add(tr)
  const wrapped = row.cells.map((text, i) => pen.wrap(text, row.columns[i]?.width ?? 100, size))
  wrapped.forEach((lines, i) => {
    const column = row.columns[i] ?? { x: margin, width: 100, align: 'left' as const }
    const style = { size, bold: row.head, align: column.align, ...(row.head ? { color: soft } : {}) }
    pen.put(
      tr,
      row.head ? 'TH' : 'TD',
      () => pen.block(lines, { x: column.x, y: row.y, width: column.width }, style),
      row.head ? { scope: 'Column' } : {},
    )
  })
  tr.end()
  return row.y + Math.max(1, ...wrapped.map((lines) => lines.length)) * leading + 8
}

/**
 * The head on a further page, for the eye only: a screen reader has it from the table. Returns the y position for the next row.
 */
const repeatHead = (doc: Doc, pen: Pen, heads: readonly string[], columns: Columns): number => {
  doc.addPage()
  const wrapped = heads.map((text, i) => pen.wrap(text, columns[i]?.width ?? 100, size))
  pen.artifact(() => {
    for (const [i, lines] of wrapped.entries()) {
      const { x, width, align } = columns[i] ?? { x: margin, width: 100, align: 'left' as const }
      pen.block(lines, { x, y: margin, width }, { size, bold: true, align, color: soft })
    }
  }, 'Pagination')
  const y = margin + Math.max(1, ...wrapped.map((lines) => lines.length)) * leading + 8
  pen.rule(y - 4)
  return y
}

/** Draws the rows over as many pages as needed, with the head on each; returns the y position for what follows. */
const drawTable = (doc: Doc, pen: Pen, root: Struct, words: DocumentWords['table'], top: number): number => {
  const columns = columnsOf(doc, words.columns)
  const table = doc.struct('Table', { title: words.title })
  root.add(table)
  const head = doc.struct('THead')
  table.add(head)
  const heads = words.columns.map((one) => one.head)
  let y = drawRow(doc, pen, head, { cells: heads, head: true, y: top, columns })
  head.end()
  pen.rule(y - 4)
  const body = doc.struct('TBody')
  table.add(body)
  for (const cells of words.rows) {
    const lines = Math.max(...cells.map((text, i) => pen.wrap(text, columns[i]?.width ?? 100, size).length))
    if (y + lines * leading + 8 > doc.page.height - margin - 20) y = repeatHead(doc, pen, heads, columns)
    y = drawRow(doc, pen, body, { cells, head: false, y: y + 2, columns })
    pen.rule(y - 4)
  }
  body.end()
  table.end()
  return y
}

const drawTotals = (
  doc: Doc,
  pen: Pen,
  root: Struct,
  { title, rows: totals }: DocumentWords['totals'],
  top: number,
): number => {
  const needed = totals.length * (leading + 6) + 20
  let y = top + 8
  if (y + needed > doc.page.height - margin) {
    doc.addPage()
    y = margin
  }
  const right = doc.page.width - margin
  const table = doc.struct('Table', { title })
  root.add(table)
  totals.forEach(([name, amount], i) => {
    const last = i === totals.length - 1
    const style = { size: last ? 12 : size, bold: last }
    const tr = doc.struct('TR')
    table.add(tr)
    pen.put(tr, 'TH', () => pen.block([name], { x: right - 330, y, width: 220 }, { ...style, align: 'right' }), {
      scope: 'Row',
    })
    pen.put(tr, 'TD', () => pen.block([amount], { x: right - 105, y, width: 105 }, { ...style, align: 'right' }))
    tr.end()
    y += leading + 6
  })
  table.end()
  return y + 6
}

const drawTop = (doc: Doc, pen: Pen, root: Struct, words: DocumentWords): number => {
  const half = (doc.page.width - 2 * margin) / 2 - 12
  const right = margin + half + 24
  let y = margin
  // Extra room for the outline that makes it bold.
  const title = pen.wrap(words.title, half * 2, 23)
  pen.put(root, 'H1', () => pen.block(title, { x: margin, y, width: half * 2 }, { size: 22, bold: true }))
  y += 46 + (title.length - 1) * 22 * 1.4
  const column = (lines: readonly string[], x: number) =>
    lines.flatMap((text) => pen.wrap(text, half, size)).map((text) => ({ text, x }))
  const block = (name: string, lines: readonly string[], x: number, at: number) => {
    pen.put(root, 'H2', () => pen.block([name], { x, y: at, width: half }, { size: 9, bold: true, color: soft }))
    const texts = column(lines, x).map(({ text }) => text)
    pen.put(root, 'P', () => pen.block(texts, { x, y: at + 16, width: half }, { size }))
    return at + 16 + texts.length * leading
  }
  const from = block('From', words.from, margin, y)
  const to = block('To', words.to, right, y)
  y = Math.max(from, to) + 18
  for (const [name, value] of words.facts) {
    pen.put(root, 'P', () => {
      pen.block([`${name}:`], { x: margin, y, width: 110 }, { size, color: soft })
      pen.block(pen.wrap(value, 360, size).slice(0, 1), { x: margin + 112, y, width: 360 }, { size })
    })
    y += leading + 2
  }
  return y + 16
}

/**
 * The document as bytes: fully tagged, with its language, title and fonts (PDF/UA-1 as far as pdfkit allows). The same words give
 * the same bytes: nothing comes from the clock.
 */
export const drawDocument = (words: DocumentWords): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = {
      size: 'LETTER',
      margin: 0,
      font: null,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      subset: 'PDF/UA',
      info: {
        Title: words.title,
        Creator: 'Watchbill',
        Producer: 'Watchbill',
        CreationDate: new Date(words.made_at),
      },
    }
    const doc = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions)
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    const pen = penOf(doc)
    const root = doc.struct('Document')
    doc.addStructure(root)
    let y = drawTop(doc, pen, root, words)
    y = drawTotals(doc, pen, root, words.totals, drawTable(doc, pen, root, words.table, y))
    for (const note of words.notes) {
      const lines = pen.wrap(note, doc.page.width - 2 * margin, size)
      if (y + lines.length * leading > doc.page.height - margin) {
        doc.addPage()
        y = margin
      }
      pen.put(root, 'P', () => pen.block(lines, { x: margin, y, width: doc.page.width }, { size, color: soft }))
      y += lines.length * leading + 6
    }
    root.end()
    doc.end()
  })
