import { afterAll, beforeAll, expect, test } from 'vitest'
import { redirects, routes } from '#apps/web/routes.ts'
import { adminDashboard, officerDashboard } from '#features/home/dashboards/contract.ts'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, signIn } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The frame around every screen: sidebar, badges, theme, views, addresses, and a lost connection. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let person: { officer_id: string; email: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Millbrook Police')
  person = await department.addPerson('Officer 12', 'officer')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage)
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  await actor.page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const sidebar = (actor: Actor) => actor.page.getByRole('complementary')
const itemsOf = (actor: Actor) => actor.page.getByRole('navigation', { name: 'Main' }).locator('li > a:first-of-type')

test('the sidebar collapses with Ctrl+B, keeps its state in a cookie for seven days, and labels its items when collapsed', {
  meta: { shows: ['issue 2.11', '2 keyboard', '4 sidebar'] },
}, async () => {
  const { page, context } = admin
  await page.getByRole('link', { name: 'Officers', exact: true }).waitFor()
  await expect
    .poll(() => itemsOf(admin).allTextContents())
    .toEqual([
      'Dashboard',
      'Officers',
      'Assignments',
      'Extra Time Approval',
      'Reports',
      'Branding',
      'Audit Logs',
      'FAQ Management',
      'Schedule',
      'Staffing',
      'Attendance',
      'Announcements',
    ])
  const width = async () => (await sidebar(admin).boundingBox())?.width ?? 0
  const wide = await width()
  await page.keyboard.press('Control+b')
  await page.getByRole('button', { name: 'Expand the sidebar (Ctrl+B)' }).waitFor()
  // Once it has slid there.
  await expect.poll(width).toBeLessThan(wide / 2)
  const keptNow = async () => (await context.cookies()).find((cookie) => cookie.name === 'sidebar:state')
  await expect.poll(async () => (await keptNow())?.value).toBe('collapsed')
  const kept = await keptNow()
  const lasts = (kept?.expires ?? 0) - Date.now() / 1000
  expect(lasts).toBeGreaterThan(604_800 - 60)
  expect(lasts).toBeLessThanOrEqual(604_800)
  await page.reload()
  await page.getByRole('button', { name: 'Expand the sidebar (Ctrl+B)' }).waitFor()
  await page.getByRole('link', { name: 'Officers', exact: true }).waitFor()
  await clean(admin)
})

test('pending counts update live next to their items: 99+ above 99, and 9+ above 9 when collapsed', {
  meta: { shows: ['2 badges', '9 badge caps'] },
}, async () => {
  const { page } = admin
  await stage.rows(
    `insert into officers (organization_id, name, badge_number) select $1, 'Recruit ' || n, 'R' || n from generate_series(1, 120) n`,
    [department.id],
  )
  const shift = await department.addShift({ title: 'Gate', from: 3000, to: 3300, places: 20 })
  await stage.rows(
    `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
     select p.organization_id, p.assignment_id, p.id, f.id, 'pending_approval', p.starts_at, p.ends_at
     from posts p, (select id from officers where organization_id = $1 and name like 'Recruit %' order by name limit 10) f
     where p.organization_id = $1 and p.id = $2`,
    [department.id, shift.post_id],
  )
  const officers = page.getByRole('link', { name: '120 officers waiting' })
  const signups = page.getByRole('link', { name: '10 requests waiting' })
  await officers.getByText('9+', { exact: true }).waitFor()
  await signups.getByText('9+', { exact: true }).waitFor()
  await page.keyboard.press('Control+b')
  await officers.getByText('99+', { exact: true }).waitFor()
  await signups.getByText('10', { exact: true }).waitFor()
  await clean(admin)
  await signups.click()
  await page.waitForURL('**/admin/assignments?filter=pending')
})

test('the theme is dark unless light was chosen, whatever the system setting, and the choice stays in the browser', {
  meta: { shows: ['4 theme'] },
}, async () => {
  const bright = await openBrowser(stage, undefined, { scheme: 'light' })
  const { page } = bright
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await signIn(bright, department, person)
  expect(await theme()).toBe('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(theme).toBe('light')
  await page.reload()
  expect(await theme()).toBe('light')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await clean(bright)
  await bright.context.close()
})

test('an admin can preview the officer view; the preview is not kept and grants no permissions', {
  meta: { shows: ['4 view', '6 roles', '2 officer sidebar'] },
}, async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'Officer view' }).click()
  await page.waitForURL('**/officer/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).waitFor()
  await expect
    .poll(() => itemsOf(admin).allTextContents())
    .toEqual(['Dashboard', 'Available Jobs', 'History', 'Help & FAQ', 'Schedule', 'My standing'])
  // A page shared by both sides keeps the current view.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await page.getByRole('button', { name: 'Admin view' }).waitFor()
  await expect.poll(() => itemsOf(admin).allTextContents()).toContain('Available Jobs')
  expect((await page.request.get(adminDashboard.path)).status()).toBe(200)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Officer view' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assignments', exact: true }).waitFor()

  await officer.page.getByRole('button', { name: /^Account:/ }).waitFor()
  expect(await officer.page.getByRole('button', { name: /view$/ }).count()).toBe(0)
  const asAdmin = { headers: { 'x-view-mode': 'admin' } }
  expect((await officer.page.request.get(adminDashboard.path, asAdmin)).status()).toBe(403)
  expect((await officer.page.request.get(officerDashboard.path, asAdmin)).status()).toBe(200)
  await officer.page.goto('/admin/officers')
  await officer.page.getByText('For admins only').waitFor()
  await clean(officer)
})

test('breadcrumbs appear on admin paths only, in the specification’s words', {
  meta: { shows: ['2 breadcrumb'] },
}, async () => {
  const { page } = admin
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  const built = Object.entries(routes).flatMap(([path, entry]) =>
    'label' in entry && !path.includes('{') ? [[path, entry.label] as const] : [],
  )
  expect(built).toContainEqual(['/admin/officers', 'Officer Management'])
  expect(built).toContainEqual(['/admin/assignments', 'Assignment Management'])
  for (const [path, label] of built) {
    await page.goto(path)
    await crumb.getByText(label, { exact: true }).waitFor()
  }
  await officer.page.goto('/officer/history')
  await officer.page.getByRole('heading', { name: 'History' }).waitFor()
  expect(await officer.page.getByRole('navigation', { name: 'Breadcrumb' }).count()).toBe(0)
})

test('below 768 px, the sidebar is replaced by a bottom bar, and a menu for admins', {
  meta: { shows: ['2 phone', '9 sidebar breakpoint'] },
}, async () => {
  const { page } = admin
  await page.setViewportSize({ width: 768, height: 900 })
  await sidebar(admin).waitFor()
  await page.setViewportSize({ width: 767, height: 900 })
  await sidebar(admin).waitFor({ state: 'hidden' })
  const items = page.locator('[data-bars] nav').getByRole('link')
  const pages = [/^Dashboard$/, /^Assignments/, /^Schedule$/, /^Attendance/]
  await expect.poll(() => items.count()).toBe(pages.length)
  for (const [at, name] of pages.entries()) await items.nth(at).and(page.getByRole('link', { name })).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Officers', exact: true }).waitFor()
  await clean(admin)
  await menu.getByRole('link', { name: 'Officers', exact: true }).click()
  await page.getByRole('heading', { name: 'Officers' }).waitFor()
  await menu.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })

  const bar = officer.page.locator('[data-bars] nav').getByRole('link', { name: 'Schedule' })
  await officer.page.setViewportSize({ width: 767, height: 900 })
  await bar.waitFor()
  await sidebar(officer).waitFor({ state: 'hidden' })
  await officer.page.setViewportSize({ width: 768, height: 900 })
  await bar.waitFor({ state: 'hidden' })
  await sidebar(officer).waitFor()
  await officer.page.setViewportSize({ width: 1440, height: 900 })
})

test('a lost connection is shown, and the screen catches up when it returns', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const { page, context } = officer
  await page.goto('/officer/assignments')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Gate', exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByText('Offline').first().waitFor()
  await department.addShift({ title: 'Posted while offline', from: 600, to: 900 })
  await context.setOffline(false)
  await page.getByRole('button', { name: '1 new shift' }).click()
  await page.getByRole('heading', { name: 'Posted while offline' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(officer.faults).toEqual([])
})

test('reconnects after a server restart and catches up on what happened in between', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const second = await stage.startServer()
  const follower = await openBrowser(stage, undefined, { base: second.base })
  const { page } = follower
  await signIn(follower, department, person)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Gate', exact: true }).waitFor()
  const gone = new Promise((resolve) => second.child.once('exit', resolve))
  second.child.kill('SIGTERM')
  await gone
  await page.getByText('Live', { exact: true }).waitFor({ state: 'hidden' })
  await department.addShift({ title: 'Posted while away', from: 1200, to: 1500 })
  await stage.startServer(second.base)
  // It comes before a visible shift, so nothing moves until it is requested.
  await page.getByRole('button', { name: /new shifts?$/ }).click()
  await page.getByRole('heading', { name: 'Posted while away' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await clean(follower)
  await follower.context.close()
})

/** Records, from now on, the headings that appear in the screen's container and the smallest number of jobs shown at once. */
const watchScreen = (actor: Actor) =>
  actor.page.evaluate(() => {
    const seen: { headings: string[]; fewest: number } = {
      headings: [],
      fewest: document.querySelectorAll('h3').length,
    }
    Object.assign(window, { seen })
    const watched = new MutationObserver((records) => {
      seen.fewest = Math.min(seen.fewest, document.querySelectorAll('h3').length)
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const h1 of [node, ...node.querySelectorAll('*')])
              if (h1.matches('h1')) seen.headings.push(h1.textContent ?? '')
    })
    watched.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  })
const seenOf = (actor: Actor) =>
  actor.page.evaluate(() => (window as unknown as { seen: { headings: string[]; fewest: number } }).seen)

test('navigation renders only the next screen; the one being left is not rendered again', {
  meta: { shows: ['issue 4.1'] },
}, async () => {
  const { page } = officer
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/officer/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await expect.poll(() => page.locator('main .bone').count()).toBe(0)
  for (const name of ['Available Jobs', 'History', 'Available Jobs']) {
    await watchScreen(officer)
    await menu.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect((await seenOf(officer)).headings).toEqual([name])
    // The keyboard continues from the top of the new screen.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  }
  expect(officer.faults).toEqual([])
})

test('a long list is drawn whole behind its first screenful and stays whole as it changes', {
  meta: { shows: ['issue 4.1', 'issue 2.9'] },
}, async () => {
  const { page } = officer
  // Around noon in Chicago, two weeks ahead: an hour earlier is the same day.
  const noon = Math.round((new Date().setUTCHours(18, 30, 0, 0) + 14 * 86_400_000 - Date.now()) / 60_000)
  for (let n = 0; n < 40; n++) await department.addShift({ title: `Post ${n}`, from: 4000 + n, to: 4300 + n })
  await department.addShift({ title: 'Parade', from: noon, to: noon + 240, mode: 'first_come' })
  const jobs = page.locator('main h3')
  const listed = page.getByRole('heading', { name: 'Parade', exact: true })
  await page.goto('/officer/assignments')
  await listed.waitFor()
  const all = await jobs.count()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  await menu.getByRole('link', { name: 'Available Jobs', exact: true }).click()
  await listed.waitFor()
  await expect.poll(() => jobs.count()).toBe(all)
  await watchScreen(officer)
  await department.addShift({ title: 'Barriers for the parade', from: noon - 60, to: noon })
  await page.getByRole('button', { name: '1 new shift' }).waitFor()
  await expect.poll(() => jobs.count()).toBe(all)
  await page.getByRole('button', { name: '1 new shift' }).click()
  await jobs.filter({ hasText: 'Barriers for the parade' }).waitFor()
  await expect.poll(() => jobs.count()).toBe(all + 1)
  expect((await seenOf(officer)).fewest).toBe(all)
  await clean(officer)
})

test('an unknown address shows the not-found screen, and an old one redirects to the new', {
  meta: { shows: ['2 not found'] },
}, async () => {
  const visitor = await openBrowser(stage)
  const { page } = visitor
  const nowhere = page.getByRole('heading', { name: "This page doesn't exist" })
  for (const path of ['/nothing/here/at/all', '/no-such-agency', '/no-such-agency/login', '/no-such-agency/register']) {
    await page.goto(path)
    await nowhere.waitFor()
  }
  await clean(visitor)
  await page.goto('/org/millbrook-police/login')
  await page.waitForURL('**/millbrook-police/login')
  await page.getByText('Millbrook Police').first().waitFor()
  for (const [from, to] of Object.entries(redirects)) {
    await page.goto(from)
    await page.waitForURL(`**${to}`)
  }
  await clean(visitor)
  await visitor.context.close()
})

test('every link leads to a screen, and signing out returns to the department’s sign-in', {
  meta: { shows: ['2 log out', '2 header'] },
}, async () => {
  const { page } = admin
  const screens = Object.keys(routes).map((path) => new RegExp(`^${path.replaceAll(/{\w+}/g, '[^/]+')}$`))
  for (const path of ['/admin/dashboard', '/officer/dashboard', '/admin/assignments']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true]') === null)
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))
    expect(links.filter((to) => !screens.some((screen) => screen.test(to)))).toEqual([])
  }
  await page.getByRole('button', { name: 'Account: Admin 1' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/millbrook-police/login')
  await page.getByText('You have been logged out successfully.').waitFor()
  expect(admin.faults).toEqual([])
})
