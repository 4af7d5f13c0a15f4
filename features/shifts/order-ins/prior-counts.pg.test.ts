import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countedFrom } from '#features/shifts/award-checks/rules.inputs.ts'
import { findBooks, type RoundRow } from '#features/shifts/award-checks/store.inputs.ts'
import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { listMyOpportunities } from '#features/shifts/awards/contract.ts'
import { routes as awardRoutes } from '#features/shifts/awards/routes.ts'
import { listApplicants } from '#features/shifts/awards/store.facts.ts'
import type { Inputs } from '#features/shifts/awards/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { enterPriorCount, importPriorCounts, listPriorCounts, takeBackPriorCount } from './contract.prior-counts.ts'
import { listForce } from './contract.ts'
import { routes } from './routes.prior-counts.ts'
import { routes as orderRoutes } from './routes.ts'
import { parsePriorCounts } from './rules.prior-counts.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
let other: TestPerson
let post: { assignment_id: string; post_id: string }
const today = wallOf(new Date().toISOString(), 'America/Chicago').date
const yearStart = `${today.slice(0, 4)}-01-01`
const base = { kind: 'ordered' as const, times: 3, hours: 0, last_on: yearStart, reason: 'Paper list' }
const enter = (over: object = {}, as = admin) =>
  server.call(enterPriorCount, { ...base, officer_id: officer.officer_id, ...over }, as)
const rowOf = async (who: TestPerson, as = admin) =>
  (await server.call(listForce, {}, as)).body.items.find((one) => one.officer_id === who.officer_id)
const countedOf = (who: TestPerson, window_days: number | 'ever' = 'ever') =>
  server.database.transaction([enterSystem(organization.id, 'job.test')], async (db) => {
    const rule = { ...plainRule, method: 'least_hours' as const, counts: { ...plainRule.counts, window_days } }
    const asked = { ...post, officer_ids: [who.officer_id], at: new Date(Date.now() + 1000) }
    const [found] = await listApplicants(db, rule, asked)
    return { minutes: found?.minutes ?? {}, times: found?.times ?? {} }
  })

beforeAll(async () => {
  server = await startTestServer([...routes, ...orderRoutes, ...awardRoutes])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin', badge_number: '1' })
  officer = await server.makePerson(organization, { name: 'First', badge_number: '4127' })
  other = await server.makePerson(organization, { name: 'Second', badge_number: '0042' })
  const of = { organization_id: organization.id, starts_at: '2027-01-01T08:00:00Z', ends_at: '2027-01-01T16:00:00Z' }
  const job = await server.insert('assignments', { ...of, title: 'Job', kind: 'overtime', time_zone: 'UTC' })
  const made = await server.insert('posts', { ...of, assignment_id: job.id, name: 'P', required_count: 1 })
  post = { assignment_id: String(job.id), post_id: String(made.id) }
})
afterAll(() => server.close())

describe('counts from before Watchbill', { meta: { shows: ['issue 5.5 prior counts'] } }, () => {
  it('appear on the force list for everyone and in the officer’s ledger, and can be reversed once', async () => {
    const made = await enter()
    expect(made.status).toBe(200)
    expect(await rowOf(officer, other)).toMatchObject({ orders: 3, count: 3, position: 2 })
    const [own] = (await server.call(listMyOpportunities, {}, officer)).body.items
    expect(own).toMatchObject({ kind: 'ordered', times: 3, minutes: 0, source: 'import', note: 'Paper list' })
    expect(await countedOf(officer)).toEqual({ minutes: {}, times: { ordered: 3 } })
    const back = () => server.call(takeBackPriorCount, { id: made.body.id, reason: 'Counted twice' }, admin)
    const both = await Promise.all([back(), back()])
    expect(both.map((one) => one.error?.code ?? 'done').toSorted()).toEqual(['done', 'taken_back_already'])
    expect(await rowOf(officer)).toMatchObject({ orders: 0 })
    expect(await countedOf(officer)).toEqual({ minutes: {}, times: {} })
    const listed = (await server.call(listPriorCounts, {}, admin)).body.items
    expect(listed.map((one) => one.state)).toEqual(['takes_back', 'taken_back'])
    const taking = await server.call(takeBackPriorCount, { id: listed[0]?.id ?? '', reason: 'Once more' }, admin)
    expect(taking.error?.code).toBe('taken_back_already')
  })

  it('a withdrawn later date no longer counts as the last one, in the ranking and its check, in any time zone', async () => {
    const late = await server.makePerson(organization, { name: 'Third', badge_number: '77' })
    const entered = (last_on: string) => enter({ officer_id: late.officer_id, kind: 'accepted', times: 2, last_on })
    const [early, later] = [plusDays(today, -60), plusDays(today, -30)]
    await entered(early)
    const wrong = await entered(later)
    const facts = () =>
      server.database.transaction([enterSystem(organization.id, 'job.test')], async (db) => {
        const asked = { ...post, officer_ids: [late.officer_id], at: new Date(Date.now() + 1000) }
        const [found] = await listApplicants(db, plainRule, asked)
        const inputs = { at: asked.at.toISOString(), rule: plainRule, applicants: [found] } as unknown as Inputs
        const books = await findBooks(db, { inputs } as RoundRow)
        const { minutes, times, last } = countedFrom(books, Number.NEGATIVE_INFINITY)
        expect({ minutes, times, last }).toEqual({ minutes: found?.minutes, times: found?.times, last: found?.last })
        return { times: times.accepted, last: last.accepted?.slice(0, 10) }
      })
    expect(await facts()).toEqual({ times: 4, last: later })
    const zoned = (zone: string) =>
      server.rows('update organizations set time_zone = $2 where id = $1', [organization.id, zone])
    const [kept] = await server.rows<{ zone: string }>('select time_zone as zone from organizations where id = $1', [
      organization.id,
    ])
    await zoned('Pacific/Honolulu')
    await server.call(takeBackPriorCount, { id: wrong.body.id, reason: 'Another officer' }, admin)
    expect(await facts()).toEqual({ times: 2, last: early })
    await zoned(kept?.zone ?? 'UTC')
  })

  it('hours count toward least hours within the rule’s window, by the date of the last one', async () => {
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
    await enter({ officer_id: other.officer_id, kind: 'worked', times: 4, hours: 30.5, last_on: day })
    expect(await countedOf(other)).toEqual({ minutes: { worked: 1830 }, times: { worked: 4 } })
    expect(await countedOf(other, 30)).toEqual({ minutes: {}, times: {} })
    expect((await rowOf(other))?.orders).toBe(0)
  })

  it('rejects entries by the officer concerned, by non-admins, and for future days, in the database too', async () => {
    expect((await enter({ officer_id: admin.officer_id })).error?.code).toBe('own_prior_count')
    expect((await enter({}, officer)).status).toBe(403)
    expect((await enter({ last_on: '2099-01-01' })).error?.fields?.[0]?.field).toBe('last_on')
    expect((await enter({ times: 0 })).error?.fields?.[0]?.field).toBe('times')
    const row = { organization_id: organization.id, officer_id: admin.officer_id, created_by: admin.officer_id }
    const own = server.insert('openings', {
      ...row,
      kind: 'ordered',
      times: 1,
      minutes: 0,
      last_on: today,
      reason: 'Mine',
    })
    await expect(own).rejects.toThrow(/openings_not_own/)
    const ledger = (who: TestPerson, whose: TestPerson) => {
      const enterAs = sql`select app.enter(${createHash('sha256').update(who.secret).digest()}::bytea, 'signed_in', '', true)`
      return server.database.transaction([enterAs], (db) =>
        db.run(sql`insert into opportunities (organization_id, officer_id, kind, minutes, source)
          values (${organization.id}::uuid, ${whose.officer_id}::uuid, 'worked', -600, 'import')`),
      )
    }
    for (const who of [admin, officer]) await expect(ledger(who, who)).rejects.toThrow(/row-level security/)
    await expect(ledger(officer, other)).rejects.toThrow(/row-level security/)
    const audited = await server.rows(
      `select 1 from audit_entries where organization_id = $1 and thing_type = 'openings' and actor_officer_id = $2`,
      [organization.id, admin.officer_id],
    )
    expect(audited.length).toBeGreaterThan(1)
  })

  it('a pasted list is entered in full, or rejected with every bad line', async () => {
    const paste = (text: string) =>
      server.call(importPriorCounts, { kind: 'ordered', last_on: yearStart, reason: 'Sheet', text }, admin)
    const wrong = await paste('Badge;Orders\n4127;x\n9999;2\n1;1\n4127;1\n0042;2;;2026-13-01')
    expect(wrong.error?.fields).toEqual([
      {
        field: 'text',
        message:
          'Line 2: the count must be a whole number up to 500. Line 3: no officer has badge 9999. Line 4: ask another admin to enter your own count. Line 5: badge 4127 is already on line 2. Line 6: enter the date as 2026-03-31.',
      },
    ])
    expect((await paste('4127;1;;0000-01-01')).error?.fields?.[0]?.message).toMatch(/^Line 1: enter the date/)
    const before = (await rowOf(officer))?.orders ?? 0
    expect((await paste(`Badge, Orders\n4127, 2, 16\n\n0042\t1\t\t${yearStart}`)).body).toEqual({ added: 2 })
    expect((await rowOf(officer))?.orders).toBe(before + 2)
    expect((await rowOf(other))?.orders).toBe(1)
  })

  it('every pasted line is either read or reported as wrong', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.nat(999).map(String),
      fc.constantFrom('7.5', '7:30', '2026-02-28', ''),
    )
    const row = fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(';'))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const { lines, wrong } = parsePriorCounts(rows.join('\n'))
        const typed = rows.join('\n').split(/\r?\n/)
        const full = typed.filter((one) => one.trim() !== '').filter((one, i) => i > 0 || /\d/.test(one))
        expect(lines.length + wrong.length).toBe(full.length)
        for (const one of lines) expect(one.times > 0 || one.minutes > 0).toBe(true)
      }),
    )
    expect(parsePriorCounts('7, 2, 1:30').lines).toEqual([
      { line: 1, badge: '7', times: 2, minutes: 90, last_on: null },
    ])
  })
})
