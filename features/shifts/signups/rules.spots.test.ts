import { expect, test } from 'vitest'
import { patchOpenJobs, type Spots } from './rules.spots.ts'

const post = (id: string, confirmed_count: number) => ({
  id,
  name: 'Gate',
  confirmed_count,
  held_count: confirmed_count,
  waiting_count: 0,
  holds: [],
})
const list = (as_of: number, counts: Record<string, number>, mine: { post_id: string; queue: unknown }[] = []) => ({
  as_of,
  mine,
  items: Object.entries(counts).map(([id, count]) => ({ id: `job ${id}`, posts: [post(id, count)] })),
})
const spots = (as_of: number, counts: Record<string, number>): Spots => ({
  as_of,
  posts: Object.entries(counts).map(([id, count]) => post(id, count)),
})
const keep = (...heard: Spots[]) => heard.reduce<unknown>((kept, one) => patchOpenJobs.keep(kept, one), undefined)
const countsOf = (response: unknown) =>
  Object.fromEntries(
    (response as ReturnType<typeof list>).items.map(({ posts: [one] }) => [one?.id, one?.confirmed_count]),
  )

test('figures change the posts that they name and leave the rest of the list as it is', () => {
  const before = list(10, { a: 1, b: 2 })
  const { response, again } = patchOpenJobs.apply(before, keep(spots(11, { a: 3 })))
  expect([countsOf(response), again]).toEqual([{ a: 3, b: 2 }, false])
  expect((response as typeof before).items[1]).toBe(before.items[1])
  expect((response as typeof before).items[0]?.posts[0]?.name).toBe('Gate')
})

test('an older figure never replaces a newer one, whatever the order of arrival', () => {
  const late = keep(spots(12, { a: 4 }), spots(11, { a: 3, b: 9 }))
  expect(countsOf(patchOpenJobs.apply(list(10, { a: 1, b: 1 }), late).response)).toEqual({ a: 4, b: 9 })
  // A response that has seen more than the pokes stays, and one that was under way is brought up to date.
  expect(countsOf(patchOpenJobs.apply(list(12, { a: 5, b: 1 }), late).response)).toEqual({ a: 5, b: 1 })
  expect(countsOf(patchOpenJobs.apply(list(11, { a: 3, b: 1 }), late).response)).toEqual({ a: 4, b: 1 })
})

test('the officer’s own place on a waitlist is read again when others move', () => {
  const own = [{ post_id: 'a', queue: { place: 2, of: 3 } }]
  expect(patchOpenJobs.apply(list(10, { a: 1 }, own), keep(spots(11, { a: 1 }))).again).toBe(true)
  expect(patchOpenJobs.apply(list(10, { a: 1 }, own), keep(spots(11, { b: 1 }))).again).toBe(false)
  expect(patchOpenJobs.apply(list(11, { a: 1 }, own), keep(spots(11, { a: 1 }))).again).toBe(false)
})

test('figures of an unknown shape change nothing, and only the latest 2,000 posts are remembered', () => {
  expect(keep({ odd: true } as never)).toEqual(new Map())
  const many = keep(
    spots(1, { first: 1 }),
    spots(2, Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`p${n}`, n]))),
  )
  expect((many as Map<string, unknown>).size).toBe(2000)
  expect((many as Map<string, unknown>).has('first')).toBe(false)
})
