import { describe, expect, test } from 'vitest'
import { drawDocument } from '#platform/server/documents/draw.ts'
import { objectsOf, textOf } from '#platform/server/documents/testing.pdf.ts'
import { drawInThread } from '#platform/server/documents/thread.ts'
import { type Paper, wordsOf } from './jobs.paper.ts'

const line = (n: number) => ({
  description: `Training day ${n}`,
  quantity: 2,
  unit_cents: 45_000,
  amount_cents: 90_000,
})
const paper: Paper = {
  kind: 'invoice',
  number: 'INV-2026-00001',
  currency: 'USD',
  issued_on: '2026-11-21',
  due_on: '2026-12-21',
  issued_at: '2026-11-21T10:00:00Z',
  period_from: '2026-12-01',
  period_to: '2027-11-30',
  purchase_order: 'PO-8812',
  note: '',
  credits: null,
  seller: {
    name: 'Watchbill Systems, Inc.',
    address: '100 Main Street\nChicago',
    tax_id: '36-1',
    email: 'b@v.example',
  },
  buyer: { name: 'Čechov & Łódź Police', address: 'City Hall' },
  lines: [{ description: 'Pro plan, 26-100 officers', quantity: 1, unit_cents: 1_200_000, amount_cents: 1_200_000 }],
  net_cents: 1_200_000,
  tax_name: 'Sales tax',
  tax_rate_millionths: 82_500,
  tax_cents: 99_000,
  total_cents: 1_299_000,
}

describe('invoice PDF', { meta: { shows: ['issue 4.8'] } }, () => {
  test('is tagged: a marked tree from Document to cells, with title, language and an embedded font', async () => {
    const pdf = await drawDocument(wordsOf(paper))
    const text = pdf.toString('latin1')
    expect(text.startsWith('%PDF-1.7')).toBe(true)
    for (const part of [
      '/Type /StructTreeRoot',
      '/Marked true',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      'pdfuaid:part',
      '/ParentTree',
    ])
      expect(text, part).toContain(part)
    expect(text).toMatch(/\/Title \d+ 0 R/)
    expect(text).toContain('Invoice INV-2026-00001')
    const kinds = [...text.matchAll(/\/S \/(\w+)/g)].map(([, kind]) => kind)
    for (const kind of ['Document', 'H1', 'H2', 'P', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD'])
      expect(kinds).toContain(kind)
    expect(kinds.filter((kind) => kind === 'TH')).toHaveLength(4 + 3)
    expect(text).toContain('/Scope /Column')
    const fonts = objectsOf(pdf).filter(({ head }) => head.includes('/Type /FontDescriptor'))
    expect(fonts.length).toBeGreaterThan(0)
    for (const { head } of fonts) expect(head).toMatch(/\/FontFile2 \d+ 0 R/)
  })

  test('every mark is tagged or declared an artifact', async () => {
    const pages = objectsOf(await drawDocument(wordsOf(paper))).filter((one) => one.stream?.includes('BDC'))
    for (const { stream } of pages) {
      let depth = 0
      for (const row of (stream ?? '').split('\n')) {
        if (/B[MD]C$/.test(row)) depth += 1
        if (row === 'EMC') depth -= 1
        if (/T[jJ]$|^S$|^f$/.test(row)) expect(depth, row).toBeGreaterThan(0)
      }
      expect(depth).toBe(0)
    }
  })

  test('extracts as text in reading order, including accented names', async () => {
    const said = textOf(await drawDocument(wordsOf(paper)))
    const order = [
      'Invoice INV-2026-00001',
      'Čechov & Łódź Police',
      'Dec 21, 2026',
      'Description',
      'Pro plan, 26-100 officers',
      '$12,000.00',
      'Sales tax, 8.25%',
      '$990.00',
      'Total due',
      '$12,990.00',
      'Net 30',
    ]
    let at = -1
    for (const words of order) {
      const next = said.indexOf(words, at + 1)
      expect(next, `${words} in ${said}`).toBeGreaterThan(at)
      at = next
    }
    expect(said).not.toContain('�')
  })

  test('is byte-identical, in a thread or not, and long invoices span pages', async () => {
    const [here, there] = await Promise.all([drawDocument(wordsOf(paper)), drawInThread(wordsOf(paper))])
    expect(here.equals(there)).toBe(true)
    const long = await drawDocument(wordsOf({ ...paper, lines: Array.from({ length: 50 }, (_, n) => line(n)) }))
    expect(long.toString('latin1')).toMatch(/\/Count [2-9]/)
    expect(textOf(long)).toContain('Training day 49')
  })

  test('repeats the head of the table on every page that has lines, for the eye only', async () => {
    const pdf = await drawDocument(wordsOf({ ...paper, lines: Array.from({ length: 80 }, (_, n) => line(n)) }))
    const pages = textOf(pdf, 'each page')
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, said] of pages.entries()) {
      if (!said.includes('Training day')) continue
      expect(said.match(/Description\n?Quantity\n?Price\n?Amount/g), `page ${at + 1}`).toHaveLength(1)
      // Above the lines.
      expect(said.indexOf('Description')).toBeLessThan(said.indexOf('Training day'))
    }
    // The structure has each head once: a screen reader is not stopped by it in the middle of the table.
    const kinds = [...pdf.toString('latin1').matchAll(/\/S \/(\w+)/g)].map(([, kind]) => kind)
    expect(kinds.filter((kind) => kind === 'TH')).toHaveLength(4 + 3)
    const marks = objectsOf(pdf).flatMap(
      ({ stream }) => stream?.match(/\/Artifact <<[^>]*Pagination[^>]*>> BDC/g) ?? [],
    )
    expect(marks).toHaveLength(pages.filter((said) => said.includes('Training day')).length - 1)
  })

  test('renders glyphs missing from the font and markup as plain text', async () => {
    const odd = await drawDocument(
      wordsOf({
        ...paper,
        buyer: { name: '警察 <b>&amp;', address: '\u202e' },
        note: 'x'.repeat(400),
      }),
    )
    expect(textOf(odd)).toContain('?? <b>&amp;')
  })
})
