import type { SourceFile } from './house-rules.ts'

/** A line of docs/requirements.tsv: what the specification or an issue asks for, with the issue that builds it. */
export type Requirement = {
  id: string
  kind: string
  issue: string
  /** `path · text`: the one file that says it. */
  home: string
  text: string
}

/** The issues that are built: their rows are held. A row of another issue waits. */
export const built: ReadonlySet<string> = new Set(['2', '3', '4', '5'])

export function readRequirements(tsv: string): Requirement[] {
  return tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', kind = '', issue = '', home = '', text = ''] = line.split('\t')
      return { id, kind, issue, home, text }
    })
}

const kinds = ['rule', 'route', 'text', 'constant', 'measure']

/** Rows that cannot be read: an unknown kind, an id twice, a field missing. */
export function badRows(rows: readonly Requirement[]): string[] {
  return rows
    .filter(
      (row, at) =>
        !kinds.includes(row.kind) ||
        !/^\d+$/.test(row.issue) ||
        row.id === '' ||
        row.text === '' ||
        rows.findIndex((other) => other.id === row.id) !== at,
    )
    .map((row) => row.id)
}

export const isTest = /\.(test|e2e)\.tsx?$/
const isCode = (path: string): boolean => /^(apps|features|platform)\/.*\.tsx?$/.test(path) && !isTest.test(path)
export const tag = /\[((?:issue )?\d[^\]\n]*)\]/g
export const title = /(?:\b(?:test|it|describe)(?:\.each\([^\n]*)?|^\s*\]\))\(\s*(['"`])(.*)\1/gm

/** What test titles name in brackets. */
function namedByTests(files: readonly SourceFile[]): Set<string> {
  const titles = files
    .filter(({ path }) => isTest.test(path))
    .flatMap(({ text }) => [...text.matchAll(title)].map((found) => found[2] ?? ''))
  return new Set(titles.flatMap((one) => [...one.matchAll(tag)].map((found) => found[1] ?? '')))
}

/** Rules that are built and that no test title names. */
export function untested(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  const named = namedByTests(files)
  return rows.filter((row) => row.kind === 'rule' && built.has(row.issue) && !named.has(row.id)).map((row) => row.id)
}

/** What a test title names and no row has. */
export function unknownTags(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  return [...namedByTests(files)].filter((named) => !rows.some((row) => row.id === named))
}

/** Constants and measures that are not said in their one file, or in another as well. */
export function homeless(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  return rows
    .filter((row) => built.has(row.issue) && (row.kind === 'constant' || row.kind === 'measure'))
    .flatMap((row) => {
      const [home = '', text = ''] = row.home.split(' · ')
      const where = files.filter(
        (file) =>
          (file.path === home || (row.kind === 'constant' && isCode(file.path))) && text && file.text.includes(text),
      )
      const right = where.length === 1 && where[0]?.path === home
      return right ? [] : [`${row.id}: ${where.map(({ path }) => path).join(', ') || 'nowhere'}`]
    })
}

/** Texts of what is built that no screen says as written. */
export function unsaid(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => isCode(path))
  return rows
    .filter((row) => row.kind === 'text' && built.has(row.issue))
    .filter((row) => !code.some(({ text }) => text.includes(row.text)))
    .map((row) => row.id)
}

/** Paths of the first column of a table of docs/routes.md. */
export const routesWithReason = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| `(\/[^`]*)`\s*\| (?=\S*\w)/gm)].map((found) => found[1] ?? '')

type Table = { routes: readonly string[]; redirects: readonly string[]; built: readonly string[] }

/** Where the route table and the rows disagree, or a further route has no reason. */
export function routeFaults(rows: readonly Requirement[], reasons: readonly string[], table: Table): string[] {
  const asked = rows.filter((row) => row.kind === 'route')
  const known = new Set([...table.routes, ...table.redirects])
  const further = table.routes.filter((path) => !asked.some((row) => row.text === path))
  return [
    ...asked.filter((row) => !known.has(row.text)).map((row) => `${row.text} is not in the route table`),
    ...asked
      .filter((row) => built.has(row.issue) && !table.built.includes(row.text))
      .map((row) => `${row.text} has no screen`),
    ...further.filter((path) => !reasons.includes(path)).map((path) => `${path} has no reason in docs/routes.md`),
    ...reasons
      .filter((path) => !further.includes(path) && !path.startsWith('/dev/'))
      .map((path) => `${path} of docs/routes.md is not a further route`),
  ]
}
