import type { APIRequestContext, Page } from 'playwright-core'
import { broken, type Change, firstDay, record } from '#tools/screens.answers.ts'
import { findStaffing, noStaffingIds, type StaffingIds, staffingScenes } from '#tools/screens.scenes.staffing.ts'
import { vendorScenes } from '#tools/screens.scenes.vendor.ts'
import { noVendorIds, type VendorIds } from '#tools/screens.vendor.ts'

/** What `screens.ts` captures: the path, the user, modified server responses, and steps to take first. */
export type Scene = {
  name: string
  who: 'visitor' | 'admin' | 'officer' | 'vendor'
  path: string | ((ids: Ids) => string)
  /** Modifies the server's response. `null` makes it fail. */
  answer?: Change
  act?: (page: Page) => Promise<void>
  /** Only at this size. */
  only?: 'phone' | 'desk'
  /** Only the part above the fold, dark, and also on the small desktop: the first thing a visitor sees. */
  fold?: true
  /** The browser goes offline before `act`. */
  offline?: true
}
export type Ids = {
  ahead: string
  running: string
  over: string
  person: string
  staffing: StaffingIds
  vendor: VendorIds
}

const sessionWith =
  (change: (session: Record<string, unknown>) => Record<string, unknown>): Change =>
  (path, body) =>
    path === '/api/session' ? change(record(body)) : body
const waiting = sessionWith((it) => ({ ...it, officer: { ...record(it.officer), approved: false, waiting: true } }))
const noticed = sessionWith((it) => ({
  ...it,
  notice: { version: 1, text: 'This is a restricted system of the city.\n\nUse is recorded and may be reviewed.' },
}))
const madeAdmin = sessionWith((it) => ({ ...it, second_factor: 'needed' }))
const trialOver = sessionWith((it) => ({
  ...it,
  organization: {
    ...record(it.organization),
    subscription_tier: 'trial',
    trial_end_date: '2026-01-31',
    trial: { expired: true, days_left: 0 },
  },
}))
const trialOf = (days_left: number) =>
  sessionWith((it) => ({
    ...it,
    organization: {
      ...record(it.organization),
      subscription_tier: 'trial',
      trial_end_date: '2026-01-31',
      trial: { expired: false, days_left },
    },
  }))
const visited = sessionWith((it) => ({
  ...it,
  visits: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      by_name: 'Vendor Support',
      reason: 'A roster import that stops half-way, asked for by telephone',
      may_write: false,
      ends_at: new Date(Date.parse(String(it.now_at)) + 1_500_000).toISOString(),
    },
  ],
}))
const withoutOvertime = sessionWith((it) => {
  const organization = record(it.organization)
  return {
    ...it,
    organization: { ...organization, features_enabled: { ...record(organization.features_enabled), overtime: false } },
  }
})
/** The session's inactivity limit is two and a half minutes away, by the server's clock. */
const soonIdle = sessionWith((it) => ({
  ...it,
  idle_ends_at: new Date(Date.parse(String(it.now_at)) + 150_000).toISOString(),
}))
/** A department that has not yet published its first shift. */
const newHere = {
  has_branding: true,
  branded: true,
  skipped: [],
  put_away: false,
  created_at: '2026-01-05T09:00:00Z',
  first_published_at: null,
  officers: 12,
  invited: 0,
  invitable: 9,
  shift: null,
}
const notLive: Change = (path, body) =>
  path === '/api/onboarding'
    ? newHere
    : path === '/api/dashboards/admin'
      ? { ...record(firstDay(path, body)), onboarding: newHere }
      : body

/** Checked in to the next shift half an hour ago. */
const onDuty: Change = (path, body) => {
  const { next, now_at, ...rest } = record(body)
  if (path !== '/api/dashboards/officer' || !next) return body
  const at = (minutes: number) => new Date(Date.parse(String(now_at)) + minutes * 60_000).toISOString()
  const { calloff_requested: _, checkin_opens_at: __, ...shift } = record(next)
  const work = {
    attendance_id: '00000000-0000-4000-8000-000000000002',
    ...{ starts_at: at(-25), ends_at: at(215), checked_in_at: at(-30), since: at(-30) },
    ...{ gaps: [], checkout_from: at(-29), checkout_closes_at: at(1655), spot: { verdict: null, distance_m: null } },
  }
  return { ...rest, now_at, next: null, open: { ...shift, ...work } }
}
const openNext = async (page: Page) =>
  page.locator('main').getByRole('heading', { level: 2 }).first().getByRole('link').click()

const press = (name: string | RegExp) => async (page: Page) =>
  page.locator('main, header').getByRole('button', { name }).first().click()
const pick = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const roster = [
  'Badge,Name,Rank,Unit,Hired',
  ...[41, 42, 43].map((n) => `90${n},Officer 90${n},Officer,Traffic,2019-0${n - 40}-01`),
]
const chooseFile = async (page: Page) => {
  const file = { name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from([...roster, '2001,,,,'].join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('heading', { name: 'Rows' }).waitFor()
}

const of = (who: Scene['who'], paths: readonly string[]): Scene[] =>
  paths.map((path) => ({ who, path, name: path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'root' }))

export const scenes: readonly Scene[] = [
  { name: 'landing', who: 'visitor', path: '/', fold: true },
  ...of('visitor', [
    '/app',
    '/faq',
    '/demo/login',
    '/demo/register',
    '/auth/reset-password',
    '/admin/login',
    '/nothing-here/at/all',
  ]),
  ...of('admin', [
    '/admin/dashboard',
    '/admin/officers',
    '/admin/officers/import',
    '/admin/assignments',
    '/admin/assignments?filter=pending',
    '/admin/assignments?view=week',
    '/admin/assignments?view=week&rows=officer',
    '/admin/assignments?view=month',
    '/admin/assignments/new',
    '/admin/attendance',
    '/admin/overtime',
    '/admin/overtime?state=approved',
    '/admin/officers?certifications=expiring',
    '/admin/audit',
    '/admin/faq',
    '/admin/reports',
    '/admin/reports?report=fill',
    '/admin/reports?report=cost&group=unit',
    '/admin/reports?report=equalization',
    '/admin/settings',
    '/admin/branding',
    '/admin/nothing-here',
  ]),
  ...of('officer', [
    '/officer/dashboard',
    '/officer/assignments',
    '/officer/schedule',
    '/officer/history',
    '/officer/profile',
    '/officer/profile?tab=security',
  ]),
  { name: 'on-duty', who: 'officer', path: '/officer/dashboard', answer: onDuty },
  { name: 'shift-own', who: 'officer', path: '/officer/dashboard', act: openNext },
  { name: 'wrong-password', who: 'visitor', path: '/demo/login', act: signInWrong },
  { name: 'assignment-ahead', who: 'admin', path: (ids) => `/admin/assignments/${ids.ahead}` },
  { name: 'assignment-running', who: 'admin', path: (ids) => `/admin/assignments/${ids.running}` },
  { name: 'assignment-over', who: 'admin', path: (ids) => `/admin/assignments/${ids.over}` },
  { name: 'assignment-edit', who: 'admin', path: (ids) => `/admin/assignments/${ids.ahead}/edit` },
  ...['shifts', 'hours', 'certifications', 'notes'].map(
    (tab): Scene => ({
      name: `officer-${tab}`,
      who: 'admin',
      path: (ids) => `/admin/officers/${ids.person}?tab=${tab}`,
    }),
  ),
  { name: 'extra-time-own', who: 'officer', path: '/officer/history?tab=extra-time' },
  {
    name: 'dialog-claim',
    who: 'officer',
    path: '/officer/history?tab=extra-time',
    act: press('Claim extra time'),
  },
  { name: 'dialog-correct-claim', who: 'admin', path: '/admin/overtime', only: 'desk', act: press(/^Correct /) },
  { name: 'certifications-own', who: 'officer', path: '/officer/profile?tab=certifications' },
  {
    name: 'dialog-certification',
    who: 'officer',
    path: '/officer/profile?tab=certifications',
    act: press('Add certification'),
  },
  { name: 'empty-extra-time', who: 'admin', path: '/admin/overtime', answer: firstDay },
  { name: 'empty-extra-time-own', who: 'officer', path: '/officer/history?tab=extra-time', answer: firstDay },
  { name: 'officer-page', who: 'admin', path: (ids) => `/admin/officers/${ids.person}` },
  { name: 'import-checked', who: 'admin', path: '/admin/officers/import', act: chooseFile },
  {
    name: 'dialog-assign',
    who: 'admin',
    path: (ids) => `/admin/assignments/${ids.ahead}`,
    act: press('Assign officer'),
  },
  { name: 'dialog-reject', who: 'admin', path: (ids) => `/admin/assignments/${ids.ahead}`, act: press(/^Deny /) },
  {
    name: 'dialog-cancel',
    who: 'admin',
    path: (ids) => `/admin/assignments/${ids.ahead}`,
    act: pick('More actions', 'Cancel'),
  },
  {
    name: 'settings-unsaved',
    who: 'admin',
    path: '/admin/settings',
    act: (page) => page.getByLabel(/^City/).fill('Duluth'),
  },
  { name: 'dialog-add-officer', who: 'admin', path: '/admin/officers', act: press('Add officer') },
  {
    name: 'menu-assignment',
    who: 'admin',
    path: (ids) => `/admin/assignments/${ids.ahead}`,
    act: press('More actions'),
  },
  { name: 'menu-account', who: 'admin', path: '/admin/dashboard', act: press(/^Account:/) },
  { name: 'menu-theme', who: 'admin', path: '/admin/dashboard', act: press(/^Theme/) },
  { name: 'bell', who: 'admin', path: '/admin/dashboard', act: press(/^Notifications/) },
  { name: 'bell-officer', who: 'officer', path: '/officer/dashboard', act: press(/^Notifications/) },
  { name: 'notifications', who: 'officer', path: '/notifications' },
  { name: 'notification-choices', who: 'officer', path: '/officer/profile?tab=notifications' },
  {
    name: 'notification-choices-open',
    who: 'officer',
    path: '/officer/profile?tab=notifications',
    only: 'phone',
    act: async (page) => {
      await press(/^Your hours/)(page)
      await press(/^A check-out was missed/)(page)
    },
  },
  { name: 'help', who: 'admin', path: '/admin/dashboard', act: pick(/^Account:/, 'Help') },
  { name: 'select', who: 'admin', path: '/admin/assignments/new', act: pressSelect },
  { name: 'sidebar-sheet', who: 'admin', path: '/admin/dashboard', only: 'phone', act: press('Menu') },
  {
    name: 'sidebar-collapsed',
    who: 'admin',
    path: '/admin/dashboard',
    only: 'desk',
    act: (page) => page.keyboard.press('Control+b'),
  },
  {
    name: 'skip-link',
    who: 'admin',
    path: '/admin/dashboard',
    only: 'desk',
    act: (page) => page.keyboard.press('Tab'),
  },
  { name: 'admin-as-officer', who: 'admin', path: '/officer/dashboard' },
  { name: 'first-steps', who: 'admin', path: '/admin/dashboard', answer: notLive },
  ...['brand', 'roster', 'shift', 'rules', 'invite', 'done'].map(
    (step): Scene => ({ name: `setup-${step}`, who: 'admin', path: `/admin/setup?step=${step}`, answer: notLive }),
  ),
  { name: 'empty-dashboard', who: 'admin', path: '/admin/dashboard', answer: firstDay },
  { name: 'empty-officers', who: 'admin', path: '/admin/officers', answer: firstDay },
  { name: 'empty-assignments', who: 'admin', path: '/admin/assignments', answer: firstDay },
  { name: 'empty-board', who: 'admin', path: '/admin/assignments?view=board', answer: firstDay },
  { name: 'empty-attendance', who: 'admin', path: '/admin/attendance', answer: firstDay },
  { name: 'empty-officer-dashboard', who: 'officer', path: '/officer/dashboard', answer: firstDay },
  { name: 'empty-jobs', who: 'officer', path: '/officer/assignments', answer: firstDay },
  { name: 'empty-history', who: 'officer', path: '/officer/history', answer: firstDay },
  { name: 'empty-bell', who: 'officer', path: '/officer/dashboard', answer: firstDay, act: press(/^Notifications/) },
  { name: 'waiting', who: 'officer', path: '/officer/dashboard', answer: waiting },
  { name: 'notice', who: 'officer', path: '/officer/dashboard', answer: noticed },
  { name: 'made-admin', who: 'officer', path: '/officer/dashboard', answer: madeAdmin },
  { name: 'made-admin-set-up', who: 'officer', path: '/admin/dashboard', answer: madeAdmin },
  { name: 'trial-expired', who: 'admin', path: '/admin/dashboard', answer: trialOver },
  { name: 'trial-banner', who: 'admin', path: '/admin/dashboard', answer: trialOf(20) },
  { name: 'trial-ending', who: 'admin', path: '/admin/dashboard', answer: trialOf(3) },
  { name: 'trial-badge', who: 'officer', path: '/officer/dashboard', answer: trialOf(3) },
  { name: 'contact-vendor', who: 'admin', path: '/admin/dashboard', answer: trialOf(3), act: press('Contact Vendor') },
  { name: 'feature-gate', who: 'admin', path: '/admin/overtime', answer: withoutOvertime },
  { name: 'session-warning', who: 'officer', path: '/officer/dashboard', answer: soonIdle },
  { name: 'palette', who: 'admin', path: '/admin/dashboard', act: (page) => page.keyboard.press('Control+k') },
  { name: 'refused', who: 'officer', path: '/admin/dashboard' },
  { name: 'error', who: 'admin', path: '/admin/officers', answer: broken('/api/officers') },
  { name: 'offline', who: 'admin', path: '/admin/dashboard', offline: true },
  {
    name: 'offline-write',
    who: 'admin',
    path: (ids) => `/admin/assignments/${ids.ahead}`,
    offline: true,
    act: press(/^Approve /),
  },
  {
    name: 'offline-unread',
    who: 'officer',
    path: '/officer/dashboard',
    offline: true,
    act: (page) => page.getByRole('link', { name: 'History' }).first().click(),
  },
  { name: 'support-visiting', who: 'admin', path: '/admin/dashboard', answer: visited },
  { name: 'vendor-access', who: 'admin', path: '/admin/vendor-access' },
  ...staffingScenes,
  ...vendorScenes,
]

async function pressSelect(page: Page): Promise<void> {
  await page.getByRole('combobox').first().click()
  await page.getByRole('option').first().waitFor()
}

async function signInWrong(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password at all')
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign in/i })
    .click()
  await page.getByText('Login Failed').first().waitFor()
}

type Listed = { items: { id: string; pending_count?: number }[] }

/** Demo ids for screenshots of single items. */
export const findIds = async (request: APIRequestContext): Promise<Ids> => {
  const first = async (path: string) => {
    const { items }: Listed = await (await request.get(path)).json()
    return items.find((one) => (one.pending_count ?? 0) > 0)?.id ?? items[0]?.id ?? ''
  }
  return {
    ahead: await first('/api/assignments?filter=pending&phase=open'),
    running: await first('/api/assignments?phase=in_progress'),
    over: await first('/api/assignments?phase=completed&sort=-starts_at'),
    person: await first('/api/officers?search=2008'),
    staffing: await findStaffing(request),
    vendor: noVendorIds,
  }
}
export const noIds: Ids = { ahead: '', running: '', over: '', person: '', staffing: noStaffingIds, vendor: noVendorIds }
