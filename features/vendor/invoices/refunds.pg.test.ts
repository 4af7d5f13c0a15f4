import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { readPayments } from '#features/vendor/analytics/contract.revenue.ts'
import { type Books, openBooks } from '#features/vendor/billing/testing.books.ts'
import { objectsOf, textOf } from '#platform/server/documents/testing.pdf.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { moneyValue, moneyWords } from '#platform/shared/money.ts'
import { plusDays } from '#platform/shared/time.ts'
import * as contract from './contract.payments.ts'
import * as invoices from './contract.ts'

let server: TestServer
let books: Books
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  server = await startTestServer(routes, { poolSize: 8 })
  books = await openBooks(server)
})
afterAll(() => server.close())

type For = { invoice_id: string; amount: string }
const pay = async (organization_id: string, amount: string, allocations: For[] = [], received_on = today) => {
  const how = { method: 'ach', reference: '7', currency: 'USD', note: '' } as const
  const input = { organization_id, ...how, received_on, amount, allocations }
  return (await server.call(contract.recordPayment, input, books.vendor)).body.id
}
const refund = (organization_id: string, payment_id: string, amount: string, over: object = {}, key?: string) => {
  const how = {
    method: 'ach',
    reference: '8',
    reason: 'Paid twice',
    refunded_on: today,
    credit_note_id: 'none',
  } as const
  const options = key === undefined ? {} : { key }
  return server.call(
    contract.refundPayment,
    { organization_id, payment_id, amount, ...how, ...over },
    books.vendor,
    options,
  )
}
const statement = async (organization_id: string, from = '2020-01-01', to = '2199-12-31') =>
  (await server.call(contract.readStatement, { organization_id, currency: 'USD', from, to }, books.vendor)).body
const credit = async (id: string) => (await books.account(id)).unallocated[0]?.cents ?? 0

describe('refunds', { meta: { shows: ['issue 4.8 refunds'] } }, () => {
  test('of an overpayment reduce the credit and appear in the statement', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '100.00')
    const payment = await pay(id, '150.00', [{ invoice_id: one.id, amount: '100.00' }])
    expect((await refund(id, payment, '50.01')).error?.code).toBe('over_refund')
    expect((await refund(id, payment, '30.00')).status).toBe(200)
    expect(await credit(id)).toBe(2000)
    expect((await refund(id, payment, '20.01')).error?.code).toBe('over_refund')
    expect(await statement(id)).toMatchObject({ closing_cents: -2000, entries: { length: 3 } })
    const list = await server.call(contract.listPayments, { organization_id: id, state: 'refunded' }, books.vendor)
    expect(list.body.items[0]).toMatchObject({
      refunded_cents: 3000,
      refunds: [{ amount_cents: 3000, reason: 'Paid twice', credit_note: null }],
    })
    const audited = await server.rows(
      `select after from audit_entries where organization_id = $1 and thing_type = 'refunds' and action = 'payments.refund'`,
      [id],
    )
    expect(audited).toMatchObject([{ after: { amount_cents: 3000, currency: 'USD' } }])
  })

  test('for a credit note never exceed its amount, across several payments too', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '100.00')
    const first = await pay(id, '100.00', [{ invoice_id: one.id, amount: '100.00' }])
    const second = await pay(id, '500.00')
    const ask = { organization_id: id, invoice_id: one.id, reason: 'Never delivered' }
    const note = (await server.call(invoices.creditInvoice, ask, books.vendor)).body.id
    const of = { credit_note_id: note }
    expect((await refund(id, first, '1.00', of)).status).toBe(404)
    await books.issue(id, note)
    expect((await refund(id, first, '60.00', of)).status).toBe(200)
    expect((await refund(id, second, '40.01', of)).error?.code).toBe('over_note')
    expect((await refund(id, second, '40.00', of)).status).toBe(200)
    expect((await refund(id, second, '0.01', of)).error?.code).toBe('over_note')
    expect((await refund(id, second, '1.00', { credit_note_id: one.id })).status).toBe(404)
  })

  test('forty at once, and a repeated request, never exceed the credit, each once', async () => {
    const { id } = await books.makeCustomer()
    const payment = await pay(id, '100.00')
    const answers = await Promise.all(Array.from({ length: 40 }, () => refund(id, payment, '30.00')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['over_refund']))
    expect(await credit(id)).toBe(1000)
    const key = crypto.randomUUID()
    const twice = [await refund(id, payment, '4.00', {}, key), await refund(id, payment, '4.00', {}, key)]
    expect(twice.map(({ body }) => body.id)).toEqual([twice[0]?.body.id, twice[0]?.body.id])
    expect(await credit(id)).toBe(600)
  })

  test('applying and refunding a payment at once spends it only once', async () => {
    const { id } = await books.makeCustomer()
    const one = await books.issued(id, '100.00')
    const payment_id = await pay(id, '100.00')
    const use = () => {
      const allocations = [{ invoice_id: one.id, amount: '100.00' }]
      return server.call(contract.allocatePayment, { organization_id: id, payment_id, allocations }, books.vendor)
    }
    const answers = await Promise.all([use(), refund(id, payment_id, '100.00')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the database enforces it on its own, and refunds can’t be changed later', async () => {
    const { id } = await books.makeCustomer()
    const payment_id = await pay(id, '10.00')
    const row = { organization_id: id, payment_id, method: 'ach', reference: 'x', refunded_on: today, reason: 'x' }
    await expect(server.insert('refunds', { ...row, currency: 'USD', amount_cents: 1001 })).rejects.toThrow(
      'payments_not_over',
    )
    await expect(server.insert('refunds', { ...row, currency: 'EUR', amount_cents: 1 })).rejects.toThrow('fkey')
    await expect(server.insert('refunds', { ...row, currency: 'USD', amount_cents: 0 })).rejects.toThrow('amount_cents')
    await refund(id, payment_id, '4.00')
    const reverse = { organization_id: id, payment_id, reversed_on: today, reason: 'No funds' }
    expect((await server.call(contract.reversePayment, reverse, books.vendor)).error?.code).toBe('payment_refunded')
    const rights = await server.rows(`select privilege_type from information_schema.role_table_grants
      where table_name = 'refunds' and grantee = 'watchbill_app' order by 1`)
    expect(rights.map(({ privilege_type }) => privilege_type)).toEqual(['INSERT', 'SELECT'])
  })

  test('refuses future dates, dates before the payment, and card numbers', async () => {
    const { id } = await books.makeCustomer()
    const payment = await pay(id, '10.00', [], plusDays(today, -3))
    const fields = async (over: object) =>
      (await refund(id, payment, '1.00', over)).error?.fields?.map((one) => one.field)
    expect(await fields({ refunded_on: plusDays(today, 2) })).toEqual(['refunded_on'])
    expect(await fields({ refunded_on: plusDays(today, -4) })).toEqual(['refunded_on'])
    expect(await fields({ reference: '4111 1111 1111 1111' })).toEqual(['reference'])
  })
})

/** One event on an account, for any customer; `pick` chooses among what exists. */
const step = fc.record({
  what: fc.constantFrom('invoice', 'pay', 'refund', 'refund', 'credit', 'reverse'),
  cents: fc.integer({ min: 1, max: 30_000 }),
  pick: fc.nat(),
  ago: fc.integer({ min: 0, max: 90 }),
})
type Entry = { on: string; cents: number }
type Paid = { id: string; over: number; received_on: string; refunded: boolean; reversed: boolean }

/** What the calls did, and the result, added up by hand. */
const live = async (id: string, steps: readonly { what: string; cents: number; pick: number; ago: number }[]) => {
  const entries: Entry[] = []
  const paid: Paid[] = []
  const open: string[] = []
  for (const { what, cents, pick, ago } of steps) {
    const on = plusDays(today, -ago)
    const one = paid.length > 0 ? paid[pick % paid.length] : undefined
    if (what === 'invoice') {
      open.push((await books.issued(id, moneyValue(cents))).id)
      entries.push({ on: today, cents })
    } else if (what === 'pay') {
      paid.push({
        id: await pay(id, moneyValue(cents), [], on),
        over: cents,
        received_on: on,
        refunded: false,
        reversed: false,
      })
      entries.push({ on, cents: -cents })
    } else if (what === 'refund' && one) {
      const refunded_on = [on, one.received_on].toSorted()[1] ?? on
      const { status } = await refund(id, one.id, moneyValue(cents), { refunded_on })
      const fits = !one.reversed && cents <= one.over
      expect(status).toBe(fits ? 200 : 409)
      if (!fits) continue
      Object.assign(one, { over: one.over - cents, refunded: true })
      entries.push({ on: refunded_on, cents })
    } else if (what === 'reverse' && one) {
      const reverse = { organization_id: id, payment_id: one.id, reversed_on: today, reason: 'x' }
      const { status } = await server.call(contract.reversePayment, reverse, books.vendor)
      expect(status).toBe(one.reversed || one.refunded ? 409 : 200)
      if (status !== 200) continue
      entries.push({ on: today, cents: one.over })
      Object.assign(one, { over: 0, reversed: true })
    } else if (what === 'credit' && open.length > 0) {
      const [invoice_id = ''] = open.splice(pick % open.length, 1)
      const ask = { organization_id: id, invoice_id, reason: 'x' }
      const note = (await server.call(invoices.creditInvoice, ask, books.vendor)).body.id
      const { total_cents } = await books.invoice(id, note)
      await books.issue(id, note)
      entries.push({ on: today, cents: -total_cents })
    }
  }
  return { entries, credit: paid.reduce((sum, one) => sum + one.over, 0) }
}
const sum = (all: readonly Entry[]) => all.reduce((total, { cents }) => total + cents, 0)

describe('customer statement', { meta: { shows: ['issue 4.8 statement'] } }, () => {
  test('on random histories, the balance equals the sum of events, for any date range', async () => {
    const histories = fc.sample(fc.tuple(fc.array(step, { minLength: 12, maxLength: 18 }), fc.nat(90), fc.nat(90)), {
      numRuns: 6,
      seed: 20_261_121,
    })
    for (const [steps, a, b] of histories) {
      const { id } = await books.makeCustomer()
      const { entries, credit: over } = await live(id, steps)
      expect((await statement(id)).closing_cents).toBe(sum(entries))
      expect(await credit(id)).toBe(over)
      const [from, to] = [plusDays(today, -Math.max(a, b)), plusDays(today, -Math.min(a, b))]
      const part = await statement(id, from, to)
      const before = entries.filter(({ on }) => on < from)
      const inside = entries.filter(({ on }) => on >= from && on <= to)
      expect([part.opening_cents, part.closing_cents]).toEqual([sum(before), sum(before) + sum(inside)])
      expect(part.entries.map(({ amount_cents }) => amount_cents).toSorted((x, y) => x - y)).toEqual(
        inside.map(({ cents }) => cents).toSorted((x, y) => x - y),
      )
      expect(part.entries.at(-1)?.balance_cents ?? part.opening_cents).toBe(part.closing_cents)
    }
  })

  test('as a tagged PDF: parties, period, every entry, and opening and closing balances', async () => {
    // A name of fixed width: the random one of the organization breaks the title's line now and then.
    const { id, name } = await books.makeCustomer({ legal_name: 'City of Lakeside' })
    const one = await books.issued(id, '100.00')
    const payment = await pay(id, '150.00', [{ invoice_id: one.id, amount: '100.00' }], plusDays(today, -9))
    await refund(id, payment, '20.00')
    const ask = { organization_id: id, currency: 'USD', from: plusDays(today, -5), to: today } as const
    const { body, status } = await server.call(contract.readStatementDocument, ask, books.vendor)
    expect(status).toBe(200)
    expect(body.file_name).toBe(`Statement ${name} ${ask.from} to ${today}.pdf`)
    const pdf = Buffer.from(body.pdf, 'base64')
    const said = textOf(pdf)
    for (const words of [
      'Statement for City of Lakeside',
      'Watchbill Systems, Inc.',
      'Opening balance',
      moneyWords(-15_000, 'USD'),
      `Invoice ${one.number}`,
      'Refund 8',
      moneyWords(2000, 'USD'),
      moneyWords(-3000, 'USD'),
      `You have a credit of ${moneyWords(3000, 'USD')}.`,
    ])
      expect(said).toContain(words)
    const tags = objectsOf(pdf).map(({ head }) => head)
    for (const tag of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD'])
      expect(tags.some((head) => head.includes(`/S /${tag}\n`) || head.includes(`/S /${tag} `))).toBe(true)
    expect(tags.some((head) => head.includes('/MarkInfo'))).toBe(true)
  })
})

test('monthly analytics equal a sum over the raw rows, per currency', {
  meta: { shows: ['issue 4.8 refunds'] },
}, async () => {
  const { body } = await server.call(readPayments, { currency: 'USD' }, books.vendor)
  const month = (column: string, table: string, amount: string) =>
    server.rows<{
      key: string
      cents: number
    }>(`select to_char(${column}, 'YYYY-MM') as key, sum(${amount})::float8 as cents
      from ${table} where currency = 'USD' and ${column} is not null group by 1`)
  const [received, reversed, refunded] = await Promise.all([
    month('received_on', 'payments', 'amount_cents'),
    month('reversed_on', 'payments', 'amount_cents'),
    month('refunded_on', 'refunds', 'amount_cents'),
  ])
  const at = (all: readonly { key: string; cents: number }[], key: string) =>
    all.find((one) => one.key === key)?.cents ?? 0
  expect(body.rows).toHaveLength(12)
  for (const { key, values } of body.rows) {
    const raw = { received: at(received, key), reversed: at(reversed, key), refunded: at(refunded, key) }
    expect(values).toMatchObject({ ...raw, net: raw.received - raw.reversed - raw.refunded })
  }
  expect(body.totals.net).toBe(body.rows.reduce((total, { values }) => total + (values.net ?? 0), 0))
  expect(body.totals.refunded).toBeGreaterThan(0)
})
