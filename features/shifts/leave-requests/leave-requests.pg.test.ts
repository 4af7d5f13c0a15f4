import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { addLeave, editLeave, listLeaves, removeLeave } from '#features/roster/leaves/contract.ts'
import { routes as leaveRoutes } from '#features/roster/leaves/routes.ts'
import { listForecast } from '#features/shifts/minimum-staffing/contract.ts'
import { routes as minimumRoutes } from '#features/shifts/minimum-staffing/routes.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import {
  approveLeaveRequest,
  askLeave,
  denyLeaveRequest,
  leaveBelow,
  leaveCoverage,
  listLeaveRequests,
  listMyLeaveRequests,
  undoLeaveDecision,
  withdrawLeaveRequest,
} from './contract.ts'
import { routes } from './routes.ts'

const zone = 'America/Chicago'
let server: TestServer
let house: TestOrganization
let admin: TestPerson
let second: TestPerson
let officer: TestPerson
let today: WallDate

const insert = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
/** Five whole days that begin in ten. */
const wanted = (over: object = {}) => ({
  kind: 'vacation' as const,
  whole_days: true,
  first_day: plusDays(today, 10),
  last_day: plusDays(today, 14),
  start_time: '',
  end_time: '',
  note: '',
  ...over,
})
const ask = (over: object = {}, as = officer) => server.call(askLeave, wanted(over), as)
const asked = async (over: object = {}, as = officer) => {
  const answer = await ask(over, as)
  expect(answer.error).toBeNull()
  return answer.body.id
}
const approve = (id: string, as = admin, version = 1) => server.call(approveLeaveRequest, { id, version }, as)
const deny = (id: string, over: object = {}, as = admin) =>
  server.call(denyLeaveRequest, { id, version: 1, reason: 'coverage' as const, answer: '', ...over }, as)
const undo = (id: string, as = admin) => server.call(undoLeaveDecision, { id }, as)
const withdraw = (id: string, as = officer) => server.call(withdrawLeaveRequest, { id }, as)
const mine = async () => (await server.call(listMyLeaveRequests, {}, officer)).body.items
const waiting = async (as = admin) => (await server.call(listLeaveRequests, {}, as)).body.items
const leaves = async () => (await server.call(listLeaves, {}, officer)).body.items
const toldTo = async (as: TestPerson) => (await server.call(listLatest, {}, as)).body.items

beforeAll(async () => {
  server = await startTestServer([...routes, ...leaveRoutes, ...minimumRoutes, ...notificationRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  second = await server.makePerson(house, { role: 'admin', name: 'Admin Two' })
  officer = await server.makePerson(house, { name: 'Officer One' })
  today = wallOf(new Date().toISOString(), zone).date
})

/** A confirmed shift from 10:00 to 18:00 that many days from today. */
const shift = async (days: number, title = 'Parade') => {
  const start = Date.parse(startOfDayIn(zone, plusDays(today, days))) + 10 * 3_600_000
  const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(start + 8 * 3_600_000).toISOString() }
  const job = await insert('assignments', { title, kind: 'overtime', time_zone: zone, status: 'published', ...times })
  const post = await insert('posts', { assignment_id: job, name: 'P', required_count: 1, ...times })
  const signup = { assignment_id: job, post_id: post, officer_id: officer.officer_id, status: 'confirmed' }
  return insert('officer_assignments', { ...signup, ...times })
}

/** Runs statements as the person, past the handlers. */
const straight = (who: TestPerson, statement: Sql) => {
  const token = createHash('sha256').update(who.secret).digest()
  return server.database.transaction([sql`select app.enter(${token}::bytea, 'signed_in', '', true)`], (db) =>
    db.run(statement),
  )
}

describe('requesting leave', () => {
  it('covers whole days or hours of the department’s zone, and shows the officer the state', async () => {
    const id = await asked({ note: 'Cabin' })
    const hours = { whole_days: false, first_day: plusDays(today, 20), last_day: plusDays(today, 20) }
    await asked({ ...hours, kind: 'training', start_time: '08:00', end_time: '12:30' })
    const [later, first] = await mine()
    expect(first).toMatchObject({
      ...{ id, state: 'pending', note: 'Cabin', decided_by: null, shifts: [] },
      starts_at: new Date(startOfDayIn(zone, plusDays(today, 10))).toISOString().replace('.000Z', '+00:00'),
      ends_at: new Date(startOfDayIn(zone, plusDays(today, 15))).toISOString().replace('.000Z', '+00:00'),
    })
    expect(wallOf(later?.starts_at ?? '', zone)).toMatchObject({ date: plusDays(today, 20), time: '08:00' })
    expect(wallOf(later?.ends_at ?? '', zone)).toMatchObject({ time: '12:30' })
  })

  it('has 71 hours for three days when clocks go forward, and 73 when they go back', async () => {
    /** The first such Sunday at least a month away: the second of March, the first of November. */
    const changeIn = (month: '03' | '11', nth: number) => {
      const sundays = Array.from({ length: 400 }, (_, n) => plusDays(today, 30 + n)).filter(
        (day) => day.slice(5, 7) === month && new Date(`${day}T12:00:00Z`).getUTCDay() === 0,
      )
      const found = sundays.find((day) => Math.ceil(Number(day.slice(8)) / 7) === nth)
      if (!found) throw new Error('no clock change')
      return found
    }
    for (const [day, hours] of [
      [changeIn('03', 2), 71],
      [changeIn('11', 1), 73],
    ] as const) {
      const id = await asked({ first_day: plusDays(day, -1), last_day: plusDays(day, 1) })
      const request = (await mine()).find((one) => one.id === id)
      const length = Date.parse(request?.ends_at ?? '') - Date.parse(request?.starts_at ?? '')
      expect(length / 3_600_000).toBe(hours)
      const { leave_id } = (await approve(id)).body
      const leave = (await leaves()).find((one) => one.id === leave_id)
      expect([leave?.starts_at, leave?.ends_at]).toEqual([request?.starts_at, request?.ends_at])
      expect(wallOf(leave?.ends_at ?? '', zone)).toMatchObject({ date: plusDays(day, 2), time: '00:00' })
    }
  })

  it('refuses times that cannot be, naming the field', async () => {
    const fieldOf = async (over: object) => (await ask(over)).error?.fields?.[0]?.field
    expect(await fieldOf({ last_day: plusDays(today, 9) })).toBe('last_day')
    expect(await fieldOf({ first_day: plusDays(today, -31), last_day: today })).toBe('first_day')
    expect(await fieldOf({ first_day: plusDays(today, 731), last_day: plusDays(today, 731) })).toBe('first_day')
    expect(await fieldOf({ last_day: plusDays(today, 376) })).toBe('last_day')
    expect(await fieldOf({ whole_days: false })).toBe('start_time')
    const noon = { whole_days: false, last_day: plusDays(today, 10), start_time: '12:00', end_time: '12:00' }
    expect(await fieldOf(noon)).toBe('end_time')
    expect(await mine()).toEqual([])
    await asked({ first_day: plusDays(today, -30), last_day: plusDays(today, -30), kind: 'sick' })
  })

  it('refuses an overlap with leave or a pending request, naming the field, and allows back-to-back', async () => {
    await server.call(addLeave, { officer_id: officer.officer_id, ...wanted() }, admin)
    const over = await ask({ first_day: plusDays(today, 14), last_day: plusDays(today, 16) })
    expect(over.error?.fields?.[0]).toMatchObject({
      field: 'first_day',
      message: expect.stringContaining('already have leave'),
    })
    await asked({ first_day: plusDays(today, 15), last_day: plusDays(today, 16) })
    const again = await ask({ first_day: plusDays(today, 16), last_day: plusDays(today, 17) })
    expect(again.error?.fields?.[0]).toMatchObject({
      field: 'first_day',
      message: expect.stringContaining('pending request'),
    })
  })

  it('keeps one of two overlapping requests made at once, and repeats the answer to a repeated key', async () => {
    const rush = await Promise.all([
      ask(),
      ask({ first_day: plusDays(today, 12) }),
      ask({ last_day: plusDays(today, 20) }),
    ])
    expect(rush.filter((one) => one.status === 200)).toHaveLength(1)
    expect(rush.filter((one) => [400, 409].includes(one.status))).toHaveLength(2)
    expect(await mine()).toHaveLength(1)
    const days = { first_day: plusDays(today, 40), last_day: plusDays(today, 40) }
    const key = { key: crypto.randomUUID() }
    const [once, twice] = [
      await server.call(askLeave, wanted(days), officer, key),
      await server.call(askLeave, wanted(days), officer, key),
    ]
    expect(twice.body).toEqual(once.body)
    expect(await mine()).toHaveLength(2)
  })

  it('tells the admins, with the confirmed shifts in that time, and keeps the note out of the audit', async () => {
    await shift(11)
    const made = await ask({ note: 'Knee surgery' })
    expect(made.body.shifts.map((one) => one.title)).toEqual(['Parade'])
    const [told] = await toldTo(admin)
    expect(told).toMatchObject({ type: 'leave_waiting', title: 'A leave request needs approval' })
    expect(told?.message).toMatch(/^Officer One: Vacation, .+ to .+\. Confirmed for Parade at that time\.$/)
    const [one] = await waiting()
    expect(one).toMatchObject({ officer: { name: 'Officer One' }, own: false, note: 'Knee surgery', others_away: 0 })
    expect(one?.shifts).toHaveLength(1)
    const audit = await server.rows<{ text: string }>(
      `select coalesce(string_agg(a::text, ''), '') as text from audit_entries a where organization_id = $1`,
      [house.id],
    )
    expect(audit[0]?.text).toContain('leave_requests.ask')
    expect(audit[0]?.text).not.toContain('Knee')
  })

  it('is withdrawn by its officer until it is decided, and by nobody else', async () => {
    const id = await asked()
    const other = await server.makePerson(house)
    expect((await withdraw(id, other)).status).toBe(404)
    expect((await withdraw(id, admin)).status).toBe(404)
    expect((await withdraw(id)).error).toBeNull()
    expect((await withdraw(id)).error).toMatchObject({
      code: 'leave_request_decided',
      details: { what: 'withdrawn', by: 'you' },
    })
    expect((await approve(id)).error?.code).toBe('leave_request_decided')
    expect(await waiting()).toEqual([])
    await asked()
  })
})

describe('deciding', () => {
  it('turns an approval into leave, and tells the officer about shifts that stay', async () => {
    const signup = await shift(11)
    const id = await asked({ note: 'Cabin' })
    const done = await approve(id)
    expect(done.body.shifts.map((one) => one.signup_id)).toEqual([signup])
    expect(await leaves()).toMatchObject([
      { id: done.body.leave_id, kind: 'vacation', note: 'Cabin', whole_days: true },
    ])
    expect(await mine()).toMatchObject([{ state: 'approved', decided_by: 'an admin' }])
    const [told] = await toldTo(officer)
    expect(told).toMatchObject({ type: 'leave_decided', title: 'Leave approved' })
    expect(told?.message).toContain("You're still confirmed for Parade. Call off or give away these shifts.")
    const rows = await server.rows('select status from officer_assignments where id = $1', [signup])
    expect(rows).toEqual([{ status: 'confirmed' }])
    const mails = await server.rows(`select event from tellings where organization_id = $1 and audience = 'officer'`, [
      house.id,
    ])
    expect(mails).toEqual([{ event: 'leave_decided' }])
  })

  it('denies with a reason of the list; another reason needs words', async () => {
    const id = await asked()
    expect((await deny(id, { reason: 'other' })).error?.fields?.[0]?.field).toBe('answer')
    expect((await deny(id, { reason: 'others_away', answer: 'Try the week after.' })).error).toBeNull()
    expect(await mine()).toMatchObject([{ state: 'denied', deny_reason: 'others_away', answer: 'Try the week after.' }])
    expect((await toldTo(officer))[0]?.message).toMatch(/Too many officers already away\. Try the week after\.$/)
    expect(await leaves()).toEqual([])
    await asked()
  })

  it('undoes the own decision within a minute, and not once the leave was changed or the minute is over', async () => {
    const id = await asked()
    await approve(id)
    expect((await undo(id, second)).error?.code).toBe('undo_over')
    expect((await undo(id)).error).toBeNull()
    expect(await leaves()).toEqual([])
    expect(await mine()).toMatchObject([{ state: 'pending' }])
    expect((await toldTo(officer))[0]?.title).toBe('Leave request is pending again')
    expect((await approve(id, admin, 1)).error?.code).toBe('changed_meanwhile')
    const { leave_id } = (await approve(id, admin, 3)).body
    const days = { ...wanted(), last_day: plusDays(today, 12) }
    await server.call(editLeave, { leave_id, version: 1, ...days }, second)
    expect((await undo(id)).error?.code).toBe('undo_over')
    expect(await mine()).toMatchObject([{ state: 'approved' }])
    await server.call(removeLeave, { leave_id }, second)
    expect(await mine()).toMatchObject([{ state: 'removed' }])
    const late = await asked({ first_day: plusDays(today, 50), last_day: plusDays(today, 50) })
    await deny(late)
    await server.rows(`update leave_requests set decided_at = decided_at - interval '61 seconds' where id = $1`, [late])
    expect((await undo(late)).error?.code).toBe('undo_over')
  })

  it('cannot undo a denial once the same days were requested anew', async () => {
    const id = await asked()
    await deny(id)
    await asked()
    expect((await undo(id)).error?.code).toBe('undo_over')
  })

  it('refuses an approval where leave was added since, or the officer has left', async () => {
    const id = await asked()
    const { id: leave_id } = (await server.call(addLeave, { officer_id: officer.officer_id, ...wanted() }, second)).body
    expect((await approve(id)).error?.code).toBe('leave_overlaps')
    expect(await mine()).toMatchObject([{ state: 'pending' }])
    await server.call(removeLeave, { leave_id }, second)
    await server.rows('update officers set left_on = current_date - 2 where id = $1', [officer.officer_id])
    expect((await approve(id)).error?.code).toBe('officer_not_active')
  })

  it('only another admin decides an admin’s own request, enforced in the database too', async () => {
    const id = await asked({}, admin)
    for (const answer of [await approve(id), await deny(id), await undo(id)])
      expect(answer.error?.code).toBe('own_leave')
    const own = sql`update leave_requests set state = 'denied', deny_reason = 'notice', decided_at = now(),
      decided_by = ${admin.officer_id}::uuid where id = ${id}::uuid`
    await expect(straight(admin, own)).rejects.toThrow(/row-level security/)
    const borrowed = sql`update leave_requests set state = 'denied', deny_reason = 'notice', decided_at = now(),
      decided_by = ${second.officer_id}::uuid where id = ${id}::uuid`
    await expect(straight(admin, borrowed)).rejects.toThrow(/row-level security/)
    const longer = sql`update leave_requests set ends_at = ends_at + interval '1 day' where id = ${id}::uuid`
    await expect(straight(second, longer)).rejects.toThrow(/permission denied/)
    expect((await approve(id, second)).error).toBeNull()
  })

  it('keeps officers from others’ requests and from deciding, enforced in the database too', async () => {
    const id = await asked()
    const other = await server.makePerson(house)
    expect((await approve(id, other)).status).toBe(403)
    expect((await server.call(listLeaveRequests, {}, other)).status).toBe(403)
    expect((await server.call(leaveCoverage, { id }, other)).status).toBe(403)
    expect((await server.call(listMyLeaveRequests, {}, other)).body.items).toEqual([])
    expect(await straight(other, sql`update leave_requests set state = 'withdrawn' where id = ${id}::uuid`)).toBe(0)
    await expect(
      straight(
        officer,
        sql`update leave_requests set state = 'approved', decided_at = now(), decided_by = ${admin.officer_id}::uuid
          where id = ${id}::uuid`,
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(
      straight(officer, sql`update leave_requests set ends_at = ends_at + interval '1 day' where id = ${id}::uuid`),
    ).rejects.toThrow(/permission denied/)
    await expect(
      straight(
        other,
        sql`insert into leave_requests (organization_id, officer_id, kind, starts_at, ends_at, whole_days)
          values (${house.id}::uuid, ${officer.officer_id}::uuid, 'sick', now() + interval '90 days', now() + interval '91 days', true)`,
      ),
    ).rejects.toThrow(/row-level security/)
  })
})

describe('at once', () => {
  it('a request is either approved or withdrawn, never both, whoever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const day = plusDays(today, 20 + round)
      const id = await asked({ first_day: day, last_day: day })
      const [yes, back] = await Promise.all(
        round % 2 ? [approve(id), withdraw(id)] : [withdraw(id), approve(id)].toReversed(),
      )
      expect([yes, back].filter((one) => one?.status === 200)).toHaveLength(1)
      expect([yes, back].find((one) => one?.status !== 200)?.error?.code).toBe('leave_request_decided')
      const rows = await server.rows<{ state: string; leave: boolean }>(
        `select r.state, exists (select from leaves l where l.id = r.leave_id) as leave from leave_requests r where id = $1`,
        [id],
      )
      expect(rows).toEqual([
        yes?.status === 200 ? { state: 'approved', leave: true } : { state: 'withdrawn', leave: false },
      ])
    }
    const made = await leaves()
    expect(made).toHaveLength((await mine()).filter((one) => one.state === 'approved').length)
  })

  it('two admins decide once, and the second hears who did', async () => {
    for (let round = 0; round < 6; round++) {
      const day = plusDays(today, 20 + round)
      const id = await asked({ first_day: day, last_day: day })
      const both = await Promise.all([approve(id, admin), round % 2 ? approve(id, second) : deny(id, {}, second)])
      expect(both.map((one) => one.status).sort()).toEqual([200, 409])
      const lost = both.find((one) => one.status === 409)?.error
      expect(lost?.code).toBe('leave_request_decided')
      expect(lost?.details?.by).toMatch(/^Admin (One|Two)$/)
      expect((await leaves()).filter((one) => wallOf(one.starts_at, zone).date === day).length).toBe(
        both[0]?.status === 200 || round % 2 ? 1 : 0,
      )
    }
  })
})

describe('coverage', () => {
  /** Everybody of Patrol works every night from 22:00 to 06:00; two are needed. */
  const patrol = async () => {
    const platoon_id = await insert('platoons', { name: 'Night', unit: 'Patrol' })
    const pattern = { kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '22:00', minutes: 480 }
    const since = plusDays(today, -14)
    await insert('platoon_schedules', {
      platoon_id,
      starts_on: since,
      anchor_on: since,
      pattern: JSON.stringify(pattern),
    })
    for (const one of [officer, second])
      await insert('platoon_members', { platoon_id, officer_id: one.officer_id, starts_on: since })
    await insert('staffing_minimums', {
      ...{
        name: 'Night',
        platoon_id,
        least: 2,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        start_time: '22:00',
        end_time: '06:00',
      },
      ...{
        starts_on: since,
        days_ahead: 1,
        latest_minutes: 240,
        title: 'Night relief',
        kind: 'overtime',
        signup_mode: 'approval',
      },
    })
  }
  const coverage = async (id: string) => (await server.call(leaveCoverage, { id }, admin)).body

  it('lists who else is away or asks to be, and the minimums it would leave short, as the forecast says after approval', async () => {
    await patrol()
    await server.call(addLeave, { officer_id: second.officer_id, ...wanted({ last_day: plusDays(today, 11) }) }, admin)
    const other = await server.makePerson(house, { name: 'Officer Two' })
    await asked({ first_day: plusDays(today, 13), last_day: plusDays(today, 13) }, other)
    const id = await asked({ first_day: plusDays(today, 3), last_day: plusDays(today, 4) })
    const far = await asked()
    expect((await coverage(id)).away).toEqual([])
    expect((await coverage(far)).away).toMatchObject([
      { name: 'Admin Two', pending: false },
      { name: 'Officer Two', pending: true },
    ])
    expect((await waiting()).find((one) => one.id === far)?.others_away).toBe(1)
    const { short, through, partly } = await coverage(id)
    // The night before reaches into the leave until 06:00.
    expect(short.map((one) => one.on_day)).toEqual([2, 3, 4].map((days) => plusDays(today, days)))
    expect(short[0]).toMatchObject({ name: 'Night', needed: 2, present: 1, missing: 1, missing_before: 0 })
    expect({ through, partly }).toEqual({ through: plusDays(today, 4), partly: false })
    await approve(id)
    const forecast = (await server.call(listForecast, {}, admin)).body.items
    const said = forecast
      .filter((one) => one.missing > 0)
      .map(({ on_day, present, missing }) => ({ on_day, present, missing }))
    expect(said).toEqual(short.map(({ on_day, present, missing }) => ({ on_day, present, missing })))
  })

  it('checks the first four weeks of a long leave and says so, and answers not found for an unknown request', async () => {
    await patrol()
    const id = await asked({ first_day: plusDays(today, 1), last_day: plusDays(today, 90) })
    const { through, partly, short } = await coverage(id)
    expect({ through, partly }).toEqual({ through: plusDays(today, 28), partly: true })
    expect(short.at(-1)?.on_day).toBe(plusDays(today, 28))
    expect((await server.call(leaveCoverage, { id: house.id }, admin)).status).toBe(404)
  })

  it('lists the officer’s own shifts and tours then: confirmed, pending, and worked with the hours', async () => {
    await patrol()
    const denied = await shift(1, 'Denied')
    await server.rows(`update officer_assignments set status = 'rejected' where id = $1`, [denied])
    const [worked, coming] = [await shift(-1, 'Checkpoint'), await shift(1)]
    await server.rows(`update officer_assignments set status = 'worked' where id = $1`, [worked])
    await shift(3, 'After it')
    const [row] = await server.rows<{ assignment_id: string; starts_at: Date; ends_at: Date }>(
      'select assignment_id, starts_at, ends_at from officer_assignments where id = $1',
      [worked],
    )
    const times = { checked_in_at: row?.starts_at, checked_out_at: row?.ends_at, worked_minutes: 480 }
    await insert('attendance', {
      ...{ signup_id: worked, assignment_id: row?.assignment_id, officer_id: officer.officer_id, state: 'submitted' },
      ...{ scheduled_starts_at: row?.starts_at, scheduled_ends_at: row?.ends_at, ...times },
    })
    const id = await asked({ first_day: plusDays(today, -1), last_day: plusDays(today, 1), kind: 'sick' })
    const { shifts, tours } = await coverage(id)
    expect(shifts).toMatchObject([
      { signup_id: worked, title: 'Checkpoint', post: 'P', status: 'worked' },
      { signup_id: coming, title: 'Parade', status: 'confirmed', checked_in_at: null },
    ])
    expect(shifts[0]?.checked_out_at).not.toBeNull()
    // The tour that begins the evening before reaches into the leave.
    expect(tours.map((one) => [one.title, wallOf(one.starts_at, zone).date])).toEqual(
      [-2, -1, 0, 1].map((days) => ['Night', plusDays(today, days)]),
    )
  })

  it('says in the list which pending requests would leave a minimum short, with the days of the review', async () => {
    await patrol()
    const below = async () => (await server.call(leaveBelow, {}, admin)).body.items
    const other = await server.makePerson(house, { name: 'Officer Two' })
    await asked({}, other)
    const near = await asked({ first_day: plusDays(today, 3), last_day: plusDays(today, 4) })
    const far = await asked({ first_day: plusDays(today, 40), last_day: plusDays(today, 41) })
    await asked({ first_day: plusDays(today, 70), last_day: plusDays(today, 71) })
    const daysOf = async (id: string) => (await coverage(id)).short.map((one) => one.on_day)
    expect(await below()).toEqual([
      { id: near, days: await daysOf(near) },
      { id: far, days: await daysOf(far) },
    ])
    await approve(near)
    expect((await below()).map((one) => one.id)).toEqual([far])
    expect((await server.call(leaveBelow, {}, other)).status).toBe(403)
  })
})
