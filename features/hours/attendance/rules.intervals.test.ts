import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { clockIntervalsOf, countedGaps, type Gap, intervalsOf, workedMinutes } from './rules.intervals.ts'

const start = Date.UTC(2026, 10, 21, 18)
const at = (second: number) => isoInstant(start + second * 1000)

/** Checks second by second: the officer is on duty if the second is between the times and in no uncounted gap. */
const secondsOnDuty = (from: number, to: number, gaps: readonly { left: number; back: number; counted: boolean }[]) => {
  const on: boolean[] = []
  for (let second = from; second < to; second++)
    on.push(!gaps.some((gap) => !gap.counted && gap.left <= second && second < gap.back))
  return on
}

const seconds = fc.integer({ min: -600, max: 4200 })
const someGap = fc.record({ left: seconds, length: fc.integer({ min: 0, max: 1500 }), counted: fc.boolean() })
const records = fc.record({
  from: fc.integer({ min: 0, max: 600 }),
  length: fc.integer({ min: 0, max: 3600 }),
  gaps: fc.array(someGap, { maxLength: 5 }),
})

describe('intervals of a record', () => {
  it('add up to a second-by-second count, whatever the gaps', () => {
    fc.assert(
      fc.property(records, ({ from, length, gaps }) => {
        const to = from + length
        const known = gaps.map((gap) => ({ ...gap, back: gap.left + gap.length }))
        const on = secondsOnDuty(from, to, known)
        const given: Gap[] = known.map((gap) => ({
          left_at: at(gap.left),
          back_at: at(gap.back),
          counted: gap.counted,
        }))
        const times = { checked_in_at: at(from), checked_out_at: at(to) }
        const worked = intervalsOf(times, given)
        const second = (instant: string) => (ms(instant) - start) / 1000
        const found = on.map((_, i) =>
          worked.some((one) => second(one.starts_at) <= from + i && from + i < second(one.ends_at)),
        )
        expect(found).toEqual(on)
        // The oracle's on-duty runs, each rounded down to whole minutes.
        const runs = on
          .map((is) => (is ? '1' : '0'))
          .join('')
          .split(/0+/)
          .map((run) => run.length)
        const touching = known.some((gap) => !gap.counted && gap.left === gap.back)
        const minutes = workedMinutes(times, given)
        if (!touching) expect(minutes).toBe(runs.reduce((sum, run) => sum + Math.floor(run / 60), 0))
        expect(minutes).toBeGreaterThanOrEqual(0)
        expect(minutes * 60).toBeLessThanOrEqual(on.filter(Boolean).length)
      }),
    )
  })
  it('never overlap or run backward, regardless of the order of the gaps', () => {
    fc.assert(
      fc.property(records, ({ from, length, gaps }) => {
        const given: Gap[] = gaps.map((gap) => ({
          left_at: at(gap.left),
          back_at: at(gap.left + gap.length),
          counted: gap.counted,
        }))
        const times = { checked_in_at: at(from), checked_out_at: at(from + length) }
        const worked = intervalsOf(times, given)
        for (const [i, one] of worked.entries()) {
          expect(ms(one.starts_at)).toBeLessThan(ms(one.ends_at))
          const next = worked[i + 1]
          if (next) expect(ms(one.ends_at)).toBeLessThanOrEqual(ms(next.starts_at))
        }
        expect(workedMinutes(times, [...given].reverse())).toBe(workedMinutes(times, given))
      }),
    )
  })
  it('round to whole minutes so that a claim for the gap pays no minute twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 60, max: 900 }), { minLength: 2, maxLength: 8 }), (steps) => {
        const marks = [13]
        for (const step of steps) marks.push((marks.at(-1) ?? 0) + step)
        if (marks.length % 2 === 1) marks.pop()
        const gaps: Gap[] = []
        for (let i = 1; i + 1 < marks.length; i += 2)
          gaps.push({ left_at: at(marks[i] ?? 0), back_at: at(marks[i + 1] ?? 0), counted: false })
        const clock = (second: number) => Math.floor(second / 60)
        const whole = clock(marks.at(-1) ?? 0) - clock(marks[0] ?? 0)
        const between = gaps.reduce(
          (sum, gap) => sum + clock((ms(gap.back_at) - start) / 1000) - clock((ms(gap.left_at) - start) / 1000),
          0,
        )
        const times = { checked_in_at: at(marks[0] ?? 0), checked_out_at: at(marks.at(-1) ?? 0) }
        expect(workedMinutes(times, gaps) + between).toBeLessThanOrEqual(whole)
      }),
    )
  })
  it('count a gap that an admin marked as worked, and need both times', () => {
    const gap = { left_at: at(600), back_at: at(1200), counted: false }
    const times = { checked_in_at: at(0), checked_out_at: at(3600) }
    expect(workedMinutes(times, [gap])).toBe(50)
    expect(workedMinutes(times, [{ ...gap, counted: true }])).toBe(60)
    expect(workedMinutes({ ...times, checked_out_at: null }, [gap])).toBe(0)
    // Corrected times that end inside the gap.
    expect(workedMinutes({ ...times, checked_out_at: at(900) }, [gap])).toBe(10)
  })
})

it('a shift is paid as its clocks show: the minute of the check-out is free for extra time', () => {
  const times = { checked_in_at: '2026-11-21T10:00:40Z', checked_out_at: '2026-11-21T16:00:23Z' }
  const whole = { starts_at: '2026-11-21T10:00:00.000Z', ends_at: '2026-11-21T16:00:00.000Z' }
  expect(clockIntervalsOf(times)).toEqual([whole])
  const gap = { left_at: '2026-11-21T12:00:30Z', back_at: '2026-11-21T13:00:10Z', counted: false }
  expect(clockIntervalsOf(times, [gap])).toEqual([
    { ...whole, ends_at: '2026-11-21T12:00:00.000Z' },
    { ...whole, starts_at: '2026-11-21T13:00:00.000Z' },
  ])
  expect(clockIntervalsOf({ ...times, checked_out_at: null })).toEqual([])
})

test('time off duty that was counted stays counted beside a gap that came later, unless the admin says otherwise', () => {
  const gap = (hour: string, counted: boolean) => ({
    left_at: `2026-11-27T${hour}:00:00Z`,
    back_at: `2026-11-27T${hour}:30:00Z`,
    counted,
  })
  const gaps = [gap('09', true), gap('11', false)]
  const worked = (count: boolean | undefined) =>
    workedMinutes(
      { checked_in_at: '2026-11-27T08:00:00Z', checked_out_at: '2026-11-27T12:00:00Z' },
      countedGaps(gaps, count),
    )
  expect([worked(undefined), worked(true), worked(false)]).toEqual([210, 240, 180])
})
