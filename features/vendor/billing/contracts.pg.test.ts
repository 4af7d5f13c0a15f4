import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { daysBetween, plusDays, plusMonths } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { keepContracts } from './jobs.ts'
import { endOfTerm } from './rules.ts'
import { type Books, openBooks } from './testing.books.ts'

let server: TestServer
let books: Books
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  server = await startTestServer(routes)
  books = await openBooks(server)
})
afterAll(() => server.close())

/** Days in the year that starts on this date: 366 with a February 29 in it. */
const daysFrom = (starts_on: string) => daysBetween(starts_on, endOfTerm(starts_on)) + 1

const terms = { size: '26-100', tier: 'pro', price: '12,000.00', note: '' } as const
const renewal = { renews: true, notice_days: 60, purchase_order: 'PO-1' }
type Over = { starts_on?: string; billing?: 'yearly' | 'quarterly' | 'monthly'; renews?: boolean; size?: '5-25' }
const add = (organization_id: string, over: Over = {}) => {
  const input = { organization_id, currency: 'USD', billing: 'yearly', starts_on: today, ...terms, ...renewal, ...over }
  return server.call(contract.addContract, input as never, books.vendor)
}
const current = async (id: string) => (await books.account(id)).contracts[0]
const amend = async (organization_id: string, effective_on: string, price: string) => {
  const one = await current(organization_id)
  const input = {
    organization_id,
    contract_id: one?.id ?? '',
    version: one?.version ?? 1,
    effective_on,
    ...terms,
    price,
  }
  return server.call(contract.amendContract, input, books.vendor)
}
const cancel = async (organization_id: string, cancelled_from: string, credits: boolean) => {
  const one = await current(organization_id)
  const seen = { organization_id, contract_id: one?.id ?? '', version: one?.version ?? 1 }
  return server.call(contract.cancelContract, { ...seen, cancelled_from, reason: 'Moved away', credits }, books.vendor)
}
const charged = async (id: string) =>
  (
    await server.rows<{ sum: string }>(
      `select coalesce(sum(case kind when 'invoice' then net_cents else -net_cents end), 0) as sum
    from invoices where organization_id = $1`,
      [id],
    )
  )[0]?.sum

describe('annual contract', { meta: { shows: ['issue 4.8', '2 /super-admin/billing'] } }, () => {
  test('bills its year once, however often and in however many processes the job runs', async () => {
    const { id } = await books.makeCustomer()
    expect((await add(id)).status).toBe(200)
    const one = await current(id)
    expect(one).toMatchObject({ state: 'running', ends_on: endOfTerm(today), versions: [{ price_cents: 1_200_000 }] })
    await Promise.all(Array.from({ length: 6 }, () => books.job(id, keepContracts)))
    const drafts = await books.list(id)
    expect(drafts).toMatchObject([
      { state: 'draft', total_cents: 1_200_000, period_from: today, period_to: endOfTerm(today) },
    ])
    expect(await books.invoice(id, drafts[0]?.id ?? '')).toMatchObject({ purchase_order: 'PO-1', contract_id: one?.id })
  })

  test('bills each installment once, near its first day, and the year adds up to the price', async () => {
    const { id } = await books.makeCustomer()
    await add(id, { starts_on: plusMonths(today, -13), billing: 'monthly' })
    const drafts = await books.list(id)
    expect(drafts).toHaveLength(12)
    expect(drafts.reduce((sum, one) => sum + one.total_cents, 0)).toBe(1_200_000)
    // Inserting the same charge twice fails on the key.
    const [row] = await server.rows(
      `select contract_id, invoice_id from contract_charges where organization_id = $1 limit 1`,
      [id],
    )
    await expect(
      server.insert('contract_charges', { organization_id: id, instalment: 0, version: 1, amount_cents: 1, ...row }),
    ).rejects.toThrow('contract_charges_pkey')
  })

  test('shows the list price of the size next to the custom one', async () => {
    const { id } = await books.makeCustomer()
    await add(id, { size: '5-25' })
    expect((await current(id))?.versions[0]).toMatchObject({ price_cents: 1_200_000, list_cents: 120_000 })
  })

  test('refuses a term ending past the product’s calendar, and the account stays readable', async () => {
    const { id } = await books.makeCustomer()
    expect((await add(id, { starts_on: '2199-01-02' })).error?.fields?.[0]?.field).toBe('starts_on')
    expect((await add(id, { starts_on: '2199-01-01' })).status).toBe(200)
    expect((await current(id))?.ends_on).toBe('2199-12-31')
  })

  test('allows one at a time, in the database too', async () => {
    const { id } = await books.makeCustomer()
    const both = await Promise.all([add(id), add(id, { starts_on: plusDays(today, 30) })])
    expect(both.map(({ error }) => error?.code ?? 'made').toSorted()).toEqual(['contract_overlaps', 'made'])
  })
})

describe('amendments', { meta: { shows: ['issue 4.8'] } }, () => {
  test('an expansion is charged by the day: on the draft while it is one, on a new draft afterward', async () => {
    const { id } = await books.makeCustomer()
    await add(id, { starts_on: plusDays(today, -100) })
    const [draft] = await books.list(id)
    expect((await amend(id, today, '24,000.00')).status).toBe(200)
    const year = daysFrom(plusDays(today, -100))
    const more = Math.floor((2 * (1_200_000 * 100 + 2_400_000 * (year - 100)) + year) / (2 * year))
    expect(await charged(id)).toBe(String(more))
    expect(await books.list(id)).toHaveLength(1)
    await books.issue(id, draft?.id ?? '')
    await amend(id, plusDays(today, 1), '36,000.00')
    expect(await books.list(id, 'draft')).toHaveLength(1)
    await books.job(id, keepContracts)
    expect(await books.list(id)).toHaveLength(2)
  })

  test('a contraction after issuing creates a draft credit note on that invoice', async () => {
    const { id } = await books.makeCustomer()
    await add(id)
    const [draft] = await books.list(id)
    await books.issue(id, draft?.id ?? '')
    await amend(id, plusDays(today, 73), '6,000.00')
    const [note] = await books.list(id, 'credit_notes')
    expect(note).toMatchObject({ state: 'draft', kind: 'credit_note' })
    const year = daysFrom(today)
    const net = Math.floor((2 * (1_200_000 * 73 + 600_000 * (year - 73)) + year) / (2 * year))
    expect(note?.total_cents).toBe(1_200_000 - net)
    expect((await books.issue(id, note?.id ?? '')).status).toBe(200)
  })

  test.each([
    ['the first day', 0, 'outside_term'],
    ['a day after the end', 400, 'outside_term'],
  ])('is refused for %s', async (_words, days, code) => {
    const { id } = await books.makeCustomer()
    await add(id)
    expect((await amend(id, plusDays(today, days), '1.00')).error?.code).toBe(code)
  })

  test('is refused before an existing amendment, and on a stale version', async () => {
    const { id } = await books.makeCustomer()
    await add(id)
    await amend(id, plusDays(today, 50), '1.00')
    expect((await amend(id, plusDays(today, 40), '2.00')).error?.code).toBe('before_amendment')
    const one = await current(id)
    const stale = { organization_id: id, contract_id: one?.id ?? '', version: 1, ...renewal }
    expect((await server.call(contract.editRenewal, stale, books.vendor)).error?.code).toBe('changed_meanwhile')
  })
})

describe('renewal and cancellation', { meta: { shows: ['issue 4.8'] } }, () => {
  test('renews once, unchanged, on the last day of notice, unless renewal is off', async () => {
    const soon = plusMonths(plusDays(today, 50), -12)
    const [yes, no] = [await books.makeCustomer(), await books.makeCustomer()]
    await add(yes.id, { starts_on: soon })
    await add(no.id, { starts_on: soon, renews: false })
    for (const { id } of [yes, no]) await Promise.all([books.job(id, keepContracts), books.job(id, keepContracts)])
    const { contracts } = await books.account(yes.id)
    expect(contracts).toHaveLength(2)
    expect(contracts[0]).toMatchObject({
      state: 'upcoming',
      starts_on: plusDays(endOfTerm(soon), 1),
      renewal_of: contracts[1]?.id,
    })
    expect(contracts[0]?.versions).toMatchObject([{ number: 1, price_cents: 1_200_000, size: '26-100' }])
    expect((await books.account(no.id)).contracts).toHaveLength(1)
    expect((await cancel(yes.id, plusDays(endOfTerm(soon), 1), false)).status).toBe(200)
    await books.job(yes.id, keepContracts)
    expect((await books.account(yes.id)).contracts).toHaveLength(2)
  })

  test('canceling deletes drafts after the date and credits what was billed for it, if requested', async () => {
    const { id } = await books.makeCustomer()
    await add(id, { billing: 'quarterly', starts_on: plusDays(today, -10) })
    const [draft] = await books.list(id)
    await books.issue(id, draft?.id ?? '')
    expect((await cancel(id, plusDays(today, 20), true)).status).toBe(200)
    const [note] = await books.list(id, 'credit_notes')
    expect(note?.total_cents).toBeGreaterThan(0)
    expect(note?.total_cents).toBeLessThan(300_000)
    expect((await amend(id, plusDays(today, 30), '1.00')).error?.code).toBe('contract_over')
    const kept = await books.makeCustomer()
    await add(kept.id)
    await cancel(kept.id, today, false)
    expect(await books.list(kept.id)).toEqual([])
  })
})

describe('billing details', { meta: { shows: ['issue 4.8'] } }, () => {
  const details = {
    legal_name: 'City',
    address: '1 Plaza',
    email: 'ap@city.example',
    tax_name: 'Sales tax',
    tax_rate: '8.25',
    tax_exempt: false,
    exemption_certificate: '',
    reminders: true,
    suspend_after_days: 60,
  }
  test('of two saves at once, one is refused; an exemption requires its certificate', async () => {
    const { id } = await server.makeOrganization()
    const edit = (over: object = {}) =>
      server.call(contract.editAccount, { organization_id: id, version: 0, ...details, ...over }, books.vendor)
    const both = await Promise.all([edit(), edit({ legal_name: 'Town' })])
    expect(both.map(({ error }) => error?.code ?? 'saved').toSorted()).toEqual(['changed_meanwhile', 'saved'])
    const saved = await books.account(id)
    expect(saved.details).toMatchObject({ tax_rate_millionths: 82_500, version: 1 })
    const [staff] = await server.rows('select name from accounts where id = $1', [books.vendor.user_id])
    expect(saved.details_saved).toEqual({ at: expect.any(String), by: staff?.name })
    expect(Math.abs(Date.parse(saved.details_saved?.at ?? '') - Date.now())).toBeLessThan(60_000)
    const other = await server.makeOrganization()
    expect((await books.account(other.id)).details_saved).toBe(null)
    const without = await edit({ version: 1, tax_exempt: true })
    expect(without.error?.fields?.map(({ field }) => field)).toEqual(['exemption_certificate'])
  })

  test('lists and totals cover all customers, by currency, and link to what they count', async () => {
    const { id, name } = await books.makeCustomer()
    await add(id)
    const { body } = await server.call(contract.listAccounts, { search: name, state: 'running' }, books.vendor)
    expect(body.items).toMatchObject([
      { contract: { size: '26-100', price: { currency: 'USD', cents: 1_200_000 } }, overdue: 0 },
    ])
    const overview = (await server.call(contract.billingOverview, {}, books.vendor)).body
    const [drafts] = await server.rows(`select count(*)::int as n from invoices where status = 'draft'`)
    expect(overview.drafts).toBe(drafts?.n)
    const all: string[] = []
    for (let after: string | undefined; ; ) {
      const page = (await server.call(contract.listAccounts, { limit: 3, ...(after ? { after } : {}) }, books.vendor))
        .body
      all.push(...page.items.map(({ customer }) => customer.id))
      if (page.next === null) break
      after = page.next
    }
    const [count] = await server.rows(`select count(*)::int as n from organizations where state = 'active'`)
    expect([all.length, new Set(all).size]).toEqual([count?.n, count?.n])
  })
})
