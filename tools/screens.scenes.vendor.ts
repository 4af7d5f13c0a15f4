import type { Page } from 'playwright-core'
import { broken, emptied, record } from '#tools/screens.answers.ts'
import type { Ids, Scene } from '#tools/screens.scenes.ts'

/** Every page of the vendor's side: full, empty, and with states that only time would bring. */
const demo = '00000000-0000-0000-0000-000000000001'

const answering =
  (part: string, change: (body: Record<string, unknown>) => unknown) =>
  (path: string, body: unknown): unknown =>
    path.endsWith(part) ? change(record(body)) : body

/** Invoices from months ago, mocked because no call can turn the clock back. */
const aged = answering('/receivables', (it) => {
  const open = [1_284_000, 412_500, 96_000, 0, 38_750]
  const rows = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'].map((key, i) => ({
    key,
    values: { open: open[i] ?? 0, invoices: [9, 4, 2, 0, 1][i] ?? 0 },
  }))
  const totals = { ...record(it.totals), open: open.reduce((a, b) => a + b, 0), invoices: 16 }
  return { ...it, rows, totals }
})
const overdue = answering('/billing/overview', (it) => ({
  ...it,
  overdue: 7,
  tasks: 1,
  overdue_money: [{ currency: 'USD', cents: 547_250 }],
}))
const uncounted = answering('/revenue', (it) => ({ ...it, kept_at: null }))
const none = (path: string, body: unknown): unknown =>
  path === '/api/session' || !path.startsWith('/api/vendor/') ? body : emptied(body)
const button = (name: string | RegExp) => async (page: Page) =>
  page.locator('main, header').getByRole('button', { name }).first().click()

const vendor = (name: string, path: Scene['path'], more: Partial<Scene> = {}): Scene => ({
  name: `vendor-${name}`,
  who: 'vendor',
  path,
  ...more,
})
const tabs = (name: string, path: string, values: readonly string[]): Scene[] =>
  values.map((value) => vendor(`${name}-${value}`, `${path}${path.includes('?') ? '&' : '?'}tab=${value}`))

const customerAt = (tab: string) => (ids: Ids) => `/super-admin/billing/${ids.vendor.customer}?tab=${tab}`
const organizationOf = (ids: Ids) => `/super-admin/organizations/${ids.vendor.customer}`
const invoiceAt = (which: 'invoice' | 'draft') => (ids: Ids) =>
  `/super-admin/billing/${ids.vendor.customer}/invoices/${ids.vendor[which]}`
const requestAt = (tab: string, which: 'trial' | 'wish' | 'problem') => (ids: Ids) =>
  `/super-admin/requests?tab=${tab}&id=${ids.vendor[which]}`

/** Layers that open over the pages. */
const dialogs: readonly Scene[] = [
  vendor('dialog-contract', customerAt('contracts'), { act: button('New contract') }),
  vendor('dialog-amend', customerAt('contracts'), { act: button('Amend') }),
  vendor('dialog-renewal', customerAt('contracts'), { act: button('Renewal') }),
  vendor('dialog-cancel-contract', customerAt('contracts'), { act: button('Cancel contract') }),
  vendor('dialog-draft', customerAt('invoices'), { act: button('New invoice') }),
  vendor('dialog-payment', customerAt('payments'), { act: button('Record payment') }),
  vendor('dialog-use', customerAt('payments'), { act: button(/^Use /) }),
  vendor('dialog-refund', customerAt('payments'), { act: button(/^Refund /) }),
  vendor('dialog-reverse', customerAt('payments'), { act: button(/^Reverse /) }),
  vendor('dialog-credit', invoiceAt('invoice'), { act: button('Credit') }),
  vendor('dialog-issue', invoiceAt('draft'), { act: button('Issue') }),
  vendor('dialog-change-draft', invoiceAt('draft'), { act: button('Change') }),
  vendor('dialog-suspend', organizationOf, { act: button('Suspend') }),
  vendor('dialog-export', organizationOf, { act: button('Export all records') }),
  vendor('dialog-delete', organizationOf, { act: button('Delete organization') }),
  vendor('dialog-invite', organizationOf, { act: button('Invite') }),
  vendor('dialog-look-inside', organizationOf, { act: button('Start support access') }),
  vendor('dialog-super-admin', '/super-admin/users?tab=super-admins', { act: button('Add a super admin') }),
  vendor('dialog-flag', '/super-admin/features', { act: pressFlag }),
  vendor('dialog-merge', requestAt('wishes', 'wish'), { act: inDialog('Merge into another') }),
  vendor('dialog-start-trial', requestAt('trials', 'trial'), { act: inDialog(/^Start trial/) }),
  vendor('palette', '/super-admin/dashboard', { act: (page) => page.keyboard.press('Control+k') }),
  vendor('filters', '/super-admin/features', { only: 'phone', act: button(/^Filters/) }),
]

export const vendorScenes: readonly Scene[] = [
  { name: 'vendor-sign-in', who: 'visitor', path: '/super-admin/login' },
  vendor('dashboard', '/super-admin/dashboard', { answer: overdue }),
  vendor('organizations', '/super-admin/organizations'),
  vendor('organizations-trials', '/super-admin/organizations?trial=ending_soon'),
  vendor('organization', `/super-admin/organizations/${demo}`),
  vendor('organization-trial', (ids) => `/super-admin/organizations/${ids.vendor.customer}`),
  vendor('organization-new', '/super-admin/organizations', { act: button('New organization') }),
  vendor('selector', '/super-admin/dashboard', { act: openSelector }),
  vendor('erasures', '/super-admin/erasures'),
  ...tabs('requests', '/super-admin/requests', ['trials', 'contact', 'wishes', 'problems']),
  vendor('request-trial', (ids) => `/super-admin/requests?tab=trials&id=${ids.vendor.trial}`),
  vendor('request-wish', (ids) => `/super-admin/requests?tab=wishes&id=${ids.vendor.wish}`),
  vendor('request-problem', (ids) => `/super-admin/requests?tab=problems&id=${ids.vendor.problem}`),
  vendor('features', '/super-admin/features'),
  ...tabs('users', '/super-admin/users', ['accounts', 'super-admins']),
  vendor('user', (ids) => `/super-admin/users/${ids.vendor.user}`),
  ...tabs('billing', '/super-admin/billing', ['invoices', 'aged', 'customers', 'payments']),
  ...['contracts', 'invoices', 'payments', 'statement', 'details'].map((tab) =>
    vendor(`customer-${tab}`, (ids) => `/super-admin/billing/${ids.vendor.customer}?tab=${tab}`),
  ),
  vendor('invoice', (ids) => `/super-admin/billing/${ids.vendor.customer}/invoices/${ids.vendor.invoice}`),
  vendor('invoice-draft', (ids) => `/super-admin/billing/${ids.vendor.customer}/invoices/${ids.vendor.draft}`),
  ...tabs('revenue', '/super-admin/billing-analytics', ['revenue', 'payments', 'renewals']),
  vendor('revenue-receivables', '/super-admin/billing-analytics?tab=receivables', { answer: aged }),
  vendor('revenue-uncounted', '/super-admin/billing-analytics', { answer: uncounted }),
  ...tabs('analytics', '/super-admin/analytics', ['growth', 'filling', 'trials', 'features', 'claims']),
  vendor('audit', '/super-admin/audit'),
  vendor('audit-reads', '/super-admin/audit?kind=reads'),
  vendor('audit-entry', '/super-admin/audit?action=vendor_settings.edit', {
    act: button(/changed the vendor's settings/),
  }),
  ...dialogs,
  vendor('settings', '/super-admin/settings'),
  vendor('profile', '/super-admin/profile'),
  vendor('menu', '/super-admin/dashboard', { only: 'phone', act: button('Menu') }),
  ...['dashboard', 'organizations', 'requests', 'users', 'billing', 'billing-analytics', 'analytics', 'audit'].map(
    (page) => vendor(`empty-${page}`, `/super-admin/${page}`, { answer: none }),
  ),
  vendor('error', '/super-admin/organizations', { answer: broken('/api/vendor/organizations') }),
  // Support access is ended after each pass through sizes and themes.
  vendor('support-banner', `/super-admin/organizations/${demo}`, { act: lookInside }),
]

async function openSelector(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Organization' })
  if (await field.isVisible()) await field.click()
  else
    await page
      .getByRole('button', { name: /organization|system view/i })
      .first()
      .click()
}

async function lookInside(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Start support access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A roster import that stops half-way, asked for by telephone')
  await dialog.getByRole('button', { name: 'Start support access' }).click()
  await page.waitForURL('**/admin/dashboard')
}

function inDialog(name: string | RegExp) {
  return async (page: Page) => page.getByRole('button', { name }).last().click()
}

async function pressFlag(page: Page): Promise<void> {
  await page.getByRole('main').locator('td button, li button').first().click()
}
