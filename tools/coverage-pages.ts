import type { Requirement } from '#tools/house-requirements.ts'
import { built, isTest, titledTests } from '#tools/house-requirements.ts'
import type { SourceFile } from '#tools/house-rules.ts'

/** A test's file and title. */
type Shown = { path: string; title: string }

const screens = 'e2e/journeys/every-screen.e2e.ts'
/** Shorter texts occur everywhere, so they need a test that names them. */
const telling = 8

/**
 * The tests that cover each row: those that name it in their metadata; for a text, also files that expect it verbatim; for a route, the
 * journey that opens every screen.
 */
export function shownBy(rows: readonly Requirement[], files: readonly SourceFile[]): Map<string, Shown[]> {
  const tests = files.filter(({ path }) => isTest.test(path))
  const titles = tests.flatMap(({ path, text }) => titledTests(text).map((one) => ({ path, ...one })))
  const named = (id: string): Shown[] =>
    titles.filter((one) => one.shows.includes(id)).map(({ path, title }) => ({ path, title }))
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

/** Rows of built issues that no test covers. */
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

/** docs/specification-coverage.md: every row covered by a test or a measurement. */
export function coveragePage(rows: readonly Requirement[], shown: ReadonlyMap<string, readonly Shown[]>): string {
  const lines = rows
    .filter((row) => row.kind === 'measure' || (shown.get(row.id) ?? []).length > 0)
    .map((row) => {
      const by = row.kind === 'measure' ? row.home.replace(' · ', ': ') : shortest(shown.get(row.id) ?? [])
      return `| ${cell(row.id)} | ${row.kind} | ${row.issue} | ${cell(row.text)} | ${by} |`
    })
  return `<!-- Made by: node tools/run.mjs tools/coverage.ts -->\n\n# Requirements and the tests that cover them\n\n| Row | Kind | Issue | What | Shown by |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

/** docs/not-yet.md: rows without a test yet, and rows of issues that are still open. */
export function notYetPage(rows: readonly Requirement[], shown: ReadonlyMap<string, readonly Shown[]>): string {
  const lines = rows
    .filter((row) => row.kind !== 'measure' && (shown.get(row.id) ?? []).length === 0)
    .map((row) => `| ${cell(row.id)} | ${row.kind} | ${row.issue} | ${cell(row.text)} |`)
  return `<!-- Made by: node tools/run.mjs tools/coverage.ts -->\n\n# Required, and not covered by a test yet\n\nEach row is listed with the issue that will build it; a number without an issue means it is left for later on purpose. Known gaps in what is\nbuilt are in [plan.md](plan.md).\n\n| Row | Kind | Issue | What |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}
