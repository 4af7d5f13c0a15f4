import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveMany,
  approveSignup,
  assignOfficer,
  listCandidates,
} from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listWaitingReasons, ownLimits } from './contract.ts'
import { getWorkRules, saveWorkRules, tryWorkRules } from './contract.work-rules.ts'
import { routes } from './routes.ts'
import { routes as workRules } from './routes.work-rules.ts'
import { noWorkRules, type WorkRules } from './rules.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()

type Made = { assignment_id: string; post_id: string }
const makeJob = async (from: number, to: number, over: Record<string, unknown> = {}, post = {}): Promise<Made> => {
  const times = { starts_at: at(from), ends_at: at(to) }
  const assignment = await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Night patrol',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'first_come',
    ...times,
    ...over,
  })
  const made = await server.insert('posts', {
    organization_id: organization.id,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 5,
    ...times,
    ...post,
  })
  return { assignment_id: String(assignment.id), post_id: String(made.id) }
}
/** Full hours since midnight of the department. */
const clockOf = (moment: string) =>
  Number(new Date(moment).toLocaleString('en-US', { timeZone: 'America/Chicago', hour: '2-digit', hourCycle: 'h23' }))
const person = (over: Record<string, unknown> = {}) => server.makePerson(organization, over)
const setRules = async (over: Partial<WorkRules>) => {
  const { version } = (await server.call(getWorkRules, {}, admin)).body
  const answer = await server.call(saveWorkRules, { ...noWorkRules, ...over, version }, admin)
  expect(answer.error).toBeNull()
}
const code = (answer: { error: { code: string } | null }) => answer.error?.code ?? 'done'
const reasonsIn = (answer: { error: { details?: unknown } | null }) =>
  ((answer.error?.details ?? {}) as { reasons?: { code: string; possible_from?: string | null }[] }).reasons ?? []

beforeAll(async () => {
  server = await startTestServer([...routes, ...workRules, ...decisions, ...signups])
  organization = await server.makeOrganization()
  admin = await person({ role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('hour rules apply when an officer takes a spot', { meta: { shows: ['issue 5.2'] } }, () => {
  it('refuses a sign-up that leaves too little rest, with the earliest possible time', {
    meta: { shows: ['issue 5.2 rest'] },
  }, async () => {
    await setRules({ rest_minutes: 480 })
    const one = await person()
    expect(code(await server.call(signUp, await makeJob(48, 56), one))).toBe('done')
    const refused = await server.call(signUp, await makeJob(60, 64), one)
    expect(code(refused)).toBe('rest')
    expect(refused.error?.details).toMatchObject({ minutes: 240, limit_minutes: 480, title: 'Night patrol' })
    expect(reasonsIn(refused)).toMatchObject([{ code: 'rest', possible_from: at(64) }])
    expect(code(await server.call(signUp, await makeJob(64, 66), one))).toBe('done')
  })

  it('of two simultaneous sign-ups that together break a window, exactly one passes', {
    meta: { shows: ['issue 5.2'] },
  }, async () => {
    await setRules({ windows: [{ hours: 24, max_minutes: 960 }] })
    for (let round = 0; round < 6; round++) {
      const one = await person()
      const again = { ...one, secret: await server.signIn(one.user_id, organization.id) }
      const [first, second] = await Promise.all([makeJob(72, 82), makeJob(84, 94)])
      const answers = await Promise.all([server.call(signUp, first, one), server.call(signUp, second, again)])
      expect(answers.map(code).sort()).toEqual(['done', 'rolling_window'])
    }
  })

  it('another group goes first until the officer’s turn', { meta: { shows: ['issue 5.2'] } }, async () => {
    await setRules({})
    const one = await person({ unit: 'Patrol' })
    const k9 = await person({ unit: 'K9' })
    const steps = [
      { name: 'K9', units: ['K9'], ranks: [], opens_at: at(-2) },
      { name: 'All officers', units: [], ranks: [], opens_at: at(3) },
    ]
    const job = await makeJob(150, 158, { group_steps: JSON.stringify(steps) })
    const refused = await server.call(signUp, job, one)
    expect(code(refused)).toBe('group_first')
    expect(refused.error?.details).toMatchObject({ from: at(3), accepted: ['K9'] })
    expect(code(await server.call(signUp, job, k9))).toBe('done')
    await server.rows(
      `update assignments set group_steps = jsonb_set(group_steps, '{1,opens_at}', to_jsonb(now())) where id = $1`,
      [job.assignment_id],
    )
    expect(code(await server.call(signUp, job, one))).toBe('done')
  })

  it('approvals and assignments check again, and an override needs a reason, which is stored', {
    meta: { shows: ['issue 5.2'] },
  }, async () => {
    await setRules({ windows: [{ hours: 24, max_minutes: 600 }] })
    const one = await person()
    const asked = await makeJob(100, 108, { signup_mode: 'approval' })
    const { id } = (await server.call(signUp, asked, one)).body
    const other = await makeJob(110, 118)
    expect(code(await server.call(assignOfficer, { ...other, officer_id: one.officer_id }, admin))).toBe('done')
    const waiting = await server.call(listWaitingReasons, { ids: id }, admin)
    expect(waiting.body.items).toMatchObject([
      { signup_id: id, reasons: [{ code: 'rolling_window' }], free: { since: null }, extra_minutes: 480 },
    ])
    const hoursOf = async () => {
      const [found] = (await server.call(listWaitingReasons, { ids: id }, admin)).body.items
      return [found?.week_minutes, found?.extra_minutes]
    }
    // Sunday to Saturday by the department's clock; the requested shift itself is in neither.
    const weekday = new Date(at(100)).toLocaleDateString('en-US', { timeZone: 'America/Chicago', weekday: 'short' })
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday)
    const sundayAt = (hours: number) => at(100 - days * 24 - clockOf(at(100)) + hours)
    const moved = async (hours: number) => {
      const to = [sundayAt(hours), sundayAt(hours + 8)]
      await server.rows(
        `update officer_assignments set starts_at = $2, ends_at = $3 where assignment_id = $1 and status = 'confirmed'`,
        [other.assignment_id, ...to],
      )
      return hoursOf()
    }
    expect([await moved(-2), await moved(2), await moved(150), await moved(170)]).toEqual([
      [0, 480],
      [480, 480],
      [480, 480],
      [0, 480],
    ])
    await server.rows(`update officer_assignments set starts_at = $2, ends_at = $3 where assignment_id = $1`, [
      ...[other.assignment_id, at(110), at(118)],
    ])
    const until = waiting.body.items[0]?.free?.until
    expect(Date.parse(until ?? '')).toBe(Date.parse(at(110)))
    const many = await server.call(approveMany, { ids: [id] }, admin)
    expect(many.body.results).toMatchObject([{ done: false, code: 'rolling_window' }])
    const refused = await server.call(approveSignup, { id }, admin)
    expect(code(refused)).toBe('rolling_window')
    expect(refused.error?.details).toMatchObject({ overridable: true, minutes: 960, limit_minutes: 600 })
    const passed = await server.call(approveSignup, { id, override_reason: 'Nobody else is left' }, admin)
    expect(passed.body).toMatchObject({ status: 'confirmed', override_reason: 'Nobody else is left' })
    const third = await makeJob(119, 121)
    const list = await server.call(listCandidates, { ...third, q: '' }, admin)
    const found = list.body.items.find((row) => row.officer_id === one.officer_id)
    expect(found?.reasons.map((r) => [r.code, r.overridable])).toEqual([['rolling_window', true]])
    expect(Date.parse(found?.free?.since ?? '')).toBe(Date.parse(at(118)))
    expect(found?.free?.until).toBeNull()
  })
})

describe('what counts as work', { meta: { shows: ['issue 5.2'] } }, () => {
  it('counts approved attendance as worked, extra time as approved, and a no-show not at all', async () => {
    await setRules({ rest_minutes: 480 })
    const one = await person()
    const worked = await makeJob(-12, -4)
    const signup = await server.insert('officer_assignments', {
      organization_id: organization.id,
      ...worked,
      officer_id: one.officer_id,
      status: 'confirmed',
      starts_at: at(-12),
      ends_at: at(-4),
    })
    const soon = await makeJob(2, 6)
    const tried = async () => reasonsIn(await server.call(signUp, soon, one)).map((r) => [r.code, r.possible_from])
    // Planned to end 4 hours ago; 6 hours of rest.
    expect(await tried()).toEqual([['rest', at(4)]])
    await server.insert('attendance', {
      organization_id: organization.id,
      signup_id: signup.id,
      assignment_id: worked.assignment_id,
      officer_id: one.officer_id,
      state: 'approved',
      scheduled_starts_at: at(-12),
      scheduled_ends_at: at(-4),
      checked_in_at: at(-12),
      checked_out_at: at(-5),
      worked_minutes: 420,
      decided_by: admin.officer_id,
    })
    expect(await tried()).toEqual([['rest', at(3)]])
    await server.insert('overtime_requests', {
      organization_id: organization.id,
      officer_id: one.officer_id,
      status: 'approved',
      kind: 'holdover',
      starts_at: at(-5),
      ends_at: at(-3),
      minutes: 120,
      decided_by: admin.officer_id,
    })
    expect(await tried()).toEqual([['rest', at(5)]])
    await server.rows(`update overtime_requests set status = 'withdrawn' where officer_id = $1`, [one.officer_id])
    await server.rows(`delete from attendance where officer_id = $1`, [one.officer_id])
    await server.rows(`update officer_assignments set status = 'no_show' where id = $1`, [signup.id])
    expect(code(await server.call(signUp, soon, one))).toBe('done')
  })

  it('combines leave, tours, certifications and service', {
    meta: { shows: ['issue 5.2 leave', 'issue 5.2 certification'] },
  }, async () => {
    await setRules({})
    const one = await person()
    const requirements = { certifications: ['K-9 handler'], service_months: 12, units: ['K9'] }
    const job = await makeJob(200, 208, {}, { requirements })
    await server.insert('leaves', {
      organization_id: organization.id,
      officer_id: one.officer_id,
      kind: 'vacation',
      starts_at: at(190),
      ends_at: at(202),
      whole_days: false,
    })
    await server.insert('imported_tours', {
      organization_id: organization.id,
      officer_id: one.officer_id,
      on_day: at(204).slice(0, 10),
      starts_at: at(204),
      ends_at: at(212),
    })
    const codes = reasonsIn(await server.call(signUp, job, one)).map((r) => [r.code, r.possible_from ?? null])
    expect(codes).toEqual([
      ['unit_required', null],
      ['certification_required', null],
      ['service_required', null],
      ['on_leave', null],
      ['overlaps', null],
    ])
  })
})

describe('editing the rules', { meta: { shows: ['issue 5.2 work rules'] } }, () => {
  it('admins set them; invalid ones are refused, and a preview lists what they would block', async () => {
    const officer = await person()
    await setRules({ rest_minutes: 480 })
    const { version } = (await server.call(getWorkRules, {}, officer)).body
    const wrong = { ...noWorkRules, windows: [{ hours: 24, max_minutes: 1440 }] }
    expect((await server.call(saveWorkRules, { ...wrong, version }, admin)).error?.fields?.[0]?.field).toBe(
      'windows.0.max_minutes',
    )
    expect(code(await server.call(saveWorkRules, { ...noWorkRules, version }, officer))).toBe('not_allowed')
    expect(code(await server.call(saveWorkRules, { ...noWorkRules, version: version - 1 }, admin))).toBe(
      'changed_meanwhile',
    )
    await server.call(saveWorkRules, { ...noWorkRules, version }, admin)
    for (const job of [await makeJob(20, 28), await makeJob(30, 38)])
      expect(code(await server.call(signUp, job, officer))).toBe('done')
    const tried = await server.call(
      tryWorkRules,
      {
        ...noWorkRules,
        rest_minutes: 480,
        windows: [
          { hours: 24, max_minutes: 900 },
          { hours: 72, max_minutes: 4000 },
        ],
      },
      admin,
    )
    expect(tried.body.rules.map((r) => r.rule)).toEqual(['rest_minutes', 'windows.0', 'windows.1'])
    expect(tried.body.rules[0]?.refused).toBeGreaterThanOrEqual(2)
    expect(tried.body.rules[2]).toMatchObject({ refused: 0, officers: 0, example: null })
  })

  it('an officer sees how full the windows are', async () => {
    await setRules({
      windows: [{ hours: 24, max_minutes: 960 }],
      caps: [{ kinds: ['court'], per: 'week', max_minutes: 600 }],
    })
    const one = await person()
    await server.call(signUp, await makeJob(30, 38), one)
    await server.call(signUp, await makeJob(40, 44), one)
    expect((await server.call(ownLimits, {}, one)).body.standing).toMatchObject([
      { kind: 'window', hours: 24, minutes: 720, limit_minutes: 960 },
      { kind: 'cap', per: 'week', minutes: 0, limit_minutes: 600 },
    ])
  })
})
