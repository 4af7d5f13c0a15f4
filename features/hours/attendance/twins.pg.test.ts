import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askBeside, askEach, given } from '#platform/server/testing.twins.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { clockIntervalsOf, intervalsOf } from './rules.intervals.ts'
import { attendanceStatuses, awaitsReview, checkOutFrom, flagsOf, refuseCheckOut, undoUntil } from './rules.ts'
import { checkOutClosesAt, checkOutOpensAt, isCheckOutOver, isLateIn, undoEndsAt, waitsForReview } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

const at = (second: number) => isoInstant(Date.UTC(2026, 10, 21, 10) + second * 1000)
const sample = <T>(one: fc.Arbitrary<T>, numRuns = 2000) => fc.sample(one, { numRuns, seed: 7 })
const ms = (piece: ReturnType<typeof sql>) => sql`(extract(epoch from ${piece}) * 1000)::bigint`

test('intervalsOf and app.worked_times, clockIntervalsOf and app.worked_clock: the same time on duty is paid', async () => {
  const second = fc.integer({ min: 0, max: 30 }).map((n) => n * 20)
  // Gaps of one record never touch: each begins after the previous one.
  const gap = fc.record({
    wait: fc.integer({ min: 1, max: 12 }),
    length: fc.integer({ min: 1, max: 12 }),
    counted: fc.boolean(),
  })
  const work = fc.record({ from: second, length: fc.nat(30), gaps: fc.array(gap, { maxLength: 4 }) })
  const ids = { organization_id: crypto.randomUUID(), attendance_id: crypto.randomUUID() }
  for (const { from, length, gaps } of sample(work, 200)) {
    const times = { checked_in_at: at(from), checked_out_at: at(from + length * 20) }
    let end = 0
    const off = gaps.map(({ wait, length: long, counted }) => {
      const left = end + wait * 20
      end = left + long * 20
      return { left_at: at(left), back_at: at(end), counted }
    })
    const rows = off.map((one) => ({ ...ids, ...one, officer_id: crypto.randomUUID() }))
    const asked = sql`${ids.organization_id}::uuid, ${ids.attendance_id}::uuid, ${times.checked_in_at}::timestamptz,
      ${times.checked_out_at}::timestamptz`
    const ranges = (piece: ReturnType<typeof sql>) =>
      sql`(select coalesce(jsonb_agg(jsonb_build_array(${ms(sql`lower(v.time)`)}, ${ms(sql`upper(v.time)`)})
        order by lower(v.time)), '[]') from unnest(${piece}) as v(time))`
    const said = await askBeside(
      server,
      'attendance_gaps',
      rows,
      sql`jsonb_build_array(${ranges(sql`app.worked_times(${asked})`)}, ${ranges(sql`app.worked_clock(${asked})`)})`,
    )
    // A multirange joins what touches.
    const joined = (all: ReturnType<typeof intervalsOf>) => {
      const seen: [number, number][] = []
      for (const one of all) {
        const [starts, ends] = [Date.parse(one.starts_at), Date.parse(one.ends_at)]
        const last = seen.at(-1)
        if (last?.[1] === starts) last[1] = ends
        else seen.push([starts, ends])
      }
      return seen
    }
    expect(said).toEqual([joined(intervalsOf(times, off)), joined(clockIntervalsOf(times, off))])
  }
})

test('checkOutFrom and checkOutOpensAt, undoUntil and undoEndsAt: a press is taken from and until the same instant', async () => {
  const cases = sample(fc.integer({ min: 0, max: 100_000 })).map((second) => ({ t: { checked_out_at: at(second) } }))
  const said = await askEach<[number, number]>(
    server,
    { t: 'attendance' },
    cases,
    sql`jsonb_build_array(${ms(checkOutOpensAt(sql`t.checked_out_at`))}, ${ms(undoEndsAt(sql`t`))})`,
  )
  const wanted = cases.map(({ t }) => [checkOutFrom(t.checked_out_at), undoUntil(t.checked_out_at)].map(Date.parse))
  expect(said).toEqual(wanted)
})

test('refuseCheckOut and checkOutClosesAt, isCheckOutOver: a check-out is too late after the same instant', async () => {
  const day = 86_400
  const cases = sample(
    fc.oneof(fc.integer({ min: -3600, max: 2 * day }), fc.integer({ min: day - 2, max: day + 2 })),
  ).map((second) => ({ s: { ends_at: at(0) }, now: at(second) }))
  const now = given('now', 'timestamptz')
  const said = await askEach<[boolean, boolean]>(
    server,
    { s: 'officer_assignments' },
    cases,
    sql`jsonb_build_array(${now} <= ${checkOutClosesAt(sql`s`)}, ${isCheckOutOver(sql`s.ends_at`, now)})`,
  )
  const times = { checked_in_at: at(-7200), checked_out_at: null }
  const record = { state: 'open', ...times, untouched: false, left: false, gaps: [] } as const
  const shift = { starts_at: at(-7200), ends_at: at(0) }
  const wanted = cases.map(({ now: then }) => refuseCheckOut(shift, record, then, true)?.code === 'too_late')
  expect(said).toEqual(wanted.map((late) => [!late, late]))
  expect(new Set(wanted).size).toBe(2)
})

test('awaitsReview and waitsForReview: the same records wait for an admin', async () => {
  const cases = attendanceStatuses.flatMap((state) =>
    [null, at(60)].map((late_out_at) => ({ t: { state, late_out_at } })),
  )
  const said = await askEach<boolean>(server, { t: 'attendance' }, cases, waitsForReview)
  const wanted = cases.map(({ t }) => awaitsReview(t))
  expect(said).toEqual(wanted)
  expect(new Set(wanted).size).toBe(2)
})

test('flagsOf and isLateIn: a check-in is late after the same second', async () => {
  const cases = sample(fc.integer({ min: -400, max: 700 })).map((second) => ({
    s: { starts_at: at(0), ends_at: at(7200) },
    t: { checked_in_at: at(second) },
  }))
  const rows = { s: 'officer_assignments', t: 'attendance' }
  const said = await askEach<boolean>(server, rows, cases, isLateIn(sql`t`, sql`s`))
  const wanted = cases.map(({ s, t }) =>
    flagsOf(
      {
        ...{ checked_in_at: t.checked_in_at, checked_out_at: s.ends_at, original_in_at: null, original_out_at: null },
        ...{ device_in_at: null, device_out_at: null, in_position: null, out_position: null, auto_closed: false },
      },
      { shift: s, now: s.ends_at, other_work: [] },
    ).includes('late_in'),
  )
  expect(said).toEqual(wanted)
  expect(new Set(wanted).size).toBe(2)
})
