import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { decideTask } from '#features/vendor/billing/contract.ts'
import { type Books, openBooks } from '#features/vendor/billing/testing.books.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.payments.ts'
import * as invoices from './contract.ts'
import { proposeSuspension } from './jobs.payments.ts'

let server: TestServer
let books: Books
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  server = await startTestServer(routes, { poolSize: 8 })
  books = await openBooks(server)
})
afterAll(() => server.close())

type For = { invoice_id: string; amount: string }
const pay = (organization_id: string, amount: string, allocations: For[] = [], over: object = {}) => {
  const how = { method: 'check', reference: '1001', currency: 'USD', received_on: today, note: '' } as const
  return server.call(contract.recordPayment, { organization_id, ...how, amount, allocations, ...over }, books.vendor)
}
const allocate = (organization_id: string, payment_id: string, allocations: For[]) =>
  server.call(contract.allocatePayment, { organization_id, payment_id, allocations }, books.vendor)
const payments = async (organization_id: string) =>
  (await server.call(contract.listPayments, { organization_id }, books.vendor)).body.items
const statement = async (organization_id: string) =>
  (
    await server.call(
      contract.readStatement,
      { organization_id, currency: 'USD', from: '2020-01-01', to: '2199-12-31' },
      books.vendor,
    )
  ).body

describe('payments', { meta: { shows: ['issue 4.8'] } }, () => {
  test('pays in part, in full, across several invoices or in excess, which becomes credit', async () => {
    const { id } = await books.makeCustomer()
    const [a, b] = [await books.issued(id, '100.00'), await books.issued(id, '50.00')]
    expect((await pay(id, '40.00', [{ invoice_id: a.id, amount: '40.00' }])).status).toBe(200)
    expect(await books.invoice(id, a.id)).toMatchObject({ state: 'open', paid_cents: 4000, open_cents: 6000 })
    const both = [
      { invoice_id: a.id, amount: '60.00' },
      { invoice_id: b.id, amount: '50.00' },
    ]
    await pay(id, '130.00', both)
    expect([(await books.invoice(id, a.id)).state, (await books.invoice(id, b.id)).state]).toEqual(['paid', 'paid'])
    expect((await books.account(id)).unallocated).toEqual([{ currency: 'USD', cents: 2000 }])
    expect(await statement(id)).toMatchObject({ closing_cents: -2000, entries: { length: 4 } })
  })

  test('reversing reopens once what it paid, and the account shows both', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id)
    const payment_id = (await pay(id, '100.00', [{ invoice_id: one.id, amount: '100.00' }])).body.id
    const reverse = () =>
      server.call(
        contract.reversePayment,
        { organization_id: id, payment_id, reversed_on: today, reason: 'No funds' },
        books.vendor,
      )
    const twice = await Promise.all([reverse(), reverse()])
    expect(twice.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['done', 'payment_reversed'])
    expect(await books.invoice(id, one.id)).toMatchObject({ state: 'open', open_cents: 10_000 })
    expect((await statement(id)).entries.map(({ amount_cents }) => amount_cents)).toEqual([10_000, -10_000, 10_000])
    expect((await allocate(id, payment_id, [{ invoice_id: one.id, amount: '1.00' }])).error?.code).toBe(
      'payment_reversed',
    )
  })

  test('forty at once for one invoice never exceed its total, and sums match the rows', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '100.00')
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => pay(id, '30.00', [{ invoice_id: one.id, amount: '30.00' }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['over_invoice']))
    const [sum] = await server.rows(
      `select sum(amount_cents)::int as n from payment_allocations where invoice_id = $1`,
      [one.id],
    )
    expect(sum).toEqual({ n: 9000 })
    expect((await books.invoice(id, one.id)).paid_cents).toBe(9000)
  })

  test('one payment for many invoices at once never exceeds the amount received', async () => {
    const { id } = await books.makeCustomer()
    const open = await Promise.all(Array.from({ length: 8 }, () => books.issued(id, '40.00')))
    const payment_id = (await pay(id, '100.00')).body.id
    const answers = await Promise.all(
      open.map((one) => allocate(id, payment_id, [{ invoice_id: one.id, amount: '40.00' }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await payments(id))[0]).toMatchObject({ allocated_cents: 8000 })
  })

  test('the database itself refuses excess, negative amounts, another currency and drafts', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '10.00')
    const payment_id = (await pay(id, '100.00')).body.id
    const row = { organization_id: id, payment_id, invoice_id: one.id, currency: 'USD' }
    await expect(server.insert('payment_allocations', { ...row, amount_cents: 1001 })).rejects.toThrow(
      'invoices_not_over',
    )
    await expect(server.insert('payment_allocations', { ...row, amount_cents: -1 })).rejects.toThrow('amount_cents')
    await expect(server.insert('payment_allocations', { ...row, currency: 'EUR', amount_cents: 1 })).rejects.toThrow(
      'fkey',
    )
    const draft = { ...row, invoice_id: await books.draft(id), amount_cents: 1 }
    await expect(server.insert('payment_allocations', draft)).rejects.toThrow('nothing to pay')
    await expect(server.rows('update payments set amount_cents = 1 where id = $1', [payment_id])).rejects.toThrow(
      'payment_recorded',
    )
    const wrong = await pay(id, '1.00', [{ invoice_id: one.id, amount: '1.00' }], { currency: 'EUR' })
    expect(wrong.error?.code).toBe('other_currency')
  })

  test('a credit note on a paid invoice frees the money applied to it', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '100.00')
    await pay(id, '100.00', [{ invoice_id: one.id, amount: '100.00' }])
    const ask = { organization_id: id, invoice_id: one.id, reason: 'Never delivered' }
    const note = (await server.call(invoices.creditInvoice, ask, books.vendor)).body.id
    expect((await books.issue(id, note)).status).toBe(200)
    expect(await books.invoice(id, one.id)).toMatchObject({ paid_cents: 0, credited_cents: 10_000, state: 'credited' })
    expect((await books.account(id)).unallocated).toEqual([{ currency: 'USD', cents: 10_000 }])
    expect((await statement(id)).closing_cents).toBe(-10_000)
  })

  test('refuses card numbers, future dates and the same invoice twice', async () => {
    const { id } = await books.makeCustomer()
    const fields = async (over: object, allocations: For[] = []) =>
      (await pay(id, '1.00', allocations, over)).error?.fields?.map(({ field }) => field)
    expect(await fields({ reference: '4111 1111 1111 1111' })).toEqual(['reference'])
    expect(await fields({ received_on: '2199-01-01' })).toEqual(['received_on'])
    const one = { invoice_id: id, amount: '1.00' }
    expect(await fields({}, [one, one])).toEqual(['allocations'])
  })
})

describe('aging list', { meta: { shows: ['issue 4.8'] } }, () => {
  test('current, 30, 60, 90 and over, by customer and currency, match an independent sum', async () => {
    const { id } = await books.makeCustomer()
    for (const [unit, ago] of [
      ['1.00', 0],
      ['2.00', 30],
      ['4.00', 31],
      ['8.00', 60],
      ['16.00', 61],
      ['32.00', 90],
      ['64.00', 91],
      ['128.00', 120],
      ['256.00', 121],
    ] as const)
      await books.issued(id, unit, ago)
    const { body } = await server.call(contract.listAging, { currency: 'USD', limit: 200 }, books.vendor)
    const row = body.items.find(({ customer }) => customer.id === id)
    expect(row).toMatchObject({
      current: 300,
      days_1_30: 1200,
      days_31_60: 4800,
      days_61_90: 19_200,
      days_over_90: 25_600,
      total_cents: 51_100,
    })
    const [open] = await server.rows(`select sum(total_cents - paid_cents - credited_cents)::int as n from invoices
      where status = 'issued' and kind = 'invoice' and currency = 'USD'`)
    expect(body.totals[0]?.total_cents).toBe(open?.n)
    const overdue = await books.list(id, 'overdue')
    expect(overdue.map(({ days_overdue }) => days_overdue)).toEqual([91, 90, 61, 60, 31, 30, 1])
    expect(overdue.every(({ state }) => state === 'overdue')).toBe(true)
  })

  test('is the same in pages and as a file', async () => {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = (await server.call(contract.listAging, { limit: 2, ...(after ? { after } : {}) }, books.vendor)).body
      seen.push(...page.items.map((one) => `${one.customer.id}${one.currency}`))
      if (page.next === null) break
      after = page.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    const file = await server.call(contract.exportAging, { format: 'csv' }, books.vendor)
    const { text } = file.body as unknown as { text: string }
    expect(text.trim().split('\r\n')).toHaveLength(seen.length + 1)
    expect(text).toContain(',3.00,12.00,48.00,192.00,256.00,511.00')
  })
})

describe('suspension for nonpayment needs a person', { meta: { shows: ['issue 4.8', 'issue 4.8 suspension'] } }, () => {
  test('after the customer’s days, creates one task and one notification, and suspends nothing automatically', async () => {
    const { id } = await books.makeCustomer({ suspend_after_days: 45 })
    const admin = await server.makePerson({ id }, { role: 'admin' })
    const early = await books.issued(id, '10.00', 74)
    await books.job(id, proposeSuspension)
    expect((await books.account(id)).tasks).toEqual([])
    const late = await books.issued(id, '20.00', 75)
    await Promise.all([1, 2, 3].map(() => books.job(id, proposeSuspension)))
    const [task, ...more] = (await books.account(id)).tasks
    expect([task, more]).toMatchObject([
      { number: late.number, days_overdue: 45, open: { currency: 'USD', cents: 2000 } },
      [],
    ])
    const told = await server.rows(
      `select title from notifications where organization_id = $1 and type = 'payment_overdue'`,
      [id],
    )
    expect(told).toEqual([{ title: `Invoice ${late.number} is 45 days overdue` }])
    expect(await server.rows('select state from organizations where id = $1', [id])).toEqual([{ state: 'active' }])
    const decide = (decision: 'suspended' | 'left') =>
      server.call(
        decideTask,
        { organization_id: id, task_id: task?.id ?? '', decision, note: 'Pays on Friday' },
        books.vendor,
      )
    expect((await decide('suspended')).error?.code).toBe('not_suspended')
    expect((await decide('left')).status).toBe(200)
    expect((await decide('left')).error?.code).toBe('task_decided')
    expect(early.id).not.toBe(late.id)
    expect(admin.role).toBe('admin')
  })

  test('settles the task when the invoice is paid', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '10.00', 90)
    await books.job(id, proposeSuspension)
    await pay(id, '10.00', [{ invoice_id: one.id, amount: '10.00' }])
    await books.job(id, proposeSuspension)
    expect(await server.rows('select state from billing_tasks where organization_id = $1', [id])).toEqual([
      { state: 'settled' },
    ])
  })
})
