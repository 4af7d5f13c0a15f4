import { describe, expect, it } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { dueOf, type Facts, pauseOf, type StoredMinimum, tellingOf } from './rules.due.ts'
import { dayOf, decide, type Gap, type Shift, stateOf } from './rules.gaps.ts'
import { type Crowd, countedOf, factsOf, type Held, type Person, shortfallOf, windowOn } from './rules.ts'

const zone = 'America/Chicago'
const now = '2027-05-03T17:00:00.000Z'
const at = { now, zone }
const day = '2027-05-05'
const window = { starts_at: '2027-05-06T03:00:00.000Z', ends_at: '2027-05-06T11:00:00.000Z' }

const minimum: StoredMinimum = {
  ...{
    id: 'm',
    platoon_id: null,
    platoon: null,
    unit: 'Patrol',
    rotation: null,
    rank: null,
    least: 2,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
  },
  ...{
    start_time: '22:00',
    end_time: '06:00',
    starts_on: '2027-01-01',
    last_on: null,
    days_ahead: 14,
    latest_minutes: 240,
  },
  ...{ name: 'Night', title: 'Night watch', kind: 'overtime', location_name: null, location_address: null },
  ...{ signup_mode: 'approval', award_rule_id: null, requirements: {}, version: 1 },
}
const person = (officer_id: string, over: Partial<Person['facts']> = {}): Person => ({
  ...{ officer_id, name: officer_id, unit: 'Patrol', rank: null, left_on: null },
  facts: { memberships: [], exceptions: [], imported: [window], leaves: [], ...over },
})
const held = (officer_id: string, over: Partial<Held> = {}): Held => ({
  ...{ officer_id, name: officer_id, rank: null, assignment_id: 'a', kind: 'overtime', units: [], minimum_id: 'm' },
  ...window,
  ...over,
})
const crowd = (people: readonly Person[], places: readonly Held[] = []): Crowd => ({
  ...{ people, held: places, minimums: [minimum], zone },
})
const shift = (over: Partial<Shift> = {}): Shift => ({
  ...{
    title: 'Night watch',
    status: 'published',
    cancel_reason: null,
    posts: 1,
    post_id: 'p',
    required: 1,
    held: 0,
    absent: 0,
    live: 0,
  },
  ...window,
  ...over,
})
const gap = (over: Partial<Gap> = {}): Gap => ({
  ...{ minimum_id: 'm', on_day: day, assignment_id: 'a', opened_at: now, closed_at: null, places: 1, told: null },
  ...{ announced: true, said: {}, unsaid: false },
  ...window,
  shift: shift(),
  ...over,
})
const see = (people: readonly Person[], of: Gap | null = null, places: readonly Held[] = [], when = at) => {
  const found = dayOf(minimum, day, crowd(people, places), of, when.now)
  return { decision: decide(minimum, found, of, when), state: found && stateOf(minimum, found, when) }
}
const [one, two] = [person('one'), person('two')]

describe('who counts toward a minimum', { meta: { shows: ['issue 5.5 minimum counted'] } }, () => {
  it('each officer counts once, whatever the reason, and not while working elsewhere', () => {
    const count = (people: readonly Person[], places: readonly Held[]) =>
      shortfallOf(window, 2, countedOf(minimum, window, crowd(people, places)).presences).present
    expect(count([one, two], [])).toBe(2)
    expect(count([one], [held('one')])).toBe(1)
    expect(count([one], [held('three')])).toBe(2)
    expect(count([one, two], [held('two', { kind: 'court', minimum_id: null })])).toBe(1)
    const court = held('two', { kind: 'court', minimum_id: null })
    expect(countedOf(minimum, window, crowd([one, two], [court])).elsewhere).toMatchObject([{ name: 'two' }])
    expect(count([one], [held('three', { minimum_id: null })])).toBe(1)
    expect(count([one], [held('three', { minimum_id: null, units: ['Patrol'] })])).toBe(2)
    expect(count([one], [held('three', { minimum_id: null, units: ['Patrol'], kind: 'training' })])).toBe(1)
  })

  it('a platoon’s members count on their membership days, whatever their other tours', () => {
    const pattern = { kind: 'weekdays' as const, weekdays: [0, 1, 2, 3, 4, 5, 6], start: '22:00', minutes: 480 }
    const schedules = [{ starts_on: '2027-01-01', anchor_on: '2027-01-01', keeps: 'end' as const, pattern }]
    const base = { ended_on: null, schedules }
    const member = person('one', {
      imported: [],
      memberships: [
        { ...base, platoon: 'A', starts_on: '2027-01-01', ends_on: '2027-05-05' },
        { ...base, platoon: 'B', starts_on: '2027-05-05', ends_on: null },
      ],
    })
    const ofPlatoon = { ...minimum, platoon_id: 'a', platoon: 'A', unit: null }
    const on = (date: string) => {
      const hours = windowOn(ofPlatoon, date, zone)
      return hours && countedOf(ofPlatoon, hours, { ...crowd([member]), minimums: [ofPlatoon] }).presences.length
    }
    expect([on('2027-05-04'), on('2027-05-05')]).toEqual([1, 0])
    // The minimum does not apply on the platoon's days off.
    const works_monday = { ...schedules[0], pattern: { ...pattern, weekdays: [1] } }
    const rotation = { ended_on: '2027-05-17', schedules: [works_monday as (typeof schedules)[0]] }
    const asked = (date: string) => windowOn({ ...ofPlatoon, rotation }, date, zone) !== null
    expect(['2027-05-09', '2027-05-10', '2027-05-11', '2027-05-17'].map(asked)).toEqual([false, true, false, false])
    const exceptions = [
      { kind: 'swap' as const, on_day: '2027-05-02', works_on: '2027-05-08', start_time: '22:00', minutes: 480 },
      { kind: 'extra' as const, on_day: '2027-05-09', works_on: null, start_time: '22:00', minutes: 480 },
    ]
    // The swap's day off counts for the platoon the officer has left; the day worked in exchange does not.
    expect(factsOf({ ...member.facts, exceptions }, 'A', zone).exceptions).toMatchObject([
      { kind: 'off', works_on: null },
    ])
  })
})

describe('what happens to a gap', { meta: { shows: ['issue 5.5 minimum opens'] } }, () => {
  it('opens the hours and spots needed, not before its window and not too late', () => {
    expect(see([one, two])).toEqual({ decision: { act: 'nothing', tell: null }, state: 'met' })
    expect(see([one])).toEqual({ decision: { act: 'open', places: 1, range: window }, state: 'due' })
    const early = { now: '2027-04-20T17:00:00.000Z', zone }
    expect(see([one], null, [], early)).toMatchObject({ decision: { act: 'nothing', tell: null }, state: 'later' })
    // The first instant of the day 14 days before.
    const first = { now: '2027-04-21T05:00:00.000Z', zone }
    expect(see([one], null, [], first).state).toBe('due')
    expect(see([one], null, [], { now: '2027-04-21T04:59:59.999Z', zone }).state).toBe('later')
    const late = { now: '2027-05-05T23:00:00.001Z', zone }
    expect(see([one], null, [], late)).toMatchObject({ decision: { tell: { what: 'late', count: 1 } }, state: 'late' })
    expect(see([one], null, [], { now: '2027-05-05T23:00:00.000Z', zone }).state).toBe('due')
  })

  it('once the hours begin, it is too late for the current gap but not for later ones, in whole minutes', () => {
    const begun = { now: '2027-05-06T04:10:12.345Z', zone }
    const found = (look: { latest_minutes: number }, people: readonly Person[]) => {
      const asked = { ...minimum, ...look }
      const seen = dayOf(asked, day, crowd(people), null, begun.now)
      return { gap: seen?.without.range, decision: decide(asked, seen, null, begun) }
    }
    expect(found({ latest_minutes: 0 }, [one])).toEqual({
      gap: { starts_at: '2027-05-06T04:11:00.000Z', ends_at: window.ends_at },
      decision: { act: 'nothing', tell: { what: 'late', count: 1 } },
    })
    const away = { starts_at: '2027-05-06T07:00:00.000Z', ends_at: '2027-05-06T09:00:00.000Z' }
    const later = found({ latest_minutes: 60 }, [one, person('two', { leaves: [away] })])
    expect(later.decision).toEqual({ act: 'open', places: 1, range: away })
    expect(dayOf(minimum, day, crowd([]), null, '2027-05-06T10:59:00.001Z')).toBe(null)
  })

  it('a partial leave opens only that part', () => {
    const away = { starts_at: '2027-05-06T07:00:00.000Z', ends_at: '2027-05-06T09:00:00.000Z' }
    const decided = see([one, person('two', { leaves: [away] })]).decision
    expect(decided).toEqual({ act: 'open', places: 1, range: away })
  })
})

describe('what happens to its shift', { meta: { shows: ['issue 5.5 minimum follows'] } }, () => {
  it('spots and hours follow until someone signs up, then spots only, never below those held', () => {
    expect(see([], gap()).decision).toEqual({ act: 'change', places: 2, range: window })
    const part = { starts_at: window.starts_at, ends_at: '2027-05-06T05:00:00.000Z' }
    const narrow = gap({ ...part, shift: shift(part) })
    expect(see([one], narrow).decision).toEqual({ act: 'change', places: 1, range: window })
    const signed = gap({ ...part, shift: shift({ ...part, live: 1 }) })
    expect(see([one], signed)).toEqual({
      decision: { act: 'nothing', tell: { what: 'short', count: 1 } },
      state: 'short',
    })
    const two_held = gap({ places: 2, shift: shift({ required: 2, held: 2, live: 2 }) })
    const others = [held('x'), held('y')]
    expect(see([one], two_held, others)).toEqual({
      decision: { act: 'nothing', tell: { what: 'surplus', count: 1 } },
      state: 'surplus',
    })
    const one_held = gap({ places: 2, shift: shift({ required: 2, held: 1, live: 1 }) })
    expect(see([one], one_held, [held('x')])).toEqual({
      decision: { act: 'change', places: 1, range: window },
      state: 'covered',
    })
  })

  it('a shift still open for sign-up never moves to a start that no one can make, and the rest is reported', () => {
    const part = { starts_at: '2027-05-06T09:00:00.000Z', ends_at: window.ends_at }
    const open = gap({ ...part, shift: shift(part) })
    const begun = { now: '2027-05-06T04:10:00.000Z', zone }
    expect(see([one], open, [], begun)).toEqual({
      decision: { act: 'nothing', tell: { what: 'short', count: 1 } },
      state: 'short',
    })
    expect(see([], open, [], begun).decision).toEqual({ act: 'change', places: 2, range: part })
    // With enough time left, the shift follows the gap.
    const before = { now: '2027-05-05T22:00:00.000Z', zone }
    expect(see([one], open, [], before).decision).toEqual({ act: 'change', places: 1, range: window })
  })

  it('a spot held by a suspended officer doesn’t count, so one more opens', () => {
    const taken = gap({ shift: shift({ held: 1, live: 1, absent: 1 }) })
    expect(see([one], taken).decision).toEqual({ act: 'change', places: 2, range: window })
    const two_held = gap({ places: 2, shift: shift({ required: 2, held: 2, live: 2, absent: 1 }) })
    expect(see([one], two_held, [held('x')])).toEqual({ decision: { act: 'nothing', tell: null }, state: 'covered' })
  })

  it('closes with the gap if nobody signed up; otherwise the admins decide', {
    meta: { shows: ['issue 5.5 minimum kept'] },
  }, () => {
    expect(see([one, two], gap()).decision).toEqual({ act: 'close' })
    const waiting = gap({ shift: shift({ live: 1 }) })
    expect(see([one, two], waiting).decision).toEqual({ act: 'nothing', tell: { what: 'surplus', count: 0 } })
    expect(decide(minimum, null, gap(), at)).toEqual({ act: 'close' })
    // Begun, it is left alone.
    expect(see([one, two], gap(), [], { now: '2027-05-06T03:00:00.000Z', zone }).decision).toEqual({
      act: 'nothing',
      tell: null,
    })
  })

  it('a shift canceled by an admin stays canceled, and one closed by the job may reopen', () => {
    const cancelled = gap({ shift: shift({ status: 'cancelled' }) })
    expect(see([one], cancelled)).toEqual({ decision: { act: 'nothing', tell: null }, state: 'taken_back' })
    const deleted = gap({ assignment_id: null, shift: null })
    expect(see([one], deleted)).toEqual({ decision: { act: 'nothing', tell: null }, state: 'taken_back' })
    expect(see([one], gap({ shift: shift({ status: 'draft' }) })).state).toBe('taken_back')
    expect(see([one], gap({ closed_at: now, shift: shift({ status: 'cancelled' }) })).state).toBe('due')
    const wider = gap({ shift: shift({ required: 3 }) })
    expect(see([one], wider)).toEqual({ decision: { act: 'nothing', tell: null }, state: 'open' })
    expect(see([one, two], wider).decision).toMatchObject({ tell: { what: 'surplus' } })
  })
})

it('notifies the admins once, and again only if it gets worse', {
  meta: { shows: ['issue 5.5 minimum opens'] },
}, () => {
  const facts = (people: Person[], told: string | null): Facts => ({
    ...{
      now: '2027-05-05T23:30:00.000Z',
      zone,
      today: day,
      from: day,
      minimums: [minimum],
      platoons: [],
      held: [],
      people,
    },
    gaps:
      told === null
        ? []
        : [gap({ told, assignment_id: null, opened_at: null, starts_at: null, ends_at: null, shift: null })],
  })
  const news = (people: Person[], told: string | null) =>
    dueOf(facts(people, told), 'm', 1).map((one) => [one.told, one.news])
  expect(news([one], null)).toEqual([['late:1', true]])
  expect(news([one], 'late:1')).toEqual([])
  expect(news([], 'late:1')).toEqual([['late:2', true]])
  expect(news([one], 'late:2')).toEqual([['late:1', false]])
  expect(news([one, two], 'late:1')).toEqual([[null, false]])
})

it('a recurring gap is reported again only after an hour of silence, or a quarter of the time left', {
  meta: { shows: ['issue 5.5 minimum announced once'] },
}, () => {
  const until = '2027-05-03T21:00:00.000Z'
  const after = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  const of = (over: Partial<Gap>) => gap({ said: { late: { count: 1, at: now } }, ...over })
  const silent = { news: false, unsaid: false }
  expect(tellingOf('late:1', null, until, now)).toEqual({ news: true, unsaid: false })
  expect(tellingOf(null, of({ told: 'late:1' }), until, now)).toEqual(silent)
  expect(tellingOf('late:1', of({}), until, after(59))).toEqual({ news: false, unsaid: true })
  expect(tellingOf('late:1', of({ told: 'late:1', unsaid: true }), until, after(59))).toEqual({
    news: false,
    unsaid: true,
  })
  expect(tellingOf('late:1', of({ told: 'late:1', unsaid: true }), until, after(60))).toEqual({
    news: true,
    unsaid: false,
  })
  expect(tellingOf('late:1', of({ told: 'late:1' }), until, after(600))).toEqual(silent)
  expect(tellingOf('late:2', of({ told: 'late:1' }), until, after(1))).toEqual({ news: true, unsaid: false })
  expect(tellingOf('short:1', of({ told: 'late:1' }), until, after(1))).toEqual({ news: true, unsaid: false })
  expect([pauseOf(now, until), pauseOf(now, after(40)), pauseOf(now, after(-5))]).toEqual([3_600_000, 600_000, 0])
})

it('computing many days at once gives the same result as each day alone, over both clock changes', {
  meta: { shows: ['issue 5.5 minimum counted'] },
}, () => {
  const starts_on = '2026-01-01'
  const hours = { start: '22:00', minutes: 480 }
  const pattern = { kind: 'cycle' as const, days: [hours, hours, null, hours, null] }
  const schedules = [{ starts_on, anchor_on: starts_on, keeps: 'end' as const, pattern }]
  const membership = { starts_on, ends_on: '2026-11-20', platoon: 'Night A', ended_on: null, schedules }
  for (const first of ['2026-02-20', '2026-10-25']) {
    const days = Array.from({ length: 40 }, (_, i) => plusDays(first, i))
    const away = { starts_at: `${plusDays(first, 9)}T03:00:00.000Z`, ends_at: `${plusDays(first, 12)}T09:00:00.000Z` }
    const off = { kind: 'off' as const, on_day: plusDays(first, 5), works_on: null, start_time: null, minutes: null }
    const facts = { memberships: [membership], exceptions: [off], imported: [], leaves: [away] }
    const people: Person[] = [{ ...person('one'), facts, left_on: plusDays(first, 30) }]
    for (const asked of [
      { ...minimum, starts_on },
      { ...minimum, starts_on, platoon_id: 'p', platoon: 'Night A' },
    ]) {
      const seen = (of: readonly Person[], on: string) =>
        countedOf(
          asked,
          windowOn(asked, on, zone) ?? window,
          crowd(of, [held('one', { kind: 'court', minimum_id: null })]),
        )
      for (const on of [...days, ...days.toReversed()])
        expect(seen(people, on)).toEqual(seen(structuredClone(people), on))
      expect(days.filter((on) => seen(people, on).presences.length > 0).length).toBeGreaterThan(8)
    }
  }
})
