import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes as contacts } from '#features/department/contact-requests/routes.ts'
import { listContacts } from '#features/vendor/requests/contract.contact.ts'
import { listFeedback } from '#features/vendor/requests/contract.feedback.ts'
import { listTrialRequests } from '#features/vendor/requests/contract.trial.ts'
import { routes as contactWork } from '#features/vendor/requests/routes.contact.ts'
import { routes as feedback } from '#features/vendor/requests/routes.feedback.ts'
import { routes as trials } from '#features/vendor/requests/routes.trial.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { vendorDashboard } from './contract.dashboard.ts'
import { listOrganizations } from './contract.ts'
import { routes } from './routes.dashboard.ts'
import { routes as organizations } from './routes.ts'

let server: TestServer
let vendor: { secret: string }
beforeAll(async () => {
  server = await startTestServer([...routes, ...organizations, ...contacts, ...contactWork, ...trials, ...feedback])
  vendor = await server.makeSuperAdmin()
  await setScene()
})
afterAll(() => server.close())

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const trialTo = (days: number, over: Record<string, unknown> = {}) =>
  server.makeOrganization({ subscription_tier: 'trial', trial_end_date: dayAt(days), time_zone: 'UTC', ...over })
const quietSince = (organization: { id: string }, days: number) =>
  server.rows(
    `update organization_figures set last_activity_at = now() - make_interval(days => $2) where organization_id = $1`,
    [organization.id, days],
  )

const nobody = JSON.stringify({})
/** Drafted, issued and partly paid, as the books require. */
const issue = async (organization: { id: string }, due: number, cents: number, paid = 0, currency = 'USD') => {
  const of = { organization_id: organization.id }
  const sums = { net_cents: cents, taxable_cents: cents, total_cents: cents }
  const { id } = await server.insert('invoices', { ...of, kind: 'invoice', currency, ...sums })
  const line = { description: 'Per year', quantity: 1, unit_cents: cents, amount_cents: cents, position: 0 }
  await server.insert('invoice_lines', { ...of, invoice_id: id, ...line })
  await server.rows(
    `update invoices set status = 'issued', number = 'INV-' || left(id::text, 8), issued_on = $2, due_on = $3, issued_at = now(),
       seller = $4, buyer = $4 where id = $1`,
    [id, dayAt(due - 30), dayAt(due), nobody],
  )
  await server.rows('update invoices set paid_cents = $2 where id = $1', [id, paid])
}

const setScene = async () => {
  const ends = [-2, 1, 6, 20]
  const [ended, , , long] = await Promise.all(ends.map((days) => trialTo(days)))
  await trialTo(3, { state: 'suspended' })
  if (!ended || !long) throw new Error('no scene')
  await quietSince(long, 15)
  await quietSince(ended, 13)
  const officer = await server.makePerson(long)
  const of = { organization_id: long.id, officer_id: officer.officer_id }
  for (const status of ['new', 'new', 'in_progress', 'closed']) {
    const at = new Date(Date.now() - Math.random() * 1e9)
    await server.insert('contact_requests', { ...of, kind: 'upgrade', status, created_at: at, quiet_until: at })
  }
  for (const status of ['pending', 'done']) {
    const words = { ...of, title: 'T', description: 'D', status, ...(status === 'done' ? { answer: 'Yes' } : {}) }
    await server.insert('feature_requests', words)
    await server.insert('problem_reports', words)
  }
  await issue(long, -1, 50_000, 20_000)
  await issue(long, -40, 10_000, 0, 'EUR')
  await issue(long, 0, 70_000)
  await issue(long, -3, 90_000, 90_000)
}

type Answer = OutputOf<typeof vendorDashboard>
const read = async (): Promise<Answer> => (await server.call(vendorDashboard, {}, vendor)).body

test('counts pending requests, ending trials, overdue invoices and inactive departments', {
  meta: { shows: ['issue 4.3', '2 /super-admin/dashboard'] },
}, async () => {
  const figures = await read()
  expect(figures.waiting).toEqual({ trials: 0, contacts: 2, wishes: 1, problems: 1 })
  expect(figures.trials).toEqual({ ending: 2, ended: 1 })
  expect(figures.quiet).toBe(1)
  expect(figures.overdue).toEqual({
    invoices: 2,
    open: [
      { currency: 'EUR', cents: 10_000 },
      { currency: 'USD', cents: 30_000 },
    ],
  })
  expect(figures.organizations).toBe(5)
  expect(figures.officers).toBe(1)
  const times = figures.newest.map((one) => Date.parse(one.created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('each figure matches the list behind its link', { meta: { shows: ['issue 4.3'] } }, async () => {
  const figures = await read()
  const listed = async (input: { trial?: 'ending_soon' | 'expired'; quiet?: 'yes' }) =>
    (await server.call(listOrganizations, { state: 'active', ...input }, vendor)).body.items.length
  expect(await listed({ trial: 'ending_soon' })).toBe(figures.trials.ending)
  expect(await listed({ trial: 'expired' })).toBe(figures.trials.ended)
  expect(await listed({ quiet: 'yes' })).toBe(figures.quiet)
  const { waiting } = figures
  expect((await server.call(listContacts, { state: 'new' }, vendor)).body.items.length).toBe(waiting.contacts)
  expect((await server.call(listTrialRequests, { state: 'new' }, vendor)).body.items.length).toBe(waiting.trials)
  const feedbackOf = async (kind: 'feature_request' | 'problem_report') =>
    (await server.call(listFeedback, { kind, status: 'pending' }, vendor)).body.items.length
  expect([await feedbackOf('feature_request'), await feedbackOf('problem_report')]).toEqual([
    waiting.wishes,
    waiting.problems,
  ])
})

test('nobody in a department sees it', { meta: { shows: ['issue 4.3'] } }, async () => {
  const admin = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  expect((await server.call(vendorDashboard, {}, admin)).status).toBe(404)
  expect((await server.call(vendorDashboard, {}, null)).status).toBe(401)
})
