import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, comesWithin, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin sets the department's name, color, logo and settings; every open screen follows. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let visitor: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  visitor = await openBrowser(stage)
  await officer.page.clock.install()
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await comeIn(officer, department, await department.addPerson('Officer 2', 'officer'))
  await department.addShift({ title: 'Pier watch', from: 180, to: 660 })
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const brandOf = (actor: Actor) => actor.page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
const logoIn = (actor: Actor) => actor.page.locator('header img[src^="/api/public/logos/"]')

test('previews the color while it is chosen; after saving, every open screen shows it within a second', {
  meta: { shows: ['issue 3.6'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/branding')
  await page.getByLabel('Color', { exact: true }).fill('#0f766e')
  await expect.poll(() => brandOf(admin)).toBe('#0f766e')
  await page
    .getByRole('list', { name: 'Contrast' })
    .getByText(/\d\.\d:1/)
    .first()
    .waitFor()
  expect(await brandOf(officer)).toBe('#3b82f6')
  await page.getByLabel('Name', { exact: true }).fill('Harbor and River Police')
  await clean(admin)
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Every open screen updates.').waitFor()
  }
  const named = officer.page.getByRole('banner').getByText('Harbor and River Police')
  await comesWithin(
    [officer],
    1000,
    save,
    async () => (await named.isVisible()) && (await brandOf(officer)) === '#0f766e',
  )
})

test('explains why an SVG is refused; a PNG becomes the logo in the header, live, and on the sign-in page', {
  meta: { shows: ['issue 3.6', 'issue 3.6 upload'] },
}, async () => {
  const { page } = admin
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Logo file').setInputFiles({ name, mimeType, buffer })
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
  await page.getByText(/SVG files can contain scripts/).waitFor()
  const background = { r: 20, g: 120, b: 200, alpha: 1 }
  const png = await sharp({ create: { width: 400, height: 160, channels: 4, background } })
    .png()
    .toBuffer()
  await choose('logo.png', 'image/png', png)
  await page.getByRole('img', { name: 'Logo of Harbor and River Police on black' }).waitFor()
  await logoIn(officer).waitFor()
  const drawn = () => logoIn(officer).evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)
  await expect.poll(drawn).toBe(400)
  await visitor.page.goto('/harbor-police/login')
  await visitor.page.getByText('Harbor and River Police', { exact: true }).waitFor()
  await expect.poll(() => brandOf(visitor)).toBe('#0f766e')
  await visitor.page.locator('main img[src^="/api/public/logos/"]').waitFor()
  await clean(visitor)
  await clean(admin)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
  await logoIn(officer).waitFor({ state: 'detached' })
})

test('with 12-hour time, every screen updates, and the officer sees it without a reload', {
  meta: { shows: ['issue 3.9', 'issue 3.9 time format'] },
}, async () => {
  await officer.page.getByRole('link', { name: 'Available Jobs' }).first().click()
  await officer.page.getByText('Pier watch').first().waitFor()
  const times = officer.page
    .getByRole('main')
    .getByText(/\d{1,2}:\d\d/)
    .first()
  expect(await times.textContent()).not.toMatch(/ (AM|PM)/)
  const { page } = admin
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: /12 hours/ }).click()
  await page
    .getByText(/Current time/)
    .getByText(/ (AM|PM) /)
    .waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Every open screen updates.').waitFor()
  await expect.poll(() => times.textContent()).toMatch(/\d:\d\d (AM|PM)/)
  await page.goto('/admin/assignments')
  await page
    .getByRole('main')
    .getByText(/\d:\d\d (AM|PM)/)
    .first()
    .waitFor()
})

test('a click that leaves an invalid field is not lost: the error appears after the release', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  const other = page.getByRole('radio', { name: /24 hours/ })
  await other.hover()
  await page.mouse.down()
  // About as long as a finger press: time for an error to be drawn and push the content below it down.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await name.getAttribute('aria-invalid')).toBeNull()
  await page.mouse.up()
  await expect.poll(() => other.getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText(/not saved/).waitFor({ state: 'detached' })
})

test('a tap that leaves an invalid field is not lost either', { meta: { shows: ['issue 3.9'] } }, async () => {
  const state = await admin.context.storageState()
  const context = await stage.browser.newContext({
    baseURL: stage.base,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  })
  await context.addCookies(state.cookies)
  const page = await context.newPage()
  await page.goto('/admin/settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  const atRelease = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = () => done(document.querySelectorAll('[aria-invalid=true]').length)
        window.addEventListener('mouseup', look, { capture: true, once: true })
      }),
  )
  const other = page.getByRole('radio', { name: /24 hours/ })
  await other.tap()
  expect(await atRelease).toBe(0)
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  expect(await other.getAttribute('aria-checked')).toBe('true')
  await context.close()
})

test('typed input survives a reload; another admin’s change to the same field is reported, not overwritten', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/settings')
  await page.getByLabel(/^City/).fill('Duluth')
  await page.reload()
  await page.getByText('1 unsaved change.').waitFor()
  await expect.poll(() => page.getByLabel(/^City/).inputValue()).toBe('Duluth')
  // The way to save it stays in the lower half of the window, below the form as well; at the very end, the page's foot is under it.
  const save = page.getByRole('button', { name: 'Save changes' })
  const place = () => save.evaluate((one) => one.getBoundingClientRect().bottom / window.innerHeight)
  for (const section of ['Department', 'Locations', 'Sent notifications', 'Department']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click()
    await expect
      .poll(async () => Math.round((await place()) * 4), { message: section })
      .toSatisfy((at) => at === 3 || at === 4)
    expect(await place()).toBeLessThanOrEqual(1)
  }
  const second = await openBrowser(stage)
  await comeIn(second, department, await department.addPerson('Admin 3', 'admin'), '/admin/settings')
  await second.page.getByLabel(/^City/).fill('Superior')
  await second.page.getByRole('button', { name: 'Save changes' }).click()
  await second.page.getByText('Every open screen updates.').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/Admin 3 changed the city/).waitFor()
  await clean(admin)
  await page.getByRole('button', { name: 'Discard mine, show theirs' }).click()
  await expect.poll(() => page.getByLabel(/^City/).inputValue()).toBe('Superior')
  await second.context.close()
})

test('a notice blocks every screen until it is accepted, even for people already at work', {
  meta: { shows: ['issue 3.9 notice'] },
}, async () => {
  const { page } = admin
  await page.getByLabel(/^Notice text/).fill('This is a restricted system.\nUse of it is recorded.')
  await page.getByText('Everyone must accept again').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  for (const one of [officer, admin]) {
    await one.page.getByRole('heading', { name: 'Notice', exact: true }).waitFor()
    await one.page.getByText('Use of it is recorded.').waitFor()
    const named = await one.page.getByRole('navigation').evaluateAll((all) => all.map((nav) => nav.ariaLabel))
    expect(named).toEqual(['Legal and help'])
    await clean(one)
    await one.page.getByRole('button', { name: 'I accept' }).click()
    await one.page.getByRole('button', { name: /^Account:/ }).waitFor()
  }
  await officer.page.getByText('Pier watch').first().waitFor()
  await page.getByText('Accepted by 2 of 3.').waitFor()
  await page.getByRole('button', { name: 'See who accepted' }).click()
  const people = page.getByRole('list', { name: 'Notice acceptances' }).getByRole('listitem')
  await people.first().waitFor()
  await expect
    .poll(async () => (await people.allInnerTexts()).map((text) => text.includes('Not yet')))
    .toEqual([true, false, false])
  await page.getByText('3 of 3 people').waitFor()
  await clean(admin)
  await page.getByRole('button', { name: 'Close' }).click()
})
