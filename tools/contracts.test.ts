import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { messages } from '#apps/shared/messages.ts'
import { exploreDemo } from '#features/people/sign-ins/contract.demo.ts'
import { errorsPage } from '#tools/errors-page.ts'
import { notificationsPage } from '#tools/notifications-page.ts'
import { root } from '#tools/planted-house.ts'

const contracts = readdirSync(join(root, 'features'), { recursive: true })
  .map(String)
  .filter((path) => /\/contract(\.[a-z0-9-]+)?\.ts$/.test(path))

type Endpointish = { name: string; method: string; path: string }
const isEndpoint = (value: unknown): value is Endpointish =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'input' in value

/** Endpoints that a contract exports and the server does not mount; the isolation test calls every mounted one. */
const unmounted = (modules: readonly object[], mounted: readonly unknown[]): string[] => [
  ...new Set(
    modules
      .flatMap((module) => Object.values(module).filter(isEndpoint))
      .filter((endpoint) => !mounted.includes(endpoint))
      .map(({ name }) => name),
  ),
]

/** Number of endpoints defined in `text`; the contract must export all of them. */
const written = (text: string): number => text.match(/(?<![\w.])endpoint\(/g)?.length ?? 0

test('every endpoint of every contract is mounted, so the isolation test covers it', {
  meta: { shows: ['issue 2.4'] },
}, async () => {
  const planted = { name: 'posts.list', method: 'GET', path: '/api/posts', input: {} }
  expect(unmounted([{ planted, other: 1 }], [])).toEqual(['posts.list'])
  expect(unmounted([{ planted }], [planted])).toEqual([])

  expect(contracts.length).toBeGreaterThan(8)
  // Only a demo mounts the demo's call (apps/server/server.ts), which has its own test.
  const mounted: unknown[] = [...routes.map((route) => route.endpoint), exploreDemo]
  const modules: object[] = []
  for (const path of contracts) {
    const module: object = await import(join(root, 'features', path))
    modules.push(module)
    const own = new Set(Object.values(module).filter(isEndpoint))
    const text = readFileSync(join(root, 'features', path), 'utf8')
    expect(own.size, `${path} writes an endpoint that it does not export`).toBeGreaterThanOrEqual(written(text))
  }
  expect(written('const a = endpoint({})\nexport const b = endpoint({})')).toBe(2)
  expect(unmounted(modules, mounted)).toEqual([])
})

test('every decision is indexed, and every setting is in the runbook', () => {
  const listed = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(records.length).toBeGreaterThan(10)
  expect(records.filter((name) => !listed.includes(`(${name})`))).toEqual([])
  const numbers = records.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
  const settings = readFileSync(join(root, 'apps/server/config.ts'), 'utf8').matchAll(/env\.([A-Z_]+)/g)
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  const named = [...settings].map((found) => found[1] ?? '')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([])
})

test('docs/errors.md matches its generator', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  expect(page).toBe(
    errorsPage(
      routes.map((route) => route.endpoint),
      messages,
    ),
  )
})

test('the table in docs/notifications.md matches its generator', {
  meta: { shows: ['9 notification choices'] },
}, () => {
  const page = readFileSync(join(root, 'docs/notifications.md'), 'utf8')
  expect(page).toBe(notificationsPage(page))
})
