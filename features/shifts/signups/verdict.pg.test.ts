import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reasonsForPost } from '#features/shifts/eligibility/rules.offer.ts'
import { approveSignup, releaseSignup } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { callOff, listOpenJobs, signUp, withdraw } from './contract.ts'
import { routes } from './routes.ts'
import { type Candidate, type Job, reasonsNotToSignUp, signupStatuses } from './rules.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
const hour = 3_600_000
const base = Date.now()
const at = (hours: number) => new Date(base + hours * hour).toISOString()

beforeAll(async () => {
  server = await startTestServer([...routes, ...decisions])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

// Half hours next to whole ones, so that no bound falls on the moment of the call.
const half = fc.integer({ min: -6, max: 6 }).map((n) => n + 0.5)
const sometimes = <T>(value: fc.Arbitrary<T>, nil = 5) =>
  fc.oneof({ weight: nil, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: value })
const scene = fc.record({
  status: fc.constantFrom('published', 'published', 'published', 'published', 'cancelled', 'closed', 'draft'),
  mode: fc.constantFrom('first_come', 'approval', 'award'),
  start: fc.oneof({ weight: 3, arbitrary: fc.constant(8) }, { weight: 1, arbitrary: half }),
  opens: sometimes(half),
  closes: sometimes(half),
  publish: sometimes(half),
  required: fc.integer({ min: 1, max: 2 }),
  taken: fc.integer({ min: 0, max: 2 }),
  units: fc.constantFrom<string[][]>([], [], ['K9'], ['K9', 'Court']),
  ranks: fc.constantFrom<string[][]>([], [], ['Sergeant']),
  unit: fc.constantFrom('K9', 'Court', null),
  rank: fc.constantFrom('Sergeant', null),
  // No-shows and expired offers block a spot only in the database, which reports its own errors.
  before: sometimes(fc.constantFrom(...signupStatuses.filter((s) => s !== 'no_show'))),
  other: sometimes(
    fc.record({
      status: fc.oneof(
        fc.constant('confirmed' as const),
        fc.constantFrom(...signupStatuses.filter((s) => s !== 'no_show')),
      ),
      start: fc.integer({ min: -4, max: 5 }),
      expires: half,
    }),
    1,
  ),
})
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never

const window = (s: Scene) => (s.opens !== null && s.closes !== null && s.opens >= s.closes ? { ...s, closes: null } : s)

const insertSignup = (row: Record<string, unknown>) =>
  server.insert('officer_assignments', { organization_id: organization.id, ...row })

const insertJob = async (s: Scene) => {
  const times = { starts_at: at(s.start), ends_at: at(s.start + 4) }
  const assignment = await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Job',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: s.status,
    signup_mode: s.mode,
    ...times,
    signup_opens_at: s.opens === null ? null : at(s.opens),
    signup_closes_at: s.closes === null ? null : at(s.closes),
    publish_at: s.publish === null ? null : at(s.publish),
  })
  const requirements = { units: s.units, ranks: s.ranks }
  const post = await server.insert('posts', {
    organization_id: organization.id,
    assignment_id: assignment.id,
    name: 'Post',
    required_count: s.required,
    requirements,
    ...times,
  })
  return { assignment_id: String(assignment.id), post_id: String(post.id), times, requirements }
}
const placeOf = ({ assignment_id, post_id }: { assignment_id: string; post_id: string }) => ({ assignment_id, post_id })

/** Builds the scene in the database and as input for the rule. */
const build = async (s: Scene) => {
  const job = await insertJob(s)
  const { assignment_id, post_id } = job
  const me = await server.makePerson(organization, { unit: s.unit, rank: s.rank })
  const signups: Candidate['signups'][number][] = []
  const taken = Math.min(s.taken, s.required)
  for (let i = 0; i < taken; i++) {
    const { officer_id } = await server.makePerson(organization)
    await insertSignup({ assignment_id, post_id, officer_id, status: 'confirmed', ...job.times })
  }
  let held = taken
  const holding = ['confirmed', 'calloff_requested', 'worked']
  if (s.before !== null && !([...holding, 'offered'].includes(s.before) && held === s.required)) {
    await insertSignup({
      assignment_id,
      post_id,
      officer_id: me.officer_id,
      status: s.before,
      ...job.times,
      offer_expires_at: at(9),
    })
    signups.push({ assignment_id, status: s.before, ...job.times, offer_expires_at: at(9) })
    if (holding.includes(s.before)) held++
  }
  if (s.other) {
    const plain: Scene = {
      ...s,
      status: 'published',
      publish: null,
      opens: null,
      closes: null,
      start: s.start + s.other.start,
    }
    const other = await insertJob(plain)
    const row = { status: s.other.status, ...other.times, offer_expires_at: at(s.other.expires) }
    const clash = s.before !== null && holding.includes(s.before) && Math.abs(s.other.start) < 4
    if (!clash) {
      await insertSignup({
        assignment_id: other.assignment_id,
        post_id: other.post_id,
        officer_id: me.officer_id,
        ...row,
      })
      signups.push({ assignment_id: other.assignment_id, title: 'Job', ...row })
    }
  }
  const ruled: Job = {
    id: assignment_id,
    status: s.status,
    ...job.times,
    publish_at: s.publish === null ? null : at(s.publish),
    signup_opens_at: s.opens === null ? null : at(s.opens),
    signup_closes_at: s.closes === null ? null : at(s.closes),
    required_count: s.required,
    confirmed_count: held,
    requirements: job.requirements,
  }
  return {
    me,
    ruled,
    candidate: { approved: true, suspended_at: null, unit: s.unit, rank: s.rank, signups },
    assignment_id,
    post_id,
  }
}

describe('sign-up verdict', { meta: { shows: ['issue 2.7'] } }, () => {
  it('the SQL, the rule and the screen agree on every shift', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(scene.map(window), async (s) => {
        const { me, ruled, candidate, assignment_id, post_id } = await build(s)
        const now = new Date().toISOString()
        const wanted = reasonsNotToSignUp(ruled, candidate, now)[0]?.code ?? 'done'
        const listed = await server.call(listOpenJobs, { days: 60, limit: 100 }, me)
        const item = listed.body.items.find((one) => one.id === assignment_id)
        const [post] = item?.posts ?? []
        if (item && post) {
          const [shown] = reasonsForPost(item, post, { ...listed.body.me, mine: listed.body.mine, limits: null }, now)
          expect(shown?.code ?? 'done').toBe(wanted)
        }
        const answer = await server.call(signUp, { assignment_id, post_id }, me)
        const said = answer.error?.code ?? 'done'
        const hidden = s.status === 'draft' || (s.publish !== null && s.publish > 0)
        expect(said).toBe(hidden ? 'not_found' : wanted)
        seen.set(said, (seen.get(said) ?? 0) + 1)
        await server.rows("update assignments set status = 'draft' where organization_id = $1 and status <> 'draft'", [
          organization.id,
        ])
      }),
      // The same scenes in every run, so that each reason occurs often enough on any day.
      { numRuns: 250, seed: 7 },
    )
    for (const code of [
      'done',
      'full',
      'overlaps',
      'already_signed_up',
      'turned_down',
      'not_open_yet',
      'unit_required',
    ])
      expect(seen.get(code), code).toBeGreaterThan(2)
  }, 120_000)
})

describe('spot counter', { meta: { shows: ['issue 2.7'] } }, () => {
  it('equals the rows and never exceeds the spots, under any concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('first_come', 'approval'),
        fc.array(fc.tuple(fc.nat(7), fc.constantFrom('ask', 'ask', 'approve', 'off', 'back', 'release', 'lower')), {
          minLength: 10,
          maxLength: 30,
        }),
        async (required, mode, steps) => {
          const people = await Promise.all(Array.from({ length: 8 }, () => server.makePerson(organization)))
          const all = {
            units: [],
            ranks: [],
            unit: null,
            rank: null,
            before: null,
            other: null,
            taken: 0,
            opens: null,
            closes: null,
            publish: null,
          }
          const job = await insertJob({ ...all, status: 'published', mode, start: 60, required } as Scene)
          const idOf = async (who: number) =>
            (
              await server.rows<{ id: string }>(
                'select id from officer_assignments where post_id = $1 and officer_id = $2 order by applied_at desc limit 1',
                [job.post_id, people[who]?.officer_id],
              )
            )[0]?.id ?? job.post_id
          const act = async ([who, what]: readonly [number, string]) => {
            const me = people[who] ?? admin
            if (what === 'ask') return server.call(signUp, placeOf(job), me)
            if (what === 'lower') {
              return server
                .rows('update posts set required_count = greatest(1, required_count - 1) where id = $1', [job.post_id])
                .catch((error) => expect(error.constraint).toBe('posts_not_over'))
            }
            const id = await idOf(who)
            if (what === 'approve') return server.call(approveSignup, { id }, admin)
            if (what === 'release') return server.call(releaseSignup, { id, reason: 'Because' }, admin)
            return server.call(what === 'off' ? callOff : withdraw, { id }, me)
          }
          const statuses: number[] = []
          for (let i = 0; i < steps.length; i += 8) {
            const answers = await Promise.all(steps.slice(i, i + 8).map(act))
            for (const answer of answers) if (answer && 'status' in answer) statuses.push(answer.status)
            const [row] = await server.rows<{ counted: number; held: number; required: number }>(
              `select confirmed_count as counted, required_count as required, (select count(*)::int from officer_assignments s
                where s.post_id = p.id and app.holds_place(s.status)) as held from posts p where id = $1`,
              [job.post_id],
            )
            expect(row?.counted).toBe(row?.held)
            expect(row?.counted).toBeLessThanOrEqual(row?.required ?? 0)
          }
          expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true)
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  }, 120_000)

  it('never exceeds the spots when they are lowered during sign-ups', async () => {
    for (let round = 0; round < 5; round++) {
      const rivals = await Promise.all(Array.from({ length: 30 }, () => server.makePerson(organization)))
      const all = {
        units: [],
        ranks: [],
        unit: null,
        rank: null,
        before: null,
        other: null,
        taken: 0,
        opens: null,
        closes: null,
        publish: null,
      }
      const job = await insertJob({ ...all, status: 'published', mode: 'first_come', start: 90, required: 20 } as Scene)
      const lower = () =>
        server.rows('update posts set required_count = 10 where id = $1', [job.post_id]).then(
          () => true,
          () => false,
        )
      const results = await Promise.all(
        rivals.map((me, i) => (i === 12 ? lower() : server.call(signUp, placeOf(job), me))),
      )
      const [row] = await server.rows<{ counted: number; required: number }>(
        'select confirmed_count as counted, required_count as required from posts where id = $1',
        [job.post_id],
      )
      expect(row?.required).toBe(results[12] === true ? 10 : 20)
      expect(row?.counted).toBe(row?.required)
    }
  })
})
