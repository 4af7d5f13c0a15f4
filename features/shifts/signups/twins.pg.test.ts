import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignmentStatuses, isUnfilled, signupWindow } from '#features/shifts/assignments/rules.ts'
import { unfilledOf, windowIsOpen } from '#features/shifts/assignments/store.phase.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askBeside, askEach, given } from '#platform/server/testing.twins.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { isoInstant, overlaps } from '#platform/shared/time.ts'
import { heldAtMost, heldThroughout, isPart } from './rules.places.ts'
import { heldFrom, takesOver } from './rules.takeover.ts'
import { holdsPlace, signupStatuses } from './rules.ts'
import * as takeover from './store.takeover.ts'
import { blocksTime, touches } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
const moment = fc.integer({ min: 0, max: 12 })
const maybe = fc.option(moment.map(at))
const sample = <T>(one: fc.Arbitrary<T>) => fc.sample(one, { numRuns: 2000, seed: 7 })

test('signupWindow and windowIsOpen: sign-up is open at the same instants', async () => {
  const cases = sample(
    fc.record({
      a: fc.record({ starts_at: moment.map(at), signup_opens_at: maybe, signup_closes_at: maybe }),
      now: moment.map(at),
    }),
  )
  const piece = windowIsOpen(sql`a.starts_at`, given('now', 'timestamptz'))
  const said = await askEach<boolean>(server, { a: 'assignments' }, cases, piece)
  expect(said).toEqual(cases.map(({ a, now }) => signupWindow(a, now) === 'open'))
  expect(new Set(said).size).toBe(2)
})

test('isUnfilled and unfilledOf: a shift began with too few', async () => {
  const cases = sample(
    fc.record({
      a: fc
        .record({ from: moment, length: fc.integer({ min: 1, max: 4 }), publish_at: maybe })
        .chain(({ from, length, publish_at }) =>
          fc.record({
            status: fc.constantFrom(...assignmentStatuses),
            starts_at: fc.constant(at(from)),
            ends_at: fc.constant(at(from + length)),
            publish_at: fc.constant(publish_at),
            signup_opens_at: maybe,
            signup_closes_at: maybe,
            min_required: fc.integer({ min: 1, max: 3 }),
          }),
        ),
      confirmed: fc.nat(3),
      now: moment.map(at),
    }),
  )
  const piece = unfilledOf(given('confirmed', 'int'), given('now', 'timestamptz'))
  const said = await askEach<boolean>(server, { a: 'assignments' }, cases, piece)
  const counted = (confirmed_count: number) => ({ confirmed_count, required_count: 3 })
  expect(said).toEqual(cases.map(({ a, confirmed, now }) => isUnfilled({ ...a, ...counted(confirmed) }, now)))
  expect(new Set(said).size).toBe(2)
})

test('isPart and app.is_part: the same parts of a post can be taken separately', async () => {
  const minutes = fc.integer({ min: 0, max: 130 })
  const cases = sample(
    fc.record({
      from: minutes.map((n) => n - (n % 5)),
      to: minutes.map((n) => n - (n % 5)),
      length: fc.constantFrom(60, 90, 100, 120),
      split_minutes: fc.constantFrom(null, 15, 20, 30, 45, 60),
    }),
  ).map(({ from, to, length, split_minutes }) => ({
    p: { starts_at: at(10), ends_at: at(10 + length), split_minutes },
    part: { starts_at: at(from), ends_at: at(to) },
    from: at(from),
    to: at(to),
  }))
  const piece = sql`app.is_part(p, ${given('from', 'timestamptz')}, ${given('to', 'timestamptz')})`
  const said = await askEach<boolean>(server, { p: 'posts' }, cases, piece)
  expect(said).toEqual(cases.map(({ p, part }) => isPart(p, part)))
  expect(new Set(said).size).toBe(2)
})

test('takesOver and heldFrom: a shift under way is taken over from the same minute', async () => {
  const second = fc.integer({ min: -120, max: 720 })
  const cases = sample(
    fc.record({
      from: fc.integer({ min: 0, max: 90 }),
      length: fc.integer({ min: 1, max: 600 }),
      split_minutes: fc.constantFrom(null, null, 15),
      now: second,
    }),
  ).map(({ from, length, split_minutes, now }) => ({
    p: { starts_at: at(from / 60), ends_at: at((from + length) / 60), split_minutes },
    now: at(now / 60),
  }))
  const now = given('now', 'timestamptz')
  const p = sql`p`
  const taken = await askEach<boolean>(server, { p: 'posts' }, cases, takeover.takesOver(p, now))
  expect(taken).toEqual(cases.map(({ p, now }) => takesOver(p, now)))
  expect(new Set(taken).size).toBe(2)
  const start = takeover.heldFrom(p, sql`p.starts_at`, now)
  const from = await askEach<number>(server, { p: 'posts' }, cases, sql`extract(epoch from ${start}) * 1000`)
  expect(from).toEqual(cases.map(({ p, now }) => Date.parse(heldFrom(p, now))))
  // Seconds are cut off, but never to before the post's start.
  const differs = cases.filter(({ p }, n) => from[n] !== Date.parse(p.starts_at))
  expect(differs.length).toBeGreaterThan(100)
})

test('overlaps and touches: two ranges of at most 7 days meet or do not', async () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 28 }))
    .map(([from, length]) => ({ starts_at: at(from * 360), ends_at: at((from + length) * 360) }))
  const cases = sample(fc.record({ s: range, other: range })).map(({ s, other }) => ({
    s,
    other,
    from: other.starts_at,
    to: other.ends_at,
  }))
  const piece = touches(sql`s`, given('from', 'timestamptz'), given('to', 'timestamptz'))
  const said = await askEach<boolean>(server, { s: 'officer_assignments' }, cases, piece)
  expect(said).toEqual(cases.map(({ s, other }) => overlaps(s, other)))
  expect(new Set(said).size).toBe(2)
})

test('holdsPlace and blocksTime: a sign-up holds its spot, and a no-show only its time', async () => {
  const cases = sample(
    fc.record({
      s: fc.record({ status: fc.constantFrom(...signupStatuses), offer_expires_at: maybe }),
      now: moment.map(at),
    }),
  )
  const piece = sql`coalesce(${blocksTime(sql`s`, given('now', 'timestamptz'))}, false)`
  const said = await askEach<boolean>(server, { s: 'officer_assignments' }, cases, piece)
  expect(said).toEqual(cases.map(({ s, now }) => s.status === 'no_show' || holdsPlace(s, now)))
  const held = await askEach<boolean>(server, { s: 'officer_assignments' }, cases, sql`app.holds_place(s.status)`)
  expect(held).toEqual(cases.map(({ s }) => confirmedStatuses.some((status) => status === s.status)))
})

test('heldAtMost, heldThroughout and app.places_held, app.places_covered: spots spoken for at the fullest and the emptiest minute', async () => {
  const whole = { starts_at: at(0), ends_at: at(120) }
  const ids = { organization_id: crypto.randomUUID(), post_id: crypto.randomUUID() }
  const post = {
    ...whole,
    organization_id: ids.organization_id,
    id: ids.post_id,
    split_minutes: 15,
    confirmed_count: 0,
  }
  const range = fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 6 }))
    .map(([from, length]) => ({ starts_at: at(from * 10), ends_at: at(Math.min(12, from + length) * 10) }))
  for (const [holds, asked] of fc.sample(fc.tuple(fc.array(range, { maxLength: 8 }), range), {
    numRuns: 200,
    seed: 7,
  })) {
    const rows = holds.map((hold) => ({
      ...{ ...ids, ...hold, kind: 'confirmed', applied_at: at(0) },
      ...{ signup_id: crypto.randomUUID(), assignment_id: crypto.randomUUID() },
    }))
    const said = await askBeside<{ held: number; covered: number }>(
      server,
      { place_holds: rows },
      sql`(select jsonb_build_object('covered', app.places_covered(p),
          'held', app.places_held(p, ${asked.starts_at}::timestamptz, ${asked.ends_at}::timestamptz, false, null))
        from jsonb_populate_record(null::posts, ${JSON.stringify(post)}::jsonb) p)`,
    )
    expect(said).toEqual({ held: heldAtMost(asked, holds), covered: heldThroughout(whole, holds) })
  }
})
