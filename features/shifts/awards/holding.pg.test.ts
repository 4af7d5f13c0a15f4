import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssignment, editAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { routes as transitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { routes as editorRoutes } from '#features/shifts/assignment-editor/routes.ts'
import { publishAssignment, unpublishAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignmentRoutes } from '#features/shifts/assignments/routes.ts'
import { createRule } from '#features/shifts/award-rules/contract.ts'
import { routes as ruleRoutes } from '#features/shifts/award-rules/routes.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { joinWaitlist } from '#features/shifts/offers/contract.ts'
import { passPlacesOf } from '#features/shifts/offers/jobs.ts'
import { routes as offerRoutes } from '#features/shifts/offers/routes.ts'
import { openCall } from '#features/shifts/order-ins/contract.calls.ts'
import { routes as orderRoutes } from '#features/shifts/order-ins/routes.ts'
import { callOff, listOpenJobs, signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { type Db, enterSystem } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { giveByHand, listMyReceipts, listRounds } from './contract.ts'
import { routes } from './routes.ts'
import { outcomeWords } from './rules.rounds.ts'
import { awardDue } from './store.awarding.ts'
import { rankFor, recordRound } from './store.ts'

type Place = { assignment_id: string; post_id: string }
let server: TestServer
let organization: TestOrganization
let admin: TestPerson
const officers: TestPerson[] = []
const rules = new Map<string, string>()
const officer = (i: number): TestPerson => officers[i] as TestPerson
const inside = <T>(work: (db: Db) => Promise<T>) =>
  server.database.transaction([enterSystem(organization.id, 'job.award')], work)
const award = () => awardDue(server.database, organization.id, () => false)

const body: AwardRule = {
  ...plainRule,
  method: 'seniority',
  window: { opens_minutes_after_publish: 0, closes_minutes_before_start: 60, open_minutes: null },
}
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const wordsOf = (rule: string, date: string, required_count: number) => ({
  title: `Gate of ${date}`,
  kind: 'overtime' as const,
  time_zone: 'UTC',
  starts: { date, time: '08:00' },
  ends: { time: '16:00' },
  signup_mode: 'award' as const,
  award_rule_id: rules.get(rule) ?? null,
  posts: [{ name: 'P', required_count }],
})
let days = 10
let date = ''
/** A posted shift with the given number of spots, on its own day in UTC, with these applicants. */
const post = async (required_count: number, who: readonly TestPerson[] = [], rule = 'seniority'): Promise<Place> => {
  days += 1
  date = dayIn(days)
  const { body: answer, error } = await server.call(
    createAssignment,
    { ...wordsOf(rule, date, required_count), publish: 'now' },
    admin,
  )
  expect(error).toBeNull()
  const [found] = await server.rows<{ id: string }>('select id from posts where assignment_id = $1', [answer.id])
  const at = { assignment_id: answer.id, post_id: found?.id ?? '' }
  for (const one of who) expect((await server.call(signUp, at, one)).error).toBeNull()
  return at
}
const edit = async (at: Place, more: object = {}, rule = 'seniority') => {
  const [row] = await server.rows<{ version: number; required: number }>(
    `select a.version, p.required_count as required from assignments a join posts p on p.assignment_id = a.id where a.id = $1`,
    [at.assignment_id],
  )
  const words = wordsOf(rule, date, row?.required ?? 1)
  const posts = words.posts.map((one) => ({ ...one, id: at.post_id }))
  return server.call(
    editAssignment,
    { ...words, posts, id: at.assignment_id, version: Number(row?.version), ...more },
    admin,
  )
}
/** Ends sign-up according to the database clock. */
const close = (at: Place) =>
  server.rows(
    `update assignments set signup_opens_at = now() - interval '2 hours', signup_closes_at = now() where id = $1`,
    [at.assignment_id],
  )
const statuses = async (at: Place) =>
  (
    await server.rows<{ name: string; status: string }>(
      `select o.name, s.status from officer_assignments s join officers o on o.id = s.officer_id
      where s.assignment_id = $1 order by o.name`,
      [at.assignment_id],
    )
  ).map((one) => `${one.name} ${one.status}`)
const signupOf = async (at: Place, who: TestPerson) =>
  (
    await server.rows<{ id: string }>(
      'select id from officer_assignments where assignment_id = $1 and officer_id = $2',
      [at.assignment_id, who.officer_id],
    )
  )[0]?.id ?? ''

beforeAll(async () => {
  server = await startTestServer([
    ...[...routes, ...ruleRoutes, ...signupRoutes],
    ...[...editorRoutes, ...offerRoutes, ...orderRoutes, ...assignmentRoutes, ...transitions],
  ])
  organization = await server.makeOrganization({})
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin' })
  for (const [i, hired] of ['2005-01-01', '2010-01-01', '2015-01-01', '2020-01-01'].entries()) {
    const one = await server.makePerson(organization, { name: `Officer ${i}` })
    await server.rows('update officers set hired_on = $1, badge_number = $2 where id = $3', [
      hired,
      `${i}`,
      one.officer_id,
    ])
    officers.push(one)
  }
  const variants: Record<string, AwardRule> = {
    seniority: body,
    another: body,
    no_list: { ...body, keeps_waitlist: false },
    lottery: { ...body, method: 'lottery' },
    short: { ...body, short_notice: { under_minutes: 3 * 1440, method: 'first_answer' } },
  }
  for (const [name, rule] of Object.entries(variants))
    rules.set(name, (await server.call(createRule, { name, body: rule }, admin)).body.id)
})
afterAll(() => server.close())

it('before the award, the seed is not in any ranking or round, and nobody is ordered in or chosen by hand', {
  meta: { shows: ['issue 5.1 lottery'] },
}, async () => {
  const at = await post(4, officers.slice(0, 3), 'lottery')
  const officer_ids = officers.slice(0, 3).map((one) => one.officer_id)
  const [drawn] = await server.rows<{ seed: string }>('select seed from award_draws where assignment_id = $1', [
    at.assignment_id,
  ])
  const seed = drawn?.seed ?? ''
  const ranking = await inside((db) => rankFor(db, { ...at, officer_ids }))
  expect(ranking.inputs.seed).toBeNull()
  const keep = (inputs: typeof ranking.inputs) =>
    inside((db) => recordRound(db, { purpose: 'order', ...at, ranking: { ...ranking, inputs }, outcome: [] }))
  await expect(keep({ ...ranking.inputs, seed })).rejects.toThrow(/row-level security/)
  expect((await server.call(openCall, { ...at, minutes: 30 }, admin)).error?.code).toBe('before_award')
  const id = await signupOf(at, officer(0))
  expect((await server.call(giveByHand, { id, reason: 'A friend' }, admin)).error?.code).toBe('draw_first')
  await close(at)
  expect((await award()).failures).toEqual([])
  expect((await inside((db) => rankFor(db, { ...at, officer_ids }))).inputs.seed).toBe(seed)
  const [round] = await server.rows<{ seed: string }>('select seed from award_rounds where assignment_id = $1', [
    at.assignment_id,
  ])
  expect(round?.seed).toBe(seed)
  expect((await server.call(openCall, { ...at, minutes: 30 }, admin)).error).toBeNull()
})

it('with applicants, the kind, the rule and the sign-up opening can’t change', {
  meta: { shows: ['issue 5.1 versions'] },
}, async () => {
  const at = await post(1, officers.slice(0, 1))
  const opens = async () =>
    (
      await server.rows<{ at: Date }>('select signup_opens_at as at from assignments where id = $1', [at.assignment_id])
    )[0]?.at
  const before = await opens()
  for (const change of [
    { kind: 'court' },
    { award_rule_id: rules.get('another') },
    { signup_opens: { date: dayIn(2), time: '08:00' } },
  ])
    expect((await edit(at, change)).error?.code).toBe('rule_fixed')
  const typed = before?.toISOString() ?? ''
  const signup_opens = { date: typed.slice(0, 10), time: typed.slice(11, 16) }
  expect((await edit(at, { title: 'Other words', signup_opens })).error).toBeNull()
  expect(await opens()).toEqual(before)
  const free = await post(1)
  expect((await edit(free, { award_rule_id: rules.get('another') })).error).toBeNull()
})

it('a failing award doesn’t hold up others and is reported', { meta: { shows: ['issue 5.3 award'] } }, async () => {
  const [first, second] = [await post(1, officers.slice(0, 1)), await post(1, officers.slice(1, 2))]
  await server.rows(`create function public.planted() returns trigger language plpgsql as $$
    begin if new.assignment_id = '${first.assignment_id}' then raise exception 'planted'; end if; return new; end $$`)
  await server.rows(
    `create trigger planted before insert on award_rounds for each row execute function public.planted()`,
  )
  await close(first)
  await close(second)
  const { next, failures } = await award()
  expect(failures.map((one) => one.message)).toEqual([`award of ${first.assignment_id}: planted`])
  // A failed award does not set the next wake-up time.
  expect(next ?? Infinity).toBeGreaterThan(Date.now())
  expect([await statuses(first), await statuses(second)]).toEqual([['Officer 0 interested'], ['Officer 1 confirmed']])
  await server.rows('drop trigger planted on award_rounds')
  expect((await award()).failures).toEqual([])
  expect(await statuses(first)).toEqual(['Officer 0 confirmed'])
})

it('a failing post doesn’t hold up others and is reported', { meta: { shows: ['issue 5.4 waitlist'] } }, async () => {
  const both = [await post(1, officers.slice(0, 2)), await post(1, officers.slice(0, 2))]
  for (const at of both) await close(at)
  await award()
  for (const at of both) expect(await statuses(at)).toEqual(['Officer 0 confirmed', 'Officer 1 waitlisted'])
  for (const at of both)
    expect((await server.call(callOff, { id: await signupOf(at, officer(0)) }, officer(0))).error).toBeNull()
  const [first] = both.toSorted((a, b) => (a.post_id < b.post_id ? -1 : 1))
  await server.rows(`create or replace function public.planted() returns trigger language plpgsql as $$
    begin if new.post_id = '${first?.post_id}' then raise exception 'planted'; end if; return new; end $$`)
  await server.rows(`create trigger planted before update on officer_assignments for each row
    when (new.status = 'offered') execute function public.planted()`)
  await expect(passPlacesOf(server.database, organization.id)).rejects.toThrow(`post ${first?.post_id}: planted`)
  await server.rows('drop trigger planted on officer_assignments')
  const came = await Promise.all(both.map(statuses))
  expect(came.map((one) => one[1]).toSorted()).toEqual(['Officer 1 offered', 'Officer 1 waitlisted'])
})

it('moved to short notice, a shift with applicants stays an award, and one without becomes first come', {
  meta: { shows: ['issue 5.3 award'] },
}, async () => {
  const at = await post(1, officers.slice(0, 2), 'short')
  const soon = { starts: { date: dayIn(2), time: '08:00' } }
  expect((await edit(at, soon, 'short')).error).toBeNull()
  const mode = async (of: Place) =>
    (
      await server.rows<{ mode: string }>('select signup_mode as mode from assignments where id = $1', [
        of.assignment_id,
      ])
    )[0]?.mode
  expect(await mode(at)).toBe('award')
  await close(at)
  await award()
  expect(await statuses(at)).toEqual(['Officer 0 confirmed', 'Officer 1 waitlisted'])
  const free = await post(1, [], 'short')
  expect((await edit(free, soon, 'short')).error).toBeNull()
  expect(await mode(free)).toBe('first_come')
})

it('spots left after an award are first come until the start, and a full shift has a waitlist', {
  meta: { shows: ['issue 5.3 award'] },
}, async () => {
  const at = await post(2, officers.slice(0, 1))
  expect((await server.call(joinWaitlist, at, officer(3))).error?.code).toBe('no_waitlist')
  await close(at)
  await award()
  const taken = await server.call(signUp, at, officer(1))
  expect([taken.error, taken.body.status]).toEqual([null, 'confirmed'])
  expect((await server.call(signUp, at, officer(2))).error?.code).toBe('full')
  expect((await server.call(joinWaitlist, at, officer(2))).error).toBeNull()
  expect(await statuses(at)).toEqual(['Officer 0 confirmed', 'Officer 1 confirmed', 'Officer 2 waitlisted'])
  expect((await server.call(callOff, { id: await signupOf(at, officer(1)) }, officer(1))).error).toBeNull()
  await passPlacesOf(server.database, organization.id)
  expect(await statuses(at)).toEqual(['Officer 0 confirmed', 'Officer 1 called_off', 'Officer 2 offered'])
})

it('a shift reads as full while its spot is filled, reserved or offered, and a manual assignment is refused then', {
  meta: { shows: ['issue 5.3 by hand'] },
}, async () => {
  const at = await post(1, officers.slice(0, 3))
  await close(at)
  await award()
  const last = await signupOf(at, officer(2))
  const byHand = async () => {
    const { rounds } = (await server.call(listRounds, { assignment_id: at.assignment_id }, admin)).body
    const given = await server.call(giveByHand, { id: last, reason: 'Speaks the language' }, admin)
    return [rounds.at(-1)?.full, given.error?.code ?? 'given']
  }
  expect(await byHand()).toEqual([true, 'full'])
  expect((await server.call(callOff, { id: await signupOf(at, officer(0)) }, officer(0))).error).toBeNull()
  expect(await byHand()).toEqual([true, 'full'])
  await passPlacesOf(server.database, organization.id)
  expect(await statuses(at)).toEqual(['Officer 0 called_off', 'Officer 1 offered', 'Officer 2 waitlisted'])
  expect(await byHand()).toEqual([true, 'full'])
  await server.rows('update posts set required_count = 2 where id = $1', [at.post_id])
  await server.rows("update posts set freed_at = now() - interval '2 minutes' where id = $1", [at.post_id])
  expect(await byHand()).toEqual([false, 'given'])
})

it('an awarded post can’t be split: refused with its field, and by the database', {
  meta: { shows: ['issue 5.4 split shifts'] },
}, async () => {
  const input = { ...wordsOf('seniority', dayIn(5), 1), publish: 'now' as const }
  const parts = { name: 'P', required_count: 1, split_minutes: 60 }
  const refused = await server.call(createAssignment, { ...input, posts: [parts] }, admin)
  expect(refused.error?.fields).toEqual([
    {
      field: 'posts.0.split_minutes',
      message: "Awarded posts can't be split into parts. Choose another sign-up method, or whole shifts only.",
    },
  ])
  const at = await post(1)
  await expect(server.rows('update posts set split_minutes = 60 where id = $1', [at.post_id])).rejects.toThrow(
    /taken whole/,
  )
  const free = await server.call(createAssignment, { ...input, signup_mode: 'first_come', posts: [parts] }, admin)
  expect(free.error).toBeNull()
  await expect(
    server.rows("update assignments set signup_mode = 'award' where id = $1", [free.body.id]),
  ).rejects.toThrow(/taken whole/)
})

it('only the chosen officer reads why, and officers can’t write rounds or receipts', {
  meta: { shows: ['issue 5.3 by hand'] },
}, async () => {
  const at = await post(1, officers.slice(0, 2))
  const id = await signupOf(at, officer(1))
  expect((await server.call(giveByHand, { id, reason: 'Speaks the language' }, admin)).error).toBeNull()
  const reasonFor = async (who: TestPerson) =>
    (await server.call(listMyReceipts, { assignment_id: at.assignment_id }, who)).body.items.map((one) => one.reason)
  expect([await reasonFor(officer(0)), await reasonFor(officer(1))]).toEqual([[null], ['Speaks the language']])
  // The award for the others is still to come, so nobody is on a waitlist yet.
  const [told] = (await server.call(listMyReceipts, { assignment_id: at.assignment_id }, officer(0))).body.items
  expect([told?.outcome, outcomeWords.undecided]).toEqual(['undecided', 'Not awarded yet'])
  const [round] = await server.rows<{ id: string }>('select id from award_rounds where post_id = $1', [at.post_id])
  const asOfficer = (statement: Sql) =>
    inside(async (db) => {
      await db.run(sql`select set_config('app.role', 'officer', true)`)
      await db.run(statement)
    })
  const hash = 'a'.repeat(64)
  await expect(
    asOfficer(sql`insert into award_rounds (organization_id, assignment_id, post_id, purpose, rule_name, rule, places, inputs,
        inputs_hash, result_hash)
      values (${organization.id}::uuid, ${at.assignment_id}::uuid, ${at.post_id}::uuid, 'order', 'X', '{}', 1, '{}', ${hash}, ${hash})`),
  ).rejects.toThrow(/row-level security/)
  await expect(
    asOfficer(sql`insert into award_receipts (organization_id, round_id, officer_id, rank, of, "values", outcome)
      values (${organization.id}::uuid, ${round?.id}::uuid, ${officer(3).officer_id}::uuid, 1, 1, '{}', 'awarded')`),
  ).rejects.toThrow(/row-level security/)
})

it('an officer due the next opportunity ranks first in one award, and not after it', {
  meta: { shows: ['issue 5.3 bypass'] },
}, async () => {
  const two = [officer(0), officer(1)]
  const decide = async () => {
    const at = await post(1, two)
    await close(at)
    await award()
    return at
  }
  const first = await decide()
  expect(await statuses(first)).toEqual(['Officer 0 confirmed', 'Officer 1 waitlisted'])
  const [round] = await server.rows<{ id: string }>('select id from award_rounds where post_id = $1', [first.post_id])
  const skipped = { officer_id: officer(1).officer_id, instead_id: officer(0).officer_id }
  await server.insert('award_cases', {
    ...{ organization_id: organization.id, round_id: round?.id, ...first, ...skipped, minutes: 480 },
    ...{ instead_signup_id: await signupOf(first, officer(0)), remedy: 'pay', closed_at: new Date() },
    ...{ closed_by: admin.officer_id, closed_remedy: 'next_opportunity', closed_note: 'The list was not followed' },
  })
  expect(await statuses(await decide())).toEqual(['Officer 0 waitlisted', 'Officer 1 confirmed'])
  expect(await statuses(await decide())).toEqual(['Officer 0 confirmed', 'Officer 1 waitlisted'])
})

it('without a waitlist in the rule, joining after the award is refused with a message, and a freed spot is open to all', {
  meta: { shows: ['issue 5.4 no waitlist'] },
}, async () => {
  const at = await post(1, officers.slice(0, 2), 'no_list')
  await close(at)
  await award()
  expect(await statuses(at)).toEqual(['Officer 0 confirmed', 'Officer 1 passed'])
  expect((await server.call(joinWaitlist, at, officer(2))).error?.code).toBe('no_waitlist_kept')
  const seen = (await server.call(listOpenJobs, { days: 60, limit: 100 }, officer(2))).body.items
  expect(seen.find((one) => one.id === at.assignment_id)?.keeps_waitlist).toBe(false)
  expect((await server.call(callOff, { id: await signupOf(at, officer(0)) }, officer(0))).error).toBeNull()
  await passPlacesOf(server.database, organization.id)
  expect((await server.call(signUp, at, officer(2))).body.status).toBe('confirmed')
})

it('an awarded shift that is unpublished is awarded by its rule again, with a new draw', {
  meta: { shows: ['issue 5.3 awarded again'] },
}, async () => {
  for (const rule of ['seniority', 'lottery']) {
    const at = await post(1, officers.slice(1, 2), rule)
    const facts = async () =>
      (
        await server.rows<{ draw_commitment: string | null; seed: string | null }>(
          `select a.draw_commitment, d.seed, a.awarded_at from assignments a left join award_draws d on d.assignment_id = a.id
           where a.id = $1`,
          [at.assignment_id],
        )
      )[0]
    const first = await facts()
    await close(at)
    await award()
    await server.call(callOff, { id: await signupOf(at, officer(1)) }, officer(1))
    const taken = await server.call(unpublishAssignment, { id: at.assignment_id }, admin)
    expect(taken.error).toBeNull()
    expect((await server.call(publishAssignment, { id: at.assignment_id }, admin)).error).toBeNull()
    const second = await facts()
    expect(second).toMatchObject({ awarded_at: null })
    expect(second?.seed).not.toBe(first?.seed)
    expect(second?.draw_commitment).not.toBe(first?.draw_commitment)
    const again = await Promise.all(officers.slice(0, 2).map((one) => server.call(signUp, at, one)))
    expect(again.map((one) => one.body.status)).toEqual(['interested', 'interested'])
    await close(at)
    await award()
    const rounds = await server.rows<{ award_number: number; n: number }>(
      `select award_number, jsonb_array_length(inputs -> 'applicants') as n from award_rounds where post_id = $1 order by at`,
      [at.post_id],
    )
    expect(rounds).toEqual([
      { award_number: 1, n: 1 },
      { award_number: 2, n: 2 },
    ])
    if (rule === 'seniority') expect(await statuses(at)).toContain('Officer 0 confirmed')
  }
})
