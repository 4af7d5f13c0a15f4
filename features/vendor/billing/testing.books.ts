import * as invoices from '#features/vendor/invoices/contract.ts'
import { drawDocuments } from '#features/vendor/invoices/jobs.ts'
import { type Db, enterSystem } from '#platform/server/db.ts'
import type { Make } from '#platform/server/testing.inputs.ts'
import type { TestServer } from '#platform/server/testing.ts'
import * as billing from './contract.ts'

/** A vendor that can bill, and customers with an address. */
export const openBooks = async (server: TestServer) => {
  const vendor = await server.makeSuperAdmin()
  await server.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.', address = '100 Main Street, Chicago, IL',
    tax_id = '36-1234567', support_email = 'billing@vendor.example', currency = 'USD', price_5_25 = 120000`)
  const makeCustomer = async (details: Record<string, unknown> = {}) => {
    const organization = await server.makeOrganization()
    await server.insert('billing_accounts', {
      organization_id: organization.id,
      legal_name: `City of ${organization.name}`,
      address: 'City Hall\n1 Plaza',
      email: `ap@${organization.subdomain}.example`,
      ...details,
    })
    return organization
  }
  const job = <T>(organizationId: string, work: (db: Db) => Promise<T>): Promise<T> =>
    server.database.transaction([enterSystem(organizationId, 'job.test')], work)
  const account = async (organization_id: string) =>
    (await server.call(billing.readAccount, { organization_id }, vendor)).body
  const invoice = async (organization_id: string, invoice_id: string) =>
    (await server.call(invoices.readInvoice, { organization_id, invoice_id }, vendor)).body
  const list = async (organization_id: string, state: (typeof invoices.listStates)[number] = 'all') =>
    (await server.call(invoices.listInvoices, { organization_id, state }, vendor)).body.items
  const draft = async (organization_id: string, unit = '100.00', quantity = 1) => {
    const lines = [{ description: 'Training', quantity, unit, taxable: true }]
    const input = { organization_id, currency: 'USD', lines, note: '', purchase_order: '' } as const
    return (await server.call(invoices.createInvoice, input, vendor)).body.id
  }
  const issue = async (organization_id: string, invoice_id: string) => {
    const { version } = await invoice(organization_id, invoice_id)
    return server.call(invoices.issueInvoice, { organization_id, invoice_id, version }, vendor)
  }
  /** An invoice for this amount, backdated as if issued the given number of days ago; its number. */
  const issued = async (organization_id: string, unit = '100.00', daysAgo = 0) => {
    const id = await draft(organization_id, unit)
    const { body } = await issue(organization_id, id)
    if (daysAgo > 0) {
      // The guard applies to everybody, so it is disabled to turn back the clock for this scene.
      await server.rows('alter table invoices disable trigger guard_invoice')
      await server.rows(
        `update invoices set issued_on = issued_on - $2::int, due_on = due_on - $2::int where id = $1`,
        [id, daysAgo],
      )
      await server.rows('alter table invoices enable trigger guard_invoice')
    }
    return { id, number: body.number }
  }
  return {
    vendor,
    makeCustomer,
    job,
    account,
    invoice,
    list,
    draft,
    issue,
    issued,
    drawAll: (organizationId: string) => drawDocuments(server.database, organizationId),
  }
}
export type Books = Awaited<ReturnType<typeof openBooks>>

/** A contract with an invoice, a payment and an open task, in the vendor's books. */
export const makeBooks = async (server: TestServer, make: Make, of: { organization_id: string }, mark: string) => {
  const year = { currency: 'USD', billing: 'yearly', starts_on: '2026-01-01', ends_on: '2026-12-31' }
  const contract_id = await make('contracts', { ...year, purchase_order: mark })
  const version = { number: 1, effective_on: '2026-01-01', size: '5-25', tier: 'pro', price_cents: 120_000 }
  await server.insert('contract_versions', { ...of, contract_id, ...version })
  const amounts = { net_cents: 900, taxable_cents: 900, total_cents: 900 }
  const invoice_id = await make('invoices', { kind: 'invoice', currency: 'USD', note: mark, ...amounts })
  const line = { position: 0, description: mark, unit_cents: 900, amount_cents: 900 }
  await server.insert('invoice_lines', { ...of, invoice_id, ...line })
  await server.rows(
    `update invoices set status = 'issued', number = $2, issued_on = '2026-01-05', due_on = '2026-02-04', issued_at = now(),
      seller = '{"name":"Vendor"}', buyer = '{"name":"City","address":"","email":null}' where id = $1`,
    [invoice_id, mark],
  )
  await server.insert('invoice_documents', { ...of, invoice_id, pdf: Buffer.alloc(200), sha256: Buffer.alloc(32) })
  const paid = { method: 'check', reference: mark, currency: 'USD', amount_cents: 100, received_on: '2026-01-05' }
  const payment_id = await make('payments', paid)
  const task_id = await make('billing_tasks', { invoice_id, days_overdue: 61 })
  return { contract_id, invoice_id, payment_id, task_id }
}
