import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { vendorDashboard } from '#features/vendor/organizations/contract.dashboard.ts'
import { askErasure, confirmErasure } from '#features/vendor/organizations/contract.erasures.ts'
import { sweepsOf } from '#features/vendor/organizations/jobs.erasures.ts'
import { listFeedback, mergeFeedback } from '#features/vendor/requests/contract.feedback.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestServer } from '#platform/server/testing.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { plusDays } from '#platform/shared/time.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { wallAt } from '#platform/shared/zone.ts'
import { readRenewals, readRevenue } from './contract.revenue.ts'
import { readAnalytics, readClaims } from './contract.ts'
import { keepFigures } from './jobs.months.ts'
import { changeStanding, countSlowly, makePast, monthsOf, readRaw } from './testing.figures.ts'

let server: TestServer
let [asker, other] = [
  { secret: '', user_id: '' },
  { secret: '', user_id: '' },
]
let gone: TestOrganization
let stays: TestOrganization
const today = new Date().toISOString().slice(0, 10)
const monthAgo = (days: number) => wallAt(Date.now() - days * 86_400_000, 'UTC').date.slice(0, 7)
const thisMonth = monthAgo(0.5)
const lastMonth = plusDays(`${thisMonth}-01`, -1).slice(0, 7)
const from = monthAgo(430)

beforeAll(async () => {
  server = await startTestServer(routes)
  asker = await server.makeSuperAdmin()
  other = await server.makeSuperAdmin()
  const trial = { subscription_tier: 'trial', trial_end_date: plusDays(today, -300) }
  gone = await makePast(server, 'America/Chicago', 11, trial)
  stays = await makePast(server, 'Asia/Kathmandu', 12, { subscription_tier: 'pro' })
  await changeStanding(server, gone.id, `subscription_tier = 'pro', primary_color = '#112233'`, 290)
  for (const [n, { id }] of [gone, stays].entries()) await makeTerm(id, 120_000 + n)
  await count()
})
afterAll(() => server.close())

/** A term that began ten months ago and ends soon. */
const makeTerm = async (organization_id: string, price_cents: number) => {
  const [id, starts_on] = [crypto.randomUUID(), plusDays(today, -300)]
  const term = { currency: 'USD', billing: 'yearly', starts_on, ends_on: plusDays(starts_on, 364), renews: true }
  await server.insert('contracts', { organization_id, id, ...term })
  const version = { number: 1, effective_on: starts_on, size: '5-25', tier: 'pro', price_cents }
  await server.insert('contract_versions', { organization_id, contract_id: id, ...version })
}
const count = async () => {
  for (const { id } of [gone, stays])
    await server.database.transaction([enterSystem(id, 'job.keep_figures')], (db) => keepFigures.run(db))
}
const erase = async (it: TestOrganization) => {
  const input = { organization_id: it.id }
  expect((await server.call(askErasure, { ...input, reason: 'The contract has ended' }, asker)).status).toBe(200)
  await server.rows(`update organizations set erase_after = now() - interval '1 minute' where id = $1`, [it.id])
  await server.rows(`alter table organization_erasures disable trigger guard_erasure`)
  await server.rows(`update organization_erasures set erase_after = now() - interval '1 minute'`)
  await server.rows(`alter table organization_erasures enable trigger guard_erasure`)
  expect((await server.call(confirmErasure, { ...input, name: it.name }, other)).status).toBe(200)
  for (const sweep of sweepsOf(async () => undefined)) await sweep.outside(server.database, VENDOR_ID, () => false)
}

type Asked = Parameters<typeof server.call<typeof readAnalytics>>[1]
const asks: Asked[] = [
  { view: 'growth', by: 'month' },
  { view: 'growth', by: 'tier' },
  { view: 'filling', by: 'month' },
  { view: 'filling', by: 'tier' },
  { view: 'filling', by: 'month', tier: 'pro' },
  { view: 'trials', by: 'month' },
  { view: 'features', by: 'month' },
  { view: 'features', by: 'tier' },
  { view: 'features', by: 'feature' },
]
type Read = Pick<OutputOf<typeof readAnalytics>, 'rows' | 'totals'>
const figures = async (to: string) =>
  Promise.all(
    asks.map(async (ask): Promise<Read> => {
      const { status, body } = await server.call(readAnalytics, { ...ask, from, to } as Asked, asker)
      expect(status).toBe(200)
      return { rows: body.rows, totals: body.totals }
    }),
  )
const revenue = async (by: 'month' | 'tier', to: string) => {
  const { rows, totals } = (await server.call(readRevenue, { by, from, to, currency: 'USD' }, asker)).body
  return { rows, totals }
}

test('erasing a department keeps past months unchanged without identifying it, and its contract counts as churn', {
  meta: { shows: ['issue 4.4', 'issue 4.8 erased'] },
}, async () => {
  const months = monthsOf(from, lastMonth)
  const raw = await readRaw(server, gone.id)
  const slow = months.map((month) => countSlowly(raw, month))
  expect(slow.filter(({ shifts }) => shifts > 0).length).toBeGreaterThan(8)
  const past = async () => ({
    figures: await figures(lastMonth),
    money: [await revenue('month', lastMonth), await revenue('tier', lastMonth)],
  })
  const before = await past()
  const flows = (await figures(thisMonth))[2]
  const claims = (await server.call(readClaims, {}, asker)).body
  const [opening] = (await revenue('month', thisMonth)).rows.slice(-1)
  expect(opening?.values).toMatchObject({ arr: 240_001, churn: 0 })

  await erase(gone)
  expect(await past()).toEqual(before)
  // Activity of the current month still counts; the department itself is gone.
  expect((await figures(thisMonth))[2]).toEqual(flows)
  const growth = (await figures(thisMonth))[0]
  expect(growth?.totals.organizations).toBe(1)
  const measured = (await server.call(readClaims, {}, asker)).body.items
  for (const name of ['fill_rate', 'time_to_fill', 'live'] as const)
    expect(measured.find(({ claim }) => claim === name)).toEqual(claims.items.find(({ claim }) => claim === name))

  // Compared with the raw rows, counted the slow way before they were deleted.
  const kept = await server.rows<Record<string, unknown>>(
    `select *, to_char(month, 'YYYY-MM') as month from past_figures where month <= $1 order by past_figures.month`,
    [`${lastMonth}-01`],
  )
  const facts = ({
    month,
    tier,
    officers,
    active,
    shifts_posted,
    shifts,
    required,
    held,
    trials_started,
    trials_ended,
  }: Record<string, unknown>) => ({
    month,
    tier,
    officers,
    active,
    shifts_posted,
    shifts,
    required,
    held,
    trials_started,
    trials_ended,
  })
  const inSpan = kept.filter(({ month }) => String(month) >= from)
  expect(inSpan.map(facts)).toEqual(slow.map((row) => facts(row)))
  const times = await server.rows<{ shifts: number }>(
    `select sum(shifts)::int as shifts from past_fill_times where month between $1 and $2`,
    [`${from}-01`, `${lastMonth}-01`],
  )
  expect(times[0]?.shifts).toBe(slow.reduce((all, row) => all + row.times.length, 0))
  for (const table of ['past_figures', 'past_fill_times', 'month_figures', 'month_fill_times']) {
    const rows = await server.rows<{ text: string }>(`select t::text as text from ${table} t`)
    expect(rows.filter(({ text }) => text.includes(gone.id))).toEqual([])
  }
  expect(new Set(kept.map(({ organization_id }) => organization_id))).toEqual(new Set([VENDOR_ID]))

  // The current annual price ended today, according to the contracts and the day of the erasure.
  const [month] = (await revenue('month', thisMonth)).rows.slice(-1)
  expect(month?.values).toMatchObject({ opening: 240_001, arr: 120_001, churn: 120_000, new: 0, customers: 1 })
  const ahead = (await server.call(readRenewals, { currency: 'USD' }, asker)).body
  expect(ahead.items.map(({ organization_id }) => organization_id)).toEqual([stays.id])

  // Restarting after an interrupted end counts it only once.
  const [n] = await server.rows('select count(*)::int as n from past_figures')
  for (const sweep of sweepsOf(async () => undefined)) await sweep.outside(server.database, VENDOR_ID, () => false)
  expect(await server.rows('select count(*)::int as n from past_figures')).toEqual([n])
})

test('a request merged into one of the erased department is separate again and counts as pending', {
  meta: { shows: ['issue 4.4', 'issue 4.6'] },
}, async () => {
  const house = await server.makeOrganization()
  const [theirs, ours] = [await server.makePerson(house), await server.makePerson(stays)]
  const wish = async (of: typeof ours) =>
    String(
      (
        await server.insert('feature_requests', {
          organization_id: of.organization_id,
          officer_id: of.officer_id,
          user_id: of.user_id,
          title: 'Swap shifts',
          description: 'Two trade places.',
        })
      ).id,
    )
  const [into, merged] = [await wish(theirs), await wish(ours)]
  const waiting = async () => (await server.call(vendorDashboard, {}, asker)).body.waiting.wishes
  const place = (organization_id: string, id: string) => ({ organization_id, id })
  const kind = 'feature_request' as const
  const input = { kind, ...place(stays.id, merged), into_organization_id: house.id, into_id: into }
  const found = async () => (await server.call(listFeedback, { kind }, asker)).body.items.map(({ id }) => id)
  expect(await waiting()).toBe(2)
  const done = await server.call(mergeFeedback, input, asker)
  expect(done.status, JSON.stringify(done.error)).toBe(200)
  expect([await found(), await waiting()]).toEqual([[into], 1])
  await erase(house)
  expect([await found(), await waiting()]).toEqual([[merged], 1])
  const [row] = await server.rows('select merged_at, votes from feature_requests where id = $1', [merged])
  expect(row).toEqual({ merged_at: null, votes: 1 })
})
