import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPending } from '#features/hours/pending-counts/contract.ts'
import { routes as counts } from '#features/hours/pending-counts/routes.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import {
  type Answer,
  startTestServer,
  type TestOrganization,
  type TestPerson,
  type TestServer,
} from '#platform/server/testing.ts'
import { callOff, keepPlace, listOpenJobs, signUp, withdraw } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

const hour = 3_600_000
const fullHour = Math.ceil(Date.now() / hour) * hour
/** In hours from the next full hour, taken once: the hour may turn while the tests run. */
const at = (hours: number) => new Date(fullHour + hours * hour).toISOString()

type Made = { assignment_id: string; post_id: string }
/** A published assignment with one post, `from` to `to` hours from now. */
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
    signup_mode: 'first_come',
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
const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.makePerson(organization)))
const held = async (job: Made) => {
  const [row] = await server.rows<{ counted: number; rows: number; required: number }>(
    `select p.confirmed_count as counted, p.required_count as required, (select count(*)::int from officer_assignments s
      where s.post_id = p.id and s.status in ('confirmed', 'calloff_requested', 'worked', 'no_show')) as rows
     from posts p where p.id = $1`,
    [job.post_id],
  )
  if (!row) throw new Error('no post')
  return row
}
const tally = (answers: { status: number; error: { code: string } | null }[]) => {
  const counted: Record<string, number> = {}
  for (const a of answers) {
    const word = a.error?.code ?? 'done'
    counted[word] = (counted[word] ?? 0) + 1
  }
  return counted
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...decisions, ...counts])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

describe('signing up', { meta: { shows: ['issue 2.7'] } }, () => {
  it('first come gets the spot at once; approval mode requests it and notifies the admins once', async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('nobody')
    const first = await makeJob()
    const taken = await server.call(signUp, first, one)
    expect(taken.body).toMatchObject({ status: 'confirmed', assignment_id: first.assignment_id, title: 'Night patrol' })
    expect(await held(first)).toMatchObject({ counted: 1, rows: 1 })

    const second = await makeJob({ signup_mode: 'approval', title: 'Parade', starts_at: at(72), ends_at: at(80) })
    for (const person of [one, two])
      expect((await server.call(signUp, second, person)).body.status).toBe('pending_approval')
    expect(await held(second)).toMatchObject({ counted: 0, rows: 0 })
    const told = await server.rows('select type, message, officer_id from notifications where assignment_id = $1', [
      second.assignment_id,
    ])
    expect(told).toEqual([
      { type: 'signup_waiting', message: expect.stringMatching(/^Parade, \w+, \w+ \d+ · /), officer_id: null },
    ])
    const counts = await server.call(countPending, {}, admin)
    expect(counts.body.assignments).toBe(2)
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['not_open_yet', { signup_opens_at: at(2) }, {}],
    ['window_closed', { signup_closes_at: at(-2) }, {}],
    ['started', { starts_at: at(-4), ends_at: at(4) }, {}],
    ['cancelled', { status: 'cancelled' }, {}],
    ['not_found', { status: 'draft' }, {}],
    ['not_found', { publish_at: at(2) }, {}],
    ['unit_required', {}, { requirements: { units: ['K9'] } }],
    ['rank_required', {}, { requirements: { ranks: ['Sergeant'] } }],
  ])('refused: %s', async (code, job, post) => {
    const [one] = await people(1)
    const answer = await server.call(signUp, await makeJob(job, post), one ?? null)
    expect(answer.error?.code).toBe(code)
    expect(answer.status).toBe(code === 'not_found' ? 404 : 409)
    if (code === 'not_open_yet') expect(new Date(String(answer.error?.details?.from)).toISOString()).toBe(at(2))
  })

  it('names the shift that conflicts, and accepts one that starts when the other ends', async () => {
    const [one] = await people(1)
    const early = await makeJob({ title: 'Early', starts_at: at(24), ends_at: at(32) })
    const across = await makeJob({ starts_at: at(31), ends_at: at(40) })
    const next = await makeJob({ starts_at: at(32), ends_at: at(40) })
    expect((await server.call(signUp, early, one ?? null)).status).toBe(200)
    const refused = await server.call(signUp, across, one ?? null)
    expect(refused.error).toMatchObject({
      code: 'overlaps',
      details: { title: 'Early', assignment_id: early.assignment_id },
    })
    expect((await server.call(signUp, next, one ?? null)).status).toBe(200)
  })

  it('refuses unapproved officers, expired trials, other departments and made-up ids', async () => {
    const job = await makeJob()
    const waiting = await server.makePerson(organization, { approved: false })
    expect((await server.call(signUp, job, waiting)).error?.code).toBe('waiting_for_approval')
    const trial = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
    const ended = await server.makePerson(trial)
    const refused = await server.call(signUp, await makeJob({}, {}, trial), ended)
    expect([refused.status, refused.error?.code]).toEqual([403, 'trial_expired'])
    const other = await server.makePerson(await server.makeOrganization())
    const foreign = await server.call(signUp, job, other)
    const nowhere = await server.call(
      signUp,
      { assignment_id: crypto.randomUUID(), post_id: crypto.randomUUID() },
      other,
    )
    const bare = (a: typeof foreign) => ({ ...a.error, request_id: '' })
    expect([foreign.status, bare(foreign)]).toEqual([nowhere.status, bare(nowhere)])
    expect(foreign.status).toBe(404)
  })
})

describe('concurrent sign-ups', { meta: { shows: ['issue 2.7'] } }, () => {
  it('of 200 officers for the last 3 spots, exactly 3 get one and 197 are told it is full', async () => {
    const rivals = await people(200)
    const job = await makeJob()
    const answers = await Promise.all(rivals.map((person) => server.call(signUp, job, person)))
    expect(tally(answers)).toEqual({ done: 3, full: 197 })
    expect(answers.filter((a) => a.error).every((a) => a.status === 409)).toBe(true)
    expect(await held(job)).toEqual({ counted: 3, rows: 3, required: 3 })
  }, 60_000)

  it('40 identical submits create one row: the same key gets the same response, other keys a refusal', async () => {
    const [one] = await people(1)
    if (!one) throw new Error('nobody')
    const job = await makeJob()
    const same = await Promise.all(
      Array.from({ length: 40 }, () => server.call(signUp, job, one, { key: 'the-very-same-key' })),
    )
    expect(new Set(same.map((a) => JSON.stringify(a.body))).size).toBe(1)
    expect(tally(same)).toEqual({ done: 40 })
    const approval = await makeJob({ signup_mode: 'approval', starts_at: at(100), ends_at: at(104) })
    const other = await Promise.all(Array.from({ length: 40 }, () => server.call(signUp, approval, one)))
    expect(tally(other)).toEqual({ done: 1, already_signed_up: 39 })
    const rows = await server.rows('select from officer_assignments where officer_id = $1', [one.officer_id])
    expect(rows).toHaveLength(2)
  }, 60_000)

  it('one officer on two overlapping shifts at once: exactly one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const [one] = await people(1)
      const pair = await Promise.all([
        makeJob({ starts_at: at(24), ends_at: at(32) }),
        makeJob({ starts_at: at(31), ends_at: at(40) }),
      ])
      const answers = await Promise.all(pair.map((job) => server.call(signUp, job, one ?? null)))
      expect(tally(answers)).toEqual({ done: 1, overlaps: 1 })
    }
  }, 60_000)

  it('waits for a cancellation in progress, so nobody stays confirmed', async () => {
    const [one] = await people(1)
    const job = await makeJob()
    const client = await server.admin.connect()
    const waiting = async () =>
      (
        await server.rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).length
    const asked = (async () => {
      try {
        await client.query('begin')
        await client.query("update assignments set status = 'cancelled' where id = $1", [job.assignment_id])
        const answer = server.call(signUp, job, one ?? null)
        await expect.poll(waiting).toBe(1)
        await client.query('commit')
        return await answer
      } finally {
        await client.query('rollback')
        client.release()
      }
    })()
    expect((await asked).error?.code).toBe('cancelled')
  })
})

describe('giving up a spot', { meta: { shows: ['issue 2.7'] } }, () => {
  const confirmed = async (hours: number) => {
    const [one] = await people(1)
    if (!one) throw new Error('nobody')
    const job = await makeJob({ starts_at: at(hours), ends_at: at(hours + 8) })
    const signup = await server.call(signUp, job, one)
    expect(signup.status).toBe(200)
    return { one, job, id: signup.body.id }
  }

  it('withdraws before confirmation, not after, and may request again', async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('nobody')
    const job = await makeJob({ signup_mode: 'approval' })
    const { body } = await server.call(signUp, job, one)
    expect((await server.call(withdraw, { id: body.id }, two)).status).toBe(404)
    expect((await server.call(withdraw, { id: body.id }, admin)).status).toBe(404)
    expect((await server.call(withdraw, { id: body.id }, one)).body.status).toBe('withdrawn')
    expect((await server.call(withdraw, { id: body.id }, one)).error).toMatchObject({ code: 'wrong_state' })
    expect((await server.call(signUp, job, one)).body.status).toBe('pending_approval')
  })

  it('is free until the notice, frees the spot and notifies the admins', async () => {
    const { one, job, id } = await confirmed(48)
    expect((await server.call(withdraw, { id }, one)).error?.code).toBe('wrong_state')
    expect((await server.call(callOff, { id }, one)).body.status).toBe('called_off')
    expect(await held(job)).toMatchObject({ counted: 0, rows: 0 })
    const told = await server.rows('select type from notifications where assignment_id = $1', [job.assignment_id])
    expect(told).toEqual([{ type: 'calloff' }])
  })

  it('inside the notice, becomes a request that keeps the spot and may be withdrawn', async () => {
    const { one, job, id } = await confirmed(12)
    const bare = await server.call(callOff, { id }, one)
    expect(bare.error).toMatchObject({ code: 'notice_passed', details: { notice_minutes: 1440 } })
    expect((await server.call(callOff, { id, reason: 'Court moved' }, one)).body.status).toBe('calloff_requested')
    expect(await held(job)).toMatchObject({ counted: 1, rows: 1 })
    expect((await server.call(keepPlace, { id }, one)).body.status).toBe('confirmed')
    await server.rows('update assignments set terms_changed_at = now() where id = $1', [job.assignment_id])
    expect((await server.call(callOff, { id }, one)).body.status).toBe('called_off')
  })

  it('is refused after the start and after check-in', async () => {
    const begun = await confirmed(12)
    await server.rows("update officer_assignments set starts_at = now() - interval '1 second' where id = $1", [
      begun.id,
    ])
    expect((await server.call(callOff, { id: begun.id, reason: 'Too late' }, begun.one)).error?.code).toBe('started')
    const inside = await confirmed(36)
    await server.insert('attendance', {
      organization_id: organization.id,
      signup_id: inside.id,
      assignment_id: inside.job.assignment_id,
      officer_id: inside.one.officer_id,
      scheduled_starts_at: at(36),
      scheduled_ends_at: at(44),
      checked_in_at: at(0),
    })
    expect((await server.call(callOff, { id: inside.id }, inside.one)).error?.code).toBe('checked_in')
  })
})

describe('open shifts', { meta: { shows: ['issue 2.7'] } }, () => {
  it('lists published shifts with spots and own sign-ups, in pages, and hides the rest', async () => {
    const own = await server.makeOrganization()
    const one = await server.makePerson(own)
    const two = await server.makePerson(own)
    const jobs: Made[] = []
    for (let i = 0; i < 5; i++)
      jobs.push(await makeJob({ title: `Job ${i}`, starts_at: at(20 + i), ends_at: at(21 + i) }, {}, own))
    await makeJob({ status: 'draft' }, {}, own)
    await makeJob({ publish_at: at(1) }, {}, own)
    await makeJob({ starts_at: at(-3), ends_at: at(-2) }, {}, own)
    await makeJob({ starts_at: at(24 * 40), ends_at: at(24 * 40 + 1) }, {}, own)
    await makeJob({ kind: 'court', starts_at: at(26), ends_at: at(27) }, {}, own)
    const [taken] = jobs
    if (!taken) throw new Error('no job')
    await server.call(signUp, taken, two)
    await server.call(signUp, taken, one)
    const titles: string[] = []
    let next: string | null = ''
    for (let page = 0; next !== null && page < 9; page++) {
      const answer: Answer<typeof listOpenJobs> = await server.call(
        listOpenJobs,
        { limit: 2, ...(next ? { after: next } : {}) },
        one,
      )
      expect(answer.body.items.length).toBeLessThanOrEqual(2)
      titles.push(...answer.body.items.map((job) => job.title))
      expect(answer.body.mine).toMatchObject([{ assignment_id: taken.assignment_id, status: 'confirmed' }])
      if (page === 0) expect(answer.body.items[0]?.posts).toMatchObject([{ confirmed_count: 2, required_count: 3 }])
      next = answer.body.next
    }
    expect(titles).toEqual(['Job 0', 'Job 1', 'Job 2', 'Job 3', 'Job 4', 'Night patrol'])
    const court = await server.call(listOpenJobs, { kind: 'court', days: 60 }, one)
    expect(court.body.items).toHaveLength(1)
    expect((await server.call(listOpenJobs, { days: 60 }, one)).body.items).toHaveLength(7)
    const broken = await server.call(listOpenJobs, { after: "' or 1=1 --" }, one)
    expect([broken.status, broken.error?.fields?.map(({ field }) => field)]).toEqual([400, ['after']])
  })
})
