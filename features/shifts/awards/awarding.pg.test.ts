import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { routes as editorRoutes } from '#features/shifts/assignment-editor/routes.ts'
import { listComingAwards } from '#features/shifts/award-rules/contract.coming.ts'
import { adoptRule, changeRule, createRule, listRules, readRule } from '#features/shifts/award-rules/contract.ts'
import { routes as ruleRoutes } from '#features/shifts/award-rules/routes.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { listOpenJobs, signUp, withdraw } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startJobs } from '#platform/server/jobs.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listOpportunities } from './contract.ledger.ts'
import { awardEarly, giveByHand, listMyOpportunities, listMyReceipts, listRounds, readTerms } from './contract.ts'
import { sweepsOf } from './jobs.ts'
import { routes } from './routes.ts'
import { awardAssignment } from './store.awarding.ts'

let server: TestServer
/** Wraps a plain string as a statement for this test. */
const sqlText = (text: string): Sql => sql(Object.assign([text], { raw: [text] }))
let organization: TestOrganization
let admin: TestPerson
/** The rule of overtime. */
let agreed: string
const officers: TestPerson[] = []

const rule: AwardRule = {
  ...plainRule,
  method: 'seniority',
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: 60, open_minutes: null },
}
let days = 2
/** A posted shift with the given number of spots, on its own day in UTC. */
const post = async (required_count: number, more: Record<string, unknown> = {}) => {
  days += 1
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const made = await server.call(
    createAssignment,
    {
      title: `Gate ${days}`,
      kind: 'overtime',
      time_zone: 'UTC',
      starts: { date, time: '08:00' },
      ends: { time: '16:00' },
      posts: [{ name: 'P', required_count }],
      signup_mode: 'award',
      publish: 'now',
      ...more,
    },
    admin,
  )
  expect(made.error).toBeNull()
  const [found] = await server.rows<{ id: string }>('select id from posts where assignment_id = $1', [made.body.id])
  return { assignment_id: made.body.id, post_id: found?.id ?? '' }
}
const apply = async (at: { assignment_id: string; post_id: string }, who: readonly TestPerson[]) => {
  for (const one of who) expect((await server.call(signUp, at, one)).error).toBeNull()
}
/** Ends sign-up according to the database clock. */
const close = (id: string) =>
  server.rows(
    `update assignments set signup_opens_at = now() - interval '2 hours', signup_closes_at = now() where id = $1`,
    [id],
  )
const inside = <T>(work: Parameters<typeof server.database.transaction<T>>[1]) =>
  server.database.transaction([enterSystem(organization.id, 'job.award')], work)
const award = (id: string) => inside((db) => awardAssignment(db, id))
const statuses = async (id: string) =>
  (
    await server.rows<{ name: string; status: string }>(
      `select o.name, s.status from officer_assignments s join officers o on o.id = s.officer_id
      where s.assignment_id = $1 order by o.name`,
      [id],
    )
  ).map((one) => `${one.name} ${one.status}`)
const receiptOf = async (who: TestPerson, assignment_id: string) =>
  (await server.call(listMyReceipts, { assignment_id }, who)).body.items[0]

beforeAll(async () => {
  server = await startTestServer([...routes, ...ruleRoutes, ...signupRoutes, ...editorRoutes], { live: true })
  organization = await server.makeOrganization({})
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin' })
  for (const [i, hired] of ['2015-01-01', '2005-01-01', '2010-01-01', '2020-01-01'].entries()) {
    const one = await server.makePerson(organization, { name: `Officer ${i}` })
    await server.rows('update officers set hired_on = $1, badge_number = $2 where id = $3', [
      hired,
      `${i}`,
      one.officer_id,
    ])
    officers.push(one)
  }
  agreed = (await server.call(createRule, { name: 'Seniority', body: rule }, admin)).body.id
  await server.call(adoptRule, { kind: 'overtime', rule_id: agreed, note: 'Agreed', seen: null }, admin)
  for (const table of ['award_adoptions', 'award_rule_versions'])
    await server.rows(`update ${table} set effective_from = now() - interval '1 day'`)
})
afterAll(() => server.close())

describe('the method named in the list of open shifts', () => {
  /** What the list says, and what `readTerms` does. */
  const named = async (id: string) => {
    const list = (await server.call(listOpenJobs, { days: 60, limit: 100 }, officers[3] ?? null)).body.items
    const terms = (await server.call(readTerms, { assignment_id: id }, officers[3] ?? null)).body
    return [list.find((job) => job.id === id)?.award_method, terms.rule.method]
  }

  it('is that of the rule in force when sign-up opened, and none without an award to come', async () => {
    const made = async (name: string, method: AwardRule['method']) =>
      (await server.call(createRule, { name, body: { ...rule, method } }, admin)).body.id
    const [own, later] = [await made('Own', 'lottery'), await made('Later', 'rotation')]
    const [byKind, byOwn, opensLater] = [await post(1), await post(1, { award_rule_id: own }), await post(1)]
    const firstCome = await post(1, { signup_mode: 'first_come', kind: 'training' })
    // Their sign-up opened before the rules change, that of the last one after.
    const opened = [byKind, byOwn].map((one) => one.assignment_id)
    await server.rows(`update assignments set signup_opens_at = now() - interval '1 hour' where id = any($1)`, [opened])
    await server.rows(`update award_rule_versions set effective_from = now() - interval '2 hours' where rule_id = $1`, [
      own,
    ])
    const changed = { id: own, body: { ...rule, method: 'seniority' as const }, note: 'Agreed in writing', seen: 1 }
    expect((await server.call(changeRule, changed, admin)).status).toBe(200)
    await server.call(adoptRule, { kind: 'overtime', rule_id: later, note: 'Agreed', seen: agreed }, admin)
    for (const table of ['award_adoptions', 'award_rule_versions'])
      await server.rows(`update ${table} set effective_from = now() - interval '30 minutes' where rule_id = $1`, [
        later,
      ])
    expect(await named(byKind.assignment_id)).toEqual(['seniority', 'seniority'])
    expect(await named(byOwn.assignment_id)).toEqual(['lottery', 'lottery'])
    expect(await named(opensLater.assignment_id)).toEqual(['rotation', 'rotation'])
    expect((await named(firstCome.assignment_id))[0]).toBe(null)
    await close(byKind.assignment_id)
    await award(byKind.assignment_id)
    expect((await named(byKind.assignment_id))[0]).toBe(null)
    await server.rows(`delete from award_adoptions where rule_id = $1`, [later])
  })
})

describe('upcoming awards', () => {
  it('lists posted shifts until they are awarded, soonest award first, with rule, applicants and spots', async () => {
    const [later, sooner] = [await post(2), await post(1)]
    await server.rows(`update assignments set signup_closes_at = now() + interval '1 hour' where id = $1`, [
      sooner.assignment_id,
    ])
    await apply(sooner, officers.slice(0, 3))
    const draft = await post(1, { publish: 'draft' })
    const list = async (by: TestPerson = admin) => (await server.call(listComingAwards, {}, by)).body
    const ids = [later, sooner, draft].map(({ assignment_id }) => assignment_id)
    const mine = ({ assignment_id }: { assignment_id: string }) => ids.includes(assignment_id)
    const found = (await list()).items.filter(mine)
    expect(
      found.map(({ assignment_id, applied, spots, rule: by }) => [assignment_id, applied, spots, by?.name]),
    ).toEqual([
      [sooner.assignment_id, 3, 1, 'Seniority'],
      [later.assignment_id, 0, 2, 'Seniority'],
    ])
    await close(sooner.assignment_id)
    await award(sooner.assignment_id)
    expect((await list()).items.filter(mine).map((one) => one.assignment_id)).toEqual([later.assignment_id])
    expect((await server.call(listComingAwards, {}, officers[0] ?? null)).status).toBe(403)
    const elsewhere = await server.makeOrganization({})
    const stranger = await server.makePerson(elsewhere, { role: 'admin' })
    expect(await list(stranger)).toEqual({ items: [], next: null, total: 0 })
    // Pages of 20 that miss none.
    const template = { organization_id: elsewhere.id, kind: 'overtime', time_zone: 'UTC', status: 'published' }
    const from = { starts_at: new Date(Date.now() + 9e8), ends_at: new Date(Date.now() + 9.1e8), signup_mode: 'award' }
    for (let i = 0; i < 23; i += 1) await server.insert('assignments', { ...template, ...from, title: `Many ${i}` })
    const first = await list(stranger)
    const second = (await server.call(listComingAwards, { after: first.next ?? '' }, stranger)).body
    expect([first.items.length, first.total, second.items.length, second.next]).toEqual([20, 23, 3, null])
    expect(new Set([...first.items, ...second.items].map((one) => one.assignment_id)).size).toBe(23)
  })
})

describe('award rules', () => {
  it('a used rule changes only with a reason, which officers read with it and the audit keeps', async () => {
    const { id } = (await server.call(createRule, { name: 'Reasoned', body: rule }, admin)).body
    const change = (seen: number, note?: string) =>
      server.call(changeRule, { id, body: { ...rule, method: 'lottery' }, seen, ...(note ? { note } : {}) }, admin)
    expect((await server.call(readRule, { id }, admin)).body.used).toBe(false)
    expect((await change(1)).body.version).toBe(2)
    await server.call(adoptRule, { kind: 'court', rule_id: id, note: 'Court follows the contract', seen: null }, admin)
    expect((await server.call(readRule, { id }, admin)).body.used).toBe(true)
    const refused = await change(2, '..')
    expect([refused.status, refused.error?.fields?.map(({ field }) => field)]).toEqual([400, ['note']])
    expect((await change(2, 'Agreed in writing')).body.version).toBe(3)
    const read = (await server.call(readRule, { id }, officers[0] ?? null)).body
    expect(read.versions.map(({ note }) => note)).toEqual(['Agreed in writing', '', ''])
    expect(
      await server.rows(
        `select after ->> 'note' as note from audit_entries where thing_type = 'award_rule_versions'
         and after ->> 'rule_id' = $1 order by id desc limit 1`,
        [id],
      ),
    ).toEqual([{ note: 'Agreed in writing' }])
    // A rule that its shift type no longer uses still counts as used.
    await server.call(adoptRule, { kind: 'court', rule_id: null, note: 'Contract ended', seen: id }, admin)
    expect((await server.call(readRule, { id }, admin)).body.used).toBe(true)
    await server.rows('delete from award_adoptions where rule_id = $1 or rule_id is null', [id])
  })

  it('a shift type follows another rule, or none, only with a reason, which officers read and the audit keeps', async () => {
    const { id } = (await server.call(createRule, { name: 'For training', body: rule }, admin)).body
    let seen: string | null = null
    const adopt = async (rule_id: string | null, note?: string) => {
      const answer = await server.call(adoptRule, { kind: 'training', rule_id, seen, ...(note ? { note } : {}) }, admin)
      if (answer.status === 200) seen = rule_id
      return answer
    }
    const refused = await adopt(id, ' . ')
    expect([refused.status, refused.error?.fields?.map(({ field }) => field)]).toEqual([400, ['note']])
    expect((await adopt(null)).status).toBe(200)
    expect((await adopt(id, 'Training follows seniority')).status).toBe(200)
    // The rule it has already changes nothing.
    expect((await adopt(id)).status).toBe(200)
    expect((await adopt(null)).status).toBe(400)
    expect((await adopt(null, 'Too few applicants')).status).toBe(200)
    const officer = officers[0] ?? null
    const changes = (await server.call(readRule, { id }, officer)).body.changes
    expect(changes.map(({ kind, begins, note }) => [kind, begins, note])).toEqual([
      ['training', false, 'Too few applicants'],
      ['training', true, 'Training follows seniority'],
    ])
    expect((await server.call(adoptRule, { kind: 'training', rule_id: id, note: 'Mine', seen }, officer)).status).toBe(
      403,
    )
    const audited = await server.rows<{ note: string }>(
      `select after ->> 'note' as note from audit_entries where thing_type = 'award_adoptions'
       and after ->> 'kind' = 'training' order by id desc limit 1`,
    )
    expect(audited).toEqual([{ note: 'Too few applicants' }])
    await server.rows(`delete from award_adoptions where kind = 'training'`)
  })

  it('waits while the rule is being put to use, and then asks for the reason', async () => {
    const uses: Readonly<Record<string, (id: string) => Sql>> = {
      adoption: (id) => sql`insert into award_adoptions (organization_id, kind, rule_id)
        values (${organization.id}::uuid, 'callback', ${id}::uuid)`,
      shift: (
        id,
      ) => sql`insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, award_rule_id)
        values (${organization.id}::uuid, 'Own rule', 'callback', 'UTC', now(), now() + interval '1 hour', ${id}::uuid)`,
    }
    for (const [use, statement] of Object.entries(uses)) {
      const { id } = (await server.call(createRule, { name: `Put to use by ${use}`, body: rule }, admin)).body
      const [inserted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const using = server.database.transaction([enterSystem(organization.id, 'job.test')], async (db) => {
        await db.run(statement(id))
        inserted.resolve()
        await released.promise
      })
      await Promise.race([inserted.promise, using])
      const change = server.call(changeRule, { id, body: { ...rule, method: 'lottery' }, seen: 1 }, admin)
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted"
      await expect.poll(async () => (await server.rows(waiting)).length, { timeout: 10_000 }).toBe(1)
      released.resolve()
      await using
      expect([use, (await change).status]).toEqual([use, 400])
    }
    await server.rows(`delete from award_adoptions where kind = 'callback'`)
  })

  it('a version in effect is never edited: a change is a new version from a given day', {
    meta: { shows: ['issue 5.1 versions'] },
  }, async () => {
    const made = await server.call(createRule, { name: 'Changed later', body: rule }, admin)
    const { id } = made.body
    const next = await server.call(
      changeRule,
      { id, body: { ...rule, method: 'lottery' }, from: '2199-01-01', seen: 1 },
      admin,
    )
    expect(next.body.version).toBe(2)
    expect((await server.call(changeRule, { id, body: rule, seen: 1 }, admin)).error?.code).toBe('changed_meanwhile')
    const { rules } = (await server.call(listRules, {}, officers[0] ?? null)).body
    expect(rules.find((one) => one.id === id)?.versions.map((v) => [v.version, v.body.method])).toEqual([
      [2, 'lottery'],
      [1, 'seniority'],
    ])
    await expect(inside((db) => db.run(sqlText("update award_rule_versions set note = 'x'")))).rejects.toThrow(
      /permission denied/,
    )
    expect(
      (await server.call(createRule, { name: 'seniority', body: { ...rule, ties: ['hours'] } }, admin)).error?.fields,
    ).toEqual([{ field: 'body.ties', message: 'The last tiebreaker must be the badge number or a draw.' }])
  })
})

describe('awarding', () => {
  it('goes down the list at the end of the window, exactly once from two processes', {
    meta: { shows: ['issue 5.3 award'] },
  }, async () => {
    const at = await post(2)
    await apply(at, officers)
    const [, , , last] = officers
    const [row] = await server.rows<{ id: string }>(
      'select id from officer_assignments where assignment_id = $1 and officer_id = $2',
      [at.assignment_id, last?.officer_id],
    )
    await server.call(withdraw, { id: row?.id ?? '' }, last ?? null)
    expect(await award(at.assignment_id)).toBe('not_due')
    await close(at.assignment_id)
    const ends = await Promise.all([award(at.assignment_id), award(at.assignment_id), award(at.assignment_id)])
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    expect(await statuses(at.assignment_id)).toEqual([
      'Officer 0 waitlisted',
      'Officer 1 confirmed',
      'Officer 2 confirmed',
      'Officer 3 withdrawn',
    ])
    const found = await server.call(listRounds, { assignment_id: at.assignment_id }, admin)
    expect(found.body.rounds).toHaveLength(1)
    expect(found.body.rounds[0]?.receipts.map((one) => [one.name, one.rank, one.outcome])).toEqual([
      ['Officer 1', 1, 'awarded'],
      ['Officer 2', 2, 'awarded'],
      ['Officer 0', 3, 'waitlisted'],
    ])
    const told = await server.rows<{ type: string; n: number }>(
      'select type, count(*)::int as n from notifications where assignment_id = $1 group by 1 order by 1',
      [at.assignment_id],
    )
    expect(told.filter((one) => one.type.startsWith('award'))).toEqual([
      { type: 'award_given', n: 2 },
      { type: 'award_missed', n: 1 },
    ])
    const said = await server.rows<{ name: string; message: string }>(
      `select o.name, n.message from notifications n join officers o on o.id = n.officer_id
        where n.assignment_id = $1 and n.type like 'award%' order by 1`,
      [at.assignment_id],
    )
    expect(said.map((one) => [one.name, one.message.replace(/^.*?· \d\d:\d\d\. /, '')])).toEqual([
      [
        'Officer 0',
        "2 spots, by seniority. You were number 3 of 3. Others ranked higher: an earlier hire date. You're on the waitlist.",
      ],
      ['Officer 1', '2 spots, by seniority. You were number 1 of 3. You ranked higher: an earlier hire date.'],
      ['Officer 2', '2 spots, by seniority. You were number 2 of 3. You ranked higher: an earlier hire date.'],
    ])
    const ledger = await server.rows<{ kind: string; source: string }>(
      'select kind, source from opportunities where assignment_id = $1',
      [at.assignment_id],
    )
    expect(ledger).toEqual(Array.from({ length: 2 }, () => ({ kind: 'accepted', source: 'award' })))
  })

  it('shows the rule, the officer’s own values, what decided, and rank of N, others’ only if the department allows it', {
    meta: { shows: ['issue 5.3 receipt'] },
  }, async () => {
    const at = await post(1)
    await apply(at, officers.slice(0, 2))
    await close(at.assignment_id)
    await award(at.assignment_id)
    const mine = await receiptOf(officers[0] as TestPerson, at.assignment_id)
    expect(mine).toMatchObject({
      rule_name: 'Seniority',
      rule_version: 1,
      rank: 2,
      of: 2,
      outcome: 'waitlisted',
      decided_by: 'value',
      values: { hired_on: '2015-01-01' },
      won: { rank: 1, values: { hired_on: '2005-01-01' } },
      others: null,
    })
    // Of the officer awarded, only what decided: hours and a badge number would say more than the rule shows.
    expect(mine?.won?.values).toEqual({ owed: false, hired_on: '2005-01-01' })
    expect((await receiptOf(officers[1] as TestPerson, at.assignment_id))?.won).toEqual({ rank: 1, values: {} })
    const body = JSON.stringify(mine)
    expect(body).not.toContain('Officer 1')
    expect(body).not.toContain(officers[1]?.officer_id)
  })

  it('shows the names, and what was compared of each, only as far as the rule says so', {
    meta: { shows: ['issue 5.3 receipt'] },
  }, async () => {
    const others = async (name: string, over: object) => {
      const made = await server.call(createRule, { name, body: { ...rule, ...over } }, admin)
      const at = await post(1, { award_rule_id: made.body.id })
      await apply(at, officers.slice(0, 2))
      await close(at.assignment_id)
      await award(at.assignment_id)
      return (await receiptOf(officers[0] as TestPerson, at.assignment_id))?.others
    }
    const named = [
      { rank: 1, name: 'Officer 1', outcome: 'awarded' },
      { rank: 2, name: 'Officer 0', outcome: 'waitlisted' },
    ]
    expect(await others('Names', { names_shown: true })).toEqual(named)
    expect(await others('Figures alone', { figures_shown: true })).toBe(null)
    expect(await others('Both', { names_shown: true, figures_shown: true, ties: ['badge'] })).toEqual([
      { ...named[0], compared: { owed: false, hired_on: '2005-01-01' } },
      { ...named[1], compared: { owed: false, hired_on: '2015-01-01' } },
    ])
  })

  it("shows other applicants only in general why someone wasn't eligible, and nothing about leave", {
    meta: { shows: ['issue 5.3 receipt'] },
  }, async () => {
    const body = { ...rule, names_shown: true, figures_shown: true }
    const made = await server.call(createRule, { name: 'General terms', body }, admin)
    const at = await post(1, { award_rule_id: made.body.id })
    await apply(at, officers.slice(0, 2))
    const leave = { starts_at: new Date(0), ends_at: null, kind: 'injury', whole_days: false }
    const { id } = await server.insert('leaves', {
      organization_id: organization.id,
      officer_id: officers[1]?.officer_id,
      ...leave,
    })
    await close(at.assignment_id)
    await award(at.assignment_id)
    await server.rows('delete from leaves where id = $1', [id])
    const shown = (await receiptOf(officers[0] as TestPerson, at.assignment_id))?.others
    expect(shown).toMatchObject([
      { name: 'Officer 1', outcome: 'ineligible', ruled_out: 'unavailable' },
      { name: 'Officer 0', outcome: 'awarded' },
    ])
    expect(JSON.stringify(shown)).not.toContain('leave')
    expect(shown?.[1]).not.toHaveProperty('ruled_out')
  })

  it('passes over an ineligible officer with every reason and confirms the next one', {
    meta: { shows: ['issue 5.3 receipt'] },
  }, async () => {
    const at = await post(1)
    await apply(at, officers.slice(0, 2))
    await server.rows(`update posts set requirements = '{"ranks": ["Captain"], "units": ["K9"]}' where id = $1`, [
      at.post_id,
    ])
    await server.rows(`update officers set rank = 'Captain', unit = 'K9' where id = $1`, [officers[0]?.officer_id])
    await close(at.assignment_id)
    await award(at.assignment_id)
    expect(await statuses(at.assignment_id)).toEqual(['Officer 0 confirmed', 'Officer 1 passed'])
    const passed = await receiptOf(officers[1] as TestPerson, at.assignment_id)
    expect(passed?.outcome).toBe('ineligible')
    expect(passed?.reasons.map((one) => one.code).toSorted()).toEqual(['rank_required', 'unit_required'])
  })

  it('publishes the hash when sign-up opens and the seed at the award, so anyone can repeat the draw', {
    meta: { shows: ['issue 5.1 lottery', 'issue 5.1 terms'] },
  }, async () => {
    const made = await server.call(createRule, { name: 'Lottery', body: { ...rule, method: 'lottery' } }, admin)
    const at = await post(1, { award_rule_id: made.body.id })
    await apply(at, officers)
    // Eligible officers can read the rule and the hash before the award, but not for a draft.
    const before = (await server.call(readTerms, { assignment_id: at.assignment_id }, officers[0] ?? null)).body
    expect(before).toMatchObject({ rule_name: 'Lottery', rule: { method: 'lottery' }, awarded_at: null })
    expect((await server.call(listRounds, { assignment_id: at.assignment_id }, admin)).body.commitment).toBe(
      before.commitment,
    )
    const draft = await post(1, { award_rule_id: made.body.id, publish: 'draft' })
    expect((await server.call(readTerms, { assignment_id: draft.assignment_id }, officers[0] ?? null)).status).toBe(404)
    expect(before.commitment).toMatch(/^[0-9a-f]{64}$/)
    const hidden = await server.database.transaction([enterSystem(organization.id, 'x')], async (db) => {
      await db.rows(sqlText(`select set_config('app.role', 'admin', true)`))
      return db.rows(sqlText(`select seed from award_draws where assignment_id = '${at.assignment_id}'`))
    })
    expect(hidden).toEqual([])
    await close(at.assignment_id)
    await award(at.assignment_id)
    const round = (await server.call(listRounds, { assignment_id: at.assignment_id }, admin)).body.rounds[0]
    expect(
      createHash('sha256')
        .update(round?.seed ?? '')
        .digest('hex'),
    ).toBe(before.commitment)
    const drawn = officers
      .map(({ officer_id }) => ({
        officer_id,
        number: createHmac('sha256', Buffer.from(round?.seed ?? '', 'hex'))
          .update(`${at.post_id}:${officer_id}`)
          .digest('hex'),
      }))
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    expect(round?.receipts.map((one) => one.officer_id)).toEqual(drawn.map((one) => one.officer_id))
  })

  it('at short notice, confirms the first to answer; group steps are stored when the shift is posted', {
    meta: { shows: ['issue 5.1 groups'] },
  }, async () => {
    const body: AwardRule = {
      ...rule,
      short_notice: { under_minutes: 59 * 1440, method: 'first_answer' },
      groups: [{ name: 'K9', units: ['K9'], ranks: [], minutes: 60 }],
    }
    const made = await server.call(createRule, { name: 'Short', body }, admin)
    const late = await post(1, { award_rule_id: made.body.id })
    const mine = await server.call(signUp, late, officers[3] as TestPerson)
    expect(mine.body.status).toBe('confirmed')
    const grouped = await server.call(createRule, { name: 'Groups', body: { ...body, short_notice: null } }, admin)
    const at = await post(1, { award_rule_id: grouped.body.id })
    const [row] = await server.rows<{ steps: { name: string }[] }>(
      'select group_steps as steps from assignments where id = $1',
      [at.assignment_id],
    )
    expect(row?.steps.map((one) => one.name)).toEqual(['K9', 'All officers'])
  })

  it('an award shift can’t be posted without a rule', { meta: { shows: ['issue 5.1 window'] } }, async () => {
    const made = await server.call(
      createAssignment,
      {
        title: 'No rule',
        kind: 'court',
        time_zone: 'UTC',
        starts: { date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10), time: '08:00' },
        ends: { time: '16:00' },
        posts: [{ name: 'P', required_count: 1 }],
        signup_mode: 'award',
        publish: 'draft',
      },
      admin,
    )
    expect(made.error?.fields?.map((one) => one.field)).toEqual(['award_rule_id'])
  })

  it('a spot given out of order requires a reason and leaves its round', {
    meta: { shows: ['issue 5.3 by hand'] },
  }, async () => {
    const at = await post(2)
    await apply(at, officers.slice(0, 2))
    const [row] = await server.rows<{ id: string }>(
      'select id from officer_assignments where assignment_id = $1 and officer_id = $2',
      [at.assignment_id, officers[0]?.officer_id],
    )
    expect((await server.call(giveByHand, { id: row?.id ?? '', reason: ' ' }, admin)).error?.code).toBe('invalid_input')
    const given = await server.call(giveByHand, { id: row?.id ?? '', reason: 'Speaks the language' }, admin)
    expect(given.error).toBeNull()
    expect(await statuses(at.assignment_id)).toEqual(['Officer 0 confirmed', 'Officer 1 interested'])
    const round = (await server.call(listRounds, { assignment_id: at.assignment_id }, admin)).body.rounds[0]
    expect(round).toMatchObject({ purpose: 'waitlist', reason: 'Speaks the language', decided_by_name: 'Admin' })
    // The record names the admin and the reason, and doesn't take the spot for one from the waitlist.
    const rows = (await server.call(listOpportunities, { officer_id: officers[0]?.officer_id ?? '' }, admin)).body.items
    expect(rows.filter((one) => one.assignment_id === at.assignment_id)).toMatchObject([
      { kind: 'accepted', source: 'assignment', assigned: { name: 'Admin', reason: 'Speaks the language' } },
    ])
    const own = (await server.call(listMyOpportunities, {}, officers[0] ?? null)).body.items
    expect(own.find((one) => one.assignment_id === at.assignment_id)?.assigned?.reason).toBe('Speaks the language')
  })
})

describe('timing', () => {
  it('everyone gets the stream update and the receipt within 5 seconds of the window’s end', {
    meta: { shows: ['issue 5.3 5 seconds'] },
  }, async () => {
    const late = await post(1)
    await apply(late, officers.slice(0, 2))
    const jobs = startJobs(server.database, sweepsOf(), () => undefined)
    const heard = officers.slice(0, 2).map(async (who) => {
      const stopped = new AbortController()
      const response = await fetch(`${server.base}/api/live`, {
        headers: { cookie: `watchbill=${who.secret}` },
        signal: stopped.signal,
      })
      const reader = response.body?.getReader()
      let receipt: Awaited<ReturnType<typeof receiptOf>>
      // Each poke triggers a new read, as on the screen.
      while (receipt === undefined) {
        const part = await reader?.read()
        if (part?.done !== false) throw new Error('the stream ended')
        if (new TextDecoder().decode(part.value).includes('awards')) receipt = await receiptOf(who, late.assignment_id)
      }
      stopped.abort()
      return { at: Date.now(), receipt }
    })
    const ends = Date.now() + 700
    await server.rows(
      `update assignments set signup_opens_at = now() - interval '1 hour', signup_closes_at = $2 where id = $1`,
      [late.assignment_id, new Date(ends)],
    )
    const got = await Promise.all(heard)
    await jobs.close()
    for (const one of got) {
      expect(one.receipt).toBeDefined()
      expect(one.at - ends).toBeLessThan(5000)
      expect(one.at).toBeGreaterThanOrEqual(ends)
    }
  })

  it('an admin can award early only with a reason, which is stored in the round', {
    meta: { shows: ['issue 5.3 early'] },
  }, async () => {
    const at = await post(1)
    await apply(at, officers.slice(2, 4))
    expect((await server.call(awardEarly, { assignment_id: at.assignment_id, reason: '' }, admin)).error?.code).toBe(
      'invalid_input',
    )
    expect(
      (await server.call(awardEarly, { assignment_id: at.assignment_id, reason: 'Storm' }, admin)).error,
    ).toBeNull()
    expect(await award(at.assignment_id)).toBe('done')
    const found = (await server.call(listRounds, { assignment_id: at.assignment_id }, admin)).body
    expect(found.rounds[0]).toMatchObject({ reason: 'Storm', decided_by_name: 'Admin', purpose: 'award' })
    expect(
      (await server.call(awardEarly, { assignment_id: at.assignment_id, reason: 'Again' }, admin)).error?.code,
    ).toBe('not_to_award')
  })
})
