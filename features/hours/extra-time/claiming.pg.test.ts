import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import {
  claimExtraTime,
  editExtraTime,
  listExtraTime,
  listMyExtraTime,
  returnExtraTime,
  withdrawExtraTime,
} from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
let admin: TestPerson

const minute = 60_000
/** A time the given number of minutes ago, on a whole minute. */
const began = Math.floor(Date.now() / minute) * minute
/** Before the current minute, taken once: the minute may turn while the tests run. */
const ago = (minutes: number) => new Date(began - minutes * minute).toISOString()
const claimed = (over: Partial<InputOf<typeof claimExtraTime>> = {}): InputOf<typeof claimExtraTime> => ({
  kind: 'callback',
  starts_at: ago(600),
  minutes: 90,
  docket_number: '',
  court: '',
  reason: 'Called back for the warrant',
  ...over,
})
const claim = (over: Partial<InputOf<typeof claimExtraTime>> = {}, as = officer) =>
  server.call(claimExtraTime, claimed(over), as)
const mine = async (as = officer) => (await server.call(listMyExtraTime, {}, as)).body.items

/** Made this many days ago, and saved on the device since. */
const saved = (days: number) => ({ made_at: ago(days * 1440) })

/** A shift with its attendance; from and to are in minutes ago. */
const work = async (
  person: TestPerson,
  from: number,
  to: number,
  over: Record<string, unknown> = {},
): Promise<{ signup_id: string; attendance_id: string }> => {
  const of = { organization_id: organization.id }
  const times = { starts_at: ago(from), ends_at: ago(to) }
  const assignment = await server.insert('assignments', {
    ...of,
    title: 'Gate',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', {
    ...of,
    assignment_id: assignment.id,
    name: 'P',
    required_count: 1,
    ...times,
  })
  const place = { assignment_id: assignment.id, post_id: post.id, officer_id: person.officer_id, status: 'confirmed' }
  const signup = await server.insert('officer_assignments', { ...of, ...place, ...times })
  const attendance = await server.insert('attendance', {
    ...of,
    signup_id: signup.id,
    assignment_id: assignment.id,
    officer_id: person.officer_id,
    state: 'submitted',
    scheduled_starts_at: times.starts_at,
    scheduled_ends_at: times.ends_at,
    checked_in_at: times.starts_at,
    checked_out_at: times.ends_at,
    worked_minutes: from - to,
    ...over,
  })
  return { signup_id: String(signup.id), attendance_id: String(attendance.id) }
}

beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization, { name: 'Officer One' })
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin One' })
})

describe('claiming extra time', { meta: { shows: ['issue 3.4 claimed'] } }, () => {
  it('accepts a claim with or without a worked shift, lists it and notifies the admins', async () => {
    const shift = await work(officer, 1000, 520)
    expect(
      (await claim({ kind: 'holdover', starts_at: ago(520), minutes: 45, signup_id: shift.signup_id })).status,
    ).toBe(200)
    expect((await claim({ kind: 'court', docket_number: 'CR-26-118', court: 'Municipal Court 3' })).error?.code).toBe(
      'overlaps_paid_time',
    )
    expect(
      (await claim({ kind: 'court', starts_at: ago(300), docket_number: 'CR-26-118', court: 'Municipal Court 3' }))
        .status,
    ).toBe(200)
    expect(await mine()).toMatchObject([
      {
        kind: 'court',
        minutes: 90,
        docket_number: 'CR-26-118',
        court: 'Municipal Court 3',
        state: 'pending',
        may: ['edit', 'withdraw'],
      },
      { kind: 'holdover', minutes: 45, shift: { title: 'Gate', signup_id: shift.signup_id }, docket_number: null },
    ])
    const told = await server.rows(
      'select message from notifications where organization_id = $1 and officer_id is null',
      [organization.id],
    )
    expect(told).toHaveLength(2)
    const records = await server.rows(
      `select from audit_entries where organization_id = $1 and action = 'extra_time.claim'
      and thing_type = 'overtime_requests'`,
      [organization.id],
    )
    expect(records).toHaveLength(2)
  })

  it('court requires a docket number and the court, and no other kind stores them', {
    meta: { shows: ['issue 3.4 court'] },
  }, async () => {
    const bare = await claim({ kind: 'court' })
    expect(bare.error?.fields?.map((one) => one.field)).toEqual(['docket_number', 'court'])
    await claim({ kind: 'training', docket_number: 'left over', court: 'left over' })
    expect(await mine()).toMatchObject([{ docket_number: null, court: null }])
  })

  it.each([-30, 0, 25 * 60, 1e9, 7.3333 * 60])('refuses %d minutes and names the field', async (minutes) => {
    const answer = await claim({ minutes, starts_at: ago(3000) })
    expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'minutes'])
  })

  it('refuses times that are in the future, too old or not on the minute', {
    meta: { shows: ['issue 3.4 bounds'] },
  }, async () => {
    expect((await claim({ starts_at: ago(60), minutes: 90 })).error?.code).toBe('not_past')
    expect((await claim({ starts_at: ago(16 * 1440) })).error?.code).toBe('past_edit_limit')
    await server.rows('update organizations set hours_edit_limit_days = 30 where id = $1', [organization.id])
    expect((await claim({ starts_at: ago(16 * 1440) })).status).toBe(200)
    expect((await claim({ starts_at: new Date(Date.parse(ago(900)) + 1000).toISOString() })).status).toBe(400)
  })

  it('refuses a shift that is unworked, someone else’s or unknown', async () => {
    const open = await work(officer, 700, -100, { state: 'open', checked_out_at: null, worked_minutes: null })
    expect((await claim({ signup_id: open.signup_id, starts_at: ago(800), minutes: 30 })).error?.code).toBe(
      'shift_not_worked',
    )
    const other = await server.makePerson(organization)
    const theirs = await work(other, 1000, 520)
    for (const signup_id of [theirs.signup_id, organization.id])
      expect((await claim({ signup_id, starts_at: ago(510), minutes: 30 })).status).toBe(404)
    const own = await work(officer, 9000, 8520)
    expect((await claim({ signup_id: own.signup_id, starts_at: ago(6000), minutes: 30 })).error?.code).toBe(
      'far_from_shift',
    )
  })
})

describe('no minute is paid twice', { meta: { shows: ['issue 3.4 paid once'] } }, () => {
  it('refuses and names an overlap with an earlier claim or recorded hours, but allows back-to-back', async () => {
    await work(officer, 2000, 1500)
    const over = await claim({ starts_at: ago(1530), minutes: 60 })
    expect(over.error?.code).toBe('overlaps_paid_time')
    expect(String(over.error?.details?.what)).toContain('the shift Gate')
    expect((await claim({ starts_at: ago(1500), minutes: 60 })).status).toBe(200)
    expect((await claim({ starts_at: ago(1441), minutes: 60 })).error?.code).toBe('overlaps_paid_time')
    expect((await claim({ starts_at: ago(1440), minutes: 60 })).status).toBe(200)
    expect((await claim({ starts_at: ago(2060), minutes: 60 })).status).toBe(200)
    // Another officer's time does not conflict.
    expect((await claim({ starts_at: ago(1500), minutes: 60 }, await server.makePerson(organization))).status).toBe(200)
  })

  it('of 20 simultaneous overlapping claims, one is accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claim({ starts_at: ago(600 + i), minutes: 90 })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    for (const one of answers.filter((each) => each.status !== 200))
      expect([one.status, one.error?.code]).toEqual([409, 'overlaps_paid_time'])
    expect(await mine()).toHaveLength(1)
  })

  it('of 80 simultaneous random claims, no two accepted ones overlap, and each refused one overlaps an accepted one', async () => {
    const any = fc.array(
      fc.record({ from: fc.integer({ min: 200, max: 1400 }), minutes: fc.integer({ min: 1, max: 200 }) }),
      { minLength: 80, maxLength: 80 },
    )
    const [asked = []] = fc.sample(any, { numRuns: 1, seed: 20_261_121 })
    const answers = await Promise.all(
      asked.map((one) => claim({ starts_at: ago(one.from), minutes: Math.min(one.minutes, one.from) })),
    )
    const minutesOf = (one: { from: number; minutes: number }) =>
      Array.from({ length: Math.min(one.minutes, one.from) }, (_, i) => one.from - i)
    const taken = asked.filter((_, i) => answers[i]?.status === 200)
    const paid = taken.flatMap(minutesOf)
    expect(taken.length).toBeGreaterThan(3)
    expect(new Set(paid).size).toBe(paid.length)
    for (const [i, one] of asked.entries())
      if (answers[i]?.status !== 200) {
        expect(answers[i]?.error?.code).toBe('overlaps_paid_time')
        expect(minutesOf(one).some((minute) => paid.includes(minute))).toBe(true)
      }
  })

  it('a double click creates one claim and gets the same response', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call(claimExtraTime, claimed({ starts_at: ago(601) }), officer, { key })),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(await mine()).toHaveLength(1)
  })

  it('withdrawn, denied and expired claims don’t block a new one', async () => {
    const of = {
      organization_id: organization.id,
      officer_id: officer.officer_id,
      kind: 'other',
      starts_at: ago(600),
      minutes: 90,
    }
    await server.insert('overtime_requests', {
      ...of,
      status: 'denied',
      decided_by: admin.officer_id,
      decision_reason: 'No',
    })
    await server.insert('overtime_requests', { ...of, submitted_at: ago(30 * 1440 + 1) })
    const first = await claim()
    expect(first.status).toBe(200)
    expect((await server.call(withdrawExtraTime, { id: first.body.id }, officer)).status).toBe(200)
    expect((await claim()).status).toBe(200)
    const states = (await mine()).map((one) => one.state).sort()
    expect(states).toEqual(['denied', 'expired', 'pending', 'withdrawn'])
  })
})

describe('changing an undecided claim', { meta: { shows: ['issue 3.4'] } }, () => {
  it('only its officer edits it, at the version last seen, under the same rules', async () => {
    const { id } = (await claim()).body
    const edit = (over: object, as = officer) =>
      server.call(editExtraTime, { ...claimed(), id, version: 1, ...over }, as)
    expect((await edit({ minutes: 1441 })).status).toBe(400)
    expect((await edit({}, await server.makePerson(organization))).status).toBe(404)
    expect((await edit({ minutes: 30 })).body).toEqual({ version: 2 })
    expect((await edit({ minutes: 40 })).error?.code).toBe('changed_meanwhile')
    await work(officer, 520, 400)
    expect((await edit({ version: 2, minutes: 90 })).error?.code).toBe('overlaps_paid_time')
    expect(await mine()).toMatchObject([{ minutes: 30, state: 'pending' }])
  })

  it('a returned or expired claim can be resubmitted and is pending again', async () => {
    const { id } = (await claim()).body
    await server.rows('update overtime_requests set submitted_at = $2, reminded_days = 7 where id = $1', [
      id,
      ago(8 * 1440),
    ])
    expect((await server.call(returnExtraTime, { id, version: 1, reason: 'Who ordered it?' }, admin)).status).toBe(200)
    expect(await mine()).toMatchObject([
      { state: 'returned', decision_reason: 'Who ordered it?', may: ['edit', 'withdraw'] },
    ])
    expect(
      (await server.call(editExtraTime, { ...claimed({ reason: 'The watch commander' }), id, version: 2 }, officer))
        .status,
    ).toBe(200)
    const [again] = await mine()
    expect(again).toMatchObject({ state: 'pending', reason: 'The watch commander' })
    expect(Date.now() - Date.parse(again?.submitted_at ?? '')).toBeLessThan(60_000)
    await server.rows('update overtime_requests set submitted_at = $2 where id = $1', [id, ago(30 * 1440)])
    expect(await mine()).toMatchObject([{ state: 'expired', may: ['edit', 'withdraw'] }])
    expect((await server.call(editExtraTime, { ...claimed(), id, version: 3 }, officer)).status).toBe(200)
    expect(await mine()).toMatchObject([{ state: 'pending' }])
  })

  it('is refused after a decision', async () => {
    const row = {
      organization_id: organization.id,
      officer_id: officer.officer_id,
      kind: 'other',
      starts_at: ago(600),
      minutes: 90,
    }
    const { id } = await server.insert('overtime_requests', {
      ...row,
      status: 'approved',
      decided_by: admin.officer_id,
    })
    expect((await server.call(editExtraTime, { ...claimed(), id: String(id), version: 1 }, officer)).error?.code).toBe(
      'already_decided',
    )
    expect((await server.call(withdrawExtraTime, { id: String(id) }, officer)).error?.code).toBe('already_decided')
  })
})

describe('without the feature', { meta: { shows: ['issue 3.4 flag'] } }, () => {
  it('refuses every call, including the officer’s own claim', async () => {
    const { id } = (await claim()).body
    await server.rows(`update organizations set features_enabled = '{"overtime": false}' where id = $1`, [
      organization.id,
    ])
    const answers = [
      await claim({ starts_at: ago(900) }),
      await server.call(listMyExtraTime, {}, officer),
      await server.call(editExtraTime, { ...claimed(), id, version: 1 }, officer),
      await server.call(withdrawExtraTime, { id }, officer),
      await server.call(listExtraTime, {}, admin),
    ]
    for (const one of answers) expect([one.status, one.error?.code]).toEqual([403, 'feature_not_available'])
  })
})

it('pages own claims by key, latest first, each once', { meta: { shows: ['issue 3.4'] } }, async () => {
  for (let i = 0; i < 7; i++) await claim({ starts_at: ago(2000 + (i >> 1) * 100 + i), minutes: 1 })
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await server.call(listMyExtraTime, { limit: 3, ...(after ? { after } : {}) }, officer)
    seen.push(...body.items.map((one) => one.starts_at))
    after = body.next ?? undefined
  } while (after)
  expect(seen).toHaveLength(7)
  expect(seen).toEqual([...seen].sort().reverse())
})

describe('a claim that was saved without a connection', {
  meta: { shows: ['issue 3.4 bounds', 'issue 12 outbox'] },
}, () => {
  beforeEach(() => server.rows('update organizations set hours_edit_limit_days = 2 where id = $1', [organization.id]))

  it('counts for the limit from when it was made, also when it is corrected', async () => {
    const starts_at = ago(5 * 1440)
    expect((await claim({ starts_at })).error?.code).toBe('past_edit_limit')
    expect((await claim({ starts_at, ...saved(1) })).error?.code).toBe('past_edit_limit')
    const made = await claim({ starts_at, ...saved(4) })
    expect(made.error).toBeNull()
    const [own] = await mine()
    const back = { id: made.body.id, version: own?.version ?? 0, reason: 'Which gate?' }
    expect((await server.call(returnExtraTime, back, admin)).error).toBeNull()
    const again = { ...claimed({ starts_at, reason: 'Gate 4' }), id: made.body.id, version: back.version + 1 }
    expect((await server.call(editExtraTime, again, officer)).error).toBeNull()
  })

  it('counts from six days before it arrives at the earliest, and never from later than now', async () => {
    expect((await claim({ starts_at: ago(9 * 1440), ...saved(8.5) })).error?.code).toBe('past_edit_limit')
    expect((await claim({ starts_at: ago(7 * 1440), ...saved(8.5) })).error).toBeNull()
    expect((await claim({ starts_at: ago(600), ...saved(-3) })).error).toBeNull()
    const [latest] = await server.rows<{ late: boolean }>(
      'select bool_or(created_at > now()) as late from overtime_requests where officer_id = $1',
      [officer.officer_id],
    )
    expect(latest?.late).toBe(false)
  })
})
