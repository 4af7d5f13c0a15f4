import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type SourceFile = { path: string; text: string }

const shelves = ['.ci', 'apps', 'bench', 'db', 'docs', 'e2e', 'features', 'platform', 'tools']
const isText = /\.(ts|tsx|mjs|js|css|html|sql|tsv|json|md|svg|sh)$|^\.ci\/run$|^\.[a-z]+$/

/** Every text file of the project below `root`, by relative path. */
export function readProject(root: string): SourceFile[] {
  const top = readdirSync(root).filter((name) => statSync(join(root, name)).isFile())
  const below = shelves.flatMap((shelf) =>
    (statSync(join(root, shelf), { throwIfNoEntry: false }) ? readdirSync(join(root, shelf), { recursive: true }) : [])
      .map((name) => `${shelf}/${String(name)}`)
      .filter((path) => statSync(join(root, path)).isFile()),
  )
  return [...top, ...below]
    .filter((path) => isText.test(path) && path !== 'package-lock.json' && path !== '.git')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const roleFile = /^(rules|contract|words|store|routes|jobs|mail|client|testing)(\.[a-z0-9-]+)?\.ts$/
const testFile = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.tsx?$/
const roomFile = /^(screens|parts)\/[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx$/
const roomTest = /^(screens|parts)\/[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.tsx?$/

/** Files in feature folders whose names the house rules do not allow. A new kind of name needs a decision record. */
export function strangers(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => path.startsWith('features/'))
    .filter((path) => {
      const name = path.split('/').slice(3).join('/')
      return (
        path !== 'features/README.md' && ![roleFile, testFile, roomFile, roomTest].some((known) => known.test(name))
      )
    })
}

const saysNothing = /(^|[/.-])(index|utils?|helpers?|types|hooks|common|misc|part\d+)\.(ts|tsx|mjs)$/
const spelled = /^([a-z0-9.-]+|\d{4}_[a-z0-9-]+\.sql)$/

/** Source files with meaningless or wrongly spelled names. */
export function badNames(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path))
    .filter((path) => saysNothing.test(path) || !spelled.test(path.split('/').at(-1) ?? ''))
}

function longestAllowed(path: string): number | undefined {
  // Generated, so its length follows from the database.
  if (path === 'db/schema.sql' || /\.gen\.ts$/.test(path)) return undefined
  if (path.startsWith('db/migrations/')) return 200
  if (/\.(test|e2e)\.tsx?$/.test(path)) return 600
  if (/^features\/[^/]+\/[^/]+\/screens\//.test(path)) return 300
  return /\.(ts|tsx|mjs|css|sql)$/.test(path) ? 400 : undefined
}

export function tooLong(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const limit = longestAllowed(path)
    const lines = text.replace(/\n$/, '').split('\n').length
    return limit !== undefined && lines > limit ? [`${path}: ${lines} lines, ${limit} allowed`] : []
  })
}

const shortcuts: [name: string, found: RegExp][] = [
  ['a test that is left out or left alone', /\b(test|it|describe|suite|bench)(\.[a-z]+)*\.(only|skip|todo)\b/],
  ['a type error that is silenced', /@ts-(ignore|nocheck|expect-error)/],
  // Workers keep loaded modules: whether the replacement is used depends on which test file came first.
  ['a module that is replaced', /\bvi\.(mock|doMock)\b/],
  ['a type that is given up', /\bas an[y]\b|<an[y]>|: an[y]\b/],
]

/** Shortcuts in code, each with its line. The word "any" in a comment is fine; a type annotation in one would be reported too. */
export function shortcutsTaken(files: readonly SourceFile[]): string[] {
  return findLines(files, /\.(ts|tsx|mjs)$/, shortcuts)
}

const machinePath: [name: string, found: RegExp][] = [
  ['a path of one machine', /(^|[\s"'`(=:])(\/(work|home|Users|root)\/[\w.-]+|[A-Z]:\\Users\\)/],
]

/** Paths that exist only on one machine, in any text file. */
export function machinePaths(files: readonly SourceFile[]): string[] {
  return findLines(files, /./, machinePath)
}

function findLines(files: readonly SourceFile[], which: RegExp, faults: typeof shortcuts): string[] {
  return files
    .filter(({ path }) => which.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          faults.filter(([, found]) => found.test(line)).map(([name]) => `${path}:${index + 1}: ${name}`),
        ),
    )
}
