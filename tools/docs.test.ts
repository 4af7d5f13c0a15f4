import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProject } from '#tools/house-rules.ts'

const root = join(import.meta.dirname, '..')
const pages = readProject(root).filter(({ path }) => path.endsWith('.md'))
const records = pages.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path))
const sound =
  /^# \d{4} .+\n\nStatus: (accepted|superseded by \d{4}|partly superseded by \d{4})\nDate: \d{4}-\d\d-\d\d\n\n/

test('each decision has a title, status and date, and a line in the index', () => {
  expect(sound.test('# 0001 Title\n\nStatus: accepted\nDate: 2026-11-21\n\nText')).toBe(true)
  expect(sound.test('# 0001 Title\n\nText')).toBe(false)
  expect(records.length).toBeGreaterThan(90)
  expect(records.filter(({ text }) => !sound.test(text)).map(({ path }) => path)).toEqual([])
  const index = pages.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? ''
  expect(records.filter(({ path }) => !index.includes(`(${path.split('/').at(-1)})`)).map(({ path }) => path)).toEqual(
    [],
  )
})

/** A page's links to project files that do not exist. */
const deadLinks = (path: string, text: string, there: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, to = '']) => to)
    .filter((to) => to.endsWith('.md') && !/^[a-z]+:/.test(to) && !there.has(join(path, '..', to)))
    .map((to) => `${path}: ${to}`)

/** Pages that a comment cites and the repository does not have. A file of code cites them by path, or by a name that is unique. */
const uncited = ({ path, text }: { path: string; text: string }, there: readonly string[]): string[] =>
  [...text.matchAll(/(?:^\s*\*\s|(?:^|[^:'"`\w/])\/[/*]).*?([\w/-]+\.md)\b/gm)]
    .map(([, to = '']) => to)
    .filter((to) => !there.some((page) => page === to || page.endsWith(`/${to}`)))
    .map((to) => `${path}: ${to}`)

test('no comment cites a missing page', () => {
  const cites = (text: string) => uncited({ path: 'a.ts', text }, ['docs/tour.md', 'docs/plan.md'])
  expect(cites('/** See docs/tour.md. */\n// As in plan.md\n/**\n * By trust.md.\n */')).toEqual(['a.ts: trust.md'])
  const there = pages.map(({ path }) => path)
  const code = readProject(root).filter(({ path }) => /\.(tsx?|mjs)$/.test(path) && path !== 'tools/docs.test.ts')
  expect(code.flatMap((file) => uncited(file, there))).toEqual([])
})

test('no page links to a missing page', () => {
  const there = new Set(pages.map(({ path }) => path))
  expect(
    deadLinks('docs/README.md', '[a](tour.md) [b](https://example.org/a.md) [c](gone/x.md)', new Set(['docs/tour.md'])),
  ).toEqual(['docs/README.md: gone/x.md'])
  expect(pages.flatMap(({ path, text }) => deadLinks(path, text, there))).toEqual([])
})

const guides = ['docs/tour.md', 'docs/README.md', 'CONTRIBUTING.md', 'README.md']
const named = /`((?:apps|bench|db|docs|e2e|features|platform|tools)\/[\w./-]+)`/g

/** Files and folders that a guide names but that do not exist. */
const missing = (text: string): string[] =>
  [...text.matchAll(named)].map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))

test('the guides name existing files and fit a narrow screen', () => {
  expect(missing('`tools/gone.ts` `tools/docs.test.ts` `features/shifts/`')).toEqual(['tools/gone.ts'])
  for (const path of guides) {
    const text = pages.find((page) => page.path === path)?.text ?? ''
    expect(text.length, path).toBeGreaterThan(500)
    expect(missing(text), path).toEqual([])
    expect(
      text.split('\n').filter((line) => line.startsWith('|') && line.length > 100),
      path,
    ).toEqual([])
  }
})

/** Names that the tour places in a file which doesn't have them. */
const misplaced = (text: string, read: (path: string) => string): string[] =>
  [...text.matchAll(/((?:`\w+`(?:,| and)?\s+)+)in\s+`([\w./-]+\.ts)`/g)].flatMap(([, names = '', path = '']) =>
    [...names.matchAll(/\w+(?=`)/g)]
      .filter(([name]) => !new RegExp(`\\b${name}\\b`).test(read(path)))
      .map(([name]) => `${name} in ${path}`),
  )

test('the tour names what is in its files', () => {
  const planted = '- Rule: `one`, `two` and `three` in\n  `a/rules.ts`; `four` in `a/store.ts`'
  expect(misplaced(planted, () => 'const two = one')).toEqual(['three in a/rules.ts', 'four in a/store.ts'])
  const tour = pages.find(({ path }) => path === 'docs/tour.md')?.text ?? ''
  expect(misplaced(tour, () => '').length).toBeGreaterThan(12)
  expect(misplaced(tour, (path) => readFileSync(join(root, path), 'utf8'))).toEqual([])
})
