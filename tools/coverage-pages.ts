import type { Requirement } from './house-requirements.ts'
import { built, isTest, tag, title } from './house-requirements.ts'
import type { SourceFile } from './house-rules.ts'

/** A test by its file and title. */
type Shown = { path: string; title: string }

const screens = 'e2e/journeys/every-screen.e2e.ts'
/** Words shorter than this stand everywhere: such a text needs a title that names it. */
const telling = 8

const titlesOf = ({ path, text }: SourceFile): Shown[] =>
  [...text.matchAll(title)].map((found) => ({ path, title: (found[2] ?? '').replaceAll(/\\(.)/g, '$1') }))

/**
 * The tests that show each row: those whose title names it; for a text also files that expect it letter by letter, for a route
 * the journey that opens every screen.
 */
export function shownBy(rows: readonly Requirement[], files: readonly SourceFile[]): Map<string, Shown[]> {
  const tests = files.filter(({ path }) => isTest.test(path))
  const titles = tests.flatMap(titlesOf)
  const named = (id: string) => titles.filter((one) => [...one.title.matchAll(tag)].some((found) => found[1] === id))
  const said = (text: string) =>
    text.length < telling
      ? []
      : tests.filter((file) => file.text.includes(text)).map(({ path }) => ({ path, title: '' }))
  const visited = (route: string) =>
    tests
      .filter((file) => file.path === screens && file.text.includes(`'${route}':`))
      .map(({ path }) => ({ path, title: '' }))
  return new Map(
    rows.map((row) => {
      const shown = named(row.id)
      if (shown.length === 0 && row.kind === 'text') shown.push(...said(row.text))
      if (shown.length === 0 && row.kind === 'route') shown.push(...visited(row.text))
      return [row.id, shown]
    }),
  )
}

/** Rows of issues that are built and that nothing shows. */
export const unshown = (rows: readonly Requirement[], shown: ReadonlyMap<string, readonly Shown[]>): string[] =>
  rows
    .filter((row) => built.has(row.issue) && row.kind !== 'measure' && (shown.get(row.id) ?? []).length === 0)
    .map((row) => row.id)

const cell = (text: string): string => text.replaceAll('|', '\\|')
const shortest = (shown: readonly Shown[]): string =>
  shown
    .slice(0, 3)
    .map(({ path, title: words }) => (words === '' ? `\`${path}\`` : `\`${path}\`: ${cell(words)}`))
    .join('<br>') + (shown.length > 3 ? `<br>and ${shown.length - 3} more` : '')

/** docs/specification-coverage.md: every row that a test or a measurement shows. */
export function coveragePage(rows: readonly Requirement[], shown: ReadonlyMap<string, readonly Shown[]>): string {
  const lines = rows
    .filter((row) => row.kind === 'measure' || (shown.get(row.id) ?? []).length > 0)
    .map((row) => {
      const by = row.kind === 'measure' ? row.home.replace(' · ', ': ') : shortest(shown.get(row.id) ?? [])
      return `| ${cell(row.id)} | ${row.kind} | ${row.issue} | ${cell(row.text)} | ${by} |`
    })
  return `<!-- Made by: node tools/run.mjs tools/coverage.ts -->\n\n# What is asked and which tests show it\n\n| Row | Kind | Issue | What | Shown by |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

/** docs/not-yet.md: what no test shows yet; rows of issues that are still open. */
export function notYetPage(rows: readonly Requirement[], shown: ReadonlyMap<string, readonly Shown[]>): string {
  const lines = rows
    .filter((row) => row.kind !== 'measure' && (shown.get(row.id) ?? []).length === 0)
    .map((row) => `| ${cell(row.id)} | ${row.kind} | ${row.issue} | ${cell(row.text)} |`)
  return `<!-- Made by: node tools/run.mjs tools/coverage.ts -->\n\n# Asked for, and not shown by a test yet\n\nA row waits here for the issue that builds it: one with a number that no issue has yet is left for later on purpose. What is left of\nwhat is built stands in [plan.md](plan.md).\n\n| Row | Kind | Issue | What |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}
