import { expect, test } from 'vitest'
import { besidesFull, mainReason } from '#features/shifts/eligibility/rules.main.ts'
import { countReasons, inOrder, pageOf, type Ranked } from './rules.candidates.ts'

const one = (name: string, minutes: number, ...reasons: Ranked['reasons']): Ranked => ({
  officer_id: `id-${name}`,
  name,
  own: false,
  minutes,
  place: null,
  ranked: true,
  reasons,
})
const rest = { code: 'rest', overridable: true } as const
const started = { code: 'started', overridable: true } as const
const closed = { code: 'window_closed', overridable: true } as const
const suspended = { code: 'suspended', overridable: false } as const

test('eligible officers come first, then the fewest hours, then the name', () => {
  const all = [one('Dee', 0, rest), one('Cid', 60), one('Bo', 60), { ...one('Al', 0), own: true }, one('Eve', 30)]
  expect(inOrder(all).map(({ name }) => name)).toEqual(['Eve', 'Bo', 'Cid', 'Al', 'Dee'])
})

test('the award rule decides the order, hours between officers who share a place, and an admin without shifts comes last', () => {
  const all = [
    { ...one('Chief', 0), ranked: false },
    { ...one('Bo', 30), place: 3 },
    { ...one('Al', 60), place: 1 },
    { ...one('Dee', 0), place: 3 },
    { ...one('Cid', 0, rest), place: 1 },
  ]
  expect(inOrder(all).map(({ name }) => name)).toEqual(['Al', 'Dee', 'Bo', 'Chief', 'Cid'])
})

test('once a shift has started, its start ranks nobody behind anybody', () => {
  const all = [one('Dee', 0, started, rest), one('Cid', 60, started), one('Bo', 30, started, closed)]
  expect(inOrder(all).map(({ name }) => name)).toEqual(['Bo', 'Cid', 'Dee'])
  expect(countReasons(all)).toEqual([{ code: 'rest', count: 1 }])
})

test('names a reason that can’t be overridden', () => {
  expect(mainReason([rest, suspended])).toBe(suspended)
  expect(mainReason([rest])).toBe(rest)
  expect(mainReason([])).toBeNull()
  expect(mainReason([started, rest])).toBe(rest)
  expect(mainReason([started, closed, rest])).toBe(rest)
  expect(mainReason([started])).toBe(started)
})

test('a full post leaves the other reasons', () => {
  expect(besidesFull([{ code: 'full' }, rest, suspended])).toEqual([rest, suspended])
})

test('lists every candidate once, even past one who is gone', () => {
  const all = Array.from({ length: 25 }, (_, i) =>
    one(`N${String(i).padStart(2, '0')}`, i % 3, ...(i % 5 ? [] : [rest])),
  )
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: { items: Ranked[]; next: string | null } = pageOf(all, { after, size: 10 })
    seen.push(...page.items.map(({ name }) => name))
    after = page.next
  } while (after !== null)
  expect(seen).toEqual(inOrder(all).map(({ name }) => name))
  const { items, next } = pageOf(all, { after: null, size: 10 })
  const gone = items.at(-1)?.officer_id
  const left = all.filter(({ officer_id }) => officer_id !== gone)
  expect(pageOf(left, { after: next, size: 10 }).items[0]?.minutes).toBeGreaterThan(0)
})

test('counts each officer once, by the reason that is named', () => {
  expect(countReasons([one('A', 0, rest, suspended), one('B', 0, suspended), one('C', 0, rest), one('D', 0)])).toEqual([
    { code: 'suspended', count: 2 },
    { code: 'rest', count: 1 },
  ])
})
