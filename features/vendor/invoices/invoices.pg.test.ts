import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#apps/server/routes.ts'
import { type Books, openBooks } from '#features/vendor/billing/testing.books.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.ts'
import { mailIssued, remind } from './jobs.ts'

let server: TestServer
let books: Books
beforeAll(async () => {
  server = await startTestServer(routes, { poolSize: 8 })
  books = await openBooks(server)
})
afterAll(() => server.close())

const numbers = async (like: string) =>
  (
    await server.rows<{ number: string }>(`select number from invoices where number like $1 order by number`, [like])
  ).map((row) => row.number)

describe('invoice numbers', { meta: { shows: ['issue 4.8', '2 /super-admin/billing'] } }, () => {
  test('200 issued at once for ten customers get unique numbers without a gap', async () => {
    const customers = await Promise.all(Array.from({ length: 10 }, () => books.makeCustomer()))
    const drafts = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const organization_id = customers[i % 10]?.id ?? ''
        return { organization_id, invoice_id: await books.draft(organization_id) }
      }),
    )
    const before = (await numbers('INV-%')).length
    const answers = await Promise.all(
      drafts.map((one) => server.call(contract.issueInvoice, { ...one, version: 2 }, books.vendor)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    const given = (await numbers('INV-%')).map((number) => Number(number.split('-')[2]))
    expect(given).toEqual(Array.from({ length: before + 200 }, (_, i) => i + 1))
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(200)
    const [held] = await server.rows<{ n: number }>('select count(*)::int as n from invoice_numbers')
    expect(held?.n).toBe(before + 200)
  })

  test('a rolled-back issue leaves no gap, and a refused one uses no number', async () => {
    const { id } = await books.makeCustomer()
    const first = await books.issued(id)
    const broken = await books.draft(id)
    // The number is taken, then writing the numbered row fails.
    await server.rows(
      `create function plant() returns trigger language plpgsql as 'begin raise exception ''planted''; end'`,
    )
    await server.rows(`create trigger plant before update of number on invoices for each row
      when (new.id = '${broken}') execute function plant()`)
    expect((await books.issue(id, broken)).status).toBe(500)
    server.errors.length = 0
    await server.rows('drop trigger plant on invoices; drop function plant()')
    const stale = await server.call(
      contract.issueInvoice,
      { organization_id: id, invoice_id: broken, version: 99 },
      books.vendor,
    )
    expect(stale.error?.code).toBe('changed_meanwhile')
    const second = await books.issue(id, broken)
    expect(Number(second.body.number.split('-')[2])).toBe(Number(first.number.split('-')[2]) + 1)
  })

  test('one draft issued twenty times at once is issued once', async () => {
    const { id } = await books.makeCustomer()
    const invoice_id = await books.draft(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call(contract.issueInvoice, { organization_id: id, invoice_id, version: 2 }, books.vendor),
      ),
    )
    const said = answers.map(({ error }) => error?.code ?? 'issued')
    expect(said.filter((code) => code === 'issued')).toHaveLength(1)
    expect(new Set(said)).toEqual(new Set(['issued', 'already_issued']))
  })
})

describe('issued invoices are final', { meta: { shows: ['issue 4.8'] } }, () => {
  test('terms are Net 30 with seller and buyer fixed, and neither a call nor the database can change them', async () => {
    const { id } = await books.makeCustomer({ tax_rate_millionths: 82_500 })
    const { id: invoice_id } = await books.issued(id, '99.99')
    const now = await books.invoice(id, invoice_id)
    expect(now).toMatchObject({ state: 'open', net_cents: 9999, tax_cents: 825, total_cents: 10_824 })
    expect(Date.parse(now.due_on ?? '') - Date.parse(now.issued_on ?? '')).toBe(30 * 86_400_000)
    await server.rows(
      `update billing_accounts set tax_rate_millionths = 0, legal_name = 'Renamed' where organization_id = $1`,
      [id],
    )
    expect((await books.invoice(id, invoice_id)).buyer.name).toMatch(/^City of/)
    const edit = { organization_id: id, invoice_id, version: now.version, note: '', purchase_order: '' }
    const lines = [{ description: 'Less', quantity: 1, unit: '1.00', taxable: true }]
    expect((await server.call(contract.editInvoice, { ...edit, lines }, books.vendor)).error?.code).toBe(
      'already_issued',
    )
    expect(
      (await server.call(contract.discardInvoice, { organization_id: id, invoice_id }, books.vendor)).error?.code,
    ).toBe('already_issued')
    for (const statement of [
      `update invoices set total_cents = 1, net_cents = 1, tax_cents = 0 where id = $1`,
      `update invoices set due_on = due_on + 1 where id = $1`,
      `update invoices set status = 'draft', number = null where id = $1`,
      `update invoices set buyer = '{}' where id = $1`,
      `delete from invoices where id = $1`,
      `update invoice_lines set description = 'x' where invoice_id = $1`,
      `delete from invoice_lines where invoice_id = $1`,
    ])
      await expect(server.rows(statement, [invoice_id]), statement).rejects.toThrow('invoice_issued')
  })

  test('requires a legal name, an address and an amount to issue', async () => {
    const nowhere = await books.makeCustomer({ address: '' })
    expect((await books.issue(nowhere.id, await books.draft(nowhere.id))).error?.code).toBe('buyer_missing')
    const { id } = await books.makeCustomer()
    expect((await books.issue(id, await books.draft(id, '0.00'))).error?.code).toBe('nothing_to_issue')
    const invoice_id = await books.draft(id)
    await server.rows(`update vendor_settings set legal_name = ''`)
    expect((await books.issue(id, invoice_id)).error?.code).toBe('seller_missing')
    await server.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.'`)
  })

  test('refuses an amount too large for the books with a message, before the database does', async () => {
    const { id } = await books.makeCustomer()
    const line = { description: 'Much', quantity: 100_000, unit: '1,000,000,000.00', taxable: true }
    const input = { organization_id: id, currency: 'USD' as const, lines: [line], note: '', purchase_order: '' }
    const answer = await server.call(contract.createInvoice, input, books.vendor)
    expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'lines'])
    const most = { ...input, lines: [{ ...line, quantity: 10 }] }
    expect((await server.call(contract.createInvoice, most, books.vendor)).status).toBe(200)
  })

  test('tax-exempt customers pay no tax, and the invoice shows the certificate', async () => {
    const exempt = { tax_rate_millionths: 82_500, tax_exempt: true, exemption_certificate: 'TX-77' }
    const { id } = await books.makeCustomer(exempt)
    const { id: invoice_id } = await books.issued(id)
    expect(await books.invoice(id, invoice_id)).toMatchObject({
      tax_cents: 0,
      tax_name: 'Tax exempt, certificate TX-77',
    })
  })
})

describe('credit notes', { meta: { shows: ['issue 4.8'] } }, () => {
  const credit = async (organization_id: string, invoice_id: string) =>
    server.call(contract.creditInvoice, { organization_id, invoice_id, reason: 'Billed twice' }, books.vendor)

  test('for the full amount: its own numbering, tax exact to the cent, and the invoice is credited', async () => {
    const { id } = await books.makeCustomer({ tax_rate_millionths: 77_777 })
    const { id: invoice_id } = await books.issued(id, '333.33')
    const whole = await books.invoice(id, invoice_id)
    const note = (await credit(id, invoice_id)).body.id
    expect((await credit(id, invoice_id)).error?.code).toBe('credit_drafted')
    const number = (await books.issue(id, note)).body.number
    expect(number).toMatch(/^CN-\d{4}-\d{5}$/)
    expect(await books.invoice(id, note)).toMatchObject({ total_cents: whole.total_cents, tax_cents: whole.tax_cents })
    expect(await books.invoice(id, invoice_id)).toMatchObject({ state: 'credited', open_cents: 0 })
    expect((await credit(id, invoice_id)).error?.code).toBe('fully_credited')
  })

  test('for an invoice with an untaxed discount: the draft can be issued as is', async () => {
    const { id } = await books.makeCustomer({ tax_rate_millionths: 100_000 })
    const lines = [
      { description: 'Plan', quantity: 1, unit: '100.00', taxable: true },
      { description: 'Discount', quantity: 1, unit: '-20.00', taxable: false },
    ]
    const input = { organization_id: id, currency: 'USD', lines, note: '', purchase_order: '' } as const
    const invoice_id = (await server.call(contract.createInvoice, input, books.vendor)).body.id
    await books.issue(id, invoice_id)
    const note = (await credit(id, invoice_id)).body.id
    expect((await books.issue(id, note)).error).toBeNull()
    expect(await books.invoice(id, invoice_id)).toMatchObject({
      total_cents: 9000,
      credited_cents: 9000,
      open_cents: 0,
    })
    expect((await credit(id, invoice_id)).error?.code).toBe('fully_credited')
  })

  test('in parts: never more than the remainder, sequentially or at once', async () => {
    const { id } = await books.makeCustomer({ tax_rate_millionths: 50_000 })
    const { id: invoice_id } = await books.issued(id, '10.01')
    const part = async (unit: string) => {
      const note = (await credit(id, invoice_id)).body.id
      const { version } = await books.invoice(id, note)
      const lines = [{ description: 'Part', quantity: 1, unit, taxable: true }]
      const edit = { organization_id: id, invoice_id: note, version, note: '', purchase_order: '', lines }
      return { note, answer: await server.call(contract.editInvoice, edit, books.vendor) }
    }
    expect((await part('10.02')).answer.error?.code).toBe('over_credit')
    const [open] = await books.list(id, 'draft')
    await server.call(contract.discardInvoice, { organization_id: id, invoice_id: open?.id ?? '' }, books.vendor)
    const first = await part('3.33')
    expect((await books.issue(id, first.note)).status).toBe(200)
    const rest = (await credit(id, invoice_id)).body.id
    expect((await books.issue(id, rest)).status).toBe(200)
    const [sums] = await server.rows(
      `select sum(total_cents)::int as total, sum(tax_cents)::int as tax from invoices where credits_id = $1`,
      [invoice_id],
    )
    expect(sums).toEqual({ total: 1051, tax: 50 })
    expect((await books.invoice(id, invoice_id)).state).toBe('credited')
  })
})

describe('documents and emails, once each', { meta: { shows: ['issue 4.8'] } }, () => {
  const mails = (id: string) =>
    server.rows<{ to_address: string; subject: string; attachment_name: string; size: number; head: string }>(
      `select to_address, subject, attachment_name, length(attachment) as size, convert_from(substr(attachment, 1, 8), 'UTF8') as head
       from mails where organization_id = $1 order by created_at, subject`,
      [id],
    )

  test('the PDF is stored as generated and emailed to the billing address, however often the job runs', async () => {
    const { id, subdomain } = await books.makeCustomer()
    const { id: invoice_id, number } = await books.issued(id)
    await Promise.all([books.drawAll(id), books.drawAll(id), books.drawAll(id)])
    await books.drawAll(id)
    const sent = await mails(id)
    expect(sent).toMatchObject([
      { to_address: `ap@${subdomain}.example`, attachment_name: `${number}.pdf`, head: '%PDF-1.7' },
    ])
    const { body } = await server.call(contract.readDocument, { organization_id: id, invoice_id }, books.vendor)
    const pdf = Buffer.from(body.pdf, 'base64')
    expect([pdf.length, body.file_name]).toEqual([sent[0]?.size, `${number}.pdf`])
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await books.invoice(id, invoice_id)).letters.map(({ kind }) => kind)).toEqual(['issued'])
  })

  test('a PDF that fails to generate is reported and holds up no other', async () => {
    const { id } = await books.makeCustomer()
    const { id: broken } = await books.issued(id)
    const { id: whole } = await books.issued(id)
    await server.rows('alter table invoices disable trigger guard_invoice')
    await server.rows(`update invoices set seller = '[]', issued_at = issued_at - interval '1 minute' where id = $1`, [
      broken,
    ])
    await server.rows('alter table invoices enable trigger guard_invoice')
    await expect(books.drawAll(id)).rejects.toThrow()
    const drawn = await server.rows('select invoice_id from invoice_documents where organization_id = $1', [id])
    expect(drawn).toEqual([{ invoice_id: whole }])
    expect(await mails(id)).toHaveLength(1)
  })

  test('without a billing address, the email waits until there is one', async () => {
    const { id } = await books.makeCustomer({ email: null })
    await books.issued(id)
    await books.drawAll(id)
    expect(await mails(id)).toEqual([])
    await server.rows(`update billing_accounts set email = 'ap@city.example' where organization_id = $1`, [id])
    await books.job(id, mailIssued)
    expect(await mails(id)).toHaveLength(1)
  })

  test('reminders go out before the due date, then 7, 14 and 30 days overdue, each once, even through a crash', async () => {
    const { id } = await books.makeCustomer()
    const { id: invoice_id } = await books.issued(id)
    await books.drawAll(id)
    const at = async (daysAgo: number) => {
      await server.rows('alter table invoices disable trigger guard_invoice')
      await server.rows(`update invoices set due_on = (now() at time zone 'UTC')::date - $2::int where id = $1`, [
        invoice_id,
        daysAgo,
      ])
      await server.rows('alter table invoices enable trigger guard_invoice')
      // A job that dies at its end leaves neither the email nor its row.
      await expect(
        books.job(id, async (db) => {
          await remind(db)
          throw new Error('the process died')
        }),
      ).rejects.toThrow('died')
      await Promise.all([books.job(id, remind), books.job(id, remind)])
      await books.job(id, remind)
      return (await books.invoice(id, invoice_id)).letters.map(({ kind }) => kind).slice(1)
    }
    const switchReminders = (on: boolean) =>
      server.rows('update billing_accounts set reminders = $2 where organization_id = $1', [id, on])
    expect(await at(-8)).toEqual([])
    await switchReminders(false)
    expect(await at(-7)).toEqual([])
    await switchReminders(true)
    expect(await at(-7)).toEqual(['before_due'])
    expect(await at(3)).toEqual(['before_due'])
    expect(await at(7)).toEqual(['before_due', 'overdue_7'])
    expect(await at(31)).toEqual(['before_due', 'overdue_7', 'overdue_30'])
    const sent = await mails(id)
    expect(sent).toHaveLength(4)
    expect(sent.at(-1)?.subject).toMatch(/is 31 days overdue$/)
    expect(sent.every(({ size }) => size > 1000)).toBe(true)
  })
})

test('nobody in the department can read the books or is notified of them', {
  meta: { shows: ['issue 4.8'] },
}, async () => {
  const { id } = await books.makeCustomer()
  const admin = await server.makePerson({ id }, { role: 'admin' })
  const { id: invoice_id } = await books.issued(id)
  for (const who of [admin, await server.makePerson({ id }), null]) {
    const answer = await server.call(contract.readInvoice, { organization_id: id, invoice_id }, who)
    expect(answer.status).toBe(who ? 404 : 401)
  }
})
