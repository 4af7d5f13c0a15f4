import { expect, test } from 'vitest'
import { type ChangedJobs, patchPosted } from './rules.posted.ts'
import { patchOpenJobs } from './rules.spots.ts'

const now = Date.now()
const hour = (n: number) => new Date(Math.floor(now / 3_600_000 + n) * 3_600_000).toISOString()
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const job = (n: number, confirmed_count = 0, kind = 'overtime') => ({
  id: uuid(n),
  kind,
  starts_at: hour(n),
  posts: [{ id: `post ${n}`, confirmed_count, held_count: confirmed_count, waiting_count: 0, holds: [] }],
})
type Job = ReturnType<typeof job>
const list = (as_of: number, items: Job[], more: { next?: string; mine?: { assignment_id: string }[] } = {}) => ({
  as_of,
  mine_as_of: as_of,
  items,
  next: more.next ?? null,
  mine: (more.mine ?? []).map((own) => ({ ...own, post_id: '', queue: null })),
})
const changed = (as_of: number, jobs: Job[], gone: string[] = []): ChangedJobs => ({ as_of, jobs, gone })
const keep = (...heard: ChangedJobs[]) => heard.reduce<unknown>((kept, one) => patchPosted.keep(kept, one), undefined)
const itemsOf = (response: unknown) => (response as { items: Job[] }).items
const idsOf = (response: unknown) => itemsOf(response).map(({ id }) => Number(id.slice(-12)))

test('a posted shift takes its place in the list, and a changed one its new place', () => {
  const before = list(10, [job(2), job(6)])
  const posted = keep(changed(11, [job(4)]))
  expect(idsOf(patchPosted.apply(before, posted, { days: 30 }).response)).toEqual([2, 4, 6])
  const moved = { ...job(2), starts_at: hour(8) }
  expect(idsOf(patchPosted.apply(before, keep(changed(11, [moved])), { days: 30 }).response)).toEqual([6, 2])
})

test('a canceled shift leaves the list', () => {
  const { response, again } = patchPosted.apply(list(10, [job(2), job(6)]), keep(changed(11, [], [uuid(2)])), {})
  expect([idsOf(response), again]).toEqual([[6], false])
})

test('a list that has seen more than the poke stays as it is', () => {
  const before = list(12, [job(2)])
  expect(patchPosted.apply(before, keep(changed(12, [job(4)], [uuid(2)])), {}).response).toBe(before)
  // Out of order: what the later snapshot says remains.
  const kept = keep(changed(14, [], [uuid(4)]), changed(13, [job(4)]))
  expect(idsOf(patchPosted.apply(before, kept, {}).response)).toEqual([2])
})

test('only shifts that were asked for come in: by kind, by days, and on the page where they belong', () => {
  const posted = keep(changed(11, [job(4, 0, 'court'), job(30)]))
  const shown = (asked: object, next?: string) =>
    idsOf(patchPosted.apply(list(10, [], next ? { next } : {}), posted, asked).response)
  expect(shown({ days: 30 })).toEqual([4, 30])
  expect(shown({ days: 30, kind: 'court' })).toEqual([4])
  expect(shown({ days: 1 })).toEqual([4])
  const end = `${hour(10)}~${uuid(10)}`
  expect(shown({ days: 30 }, end)).toEqual([4])
  expect(shown({ days: 30, after: end })).toEqual([30])
})

test('an own sign-up for a changed shift is read again', () => {
  const mine = [{ assignment_id: uuid(2) }]
  expect(patchPosted.apply(list(10, [job(2)], { mine }), keep(changed(11, [job(2)])), {}).again).toBe(true)
  expect(patchPosted.apply(list(11, [job(2)], { mine }), keep(changed(11, [job(2)])), {}).again).toBe(false)
})

test('figures of spots older than a posted shift don’t change it, newer ones do', () => {
  const spots = (as_of: number, count: number) =>
    patchOpenJobs.keep(undefined, { as_of, posts: [{ ...job(4).posts[0], confirmed_count: count }] })
  const brought = patchPosted.apply(list(10, []), keep(changed(12, [job(4, 2)])), { days: 30 }).response
  const countOf = (response: unknown) => itemsOf(response)[0]?.posts[0]?.confirmed_count
  expect(countOf(patchOpenJobs.apply(brought, spots(11, 1)).response)).toBe(2)
  expect(countOf(patchOpenJobs.apply(brought, spots(13, 3)).response)).toBe(3)
})

test('unknown shapes change nothing, and only the latest 200 shifts are remembered', () => {
  expect(keep({ odd: true } as never)).toEqual(new Map())
  const many = keep(
    changed(1, [job(999)]),
    changed(
      2,
      Array.from({ length: 200 }, (_, n) => job(n)),
    ),
  ) as Map<string, unknown>
  expect([many.size, many.has(uuid(999))]).toEqual([200, false])
})
