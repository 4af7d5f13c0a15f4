import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRule } from '#features/shifts/award-rules/contract.ts'
import { routes as ruleRoutes } from '#features/shifts/award-rules/routes.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { readOrder } from './contract.order.ts'
import { routes } from './routes.ts'
import { findOrder } from './store.order.ts'
import { rankFor } from './store.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
const officers: TestPerson[] = []

const base: AwardRule = {
  ...plainRule,
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: 60, open_minutes: null },
}
const hours = { ...base, method: 'least_hours' as const, ties: ['seniority', 'badge'] as const }
let named = 0
const ruleWith = async (body: AwardRule): Promise<string> => {
  named += 1
  const made = await server.call(createRule, { name: `Rule ${named}`, body }, admin)
  expect(made.error).toBeNull()
  return made.body.id
}
const order = async (id: string, more: Record<string, unknown> = {}, by: TestPerson = admin) =>
  (await server.call(readOrder, { id, ...more }, by)).body
const record = (who: TestPerson | undefined, kind: string, minutes: number, daysAgo: number) =>
  server.rows(
    `insert into opportunities (organization_id, officer_id, kind, minutes, source, at, recorded_at)
      values ($1, $2, $3, $4, 'award', now() - make_interval(days => $5), now() - make_interval(days => $5))`,
    [organization.id, who?.officer_id, kind, minutes, daysAgo],
  )

/** A posted shift that the rule awards, and the order in which the award itself would rank all officers for it. */
const awardOrder = async (rule_id: string) => {
  const of = { organization_id: organization.id }
  const starts = new Date(Date.now() + 90 * 86_400_000)
  const times = { starts_at: starts.toISOString(), ends_at: new Date(starts.getTime() + 4 * 3_600_000).toISOString() }
  const job = { title: 'Gate', kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'award' }
  const { id } = await server.insert('assignments', { ...of, ...job, ...times, award_rule_id: rule_id })
  const post = await server.insert('posts', { ...of, assignment_id: id, name: 'P', required_count: 1, ...times })
  const everyone = [admin, ...officers].map((one) => one.officer_id)
  return server.database.transaction([enterSystem(organization.id, 'job.award')], (db) =>
    rankFor(db, { assignment_id: String(id), post_id: String(post.id), officer_ids: everyone }),
  )
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...ruleRoutes])
  organization = await server.makeOrganization({})
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin' })
  for (const [i, hired] of ['2015-01-01', '2005-01-01', '2010-01-01', '2010-01-01', null].entries()) {
    const one = await server.makePerson(organization, { name: `Officer ${i}` })
    await server.rows(
      `update officers set hired_on = $1, badge_number = $2, unit = $3, approved_at = now() - interval '900 days' where id = $4`,
      [hired, `10${i}`, i === 1 ? 'K9' : 'Patrol', one.officer_id],
    )
    officers.push(one)
  }
  await server.rows(`update officers set approved_at = now() - interval '900 days' where id = $1`, [admin.officer_id])
  await server.rows(`update officers set approved_at = now() - interval '99 days' where id = $1`, [
    officers[4]?.officer_id,
  ])
  await record(admin, 'offered', 240, 10)
  await server.makePerson(organization, { role: 'admin', name: 'Desk' })
  await record(officers[0], 'accepted', 480, 10)
  await record(officers[1], 'accepted', 480, 400)
  await record(officers[2], 'accepted', 120, 20)
  await record(officers[3], 'refused', 600, 20)
})
afterAll(() => server.close())

describe('the current order', () => {
  const rules: [string, AwardRule][] = [
    ['fewest hours in a year', hours],
    [
      'fewest hours ever, with declined hours',
      { ...hours, counts: { ...hours.counts, window_days: 'ever', refused: 50 } },
    ],
    ['fewest hours in the fiscal year', { ...hours, counts: { ...hours.counts, window_days: 'fiscal_year' } }],
    ['fewest hours, newcomers at the average', { ...hours, newcomers: 'average' }],
    ['rotation', { ...base, method: 'rotation', ties: ['badge'] }],
    ['pick list', { ...base, method: 'pick_list', ties: ['badge'] }],
    ['reverse seniority', { ...base, method: 'reverse_seniority', ties: ['badge'] }],
    [
      'seniority with a group first',
      {
        ...base,
        method: 'seniority',
        ties: ['badge'],
        groups: [{ name: 'K9', units: ['K9'], ranks: [], minutes: 60 }],
      },
    ],
    [
      'points',
      {
        ...base,
        method: 'weighted',
        ties: ['badge'],
        weights: [
          { factor: 'hours', weight: 3 },
          { factor: 'seniority', weight: 2 },
        ],
      },
    ],
  ]
  it.each(rules)('is the one that an award would make now: %s', async (_, body) => {
    const id = await ruleWith(body)
    const [page, award] = [await order(id), await awardOrder(id)]
    const wire = award.ranked.map((one) => [one.officer_id, one.rank, one.values])
    expect(page.items.map((one) => [one.officer_id, one.place, one.values])).toEqual(JSON.parse(JSON.stringify(wire)))
    expect(page.items.some((one) => one.shared)).toBe(false)
  })

  it('ranks an admin once there is something to compare, and one with a desk job alone not at all', async () => {
    const id = await ruleWith(hours)
    const names = async () => (await order(id)).items.map(({ name }) => name)
    expect(await names()).toContain('Admin')
    expect(await names()).not.toContain('Desk')
    const [desk] = await server.rows<{ officer_id: string }>(
      `select id as officer_id from officers where name = 'Desk'`,
    )
    await record(desk as TestPerson, 'accepted', 60, 1)
    expect(await names()).toContain('Desk')
    await server.rows('delete from opportunities where officer_id = $1', [desk?.officer_id])
  })

  it('gives officers one place where only the time of applying or the draw can decide', async () => {
    const id = await ruleWith({ ...base, method: 'seniority', ties: ['applied', 'badge'] })
    const page = await order(id)
    expect(page.open_step).toBe('applied')
    expect(page.items.map((one) => [one.name, one.place, one.shared, one.decided_by])).toEqual([
      ['Officer 1', 1, false, null],
      ['Officer 2', 2, true, 'value'],
      ['Officer 3', 2, true, 'value'],
      ['Officer 0', 4, false, 'value'],
      ['Admin', 5, true, 'value'],
      ['Officer 4', 5, true, 'value'],
    ])
    const lottery = await order(await ruleWith({ ...base, method: 'lottery', ties: ['draw'] }))
    expect([lottery.undecided, lottery.open_step]).toEqual([true, 'draw'])
  })

  it('keeps the place of officers who are suspended or on leave now, and says why they are left out', async () => {
    const [, second, third] = officers
    await server.rows('update officers set suspended_at = now() where id = $1', [second?.officer_id])
    await server.rows(
      `insert into leaves (organization_id, officer_id, kind, whole_days, starts_at, ends_at)
        values ($1, $2, 'vacation', false, now() - interval '1 day', now() + interval '2 days')`,
      [organization.id, third?.officer_id],
    )
    const id = await ruleWith({ ...base, method: 'seniority', ties: ['badge'] })
    const all = await order(id)
    expect(all.items.slice(0, 3).map((one) => [one.officer_id, one.reasons.map(({ code }) => code)])).toEqual([
      [second?.officer_id, ['suspended']],
      [third?.officer_id, ['on_leave']],
      [officers[3]?.officer_id, []],
    ])
    const out = await order(id, { show: 'left_out' })
    expect([out.left_out, out.found, out.total]).toEqual([2, 2, 6])
    expect(out.items.map(({ place }) => place)).toEqual([1, 2])
    await server.rows('update officers set suspended_at = null where id = $1', [second?.officer_id])
    await server.rows('delete from leaves where officer_id = $1', [third?.officer_id])
  })

  it('comes in pages, and finds officers by name, badge number or unit without moving them', async () => {
    const id = await ruleWith({ ...base, method: 'seniority', ties: ['badge'] })
    const whole = await order(id)
    const first = await order(id, { limit: 4 })
    const rest = await order(id, { limit: 4, after: first.next ?? '' })
    expect([...first.items, ...rest.items]).toEqual(whole.items)
    expect(rest.next).toBeNull()
    expect((await order(id, { search: ' officer 0 ' })).items.map(({ place }) => place)).toEqual([4])
    expect((await order(id, { search: '104' })).items.map(({ name }) => name)).toEqual(['Officer 4'])
    expect((await order(id, { search: 'k9' })).found).toBe(1)
  })

  it('shows a rule before its first version is in force', async () => {
    const made = await server.call(createRule, { name: 'Later', body: hours, from: '2199-01-01' }, admin)
    const page = await order(made.body.id)
    expect([page.version, page.total, page.effective_from > page.now_at]).toEqual([1, 6, true])
  })

  it("is for the department's admins alone", async () => {
    const id = await ruleWith(hours)
    const [officer] = officers
    expect((await server.call(readOrder, { id }, officer ?? null)).status).toBe(403)
    // The fence alone, without the handler: an officer's own row is all there is.
    const token = createHash('sha256')
      .update(officer?.secret ?? '')
      .digest()
    const enterAs = sql`select app.enter(${token}::bytea, 'signed_in', '', true)`
    const asked = { id, show: 'all' as const, search: '', limit: 100 }
    const [row] = await server.database.transaction([enterAs], (db) =>
      db.rows<{ officers: unknown[] }>(findOrder(asked)),
    )
    expect(row?.officers).toMatchObject([{ officer_id: officer?.officer_id }])
    const elsewhere = await server.makeOrganization({})
    const other = await server.makePerson(elsewhere, { role: 'admin', name: 'Other' })
    expect((await server.call(readOrder, { id }, other)).error?.code).toBe('not_found')
  })
})
