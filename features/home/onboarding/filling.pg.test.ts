import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { routes as settings } from '#features/home/settings/routes.ts'
import { type AssignmentKind, assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { adoptRule, changeRule, createRule, listRules } from '#features/shifts/award-rules/contract.ts'
import { routes as awardRules } from '#features/shifts/award-rules/routes.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { problemsOf, startOf } from '#features/shifts/award-rules/rules.ts'
import { insertAdoption, lockAdoptions } from '#features/shifts/award-rules/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { chooseFilling } from './contract.filling.ts'
import { readOnboarding } from './contract.ts'
import { routes } from './routes.ts'
import { type Filling, fillingOf, followedBy } from './rules.filling.ts'
import { standingsOf } from './rules.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...settings, ...awardRules])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
})

const list = async () => (await server.call(listRules, {}, admin)).body
const defaults = async () => (await server.call(readSettings, {}, admin)).body
const standings = async () => {
  const { body } = await server.call(readOnboarding, {}, admin)
  return standingsOf(body).map(({ step, state }) => `${step} ${state}`)
}
/** What the screen sends: the answer, with what it shows. */
const answerOf = async (filling: Filling) => ({
  filling,
  seen: { signup_mode: (await defaults()).signup_mode, rules: (await list()).version },
})
const choose = async (filling: Filling) => {
  expect((await server.call(chooseFilling, await answerOf(filling), admin)).error).toBeNull()
  const { rules } = await list()
  return {
    signup_mode: (await defaults()).signup_mode,
    rules: rules.map(({ name, kinds, versions }) => [name, kinds.length, versions[0]?.body.method]),
  }
}
const make = async (name: string, method: AwardMethod, from: string | null = null) =>
  (await server.call(createRule, { name, body: startOf(method), from }, admin)).body.id
const adopt = (one: { kind: AssignmentKind; rule_id: string; from?: string }) =>
  server.call(adoptRule, { note: 'Agreed', seen: null, ...one }, admin)
const adoptForAll = async (rule_id: string) => {
  for (const kind of assignmentKinds) expect((await adopt({ kind, rule_id })).status).toBe(200)
}
const adoptions = async () =>
  Number(
    (await server.rows('select count(*) as n from award_adoptions where organization_id = $1', [house.id]))[0]?.n ?? 0,
  )

test('how new shifts are filled applies to every type, whatever was chosen before', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  expect(await standings()).toContain('rules open')
  const all = assignmentKinds.length
  expect(await choose('least_hours')).toEqual({
    signup_mode: 'approval',
    rules: [['Fewest hours', all, 'least_hours']],
  })
  expect(await standings()).toContain('rules done')
  const made = (await list()).rules[0]?.versions[0]?.body
  expect(made && problemsOf(made)).toEqual([])
  // The rule is kept and used again, and no rule is left in the way of a mode.
  const idle = ['Fewest hours', 0, 'least_hours']
  expect(await choose('seniority')).toEqual({ signup_mode: 'approval', rules: [idle, ['Seniority', all, 'seniority']] })
  expect(await choose('first_come')).toEqual({
    signup_mode: 'first_come',
    rules: [idle, ['Seniority', 0, 'seniority']],
  })
  expect((await choose('least_hours')).rules).toEqual([
    ['Fewest hours', all, 'least_hours'],
    ['Seniority', 0, 'seniority'],
  ])
  const before = await adoptions()
  await choose('least_hours')
  expect(await adoptions()).toEqual(before)
})

test('how new shifts are filled makes a rule of its own where the name is another one', async () => {
  await make('Rotation', 'lottery')
  await make('Rotation, all shift types', 'lottery')
  await choose('rotation')
  expect((await list()).rules.map(({ name, kinds }) => [name, kinds.length])).toEqual([
    ['Rotation', 0],
    ['Rotation, all shift types', 0],
    ['Rotation, all shift types 2', assignmentKinds.length],
  ])
  const wrong = { ...(await answerOf('rotation')), filling: 'lottery' as Filling }
  expect((await server.call(chooseFilling, wrong, admin)).status).toBe(400)
})

test('the answer that is in force keeps the rule that every type follows, also beside an older one', async () => {
  await make('Old seniority', 'seniority')
  await adoptForAll(await make('Seniority with groups', 'seniority'))
  expect(fillingOf('approval', await list())).toBe('seniority')
  const before = await adoptions()
  expect((await choose('seniority')).rules).toEqual([
    ['Old seniority', 0, 'seniority'],
    ['Seniority with groups', assignmentKinds.length, 'seniority'],
  ])
  expect(await adoptions()).toBe(before)
})

test('the answer also replaces what is scheduled, on its date', async () => {
  const id = await make('Contract', 'least_hours')
  expect((await adopt({ kind: 'overtime', rule_id: id, from: '2199-01-07' })).status).toBe(200)
  expect((await adopt({ kind: 'court', rule_id: id, from: '2199-01-07' })).status).toBe(200)
  expect(fillingOf('approval', await list())).toBeNull()
  await choose('approval')
  const listed = await list()
  const later = { rule_id: null, from: expect.stringContaining('2199-01-07') }
  expect(followedBy('overtime', listed)).toEqual([{ rule_id: null, from: null }, later])
  expect(fillingOf('approval', listed)).toBe('approval')
  // What never takes effect is in no history.
  expect(listed.rules[0]?.changes).toEqual([])
  await choose('least_hours')
  const now = await list()
  expect(followedBy('court', now).map(({ rule_id }) => rule_id)).toEqual([id, id])
  expect(fillingOf('approval', now)).toBe('least_hours')
})

test('the answer uses no rule that is not in force yet, or that will rank by another method', async () => {
  await make('Seniority', 'seniority', '2199-01-01')
  const changing = await make('Seniority for now', 'seniority')
  const body = startOf('lottery')
  expect((await server.call(changeRule, { id: changing, body, seen: 1, from: '2199-01-01' }, admin)).status).toBe(200)
  await choose('seniority')
  const { rules, now_at } = await list()
  const used = rules.find(({ kinds }) => kinds.length > 0)
  expect(used).toMatchObject({ name: 'Seniority, all shift types', kinds: assignmentKinds.toSorted() })
  expect(used?.versions.map(({ effective_from }) => Date.parse(effective_from) <= Date.parse(now_at))).toEqual([true])
})

test('the answer replaces nothing that the admin did not see', async () => {
  const stale = await answerOf('approval')
  const id = await make('For court', 'lottery')
  expect((await adopt({ kind: 'court', rule_id: id })).status).toBe(200)
  const refused = await server.call(chooseFilling, stale, admin)
  expect([refused.status, refused.error?.code]).toEqual([409, 'changed_meanwhile'])
  expect((await list()).rules[0]?.kinds).toEqual(['court'])
  expect(await standings()).toContain('rules open')
  const seen = await answerOf('least_hours')
  const { version } = await defaults()
  expect((await server.call(editSettings, { version, signup_mode: 'first_come' }, admin)).status).toBe(200)
  expect((await server.call(chooseFilling, seen, admin)).error?.code).toBe('changed_meanwhile')
  expect((await list()).rules).toHaveLength(1)
})

test('the answer waits for an adoption under way, and is refused after it', async () => {
  const rule_id = await make('For court', 'lottery')
  const answer = await answerOf('approval')
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const adopting = server.database.transaction([enterSystem(house.id, 'job.test')], async (db) => {
    await lockAdoptions(db, ['court'])
    locked.resolve()
    await released.promise
    await insertAdoption(db, { kind: 'court', rule_id, effective_from: null, note: 'Agreed' })
  })
  await Promise.race([locked.promise, adopting])
  const choosing = server.call(chooseFilling, answer, admin)
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await server.rows(waiting)).length, { timeout: 10_000 }).toBe(1)
  released.resolve()
  await adopting
  expect((await choosing).error?.code).toBe('changed_meanwhile')
  expect((await list()).rules[0]?.kinds).toEqual(['court'])
})
