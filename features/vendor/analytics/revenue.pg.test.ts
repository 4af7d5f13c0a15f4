import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { plusDays } from '#platform/shared/time.ts'
import { exportRevenue, readReceivables, readRenewals, readRevenue } from './contract.revenue.ts'
import { keepFigures } from './jobs.months.ts'
import { routes } from './routes.revenue.ts'
import { diceOf, fillTable, monthsOf } from './testing.figures.ts'

let server: TestServer
let person: { secret: string }
let customers: { id: string }[]
const today = new Date().toISOString().slice(0, 10)
const yearAfter = (date: string) => {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

const lastOfMonth = (date: string) => plusDays(`${plusDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1)

const keepAll = async () => {
  for (const { id } of customers)
    await server.database.transaction([enterSystem(id, 'job.keep_figures')], (db) => keepFigures.run(db))
}

type Contract = {
  organization_id: string
  id: string
  currency: string
  starts_on: string
  ends_on: string
  renews: boolean
  cancelled_from: string | null
  renewal_of: string | null
}
type Version = { contract_id: string; number: number; effective_on: string; tier: string; price_cents: number }

/** Terms over three years: amended, canceled, renewed at another price, resumed after a gap, and one in another currency. */
const makeBooks = async (organization_id: string, n: number) => {
  const pick = diceOf(n + 40)
  const [contracts, versions]: [Record<string, unknown>[], Record<string, unknown>[]] = [[], []]
  let starts = plusDays(today, -1100 + pick(300))
  let before: string | null = null
  for (let term = 0; starts <= plusDays(today, 40) && term < 5; term++) {
    const id = crypto.randomUUID()
    const ends = plusDays(yearAfter(starts), -1)
    const drawn = pick(4) === 0 ? plusDays(starts, 30 + pick(300)) : null
    // Every other customer's cancellation takes effect on the last day of a month, when nothing is in force anymore.
    const ended = drawn && n % 2 === 0 ? lastOfMonth(drawn) : drawn
    const currency = n === 3 && term > 1 ? 'EUR' : n > 4 ? 'CAD' : 'USD'
    contracts.push({
      organization_id,
      id,
      currency,
      billing: 'yearly',
      starts_on: starts,
      ends_on: ends,
      renews: pick(3) > 0,
      notice_days: 60,
      purchase_order: '',
      renewal_of: before,
      cancelled_from: ended,
      cancel_reason: ended && 'x',
      cancelled_at: ended && new Date(),
      cancel_credits: false,
      created_at: new Date(),
      updated_at: new Date(),
      version: 1,
    })
    for (let number = 1, on = starts; number <= 1 + pick(3) && on <= ends; number++, on = plusDays(on, 1 + pick(150)))
      versions.push({
        organization_id,
        contract_id: id,
        number,
        effective_on: on,
        size: '26-100',
        tier: ['basic', 'pro', 'enterprise'][pick(3)],
        price_cents: pick(9) ? 100_000 + pick(900) * 1111 : 250_000,
        note: '',
        created_at: new Date(),
      })
    before = ended || pick(4) === 0 ? null : id
    starts = before ? plusDays(ends, 1) : plusDays(ended ?? plusDays(ends, 1), pick(70))
  }
  await fillTable(server, 'contracts', contracts)
  await fillTable(server, 'contract_versions', versions)
}

/** One term, with one price, that began the given number of days ago. */
const makeTerm = async (organization_id: string, daysAgo: number, renews: boolean) => {
  const [id, starts_on] = [crypto.randomUUID(), plusDays(today, -daysAgo)]
  const ends_on = plusDays(yearAfter(starts_on), -1)
  await server.insert('contracts', {
    organization_id,
    id,
    currency: 'USD',
    billing: 'yearly',
    starts_on,
    ends_on,
    renews,
  })
  const version = { number: 1, effective_on: starts_on, size: '5-25', tier: 'pro', price_cents: 120_005 + daysAgo }
  await server.insert('contract_versions', { organization_id, contract_id: id, ...version })
}

beforeAll(async () => {
  server = await startTestServer(routes)
  person = await server.makeSuperAdmin()
  customers = await Promise.all(
    [
      'America/Chicago',
      'Pacific/Honolulu',
      'Pacific/Auckland',
      'UTC',
      'Asia/Kathmandu',
      'America/New_York',
      'UTC',
      'UTC',
      'UTC',
      'UTC',
      'UTC',
      'UTC',
    ].map((time_zone) => server.makeOrganization({ time_zone, created_at: new Date(Date.now() - 1000 * 86_400_000) })),
  )
  for (const [n, { id }] of customers.slice(0, 7).entries()) await makeBooks(id, n)
  for (const [n, { id }] of customers.slice(7).entries()) await makeTerm(id, [300, 275, 274, 190, 100][n] ?? 0, n !== 1)
  await keepAll()
})
afterAll(() => server.close())

const readBooks = async () => ({
  contracts: await server.rows<Contract>(
    `select organization_id, id, currency, starts_on::text as starts_on, ends_on::text as ends_on, renews, renewal_of,
      cancelled_from::text as cancelled_from from contracts`,
  ),
  versions: (
    await server.rows<Version>(
      'select contract_id, number, effective_on::text as effective_on, tier, price_cents from contract_versions order by effective_on, number',
    )
  ).map((v) => ({ ...v, price_cents: Number(v.price_cents) })),
})
type Books = Awaited<ReturnType<typeof readBooks>>

/** What a customer pays per year on a day: loops over all contracts and versions. */
const onDay = ({ contracts, versions }: Books, customer: string, currency: string, day: string) => {
  for (const c of contracts) {
    if (c.organization_id !== customer || c.currency !== currency || c.starts_on > day || c.ends_on < day) continue
    if (c.cancelled_from !== null && c.cancelled_from <= day) continue
    const version = versions.filter((v) => v.contract_id === c.id && v.effective_on <= day).at(-1)
    if (version) return { cents: version.price_cents, tier: version.tier }
  }
  return null
}
const lastOf = (month: string) => {
  const end = plusDays(`${plusDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
  return [end, today].toSorted()[0] ?? today
}

type Sums = Record<
  'arr' | 'mrr' | 'opening' | 'new' | 'expansion' | 'contraction' | 'churn' | 'moved' | 'customers',
  number
>
const nothing = (): Sums => ({
  arr: 0,
  mrr: 0,
  opening: 0,
  new: 0,
  expansion: 0,
  contraction: 0,
  churn: 0,
  moved: 0,
  customers: 0,
})
const slowMonth = (books: Books, currency: string, month: string): Sums => {
  const sums = nothing()
  for (const { id } of customers) {
    const was = onDay(books, id, currency, plusDays(`${month}-01`, -1))?.cents ?? 0
    const is = onDay(books, id, currency, lastOf(month))?.cents ?? 0
    sums.opening += was
    sums.arr += is
    sums.customers += is > 0 ? 1 : 0
    if (was === 0) sums.new += is
    else if (is === 0) sums.churn += was
    else if (is > was) sums.expansion += is - was
    else sums.contraction += was - is
  }
  sums.mrr = Math.round(sums.arr / 12)
  return sums
}
const addsUp = (v: Record<string, number>) =>
  (v.opening ?? 0) + (v.new ?? 0) + (v.expansion ?? 0) - (v.contraction ?? 0) - (v.churn ?? 0) + (v.moved ?? 0)

const running = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 7)
const expectExact = async () => {
  const books = await readBooks()
  for (const currency of ['USD', 'EUR', 'CAD'] as const) {
    const from = plusDays(today, -1130).slice(0, 7)
    const { rows, totals, currencies } = (await server.call(readRevenue, { currency, from, to: running }, person)).body
    expect(currencies).toEqual(['CAD', 'EUR', 'USD'])
    const months = monthsOf(from, running)
    const expected = months
      .map((key) => ({ key, values: slowMonth(books, currency, key) }))
      .filter(({ values }) => values.arr + values.opening > 0)
    expect(rows).toEqual(expected.map(({ key, values: { moved, ...values } }) => ({ key, values })))
    // Per month and in total, the movements add up to the closing value.
    for (const { values } of rows) expect(addsUp(values)).toBe(values.arr)
    for (const [i, { values }] of rows.entries()) if (i > 0) expect(values.opening).toBe(rows[i - 1]?.values.arr)
    expect(addsUp(totals)).toBe(totals.arr)
    expect(totals.arr).toBe(slowMonth(books, currency, running).arr)
  }
  return books
}

describe('every number matches an independent count over the contracts, for every month', {
  meta: { shows: ['issue 4.8 revenue'] },
}, () => {
  test('revenue and its movements add up exactly month to month, per currency', async () => {
    const books = await expectExact()
    expect(books.contracts.length).toBeGreaterThan(18)
    const { rows } = (
      await server.call(readRevenue, { currency: 'USD', from: plusDays(today, -1130).slice(0, 7) }, person)
    ).body
    for (const name of ['new', 'expansion', 'contraction', 'churn'])
      expect([name, rows.some(({ values }) => (values[name] ?? 0) > 0)]).toEqual([name, true])
  })

  test('adds up by tier too, including tier changes', async () => {
    const books = await readBooks()
    const from = plusDays(today, -600).slice(0, 7)
    const ask = { currency: 'USD', by: 'tier', from, to: running } as const
    const { rows, totals } = (await server.call(readRevenue, ask, person)).body
    const end = new Map<string, number>()
    for (const { id } of customers) {
      const now = onDay(books, id, 'USD', lastOf(running))
      if (now) end.set(now.tier, (end.get(now.tier) ?? 0) + now.cents)
    }
    expect(new Map(rows.filter(({ values }) => values.arr).map(({ key, values }) => [key, values.arr]))).toEqual(end)
    for (const { values } of rows) expect(addsUp(values)).toBe(values.arr)
    for (const name of Object.keys(totals).filter((one) => one !== 'mrr'))
      expect([name, rows.reduce((all, { values }) => all + (values[name] ?? 0), 0)]).toEqual([name, totals[name]])
    expect(totals.moved).toBe(0)
  })

  test('a contract canceled retroactively and an amended price change their months', async () => {
    const books = await readBooks()
    const live = books.contracts.filter(
      (c) => c.currency === 'USD' && c.starts_on < plusDays(today, -100) && c.ends_on > today && !c.cancelled_from,
    )
    const [one, two] = live
    await server.rows(
      `update contracts set cancelled_from = current_date - 65, cancel_reason = 'x', cancelled_at = now() where id = $1`,
      [one?.id],
    )
    const numbers = books.versions.filter((v) => v.contract_id === two?.id).map((v) => v.number)
    await server.insert('contract_versions', {
      organization_id: two?.organization_id,
      contract_id: two?.id,
      number: Math.max(...numbers) + 1,
      effective_on: plusDays(today, -37),
      size: '100+',
      tier: 'enterprise',
      price_cents: 777_700,
    })
    await keepAll()
    await expectExact()
  })
})

const issue = async (
  organization_id: string,
  number: string,
  currency: string,
  cents: number,
  due_on: string,
  paid: number,
) => {
  const row = await server.insert('invoices', {
    organization_id,
    kind: 'invoice',
    currency,
    net_cents: cents,
    total_cents: cents,
  })
  await server.insert('invoice_lines', {
    organization_id,
    invoice_id: row.id,
    position: 0,
    description: 'x',
    unit_cents: cents,
    amount_cents: cents,
  })
  await server.rows(
    `update invoices set status = 'issued', number = $2, issued_on = $3::date - 30, due_on = $3::date, issued_at = now(), seller = '{}', buyer = '{}' where id = $1`,
    [row.id, number, due_on],
  )
  if (paid > 0) await server.rows('update invoices set paid_cents = $2 where id = $1', [row.id, paid])
}

test('receivables by age cover open invoices only, with limits in days', {
  meta: { shows: ['issue 4.8 revenue'] },
}, async () => {
  const late = [-5, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  for (const [n, days] of late.entries())
    await issue(
      customers[n % 5]?.id ?? '',
      `INV-T-${n}`,
      'USD',
      1000 * 2 ** n,
      plusDays(today, -days),
      n % 3 === 0 ? 500 : 0,
    )
  await issue(customers[5]?.id ?? '', 'INV-T-90', 'CAD', 7777, plusDays(today, -45), 0)
  await issue(customers[0]?.id ?? '', 'INV-T-91', 'USD', 4444, plusDays(today, -45), 4444)
  const open = (n: number) => 1000 * 2 ** n - (n % 3 === 0 ? 500 : 0)
  const { rows, totals, currency, currencies } = (await server.call(readReceivables, {}, person)).body
  expect([currency, currencies]).toEqual(['USD', ['CAD', 'USD']])
  expect(rows.map(({ key, values }) => [key, values.open, values.invoices])).toEqual([
    ['current', open(0) + open(1), 2],
    ['days_1_30', open(2) + open(3), 2],
    ['days_31_60', open(4) + open(5), 2],
    ['days_61_90', open(6) + open(7), 2],
    ['days_over_90', open(8) + open(9), 2],
  ])
  expect(totals).toEqual({ open: late.reduce((all, _, n) => all + open(n), 0), invoices: 10 })
  expect((await server.call(readReceivables, { currency: 'CAD' }, person)).body.totals).toEqual({
    open: 7777,
    invoices: 1,
  })
})

test('lists renewals of the next 90 and 180 days that have no next term, in pages, first to end first', {
  meta: { shows: ['issue 4.8 revenue'] },
}, async () => {
  const { contracts, versions } = await readBooks()
  const ahead = contracts
    .filter((c) => c.currency === 'USD' && !c.cancelled_from && c.ends_on >= today && c.ends_on <= plusDays(today, 180))
    .filter((c) => contracts.every((other) => other.renewal_of !== c.id))
    .toSorted((a, b) => (a.ends_on + a.id).localeCompare(b.ends_on + b.id))
  expect(ahead.length).toBeGreaterThan(2)
  const price = (c: Contract) =>
    versions.filter((v) => v.contract_id === c.id && v.effective_on <= c.ends_on).at(-1)?.price_cents ?? 0
  const sums = (list: Contract[]) => ({
    arr: list.reduce((all, c) => all + price(c), 0),
    contracts: list.length,
    leaving_arr: list.filter((c) => !c.renews).reduce((all, c) => all + price(c), 0),
    leaving: list.filter((c) => !c.renews).length,
  })
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await server.call(readRenewals, { currency: 'USD', limit: 1, ...(after ? { after } : {}) }, person)
    const near = ahead.filter((c) => c.ends_on <= plusDays(today, 90))
    expect(body.rows).toEqual([
      { key: 'near', values: sums(near) },
      { key: 'later', values: sums(ahead.filter((c) => !near.includes(c))) },
    ])
    expect(body.totals).toEqual(sums(ahead))
    seen.push(...body.items.map(({ id }) => id))
    after = body.next ?? undefined
  } while (after)
  expect(seen).toEqual(ahead.map(({ id }) => id))
})

test('exports the table in currency units, and departments find no such calls', {
  meta: { shows: ['2 /super-admin/billing-analytics'] },
}, async () => {
  const file = await server.call(exportRevenue, { format: 'csv', currency: 'USD' }, person)
  const lines = (file.body as unknown as { text: string }).text.split('\r\n')
  expect(lines[0]).toContain('Month,Currency,ARR,MRR,ARR at the start,New,Expansion,Contraction,Churn,Customers')
  expect(lines[1]).toMatch(/^\d{4}-\d\d,USD,\d+\.\d\d,/)
  const admin = await server.makePerson({ id: customers[0]?.id ?? '' }, { role: 'admin' })
  for (const call of [readRevenue, readReceivables, readRenewals])
    expect((await server.call(call, {}, admin)).status).toBe(404)
})
