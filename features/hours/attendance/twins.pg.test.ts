import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extraTimeStates } from '#features/hours/extra-time/rules.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askBeside, askEach, given } from '#platform/server/testing.twins.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { clockIntervalsOf, intervalsOf, paidAgain } from './rules.intervals.ts'
import {
  attendanceStatuses,
  awaitsReview,
  checkOutFrom,
  flagsOf,
  hasReturn,
  refuseCheckOut,
  undoUntil,
} from './rules.ts'
import {
  checkOutClosesAt,
  checkOutOpensAt,
  isCheckOutOver,
  isLateIn,
  returnedIn,
  undoEndsAt,
  waitsForReview,
} from './store.ts'

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
      { attendance_gaps: rows },
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

test('paidAgain and app.paid_again: the same minutes are paid already, by extra time and by hours less their gaps', async () => {
  const [organization_id, officer_id, attendance_id] = [0, 1, 2].map(() => crypto.randomUUID())
  const range = fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 1, max: 12 }))
  const span = range.map(([from, length]) => [at(from * 20), at((from + length) * 20)] as const)
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean()), {
    maxLength: 3,
  })
  const hours = fc.record({ times: span, gaps })
  const extra = fc.record({ from: fc.integer({ min: 0, max: 3 }), minutes: fc.integer({ min: 1, max: 3 }) })
  const cases = fc.record({
    mine: hours,
    others: fc.array(
      fc.record({ ...{ times: span, gaps, mine: fc.boolean() }, state: fc.constantFrom(...attendanceStatuses) }),
      { maxLength: 2 },
    ),
    claims: fc.array(fc.record({ claim: extra, mine: fc.boolean(), status: fc.constantFrom(...extraTimeStates) }), {
      maxLength: 2,
    }),
  })
  const paidStates = new Set<string>(['approved', 'locked'])
  const answers = new Set<boolean>()
  for (const { mine, others, claims } of sample(cases, 400)) {
    const whose = (own: boolean) => (own ? officer_id : crypto.randomUUID())
    const work = [
      { id: attendance_id, officer_id, state: 'submitted', ...mine },
      ...others.map(({ mine: own, ...one }) => ({ id: crypto.randomUUID(), officer_id: whose(own), ...one })),
    ].map(({ times: [checked_in_at, checked_out_at], gaps: off, ...one }) => {
      let end = Date.parse(checked_in_at)
      const within = off.map(([wait, long, counted]) => {
        const left_at = end + wait * 20_000
        end = left_at + long * 20_000
        return { left_at: isoInstant(left_at), back_at: isoInstant(end), counted }
      })
      return { ...one, checked_in_at, checked_out_at, gaps: within }
    })
    // Claims of one officer never overlap.
    const requests = claims.map(({ claim: { from, minutes }, mine: own, status }, n) => ({
      ...{ organization_id, id: crypto.randomUUID(), officer_id: whose(own), status, minutes },
      ...{ kind: 'other', decided_by: organization_id, decision_reason: 'Seen' },
      ...{ starts_at: at((n * 6 + from) * 60), ends_at: at((n * 6 + from + minutes) * 60) },
    }))
    const [asked] = work
    const said = await askBeside<boolean>(
      server,
      {
        attendance: work.map(({ gaps: _gaps, ...one }) => ({
          ...{ ...one, organization_id, signup_id: one.id, assignment_id: one.id, decided_by: organization_id },
          ...{ scheduled_starts_at: at(0), scheduled_ends_at: at(600) },
        })),
        attendance_gaps: work.flatMap(({ gaps: off, id, officer_id: of }) =>
          off.map((gap) => ({ organization_id, attendance_id: id, officer_id: of, ...gap })),
        ),
        overtime_requests: requests,
      },
      sql`app.paid_again(${organization_id}::uuid, ${officer_id}::uuid, ${attendance_id}::uuid,
        ${asked?.checked_in_at}::timestamptz, ${asked?.checked_out_at}::timestamptz)`,
    )
    const ofOfficer = <T extends { officer_id: string | undefined }>(one: T) => one.officer_id === officer_id
    const paid = [
      ...requests.filter((one) => ofOfficer(one) && paidStates.has(one.status)),
      ...work
        .slice(1)
        .filter((one) => ofOfficer(one) && paidStates.has(one.state))
        .flatMap((one) => clockIntervalsOf(one, one.gaps)),
    ].map((one) => ({ ...one, what: 'paid' }))
    const wanted = asked !== undefined && paidAgain(asked, asked.gaps, paid) !== null
    expect(said).toBe(wanted)
    answers.add(wanted)
  }
  expect(answers.size).toBe(2)
})

test('hasReturn and returnedIn: a gap behind the check-out is a return that is kept with the record', async () => {
  const out = fc.option(fc.integer({ min: 0, max: 6 }))
  const cases = fc.record({
    out,
    lefts: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
    off: fc.constantFrom(0, 30),
  })
  const answers = new Set<boolean>()
  for (const { out: left, lefts, off } of sample(cases, 100)) {
    const [organization_id, id, officer_id] = [0, 1, 2].map(() => crypto.randomUUID())
    const record = {
      checked_out_at: left === null ? null : at(left * 60),
      gaps: lefts.map((n) => ({ left_at: at(n * 60), back_at: at(n * 60 + off), counted: false })),
    }
    const { checked_out_at, gaps } = record
    const said = await askBeside<boolean>(
      server,
      {
        attendance: [
          {
            ...{ organization_id, id, officer_id, signup_id: id, assignment_id: id, checked_in_at: at(-600) },
            ...{ checked_out_at, state: left === null ? 'open' : 'submitted' },
            ...{ scheduled_starts_at: at(0), scheduled_ends_at: at(600) },
          },
        ],
        attendance_gaps: gaps.map((gap) => ({ organization_id, attendance_id: id, officer_id, ...gap })),
      },
      sql`(select ${returnedIn(sql`t`)} from attendance t where t.id = ${id}::uuid)`,
    )
    expect(said).toBe(hasReturn(record))
    answers.add(said)
  }
  expect(answers.size).toBe(2)
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

test('flagsOf and isLateIn: a check-in is late after the same second, and never after a takeover', async () => {
  const second = fc.integer({ min: -400, max: 700 })
  const cases = sample(fc.record({ second, took_over: fc.boolean() })).map(({ second, took_over }) => ({
    s: { starts_at: at(0), ends_at: at(7200), took_over },
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
