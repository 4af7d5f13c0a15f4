import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, type Range } from '#platform/shared/time.ts'
import { edgesOf, heldAtMost, heldThroughout, isPart, longestFree, openStretches, stretchesOf } from './rules.places.ts'

const zero = Date.UTC(2026, 10, 21, 18)
const at = (minute: number) => isoInstant(zero + minute * 60_000)
const range = (from: number, to: number): Range => ({ starts_at: at(from), ends_at: at(to) })

const aRange = fc
  .tuple(fc.integer({ min: 0, max: 119 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length]) => [from, Math.min(120, from + length)] as const)

describe('coverage compared with a grid of minutes', () => {
  it('the peak and the continuous coverage of any sign-ups match the grid', {
    meta: { shows: ['issue 5.4 split shifts'] },
  }, () => {
    fc.assert(
      fc.property(aRange, fc.array(aRange, { maxLength: 12 }), (asked, held) => {
        const holds = held.map(([from, to]) => range(from, to))
        const grid: number[] = []
        for (let minute = asked[0]; minute < asked[1]; minute++)
          grid.push(held.filter(([from, to]) => from <= minute && minute < to).length)
        expect(heldAtMost(range(...asked), holds)).toBe(Math.max(...grid))
        expect(heldThroughout(range(...asked), holds)).toBe(Math.min(...grid))
        const told = stretchesOf(range(...asked), holds).flatMap((one) =>
          Array(Math.round((Date.parse(one.ends_at) - Date.parse(one.starts_at)) / 60_000)).fill(one.held),
        )
        expect(told).toEqual(grid)
      }),
      { numRuns: 2000 },
    )
  })

  it('a part is everything or whole pieces, and the longest free run has a spot in every minute', {
    meta: { shows: ['issue 5.4 split shifts'] },
  }, () => {
    const aPost = fc.record({ length: fc.integer({ min: 30, max: 120 }), piece: fc.constantFrom(15, 20, 30, 45, 60) })
    fc.assert(
      fc.property(
        aPost,
        aRange,
        fc.array(aRange, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        (post, asked, held, n) => {
          const whole = { ...range(0, post.length), split_minutes: post.piece, required_count: n }
          const onGrid = (minute: number) =>
            minute === post.length || (minute < post.length && minute % post.piece === 0)
          expect(isPart(whole, range(...asked))).toBe(
            (asked[0] === 0 && asked[1] === post.length) ||
              (onGrid(asked[0]) && onGrid(asked[1]) && asked[0] < post.length && asked[1] <= post.length),
          )
          const holds = held.map(([from, to]) => range(from, to))
          const free = (from: number, to: number) => {
            for (let minute = from; minute < to; minute++)
              if (held.filter(([a, b]) => a <= minute && minute < b).length >= n) return false
            return true
          }
          const edges = edgesOf(whole).map((edge) => (Date.parse(edge) - zero) / 60_000)
          let best = 0
          for (const from of edges)
            for (const to of edges) if (from < to && free(from, to)) best = Math.max(best, to - from)
          const found = longestFree(whole, holds)
          expect(found ? (Date.parse(found.ends_at) - Date.parse(found.starts_at)) / 60_000 : 0).toBe(best)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

it('joins the open stretches of a post, whatever else is held beside them', () => {
  const two = { ...range(0, 120), required_count: 2 }
  expect(openStretches(two, [range(0, 30), range(0, 60)])).toEqual([range(30, 120)])
  expect(openStretches(two, [range(30, 60), range(30, 60)])).toEqual([range(0, 30), range(60, 120)])
  expect(openStretches({ ...two, required_count: 1 }, [range(0, 120)])).toEqual([])
})
