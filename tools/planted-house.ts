import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** A small fault-free project: tests plant faults into copies of it. */
const soundHouse: Record<string, string> = {
  'platform/shared/endpoint.ts': `export const endpoint = <T>(shape: T): T => shape\n`,
  'platform/server/db.ts': `export type Db = { query(text: string): Promise<unknown> }\nexport const connect = (): Db => ({ query: async (text) => text })\n`,
  'platform/server/sql.ts': `export const sql = (text: TemplateStringsArray): string => text.join('')\n`,
  'platform/server/testing.ts': `export const scene = 1\n`,
  'platform/web/api.ts': `export const call = (path: string): Promise<Response> => fetch(path)\n`,
  'features/shifts/posts/rules.ts': `export const isFull = (left: number): boolean => left === 0\n`,
  'features/shifts/posts/contract.ts': `import { endpoint } from '#platform/shared/endpoint.ts'\nimport { isFull } from './rules.ts'\nexport const list = endpoint({ isFull })\n`,
  'features/shifts/posts/store.ts': `import type { Db } from '#platform/server/db.ts'\nimport { sql } from '#platform/server/sql.ts'\nexport const listPosts = (db: Db) => db.query(sql\`select 1\`)\n`,
  'features/shifts/posts/store.history.ts': `import { sql } from '#platform/server/sql.ts'\nexport const past = sql\`select 2\`\n`,
  'features/shifts/posts/routes.ts': `import type { Db } from '#platform/server/db.ts'\nimport { list } from './contract.ts'\nimport { listPosts } from './store.ts'\nexport const routes = [{ list, run: (db: Db) => listPosts(db) }]\n`,
  'features/shifts/posts/client.ts': `import { call } from '#platform/web/api.ts'\nimport { list } from './contract.ts'\nexport const posts = () => [list, call('/api/posts')]\n`,
  'features/shifts/posts/parts/place.tsx': `export const Place = () => <p>{document.title}</p>\n`,
  'features/shifts/posts/rules.test.ts': `import { scene } from '#platform/server/testing.ts'\nimport { isFull } from './rules.ts'\nexport const tested = [scene, isFull]\n`,
  'features/shifts/signups/rules.ts': `import { isFull } from '#features/shifts/posts/rules.ts'\nexport const may = (left: number): boolean => !isFull(left)\n`,
  'features/shifts/signups/store.ts': `import { sql } from '#platform/server/sql.ts'\nexport const mine = sql\`select 3\`\n`,
  'features/shifts/signups/routes.ts': `import { listPosts } from '#features/shifts/posts/store.ts'\nimport { may } from './rules.ts'\nexport const routes = [listPosts, may]\n`,
  'features/shifts/signups/screens/open-jobs.tsx': `import { posts } from '#features/shifts/posts/client.ts'\nimport { Place } from '#features/shifts/posts/parts/place.tsx'\nexport const OpenJobs = () => <div title={String(posts)}><Place /></div>\n`,
  'features/hours/attendance/rules.ts': `export const late = 2\n`,
  'apps/server/main.ts': `import { connect } from '#platform/server/db.ts'\nimport { routes } from '#features/shifts/posts/routes.ts'\nexport const server = [process.pid, connect, routes]\n`,
  'apps/web/main.tsx': `import { OpenJobs } from '#features/shifts/signups/screens/open-jobs.tsx'\nexport const Main = () => <OpenJobs />\n`,
  'e2e/journeys/officer-signs-up.e2e.ts': `import { scene } from '#platform/server/testing.ts'\nexport const told = [scene, window.name, process.pid]\n`,
}

/** A copy of the fault-free project with `faults` added or replacing its files, under this project's own configuration. */
export function plant(faults: Record<string, string> = {}): { folder: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-house-'))
  for (const [path, text] of Object.entries({ ...soundHouse, ...faults })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const settings = readdirSync(root).filter((name) =>
    /^tsconfig.*\.json$|^package\.json$|^\.dependency-cruiser/.test(name),
  )
  for (const name of settings) copyFileSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

function runTool(folder: string, args: string[]): string {
  const [script = '', ...rest] = args
  const ran = spawnSync(process.execPath, [join(root, 'node_modules', script), ...rest], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (ran.error) throw ran.error
  return ran.stdout
}

type Report = {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
}

/** The cruiser's findings as `rule: from -> to`, and how many modules it saw. */
export function cruise(folder: string, shelves: string[]): { seen: number; violations: string[] } {
  const settings = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const { summary }: Report = JSON.parse(runTool(folder, [cruiser, ...shelves, ...settings]))
  return {
    seen: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  }
}

const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'

/** Compiler errors, one per line: `file: message`. */
export function compile(folder: string): string[] {
  const lines = runTool(folder, ['@typescript/native/bin/tsc', '-b', '--pretty', 'false']).split('\n')
  return lines.flatMap((line) => {
    const [, file, said] = /^([^(\s]+)\(\d+,\d+\): error (.*)$/.exec(line) ?? /^()error (.*)$/.exec(line) ?? []
    return file !== undefined && said ? [`${file}: ${said}`] : []
  })
}
