import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAnalytics } from '#features/vendor/analytics/contract.ts'
import { billingOverview } from '#features/vendor/billing/contract.ts'
import { listPayments, paymentStates } from '#features/vendor/invoices/contract.payments.ts'
import { listInvoices, listStates } from '#features/vendor/invoices/contract.ts'
import { vendorDashboard } from '#features/vendor/organizations/contract.dashboard.ts'
import { listErasures } from '#features/vendor/organizations/contract.erasures.ts'
import { listOrganizations } from '#features/vendor/organizations/contract.ts'
import { listContacts } from '#features/vendor/requests/contract.contact.ts'
import { listFeedback } from '#features/vendor/requests/contract.feedback.ts'
import { listTrialRequests } from '#features/vendor/requests/contract.trial.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { routes } from './routes.ts'
import { samples } from './seed.samples.content.ts'
import { seedSamples } from './seed.samples.ts'

let server: TestServer
let vendor: Awaited<ReturnType<TestServer['makeSuperAdmin']>>
const seed = async () => {
  const [day] = await server.rows<{ today: string }>(`select (now() at time zone 'UTC')::date::text as today`)
  const staff = { account_id: vendor.user_id, email: vendor.email }
  await server.database.transaction([enterSystem(VENDOR_ID, 'demo.seed')], (db) =>
    seedSamples(db, staff, day?.today ?? ''),
  )
}
beforeAll(async () => {
  server = await startTestServer(routes)
  vendor = await server.makeSuperAdmin()
  await seed()
})
afterAll(() => server.close())

test('every queue on the dashboard has something waiting', async () => {
  const { body } = await server.call(vendorDashboard, {}, vendor)
  const counts = { ...body.waiting, ...body.trials, overdue: body.overdue.invoices, quiet: body.quiet }
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
  expect(body.organizations).toBe(samples.length)
})

test('departments have different plans, sizes and states', async () => {
  const { body } = await server.call(listOrganizations, {}, vendor)
  const having = (key: 'subscription_tier' | 'state') => new Set(body.items.map((one) => one[key]))
  expect(having('subscription_tier')).toEqual(new Set(['basic', 'trial', 'pro', 'enterprise']))
  expect(having('state')).toEqual(new Set(['active', 'suspended', 'closing']))
  expect(body.items.map((one) => one.officers).toSorted((a, b) => a - b)).toEqual(
    samples.map((one) => one.officers).toSorted((a, b) => a - b),
  )
  expect((await server.call(listErasures, {}, vendor)).body.items).toHaveLength(1)
})

test('there are invoices and payments in every state, numbered in the order of their days', async () => {
  const found = async (state: (typeof listStates)[number]) =>
    (await server.call(listInvoices, { state }, vendor)).body.items
  for (const state of listStates.filter((one) => one !== 'credited')) expect(await found(state), state).not.toEqual([])
  const issued = (await found('all')).filter((one) => one.kind === 'invoice' && one.number !== null)
  const byNumber = issued
    .toSorted((a, b) => String(a.number).localeCompare(String(b.number)))
    .map((one) => one.issued_on)
  expect(byNumber).toEqual(byNumber.toSorted())
  for (const state of paymentStates)
    expect((await server.call(listPayments, { state }, vendor)).body.items, state).not.toEqual([])
  const { body } = await server.call(billingOverview, {}, vendor)
  expect([body.overdue, body.drafts, body.tasks, body.renewals].filter((count) => count === 0)).toEqual([])
})

test('the books add up: what invoices show as paid and credited is what payments and credit notes say', async () => {
  expect(
    await server.rows(`select i.number from invoices i where i.kind = 'invoice' and (
      i.paid_cents <> coalesce((select sum(a.amount_cents) from payment_allocations a
        where a.organization_id = i.organization_id and a.invoice_id = i.id), 0)
      or i.credited_cents <> coalesce((select sum(n.total_cents) from invoices n where n.organization_id = i.organization_id
        and n.credits_id = i.id and n.status = 'issued'), 0)
      or i.net_cents <> (select sum(l.amount_cents) from invoice_lines l where l.organization_id = i.organization_id
        and l.invoice_id = i.id))`),
  ).toEqual([])
  expect(await server.rows(`select id from invoices where issued_on > (now() at time zone 'UTC')::date`)).toEqual([])
  expect(await server.rows(`select id from payments where received_on > (now() at time zone 'UTC')::date`)).toEqual([])
})

test('requests, messages and reports wait and have been answered', async () => {
  const trials = (await server.call(listTrialRequests, {}, vendor)).body.items
  expect(new Set(trials.map((one) => one.state)).size).toBeGreaterThan(2)
  expect((await server.call(listContacts, {}, vendor)).body.items).not.toEqual([])
  const wishes = (await server.call(listFeedback, { kind: 'feature_request', sort: 'votes' }, vendor)).body.items
  expect(wishes[0]?.votes).toBe(3)
  expect((await server.call(listFeedback, { kind: 'problem_report' }, vendor)).body.items).not.toEqual([])
})

test('a year of use is counted from the start', async () => {
  for (const view of ['growth', 'filling', 'features'] as const) {
    const { body } = await server.call(readAnalytics, { view }, vendor)
    expect(body.kept_at, view).not.toBeNull()
    expect(body.rows.length, view).toBeGreaterThan(5)
  }
})

test('the past has no signup that is open and no hours out of order', async () => {
  expect(
    await server.rows(`select s.id from officer_assignments s left join attendance t
      on t.organization_id = s.organization_id and t.signup_id = s.id
      where s.ends_at < now() - interval '1 hour' and t.id is null or s.applied_at > s.starts_at`),
  ).toEqual([])
})

test('a second start adds nothing', async () => {
  const count = () =>
    server.rows('select (select count(*) from audit_entries) as a, (select count(*) from invoices) as b')
  const before = await count()
  await seed()
  expect(await count()).toEqual(before)
})
