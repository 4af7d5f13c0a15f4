import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOff, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { signupActions, signupStatuses, signupTable } from '#features/shifts/signups/rules.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  approveMany,
  approveSignup,
  assignOfficer,
  decideCallOff,
  getRoster,
  listCandidates,
  listPending,
  rejectSignup,
  releaseSignup,
} from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let second: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()

type Made = { assignment_id: string; post_id: string }
const makeJob = async (
  over: Record<string, unknown> = {},
  post: Record<string, unknown> = {},
  where: { id: string } = organization,
): Promise<Made> => {
  const times = { starts_at: over.starts_at ?? at(48), ends_at: over.ends_at ?? at(56) }
  const assignment = await server.insert('assignments', {
    organization_id: where.id,
    title: 'Night patrol',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    signup_mode: 'approval',
    ...times,
    ...over,
  })
  const made = await server.insert('posts', {
    organization_id: where.id,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 3,
    ...times,
    ...post,
  })
  return { assignment_id: String(assignment.id), post_id: String(made.id) }
}
const person = (over: Record<string, unknown> = {}) => server.makePerson(organization, over)
const asked = async (job: Made, who?: TestPerson) => {
  const one = who ?? (await person())
  const answer = await server.call(signUp, job, one)
  expect(answer.status).toBe(200)
  return { one, id: answer.body.id }
}
const toldTo = async (officerId: string) =>
  (
    await server.rows<{ type: string }>(
      'select type from notifications where officer_id = $1 order by created_at, id',
      [officerId],
    )
  ).map((row) => row.type)
const codes = (answers: { error: { code: string } | null }[]) => answers.map((a) => a.error?.code ?? 'done').sort()

beforeAll(async () => {
  server = await startTestServer([...routes, ...signups])
  organization = await server.makeOrganization()
  admin = await person({ role: 'admin' })
  second = await person({ role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('deciding', { meta: { shows: ['issue 2.7'] } }, () => {
  it('approves, denies and removes, notifies the officer, and records who and why', async () => {
    const job = await makeJob()
    const [yes, no] = [await asked(job), await asked(job)]
    const approved = await server.call(approveSignup, { id: yes.id }, admin)
    expect(approved.body).toMatchObject({ status: 'confirmed', decided_by: 'Test Person', may: ['release'] })
    const rejected = await server.call(rejectSignup, { id: no.id, reason: 'Too many hours' }, admin)
    expect(rejected.body).toMatchObject({ status: 'rejected', reason: 'Too many hours', may: [] })
    const released = await server.call(releaseSignup, { id: yes.id, reason: 'Needed elsewhere' }, second)
    expect(released.body).toMatchObject({ status: 'released' })
    expect(await toldTo(yes.one.officer_id)).toEqual(['signup_approved', 'signup_released'])
    expect(await toldTo(no.one.officer_id)).toEqual(['signup_rejected'])
    expect((await server.call(signUp, job, no.one)).error?.code).toBe('turned_down')
    expect((await server.call(rejectSignup, { id: no.id, reason: '  ' }, admin)).error?.fields?.[0]?.field).toBe(
      'reason',
    )
  })

  it('when two admins decide at once, the first wins and the other is informed', async () => {
    const { id } = await asked(await makeJob())
    const answers = await Promise.all([
      server.call(approveSignup, { id }, admin),
      server.call(rejectSignup, { id, reason: 'No thanks' }, second),
    ])
    expect(codes(answers)).toEqual(['done', 'wrong_state'])
  })

  it('when two admins approve two overlapping requests of one officer, exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await person()
      const a = await asked(await makeJob({ starts_at: at(48), ends_at: at(56) }), one)
      const b = await asked(await makeJob({ starts_at: at(55), ends_at: at(60) }), one)
      const answers = await Promise.all([
        server.call(approveSignup, { id: a.id }, admin),
        server.call(approveSignup, { id: b.id }, second),
      ])
      expect(codes(answers)).toEqual(['done', 'overlaps'])
    }
  })

  it('of 20 pending requests for 3 spots, two admins approving all get 3 approved', async () => {
    const job = await makeJob()
    const waiting = await Promise.all(Array.from({ length: 20 }, () => asked(job)))
    const answers = await Promise.all(
      waiting.map(({ id }, i) => server.call(approveSignup, { id }, i % 2 ? admin : second)),
    )
    expect(codes(answers).filter((code) => code === 'done')).toHaveLength(3)
    expect(codes(answers).filter((code) => code === 'full')).toHaveLength(17)
  })

  it('nobody decides on their own sign-up, in the handler or the database', async () => {
    const { id } = await asked(await makeJob(), admin)
    const refused = await server.call(approveSignup, { id }, admin)
    expect([refused.status, refused.error?.code]).toEqual([403, 'own_signup'])
    const job = await makeJob({ starts_at: at(80), ends_at: at(82) })
    expect((await server.call(assignOfficer, { ...job, officer_id: admin.officer_id }, admin)).error?.code).toBe(
      'own_signup',
    )
    await expect(
      server.rows("update officer_assignments set status = 'confirmed', decided_by = officer_id where id = $1", [id]),
    ).rejects.toThrow(/signups_not_own/)
    const roster = await server.call(
      getRoster,
      {
        assignment_id:
          (
            await server.rows<{ assignment_id: string }>(
              'select assignment_id from officer_assignments where id = $1',
              [id],
            )
          )[0]?.assignment_id ?? '',
      },
      admin,
    )
    expect(roster.body.signups).toMatchObject([{ own: true, may: [] }])
  })

  it('accepting a call-off request frees the spot, and denying it keeps the spot', async () => {
    const job = await makeJob({ signup_mode: 'first_come', starts_at: at(12), ends_at: at(20) })
    const [a, b] = [await asked(job), await asked(job)]
    for (const { one, id } of [a, b]) await server.call(callOff, { id, reason: 'Sick child' }, one)
    const accepted = await server.call(decideCallOff, { id: a.id, accept: true }, admin)
    expect(accepted.body).toMatchObject({ status: 'called_off', calloff_reason: 'Sick child' })
    expect((await server.call(decideCallOff, { id: b.id, accept: false }, admin)).error?.fields?.[0]?.field).toBe(
      'reason',
    )
    const refused = await server.call(decideCallOff, { id: b.id, accept: false, reason: 'Nobody else' }, admin)
    expect(refused.body.status).toBe('confirmed')
    const roster = await server.call(getRoster, { assignment_id: job.assignment_id }, admin)
    expect(roster.body.posts).toMatchObject([{ confirmed_count: 1 }])
    expect([await toldTo(a.one.officer_id), await toldTo(b.one.officer_id)]).toEqual([
      ['calloff_accepted'],
      ['calloff_refused'],
    ])
  })

  it('bulk approval gives each request a verdict and requires the feature', async () => {
    const job = await makeJob({}, { required_count: 2 })
    const waiting = [await asked(job), await asked(job), await asked(job)]
    const own = await asked(job, admin)
    const gone = crypto.randomUUID()
    const answer = await server.call(approveMany, { ids: [...waiting.map((w) => w.id), own.id, gone] }, admin)
    expect(answer.body.results.map((r) => r.code ?? 'done').sort()).toEqual([
      'done',
      'done',
      'full',
      'not_found',
      'own_signup',
    ])
    const basic = await server.makeOrganization({ subscription_tier: 'basic' })
    const poor = await server.makePerson(basic, { role: 'admin' })
    expect((await server.call(approveMany, { ids: [gone] }, poor)).error?.code).toBe('feature_not_available')
  })
})

describe('assigning an officer', { meta: { shows: ['issue 2.7'] } }, () => {
  it('runs every check, overrides the allowed ones with a reason, and notifies the officer', async () => {
    const job = await makeJob({ signup_closes_at: at(-2) }, { requirements: { units: ['K9'] }, required_count: 1 })
    const one = await person({ unit: 'Court' })
    const bare = await server.call(assignOfficer, { ...job, officer_id: one.officer_id }, admin)
    expect(bare.error).toMatchObject({ code: 'window_closed', details: { overridable: true } })
    const found = await server.call(listCandidates, { ...job, q: one.email.slice(0, 3) }, admin)
    expect(found.status).toBe(200)
    const override_reason = 'Short-handed'
    const done = await server.call(assignOfficer, { ...job, officer_id: one.officer_id, override_reason }, admin)
    expect(done.body).toMatchObject({ status: 'confirmed', assigned_by: 'Test Person', override_reason })
    expect(await toldTo(one.officer_id)).toEqual(['signup_assigned'])
    const next = await person()
    const full = await server.call(assignOfficer, { ...job, officer_id: next.officer_id, override_reason }, admin)
    expect(full.error).toMatchObject({ code: 'full', details: { overridable: false } })
    const across = await makeJob({ starts_at: at(50), ends_at: at(51) })
    const busy = await server.call(assignOfficer, { ...across, officer_id: one.officer_id, override_reason }, admin)
    expect(busy.error).toMatchObject({ code: 'overlaps', details: { title: 'Night patrol', overridable: false } })
    const off = await person({ suspended_at: at(-1) })
    const refused = await server.call(assignOfficer, { ...across, officer_id: off.officer_id, override_reason }, admin)
    expect(refused.error?.code).toBe('suspended')
  })

  it('records the reason for assigning out of rank order, without overriding any check', async () => {
    const closed = await makeJob({ signup_closes_at: at(-2) })
    const open = await makeJob({ starts_at: at(80), ends_at: at(84) })
    const one = await person()
    const assign = (job: typeof open, reason: string) =>
      server.call(assignOfficer, { ...job, officer_id: one.officer_id, out_of_order: { reason } }, admin)
    expect((await assign(open, '')).error?.code).toBe('invalid_input')
    expect((await assign(closed, 'Knows the site')).error?.code).toBe('window_closed')
    expect((await assign(open, 'Knows the site')).body).toMatchObject({
      override_reason: null,
      order_reason: 'Knows the site',
    })
  })

  it('asks for a reason that is kept while the award of the shift is still to come', async () => {
    const job = await makeJob({ signup_mode: 'award', signup_closes_at: at(20) })
    const one = await person()
    expect((await server.call(listCandidates, job, admin)).body.award_to_come).toBe(true)
    const bare = await server.call(assignOfficer, { ...job, officer_id: one.officer_id }, admin)
    expect(bare.error).toMatchObject({ code: 'invalid_input' })
    expect(JSON.stringify(bare.error)).toContain('bypasses')
    const out_of_order = { reason: 'Named by the court' }
    const done = await server.call(assignOfficer, { ...job, officer_id: one.officer_id, out_of_order }, admin)
    expect(done.body).toMatchObject({ status: 'confirmed', order_reason: 'Named by the court' })
    const kept = await server.rows(
      `select from audit_entries where action = 'signups.assign' and after ->> 'order_reason' = 'Named by the court'`,
    )
    expect(kept).toHaveLength(1)
    const awarded = await makeJob({
      ...{ signup_mode: 'award', awarded_at: at(-1) },
      starts_at: at(80),
      ends_at: at(84),
    })
    expect((await server.call(listCandidates, awarded, admin)).body.award_to_come).toBe(false)
    expect((await server.call(assignOfficer, { ...awarded, officer_id: one.officer_id }, admin)).error).toBeNull()
  })

  it('when two admins assign one officer to two overlapping shifts, exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const { officer_id } = await person()
      const [a, b] = [await makeJob(), await makeJob({ starts_at: at(50), ends_at: at(70) })]
      const answers = await Promise.all([
        server.call(assignOfficer, { ...a, officer_id }, admin),
        server.call(assignOfficer, { ...b, officer_id }, second),
      ])
      expect(codes(answers)).toEqual(['done', 'overlaps'])
    }
  })

  it('lists candidates, eligible ones first, with every reason, and finds them by badge', async () => {
    const own = await server.makeOrganization()
    const boss = await server.makePerson(own, { role: 'admin', name: 'Boss' })
    const job = await makeJob({ signup_mode: 'first_come' }, {}, own)
    for (let i = 0; i < 25; i++) {
      await server.insert('officers', {
        organization_id: own.id,
        name: `Officer ${String(i).padStart(2, '0')}`,
        badge_number: `Q${i}`,
        approved: true,
      })
    }
    const busy = await server.makePerson(own, { name: 'Officer 99' })
    await server.call(signUp, job, busy)
    const first = await server.call(listCandidates, job, boss)
    expect(first.body.items).toHaveLength(27)
    expect(first.body).toMatchObject({ eligible_count: 25, next: null })
    expect(first.body.items.at(-2)).toMatchObject({
      name: 'Officer 99',
      reasons: [{ code: 'already_signed_up', overridable: false }],
    })
    expect(first.body.items.at(-1)).toMatchObject({ name: 'Boss', own: true, ranked: false })
    expect((await server.call(listCandidates, { ...job, q: 'q24' }, boss)).body.items).toMatchObject([
      { name: 'Officer 24', reasons: [] },
    ])
    const eligible = await server.call(listCandidates, { ...job, eligible: 'yes' }, boss)
    expect(eligible.body.items).toHaveLength(25)
    expect(eligible.body.others).toEqual([
      { code: 'own', count: 1 },
      { code: 'already_signed_up', count: 1 },
    ])
    expect((await server.call(listCandidates, { ...job, q: '%' }, boss)).body.items).toEqual([])
    expect((await server.call(listCandidates, { ...job, q: 'nobody' }, boss)).status).toBe(200)
  })
})

describe('what the admin sees', { meta: { shows: ['issue 2.7'] } }, () => {
  it('the roster lists the allowed decisions like the rule, in every state', async () => {
    const job = await makeJob({}, { required_count: 100 })
    for (const status of signupStatuses) {
      const one = await person()
      await server.insert('officer_assignments', {
        organization_id: organization.id,
        ...job,
        officer_id: one.officer_id,
        status,
        starts_at: at(48),
        ends_at: at(56),
        offer_expires_at: at(1),
      })
    }
    const { body } = await server.call(getRoster, { assignment_id: job.assignment_id }, admin)
    expect(body.signups).toHaveLength(signupStatuses.length)
    const offered = ['approve', 'reject', 'release', 'decide_calloff'] as const
    for (const row of body.signups) {
      expect(row.may).toEqual(offered.filter((action) => signupTable[action].includes(row.status)))
    }
    expect(signupActions).toEqual(expect.arrayContaining([...offered]))
    expect(body.may_assign).toBe(true)
  })

  it('the roster says who checked in, whom no one can remove any more', async () => {
    const job = await makeJob({ starts_at: at(-9), ends_at: at(-1) })
    const times = { starts_at: at(-9), ends_at: at(-1) }
    const [came, stayed] = [await person(), await person()]
    const ids: string[] = []
    for (const { officer_id } of [came, stayed]) {
      const row = { organization_id: organization.id, ...job, officer_id, status: 'confirmed', ...times }
      ids.push(String((await server.insert('officer_assignments', row)).id))
    }
    await server.insert('attendance', {
      ...{ organization_id: organization.id, signup_id: ids[0], assignment_id: job.assignment_id },
      ...{ officer_id: came.officer_id, state: 'open', checked_in_at: at(-9) },
      ...{ scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at },
    })
    const { body } = await server.call(getRoster, { assignment_id: job.assignment_id }, admin)
    expect(new Map(body.signups.map((row) => [row.id, row.checked_in]))).toEqual(
      new Map([
        [ids[0], true],
        [ids[1], false],
      ]),
    )
    const refused = await server.call(releaseSignup, { id: String(ids[0]), reason: 'Mistake' }, admin)
    expect(refused.error?.code).toBe('checked_in')
  })

  it('pending requests form one queue, earliest shift first, with what blocks each', async () => {
    const own = await server.makeOrganization()
    const boss = await server.makePerson(own, { role: 'admin' })
    const one = await server.makePerson(own)
    const later = await makeJob({ title: 'Later', starts_at: at(52), ends_at: at(60) }, {}, own)
    const sooner = await makeJob(
      { title: 'Sooner', starts_at: at(12), ends_at: at(20), signup_mode: 'first_come' },
      {},
      own,
    )
    const taken = await makeJob(
      { title: 'Taken', starts_at: at(55), ends_at: at(56), signup_mode: 'first_come' },
      {},
      own,
    )
    await asked(later, one)
    const signup = await asked(sooner, one)
    await asked(taken, one)
    await server.call(callOff, { id: signup.id, reason: 'Court date' }, one)
    const all = await server.call(listPending, { limit: 1 }, boss)
    expect(all.body.items).toMatchObject([
      {
        ...{ title: 'Sooner', status: 'calloff_requested', may: ['release', 'decide_calloff'] },
        after_calloff: { confirmed: 0, required: 3 },
      },
    ])
    const rest = await server.call(listPending, { limit: 1, after: all.body.next ?? '' }, boss)
    expect(rest.body).toMatchObject({
      items: [{ title: 'Later', overlaps: [{ title: 'Taken' }], places_left: 3, after_calloff: null }],
      next: null,
    })
    // The filters of the list of shifts narrow it too.
    const titles = async (input: Parameters<typeof server.call<typeof listPending>>[1]) =>
      (await server.call(listPending, input, boss)).body.items.map(({ title }) => title)
    expect(await titles({ search: 'later' })).toEqual(['Later'])
    expect(await titles({ unfilled: 'yes', when: 'upcoming' })).toEqual(['Sooner', 'Later'])
    expect(await titles({ kind: 'court' })).toEqual([])
    expect(await titles({ when: 'past' })).toEqual([])
    expect((await server.call(listPending, {}, one)).status).toBe(403)
  })

  it('another department’s data is not found', async () => {
    const job = await makeJob()
    const { id, one } = await asked(job)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const gone = crypto.randomUUID()
    const bare = (a: { status: number; error: object | null }) => ({ status: a.status, ...a.error, request_id: '' })
    for (const call of [
      (x: string) => server.call(approveSignup, { id: x }, stranger),
      (x: string) => server.call(rejectSignup, { id: x, reason: 'Because' }, stranger),
      (x: string) => server.call(releaseSignup, { id: x, reason: 'Because' }, stranger),
      (x: string) => server.call(decideCallOff, { id: x, accept: true }, stranger),
    ]) {
      expect(bare(await call(id))).toEqual(bare(await call(gone)))
      expect((await call(id)).status).toBe(404)
    }
    for (const place of [job, { assignment_id: gone, post_id: gone }]) {
      expect((await server.call(assignOfficer, { ...place, officer_id: one.officer_id }, stranger)).status).toBe(404)
      expect((await server.call(listCandidates, place, stranger)).status).toBe(404)
      expect((await server.call(getRoster, { assignment_id: place.assignment_id }, stranger)).status).toBe(404)
    }
    expect((await server.call(approveMany, { ids: [id] }, stranger)).body.results).toMatchObject([
      { code: 'not_found' },
    ])
  })
})

const rangeOf = (of: { starts_at: string; ends_at: string }) =>
  [of.starts_at, of.ends_at].map((one) => new Date(one).toISOString())

describe('a split post', { meta: { shows: ['issue 5.4 part by an admin'] } }, () => {
  it('is assigned in whole parts; each minute has as many officers as needed, and candidates are checked for the part', async () => {
    const job = await makeJob({}, { required_count: 1, split_minutes: 120 })
    const part = (from: number, to: number) => ({ starts_at: at(48 + from), ends_at: at(48 + to) })
    const assign = async (who: TestPerson, range: object) =>
      server.call(assignOfficer, { ...job, officer_id: who.officer_id, ...range }, admin)
    const [first, next, busy] = [await person(), await person(), await person({ name: 'Busy at first' })]
    expect(codes([await assign(first, part(1, 3)), await assign(first, part(4, 10))])).toEqual([
      'not_a_part',
      'not_a_part',
    ])
    const given = await assign(first, part(0, 4))
    expect([given.body.status, ...rangeOf(given.body)]).toEqual(['confirmed', at(48), at(52)])
    // An officer who works elsewhere in the first hours can still get the last ones.
    const court = await makeJob(part(0, 2), part(0, 2))
    await server.call(assignOfficer, { ...court, officer_id: busy.officer_id }, admin)
    const reasonsOf = async (range: object) => {
      const { items } = (await server.call(listCandidates, { ...job, ...range, q: 'Busy at first' }, admin)).body
      return items[0]?.reasons.map((one) => one.code)
    }
    expect(await reasonsOf({})).toEqual(['full', 'overlaps'])
    expect(await reasonsOf(part(4, 8))).toEqual([])
    expect((await assign(next, {})).error?.code).toBe('full')
    expect((await assign(next, part(2, 6))).error?.code).toBe('full')
    const raced = await Promise.all([assign(next, part(4, 8)), assign(busy, part(6, 8)), assign(busy, part(4, 6))])
    expect(codes(raced).filter((code) => code === 'done').length).toBeGreaterThan(0)
    const [held] = await server.rows<{ most: number }>(
      `select max(n)::int as most from (select count(*) as n from posts p
        cross join generate_series(p.starts_at, p.ends_at - interval '1 minute', interval '1 minute') m
        join officer_assignments s on s.post_id = p.id and s.status = 'confirmed' and s.starts_at <= m and m < s.ends_at
        where p.id = $1 group by m) x`,
      [job.post_id],
    )
    expect(held?.most).toBe(1)
  })

  it('is assigned whole when no part is given, and a post that isn’t split has no parts', async () => {
    const job = await makeJob({}, { required_count: 1 })
    const who = await person()
    const half = { starts_at: at(48), ends_at: at(52) }
    expect((await server.call(assignOfficer, { ...job, officer_id: who.officer_id, ...half }, admin)).error?.code).toBe(
      'not_a_part',
    )
    const whole = await server.call(assignOfficer, { ...job, officer_id: who.officer_id }, admin)
    expect(rangeOf(whole.body)).toEqual([at(48), at(56)])
  })
})
