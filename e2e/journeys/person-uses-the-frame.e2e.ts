import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, ours, phone, settled } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The frame on small, wide, short and zoomed screens, and when part of it fails. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Awaited<ReturnType<typeof department.addPerson>>
let chief: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Metropolitan Police of the Millbrook Valley')
  officer = await department.addPerson('Officer 5', 'officer')
  chief = await department.addPerson('Admin 5', 'admin')
  const worked = await department.addShift({ title: 'Stadium gate, north side', from: -4000, to: -3700 })
  await department.addSignup(worked, officer, 'confirmed')
  await stage.rows(
    `insert into notifications (organization_id, type, title, message, officer_id)
     select $1, 'announcement', 'Notice ' || n, 'About the parade', $2 from generate_series(1, 17) n`,
    [department.id, officer.officer_id],
  )
})
afterAll(() => stage.close())

const person = async (who: { email: string }, size = desk) => {
  const actor = await openBrowser(stage, size)
  await comeIn(actor, department, who)
  await actor.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return actor
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const close = async (actor: Actor) => {
  expect(actor.faults).toEqual([])
  await actor.context.close()
}
/** The pairs of these elements that overlap. */
const overlaps = async (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
    ).length
  })

test('the name of the department keeps to one line on an admin’s phone, and is whole for a screen reader', async () => {
  const actor = await person(chief, phone)
  const { page } = actor
  const name = page.getByRole('banner').getByText(department.name, { exact: true })
  for (const scheme of ['dark', 'light'] as const) {
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme)
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const [lines, cut] = await name.evaluate((one) => [
        one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
        one.scrollWidth > one.clientWidth,
      ])
      expect([Math.round(Number(lines)), cut]).toEqual([1, true])
      expect(await name.getAttribute('title')).toBe(department.name)
      const folder = process.env.E2E_PICTURES
      if (folder) await page.screenshot({ path: `${folder}/header-${width}-${scheme}.png` })
    }
  }
  await close(actor)
})

test('the Beta badge shows at every width, and nothing in the header covers it', async () => {
  const actor = await person(chief)
  const { page } = actor
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('banner').getByText('Beta', { exact: true }).waitFor()
    expect(
      await overlaps(page, 'header[data-banner] button, header[data-banner] span:text-is("Beta")'),
      `${width}`,
    ).toBe(0)
    expect(await sideways(page), `${width}`).toBeLessThanOrEqual(0)
  }
  await close(actor)
})

test('a phone in landscape keeps the phone frame', async () => {
  const context = await stage.browser.newContext({
    viewport: { width: 844, height: 390 },
    baseURL: stage.base,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const actor: Actor = { stage, base: stage.base, page, context, faults: [] }
  await comeIn(actor, department, officer)
  for (const [link, name] of [
    ['History', 'History'],
    ['Available Jobs', 'Available Jobs'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await title(page, name).waitFor()
    await settled(page)
    expect(await page.getByRole('complementary').count()).toBe(0)
    expect(await sideways(page)).toBe(0)
  }
  await context.close()
})

test('at 200% text size nothing is cut off, covered or scrolled sideways', async () => {
  const actor = await person(officer, phone)
  const { page } = actor
  for (const path of ['/officer/history', '/notifications']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => sideways(page), { message: path }).toBe(0)
    expect(await overlaps(page, 'header[data-banner] button, header[data-banner] > div:first-of-type')).toBe(0)
    const cut = await page
      .locator('nav[aria-label=Main] a > span:last-child')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
    expect(cut).toEqual([])
  }
  await close(actor)
})

test('a small desktop starts with the sidebar collapsed and keeps the person’s choice', async () => {
  const actor = await person(chief, { width: 1024, height: 768 })
  const { page } = actor
  await page.getByRole('button', { name: 'Expand the sidebar (Ctrl+B)' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Collapse the sidebar (Ctrl+B)' }).waitFor()
  await close(actor)
})

test('each admin page marks its item of the sidebar, and settings none', async () => {
  const actor = await person(chief)
  const { page } = actor
  const marked = page.getByRole('complementary').locator('[aria-current]')
  for (const [path, item] of [
    ['/admin/staffing/force-list', 'Staffing'],
    ['/admin/attendance', 'Attendance'],
    ['/admin/settings', null],
    ['/admin/assignments/new', 'Assignments'],
    ['/notifications', null],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => marked.allTextContents(), { message: path }).toEqual(item === null ? [] : [item])
  }
  expect(await axeFindings(page)).toEqual([])
  await close(actor)
})

test('a renamed department’s new name appears in the tagline at once, in full', async () => {
  const actor = await person(chief)
  const { page } = actor
  const name = 'Metropolitan Police of the New Millbrook Valley'
  await stage.rows('update organizations set name = $2 where id = $1', [department.id, name])
  const line = page.getByRole('complementary').getByText(`${name} - Officer Management System`)
  await line.waitFor()
  expect(
    await line.evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1),
  ).toBe(false)
  await close(actor)
})

test('the page and the bell show the true number of unread notifications', async () => {
  const actor = await person(officer)
  const { page } = actor
  await page.goto('/notifications')
  await page.getByText('17 unread', { exact: true }).first().waitFor()
  const bell = page.getByRole('button', { name: 'Notifications, 17 unread' })
  await expect.poll(() => bell.textContent()).toBe('9+17 unread')
  await close(actor)
})

test('a toast stays clear of the header and of the button that caused it, and can be closed', async () => {
  for (const size of [phone, desk]) {
    const actor = await person(officer, size)
    const { page } = actor
    await page.goto('/notifications')
    await page.route('**/api/notifications/read', (route) =>
      route.fulfill({
        ...ours(),
        status: 403,
        json: { error: { code: 'not_allowed', message: '', request_id: 'x' } },
      }),
    )
    const mark = page.getByRole('button', { name: /^Mark as read/ })
    const row = mark.nth((await mark.count()) - 1)
    await row.click()
    const toast = page.locator('[data-sonner-toast]')
    await toast.waitFor()
    // Once it has finished sliding in.
    await expect.poll(() => toast.evaluate((one) => one.getAnimations().length)).toBe(0)
    const [box, pressed, header] = [
      await toast.boundingBox(),
      await row.boundingBox(),
      await page.getByRole('banner').boundingBox(),
    ]
    if (!box || !pressed || !header) throw new Error('not drawn')
    expect(box.y).toBeGreaterThan(header.y + header.height)
    const apart =
      box.y + box.height <= pressed.y ||
      pressed.y + pressed.height <= box.y ||
      box.x >= pressed.x + pressed.width ||
      box.x + box.width <= pressed.x
    expect(apart, JSON.stringify({ box, pressed })).toBe(true)
    if (size === phone) {
      const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      expect(box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await toast.waitFor({ state: 'detached' })
    await close(actor)
  }
})

test('an admin who reloads an officer page is back in the admin view; a link still opens it', async () => {
  const actor = await person(chief)
  const { page } = actor
  await page.goto('/officer/history')
  await title(page, 'History').waitFor()
  await page.getByRole('button', { name: 'Admin view' }).waitFor()
  await page.reload()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('button', { name: 'Officer view' }).waitFor()
  await page.goto('/officer/assignments')
  await title(page, 'Available Jobs').waitFor()
  await page.reload()
  await page.waitForURL('**/admin/assignments')
  await page.goto('/officer/profile')
  await title(page, 'Profile').waitFor()
  await page.reload()
  await title(page, 'Profile').waitFor()
  await page.getByRole('button', { name: 'Officer view' }).waitFor()
  await close(actor)
})

test('Try Again refetches the response that broke the screen', async () => {
  const actor = await person(officer)
  const { page } = actor
  let broken = true
  await page.route(`**${listLatest.path}`, (route) =>
    broken ? route.fulfill({ ...ours(), json: { items: [null], unread: 0 } }) : route.fallback(),
  )
  await page.goto('/notifications')
  // The bell is on screen and uses the same response.
  await page.getByRole('button', { name: /^Notifications/ }).waitFor()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await title(page, 'Notifications').waitFor()
  // Seventeen came at once, and any fifteen of them are shown.
  await page
    .getByText(/Notice \d/)
    .first()
    .waitFor()
  await actor.context.close()
})

test('Try Again refetches a code file that failed to load', async () => {
  const actor = await openBrowser(stage)
  const { page } = actor
  let broken = true
  await page.route('**/assets/history-*.js', (route) => (broken ? route.abort() : route.fallback()))
  await comeIn(actor, department, officer)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await title(page, 'History').waitFor()
  await actor.context.close()
})
