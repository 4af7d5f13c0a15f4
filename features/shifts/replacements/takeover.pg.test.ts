import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attendanceOfAssignment } from '#features/hours/attendance/contract.review.ts'
import { ownStats } from '#features/hours/attendance/contract.stats.ts'
import { checkIn } from '#features/hours/attendance/contract.ts'
import { routes as review } from '#features/hours/attendance/routes.review.ts'
import { routes as attendance } from '#features/hours/attendance/routes.ts'
import { readReport } from '#features/hours/reports/contract.ts'
import { routes as reports } from '#features/hours/reports/routes.ts'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { giveByHand } from '#features/shifts/awards/contract.ts'
import { routes as awards } from '#features/shifts/awards/routes.ts'
import { listWaitingReasons } from '#features/shifts/eligibility/contract.ts'
import { routes as eligibility } from '#features/shifts/eligibility/routes.ts'
import { approveSignup, assignOfficer, getRoster, listCandidates } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { askFit, assignToShift, listReplacements, moveOfficer, replaceSick, undoChange } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
let second: TestPerson
beforeAll(async () => {
  server = await startTestServer([
    ...routes,
    ...decisions,
    ...awards,
    ...attendance,
    ...review,
    ...reports,
    ...eligibility,
  ])
  where = await server.makeOrganization({ time_zone: 'UTC' })
  admin = await server.makePerson(where, { role: 'admin' })
  second = await server.makePerson(where, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const minute = 60_000
const hour = 60 * minute
/** Whole hours from this minute on, by the clock that PostgreSQL shares with this process. */
const base = Math.floor(Date.now() / minute) * minute
const at = (hours: number) => new Date(base + hours * hour)

type Shift = { organization_id: string; starts_at: Date; ends_at: Date; assignment_id: string; post_id: string }
type More = {
  organization_id?: string
  required?: number
  requirements?: object
  split_minutes?: number
  assignment?: object
}
const shift = async (from: number, to: number, more: More = {}): Promise<Shift> => {
  const row = { organization_id: more.organization_id ?? where.id, starts_at: at(from), ends_at: at(to) }
  const words = { title: 'Gate', kind: 'overtime', time_zone: 'UTC', status: 'published', ...more.assignment }
  const made = await server.insert('assignments', { ...row, ...words })
  const post = await server.insert('posts', {
    ...{ ...row, assignment_id: made.id, name: 'Gate', required_count: more.required ?? 1 },
    ...{ requirements: JSON.stringify(more.requirements ?? {}), split_minutes: more.split_minutes ?? null },
  })
  return { ...row, assignment_id: String(made.id), post_id: String(post.id) }
}
const idOf = (who: TestPerson) => who.officer_id ?? ''
const sign = async (made: Shift, who: TestPerson, more: object = {}) =>
  String(
    (await server.insert('officer_assignments', { ...made, officer_id: idOf(who), status: 'confirmed', ...more })).id,
  )

type Held = { id: string; status: string; starts_at: Date; ends_at: Date; took_over: boolean }
const heldBy = async (made: Shift, who: TestPerson): Promise<Held | undefined> =>
  (
    await server.rows<Held>(
      `select id, status, starts_at, ends_at, took_over from officer_assignments
       where assignment_id = $1 and officer_id = $2 order by applied_at desc, updated_at desc limit 1`,
      [made.assignment_id, idOf(who)],
    )
  )[0]
/** The minutes in which a call may have been made. */
const during = async <T>(press: () => Promise<T>): Promise<{ result: T; minutes: number[] }> => {
  const before = Math.floor(Date.now() / minute) * minute
  const result = await press()
  const after = Math.floor(Date.now() / minute) * minute
  return { result, minutes: before === after ? [before] : [before, after] }
}
const charged = async (who: TestPerson): Promise<number> =>
  Number(
    (
      await server.rows<{ sum: string }>(
        `select coalesce(sum(minutes), 0) as sum from opportunities where officer_id = $1 and kind = 'accepted'`,
        [idOf(who)],
      )
    )[0]?.sum,
  )
const equalized = async (who: TestPerson) => {
  const day = (hours: number) => at(hours).toISOString().slice(0, 10)
  const asked = { report: 'equalization' as const, group: 'officer' as const, from: day(-48), to: day(48) }
  return (await server.call(readReport, { ...asked, officer_id: idOf(who) }, admin)).body.totals?.assigned
}
const lastTold = async (who: TestPerson): Promise<string | undefined> =>
  (
    await server.rows<{ message: string }>(
      'select message from notifications where officer_id = $1 order by created_at desc limit 1',
      [idOf(who)],
    )
  )[0]?.message
const clockOf = (when: Date) => when.toISOString().slice(11, 16)

describe('an officer who is given a spot of a shift under way', () => {
  test('replaces an officer from that minute on: times, message, charged hours and the report', async () => {
    const gate = await shift(-4, 4)
    const [sick, fit] = [await server.makePerson(where), await server.makePerson(where)]
    const signup_id = await sign(gate, sick)
    const { result, minutes } = await during(() =>
      server.call(replaceSick, { signup_id, replacement: { officer_id: idOf(fit), way: 'assign' } }, admin),
    )
    expect(result.error).toBeNull()
    const held = await heldBy(gate, fit)
    expect(minutes).toContain(held?.starts_at.getTime())
    expect(held).toMatchObject({ status: 'confirmed', ends_at: gate.ends_at, took_over: true })
    expect(Date.parse(result.body.since ?? '')).toBe(held?.starts_at.getTime())
    const rest = (gate.ends_at.getTime() - (held?.starts_at.getTime() ?? 0)) / minute
    expect([await charged(fit), await equalized(fit)]).toEqual([rest, rest])
    expect(await lastTold(fit)).toMatch(
      new RegExp(`^Gate, from .* · ${clockOf(held?.starts_at ?? at(0))} \\(already started\\)$`),
    )
    // The officer who left keeps the record of a removal.
    expect(await heldBy(gate, sick)).toMatchObject({ status: 'released', starts_at: gate.starts_at, took_over: false })

    // A takeover is replaced like every other sign-up.
    const next = await server.makePerson(where)
    const again = await server.call(
      moveOfficer,
      { signup_id: held?.id ?? '', assignment_id: gate.assignment_id, officer_id: idOf(next) },
      admin,
    )
    expect(again.error).toBeNull()
    const after = await heldBy(gate, next)
    expect(after).toMatchObject({ ends_at: gate.ends_at, took_over: true })
    expect(after?.starts_at.getTime()).toBeGreaterThanOrEqual(held?.starts_at.getTime() ?? 0)
  })

  test('is assigned from that minute on, as the roster says, and to a shift ahead or over for all of it', async () => {
    const gate = await shift(-3, 5)
    const who = await server.makePerson(where)
    const asked = { assignment_id: gate.assignment_id, post_id: gate.post_id, officer_id: idOf(who) }
    expect((await server.call(assignOfficer, asked, admin)).error?.code).toBe('started')
    const given = { ...asked, override_reason: 'The post is empty' }
    const { result, minutes } = await during(() => server.call(assignOfficer, given, admin))
    expect(minutes).toContain(Date.parse(result.body.starts_at))
    expect(result.body).toMatchObject({ took_over: true })
    const { signups } = (await server.call(getRoster, { assignment_id: gate.assignment_id }, admin)).body
    expect(signups).toMatchObject([{ starts_at: result.body.starts_at, took_over: true }])
    for (const made of [await shift(20, 28), await shift(-20, -12)]) {
      const other = await server.makePerson(where)
      const target = { assignment_id: made.assignment_id, officer_id: idOf(other), override_reason: 'Agreed by phone' }
      expect((await server.call(assignToShift, target, admin)).error).toBeNull()
      expect(await heldBy(made, other)).toMatchObject({
        ...{ starts_at: made.starts_at, ends_at: made.ends_at, took_over: false },
      })
    }
  })

  test('is approved or awarded by hand from that minute on, and charged for that', async () => {
    const gate = await shift(-2, 6, { assignment: { signup_mode: 'approval' } })
    const who = await server.makePerson(where)
    const id = await sign(gate, who, { status: 'pending_approval' })
    // A shift that ended before now is against nothing, on the roster as under the lock.
    await sign(await shift(-9, 0), who)
    const { signups } = (await server.call(getRoster, { assignment_id: gate.assignment_id }, admin)).body
    expect(signups.map(({ overlaps }) => overlaps)).toEqual([[]])
    const waits = (await server.call(listWaitingReasons, { ids: id }, admin)).body.items
    expect(waits.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([['started']])
    expect((await server.call(approveSignup, { id }, admin)).error?.code).toBe('started')
    const approved = await server.call(approveSignup, { id, override_reason: 'The officer is there' }, admin)
    expect(approved.body).toMatchObject({ took_over: true, status: 'confirmed' })
    const rest = (Date.parse(approved.body.ends_at) - Date.parse(approved.body.starts_at)) / minute
    expect(rest).toBeLessThanOrEqual(6 * 60)
    expect(await charged(who)).toBe(rest + 9 * 60)

    const rule = await server.insert('award_rules', { organization_id: where.id, name: 'Seniors' })
    const body = JSON.stringify({ ...plainRule, method: 'seniority' })
    const of = { organization_id: where.id, rule_id: rule.id }
    await server.insert('award_rule_versions', { ...of, version: 1, body, effective_from: at(-90) })
    const awarded = { signup_mode: 'award', award_rule_id: rule.id, awarded_at: at(-3), signup_opens_at: at(-40) }
    const post = await shift(-2, 6, { assignment: awarded })
    const last = await server.makePerson(where)
    const waiting = await sign(post, last, { status: 'waitlisted' })
    const given = await server.call(giveByHand, { id: waiting, reason: 'Only this officer can come' }, admin)
    expect(given.error).toBeNull()
    const held = await heldBy(post, last)
    expect(held).toMatchObject({ took_over: true, ends_at: post.ends_at })
    expect(await charged(last)).toBe((post.ends_at.getTime() - (held?.starts_at.getTime() ?? 0)) / minute)
    expect(await lastTold(last)).toContain('(already started)')
  })

  test('keeps the part that is left where the post is worked in parts', async () => {
    const gate = await shift(-2, 4, { split_minutes: 60 })
    const [from, to] = [await server.makePerson(where), await server.makePerson(where)]
    const part = { starts_at: at(-1), ends_at: at(2) }
    const signup_id = await sign(gate, from, part)
    const asked = { signup_id, assignment_id: gate.assignment_id, officer_id: idOf(to) }
    const moved = await server.call(moveOfficer, asked, admin)
    expect([moved.error, moved.body.since]).toEqual([null, null])
    expect(await heldBy(gate, to)).toMatchObject({ ...part, took_over: false })
  })
})

describe('what stands against it is asked about the time that is left', () => {
  const codesOf = (reasons: readonly { code: string }[] | undefined) => reasons?.map(({ code }) => code)

  test('work and leave that ended before now do not, in no list and under no lock', async () => {
    const unit = 'Ended before'
    const gate = await shift(-4, 4, { required: 2, requirements: { units: [unit] } })
    const sick = await server.makePerson(where, { unit })
    const people = await Promise.all(Array.from({ length: 4 }, () => server.makePerson(where, { unit })))
    const [ended, away, busy, gone] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    await sign(await shift(-8, 0), ended)
    await sign(await shift(-8, 1), busy)
    const leave = { organization_id: where.id, kind: 'vacation', whole_days: false, starts_at: at(-20) }
    await server.insert('leaves', { ...leave, officer_id: idOf(away), ends_at: at(0) })
    await server.insert('leaves', { ...leave, officer_id: idOf(gone), ends_at: at(1) })
    const signup_id = await sign(gate, sick)
    const { items } = (await server.call(listReplacements, { signup_id }, admin)).body
    const listed = people.map((one) => codesOf(items.find(({ officer_id }) => officer_id === idOf(one))?.reasons))
    expect(listed).toEqual([[], [], ['overlaps'], ['on_leave']])
    const place = { assignment_id: gate.assignment_id, post_id: gate.post_id }
    const found = (await server.call(listCandidates, { ...place, q: unit }, admin)).body.items
    const before = ['started', 'window_closed']
    expect(people.map((one) => codesOf(found.find(({ officer_id }) => officer_id === idOf(one))?.reasons))).toEqual([
      ...[before, before, [...before, 'overlaps'], [...before, 'on_leave']],
    ])
    const askedFor = (who: TestPerson) =>
      server.call(askFit, { assignment_id: gate.assignment_id, officer_id: idOf(who) }, admin)
    expect(codesOf((await askedFor(ended)).body.reasons)).toEqual(['started'])
    expect(codesOf((await askedFor(busy)).body.reasons)).toEqual(['started', 'overlaps'])

    const give = (who: TestPerson) =>
      server.call(replaceSick, { signup_id, replacement: { officer_id: idOf(who), way: 'assign' } }, admin)
    expect([(await give(busy)).error?.code, (await give(gone)).error?.code]).toEqual(['overlaps', 'on_leave'])
    expect((await give(ended)).error).toBeNull()
    const asked = { ...place, officer_id: idOf(away), override_reason: 'The post is empty' }
    expect((await server.call(assignOfficer, asked, admin)).error).toBeNull()
  })

  test('the list looks for officers who are free now, among many who are not', async () => {
    const unit = 'Free now'
    const gate = await shift(-2, 2, { requirements: { units: [unit] } })
    const sick = await server.makePerson(where, { unit })
    const elsewhere = await shift(-1, 2, { required: 100 })
    await server.rows(
      `with made as (insert into officers (organization_id, name, unit, approved)
         select $1, 'Busy ' || n, $2, true from generate_series(1, 90) n returning id)
       insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
       select $1, $3, $4, id, 'confirmed', $5, $6 from made`,
      [where.id, unit, elsewhere.assignment_id, elsewhere.post_id, elsewhere.starts_at, elsewhere.ends_at],
    )
    const ended = await server.makePerson(where, { unit })
    await sign(await shift(-12, -1), ended)
    const signup_id = await sign(gate, sick)
    const { items } = (await server.call(listReplacements, { signup_id }, admin)).body
    expect(items[0]).toMatchObject({ officer_id: idOf(ended), reasons: [] })
  })

  test('rest and the longest stretch of work count from now', async () => {
    const own = await server.makeOrganization({ time_zone: 'UTC' })
    const chief = await server.makePerson(own, { role: 'admin' })
    const rules = { rest_minutes: 360, max_consecutive_minutes: 720, break_minutes: 30, reach_minutes: 2880 }
    await server.insert('work_rules', { organization_id: own.id, ...rules })
    const theirs = (from: number, to: number) => shift(from, to, { organization_id: own.id })
    const gate = await theirs(-5, 3)
    const [sick, rested, tired] = await Promise.all(Array.from({ length: 3 }, () => server.makePerson(own)))
    await sign(await theirs(-15, -7), rested as TestPerson)
    await sign(await theirs(-13, -4), tired as TestPerson)
    const signup_id = await sign(gate, sick as TestPerson)
    const { items } = (await server.call(listReplacements, { signup_id }, chief)).body
    const of = (who?: TestPerson) => items.find(({ officer_id }) => officer_id === who?.officer_id)?.reasons
    // Two hours of rest at the start of the shift, seven now.
    expect(of(rested)).toEqual([])
    expect(of(tired)).toMatchObject([{ code: 'rest' }])
    const rest = of(tired)?.find((one) => one.code === 'rest')
    expect([240, 241]).toContain(rest?.details?.minutes)
  })
})

describe('afterwards', () => {
  test('the officer can check in at once and is never late; one who agreed on the start is', async () => {
    const gate = await shift(-2, 6)
    const [sick, fit] = [await server.makePerson(where), await server.makePerson(where)]
    const signup_id = await sign(gate, sick)
    const replacement = { officer_id: idOf(fit), way: 'assign' as const }
    await server.call(replaceSick, { signup_id, replacement }, admin)
    const held = await heldBy(gate, fit)
    expect(
      (await server.call(checkIn, { signup_id: held?.id ?? '', device_at: new Date().toISOString() }, fit)).error,
    ).toBeNull()

    const worked = async (took_over: boolean) => {
      const who = await server.makePerson(where)
      const past = await shift(-9, -2)
      const times = { starts_at: at(-8), ends_at: past.ends_at }
      const signup = await sign(past, who, { ...times, took_over, status: 'worked' })
      await server.insert('attendance', {
        ...{ organization_id: where.id, assignment_id: past.assignment_id, signup_id: signup, officer_id: idOf(who) },
        ...{ state: 'approved', scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at },
        ...{ checked_in_at: at(-7), checked_out_at: past.ends_at, worked_minutes: 300, decided_by: admin.officer_id },
      })
      const { items } = (await server.call(attendanceOfAssignment, { assignment_id: past.assignment_id }, admin)).body
      const { late } = (await server.call(ownStats, {}, who)).body
      return { flags: items[0]?.flags, took_over: items[0]?.took_over, late }
    }
    expect(await worked(true)).toEqual({ flags: [], took_over: true, late: 0 })
    expect(await worked(false)).toEqual({ flags: ['late_in'], took_over: false, late: 1 })
  })

  test('undo restores both officers, and the shift can be taken over again', async () => {
    const gate = await shift(-3, 3)
    const [sick, fit] = [await server.makePerson(where), await server.makePerson(where)]
    const signup_id = await sign(gate, sick)
    const replacement = { officer_id: idOf(fit), way: 'assign' as const }
    const press = () => server.call(replaceSick, { signup_id, replacement }, admin)
    const { change_id } = (await press()).body
    expect((await server.call(undoChange, { id: change_id }, admin)).status).toBe(200)
    expect(await heldBy(gate, sick)).toMatchObject({ status: 'confirmed', starts_at: gate.starts_at, took_over: false })
    expect(await heldBy(gate, fit)).toMatchObject({ status: 'cancelled_by_dept' })
    expect([await charged(sick), await charged(fit)]).toEqual([360, 0])
    expect((await press()).error).toBeNull()
    expect(await heldBy(gate, fit)).toMatchObject({ status: 'confirmed', took_over: true })
  })

  test('of two admins at once, one gives the spot and one has the officer', async () => {
    const gates = [await shift(-3, 3), await shift(-2, 4)] as const
    const sick = await Promise.all(gates.map(() => server.makePerson(where)))
    const ids = await Promise.all(gates.map((gate, n) => sign(gate, sick[n] as TestPerson)))
    const fit = await server.makePerson(where)
    const others = await Promise.all([0, 1].map(() => server.makePerson(where)))
    const replace = (signup_id: string, who: TestPerson, by: TestPerson) =>
      server.call(replaceSick, { signup_id, replacement: { officer_id: idOf(who), way: 'assign' } }, by)
    // Both want the same officer for shifts that overlap from now on.
    const both = await Promise.all([replace(ids[0] ?? '', fit, admin), replace(ids[1] ?? '', fit, second)])
    expect(both.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['done', 'overlaps'])
    const lost = both.findIndex(({ error }) => error !== null)
    // Both want the spot that is left, for two officers.
    const spot = await Promise.all(others.map((who, n) => replace(ids[lost] ?? '', who, n === 0 ? admin : second)))
    expect(spot.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['done', 'wrong_state'])
    const held = await server.rows<{ took_over: boolean }>(
      `select took_over from officer_assignments where assignment_id = any($1::uuid[]) and status = 'confirmed'`,
      [gates.map((gate) => gate.assignment_id)],
    )
    expect(held).toEqual([{ took_over: true }, { took_over: true }])
  })
})
