import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plusMinutes, type Range } from '#platform/shared/time.ts'
import { timesOf } from './client.ts'
import { claimExtraTime } from './contract.ts'
import { firstOverlap, rangeOf, refuseTimes } from './rules.ts'

/** A real department's overtime slips for one year, with people as numbers; not part of this repository. */
const file = resolve(import.meta.dirname, '../../../../shared/data/court_overtime_2018.csv')
const zone = 'America/New_York'

type Slip = { officer: string; date: string; what: string; start: string; end: string; worked: number }

/** Cells of a CSV line; quoted cells may contain commas. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("([^"]*(?:""[^"]*)*)"|[^,]*)(,|$)/g)].map((found) => found[2] ?? found[1] ?? '').slice(0, 11)
const clock = (text: string) => {
  const four = text.trim().padStart(4, '0')
  return `${four.slice(0, 2)}:${four.slice(2)}`
}
const slips = (): Slip[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [officer = '', , , , date = '', , what = '', start = '', end = '', worked = ''] = cellsOf(line)
      return { officer, date, what, start: clock(start), end: clock(end), worked: Number(worked) }
    })

describe('a year of real slips (skipped without ../shared/data)', {
  meta: { shows: ['issue 3.4 bounds', 'issue 3.4 paid once'] },
}, () => {
  it.skipIf(!existsSync(file))(
    'every slip is taken, as long as was worked, paid nowhere twice, and refused the second time',
    { timeout: 60_000 },
    () => {
      const all = slips()
      expect(all).toHaveLength(28_360)
      const outcomes: Record<string, number> = {}
      const taken = new Map<string, Range[]>()
      const count = (outcome: string) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
      for (const slip of all) {
        const wall = { date: slip.date, start_time: slip.start, end_time: slip.end, start_which: null, end_which: null }
        const times = claimTimes(wall)
        if ('refused' in times) {
          count(times.refused)
          continue
        }
        const court = slip.what.startsWith('COURT')
        const input = {
          kind: court ? 'court' : 'other',
          ...times,
          docket_number: court ? 'not on the slip' : '',
          court: court ? 'not on the slip' : '',
          reason: slip.what,
        }
        const now = plusMinutes(times.starts_at, times.minutes + 600)
        const paid = taken.get(slip.officer) ?? []
        const refusal =
          (claimExtraTime.input.safeParse(input).success ? null : 'input') ??
          refuseTimes(times, { now, claimed_at: now, limit_days: 14, zone }) ??
          (firstOverlap(times, paid) ? 'overlaps' : null)
        count(refusal ?? 'taken')
        if (refusal !== null) continue
        // The slips' own rule: the difference in clock times, rounded up to a quarter hour.
        if (Math.abs(Math.ceil(times.minutes / 15) / 4 - slip.worked) > 0.01) count('other length')
        paid.push(rangeOf(times))
        taken.set(slip.officer, paid)
      }
      expect(outcomes).toEqual({ taken: 28_360 })
      for (const ranges of taken.values()) {
        const sorted = ranges.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
        for (const [i, one] of sorted.entries())
          expect(i === 0 || (sorted[i - 1]?.ends_at ?? '') <= one.starts_at).toBe(true)
        // Resubmitting the last claim of each officer is refused.
        const [last] = sorted.slice(-1)
        expect(last && firstOverlap({ starts_at: last.starts_at, minutes: 1 }, ranges)).toBe(last)
      }
    },
  )
})

/** Instant and minutes as the form computes them, or why the form refuses. */
const claimTimes = (wall: Parameters<typeof timesOf>[0]) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.start_time) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.end_time))
    return { refused: 'no such clock time' }
  const times = timesOf(wall, zone)
  return 'field' in times ? { refused: times.twice ? 'clock shows it twice' : times.message } : times
}
