import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes as transitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { cancelAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignmentRoutes } from '#features/shifts/assignments/routes.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { approveSignup, assignOfficer, releaseSignup } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisionRoutes } from '#features/shifts/signup-decisions/routes.ts'
import { callOff, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listOpportunities } from './contract.ledger.ts'
import { listMyCharges, listMyOpportunities, listMyPlaces } from './contract.ts'
import { routes } from './routes.ts'
import { listApplicants } from './store.facts.ts'
import { listOpportunities as listed, recordOpportunities } from './store.opportunities.ts'
import { rankFor } from './store.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
let other: TestPerson

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
let day = 0
const post = async (signup_mode: string) => {
  day += 1
  const of = { organization_id: organization.id }
  const times = { starts_at: hours(200 + day * 24), ends_at: hours(206 + day * 24) }
  const base = { title: `Gate ${day}`, kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode }
  const assignment = await server.insert('assignments', { ...of, ...base, ...times })
  const assignment_id = String(assignment.id)
  const made = await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 2, ...times })
  return { assignment_id, post_id: String(made.id) }
}
const ledger = async (person: TestPerson) =>
  (await server.call(listMyOpportunities, {}, person)).body.items.map((one) => [one.kind, one.source, one.minutes])

beforeAll(async () => {
  server = await startTestServer([...routes, ...signupRoutes, ...decisionRoutes, ...assignmentRoutes, ...transitions])
  organization = await server.makeOrganization({})
  admin = await server.makePerson(organization, { role: 'admin' })
  officer = await server.makePerson(organization, { name: 'First' })
  other = await server.makePerson(organization, { name: 'Second' })
})
afterAll(() => server.close())

describe('offers and answers', () => {
  it('taking, getting or giving up a spot writes its row automatically', {
    meta: { shows: ['issue 5.1 ledger'] },
  }, async () => {
    const first = await server.call(signUp, await post('first_come'), officer)
    await server.call(callOff, { id: first.body.id }, officer)
    const asked = await server.call(signUp, await post('approval'), officer)
    expect(await ledger(officer)).toHaveLength(2)
    await server.call(approveSignup, { id: asked.body.id }, admin)
    await server.call(assignOfficer, { ...(await post('approval')), officer_id: officer.officer_id }, admin)
    expect((await ledger(officer)).toReversed()).toEqual([
      ['accepted', 'sign_up', 360],
      ['called_off', 'sign_up', 360],
      ['accepted', 'sign_up', 360],
      ['accepted', 'assignment', 360],
    ])
  })

  it('records what is called off or worked as of how the spot came, however often it was given up', async () => {
    const who = await server.makePerson(organization, { name: 'Third' })
    const at = await post('award')
    const times = { starts_at: hours(200 + day * 24), ends_at: hours(206 + day * 24) }
    const of = { organization_id: organization.id, ...at, ...times, officer_id: who.officer_id, status: 'interested' }
    const signup = await server.insert('officer_assignments', of)
    for (const status of ['confirmed', 'called_off', 'offered', 'confirmed', 'worked'])
      await server.rows(
        `update officer_assignments set status = $1, offer_expires_at = case when $1 = 'offered' then now() + interval '1 hour' end
         where id = $2`,
        [status, signup.id],
      )
    expect((await ledger(who)).toReversed()).toEqual([
      ['accepted', 'award', 360],
      ['called_off', 'award', 360],
      ['offered', 'waitlist', 360],
      ['accepted', 'waitlist', 360],
      ['worked', 'waitlist', 360],
    ])
  })

  it('a call that writes a more detailed row prevents a second one', {
    meta: { shows: ['issue 5.1 ledger'] },
  }, async () => {
    const at = await post('approval')
    await server.database.transaction([enterSystem(organization.id, 'job.test')], async (db) => {
      const signup = await server.insert('officer_assignments', {
        organization_id: organization.id,
        ...at,
        officer_id: other.officer_id,
        status: 'waitlisted',
        starts_at: hours(200 + day * 24),
        ends_at: hours(206 + day * 24),
      })
      const signup_id = String(signup.id)
      await db.run(sql`update officer_assignments set status = 'confirmed' where id = ${signup_id}::uuid`)
      await recordOpportunities(db, [
        { officer_id: other.officer_id, kind: 'ordered', minutes: 360, source: 'order', signup_id, ...at },
      ])
    })
    expect(await ledger(other)).toEqual([['ordered', 'order', 360]])
  })

  it('spots the department takes away or officers hand over are charged to nobody', {
    meta: { shows: ['issue 5.1 taken back'] },
  }, async () => {
    const third = await server.makePerson(organization, { name: 'Third' })
    const asSystem = <T>(work: Parameters<typeof server.database.transaction<T>>[1]) =>
      server.database.transaction([enterSystem(organization.id, 'job.test')], work)
    await server.call(signUp, await post('first_come'), third)
    // Charged long ago, outside the rule's window, and reversed today: the hours within the window do not drop below zero.
    const long = await server.call(signUp, await post('first_come'), third)
    await server.rows("update opportunities set at = now() - interval '60 d' where signup_id = $1", [long.body.id])
    const reason = 'Event was moved'
    expect((await server.call(releaseSignup, { id: long.body.id, reason }, admin)).error).toBeNull()
    const off = await post('approval')
    await server.call(assignOfficer, { ...off, officer_id: third.officer_id }, admin)
    const cancel = { id: off.assignment_id, party: 'client' as const, reason, scope: 'this' as const }
    expect((await server.call(cancelAssignment, cancel, admin)).error).toBeNull()
    const given = await server.call(signUp, await post('first_come'), third)
    await asSystem((db) =>
      db.run(sql`update officer_assignments set status = 'replaced' where id = ${given.body.id}::uuid`),
    )
    const at = await post('first_come')
    const order = await server.call(signUp, at, third)
    const row = { officer_id: third.officer_id, kind: 'ordered', source: 'order', signup_id: order.body.id } as const
    await asSystem((db) => recordOpportunities(db, [{ ...row, minutes: 360 }]))
    // Run twice: the second finds nothing to reverse.
    for (const _ of [1, 2]) await asSystem((db) => recordOpportunities(db, [{ ...row, minutes: -360 }]))
    await asSystem((db) =>
      db.run(sql`update officer_assignments set status = 'released' where id = ${order.body.id}::uuid`),
    )
    expect(
      await server.rows(
        'select kind, sum(minutes)::int as minutes, count(*)::int as rows from opportunities where officer_id = $1 group by kind order by kind',
        [third.officer_id],
      ),
    ).toEqual([
      { kind: 'accepted', minutes: 360, rows: 9 },
      { kind: 'ordered', minutes: 0, rows: 2 },
    ])
    const [kept] = await server.rows<{ at: Date }>(
      'select min(at) as at from opportunities where officer_id = $1 and at > now() - $2::interval',
      [third.officer_id, '1 day'],
    )
    const rule = { ...plainRule, counts: { ...plainRule.counts, window_days: 30 } }
    const asked = { ...at, officer_ids: [third.officer_id], at: new Date(Date.now() + 1000) }
    const [counted] = await asSystem((db) => listApplicants(db, rule, asked))
    expect(counted).toMatchObject({ minutes: { accepted: 360 }, times: { accepted: 1 } })
    expect(counted?.times.ordered).toBeUndefined()
    expect(counted?.last).toEqual({ accepted: kept?.at.toISOString() })
  })

  it('an officer reads what an award would charge, whatever the rule counts', async () => {
    const third = { name: 'Third' }
    const [who, senior] = [await server.makePerson(organization, third), await server.makePerson(organization, third)]
    const of = { organization_id: organization.id, source: 'import' }
    const entry = (person: TestPerson, days: number, kind: string, minutes: number) =>
      server.insert('opportunities', { ...of, officer_id: person.officer_id, at: hours(-24 * days), kind, minutes })
    await entry(senior, 400, 'accepted', 6000)
    await entry(senior, 1, 'accepted', 600)
    await entry(who, 40, 'accepted', 480)
    await entry(who, 2, 'refused', 300)
    const charged: number[] = []
    const rules: Partial<AwardRule>[] = [
      { counts: { ...plainRule.counts, window_days: 30, refused: 50 } },
      { counts: { ...plainRule.counts, window_days: 365 }, newcomers: 'average' },
      {
        counts: { ...plainRule.counts, window_days: 'fiscal_year', refused: 100 },
        fiscal_month: 7,
        newcomers: 'bottom',
      },
      { counts: { ...plainRule.counts, window_days: 'ever' }, newcomers: 'bottom' },
      { method: 'pick_list', ties: ['hours', 'draw'], counts: { ...plainRule.counts, window_days: 30 } },
    ]
    for (const [at, body] of rules.entries()) {
      const rule = await server.insert('award_rules', { organization_id: organization.id, name: `Rule ${at}` })
      const named = { organization_id: organization.id, rule_id: rule.id, effective_from: hours(at - 10) }
      const text = JSON.stringify({ ...plainRule, method: 'least_hours', ...body })
      await server.insert('award_rule_versions', { ...named, version: 1, body: text })
      await server.insert('award_adoptions', { ...named, kind: 'overtime' })
      const mine = (await server.call(listMyCharges, {}, who)).body.rules
      const asked = { ...(await post('award')), officer_ids: [String(who.officer_id)] }
      const { ranked } = await server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
        rankFor(db, asked),
      )
      expect(mine.map((one) => [one.name, one.charged])).toEqual([[`Rule ${at}`, ranked[0]?.values.charged]])
      charged.push(mine[0]?.charged ?? 0)
      // The same order as in an award that every officer applies to, without the admin, who has no record. Only the caller's place leaves the
      // server.
      const officers = `select id from officers where organization_id = $1 and role = 'officer'`
      const everyone = (await server.rows<{ id: string }>(officers, [organization.id])).map(({ id }) => id)
      const whole = await server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
        rankFor(db, { ...asked, officer_ids: everyone }),
      )
      const [place] = (await server.call(listMyPlaces, {}, who)).body.rules
      const own = whole.ranked.find((one) => one.officer_id === who.officer_id)?.rank
      expect(place).toMatchObject({ name: `Rule ${at}`, kinds: ['overtime'], of: everyone.length, tied: 0, place: own })
      // Officers who ask at once share one reading, and each gets the own place.
      const crowd = [officer, other, who, senior]
      const found = await Promise.all(crowd.map((one) => server.call(listMyPlaces, {}, one)))
      expect(found.map(({ body }) => body.rules[0]?.place)).toEqual(
        crowd.map((one) => whole.ranked.find(({ officer_id }) => officer_id === one.officer_id)?.rank),
      )
    }
    expect(charged[0]).toBe(150 * 100)
    expect(charged[1]).toBeGreaterThan(480 * 100)
    expect(charged[4]).toBe(480 * 100)
  })

  it('reads the shifts and sign-ups of one page, however long the ledger is', async () => {
    const house = await server.makeOrganization({})
    await server.rows(
      `with made as (insert into officers (organization_id, name, approved, approved_at)
          select $1, 'Officer ' || n, true, now() from generate_series(1, 200) n returning organization_id, id)
        insert into opportunities (organization_id, officer_id, at, kind, minutes, source)
        select organization_id, id, now() - n * interval '1 minute', 'offered', 60, 'award' from made, generate_series(1, 20) n`,
      [house.id],
    )
    await server.rows('analyze opportunities, officers')
    type Node = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Node[] }
    const loopsOf = (node: Node, table: string): number =>
      (node['Relation Name'] === table ? node['Actual Loops'] : 0) +
      (node.Plans ?? []).reduce((sum, one) => sum + loopsOf(one, table), 0)
    const [plan] = await server.database.transaction([enterSystem(house.id, 'job.test')], (db) =>
      db.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`explain (analyze, format json) ${listed({})}`),
    )
    const root = plan?.['QUERY PLAN'][0]?.Plan as Node
    for (const table of ['assignments', 'officer_assignments']) expect(loopsOf(root, table)).toBeLessThan(40)
  })

  it('lists an undone approval above the acceptance that it takes back, also across pages', async () => {
    const house = await server.makeOrganization({})
    const chief = await server.makePerson(house, { role: 'admin' })
    const who = await server.makePerson(house)
    const at = '2025-03-01T12:00:00Z'
    const of = { organization_id: house.id, officer_id: who.officer_id, kind: 'accepted', source: 'sign_up', at }
    for (let n = 0; n < 20; n++) {
      const recorded = (second: number) => ({ recorded_at: new Date(Date.parse(at) + (n * 2 + second) * 1000) })
      await server.insert('opportunities', { ...of, minutes: 60 + n, ...recorded(0) })
      await server.insert('opportunities', { ...of, minutes: -60 - n, note: 'Undone', ...recorded(1) })
    }
    const first = (await server.call(listOpportunities, {}, chief)).body
    const next = (await server.call(listOpportunities, { after: String(first.next) }, chief)).body
    const minutes = [...first.items, ...next.items].map((one) => one.minutes)
    expect(minutes).toEqual(Array.from({ length: 20 }, (_, n) => [-79 + n, 79 - n]).flat())
  })

  it('is filtered by officer, outcome, shift type and days of the department', async () => {
    const house = await server.makeOrganization({ time_zone: 'America/Chicago' })
    const chief = await server.makePerson(house, { role: 'admin' })
    const [one, two] = [await server.makePerson(house), await server.makePerson(house)]
    const times = { starts_at: hours(300), ends_at: hours(308) }
    const of = { organization_id: house.id, title: 'Gate', time_zone: 'UTC', status: 'published', signup_mode: 'award' }
    const court = String((await server.insert('assignments', { ...of, kind: 'court', ...times })).id)
    const overtime = String((await server.insert('assignments', { ...of, kind: 'overtime', ...times })).id)
    const add = (who: TestPerson, kind: string, at: string, assignment_id: string | null) =>
      server.insert('opportunities', {
        ...{
          organization_id: house.id,
          officer_id: who.officer_id,
          kind,
          minutes: 60,
          source: 'award',
          at,
          assignment_id,
        },
        note: `${kind} ${at}`,
      })
    // In Chicago, the second is still on the 1st and the third on the 3rd.
    await add(one, 'offered', '2025-03-01T12:00:00Z', court)
    await add(one, 'refused', '2025-03-02T05:59:00Z', overtime)
    await add(two, 'offered', '2025-03-03T06:00:00Z', court)
    await add(two, 'accepted', '2025-03-04T12:00:00Z', null)
    const found = async (filters: object) =>
      (await server.call(listOpportunities, filters, chief)).body.items.map(({ at }) => Number(at.slice(8, 10)))
    expect(await found({})).toEqual([4, 3, 2, 1])
    expect(await found({ officer_id: one.officer_id })).toEqual([2, 1])
    expect(await found({ kind: 'offered' })).toEqual([3, 1])
    expect(await found({ type: 'court' })).toEqual([3, 1])
    expect(await found({ from: '2025-03-02' })).toEqual([4, 3])
    expect(await found({ from: '2025-03-01', to: '2025-03-01' })).toEqual([2, 1])
    expect(await found({ officer_id: one.officer_id, type: 'court', to: '2025-03-03' })).toEqual([1])
  })

  it('refuses filters that it does not know, and names the field', async () => {
    const refusedAt = async (filters: Record<string, string>) => {
      const { status, error } = await server.call(listOpportunities, filters as never, admin)
      return [status, ...(error?.fields ?? []).map(({ field }) => field)]
    }
    expect(await refusedAt({ kind: 'lost' })).toEqual([400, 'kind'])
    expect(await refusedAt({ type: 'parade' })).toEqual([400, 'type'])
    expect(await refusedAt({ officer_id: 'Rivera' })).toEqual([400, 'officer_id'])
    expect(await refusedAt({ from: '2025-13-01' })).toEqual([400, 'from'])
    expect(await refusedAt({ from: '2025-03-02', to: '2025-03-01' })).toEqual([400, 'to'])
  })

  it('nobody changes a row, and an officer sees only their own', {
    meta: { shows: ['issue 5.1 ledger'] },
  }, async () => {
    await expect(
      server.database.transaction([enterSystem(organization.id, 'job.test')], (db) =>
        db.run(sql`update opportunities set minutes = 0`),
      ),
    ).rejects.toThrow(/permission denied/)
    const all = await server.call(listOpportunities, {}, admin)
    expect(new Set(all.body.items.map((one) => one.officer_name))).toEqual(new Set(['First', 'Second', 'Third']))
    expect(
      (await server.call(listMyOpportunities, {}, officer)).body.items.every((o) => o.officer_name === 'First'),
    ).toBe(true)
    expect((await server.call(listOpportunities, {}, officer)).error?.code).toBe('not_allowed')
  })
})
