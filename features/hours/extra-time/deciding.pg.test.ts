import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reviewList } from '#features/hours/attendance/contract.review.ts'
import { routes as reviewRoutes } from '#features/hours/attendance/routes.review.ts'
import { countPending } from '#features/hours/pending-counts/contract.ts'
import { routes as counts } from '#features/hours/pending-counts/routes.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  approveExtraTime,
  decideManyExtraTime,
  denyExtraTime,
  listExtraTime,
  listMyExtraTime,
  returnExtraTime,
  undoExtraTime,
} from './contract.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
let admin: TestPerson
let second: TestPerson

const minute = 60_000
const began = Math.floor(Date.now() / minute) * minute
/** Before the current minute, taken once: the minute may turn while the tests run. */
const ago = (minutes: number) => new Date(began - minutes * minute).toISOString()
let turn = 0
/** A one-hour claim; each call uses a different hour. */
const make = async (over: Record<string, unknown> = {}) => {
  turn += 1
  const row = {
    organization_id: organization.id,
    officer_id: officer.officer_id,
    kind: 'callback',
    reason: `Call ${turn}`,
  }
  const made = await server.insert('overtime_requests', {
    ...row,
    starts_at: ago(1000 + turn * 60),
    minutes: 60,
    ...over,
  })
  return { id: String(made.id), version: 1 }
}
const rowOf = async (id: string) => (await server.rows('select * from overtime_requests where id = $1', [id]))[0]
const told = async (person: TestPerson | null) =>
  (
    await server.rows<{ title: string; message: string }>(
      `select title, message from notifications where organization_id = $1 and officer_id is not distinct from $2 order by created_at, title`,
      [organization.id, person?.officer_id ?? null],
    )
  ).map((one) => one.title)

/** A recorded shift of the officer; from and to are in minutes ago. */
const work = async (from: number, to: number) => {
  const of = { organization_id: organization.id }
  const times = { starts_at: ago(from), ends_at: ago(to) }
  const job = await server.insert('assignments', {
    ...of,
    title: 'Gate',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', { ...of, assignment_id: job.id, name: 'P', required_count: 1, ...times })
  const who = { assignment_id: job.id, officer_id: officer.officer_id }
  const signup = await server.insert('officer_assignments', {
    ...of,
    ...who,
    post_id: post.id,
    status: 'confirmed',
    ...times,
  })
  await server.insert('attendance', {
    ...of,
    ...who,
    signup_id: signup.id,
    state: 'submitted',
    scheduled_starts_at: times.starts_at,
    scheduled_ends_at: times.ends_at,
    checked_in_at: times.starts_at,
    checked_out_at: times.ends_at,
  })
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...reviewRoutes, ...signupRoutes, ...counts])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization, { name: 'Officer One' })
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin One' })
  second = await server.makePerson(organization, { role: 'admin', name: 'Admin Two' })
})

describe('deciding extra time', { meta: { shows: ['issue 3.4 decided', '2 /admin/overtime'] } }, () => {
  it('approves as requested, notifies the officer and audits it', async () => {
    const seen = await make()
    expect((await server.call(approveExtraTime, seen, admin)).status).toBe(200)
    expect(await rowOf(seen.id)).toMatchObject({
      status: 'approved',
      decided_by: admin.officer_id,
      asked_minutes: null,
      minutes: 60,
    })
    expect(await told(officer)).toEqual(['Extra time approved'])
    const [record] = await server.rows(
      `select before, after from audit_entries where organization_id = $1 and action = 'extra_time.approve'
      and thing_type = 'overtime_requests'`,
      [organization.id],
    )
    expect([record?.before.status, record?.after.status]).toEqual(['pending', 'approved'])
  })

  it('approves a corrected claim with a reason and keeps the requested times beside it', async () => {
    const seen = await make({ starts_at: ago(700) })
    const times = { starts_at: ago(690), minutes: 30 }
    expect((await server.call(approveExtraTime, { ...seen, times }, admin)).error?.fields?.[0]?.field).toBe('reason')
    expect((await server.call(approveExtraTime, { ...seen, times, reason: 'By the log' }, admin)).status).toBe(200)
    const [item] = (await server.call(listExtraTime, { state: 'approved' }, admin)).body.items
    expect(item).toMatchObject({
      minutes: 30,
      asked: { minutes: 60 },
      decision_reason: 'By the log',
      decided_by: 'Admin One',
    })
    expect(Date.parse(item?.asked?.starts_at ?? '')).toBe(Date.parse(ago(700)))
    const [own] = (await server.call(listMyExtraTime, {}, officer)).body.items
    expect(own).toMatchObject({ minutes: 30, asked: { minutes: 60 }, decision_reason: 'By the log' })
  })

  it('corrected times follow the rules: past, whole minutes, near the requested times, not paid elsewhere', async () => {
    const seen = await make({ starts_at: ago(700) })
    await make({ starts_at: ago(640) })
    const correct = (times: { starts_at: string; minutes: number }) =>
      server.call(approveExtraTime, { ...seen, times, reason: 'x' }, admin)
    expect((await correct({ starts_at: ago(700), minutes: 61 })).error?.code).toBe('overlaps_paid_time')
    expect((await correct({ starts_at: ago(10), minutes: 30 })).error?.code).toBe('not_past')
    expect((await correct({ starts_at: ago(3000), minutes: 30 })).error?.code).toBe('far_from_asked')
    expect((await correct({ starts_at: ago(700), minutes: 1441 })).status).toBe(400)
    expect((await correct({ starts_at: ago(710), minutes: 70 })).status).toBe(200)
  })

  it('denies and returns with a reason that reaches the officer', async () => {
    const [one, two] = [await make(), await make()]
    for (const endpoint of [denyExtraTime, returnExtraTime])
      expect((await server.call(endpoint, { ...one, reason: '  ' }, admin)).error?.fields?.[0]?.field).toBe('reason')
    expect((await server.call(denyExtraTime, { ...one, reason: 'Not ordered' }, admin)).status).toBe(200)
    expect((await server.call(returnExtraTime, { ...two, reason: 'Which court?' }, admin)).status).toBe(200)
    expect([(await rowOf(one.id))?.status, (await rowOf(two.id))?.status]).toEqual(['denied', 'returned'])
    expect(await told(officer)).toEqual(['Extra time denied', 'Extra time returned'])
  })

  it('refuses to pay hours recorded since the claim', async () => {
    const seen = await make({ starts_at: ago(500) })
    await work(900, 480)
    expect((await server.call(listExtraTime, {}, admin)).body.items).toMatchObject([{ overlaps: true }])
    expect((await server.call(approveExtraTime, seen, admin)).error?.code).toBe('overlaps_paid_time')
    const many = await server.call(decideManyExtraTime, { action: 'approve', items: [seen] }, admin)
    expect(many.body).toEqual({ decided: 0, items: [{ id: seen.id, verdict: 'overlaps_paid_time' }] })
    const after = { starts_at: ago(480), minutes: 40 }
    expect(
      (await server.call(approveExtraTime, { ...seen, times: after, reason: 'After the shift' }, admin)).status,
    ).toBe(200)
  })

  it('flags hours recorded over approved extra time in their review, but not back-to-back ones', async () => {
    const flags = async () => (await server.call(reviewList, {}, admin)).body.items.map((row) => row.flags)
    await make({ starts_at: ago(480), status: 'approved', decided_by: admin.officer_id })
    await work(900, 480)
    expect(await flags()).toEqual([[]])
    await server.rows(
      `update attendance set checked_out_at = checked_out_at + interval '59 seconds' where organization_id = $1`,
      [organization.id],
    )
    expect(await flags()).toEqual([[]])
    await server.rows(
      `update attendance set checked_out_at = checked_out_at + interval '1 second' where organization_id = $1`,
      [organization.id],
    )
    expect(await flags()).toEqual([['overlaps_other_work']])
    expect((await server.call(listExtraTime, { state: 'approved' }, admin)).body.items).toMatchObject([
      { overlaps: true },
    ])
  })
})

describe('own claims and competing decisions', { meta: { shows: ['issue 3.4 never own'] } }, () => {
  it('an admin’s own claim needs another admin', async () => {
    const seen = await make({ officer_id: admin.officer_id })
    const answers = [
      await server.call(approveExtraTime, seen, admin),
      await server.call(denyExtraTime, { ...seen, reason: 'x' }, admin),
      await server.call(returnExtraTime, { ...seen, reason: 'x' }, admin),
    ]
    for (const one of answers) expect([one.status, one.error?.code]).toEqual([403, 'own_extra_time'])
    const many = await server.call(decideManyExtraTime, { action: 'approve', items: [seen] }, admin)
    expect(many.body.items).toEqual([{ id: seen.id, verdict: 'own_extra_time' }])
    expect((await server.call(listExtraTime, {}, admin)).body.items).toMatchObject([
      { own: true, may: ['edit', 'withdraw'] },
    ])
    expect((await server.call(approveExtraTime, seen, second)).status).toBe(200)
  })

  it('when two admins decide at once, the first wins and the second learns the outcome', {
    meta: { shows: ['issue 3.4 first wins'] },
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const seen = await make()
      const answers = await Promise.all([
        server.call(approveExtraTime, seen, admin),
        server.call(denyExtraTime, { ...seen, reason: 'No' }, second),
        server.call(approveExtraTime, seen, second),
      ])
      const [won, ...lost] = [...answers].sort((a, b) => a.status - b.status)
      expect([won?.status, ...lost.map((one) => one.status)]).toEqual([200, 409, 409])
      const row = await rowOf(seen.id)
      const by = row?.decided_by === admin.officer_id ? 'Admin One' : 'Admin Two'
      for (const one of lost)
        expect(one.error).toMatchObject({ code: 'already_decided', details: { what: row?.status, by } })
    }
  })

  it('an outdated click does not approve a claim changed since', async () => {
    const seen = await make()
    await server
      .rows('update overtime_requests set version = 2, minutes = 600 where id = $1', [seen.id])
      .catch(() => undefined)
    await server.rows('update overtime_requests set version = 2 where id = $1', [seen.id])
    expect((await server.call(approveExtraTime, seen, admin)).error?.code).toBe('changed_meanwhile')
  })

  it('an officer can’t decide, and another department’s claim is not found', async () => {
    const seen = await make()
    expect((await server.call(approveExtraTime, seen, officer)).status).toBe(403)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(approveExtraTime, seen, stranger)).status).toBe(404)
  })
})

describe('bulk decisions', { meta: { shows: ['issue 3.4 bulk'] } }, () => {
  it('decides the rows it can, and names each other row with the reason', async () => {
    const [a, b, own, gone, changed] = [
      await make(),
      await make(),
      await make({ officer_id: admin.officer_id }),
      { id: organization.id, version: 1 },
      await make(),
    ]
    await server.call(denyExtraTime, { ...b, reason: 'No' }, second)
    const answer = await server.call(
      decideManyExtraTime,
      { action: 'return', reason: 'Add who ordered it', items: [a, b, own, gone, { ...changed, version: 7 }] },
      admin,
    )
    expect(answer.body).toEqual({
      decided: 1,
      items: [
        { id: a.id, verdict: 'decided' },
        { id: b.id, verdict: 'already_decided' },
        { id: own.id, verdict: 'own_extra_time' },
        { id: gone.id, verdict: 'not_found' },
        { id: changed.id, verdict: 'changed_meanwhile' },
      ],
    })
    expect((await rowOf(a.id))?.status).toBe('returned')
    expect(
      (await server.call(decideManyExtraTime, { action: 'deny', items: [changed] }, admin)).error?.fields?.[0]?.field,
    ).toBe('reason')
  })

  it('requires bulk operations and extra time', async () => {
    const seen = await make()
    const off = async (flag: string) => {
      await server.rows('update organizations set features_enabled = $2 where id = $1', [
        organization.id,
        JSON.stringify({ [flag]: false }),
      ])
      return (await server.call(decideManyExtraTime, { action: 'approve', items: [seen] }, admin)).error?.code
    }
    expect([await off('bulk_operations'), await off('overtime')]).toEqual([
      'feature_not_available',
      'feature_not_available',
    ])
    expect((await rowOf(seen.id))?.status).toBe('pending')
  })
})

describe('reminders and expiry', { meta: { shows: ['issue 3.4 expiry'] } }, () => {
  const remind = () =>
    Promise.all(
      sweeps.map((sweep) => server.database.transaction([enterSystem(organization.id, 'job')], (db) => sweep.run(db))),
    )

  it('reminds admins after 3 and 7 days, once each; a claim expires after 30, notifies both sides and stores no state', {
    meta: { shows: ['issue 3.4 reminders', 'issue 3.4 expires'] },
  }, async () => {
    const { id } = await make({ submitted_at: ago(3 * 1440 - 60) })
    await remind()
    expect(await told(null)).toEqual([])
    const wait = async (days: number) => {
      await server.rows('update overtime_requests set submitted_at = $2 where id = $1', [id, ago(days * 1440 + 1)])
      await Promise.all([remind(), remind()])
      await remind()
    }
    await wait(3)
    expect(await told(null)).toEqual(['Extra time has been pending for 3 days'])
    await wait(7)
    expect(await told(null)).toEqual([
      'Extra time has been pending for 3 days',
      'Extra time has been pending for 7 days',
    ])
    expect(await told(officer)).toEqual([])
    await wait(30)
    expect((await told(null)).at(-1)).toBe('Extra time expired without a decision')
    expect(await told(officer)).toEqual(['Extra time expired'])
    expect((await rowOf(id))?.status).toBe('pending')
  })

  it('an expired claim is not pending in the list, the badge or a decision', async () => {
    const old = await make({ submitted_at: ago(30 * 1440) })
    await make()
    expect((await server.call(countPending, {}, admin)).body.extra_time).toBe(1)
    expect((await server.call(listExtraTime, {}, admin)).body.items).toHaveLength(1)
    expect((await server.call(listExtraTime, { state: 'expired' }, admin)).body.items).toMatchObject([
      { id: old.id, state: 'expired', may: [] },
    ])
    expect((await server.call(approveExtraTime, old, admin)).error?.code).toBe('extra_time_expired')
  })
})

describe('the admin’s list', { meta: { shows: ['issue 3.4'] } }, () => {
  it('shows pending claims oldest first and the rest latest first, each once across pages', async () => {
    for (let i = 0; i < 7; i++) await make({ submitted_at: ago(10 * (i % 4)) })
    for (const state of ['pending', 'all'] as const) {
      const seen: { submitted_at: string; starts_at: string }[] = []
      let after: string | undefined
      do {
        const { body } = await server.call(listExtraTime, { state, limit: 3, ...(after ? { after } : {}) }, admin)
        seen.push(...body.items)
        after = body.next ?? undefined
      } while (after)
      expect(seen).toHaveLength(7)
      const keys = seen.map((one) => (state === 'pending' ? one.submitted_at : one.starts_at))
      expect(keys).toEqual(state === 'pending' ? [...keys].sort() : [...keys].sort().reverse())
    }
  })

  it('filters by kind, officer, day in the department’s time zone and text, and refuses unknown values', async () => {
    const court = await make({
      kind: 'court',
      docket_number: 'CR-26-7',
      court: 'County',
      starts_at: '2026-11-02T05:30:00Z',
    })
    const other = await make({ officer_id: second.officer_id, starts_at: '2026-11-02T06:30:00Z' })
    const find = async (ask: object) =>
      (await server.call(listExtraTime, { state: 'all', ...ask }, admin)).body.items.map((one) => one.id)
    expect(await find({ kind: 'court' })).toEqual([court.id])
    expect(await find({ officer_id: second.officer_id })).toEqual([other.id])
    // 05:30 UTC is 23:30 the previous day in Chicago.
    expect(await find({ to: '2026-11-01' })).toEqual([court.id])
    expect(await find({ from: '2026-11-02' })).toEqual([other.id])
    expect(await find({ search: 'cr-26' })).toEqual([court.id])
    expect(await find({ search: 'admin two' })).toEqual([other.id])
    expect(await find({ search: '%' })).toEqual([])
    expect((await server.call(listExtraTime, { state: 'nonsense' as 'all' }, admin)).status).toBe(400)
  })
})

describe('undoing a decision within a minute', () => {
  it('can be undone by the admin who made it; the claim is pending again, unchanged', async () => {
    for (const decide of [approveExtraTime, denyExtraTime, returnExtraTime] as const) {
      const claim = await make()
      await server.call(decide, { ...claim, reason: 'A slip' }, admin)
      expect((await server.call(undoExtraTime, { id: claim.id }, second)).error?.code).toBe('undo_over')
      expect((await server.call(undoExtraTime, { id: claim.id }, admin)).status).toBe(200)
      expect(await rowOf(claim.id)).toMatchObject({
        status: 'pending',
        decided_by: null,
        decided_at: null,
        decision_reason: null,
      })
      expect((await server.call(undoExtraTime, { id: claim.id }, admin)).error?.code).toBe('undo_over')
    }
    expect(await told(officer)).toContain('Extra time is pending again')
  })

  it('stays after a minute, where other times were approved, and once it was exported', async () => {
    const [late, corrected, locked] = [await make(), await make(), await make()]
    for (const claim of [late, locked]) await server.call(approveExtraTime, claim, admin)
    await server.rows(`update overtime_requests set decided_at = now() - interval '61 seconds' where id = $1`, [
      late.id,
    ])
    await server.rows(`update overtime_requests set status = 'locked' where id = $1`, [locked.id])
    const before = await rowOf(corrected.id)
    const times = { starts_at: new Date(String(before?.starts_at)).toISOString(), minutes: 30 }
    await server.call(approveExtraTime, { ...corrected, times, reason: 'Half of it' }, admin)
    for (const claim of [late, corrected, locked])
      expect((await server.call(undoExtraTime, { id: claim.id }, admin)).error?.code).toBe('undo_over')
  })
})
