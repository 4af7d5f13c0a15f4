import type { SourceFile } from '#tools/house-rules.ts'

/** A row of docs/requirements.tsv: a requirement of the specification or an issue, with the issue that builds it. */
export type Requirement = {
  id: string
  kind: string
  issue: string
  /** `path · text`: the only file that contains it. */
  home: string
  text: string
}

/** Issues that are built: their rows are enforced. Rows of other issues are not yet. */
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

/** Invalid rows: an unknown kind, a duplicate id, a missing field. */
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

/** A test or a group of tests with the rows it shows. */
type Titled = { title: string; shows: readonly string[] }
/** The title of a test that names rows in its metadata, `{ meta: { shows: ['9 x'] } }`, and those rows. */
const titled = /(['"`])((?:\\.|(?!\1).)*)\1,\s*\{\s*meta:\s*\{\s*shows:\s*\[([^\]]*)\]/g
const id = /'([^']*)'|"([^"]*)"/g

/** Every test of the file that names rows, with its title as it reads. */
export const titledTests = (text: string): Titled[] =>
  [...text.matchAll(titled)].map((found) => ({
    title: (found[2] ?? '').replaceAll(/\\(.)/g, '$1'),
    shows: [...(found[3] ?? '').matchAll(id)].map((one) => one[1] ?? one[2] ?? ''),
  }))

/** The ids that tests name in their metadata. */
function namedByTests(files: readonly SourceFile[]): Set<string> {
  const tests = files.filter(({ path }) => isTest.test(path))
  return new Set(tests.flatMap(({ text }) => titledTests(text).flatMap((one) => one.shows)))
}

/** Built rules that no test title names. */
export function untested(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  const named = namedByTests(files)
  return rows.filter((row) => row.kind === 'rule' && built.has(row.issue) && !named.has(row.id)).map((row) => row.id)
}

/** Ids in test titles that have no row. */
export function unknownTags(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  return [...namedByTests(files)].filter((named) => !rows.some((row) => row.id === named))
}

/** Constants and measures that are missing from their one file or also appear in another. */
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

/** Required texts of built issues that no screen contains verbatim. */
export function unsaid(rows: readonly Requirement[], files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => isCode(path))
  return rows
    .filter((row) => row.kind === 'text' && built.has(row.issue))
    .filter((row) => !code.some(({ text }) => text.includes(row.text)))
    .map((row) => row.id)
}

/** Paths in the first column of the table in docs/routes.md. */
export const routesWithReason = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| `(\/[^`]*)`\s*\| (?=\S*\w)/gm)].map((found) => found[1] ?? '')

type Table = { routes: readonly string[]; redirects: readonly string[]; built: readonly string[] }

/** Where the route table and the rows disagree, or an extra route has no reason. */
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
