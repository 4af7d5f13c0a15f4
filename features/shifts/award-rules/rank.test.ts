import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awardMethods } from './rules.methods.ts'
import { opportunityKinds } from './rules.opportunities.ts'
import { packs } from './rules.packs.ts'
import { type Applicant, chargedOf, type Draw, groupOf, type Roster, rank, turnsOf } from './rules.rank.ts'
import {
  type AwardRule,
  awardFactors,
  chargedKinds,
  inForce,
  newcomerPlaces,
  plainRule,
  problemsOf,
  startOf,
  tieBreaks,
} from './rules.ts'
import { isShortNotice, stepsOf, windowOf } from './rules.window.ts'

const id = fc.uuid()
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const kinds = <T>(value: fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(opportunityKinds.map((kind) => [kind, value])), { requiredKeys: [] })
const applicant: fc.Arbitrary<Applicant> = fc.record({
  officer_id: id,
  hired_on: some(null, '2001-01-01', '2010-05-05', '2010-05-06', '2020-12-31'),
  badge_number: some(null, '7', '007', '12', '100', 'A1', 'B2'),
  unit: some(null, 'K9', 'Patrol'),
  rank: some(null, 'Officer', 'Sergeant'),
  applied_at: some(null, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00Z'),
  minutes: kinds(some(0, 60, 480)),
  times: kinds(some(0, 1, 2)),
  last: kinds(some('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')),
  joined_on: some('2024-01-01', '2026-01-15'),
  absent: some(0, 0, 333, 1000),
  unit_match: fc.boolean(),
  owed: some(false, false, false, true),
}) as fc.Arbitrary<Applicant>
const rule: fc.Arbitrary<AwardRule> = fc
  .record({
    method: some(...awardMethods),
    newcomers: some(...newcomerPlaces),
    shares: fc.array(some(0, 50, 100), { minLength: 6, maxLength: 6 }),
    turn: fc.uniqueArray(some(...opportunityKinds), { minLength: 1 }),
    weights: fc.array(some(0, 1, 3), { minLength: 5, maxLength: 5 }),
    ties: fc.uniqueArray(some(...tieBreaks)),
    groups: fc.array(
      fc.record({
        name: fc.constant('G'),
        units: fc.uniqueArray(some('K9', 'Patrol')),
        ranks: fc.uniqueArray(some('Officer')),
        minutes: fc.constant(60),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ shares, weights, ...rest }) => ({
    ...plainRule,
    ...rest,
    ranks_in_order: ['Sergeant', 'Officer'],
    counts: {
      window_days: 365 as const,
      ...(Object.fromEntries(chargedKinds.map((kind, i) => [kind, shares[i] ?? 0])) as Record<
        (typeof chargedKinds)[number],
        number
      >),
    },
    weights: awardFactors.map((factor, i) => ({ factor, weight: weights[i] ?? 0 })),
  }))
const roster: Roster = { average: 12_000, most: 90_000, most_turns: 9 }
const people = fc.uniqueArray(applicant, { selector: (one) => one.officer_id, maxLength: 9 })
const drawFor = (all: readonly Applicant[]): Draw => ({
  numbers: Object.fromEntries(all.map((one) => [one.officer_id, one.officer_id.slice(-2)])),
})

/** Slow and obvious: does `a` rank before `b`? Follows the wording of the issue, method by method. */
const before = (r: AwardRule, a: Applicant, b: Applicant, all: readonly Applicant[], draw: Draw): boolean => {
  const less = (x: number | string | bigint, y: number | string | bigint) => (x < y ? true : x > y ? false : null)
  const hours = (one: Applicant) =>
    chargedOf(r, one.minutes) +
    (r.newcomers === 'top'
      ? 0
      : Math.floor((one.absent * roster[r.newcomers === 'average' ? 'average' : 'most']) / 1000))
  const lastTurn = (one: Applicant) => Math.max(-1, ...r.turn.map((k) => (one.last[k] ? Date.parse(one.last[k]) : -1)))
  const turns = (one: Applicant) => turnsOf(r, one.times)
  const day = (one: Applicant) => (one.hired_on ? Date.parse(one.hired_on) / 86_400_000 : null)
  const applied = (one: Applicant) => (one.applied_at ? Date.parse(one.applied_at) : Number.MAX_SAFE_INTEGER)
  const lot = (one: Applicant) => draw.numbers[one.officer_id] ?? ''
  const seniorFirst = () => less(day(a) ?? 9e9, day(b) ?? 9e9)
  const scaled = (value: number, values: number[], lowIsGood: boolean) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    if (low === high) return 1000
    return Math.floor(((lowIsGood ? high - value : value - low) * 1000) / (high - low))
  }
  const points = (one: Applicant) =>
    r.weights.reduce((sum, { factor, weight }) => {
      if (factor === 'hours') return sum + weight * scaled(hours(one), all.map(hours), true)
      if (factor === 'turns') return sum + weight * scaled(turns(one), all.map(turns), true)
      if (factor === 'unit_match') return sum + weight * (one.unit_match ? 1000 : 0)
      if (factor === 'rank') return sum + weight * (one.rank === 'Sergeant' ? 1000 : one.rank === 'Officer' ? 500 : 0)
      const own = day(one)
      const days = all.flatMap((x) => day(x) ?? [])
      return sum + (own === null ? 0 : weight * scaled(own, days, true))
    }, 0)
  const badge = (one: Applicant): [number, bigint | string, string] =>
    one.badge_number === null
      ? [2, '', '']
      : /^\d+$/.test(one.badge_number)
        ? [0, BigInt(one.badge_number), one.badge_number]
        : [1, one.badge_number, '']
  const byBadge = () => {
    const [x, y] = [badge(a), badge(b)]
    return less(x[0], y[0]) ?? less(x[1], y[1]) ?? less(x[2], y[2])
  }
  const pickTurns = (one: Applicant) =>
    turns(one) + (r.newcomers === 'bottom' ? Math.floor((one.absent * roster.most_turns) / 1000) : 0)
  const neverTurn = (one: Applicant) =>
    lastTurn(one) !== -1 ? lastTurn(one) : r.newcomers === 'bottom' ? Date.parse(one.joined_on) : -1
  const byMethod = {
    least_hours: () => less(hours(a), hours(b)),
    rotation: () => less(neverTurn(a), neverTurn(b)),
    pick_list: () => less(pickTurns(a), pickTurns(b)) ?? less(lastTurn(a), lastTurn(b)),
    seniority: seniorFirst,
    reverse_seniority: () => less(day(b) ?? 9e9, day(a) ?? 9e9),
    weighted: () => less(points(b), points(a)),
    lottery: () => less(lot(a), lot(b)),
    first_come: () => less(applied(a), applied(b)),
    approval: () => less(applied(a), applied(b)),
  }
  const byTie = {
    hours: () => less(hours(a), hours(b)),
    seniority: seniorFirst,
    badge: byBadge,
    applied: () => less(applied(a), applied(b)),
    draw: () => less(lot(a), lot(b)),
  }
  if (a.owed !== b.owed) return a.owed
  const [ga, gb] = [groupOf(r, a), groupOf(r, b)]
  if (ga !== gb) return ga < gb
  const decided = byMethod[r.method]()
  if (decided !== null) return decided
  for (const tie of r.ties) {
    const found = byTie[tie]()
    if (found !== null) return found
  }
  return a.officer_id < b.officer_id
}

describe('award order', () => {
  for (const method of awardMethods) {
    it(`${method}: matches the simple oracle, whatever the input order`, {
      meta: { shows: ['issue 5.1 order'] },
    }, () => {
      fc.assert(
        fc.property(rule, people, fc.infiniteStream(fc.nat(1000)), (drawn, all, shuffle) => {
          const r = { ...drawn, method }
          const draw = drawFor(all)
          const ranked = rank(r, all, draw, roster)
          const byId = new Map(all.map((one) => [one.officer_id, one]))
          const order = ranked.map((one) => byId.get(one.officer_id) as Applicant)
          for (let i = 0; i < order.length; i++) {
            for (let k = i + 1; k < order.length; k++) {
              expect(before(r, order[i] as Applicant, order[k] as Applicant, all, draw)).toBe(true)
            }
          }
          const keyed = all.map((one) => [shuffle.next().value as number, one] as const)
          const mixed = keyed.toSorted((x, y) => x[0] - y[0]).map(([, one]) => one)
          expect(rank(r, mixed, draw, roster)).toEqual(ranked)
          expect(ranked.map((one) => [one.rank, one.of])).toEqual(all.map((_, i) => [i + 1, all.length]))
        }),
        { numRuns: 150 },
      )
    })
  }

  it('names the step that decided each rank against the one before', { meta: { shows: ['issue 5.1 order'] } }, () => {
    const base: Applicant = {
      officer_id: 'a',
      hired_on: '2010-01-01',
      badge_number: '1',
      unit: null,
      rank: null,
      applied_at: null,
      minutes: { accepted: 60 },
      times: {},
      last: {},
      joined_on: '2020-01-01',
      absent: 0,
      unit_match: false,
      owed: false,
    }
    const r: AwardRule = { ...plainRule, method: 'least_hours', ties: ['seniority', 'badge'] }
    const all = [
      base,
      { ...base, officer_id: 'b', badge_number: '2' },
      { ...base, officer_id: 'c', hired_on: '2011-01-01' },
      { ...base, officer_id: 'd', minutes: { accepted: 61 } },
      { ...base, officer_id: 'e', minutes: { accepted: 999 }, owed: true },
    ]
    expect(rank(r, all, null).map((one) => [one.officer_id, one.decided_by])).toEqual([
      ['e', null],
      ['a', 'owed'],
      ['b', 'badge'],
      ['c', 'seniority'],
      ['d', 'value'],
    ])
  })
})

describe('rotation', () => {
  it('officers who took a turn rank behind those who never did, and a newcomer at the bottom behind both', {
    meta: { shows: ['issue 5.1 order'] },
  }, () => {
    const base: Applicant = {
      officer_id: 'a',
      hired_on: '2001-01-01',
      badge_number: '1',
      unit: null,
      rank: null,
      applied_at: null,
      minutes: {},
      times: {},
      last: {},
      joined_on: '2024-01-01',
      absent: 0,
      unit_match: false,
      owed: false,
    }
    const all: Applicant[] = [
      { ...base, last: { accepted: '2026-02-01T00:00:00.000Z' } },
      { ...base, officer_id: 'b', hired_on: '2010-01-01' },
      { ...base, officer_id: 'c', hired_on: '2020-01-01', joined_on: '2026-03-01', absent: 500 },
    ]
    const order = (newcomers: 'top' | 'bottom') =>
      rank({ ...plainRule, method: 'rotation', newcomers }, all, null).map((one) => one.officer_id)
    expect(order('bottom')).toEqual(['b', 'a', 'c'])
    expect(order('top')).toEqual(['b', 'c', 'a'])
  })
})

describe('award rules', () => {
  it('a new rule is complete, whichever its method', () => {
    for (const method of awardMethods) expect([method, problemsOf(startOf(method))]).toEqual([method, []])
  })

  it('every pack can be adopted unchanged and links to its published text', {
    meta: { shows: ['issue 5.1 packs'] },
  }, () => {
    expect(packs.length).toBeGreaterThanOrEqual(5)
    for (const pack of packs) {
      expect(problemsOf(pack.rule)).toEqual([])
      expect(pack.sources.length).toBeGreaterThan(0)
      for (const source of pack.sources) expect(source.address).toMatch(/^https:\/\//)
    }
  })

  it('the newest version whose date has arrived is in effect', { meta: { shows: ['issue 5.1 versions'] } }, () => {
    const versions = [
      { version: 1, effective_from: '2026-01-01T00:00:00Z' },
      { version: 2, effective_from: '2026-03-01T00:00:00Z' },
      { version: 3, effective_from: '2026-02-01T00:00:00Z' },
    ]
    const at = (day: string) => inForce(versions, Date.parse(day))?.version ?? null
    expect([at('2025-12-31'), at('2026-01-01'), at('2026-02-01'), at('2026-04-01')]).toEqual([null, 1, 3, 3])
  })

  it('opens and closes by the rule, and leaves time for a shift posted late', {
    meta: { shows: ['issue 5.1 window'] },
  }, () => {
    const r = {
      ...plainRule,
      window: { opens_minutes_after_publish: 60, closes_minutes_before_start: 120, open_minutes: 600 },
    }
    const at = (starts: string) => windowOf(r, '2026-01-01T00:00:00.000Z', starts)
    expect(at('2026-01-05T00:00:00Z')).toEqual({
      opens_at: '2026-01-01T01:00:00.000Z',
      closes_at: '2026-01-01T11:00:00.000Z',
    })
    expect(at('2026-01-01T06:00:00Z').closes_at).toBe('2026-01-01T04:00:00.000Z')
    expect(at('2026-01-01T02:30:00Z')).toEqual({
      opens_at: '2026-01-01T00:00:00.000Z',
      closes_at: '2026-01-01T00:30:00.000Z',
    })
    expect(at('2026-01-01T01:00:00Z').closes_at).toBe('2026-01-01T01:00:00.000Z')
  })

  it('each group gets its time, then everyone; short notice counts to the minute', {
    meta: { shows: ['issue 5.1 groups'] },
  }, () => {
    const r: AwardRule = {
      ...plainRule,
      groups: [
        { name: 'K9', units: ['K9'], ranks: [], minutes: 60 },
        { name: 'Sergeants', units: [], ranks: ['Sergeant'], minutes: 30 },
      ],
      short_notice: { under_minutes: 60, method: 'first_answer' },
    }
    expect(stepsOf(r, '2026-01-01T00:00:00.000Z').map((one) => [one.name, one.opens_at.slice(11, 16)])).toEqual([
      ['K9', '00:00'],
      ['Sergeants', '01:00'],
      ['All officers', '01:30'],
    ])
    expect(stepsOf(plainRule, '2026-01-01T00:00:00.000Z')).toEqual([])
    expect(isShortNotice(r, '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')).toBe(false)
    expect(isShortNotice(r, '2026-01-01T00:00:00Z', '2026-01-01T00:59:59Z')).toBe(true)
  })
})
