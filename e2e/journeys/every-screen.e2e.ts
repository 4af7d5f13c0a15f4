import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { routes } from '#apps/web/routes.ts'
import { screens } from '#apps/web/screens.ts'
import { type Actor, axeFindings, desk, linkMailedTo, makeSuperAdmin, openBrowser, phone, withCode } from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/**
 * Every screen, filled with the demo department, in both themes, on desktop and phone: no axe findings, no console errors, no
 * violations of the page's policy, no horizontal scrolling.
 */
const root = join(import.meta.dirname, '../..')
const demo = '00000000-0000-0000-0000-000000000001'
const narrowest = 320

type Role = 'visitor' | 'officer' | 'admin' | 'vendor'
type Visit = { as: Role; path: string; shows: string | RegExp }
const visitor = (path: string, shows: Visit['shows']): Visit => ({ as: 'visitor', path, shows })
const admin = (path: string, shows: Visit['shows']): Visit => ({ as: 'admin', path, shows })
const vendor = (path: string, shows: Visit['shows']): Visit => ({ as: 'vendor', path, shows })
const officer = (path: string, shows: Visit['shows']): Visit => ({ as: 'officer', path, shows })
/** Admins can open the officer's screens as well: the same screen in their own frame. */
const both = (path: string, shows: Visit['shows']): Visit[] => [
  { as: 'officer', path, shows },
  { as: 'admin', path, shows },
]

/** `:name` is filled in once the demo department exists. A screen missing from this list does not compile. */
const visits: Readonly<Record<keyof typeof screens, readonly Visit[]>> = {
  '/super-admin/login': [visitor('/super-admin/login', 'Super admin sign in')],
  '/super-admin/dashboard': [vendor('/super-admin/dashboard', 'Dashboard')],
  '/super-admin/organizations': [
    vendor('/super-admin/organizations', 'Organizations'),
    vendor('/super-admin/organizations?q=nobody-has-this-name', 'Organizations'),
  ],
  '/super-admin/organizations/{orgId}': [
    vendor('/super-admin/organizations/00000000-0000-0000-0000-000000000001', 'Demo Organization'),
  ],
  '/super-admin/erasures': [vendor('/super-admin/erasures', 'Deletions')],
  '/super-admin/audit': [
    vendor('/super-admin/audit', 'Audit'),
    vendor('/super-admin/audit?entry=:act', 'Audit'),
    vendor('/super-admin/audit?kind=reads', 'Audit'),
  ],
  '/super-admin/settings': [vendor('/super-admin/settings', 'Settings')],
  '/super-admin/features': [
    vendor('/super-admin/features', 'Features'),
    vendor('/super-admin/features?flag=reports&choice=off', 'Features'),
  ],
  '/super-admin/requests': [
    vendor('/super-admin/requests', 'Requests'),
    vendor('/super-admin/requests?tab=trials&id=:trial', /Trial <b>/),
    vendor('/super-admin/requests?tab=contact&state=all', 'Requests'),
    vendor('/super-admin/requests?tab=wishes&sort=votes', 'Requests'),
    vendor('/super-admin/requests?tab=wishes&id=:wish', 'Swap shifts'),
    vendor('/super-admin/requests?tab=problems', 'Requests'),
    vendor('/super-admin/requests?tab=problems&id=:problem', /<img/),
  ],
  '/super-admin/users': [
    vendor('/super-admin/users', 'Users'),
    vendor('/super-admin/users?q=admin&show=disabled', 'Users'),
    vendor('/super-admin/users?tab=super-admins', 'Users'),
  ],
  '/super-admin/users/{userId}': [vendor('/super-admin/users/:user', /./)],
  '/super-admin/analytics': [
    vendor('/super-admin/analytics', 'Analytics'),
    vendor('/super-admin/analytics?tab=filling&by=tier', 'Analytics'),
    vendor('/super-admin/analytics?tab=features', 'Analytics'),
    vendor('/super-admin/analytics?tab=claims', 'Analytics'),
  ],
  '/super-admin/billing-analytics': [
    vendor('/super-admin/billing-analytics', 'Billing Analytics'),
    vendor('/super-admin/billing-analytics?tab=payments', 'Billing Analytics'),
    vendor('/super-admin/billing-analytics?tab=receivables', 'Billing Analytics'),
    vendor('/super-admin/billing-analytics?tab=renewals', 'Billing Analytics'),
  ],
  '/super-admin/billing': [
    vendor('/super-admin/billing', 'Billing'),
    vendor('/super-admin/billing?state=overdue', 'Billing'),
    ...['aged', 'customers', 'payments'].map((tab) => vendor(`/super-admin/billing?tab=${tab}`, 'Billing')),
  ],
  '/super-admin/billing/{orgId}': [
    vendor(`/super-admin/billing/${demo}`, 'Demo Organization'),
    ...['invoices', 'payments', 'statement', 'details'].map((tab) =>
      vendor(`/super-admin/billing/${demo}?tab=${tab}`, 'Demo Organization'),
    ),
  ],
  '/super-admin/billing/{orgId}/invoices/{invoiceId}': [
    vendor(`/super-admin/billing/${demo}/invoices/:draft`, 'Invoice (draft)'),
    vendor(`/super-admin/billing/${demo}/invoices/:invoice`, /INV-/),
  ],
  '/super-admin/profile': [vendor('/super-admin/profile', 'Profile')],
  '/app': [visitor('/app', 'Sign in')],
  '/auth': [visitor('/auth', 'Sign in')],
  '/admin/login': [visitor('/admin/login', 'Admin sign in')],
  '/{agency}': [visitor('/demo', 'Sign in')],
  '/{agency}/login': [visitor('/demo/login', 'Sign in')],
  '/{agency}/register': [visitor('/demo/register', 'Join Demo Organization')],
  '/register/{organizationId}': [visitor(`/register/${demo}`, 'Join Demo Organization')],
  '/{agency}/admin/setup': [
    visitor(':setup', 'Set up Demo Organization'),
    visitor('/demo/admin/setup', "This page doesn't exist"),
  ],
  '/auth/link': [visitor(':link', 'Join Demo Organization'), visitor('/auth/link?token=used-up', 'Email link')],
  '/auth/reset-password': [
    visitor('/auth/reset-password', 'Forgot your password?'),
    visitor(':reset', 'Set a new password'),
  ],
  '/admin/setup': [
    admin('/admin/setup', 'Dashboard'),
    admin('/admin/setup?step=brand', 'Name, color and logo'),
    admin('/admin/setup?step=roster', 'Add your officers'),
    admin('/admin/setup?step=invite', 'Invite your officers'),
    admin('/admin/setup?step=done', 'Almost set up'),
  ],
  '/admin/dashboard': [admin('/admin/dashboard', 'Dashboard')],
  '/admin/officers': [admin('/admin/officers', 'Officers'), admin('/admin/officers?standing=pending', 'Officers')],
  '/admin/officers/{officerId}': [
    admin('/admin/officers/:officer', 'Marcus Bell'),
    ...['shifts', 'hours', 'certifications', 'tours', 'notes'].map((tab) =>
      admin(`/admin/officers/:officer?tab=${tab}`, 'Marcus Bell'),
    ),
    admin(`/admin/officers/${demo}`, 'Officer'),
  ],
  '/admin/officers/posters': [admin('/admin/officers/posters', 'QR posters for roll call')],
  '/admin/officers/import': [admin('/admin/officers/import', 'Import roster')],
  '/admin/assignments': [
    admin('/admin/assignments', 'Assignments'),
    admin('/admin/assignments?filter=pending', 'Assignments'),
    ...['board', 'week', 'week&rows=officer', 'week&rows=unit', 'month', 'day', 'tonight'].map((view) =>
      admin(`/admin/assignments?view=${view}`, 'Schedule'),
    ),
  ],
  '/admin/staffing': [admin('/admin/staffing', 'Staffing')],
  '/admin/staffing/escalation': [admin('/admin/staffing/escalation', 'Escalation')],
  '/admin/staffing/force-list': [
    admin('/admin/staffing/force-list', 'Force list'),
    admin('/admin/staffing/force-list?tab=orders', 'Force list'),
    admin('/admin/staffing/force-list?tab=exemptions', 'Force list'),
    admin('/admin/staffing/force-list?tab=before', 'Force list'),
  ],
  '/admin/staffing/minimum': [
    admin('/admin/staffing/minimum', 'Minimum staffing'),
    admin('/admin/staffing/minimum?tab=minimums', 'Minimum staffing'),
    admin('/admin/staffing/minimum?tab=ended', 'Minimum staffing'),
  ],
  '/admin/staffing/tours': [
    admin('/admin/staffing/tours', 'Tours and leave'),
    admin('/admin/staffing/tours?tab=away', 'Tours and leave'),
  ],
  '/admin/staffing/tours/import': [admin('/admin/staffing/tours/import', 'Import tours')],
  '/admin/staffing/tours/{platoonId}': [
    admin('/admin/staffing/tours/:platoon', /./),
    admin('/admin/staffing/tours/:platoon?tab=members', /./),
  ],
  '/admin/staffing/plan': [admin('/admin/staffing/plan', 'Fill assistant')],
  '/admin/staffing/rules': [admin('/admin/staffing/rules', 'Award rules')],
  '/admin/staffing/rules/{id}': [
    admin('/admin/staffing/rules/:rule', /./),
    admin(`/admin/staffing/rules/${demo}`, 'Rule'),
  ],
  '/admin/staffing/order': [
    admin('/admin/staffing/order', 'Current order'),
    admin('/admin/staffing/order?rule=:rule', 'Current order'),
    admin('/admin/staffing/order?show=left_out', 'Current order'),
    admin(`/admin/staffing/order?rule=${demo}`, 'Current order'),
  ],
  '/admin/staffing/swaps': [
    admin('/admin/staffing/swaps', 'Swaps'),
    admin('/admin/staffing/swaps?filter=all', 'Swaps'),
  ],
  '/admin/staffing/leave': [
    admin('/admin/staffing/leave', 'Leave requests'),
    admin('/admin/staffing/leave?filter=all', 'Leave requests'),
  ],
  '/admin/staffing/work-rules': [admin('/admin/staffing/work-rules', 'Rest and hours')],
  '/admin/staffing/cases': [
    admin('/admin/staffing/cases', 'Skipped officers'),
    admin('/admin/staffing/cases?state=inputs', 'Skipped officers'),
  ],
  '/admin/staffing/opportunities': [admin('/admin/staffing/opportunities', 'Offers and responses')],
  '/officer/standing': [
    ...both('/officer/standing', 'My standing'),
    officer('/officer/standing?list=force', 'Force list'),
    officer('/officer/standing?list=receipts', 'Award receipts'),
  ],
  '/admin/assignments/new': [admin('/admin/assignments/new', 'New shift')],
  '/admin/assignments/{id}': [
    admin('/admin/assignments/:over', /./),
    admin('/admin/assignments/:waiting', /./),
    admin('/admin/assignments/:awarded', /./),
    admin(`/admin/assignments/${demo}`, 'Shift'),
  ],
  '/admin/assignments/{id}/edit': [admin('/admin/assignments/:waiting/edit', 'Edit shift')],
  '/admin/overtime': [
    admin('/admin/overtime', 'Extra Time Approval'),
    admin('/admin/overtime?state=approved', 'Extra Time Approval'),
  ],
  '/admin/attendance': [admin('/admin/attendance', 'Attendance')],
  '/admin/audit': [
    admin('/admin/audit', 'Audit Logs'),
    admin('/admin/audit?entry=:entry', 'Audit Logs'),
    admin('/admin/audit?person=system&from=2020-01-01&to=2020-01-02', 'Audit Logs'),
  ],
  '/admin/announcements': [admin('/admin/announcements', 'Announcements')],
  '/admin/announcements/{id}': [admin('/admin/announcements/:announcement', /./)],
  '/admin/faq': [admin('/admin/faq', 'FAQ Management')],
  '/faq': [visitor('/faq', 'FAQ'), ...both('/faq?q=check', 'FAQ')],
  '/admin/branding': [admin('/admin/branding', 'Branding')],
  '/admin/vendor-access': [admin('/admin/vendor-access', 'Vendor Access')],
  '/admin/settings': [admin('/admin/settings', 'Settings')],
  '/admin/reports': [
    admin('/admin/reports', 'Reports'),
    admin('/admin/reports?report=fill', 'Reports'),
    admin('/admin/reports?report=cost&group=month', 'Reports'),
    admin('/admin/reports?report=equalization', 'Reports'),
  ],
  '/officer/dashboard': both('/officer/dashboard', 'Dashboard'),
  '/officer/assignments': both('/officer/assignments', 'Available Jobs'),
  '/officer/assignments/{id}': both('/officer/assignments/:openShift', /./),
  '/officer/schedule': [
    ...both('/officer/schedule', 'Schedule'),
    officer('/officer/schedule?list=later', 'Later shifts'),
    officer('/officer/schedule?list=waiting', 'Pending'),
  ],
  '/officer/announcements': both('/officer/announcements', 'Announcements'),
  '/officer/schedule/leave': both('/officer/schedule/leave', 'Leave'),
  '/officer/history': [...both('/officer/history', 'History'), officer('/officer/history?tab=extra-time', 'History')],
  '/officer/profile': [
    ...both('/officer/profile', 'Profile'),
    officer('/officer/profile?tab=security', 'Profile'),
    officer('/officer/profile?tab=certifications', 'Profile'),
    officer('/officer/profile?tab=tours', 'Profile'),
    officer('/officer/profile?tab=calendar', 'Profile'),
    officer('/officer/profile?tab=device', 'Profile'),
    officer('/officer/profile?tab=notifications', 'Profile'),
  ],
  '/notifications': both('/notifications', 'Notifications'),
}

let stage: Stage
const names = new Map<string, string>()
const keys: Partial<Record<Role, Awaited<ReturnType<BrowserContext['storageState']>>>> = {}

const post = async (context: BrowserContext, path: string, data: object) => {
  const headers = { origin: stage.base, 'idempotency-key': crypto.randomUUID() }
  const answer = await context.request.post(path, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}
const idOf = async (text: string): Promise<string> => (await stage.rows<{ id: string }>(text, [demo]))[0]?.id ?? ''

beforeAll(async () => {
  stage = await startOwnStage({ words: ['--demo'] })
  const { context } = await openBrowser(stage)
  for (const role of ['admin', 'officer'] as const) {
    const email = `${role}@demo.example`
    await post(context, '/api/accounts/sign-in', { email, password, agency: 'demo' })
    await withCode(stage, email, async (code) => code && post(context, '/api/multi-factor/code', { code }))
    keys[role] = await context.storageState()
    await context.clearCookies()
  }
  const { email } = await makeSuperAdmin(stage)
  await post(context, '/api/vendor/sign-in', { email, password })
  await withCode(stage, email, async (code) => code && post(context, '/api/multi-factor/code', { code }))
  keys.vendor = await context.storageState()
  await writeBooks(context)
  await context.clearCookies()
  await post(context, '/api/accounts/register', { name: 'New', email: 'new@demo.example', organization_id: demo })
  await post(context, '/api/accounts/forgot-password', { email: 'second-officer@demo.example' })
  await context.close()
  // The demo's background jobs may send email too: these two are the ones that link to an account.
  const linked = () =>
    stage.rows(`select from mails where to_address = any ($1) and text_body like '%/auth/%'`, [
      ['new@demo.example', 'second-officer@demo.example'],
    ])
  await vi.waitFor(async () => expect(await linked()).toHaveLength(2), { timeout: 15_000 })
  names.set('link', await linkMailedTo(stage, 'new@demo.example', '/auth/'))
  names.set('reset', await linkMailedTo(stage, 'second-officer@demo.example', '/auth/'))
  const said = execFileSync(
    process.execPath,
    [join(root, 'apps/server/admin.ts'), 'invite-admin', '--organization', 'demo', 'chief@demo.example'],
    { env: { ...process.env, DATABASE_URL: stage.databaseUrl, PUBLIC_URL: '' }, encoding: 'utf8' },
  )
  const setup = new URL(said.match(/https?:\/\/\S+/)?.[0] ?? '')
  names.set('setup', setup.pathname + setup.search)
  names.set(
    'announcement',
    await idOf(`select id from announcements where organization_id = $1 order by created_at desc limit 1`),
  )
  names.set('platoon', await idOf(`select id from platoons where organization_id = $1 order by name limit 1`))
  names.set('rule', await idOf('select id from award_rules where organization_id = $1 order by name limit 1'))
  names.set(
    'awarded',
    await idOf(
      'select id from assignments where organization_id = $1 and awarded_at is not null order by starts_at limit 1',
    ),
  )
  names.set('officer', await idOf(`select id from officers where organization_id = $1 and badge_number = '2001'`))
  const withSignups = (status: string) =>
    idOf(`select a.id from assignments a join officer_assignments s on s.organization_id = a.organization_id and s.assignment_id = a.id
      where a.organization_id = $1 and s.status = '${status}' order by a.starts_at desc, a.id limit 1`)
  names.set(
    'user',
    await idOf(`select user_id as id from officers where organization_id = $1 and email = 'officer@demo.example'`),
  )
  names.set('entry', await idOf(`select max(id)::text as id from audit_entries where organization_id = $1`))
  names.set(
    'act',
    await idOf(`select max(e.id)::text as id from audit_entries e
      where e.organization_id <> $1 and e.action = 'billing.add_contract' and e.thing_type = 'contracts'`),
  )
  await writeToVendor()
  names.set(
    'openShift',
    // The one with the most posts, at whatever time of day this runs: each has a heading and its own button.
    await idOf(`select id from assignments a where organization_id = $1 and status = 'published' and starts_at > now()
      and coalesce(publish_at <= now(), true)
      order by (select count(*) from posts p where p.assignment_id = a.id) desc, starts_at limit 1`),
  )
  names.set('over', await withSignups('worked'))
  names.set('waiting', await withSignups('pending_approval'))
})
afterAll(() => stage.close())

/** A contract with its draft invoice, an overdue invoice, and a payment on account. */
const writeBooks = async (context: BrowserContext) => {
  const one = `/api/vendor/billing/accounts/${demo}`
  const term = { size: '5-25', tier: 'pro', price: '1,200.00', note: '', billing: 'yearly', currency: 'USD' }
  const renewal = { renews: true, notice_days: 60, purchase_order: '' }
  await post(context, `${one}/contracts`, { starts_on: new Date().toISOString().slice(0, 10), ...term, ...renewal })
  const paid = { method: 'check', reference: '1001', currency: 'USD', amount: '50.00', received_on: '2026-01-05' }
  await post(context, `${one}/payments`, { ...paid, note: '', allocations: [] })
  names.set('draft', await idOf(`select id from invoices where organization_id = $1`))
  const draft =
    await idOf(`insert into invoices (organization_id, kind, currency, net_cents, taxable_cents, total_cents)
    values ($1, 'invoice', 'USD', 900, 900, 900) returning id`)
  await stage.rows(
    `insert into invoice_lines (organization_id, invoice_id, position, description, unit_cents, amount_cents)
      values ($1, $2, 0, '<b>Training</b>', 900, 900)`,
    [demo, draft],
  )
  await stage.rows(
    `update invoices set status = 'issued', number = 'INV-2026-00001', issued_on = '2026-01-05', due_on = '2026-02-04',
      issued_at = now(), seller = '{"name":"Vendor"}', buyer = '{"name":"City","address":"1 Plaza","email":null}' where id = $1`,
    [draft],
  )
  names.set('invoice', draft)
}

/** A visitor's trial request, and an officer's feature request and problem report, each with markup in its text. */
const writeToVendor = async () => {
  const trial = {
    contactName: 'C',
    email: 'c@d.example',
    phone: '',
    teamSize: 48,
    message: '<img src=x onerror=alert(1)>',
  }
  names.set(
    'trial',
    await idOf(
      `insert into feature_requests (organization_id, title, description, trial_state, trial_data)
        select '00000000-0000-0000-0000-000000000000', 'T', 'd', 'new', '${JSON.stringify({ organizationName: 'Trial <b>bold</b>', ...trial })}'
        where $1 <> '' returning id`,
    ),
  )
  const sender = `select organization_id, id, user_id from officers where organization_id = $1 and badge_number = '2001'`
  names.set(
    'wish',
    await idOf(`with f as (${sender}) insert into feature_requests (organization_id, officer_id, user_id, title, description)
      select organization_id, id, user_id, 'Swap shifts', 'With a colleague.' from f returning id`),
  )
  const browser = { user_agent: '<script>alert(1)</script>', url: 'https://x.example/a', viewport_size: '390x844' }
  names.set(
    'problem',
    await idOf(`with f as (${sender}) insert into problem_reports (organization_id, officer_id, user_id, title, description, browser_info)
      select organization_id, id, user_id, '<img src=x onerror=alert(1)>', 'd', '${JSON.stringify(browser)}' from f returning id`),
  )
}

const addressOf = (visit: Visit) =>
  visit.path.replaceAll(/:([a-z]+)/gi, (_, name: string) => {
    const id = names.get(name)
    if (!id) throw new Error(`${visit.path}: no ${name}`)
    return id
  })

const enter = async (role: Role, size: typeof desk): Promise<Actor> => {
  const actor = await openBrowser(stage, size)
  const key = keys[role]
  if (key) await actor.context.addCookies(key.cookies)
  await actor.page.emulateMedia({ reducedMotion: 'reduce' })
  return actor
}
const nowhere = '/no/such/place/at/all'
/** Polling on every frame would make the page draw every frame. */
const unhurried = { polling: 50 }
/** Navigates within the application, as its links do, via a page that shares nothing with any screen. */
const goInside = async ({ page }: Actor, path: string, size: typeof desk) => {
  await page.evaluate((to) => history.pushState(null, '', to), nowhere)
  await page.getByRole('heading', { level: 1, name: "This page doesn't exist" }).waitFor()
  // Undo the previous visit's changes here, where there is almost nothing to draw.
  await page.setViewportSize(size)
  await page.evaluate((to) => {
    document.documentElement.dataset.theme = 'dark'
    // Draws in dark before color transitions are allowed again.
    getComputedStyle(document.body).getPropertyValue('color')
    document.adoptedStyleSheets = []
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
  }, path)
  await page.waitForFunction(() => document.querySelector('h1[data-left]') === null, null, unhurried)
}
/** Opens the screen and waits until nothing is loading. */
const visitScreen = async (actor: Actor, visit: Visit, way: Way, size: typeof desk) => {
  const { page } = actor
  if (way === 'inside') await goInside(actor, addressOf(visit), size)
  else {
    await page.setViewportSize(size)
    await page.goto(addressOf(visit))
  }
  // While a dialog is open, the page's own heading is present but hidden from screen readers.
  await page.getByRole('heading', { level: 1, name: visit.shows, includeHidden: true }).waitFor()
  await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true], #early') === null, null, unhurried)
}
/** The other theme changes only colors. The page stays light; the next visit starts dark again. */
const lightFindings = async ({ page }: Actor): Promise<string[]> => {
  await page.evaluate(() => {
    // Without transitions: one in progress triggers the next.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    document.documentElement.dataset.theme = 'light'
  })
  const found = await axeFindings(page, ['color-contrast'])
  return found.map((one) => `light: ${one}`)
}
const sideways = ({ page }: Actor, width: number) =>
  page.evaluate((most) => (document.documentElement.scrollWidth > most ? [`scrolls sideways at ${most}`] : []), width)

const builtFor = (role: Role) => Object.values(visits).flatMap((some) => some.filter((visit) => visit.as === role))

test('covers every built screen', { meta: { shows: ['issue 2'] } }, () => {
  expect(Object.keys(visits).sort()).toEqual(Object.keys(screens).sort())
  for (const [route, some] of Object.entries(visits)) expect(some.length, route).toBeGreaterThan(0)
})

/** The first visit of each screen. */
const firsts = new Set(Object.values(visits).map(([first]) => first))

type Way = 'load' | 'inside'
// In parallel, each going through the screens in order: the phone loads each screen's address once, the desktop navigates.
describe.concurrent.each([
  ['at a desk', desk, 'inside'],
  ['on a phone', phone, 'load'],
] as const)('%s, dark and light', (_, size, wanted) => {
  describe.each(['visitor', 'officer', 'admin', 'vendor'] as const)('as %s', { concurrent: false }, (role) => {
    // A visitor's pages do not run the application yet.
    const way = role === 'visitor' ? 'load' : wanted
    let actor: Actor
    beforeAll(async () => {
      actor = await enter(role, size)
      if (way === 'inside') await visitScreen(actor, builtFor(role)[0] as Visit, 'load', size)
    })
    afterAll(() => actor.context.close())

    test.each(builtFor(role))(
      '$path: nothing that axe finds, no error, no sideways scroll',
      { meta: { shows: ['issue 2.11'] } },
      async (visit) => {
        await visitScreen(actor, visit, role === 'visitor' || firsts.has(visit) ? way : 'inside', size)
        const found = await axeFindings(actor.page)
        found.push(...(await sideways(actor, size.width)), ...(await lightFindings(actor)))
        // The narrowest phone; at 200 % zoom a desktop page has half the space.
        const tight =
          size === phone ? { ...phone, width: narrowest } : { width: desk.width / 2, height: desk.height / 2 }
        await actor.page.setViewportSize(tight)
        found.push(...(await sideways(actor, tight.width)))
        expect([...found, ...actor.faults.splice(0)]).toEqual([])
      },
    )
  })
})

test('guarded screens are shown only to the roles allowed', { meta: { shows: ['2 guards', '6 roles'] } }, async () => {
  const [stranger, other] = [await enter('visitor', desk), await enter('officer', desk)]
  const guarded = Object.entries(visits).flatMap(([route, some]) => {
    const { guard } = routes[route as keyof typeof screens]
    return guard === 'public' ? [] : some.slice(0, 1).map((visit) => ({ guard, path: addressOf(visit) }))
  })
  expect(guarded.length).toBeGreaterThan(10)
  /** The first page of each guard is loaded; the others are opened within the application, which asks the same gate. */
  const turnedAway = async () => {
    const loaded = new Set<string>()
    for (const { path, guard } of guarded) {
      if (loaded.has(guard)) await goInside(stranger, path, desk)
      else await stranger.page.goto(path)
      loaded.add(guard)
      await stranger.page.getByRole('heading', { name: /^(Super admin s|S)ign in$/ }).waitFor()
    }
  }
  const keptOut = async () => {
    await other.page.goto('/officer/dashboard')
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    for (const { path, guard } of guarded.filter((one) => one.guard !== 'officer')) {
      await goInside(other, path, desk)
      // The vendor's pages don't exist for department members: their own dashboard opens.
      if (guard === 'super_admin') await other.page.waitForURL(/officer\/dashboard/)
      else await other.page.getByText('For admins only').waitFor()
    }
  }
  await Promise.all([turnedAway(), keptOut()])
  expect([...stranger.faults, ...other.faults]).toEqual([])
  await stranger.context.close()
  await other.context.close()
})
