import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The landing page's stylesheets share one flat namespace: these rules keep a block's classes off another block's elements. */
const selectorsOf = (css: string): string[] =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@'))
    // Split at the commas of the selector list, not those inside `:is(a, b)`.
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((one) => one.trim())

const classesIn = (part: string): string[] => [...part.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)
const compoundsOf = (selector: string): string[] => selector.split(/\s*[>+~]\s*|\s+(?![^(]*\))/)
const isPartOf = (name: string, block: string) => name.startsWith(`${block}-`)

/** One line for each selector that could affect another block. */
const clashesIn = (sheets: Readonly<Record<string, string>>): string[] => {
  const owner = new Map<string, string>()
  const faults: string[] = []
  const all = Object.entries(sheets).flatMap(([sheet, css]) =>
    selectorsOf(css).map((selector) => ({ sheet, selector })),
  )
  for (const { sheet, selector } of all) {
    const compounds = compoundsOf(selector)
    const [alone] = classesIn(selector)
    if (compounds.length > 1 || alone === undefined) continue
    const before = owner.get(alone)
    if (before !== undefined && before !== sheet) faults.push(`.${alone} is defined in ${before} and in ${sheet}`)
    owner.set(alone, before ?? sheet)
  }
  for (const { sheet, selector } of all) {
    const compounds = compoundsOf(selector)
    for (const compound of compounds) {
      const [first = '', ...more] = classesIn(compound.replace(/:(is|not|has|where)\(.*?\)/g, ''))
      for (const other of more)
        if (!isPartOf(other, first)) faults.push(`${sheet}: "${selector}" joins .${first} and .${other}`)
    }
    const about = classesIn(selector)[0]
    const home = about && owner.get(about)
    if (home && home !== sheet) faults.push(`${sheet}: "${selector}" restyles what ${home} defines`)
  }
  return faults
}

const sheets = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.css'))
    .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')]),
)

test('keeps every class of the landing page to one stylesheet and one purpose', () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(3)
  expect(clashesIn(sheets)).toEqual([])
})

test.each([
  ['a section and a state of a cell', { 'a.css': '.part { padding: 9rem }', 'b.css': '.cell.part { color: red }' }, 1],
  ['one name in two sheets', { 'a.css': '.note { color: red }', 'b.css': '@media print { .note { color: blue } }' }, 2],
  ['one sheet that restyles another', { 'a.css': '.top {}', 'b.css': '.top a {}' }, 1],
  ['parts of one block', { 'a.css': '.cell {} .cell.cell-part {} .cell + .cell {} .cell :is(a, .b) {}' }, 0],
] as const)('finds %s', (_what, planted, faults) => {
  expect(clashesIn(planted)).toHaveLength(faults)
})
