import { setScope } from '#features/people/accounts/store.scope.ts'
import { keepContracts } from '#features/vendor/billing/jobs.ts'
import { endOfTerm } from '#features/vendor/billing/rules.ts'
import { listPriceOf } from '#features/vendor/billing/store.prices.ts'
import {
  findDetails,
  insertContract,
  insertVersion,
  updateCancelled,
  upsertDetails,
} from '#features/vendor/billing/store.write.ts'
import { dueOn, REMINDERS, releasesFor, seriesOf } from '#features/vendor/invoices/rules.ts'
import { insertTask } from '#features/vendor/invoices/store.payments-jobs.ts'
import {
  addAllocations,
  insertPayment,
  insertRefund,
  reversePayment,
} from '#features/vendor/invoices/store.payments-write.ts'
import { findSeller } from '#features/vendor/invoices/store.seller.ts'
import {
  insertDraft,
  insertLine,
  listAllocations,
  lockInvoice,
  recount,
  takeNumber,
  updateAllocation,
  updateIssued,
} from '#features/vendor/invoices/store.write.ts'
import { insertErasure, lockOrganization, updateClosing } from '#features/vendor/organizations/store.erasures.ts'
import { lockHeld, updateFields, updateState } from '#features/vendor/organizations/store.ts'
import { findVersion, updateSettings } from '#features/vendor/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { daysAgo, type Sample, type SampleContract, sampleId, samples } from './seed.samples.content.ts'

export type Vendor = { account_id: string; email: string }
type Customer = Sample & { contract: SampleContract }
const customers = samples.filter((it): it is Customer => it.contract !== undefined)
const us = sql`(select app.organization_id())`

/** What follows is recorded as this call of the super admin's; `null` goes back to the system. */
const call = (db: Db, vendor: Vendor | null, name: string) =>
  db.rows(sql`select set_config('app.role', ${vendor ? 'super_admin' : 'system'}, true),
    set_config('app.user_id', ${vendor?.account_id ?? ''}, true), set_config('app.call', ${name}, true)`)

const seedSettings = async (db: Db) => {
  await updateSettings(db, {
    legal_name: 'Watchbill Systems, Inc. (sample)',
    address: '100 Main Street\nChicago, IL 60601',
    tax_id: '36-0000000',
    support_email: 'billing@watchbill.example',
    payment_terms: 'ACH or check within 30 days.',
    invoice_footer: 'Thank you for keeping your community safe.',
    currency: 'USD',
    price_5_25: 240_000,
    price_26_100: 960_000,
    price_over_100: 3_000_000,
    version: await findVersion(db),
  })
}

/** The customer's details, its contract, and the drafts of what the contract has charged so far. */
const seedContract = async (
  db: Db,
  vendor: Vendor,
  { nth, name, city, subdomain, contract: c }: Customer,
  today: WallDate,
) => {
  await setScope(db, { organization_id: sampleId(nth) })
  await call(db, vendor, 'billing.edit_account')
  await upsertDetails(db, {
    ...(await findDetails(db)),
    legal_name: name.includes('Police') ? `City of ${city}` : name,
    address: `Accounts Payable\n1 City Plaza\n${city}`,
    email: `ap@${subdomain}.example`,
    tax_rate_millionths: nth % 3 === 2 ? 62_500 : 0,
  })
  await call(db, vendor, 'billing.add_contract')
  const starts_on = daysAgo(today, c.starts)
  const id = await insertContract(db, {
    currency: 'USD',
    billing: c.billing,
    starts_on,
    ends_on: endOfTerm(starts_on),
    renews: nth !== 3,
    notice_days: c.notice ?? 30,
    purchase_order: nth % 2 === 0 ? `PO-${4100 + nth * 37}` : '',
    renewal_of: null,
  })
  const list_cents = await listPriceOf(db, c.size, 'USD', sampleId(nth))
  await insertVersion(db, id, {
    ...{ number: 1, effective_on: starts_on, size: c.size, tier: c.tier, price_cents: c.cents },
    ...{ list_cents, note: 'Sample' },
  })
  await call(db, null, 'job.keep_contracts')
  // The first run renews a term that has ended; the second one charges the new term.
  await keepContracts(db)
  await keepContracts(db)
}

type Draft = { id: string; organization_id: string; from: WallDate; kind: 'invoice' | 'credit_note' }
const draftsOf = (db: Db, today: WallDate) =>
  db.rows<Draft>(sql`select id, organization_id, kind, coalesce(period_from, ${today}::date)::text as from from invoices
    where organization_id = ${us} and status = 'draft' and coalesce(period_from, ${today}::date) <= ${today}::date
    order by period_from, created_at, id`)

/** Issues a draft on a day, as `invoices.issue` does today. */
const issue = async (db: Db, draft: Draft, issued_on: WallDate) => {
  await setScope(db, { organization_id: draft.organization_id })
  const details = await findDetails(db)
  const seller = await findSeller(db, draft.organization_id)
  await recount(db, draft.id)
  const due_on = draft.kind === 'invoice' ? dueOn(issued_on) : issued_on
  const number = await takeNumber(db, {
    series: seriesOf[draft.kind],
    year: Number(issued_on.slice(0, 4)),
    customer_id: draft.organization_id,
    invoice_id: draft.id,
  })
  // Lists sort by when the draft was made, which was a while before.
  await db.run(sql`update invoices set created_at = ${issued_on}::date - interval '15 hours'
    where organization_id = ${us} and id = ${draft.id}::uuid`)
  const buyer = { name: details.legal_name, address: details.address, email: details.email }
  await updateIssued(db, draft.id, { number, issued_on, due_on, seller, buyer })
}

/** The letters that went out with the invoices at the time, so that the demo does not send them today. */
const seedSent = (db: Db, today: WallDate) =>
  db.run(sql`insert into invoice_letters (organization_id, invoice_id, kind, to_address, created_at)
    select i.organization_id, i.id, k.kind, a.email, (i.due_on + k.days) + interval '15 hours'
    from invoices i join billing_accounts a on a.organization_id = i.organization_id,
      jsonb_to_recordset(${JSON.stringify([{ kind: 'issued', days: -30 }, ...REMINDERS.map(({ kind, from }) => ({ kind, days: from }))])}::jsonb)
        as k (kind text, days int)
    where i.organization_id = ${us} and i.status = 'issued' and i.due_on + k.days <= ${today}::date
      and (k.kind = 'issued' or i.kind = 'invoice' and i.settled_at is null)`)

type Issued = { id: string; number: string; issued_on: WallDate; open: number }
const invoicesOf = (db: Db) =>
  db.rows<Issued>(sql`select id, number, issued_on::text as issued_on,
      (total_cents - paid_cents - credited_cents)::float8 as open
    from invoices where organization_id = ${us} and status = 'issued' and kind = 'invoice' order by issued_on, number`)

const pay = async (db: Db, it: Customer, today: WallDate, one: Issued, cents: number) => {
  const after = plusDays(one.issued_on, 9 + ((it.nth * 5 + Number(one.number.slice(-2))) % 17))
  const received_on = after < today ? after : today
  const reference = `${it.contract.method === 'check' ? 'Check ' : ''}${20_000 + it.nth * 311 + Number(one.number.slice(-4))}`
  const payment = { method: it.contract.method, reference, currency: 'USD', received_on, note: '' } as const
  const id = await insertPayment(db, { ...payment, amount_cents: cents })
  await addAllocations(db, id, 'USD', [{ invoice_id: one.id, amount_cents: cents }])
  return id
}

const seedPayments = async (db: Db, it: Customer, today: WallDate) => {
  const all = await invoicesOf(db)
  const count = it.contract.paid < 0 ? all.length + it.contract.paid : it.contract.paid
  for (const one of all.slice(0, count)) await pay(db, it, today, one, one.open)
  const next = all[count]
  if (next && it.contract.part) await pay(db, it, today, next, Math.floor((next.open * it.contract.part) / 100))
  if (it.nth === 4 && all[1]) {
    const returned = {
      method: 'check',
      reference: 'Check 2207',
      currency: 'USD',
      received_on: all[1].issued_on,
      note: '',
    } as const
    const id = await insertPayment(db, { ...returned, amount_cents: 39_000 })
    await call(db, null, 'demo.seed')
    await reversePayment(db, id, plusDays(all[1].issued_on, 4), 'Returned by the bank')
  }
  if (it.nth === 2)
    await insertPayment(db, {
      ...{
        method: 'wire',
        reference: '88-40217',
        currency: 'USD',
        amount_cents: 250_000,
        received_on: daysAgo(today, 6),
      },
      note: 'Paid in advance. Apply to next quarter.',
    })
}

/** The contract that was canceled: its credit note is issued, and the credit refunded in part. */
const seedCancellation = async (db: Db, vendor: Vendor, it: Customer, today: WallDate) => {
  if (it.contract.canceled === undefined) return
  await setScope(db, { organization_id: sampleId(it.nth) })
  await call(db, vendor, 'billing.cancel_contract')
  const from = daysAgo(today, it.contract.canceled)
  const contract = await db.row<{ id: string }>(sql`select id from contracts where organization_id = ${us}`)
  if (contract)
    await updateCancelled(db, contract.id, { cancelled_from: from, reason: 'Merged with the county', credits: true })
  await call(db, null, 'job.keep_contracts')
  await keepContracts(db)
  await call(db, vendor, 'invoices.issue')
  for (const draft of (await draftsOf(db, today)).filter(({ kind }) => kind === 'credit_note')) {
    const note = await recount(db, draft.id)
    const credited = note.credits_id ? await lockInvoice(db, note.credits_id) : null
    const used = credited ? await listAllocations(db, credited.id) : []
    for (const one of credited ? releasesFor(credited, note.total_cents, used) : [])
      await updateAllocation(db, one.payment_id, credited?.id ?? '', one.amount_cents)
    await issue(db, draft, from)
    const [payment] = used
    if (!payment) continue
    await call(db, vendor, 'payments.refund')
    await insertRefund(db, {
      ...{
        payment_id: payment.payment_id,
        credit_note_id: draft.id,
        method: 'check',
        reference: 'Check 1043',
        currency: 'USD',
      },
      ...{ amount_cents: Math.floor(note.total_cents / 2), refunded_on: daysAgo(today, 5) },
      reason: 'Unused months of the contract',
    })
  }
}

/** An upgrade from the trial, a suspension, and the task to decide on another. */
const seedStandings = async (db: Db, vendor: Vendor) => {
  for (const it of samples) {
    await setScope(db, { organization_id: sampleId(it.nth), stated_reason: it.state?.reason ?? 'Signed for a year' })
    if (it.tier !== 'trial' && it.trialEnds !== undefined) {
      await call(db, vendor, 'vendor_organizations.edit')
      await lockHeld(db)
      await updateFields(db, { subscription_tier: it.tier, trial_end_date: null })
    }
    if (it.state?.to === 'suspended') {
      await call(db, vendor, 'vendor_organizations.suspend')
      await lockHeld(db)
      await updateState(db, 'suspended', it.state.reason)
    }
    await call(db, null, 'job.keep_payments')
    if (it.contract) await insertTask(db, 60)
  }
  await setScope(db, { stated_reason: '' })
}

/** A change of a contract from three days ago. What it adds for the rest of the term waits as a draft. */
const seedAmendment = async (db: Db, vendor: Vendor, today: WallDate) => {
  await setScope(db, { organization_id: sampleId(1) })
  await call(db, vendor, 'billing.amend_contract')
  await db.run(sql`insert into contract_versions (organization_id, contract_id, number, effective_on, size, tier, price_cents,
      list_cents, note, created_by)
    select organization_id, contract_id, 2, ${daysAgo(today, 3)}::date, size, tier, price_cents + 120000, list_cents,
      'Fire police added', (select app.user_id())
    from contract_versions where organization_id = ${us} and number = 1 and effective_on <= ${today}::date`)
  await call(db, null, 'job.keep_contracts')
  await keepContracts(db)
}

/** A draft by hand that waits to be issued. */
const seedDraft = async (db: Db, vendor: Vendor) => {
  await setScope(db, { organization_id: sampleId(2) })
  await call(db, vendor, 'invoices.create')
  const none = { contract_id: null, credits_id: null, period_from: null, period_to: null }
  const id = await insertDraft(db, { kind: 'invoice', currency: 'USD', ...none, purchase_order: 'PO-4174', note: '' })
  await insertLine(db, id, {
    description: 'On-site training for sergeants, half a day',
    quantity: 2,
    unit_cents: 64_000,
    taxable: false,
  })
  await recount(db, id)
}

/**
 * The vendor's settings, and a year of contracts, invoices and payments for the sample departments. Every row goes through the
 * statements that the vendor's screens use; only the days lie in the past. Invoices are numbered in the order of their days.
 */
export const seedBooks = async (db: Db, vendor: Vendor, today: WallDate): Promise<void> => {
  await setScope(db, { organization_id: null })
  await call(db, vendor, 'vendor_settings.edit')
  await seedSettings(db)
  for (const it of customers) await seedContract(db, vendor, it, today)
  const drafts: Draft[] = []
  for (const it of customers) {
    await setScope(db, { organization_id: sampleId(it.nth) })
    drafts.push(...(await draftsOf(db, today)))
  }
  await call(db, vendor, 'invoices.issue')
  for (const draft of drafts.toSorted((a, b) => a.from.localeCompare(b.from))) await issue(db, draft, draft.from)
  for (const it of customers) {
    await setScope(db, { organization_id: sampleId(it.nth) })
    await call(db, vendor, 'payments.record')
    await seedPayments(db, it, today)
    await seedCancellation(db, vendor, it, today)
    await call(db, null, 'demo.seed')
    await seedSent(db, today)
  }
  await seedStandings(db, vendor)
  await seedAmendment(db, vendor, today)
  await seedDraft(db, vendor)
  await setScope(db, { organization_id: null })
  await call(db, null, 'demo.seed')
}

/** The department that leaves: 30 days until its data can be deleted. */
export const seedClosing = async (db: Db, vendor: Vendor): Promise<void> => {
  for (const it of samples.filter((one) => one.state?.to === 'closing')) {
    const reason = it.state?.reason ?? ''
    await setScope(db, { organization_id: sampleId(it.nth), stated_reason: reason })
    await call(db, vendor, 'organization_erasures.ask')
    const subject = await lockOrganization(db)
    await updateClosing(db, reason)
    // The vendor's scope sees the department as its staff does.
    await setScope(db, { organization_id: null, stated_reason: '' })
    if (subject) await insertErasure(db, { subject, reason, by_name: 'Vendor Staff' })
    await call(db, null, 'demo.seed')
  }
}
