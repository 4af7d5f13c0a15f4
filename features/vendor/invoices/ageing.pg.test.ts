import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach, given } from '#platform/server/testing.twins.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { bucketOf, buckets, type InvoiceFacts, invoiceState } from './rules.ts'
import { bucketIn, inBucket } from './store.ageing.ts'
import { stateIs } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test('bucketOf and bucketIn, inBucket: an invoice is in the same bucket on the same day', async () => {
  const due: WallDate = '2026-11-21'
  const near = fc.constantFrom(0, 30, 60, 90).chain((days) => fc.integer({ min: days - 1, max: days + 1 }))
  const cases = fc
    .sample(fc.oneof(near, fc.integer({ min: -400, max: 400 })), { numRuns: 1000, seed: 7 })
    .map((days) => ({ due, today: plusDays(due, days) }))
  const late = sql`(${given('today', 'date')} - ${given('due', 'date')})`
  const isIn = inBucket(late)
  const one = buckets.map((bucket) => sql`case when ${isIn[bucket]} then ${bucket}::text end`)
  const said = await askEach(
    server,
    {},
    cases,
    sql`array[${bucketIn(late)}, concat(${one[0]}, ${one[1]}, ${one[2]}, ${one[3]}, ${one[4]})]`,
  )
  const wanted = cases.map(({ today }) => bucketOf(due, today))
  expect(said).toEqual(wanted.map((bucket) => [bucket, bucket]))
  expect(new Set(wanted).size).toBe(buckets.length)
})

test('invoiceState and stateIs: an invoice has the same state today', async () => {
  const [{ today } = { today: '' }] = await server.rows<{ today: string }>(
    `select (now() at time zone 'UTC')::date::text as today`,
  )
  const part = fc.constantFrom(0, 0, 50, 100)
  const facts = fc
    .record({
      kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
      status: fc.constantFrom('draft' as const, 'issued' as const, 'issued' as const),
      days: fc.integer({ min: -3, max: 3 }),
      paid_cents: part,
      credited_cents: part,
    })
    .filter((one) => one.paid_cents + one.credited_cents <= 100)
  const cases = fc.sample(facts, { numRuns: 500, seed: 7 }).map(({ days, ...one }) => {
    const i: InvoiceFacts = { ...one, due_on: plusDays(today, days), total_cents: 100 }
    const settled = one.status === 'issued' && one.paid_cents + one.credited_cents === 100
    return { i: { ...i, settled_at: settled ? '2026-11-21T00:00:00Z' : null } }
  })
  const said = await askEach<string>(
    server,
    { i: 'invoices' },
    cases,
    sql`case when ${stateIs.draft} then 'draft' when ${stateIs.credit_notes} then 'issued' when ${stateIs.overdue} then 'overdue'
      when ${stateIs.open} then 'open' when ${stateIs.paid} then 'paid' when ${stateIs.credited} then 'credited' end`,
  )
  expect(said).toEqual(cases.map(({ i }) => invoiceState(i, today)))
  expect(new Set(said).size).toBe(6)
})
