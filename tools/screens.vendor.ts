import { Secret, TOTP } from 'otpauth'
import type { APIRequestContext } from 'playwright-core'
import { plusDays } from '#platform/shared/time.ts'

/** The vendor's side of the screenshot demo: customers, trials, invoices and messages, created through the same calls people make. */
export type VendorIds = {
  customer: string
  invoice: string
  draft: string
  wish: string
  problem: string
  trial: string
  user: string
}
export const noVendorIds: VendorIds = {
  customer: '',
  invoice: '',
  draft: '',
  wish: '',
  problem: '',
  trial: '',
  user: '',
}

type Send = (path: string, data: object, method?: 'post' | 'patch') => Promise<Record<string, unknown>>
export const sender =
  (request: APIRequestContext, base: string): Send =>
  async (path, data, method = 'post') => {
    const headers = { origin: base, 'idempotency-key': crypto.randomUUID() }
    const answer = await request[method](path, { data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }

/** Signs in on the vendor's page; a first sign-in sets up the authenticator. */
export const signInVendor = async (send: Send, password: string): Promise<void> => {
  await send('/api/vendor/sign-in', { email: 'super-admin@demo.example', password })
  const app = await send('/api/multi-factor/app', {})
  const code = new TOTP({ secret: Secret.fromBase32(String(app.secret)) }).generate()
  await send('/api/multi-factor/app/confirm', { factor_id: app.factor_id, code })
}

const today = new Date().toISOString().slice(0, 10)
const customers = [
  { name: 'Cedar Falls Police Department', size: '26-100', tier: 'pro', price: '9,600.00', ago: 320 },
  { name: "Harbor County Sheriff's Office", size: '100+', tier: 'enterprise', price: '31,500.00', ago: 250 },
  { name: 'Brookfield Public Safety', size: '5-25', tier: 'basic', price: '2,400.00', ago: 180 },
  { name: 'Port Authority Security', size: '26-100', tier: 'pro', price: '10,200.00', ago: 95 },
  { name: 'Northgate University Police', size: '5-25', tier: 'pro', price: '3,900.00', ago: 40 },
] as const
const trials = [
  { name: 'Lakeview Police Department', days: 23 },
  { name: 'Riverside Transit Police', days: 3 },
  { name: 'Hillcrest Hospital Security', days: -2 },
] as const

const makeOrganization = async (send: Send, name: string, tier: string, trialEnd = '') => {
  const plan = { subscription_tier: tier, trial_end_date: trialEnd, max_officers: tier === 'basic' ? '25' : '' }
  const admin = {
    admin_email: `chief@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    admin_name: 'Chief',
    reason: 'Ordered by telephone',
  }
  const made = await send('/api/vendor/organizations', {
    name,
    subdomain: '',
    time_zone: 'America/Chicago',
    ...plan,
    ...admin,
  })
  return String(made.id)
}

const invoiceOf = async (send: Send, id: string, unit: string) => {
  const lines = [
    { description: 'Onboarding and roster import', quantity: 1, unit, taxable: true },
    { description: 'Training of admins, per session', quantity: 3, unit: '250.00', taxable: false },
  ]
  const made = await send(`/api/vendor/billing/accounts/${id}/invoices`, {
    currency: 'USD',
    lines,
    note: '',
    purchase_order: 'PO-2026-118',
  })
  return String(made.id)
}

type Get = (path: string) => Promise<Record<string, unknown>>
const fillBooks = async (send: Send, get: Get, id: string, one: (typeof customers)[number]) => {
  const account = `/api/vendor/billing/accounts/${id}`
  const tax = { tax_name: 'Sales tax', tax_rate: '7', tax_exempt: false, exemption_certificate: '', reminders: true }
  const to = {
    legal_name: `City of ${one.name.split(' ')[0]}`,
    address: 'City Hall\n1 Plaza',
    email: 'ap@city.example',
  }
  await send(account, { version: 0, ...to, ...tax, suspend_after_days: 60 }, 'patch')
  const term = { size: one.size, tier: one.tier, price: one.price, note: '', billing: 'quarterly', currency: 'USD' }
  const renewal = { renews: one.size !== '5-25', notice_days: 60, purchase_order: 'PO-2026-118' }
  await send(`${account}/contracts`, { starts_on: plusDays(today, -one.ago), ...term, ...renewal })
  const invoice = await invoiceOf(send, id, one.price)
  const { version } = await get(`${account}/invoices/${invoice}`)
  await send(`${account}/invoices/${invoice}/issue`, { version })
  const paid = { method: 'ach', reference: `${one.ago}77`, currency: 'USD', received_on: today, note: '' }
  await send(`${account}/payments`, {
    ...paid,
    amount: '1,500.00',
    allocations: [{ invoice_id: invoice, amount: '1,200.00' }],
  })
  return invoice
}

/** Sends one feature request and one problem report. */
export const writeLetters = async (send: Send): Promise<void> => {
  const wish = {
    title: 'Swap a shift with a colleague',
    description: 'Two of us often want to trade, and have to call.',
  }
  await send('/api/feedback/feature-requests', { ...wish, category: 'scheduling' })
  const browser_info = {
    user_agent: 'Mozilla/5.0 (Linux; Android 15)',
    url: '/officer/history',
    timestamp: new Date().toISOString(),
  }
  await send('/api/feedback/problem-reports', {
    title: 'History jumps to the top',
    description: 'After checking out the list goes back to the beginning.',
    severity: 'high',
    browser_info: { ...browser_info, viewport_size: '390x844', screen_size: '390x844' },
  })
}
export const askForTrials = async (send: Send): Promise<void> => {
  for (const [i, organizationName] of ['Maple Grove Police', 'Eastport Campus Safety'].entries()) {
    const contact = {
      contactName: 'Deputy Chief',
      email: `deputy${i}@maple.example`,
      phone: '555 0100',
      teamSize: 48 + i,
    }
    await send('/api/demo-requests', {
      id: crypto.randomUUID(),
      organizationName,
      ...contact,
      message: 'We post by e-mail today.',
    })
  }
}

type Items = { items: { id: string }[] }
/** Fills the vendor's side once and returns the ids for screenshots of single items. */
export const fillVendor = async (send: Send, request: APIRequestContext): Promise<VendorIds> => {
  const get: Get = async (path) => (await request.get(path)).json()
  const { version } = await get('/api/vendor/settings')
  await send(
    '/api/vendor/settings',
    {
      legal_name: 'Watchbill Systems, Inc.',
      address: '100 Main Street\nChicago, IL 60601',
      tax_id: '36-1234567',
      support_email: 'billing@watchbill.example',
      payment_terms: 'ACH to the account on file.',
      invoice_footer: 'Thank you.',
      currency: 'USD',
      price_5_25: '2,400',
      price_26_100: '9,600',
      price_over_100: '',
      version,
    },
    'patch',
  )
  let invoice = ''
  let customer = ''
  for (const one of customers) {
    customer = await makeOrganization(send, one.name, one.tier)
    invoice = await fillBooks(send, get, customer, one)
  }
  const draft = await invoiceOf(send, customer, '640.00')
  for (const { name, days } of trials) await makeOrganization(send, name, 'trial', plusDays(today, days))
  const first = async (path: string) => {
    const { items }: Items = await (await request.get(path)).json()
    return items[0]?.id ?? ''
  }
  return {
    customer,
    invoice,
    draft,
    wish: await first('/api/vendor/feedback/feature_request'),
    problem: await first('/api/vendor/feedback/problem_report'),
    trial: await first('/api/vendor/trial-requests'),
    user: await first('/api/vendor/users?q=second-admin'),
  }
}
