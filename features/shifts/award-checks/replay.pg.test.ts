import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awardMethods } from '#features/shifts/award-rules/rules.methods.ts'
import { opportunityKinds } from '#features/shifts/award-rules/rules.opportunities.ts'
import { type AwardRule, awardFactors, newcomerPlaces, plainRule } from '#features/shifts/award-rules/rules.ts'
import { settle } from '#features/shifts/awards/rules.rounds.ts'
import { commitmentOf } from '#features/shifts/awards/store.hash.ts'
import { hashOfResult, type Inputs, rankInputs, recordRound } from '#features/shifts/awards/store.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestServer } from '#platform/server/testing.ts'
import { replayRounds } from './jobs.replay.ts'
import { listStored, makeAgain, type StoredRound } from './store.replay.ts'

const ROUNDS = 1000
let server: TestServer
let organization: TestOrganization
const officers: string[] = []
const seed = 'ab'.repeat(32)

/** Random, but with a fixed seed, so that a failure can be reproduced. */
let state = 20_261_121
const draw = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % below
}
const one = <T>(list: readonly T[]): T => list[draw(list.length)] as T
const barred: Reason[] = [{ code: 'rank_required', details: { accepted: ['Captain'] }, overridable: true }]

const ruleAt = (): AwardRule => ({
  ...plainRule,
  method: one(awardMethods),
  newcomers: one(newcomerPlaces),
  keeps_waitlist: draw(2) === 0,
  names_shown: draw(4) === 0,
  figures_shown: draw(2) === 0,
  ties: one([['hours', 'badge'], ['seniority', 'draw'], ['draw'], ['applied', 'hours', 'badge', 'draw']] as const),
  weights: awardFactors.map((factor) => ({ factor, weight: draw(4) })),
  groups: draw(3) === 0 ? [{ name: 'K9', units: ['K9'], ranks: [], minutes: 60 }] : [],
})
const counts = () =>
  Object.fromEntries(opportunityKinds.filter(() => draw(2) === 0).map((kind) => [kind, draw(5) * 60]))
const inputsAt = (post_id: string): Inputs => ({
  v: 1,
  rule: ruleAt(),
  at: '2026-05-01T12:00:00.000Z',
  post_id,
  applicants: officers
    .filter(() => draw(3) > 0)
    .map((officer_id) => ({
      officer_id,
      hired_on: one([null, '2001-01-01', '2010-05-05']),
      badge_number: one([null, '7', '12', 'A1']),
      unit: one([null, 'K9']),
      rank: one([null, 'Sergeant']),
      applied_at: one(['2026-04-30T00:00:00.000Z', '2026-04-30T10:00:00.123Z']),
      minutes: counts(),
      times: counts(),
      last: draw(2) === 0 ? {} : { accepted: '2026-03-01T00:00:00.000Z' },
      joined_on: '2020-01-01',
      absent: draw(4) === 0 ? 400 : 0,
      unit_match: draw(2) === 0,
      owed: draw(9) === 0,
      reasons: draw(5) === 0 ? barred : [],
    })),
  roster: { average: 12_345, most: 99_000, most_turns: 7 },
  seed,
})

beforeAll(async () => {
  server = await startTestServer([])
  organization = await server.makeOrganization()
  for (let i = 0; i < 8; i++)
    officers.push((await server.makePerson(organization, { name: `Officer ${i}` })).officer_id)
  const of = { organization_id: organization.id }
  const times = { starts_at: '2026-06-01T08:00:00Z', ends_at: '2026-06-01T16:00:00Z' }
  const job = await server.insert('assignments', {
    ...of,
    title: 'Many posts',
    kind: 'overtime',
    time_zone: 'UTC',
    status: 'published',
    draw_commitment: commitmentOf(seed),
    ...times,
  })
  const assignment_id = String(job.id)
  await server.insert('award_draws', { ...of, assignment_id, seed, revealed_at: new Date().toISOString() })
  const posts = await server.rows<{ id: string }>(
    `insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
     select $1, $2, 'P' || n, 3, $3, $4 from generate_series(1, ${ROUNDS}) n returning id`,
    [organization.id, assignment_id, times.starts_at, times.ends_at],
  )
  // The first officer's receipts refer to this sign-up.
  const [post] = posts
  const whose = { assignment_id, post_id: post?.id, officer_id: officers[0] }
  await server.insert('officer_assignments', { ...of, ...times, ...whose, status: 'withdrawn' })
  await server.database.transaction([enterSystem(organization.id, 'job.award')], async (db) => {
    for (const { id: post_id } of posts) {
      const inputs = inputsAt(post_id)
      const ranked = rankInputs(inputs)
      const places = draw(4)
      await recordRound(db, {
        purpose: 'award',
        assignment_id,
        post_id,
        ranking: { rule_version_id: '', rule: inputs.rule, named: { name: 'Drawn', version: null }, ranked, inputs },
        places,
        outcome: settle(inputs.rule, ranked, places),
      })
    }
  })
})
afterAll(() => server.close())

const run = (args: readonly string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../apps/server/awards.ts'), ...args], {
      env: { ...process.env, DATABASE_URL: server.databaseUrl, NODE_NO_WARNINGS: '1' },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (bytes) => (said.out += String(bytes)))
    child.stderr.on('data', (bytes) => (said.err += String(bytes)))
    child.once('close', (code) => resolve({ code, ...said }))
  })
const here = (times: number) =>
  replayRounds(
    (id, statement) => server.database.read(enterSystem(id, 'awards.replay'), statement),
    [organization],
    times,
  )

it('1,000 random rounds replay identically in a fresh process and ten times within one', {
  meta: { shows: ['issue 5.3 replay'] },
}, async () => {
  const fresh = await run(['replay'])
  expect(fresh).toEqual({ code: 0, out: `${ROUNDS} replayed, 0 different\n`, err: '' })
  expect(await here(10)).toEqual({ rounds: ROUNDS, different: [] })
  const wrong = await run(['again'])
  expect(wrong.code).toBe(1)
  expect(wrong.err).toContain('Usage: npm run awards -- replay')
})

/**
 * Alters what all receipts of one other round show of an applicant, together with the round's hash: only working it out again can
 * find that.
 */
const alterShown = async (path: string, value: string, but: readonly { id: string }[]): Promise<{ id: string }> => {
  const [round] = await server.rows<{ id: string; at: number }>(
    `select r.round_id as id, one.at - 1 as at
     from award_receipts r, jsonb_array_elements(r.others) with ordinality as one (shown, at)
     where r.rank = 1 and one.shown #> $1::text[] is not null and one.shown #> $1::text[] <> $2::jsonb
       and r.round_id <> all ($3::uuid[]) limit 1`,
    [`{${path}}`, value, but.map(({ id }) => id)],
  )
  if (!round) throw new Error(`no round shows ${path}`)
  await server.rows('update award_receipts set others = jsonb_set(others, $1::text[], $2::jsonb) where round_id = $3', [
    `{${round.at},${path}}`,
    value,
    round.id,
  ])
  const [before] = await server.rows<{ id: string }>(
    `select coalesce(max(id::text), '00000000-0000-0000-0000-000000000000') as id from award_rounds where id < $1`,
    [round.id],
  )
  const [altered] = await server.database.transaction([enterSystem(organization.id, 'job.replay')], (db) =>
    db.rows<StoredRound>(listStored(before?.id ?? '')),
  )
  if (!altered) throw new Error('no altered round')
  const { results, ...again } = makeAgain(altered)
  const won = again.won as Parameters<typeof hashOfResult>[1]['won']
  const signups = new Map(altered.receipts.map((one) => [one.officer_id, one.signup_id]))
  const fitting = hashOfResult(results, { signups, won, others: altered.receipts[0]?.others ?? null })
  await server.rows('update award_rounds set result_hash = $1 where id = $2', [fitting, altered.id])
  return round
}

it('detects tampering with an input, a value, an outcome or a rule', {
  meta: { shows: ['issue 5.3 replay'] },
}, async () => {
  const rounds = await server.rows<{ id: string }>(
    `select y.id from award_rounds y where (select count(*) from award_receipts r where r.round_id = y.id) > 2 order by y.id limit 8`,
  )
  const [a, b, c, d, e, f, g, h] = rounds.map((round) => round.id)
  const tampered: [string, string | undefined][] = [
    [`update award_rounds set inputs = jsonb_set(inputs, '{applicants,0,hired_on}', '"1999-01-01"') where id = $1`, a],
    [`update award_receipts set "values" = jsonb_set("values", '{charged}', '1') where round_id = $1 and rank = 2`, b],
    [
      `update award_receipts set outcome = case outcome when 'awarded' then 'passed' else 'awarded' end
      where round_id = $1 and rank = 1`,
      c,
    ],
    [`update award_rounds set rule = jsonb_set(rule, '{method}', '"nothing"') where id = $1`, d],
    [`delete from award_receipts where round_id = $1 and rank = 1`, e],
    [`update award_rounds set seed = repeat('cd', 32) where id = $1`, f],
    [`update award_receipts set others = '[]' where round_id = $1`, g],
    [
      `update award_receipts set signup_id = case when signup_id is null then (select id from officer_assignments limit 1) end
      where round_id = $1 and rank = 1`,
      h,
    ],
  ]
  for (const [text, id] of tampered) await server.rows(text, [id])
  const compared = await alterShown('compared,owed', '"yes"', rounds)
  const ruledOut = await alterShown('ruled_out', '"limits"', [...rounds, compared])
  const found = await run(['replay', '--organization', organization.subdomain])
  expect(found.code).toBe(1)
  expect(found.out).toBe(`${ROUNDS} replayed, 10 different\n`)
  for (const { id } of [...rounds, compared, ruledOut]) expect(found.err).toContain(id)
})
