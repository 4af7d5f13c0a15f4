import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWords, thingWords } from '#features/audit/rules.words.ts'
import { readWords } from '#features/vendor-audit/rules.words.ts'
import { routes } from './routes.ts'

const folder = join(import.meta.dirname, '../../db/fence')
const fence = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

test('[issue 3.7] every call that changes something has words in the audit', () => {
  const calls = routes
    .map((route) => route.endpoint)
    .filter(({ method, bookkeeping }) => method !== 'GET' && !bookkeeping)
    .map(({ name }): string => name)
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((name) => !(name in actionWords))).toEqual([])
})

test('[issue 4.3 audit] every call that reads across has words in the vendor’s audit, no two the same, and none is of no call', () => {
  const calls = routes.flatMap(({ endpoint }) => (endpoint.across === undefined ? [] : [String(endpoint.name)]))
  expect(Object.keys(readWords).toSorted()).toEqual(calls.toSorted())
  const said = Object.values(readWords)
  expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
})

test('[issue 3.7] every table that is recorded has words, and two words are never the same', () => {
  const recorded = [...fence.matchAll(/^call app\.record_table\('([a-z_]+)'/gm)].map((found) => found[1] ?? '')
  expect(recorded.length).toBeGreaterThan(20)
  expect(recorded.filter((name) => !(name in thingWords))).toEqual([])
  for (const words of [actionWords, thingWords]) {
    const said = Object.values(words)
    expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
  }
})
