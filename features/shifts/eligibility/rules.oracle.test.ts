import { describe, expect, it } from 'vitest'
import { wallAt } from '#platform/shared/zone.ts'
import {
  codesAgainst,
  type Reason,
  reasonsAgainst,
  reasonsOfWork,
  type Work,
  type WorkKind,
  type WorkRules,
  workBook,
} from './rules.ts'

// The slow, obvious version: a grid of minutes, each worked or not, with every rule counted on it minute by minute.

const DAYS_BEFORE = 16
const DAYS_AFTER = 44
const SIZE = (DAYS_BEFORE + DAYS_AFTER) * 1440

/** Zones with their two clock changes: at 2:00, at 1:00, by half an hour, at midnight, and one zone without any. */
const changes: readonly [zone: string, day: string][] = [
  ['America/Chicago', '2026-11-01'],
  ['America/Chicago', '2027-03-14'],
  ['Europe/London', '2026-10-25'],
  ['Europe/London', '2027-03-28'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Asia/Beirut', '2026-10-25'],
  ['Asia/Beirut', '2027-03-28'],
  ['Asia/Kathmandu', '2026-11-01'],
]

/** A reproducible stream of numbers. */
const numbers = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (n: number) => Math.floor(next() * n)
  return {
    upTo,
    oneOf: <T>(of: readonly T[]): T => of[upTo(of.length)] as T,
    maybe: (chance: number) => next() < chance,
  }
}
type Numbers = ReturnType<typeof numbers>

/** The local date of every minute as a day number, with its week (from Sunday) and month; the zone is looked up every quarter hour. */
const gridOf = (zone: string, day: string) => {
  const first = Date.parse(`${day}T00:00:00Z`) / 60_000 - DAYS_BEFORE * 1440
  const [days, weeks, months] = [new Int32Array(SIZE), new Int32Array(SIZE), new Int32Array(SIZE)]
  let number = 0
  for (let i = 0; i < SIZE; i++) {
    if (i % 15 === 0) number = Date.parse(`${wallAt((first + i) * 60_000, zone).date}T00:00:00Z`) / 86_400_000
    days[i] = number
    weeks[i] = Math.floor((number + 4) / 7)
    months[i] = new Date(number * 86_400_000).getUTCFullYear() * 12 + new Date(number * 86_400_000).getUTCMonth()
  }
  return { zone, first, days, weeks, months }
}
type Grid = ReturnType<typeof gridOf>

type Shift = { from: number; to: number; kind: WorkKind }
const kinds = ['tour', 'overtime', 'court', 'extra_duty', 'extra_time'] as const

const shifts = (n: Numbers, count: number, from: number, days: number): Shift[] =>
  Array.from({ length: count }, () => {
    const start = from + (n.maybe(0.5) ? n.upTo(days * 24) * 60 : n.upTo(days * 1440))
    const length = n.oneOf([45, 120, 240, 480, 495, 600, 720, 960])
    return { from: start, to: start + length, kind: n.oneOf(kinds) }
  })

const someRules = (n: Numbers): WorkRules => ({
  rest_minutes: n.maybe(0.6) ? n.oneOf([360, 480, 481, 660]) : null,
  windows: n.oneOf([
    [],
    [{ hours: 24, max_minutes: n.oneOf([960, 959, 961, 840]) }],
    [
      { hours: 24, max_minutes: 960 },
      { hours: 72, max_minutes: n.oneOf([1800, 2100]) },
    ],
    [{ hours: 168, max_minutes: n.oneOf([3840, 3000]) }],
  ]),
  max_consecutive_minutes: n.maybe(0.5) ? n.oneOf([720, 960, 1080]) : null,
  break_minutes: n.oneOf([0, 0, 1, 30, 61]),
  max_consecutive_days: n.maybe(0.5) ? n.oneOf([2, 4, 6]) : null,
  caps: n.maybe(0.6)
    ? [
        {
          kinds: n.oneOf(['all', ['overtime', 'extra_duty', 'court']] as const),
          per: n.oneOf(['week', 'month']),
          max_minutes: n.oneOf([1440, 2880]),
        },
      ]
    : [],
})

/** The rules one by one, each evaluated on a grid without the job on it. */
const oracle = (grid: Grid, work: readonly Shift[], rules: WorkRules) => {
  const busy = new Uint8Array(SIZE)
  for (const one of work) busy.fill(1, one.from, one.to)
  const laid = (job: Shift, of: Uint8Array, ask: (worked: Uint8Array) => boolean): boolean => {
    const was = of.slice(job.from, job.to)
    of.fill(1, job.from, job.to)
    const answer = ask(of)
    of.set(was, job.from)
    return answer
  }
  const pause = Math.max(rules.break_minutes, 1)
  const rest = (job: Shift): boolean => {
    const least = rules.rest_minutes ?? 0
    const bad = (gap: number) => gap > 0 && gap >= rules.break_minutes && gap < least
    const gapFrom = (start: number, step: 1 | -1) => {
      // Work on either side of the edge: the job begins inside it or right after it.
      if (busy[start] || busy[start + step]) return 0
      for (let gap = 1; gap < least; gap++) if (busy[start + step * (gap + 1)]) return gap
      return least
    }
    return bad(gapFrom(job.from, -1)) || bad(gapFrom(job.to - 1, 1))
  }
  const window = (hours: number, most: number) => (job: Shift) =>
    laid(job, busy, (worked) => {
      const length = hours * 60
      let count = 0
      for (let i = job.from - length + 1; i < job.from + 1; i++) count += worked[i] ?? 0
      for (let start = job.from - length + 1; start < job.to; start++) {
        if (count > most) return true
        count += (worked[start + length] ?? 0) - (worked[start] ?? 0)
      }
      return false
    })
  const stretch = (job: Shift) =>
    laid(job, busy, (worked) => {
      const edge = (from: number, step: 1 | -1) => {
        let last = from
        for (let at = from; Math.abs(at - last) <= pause - 1 || worked[at]; at += step) if (worked[at]) last = at
        return last
      }
      return edge(job.to - 1, 1) - edge(job.from, -1) + 1 > (rules.max_consecutive_minutes ?? 0)
    })
  const days = (job: Shift) =>
    laid(job, busy, (worked) => {
      const seen = new Set<number>()
      for (let i = Math.max(0, job.from - 8 * 1440); i < job.to + 8 * 1440; i++)
        if (worked[i]) seen.add(grid.days[i] ?? 0)
      let run = 0
      let [at, end] = [grid.days[job.from] ?? 0, grid.days[job.to - 1] ?? 0]
      while (seen.has(at - 1)) at--
      while (seen.has(end + 1)) end++
      for (; at <= end; at++) run++
      return run > (rules.max_consecutive_days ?? 0)
    })
  const cap = (one: WorkRules['caps'][number]) => {
    const periods = one.per === 'week' ? grid.weeks : grid.months
    const counted = new Uint8Array(SIZE)
    for (const w of work) if (one.kinds === 'all' || one.kinds.includes(w.kind)) counted.fill(1, w.from, w.to)
    const sums = new Map<number, number>()
    const [first, last] = [Math.min(...work.map((w) => w.from)), Math.max(...work.map((w) => w.to))]
    for (let i = first; i < last; i++) if (counted[i]) sums.set(periods[i] ?? 0, (sums.get(periods[i] ?? 0) ?? 0) + 1)
    return (job: Shift) => {
      if (one.kinds !== 'all' && !one.kinds.includes(job.kind)) return false
      const more = new Map<number, number>()
      for (let i = job.from; i < job.to; i++) {
        const period = periods[i] ?? 0
        more.set(period, (more.get(period) ?? 0) + (counted[i] ? 0 : 1))
      }
      return [...more].some(([period, minutes]) => minutes + (sums.get(period) ?? 0) > one.max_minutes)
    }
  }
  const asked: { key: string; bad: (job: Shift) => boolean }[] = []
  if (rules.rest_minutes !== null) asked.push({ key: 'rest', bad: rest })
  for (const w of rules.windows) asked.push({ key: `rolling_window ${w.hours}`, bad: window(w.hours, w.max_minutes) })
  if (rules.max_consecutive_minutes !== null) asked.push({ key: 'consecutive_hours', bad: stretch })
  if (rules.max_consecutive_days !== null) asked.push({ key: 'consecutive_days', bad: days })
  for (const one of rules.caps) asked.push({ key: `cap ${one.per}`, bad: cap(one) })
  return asked
}

const keyOf = ({ code, details }: Reason) =>
  code === 'rolling_window' ? `${code} ${details?.hours}` : code === 'cap' ? `${code} ${details?.per}` : code

const instant = (grid: Grid, minute: number) => new Date((grid.first + minute) * 60_000).toISOString()
const ranged = (grid: Grid, { from, to, kind }: Shift): Work => ({
  kind,
  starts_at: instant(grid, from),
  ends_at: instant(grid, to),
})

/** An officer's work around the clock change, packed into a few days so that rules interact, and jobs among it. */
const scene = (n: Numbers) => ({
  work: shifts(n, 2 + n.upTo(8), (DAYS_BEFORE - 4) * 1440, 8),
  jobs: shifts(n, 5, (DAYS_BEFORE - 2) * 1440, 4),
  rules: someRules(n),
})

const posted = {
  id: 'job',
  status: 'published',
  publish_at: null,
  signup_opens_at: null,
  signup_closes_at: null,
  required_count: 1,
  confirmed_count: 0,
} as const

const inSlices = (pairs: number, seed: number, ask: (grid: Grid, n: Numbers) => void) => {
  const n = numbers(seed)
  for (const [at, [zone, day]] of changes.entries()) {
    const grid = gridOf(zone, day)
    const share = Math.ceil(pairs / changes.length / 5)
    for (let i = at; i < at + share; i++) ask(grid, n)
  }
}

describe('work against shifts, minute by minute', { meta: { shows: ['issue 5.2 oracle'] } }, () => {
  it('10,000 officer and shift pairs around clock changes have the same reasons as the oracle', () => {
    let [pairs, refused] = [0, 0]
    const different: unknown[] = []
    inSlices(10_000, 5, (grid, n) => {
      const { work, jobs, rules } = scene(n)
      const asked = oracle(grid, work, rules)
      const told = work.map((one) => ranged(grid, one))
      for (const job of jobs) {
        const reasons = reasonsOfWork(ranged(grid, job), told, rules, grid.zone)
        const is = reasons.filter((r) => r.code !== 'overlaps').map(keyOf)
        const should = asked.filter(({ bad }) => bad(job)).map(({ key }) => key)
        const overlapping = work.filter((one) => one.from < job.to && job.from < one.to).length
        pairs++
        if (should.length > 0) refused++
        if (is.join() !== should.join() || reasons.length - is.length !== overlapping)
          different.push({ zone: grid.zone, is, should, job, work, rules })
      }
    })
    expect(different.slice(0, 1)).toEqual([])
    expect(pairs).toBeGreaterThanOrEqual(10_000)
    // Both answers must be common, or the pairs would prove little.
    expect(refused / pairs).toBeGreaterThan(0.2)
    expect(refused / pairs).toBeLessThan(0.9)
  })

  it('the earliest possible time is exact: every minute before is refused, that minute is not', () => {
    const times = new Map<string, number>()
    const different: unknown[] = []
    inSlices(900, 7, (grid, n) => {
      const { work, jobs, rules } = scene(n)
      const asked = oracle(grid, work, rules)
      const told = work.map((one) => ranged(grid, one))
      for (const job of jobs) {
        for (const reason of reasonsOfWork(ranged(grid, job), told, rules, grid.zone)) {
          const bad = asked.find(({ key }) => key === keyOf(reason))?.bad
          if (bad === undefined) continue
          const moved = (by: number) => ({ ...job, from: job.from + by, to: job.to + by })
          const until = reason.possible_from ?? null
          times.set(reason.code, (times.get(reason.code) ?? 0) + 1)
          const last = until === null ? 14 * 1440 : Date.parse(until) / 60_000 - grid.first - job.from
          // Every minute of the last hours before it, earlier ones sparsely.
          let fine = last > 0
          for (let by = 0; by < last && fine; by += by > last - 90 ? 1 : 1 + n.upTo(397)) fine = bad(moved(by))
          fine &&= last === 0 || bad(moved(last - 1))
          if (fine && until !== null && job.to + last < SIZE - 9 * 1440) fine = !bad(moved(last))
          if (!fine) different.push({ reason, zone: grid.zone, job, work, rules })
        }
      }
    })
    expect(different.slice(0, 1)).toEqual([])
    expect(
      Math.min(
        ...['rest', 'rolling_window', 'consecutive_hours', 'consecutive_days', 'cap'].map(
          (code) => times.get(code) ?? 0,
        ),
      ),
    ).toBeGreaterThan(40)
  })

  it('the next start breaks no rule for the whole shift, and every start before it breaks one', () => {
    let [found, none] = [0, 0]
    const different: unknown[] = []
    inSlices(450, 11, (grid, n) => {
      const { work, jobs, rules } = scene(n)
      const [leave] = shifts(n, 1, (DAYS_BEFORE - 2) * 1440, 4)
      // Nothing is planned into a gap that only a break allows.
      const asked = oracle(grid, work, { ...rules, break_minutes: 0 }).filter(({ key }) => key === 'rest')
      asked.push(...oracle(grid, work, rules).filter(({ key }) => key !== 'rest'))
      const bad = (job: Shift) =>
        [...work, ...(leave ? [leave] : [])].some((one) => one.from < job.to && job.from < one.to) ||
        asked.some((one) => one.bad(job))
      const book = workBook(
        work.map((one) => ranged(grid, one)),
        rules,
        grid.zone,
      )
      for (const job of jobs) {
        const leaves = leave ? [ranged(grid, leave)] : []
        const officer = { approved: true, suspended_at: null, signups: [], leaves }
        const until = instant(grid, job.from + 14 * 1440)
        const post = { ...posted, ...ranged(grid, job), kind: 'overtime' as const }
        const shift = { ...job, kind: post.kind }
        const told = { officer, book, zone: grid.zone, until }
        const reasons = reasonsAgainst(post, told, 'fill', post.starts_at)
        const codes = [...codesAgainst(post, told, 'fill', post.starts_at)]
        const same = [...new Set(reasons.map(({ code }) => code))].sort().join(' ') === codes.sort().join(' ')
        if (!same) different.push({ reasons, codes })
        const ending = reasons.filter((one) => one.possible_from !== undefined)
        if (ending.length === 0) continue
        const next = ending[0]?.possible_from ?? null
        next === null ? none++ : found++
        const moved = (by: number) => ({ ...shift, from: shift.from + by, to: shift.to + by })
        const last = next === null ? 14 * 1440 : Date.parse(next) / 60_000 - grid.first - job.from
        let fine = ending.every((one) => (one.possible_from ?? null) === next) && last > 0
        for (let by = 0; by < last && fine; by += by > last - 90 ? 1 : 1 + n.upTo(397)) fine = bad(moved(by))
        if (fine && next !== null) fine = !bad(moved(last))
        if (!fine) different.push({ ending, zone: grid.zone, job, work, leave, rules })
      }
    })
    expect(different.slice(0, 1)).toEqual([])
    expect([found > 100, none > 5]).toEqual([true, true])
  })
})
