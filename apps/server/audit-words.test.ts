import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditFields } from '#features/department/audit/words.fields.ts'
import { sentences } from '#features/department/audit/words.sentences.ts'
import { actionWords, thingWords } from '#features/department/audit/words.ts'
import { readWords } from '#features/vendor/audit/words.ts'
import { routes } from './routes.ts'

const folder = join(import.meta.dirname, '../../db/fence')
const fence = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

test('every call that changes something has audit wording', { meta: { shows: ['issue 3.7'] } }, () => {
  const calls = routes
    .map((route) => route.endpoint)
    .filter(({ method, bookkeeping }) => method !== 'GET' && !bookkeeping)
    .map(({ name }): string => name)
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((name) => !(name in actionWords))).toEqual([])
})

test('every cross-tenant read has its own wording in the vendor’s audit, and no wording is left without a call', {
  meta: { shows: ['issue 4.3 audit'] },
}, () => {
  const calls = routes.flatMap(({ endpoint }) => (endpoint.across === undefined ? [] : [String(endpoint.name)]))
  expect(Object.keys(readWords).toSorted()).toEqual(calls.toSorted())
  const said = Object.values(readWords)
  expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
})

test('every recorded table has audit wording, and no two wordings are the same', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  const recorded = [...fence.matchAll(/^call app\.record_table\('([a-z_]+)'/gm)].map((found) => found[1] ?? '')
  expect(recorded.length).toBeGreaterThan(20)
  expect(recorded.filter((name) => !(name in thingWords))).toEqual([])
  for (const words of [actionWords, thingWords]) {
    const said = Object.values(words)
    expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
  }
})

test('every action has a sentence, and no sentence is left without an action', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(actionWords).toSorted())
  const said = Object.values(sentences)
  expect(said.filter((one, at) => said.indexOf(one) !== at && !one.includes('{name}'))).toEqual([])
  // The rest of a sentence: a verb first, no period, and only what an entry can fill in.
  for (const one of said) {
    expect(one).toMatch(/^[a-z].*[^.]$/)
    for (const [, name] of one.matchAll(/\{(\w+)\}/g)) expect(['officer', 'shift', 'name']).toContain(name)
  }
})

test('every background job has audit wording', { meta: { shows: ['issue 3.7'] } }, () => {
  const root = join(import.meta.dirname, '../..')
  const files = ['features', 'platform/server'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|\/)jobs(\.[a-z-]+)*\.ts$/.test(path) && !path.includes('.test.'))
      .map((path) => readFileSync(join(root, part, path), 'utf8')),
  )
  const jobs = files.flatMap((text) => [...text.matchAll(/\bname: '([a-z_]+)',\s+everySeconds/g)].map(([, it]) => it))
  expect(jobs.length).toBeGreaterThan(20)
  expect(jobs.filter((name) => !(`job.${name}` in actionWords))).toEqual([])
})

/** The columns that the recording trigger keeps, as the schema and the fence have them. */
const recordedColumns = () => {
  const schema = readFileSync(join(folder, '../schema.sql'), 'utf8')
  const calls = fence.matchAll(/^call app\.record_table\('([a-z_]+)'(?:, '[^']*'){4}, '([^']*)'/gm)
  return [...calls].flatMap(([, table = '', hidden = '']) => {
    const body = schema.split(`create table ${table} (\n`)[1]?.split('\n);')[0] ?? ''
    const columns = [...body.matchAll(/^ {2}([a-z_0-9]+) /gm)].map(([, name = '']) => name)
    const left = columns.filter((name) => name !== 'constraint' && !hidden.split(',').includes(name))
    expect(left.length, table).toBeGreaterThan(1)
    return left
  })
}

test('every recorded column has a label that people know', { meta: { shows: ['issue 3.7'] } }, () => {
  const kept = new Set(recordedColumns())
  expect(kept.size).toBeGreaterThan(400)
  for (const dull of ['updated_at', 'version']) kept.delete(dull)
  expect([...kept].filter((name) => !(name in auditFields)).toSorted()).toEqual([])
  for (const label of Object.values(auditFields)) expect(label).toMatch(/^[^_]+$/)
})
