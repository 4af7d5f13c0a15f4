import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askMinutes, mostMinutes } from './rules.asking.ts'
import {
  chooseOrdered,
  decisionOf,
  type ForceSettings,
  forceOrder,
  type Member,
  offerOpen,
  type PastOrder,
  periodStart,
  refuseCall,
} from './rules.ts'
import { veiled } from './rules.veiled.ts'

const usual: ForceSettings = { counted: 'year', year_starts: '01-01', newcomers: 'top' }
const member = (officer_id: string, over: Partial<Member> = {}): Member => ({
  officer_id,
  badge_number: officer_id,
  hired_on: '2015-01-01',
  joined_on: '2015-01-01',
  left_on: null,
  exempt: null,
  ...over,
})
const order = (officer_id: string, on: string): PastOrder => ({ officer_id, on, at: `${on}T12:00:00.000Z` })
const ids = (members: readonly Member[], orders: readonly PastOrder[], settings = usual, today = '2026-11-20') =>
  forceOrder(members, orders, settings, today).map((one) => one.officer_id)

describe('list order', { meta: { shows: ['issue 5.5 force list'] } }, () => {
  it('one row with several prior orders equals several rows, and a hundred thousand rows stay fast', () => {
    const two = ['a', 'b', 'n'].map((id) => member(id, id === 'n' ? { joined_on: '2026-06-01' } : {}))
    const many = { ...order('a', '2026-02-01'), times: 3 }
    const each = [1, 2, 3].map(() => order('a', '2026-02-01'))
    for (const newcomers of ['top', 'average', 'bottom'] as const) {
      const how = { ...usual, newcomers }
      expect(forceOrder(two, [many], how, '2026-11-20')).toEqual(forceOrder(two, each, how, '2026-11-20'))
    }
    const rows = Array.from({ length: 100_000 }, () => order('a', '2026-02-01'))
    const begun = performance.now()
    expect(forceOrder(two, rows, usual, '2026-11-20').find((one) => one.officer_id === 'a')?.orders).toBe(100_000)
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('fewest orders first, then the longest since the last one, whenever that was', () => {
    const three = ['a', 'b', 'c'].map((id) => member(id))
    expect(ids(three, [order('a', '2026-03-01'), order('a', '2026-04-01'), order('b', '2026-05-01')])).toEqual([
      'c',
      'b',
      'a',
    ])
    expect(ids(three, [order('a', '2026-05-01'), order('b', '2026-03-01'), order('c', '2026-04-01')])).toEqual([
      'b',
      'c',
      'a',
    ])
    // Orders count within the period; the last order is remembered beyond it.
    expect(ids(three, [order('a', '2025-12-31'), order('b', '2025-06-01')])).toEqual(['c', 'b', 'a'])
  })
  it('then the least senior, unknown hire dates last; then the badge as a number; then the id', () => {
    const four = [
      member('a', { hired_on: '2010-01-01' }),
      member('b', { hired_on: null }),
      member('c', { hired_on: '2020-01-01', badge_number: '100' }),
      member('d', { hired_on: '2020-01-01', badge_number: '99' }),
    ]
    expect(ids(four, [])).toEqual(['d', 'c', 'a', 'b'])
    expect(ids([member('y', { badge_number: null }), member('x', { badge_number: null })], [])).toEqual(['x', 'y'])
  })
  it('the year starts on the department’s day, and a list without a reset counts everything', () => {
    expect(periodStart({ ...usual, year_starts: '07-01' }, '2026-06-30')).toBe('2025-07-01')
    expect(periodStart({ ...usual, year_starts: '07-01' }, '2026-07-01')).toBe('2026-07-01')
    expect(periodStart({ ...usual, year_starts: '02-29' }, '2027-03-01')).toBe('2027-03-01')
    expect(periodStart({ ...usual, year_starts: '02-29' }, '2028-02-29')).toBe('2028-02-29')
    expect(periodStart({ ...usual, counted: 'ever' }, '2026-07-01')).toBeNull()
    const two = [member('a'), member('b')]
    const orders = [order('a', '2024-03-01'), order('a', '2024-04-01'), order('b', '2026-05-01')]
    expect(ids(two, orders)).toEqual(['a', 'b'])
    expect(ids(two, orders, { ...usual, counted: 'ever' })).toEqual(['b', 'a'])
  })
  it('newcomers join at the top, middle or bottom of the existing officers, and stay there', () => {
    const old = ['a', 'b', 'c'].map((id) => member(id))
    const orders = [
      ...['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04'].map((on) => order('a', on)),
      order('b', '2026-02-05'),
      order('c', '2026-02-06'),
    ]
    const all = [...old, member('n', { joined_on: '2026-03-01' })]
    const counts = (newcomers: ForceSettings['newcomers'], today = '2026-03-02', more: PastOrder[] = []) =>
      Object.fromEntries(
        forceOrder(all, [...orders, ...more], { ...usual, newcomers }, today).map((one) => [one.officer_id, one.count]),
      )
    expect(counts('top').n).toBe(0)
    expect(counts('average').n).toBe(2)
    expect(counts('bottom').n).toBe(4)
    expect(ids(all, orders, { ...usual, newcomers: 'bottom' }, '2026-03-02').at(-1)).toBe('n')
    // Orders after that day do not move them; the next year they are treated like everybody else.
    expect(counts('bottom', '2026-05-01', [order('a', '2026-04-01'), order('a', '2026-04-02')]).n).toBe(4)
    expect(counts('bottom', '2027-01-01').n).toBe(0)
  })
  it('former officers are on no list, and still count for newcomers who joined alongside them', () => {
    const all = [member('gone', { left_on: '2026-06-01' }), member('a'), member('n', { joined_on: '2026-03-01' })]
    const orders = ['2026-02-01', '2026-02-02'].map((on) => order('gone', on))
    const list = forceOrder(all, orders, { ...usual, newcomers: 'bottom' }, '2026-07-01')
    expect(list.map((one) => [one.officer_id, one.count])).toEqual([
      ['a', 0],
      ['n', 2],
    ])
  })
})

const days = fc
  .integer({ min: 0, max: 900 })
  .map((n) => new Date(Date.UTC(2024, 6, 1) + n * 86_400_000).toISOString().slice(0, 10))
const people = fc.uniqueArray(
  fc.record({
    officer_id: fc.integer({ min: 1, max: 40 }).map(String),
    badge_number: fc.option(fc.constantFrom('7', '12', '100', 'K-9', 'A')),
    hired_on: fc.option(fc.constantFrom('2010-05-01', '2019-01-01', '2020-03-04')),
    joined_on: fc.oneof(fc.constant('2015-01-01'), days),
    left_on: fc.option(days, { freq: 6 }),
    exempt: fc.option(fc.constant({ reason: 'Light duty', ends_on: null }), { freq: 4 }),
  }),
  { selector: (one) => one.officer_id, minLength: 1, maxLength: 14 },
)
const settings = fc.record({
  counted: fc.constantFrom('year' as const, 'ever' as const),
  year_starts: fc.constantFrom('01-01', '07-01', '10-01'),
  newcomers: fc.constantFrom('top' as const, 'average' as const, 'bottom' as const),
})

describe('compared with a slow oracle', { meta: { shows: ['issue 5.5 force list'] } }, () => {
  it('each officer is behind exactly those who rank ahead, counted one by one, regardless of input order', () => {
    fc.assert(
      fc.property(
        people,
        fc.array(fc.tuple(fc.nat(), days), { maxLength: 40 }),
        settings,
        days,
        (given, log, how, today) => {
          const members = given.map((one) => ({
            ...one,
            left_on: one.left_on && one.left_on > one.joined_on ? one.left_on : null,
          }))
          const orders = log.map(([who, on], at) => ({
            officer_id: members[who % members.length]?.officer_id ?? '',
            on,
            at: new Date(Date.parse(on) + at * 60_000).toISOString(),
          }))
          const list = forceOrder(members, orders, how, today)
          expect(forceOrder(members.toReversed(), orders.toReversed(), how, today)).toEqual(list)
          expect(list.map((one) => one.position)).toEqual(list.map((_, at) => at + 1))
          const from =
            how.counted === 'ever'
              ? '0000'
              : (['2023', '2024', '2025', '2026', '2027']
                  .map((year) => `${year}-${how.year_starts}`)
                  .filter((day) => day <= today)
                  .at(-1) ?? '')
          for (const one of list) {
            const mine = orders.filter((o) => o.officer_id === one.officer_id)
            expect(one.orders).toBe(mine.filter((o) => o.on >= from).length)
            if (how.newcomers === 'top' || one.joined_on < from) expect(one.credit).toBe(0)
          }
          for (const [at, one] of list.entries()) {
            for (const next of list.slice(at + 1)) {
              expect(one.count).toBeLessThanOrEqual(next.count)
              if (one.count !== next.count || how.newcomers !== 'top') continue
              const last = (who: string) =>
                orders
                  .filter((o) => o.officer_id === who)
                  .map((o) => o.at)
                  .sort()
                  .at(-1) ?? ''
              const [a, b] = [last(one.officer_id), last(next.officer_id)]
              expect(a <= b).toBe(true)
              if (a === b) expect((one.hired_on ?? '0') >= (next.hired_on ?? '0')).toBe(true)
            }
          }
        },
      ),
      { numRuns: 300, seed: 5 },
    )
  })
})

/**
 * A year of a small department: each officer's shifts by the minute, 8 hours of rest and at most 16 hours in any 24, computed the
 * slow way.
 */
const simulate = (seed: number, how: ForceSettings) => {
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const members = Array.from({ length: 24 }, (_, at) =>
    member(`o${at}`, {
      hired_on: `20${10 + (at % 9)}-01-01`,
      joined_on: at < 20 ? '2020-01-01' : `2026-0${at - 17}-01`,
      exempt: null,
    }),
  )
  // By the hour, with a spare day at both ends.
  const held = new Map(members.map((one) => [one.officer_id, new Uint8Array(367 * 24)]))
  const hour = (day: number, at: number) => (day + 1) * 24 + at
  const take = (who: string, from: number) => held.get(who)?.fill(1, from, from + 8)
  for (let day = 0; day < 365; day++) {
    for (const [at, one] of members.entries()) if ((day + at) % 6 < 4) take(one.officer_id, hour(day, (at % 3) * 8))
  }
  const fits = (who: string, from: number) => {
    const all = held.get(who)?.slice(from - 24, from + 32) ?? new Uint8Array()
    if (all.subarray(24, 32).includes(1)) return false
    all.fill(1, 24, 32)
    for (let start = 0; start <= 32; start++) {
      if (all.subarray(start, start + 24).reduce((sum, one) => sum + one, 0) > 16) return false
    }
    return true
  }
  const log: PastOrder[] = []
  const issued: { chosen: string; free: string[]; day: string }[] = []
  for (let day = 0; day < 365; day++) {
    const today = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
    for (let shift = 0; shift < 1 + random(2); shift++) {
      const from = hour(day, random(3) * 8)
      const there = members.filter((one) => one.joined_on <= today)
      const list = forceOrder(there, log, how, today).map((one) =>
        random(10) === 0 ? { ...one, exempt: { reason: 'Light duty', ends_on: null } } : one,
      )
      const reasons = new Map(there.map((one) => [one.officer_id, fits(one.officer_id, from) ? [] : ['rest']]))
      const { chosen } = chooseOrdered(list, reasons, 1)
      const free = list
        .filter((one) => one.exempt === null && reasons.get(one.officer_id)?.length === 0)
        .map((one) => one.officer_id)
      const [first] = chosen
      if (!first) {
        expect(free).toEqual([])
        continue
      }
      issued.push({ chosen: first.officer_id, free, day: today })
      take(first.officer_id, from)
      log.push({ officer_id: first.officer_id, on: today, at: new Date(Date.UTC(2026, 0, 1, from - 1)).toISOString() })
    }
  }
  return { issued, members }
}

describe('who is ordered in', { meta: { shows: ['issue 5.5 never before a lower count'] } }, () => {
  it('a year without violations: no one is ordered in while an eligible officer has fewer orders', () => {
    for (const newcomers of ['top', 'bottom'] as const) {
      const { issued, members } = simulate(newcomers === 'top' ? 7 : 8, { ...usual, newcomers })
      expect(issued.length).toBeGreaterThan(300)
      const counts = new Map<string, number>()
      const countOf = (who: string) => counts.get(who) ?? 0
      for (const { chosen, free, day } of issued) {
        // The department's credit for a newcomer on the first day, computed independently here.
        for (const one of members) {
          if (counts.has(one.officer_id) || one.joined_on > day) continue
          const there = members
            .filter((other) => other.joined_on < one.joined_on)
            .map((other) => countOf(other.officer_id))
          counts.set(one.officer_id, newcomers === 'top' || one.joined_on < '2026' ? 0 : Math.max(0, ...there))
        }
        expect(free).toContain(chosen)
        for (const other of free)
          expect(countOf(other), `${day} ${other} before ${chosen}`).toBeGreaterThanOrEqual(countOf(chosen))
        counts.set(chosen, countOf(chosen) + 1)
      }
    }
  })
  it('names every officer ahead, and why each was skipped', () => {
    const list = forceOrder(
      [member('1', { exempt: { reason: 'Light duty', ends_on: null } }), member('2'), member('3'), member('4')],
      [order('4', '2026-02-01')],
      usual,
      '2026-11-20',
    )
    const reasons = new Map([
      ['1', []],
      ['2', ['rest', 'rank_required']],
      ['3', []],
      ['4', []],
    ])
    const { chosen } = chooseOrdered(list, reasons, 2)
    expect(chosen.map((one) => one.officer_id)).toEqual(['3', '4'])
    expect(chosen[0]?.passed).toEqual([
      { officer_id: '1', position: 1, count: 0, exempt: 'Light duty', reasons: [] },
      { officer_id: '2', position: 2, count: 0, exempt: null, reasons: ['rest', 'rank_required'] },
    ])
  })
  it('does not order in an officer who was not checked', () => {
    const list = forceOrder([member('1'), member('2')], [], usual, '2026-11-20')
    const { chosen } = chooseOrdered(list, new Map([['2', []]]), 1)
    expect(chosen.map((one) => one.officer_id)).toEqual(['2'])
  })
})

describe('a decision', { meta: { shows: ['issue 5.5 never before a lower count'] } }, () => {
  const units = { a: 'Harbor', b: 'Patrol', c: 'Patrol', d: 'Patrol' }
  const facts = (by_unit: boolean) => ({
    ...{ orders: [], settings: { ...usual, by_unit }, today: '2026-11-20' },
    members: Object.entries(units).map(([id, unit], at) => ({ ...member(id), unit, badge_number: String(at) })),
  })
  const officers = Object.keys(units).map((officer_id) => ({ officer_id, reasons: [], offered: officer_id === 'b' }))
  const of = (by_unit: boolean, volunteers: string[] = []) => {
    const { eligible, list_units, ordered } = decisionOf(facts(by_unit), { units: ['Patrol'], places: 2 }, officers)
    const { chosen, passed } = ordered(volunteers)
    const named = [chosen, passed].map((some) => some.map(({ officer_id, position }) => `${officer_id}${position}`))
    return [[...eligible].join(''), list_units, ...named]
  }
  it('uses the list of the post’s units or the department, without officers who have an offer', () => {
    expect(of(true)).toEqual(['acd', ['Patrol'], ['c2', 'd3'], ['b1']])
    expect(of(false)).toEqual(['acd', [], ['a1', 'c3'], ['b2']])
  })
  it('orders in for the spots that volunteers leave, and no volunteer', () => {
    expect(of(true, ['c'])).toEqual(['acd', ['Patrol'], ['d3'], ['b1']])
    expect(of(true, ['c', 'd'])).toEqual(['acd', ['Patrol'], [], []])
  })
})

describe('what an ordered officer sees of others', {
  meta: { shows: ['issue 5.5 never before a lower count'] },
}, () => {
  const of = (named: boolean, codes: string[]) =>
    veiled(
      codes.map((code) => ({ code })),
      named,
    ).map(({ code }) => code)
  const seen = (...codes: string[]) => of(true, codes)
  it('does not tell leave or a suspension from another shift', () => {
    for (const own of ['on_leave', 'suspended', 'overlaps', 'signed_up', 'turned_down', offerOpen.code])
      expect(seen(own), own).toEqual(['not_available'])
    expect(seen('on_leave', 'overlaps')).toEqual(['not_available'])
  })
  it('names requirements and limits, also where something of their own came with them', () => {
    expect(seen('rest', 'on_leave', 'rank_required')).toEqual(['rest', 'rank_required'])
    expect(seen('overlaps', 'unit_required')).toEqual(['unit_required'])
  })
  it('names who is on the same shift already', () =>
    expect(seen('already_signed_up', 'overlaps', 'rest')).toEqual(['already_signed_up']))
  it('does not name who is on the same shift where names are hidden, because the shift shows them', () => {
    expect(of(false, ['already_signed_up'])).toEqual(['not_available'])
    expect(of(false, ['already_signed_up', 'rest'])).toEqual(['rest'])
  })
  it('says nothing of an exempt officer, who was not checked', () => expect(seen()).toEqual([]))
})

describe('asking for volunteers before ordering in', { meta: { shows: ['issue 5.5 volunteers first'] } }, () => {
  const job = { published: true, starts_at: '2026-11-20T12:00:00.000Z', required_count: 2, held_count: 1 }
  const at = (clock: string) => `2026-11-20T${clock}:00.000Z`
  it('works only for a published shift with open spots that starts after the deadline', () => {
    expect(refuseCall(job, 60, at('10:00'))).toBeNull()
    expect(refuseCall(job, 60, at('11:00'))).toBe('too_late_to_ask')
    expect(refuseCall(job, 59, at('11:00'))).toBeNull()
    expect(refuseCall(job, 5, at('12:00'))).toBe('started')
    expect(refuseCall({ ...job, held_count: 2 }, 60, at('10:00'))).toBe('filled')
    expect(refuseCall({ ...job, published: false }, 60, at('10:00'))).toBe('not_published')
  })
  it('proposes a time before the start, and the one of the escalation where it has one', () => {
    const start = at('12:00')
    expect(askMinutes(60, at('02:00'), start)).toBe(60)
    expect(askMinutes(60, at('11:00'), start)).toBe(30)
    expect(askMinutes(60, at('11:43'), start)).toBe(8)
    expect(askMinutes(60, at('11:54'), start)).toBe(5)
    expect(askMinutes(60, at('02:00'), start, at('07:30'))).toBe(330)
    // A time that nobody could choose counts for nothing.
    for (const planned of [at('02:03'), at('12:00'), at('13:00')])
      expect(askMinutes(60, at('02:00'), start, planned)).toBe(60)
  })

  it('knows the most minutes that are not refused', () => {
    for (const now of ['2026-11-20T11:43:00.000Z', '2026-11-20T11:43:20.000Z', '2026-11-20T11:58:00.000Z']) {
      const most = mostMinutes(now, job.starts_at)
      expect(refuseCall(job, most, now)).toBeNull()
      expect(refuseCall(job, most + 1, now)).toBe('too_late_to_ask')
    }
    expect(mostMinutes(at('11:43'), job.starts_at)).toBe(16)
  })
})
