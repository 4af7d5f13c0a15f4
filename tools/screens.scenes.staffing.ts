import type { APIRequestContext, Page } from 'playwright-core'
import { type Change, firstDay, record } from '#tools/screens.answers.ts'
import type { Ids, Scene } from '#tools/screens.scenes.ts'

/** Awards, offers, order-ins and plans, as seeded in the demo (apps/server/seed.staffing.ts). */
export type StaffingIds = {
  platoon: string
  rule: string
  awarded: string
  running: string
  split: string
  ordered: string
  skipped: string
  asked: string
}
export const noStaffingIds: StaffingIds = {
  platoon: '',
  rule: '',
  awarded: '',
  running: '',
  split: '',
  ordered: '',
  skipped: '',
  asked: '',
}

type Found = { items?: { id: string }[]; rules?: { id: string; name: string }[] }

export const findStaffing = async (request: APIRequestContext): Promise<StaffingIds> => {
  const get = async (path: string): Promise<Found> => (await request.get(path)).json()
  const job = async (title: string) =>
    (await get(`/api/assignments?search=${encodeURIComponent(title)}`)).items?.[0]?.id ?? ''
  const { rules = [] } = await get('/api/award-rules')
  return {
    platoon: (await get('/api/platoons')).items?.[0]?.id ?? '',
    rule: rules.find((one) => one.name.startsWith('Overtime'))?.id ?? '',
    awarded: await job('Warrant service'),
    running: await job('Patrol overtime, day watch'),
    split: await job('Street fair'),
    ordered: await job('Prisoner transport'),
    skipped: await job('Council meeting'),
    asked: await job('Jail relief'),
  }
}

const press =
  (name: string | RegExp, nth = 0) =>
  async (page: Page) =>
    page.locator('main, header').getByRole('button', { name }).nth(nth).click()
const then =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
const rule = (ids: Ids) => `/admin/staffing/rules/${ids.staffing.rule}`
const platoon = (ids: Ids) => `/admin/staffing/tours/${ids.staffing.platoon}`
const job = (which: keyof StaffingIds) => (ids: Ids) => `/admin/assignments/${ids.staffing[which]}`

const admin = (name: string, path: Scene['path'], act?: Scene['act']): Scene => ({
  name,
  who: 'admin',
  path,
  ...(act ? { act } : {}),
})
const officer = (name: string, path: Scene['path'], act?: Scene['act']): Scene => ({
  name,
  who: 'officer',
  path,
  ...(act ? { act } : {}),
})

/** An awarded shift that needs one officer more than were awarded. */
const reopened: Change = (path, body) => {
  if (!path.startsWith('/api/assignments/')) return body
  const { rounds, posts, ...rest } = record(body)
  const more = (one: unknown) => ({ ...record(one), required_count: Number(record(one).required_count) + 1 })
  return {
    ...rest,
    ...(Array.isArray(rounds) && { rounds: rounds.map((round) => ({ ...record(round), full: false })) }),
    ...(Array.isArray(posts) && { posts: posts.map(more) }),
  }
}

/** Offered shifts that the officer may not take: too little rest before, or another unit's. */
const barred: Change = (path, body) => {
  const { items, ...rest } = record(body)
  if (!path.startsWith('/api/my-swaps/checks') || !Array.isArray(items)) return body
  const reason = { overridable: true, possible_from: null, from: null }
  const reasons = [
    { ...reason, code: 'rest', details: { minutes: 180, limit_minutes: 480 } },
    { ...reason, code: 'unit_required', details: { accepted: ['K-9', 'Marine'] } },
  ]
  return { ...rest, items: items.map((one, at) => ({ ...record(one), reasons: at % 2 ? [reasons[1]] : reasons })) }
}

const pages = [
  'escalation',
  'leave',
  'swaps',
  'force-list',
  'minimum',
  'tours',
  'plan',
  'rules',
  'order',
  'work-rules',
  'cases',
  'opportunities',
]

export const staffingScenes: readonly Scene[] = [
  admin('staffing', '/admin/staffing'),
  ...pages.map((page) => admin(`staffing-${page}`, `/admin/staffing/${page}`)),
  ...pages.map((page) => ({ ...admin(`empty-staffing-${page}`, `/admin/staffing/${page}`), answer: firstDay })),
  ...['orders', 'exemptions'].map((tab) => admin(`staffing-force-${tab}`, `/admin/staffing/force-list?tab=${tab}`)),
  admin('staffing-force-exempt', '/admin/staffing/force-list', press(/^Add exemption /)),
  admin('staffing-force-settings', '/admin/staffing/force-list', press('Settings')),
  admin('staffing-minimums', '/admin/staffing/minimum?tab=minimums'),
  admin('staffing-minimum-new', '/admin/staffing/minimum', press('New minimum')),
  admin('staffing-rule', rule),
  admin('staffing-order-rule', (ids) => `/admin/staffing/order?rule=${ids.staffing.rule}`),
  admin('staffing-rule-change', rule, press('Change')),
  admin(
    'staffing-rule-compare',
    rule,
    then(
      press('Change'),
      (page) => page.getByRole('combobox', { name: 'Method' }).click(),
      (page) => page.getByRole('option', { name: 'Seniority', exact: true }).click(),
      press('Compare'),
    ),
  ),
  admin('staffing-rule-new', '/admin/staffing/rules', press('New rule')),
  admin('staffing-rule-adopt', '/admin/staffing/rules', press(/^Change the rule for/)),
  admin('staffing-rule-pack', '/admin/staffing/rules', press(/^Use this rule/)),
  admin('staffing-platoon', platoon),
  admin('staffing-platoon-schedule', platoon, press('Change schedule')),
  admin('staffing-platoon-members', (ids) => `${platoon(ids)}?tab=members`),
  admin('staffing-platoon-join', (ids) => `${platoon(ids)}?tab=members`, press('Add officer')),
  admin('staffing-platoon-edit', platoon, press('Edit platoon')),
  admin('staffing-platoon-new', '/admin/staffing/tours', press('New platoon')),
  admin('staffing-leave-review', '/admin/staffing/leave', press(/^Review leave/)),
  admin('announcements', '/admin/announcements'),
  admin('announcements-new', '/admin/announcements?new=yes'),
  admin('announcements-one', '/admin/announcements', (page) =>
    page.getByRole('list', { name: 'Announcements' }).getByRole('link').first().click(),
  ),
  officer('announcements-own', '/officer/announcements'),
  officer('announcements-own-open', '/officer/announcements', press(/New radios/)),
  officer('own-schedule-legend', '/officer/schedule', (page) => page.getByText('What the symbols mean').click()),
  officer('leave-own', '/officer/schedule/leave'),
  officer('leave-ask', '/officer/schedule/leave', press('Request leave')),
  admin('staffing-leaves', '/admin/staffing/tours?tab=away'),
  admin('staffing-leave-new', (ids) => `/admin/officers/${ids.person}?tab=tours`, press('Add leave')),
  admin('staffing-tour-import', '/admin/staffing/tours/import'),
  admin('staffing-tour-import-checked', '/admin/staffing/tours/import', chooseTours),
  admin('officer-tours', (ids) => `/admin/officers/${ids.person}?tab=tours`),
  admin('staffing-escalation-change', '/admin/staffing/escalation', press(/^Change the plan/)),
  admin('staffing-case-close', '/admin/staffing/cases', press(/^Close .* case/)),
  admin('staffing-cases-closed', '/admin/staffing/cases?state=closed'),
  admin('staffing-swap-reject', '/admin/staffing/swaps', press(/^Deny/)),
  admin('staffing-plan-worked-out', '/admin/staffing/plan', workOut),
  admin('staffing-work-rules-limit', '/admin/staffing/work-rules', press('Add a limit')),
  admin('award-made', job('awarded')),
  admin('award-receipt', job('awarded'), then(press(/^Receipt: /, 2), press(/^Receipt: /, 0))),
  admin('award-running', job('running')),
  admin('award-now', job('running'), press('Award now')),
  { ...admin('award-by-hand', job('awarded'), press('Assign manually', 1)), answer: reopened },
  admin('award-skipped', job('skipped')),
  admin('dialog-assign-charged', job('running'), press('Assign officer')),
  admin(
    'dialog-replace',
    job('ordered'),
    then(press(/^More for /), (page) => page.getByRole('menuitem', { name: /Replace/ }).click()),
  ),
  admin(
    'dialog-replace-ranked',
    job('awarded'),
    then(press(/^More for /), (page) => page.getByRole('menuitem', { name: /Replace/ }).click()),
  ),
  admin('job-split', job('split')),
  admin('job-ordered', job('ordered')),
  admin('job-asked', job('asked')),
  admin('dialog-ask-volunteers', job('split'), press('Ask for volunteers')),
  officer('standing', '/officer/standing'),
  { ...officer('standing-swap-barred', '/officer/standing'), answer: barred },
  { ...officer('empty-standing', '/officer/standing'), answer: firstDay },
  ...['force', 'receipts', 'answers'].map((list) => officer(`standing-${list}`, `/officer/standing?list=${list}`)),
  officer('receipt-won', '/officer/standing?list=receipts', press(/^Receipt: Warrant/)),
  officer('receipt-waiting', '/officer/standing?list=receipts', press(/^Receipt: Sobriety/)),
  officer('offer-turned-down', '/officer/standing', press(/^Decline/)),
  officer('jobs', '/officer/assignments'),
  officer('jobs-refused', '/officer/assignments', press(/full or unavailable/)),
  officer('jobs-posts', '/officer/assignments', press(/^3 posts: High school football/)),
  officer('jobs-grouped', '/officer/assignments', then(press(/^Group/), press(/^\d+ dates: Hospital/), forgetGrouping)),
  officer('jobs-part', '/officer/assignments', openJob('Street fair')),
  officer('jobs-terms', '/officer/assignments', then(openJob('Patrol overtime'), press(/^How this shift is awarded/))),
  officer('jobs-mine', '/officer/assignments?show=mine'),
  officer('jobs-own', '/officer/assignments?show=mine', openJob('Warrant service')),
]

/** The scenes share one browser, which would group the next ones too. */
async function forgetGrouping(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('jobs-grouped'))
}

/** The page of a shift in the list. */
function openJob(title: string) {
  return async (page: Page) => page.getByRole('link', { name: title }).first().click()
}

async function chooseTours(page: Page): Promise<void> {
  const text = [
    'Badge,Date,Start,End',
    '2008,2027-01-04,06:00,18:00',
    '2099,2027-01-04,06:00,18:00',
    '9999,2027-01-05,06:00,',
  ].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tours.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name: 'Columns' }).waitFor()
}

/** Needed only once; after that the list has it. */
async function workOut(page: Page): Promise<void> {
  const lines = page.getByRole('button', { name: /^Assign\b/ }).first()
  if (!(await lines.isVisible())) await press('Create plan')(page)
  await lines.waitFor({ timeout: 60_000 })
}
