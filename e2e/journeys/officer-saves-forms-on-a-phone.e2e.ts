import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** The Save of an officer's form on a phone: below the fields until something is changed, then in the bar under the thumb. */
let stage: Stage
let officer: Actor
let person: { officer_id: string }

beforeAll(async () => {
  stage = await startOwnStage()
  const department = await makeDepartment(stage)
  const added = await department.addPerson('Officer Form', 'officer')
  person = added
  officer = await openBrowser(stage, phone)
  await comeIn(officer, department, added)
})
afterAll(() => stage.close())

const bars = () => officer.page.locator('[data-bars]')
const inBars = () => bars().getByRole('button').allTextContents()
const inPage = (name: string) => officer.page.locator('main').getByRole('button', { name, exact: true })
const top = async (what: { boundingBox: () => Promise<{ y: number } | null> }) =>
  Math.round((await what.boundingBox())?.y ?? -1)
const open = async (tab: string, card: string) => {
  await officer.page.goto(`/officer/profile?tab=${tab}`)
  await officer.page.getByRole('heading', { name: card, exact: true }).waitFor()
}
/** As an iPhone does: the page keeps its size, and the keyboard lies over its end. 0 closes it. */
const overlay = (pixels: number) =>
  officer.page.evaluate((covered) => {
    const seen = window.visualViewport
    if (!seen) throw new Error('no visual viewport')
    if (covered === 0) Reflect.deleteProperty(seen, 'height')
    else Object.defineProperty(seen, 'height', { configurable: true, value: window.innerHeight - covered })
    seen.dispatchEvent(new Event('resize'))
  }, pixels)

test('Save moves into the bar with the first change, stays below it without one, and saves', async () => {
  const { page } = officer
  await open('profile', 'Contact')
  const field = page.getByLabel('Phone')
  await inPage('Save').waitFor()
  expect(await inBars()).toEqual([])
  await field.fill('555 0142')
  const save = bars().getByRole('button', { name: 'Save phone number' })
  await save.waitFor()
  expect(await inPage('Save').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await field.fill('')
  await inPage('Save').waitFor()
  expect(await inBars()).toEqual([])
  // Nothing moves when it goes and comes.
  const rest = page.getByRole('contentinfo')
  const before = await rest.evaluate((one) => one.getBoundingClientRect().top + window.scrollY)
  await field.fill('555 0143')
  await save.waitFor()
  expect(await rest.evaluate((one) => one.getBoundingClientRect().top + window.scrollY)).toBe(before)
  await save.tap()
  await page.getByText('Phone number saved.').waitFor()
  await expect.poll(inBars).toEqual([])
  await inPage('Save').waitFor()
  expect(await stage.rows('select phone from officers where id = $1', [person.officer_id])).toEqual([
    { phone: '555 0143' },
  ])
})

test('Enter sends the form while its button is in the bar', async () => {
  const { page } = officer
  await open('profile', 'Contact')
  await page.getByLabel('Phone').fill('555 0144')
  await bars().getByRole('button', { name: 'Save phone number' }).waitFor()
  await page.getByLabel('Phone').press('Enter')
  await page.getByText('Phone number saved.').waitFor()
  await expect.poll(inBars).toEqual([])
})

test('of two changed forms, the one typed in last has the bar', async () => {
  const { page } = officer
  await open('security', 'Password')
  await page.getByLabel('New email').fill('new@example.com')
  await expect.poll(inBars).toEqual(['Send link'])
  await page.getByLabel('Current password').fill('not this one')
  await expect.poll(inBars).toEqual(['Change password'])
  await inPage('Send link').waitFor()
  await page.getByLabel('New email').fill('newer@example.com')
  await expect.poll(inBars).toEqual(['Send link'])
  await inPage('Change password').waitFor()
  await page.getByLabel('New email').fill('')
  await expect.poll(inBars).toEqual(['Change password'])
})

test('saved quiet hours count as unchanged', async () => {
  const { page } = officer
  await open('notifications', 'Quiet hours')
  expect(await inBars()).toEqual([])
  await page.getByText('During my own quiet hours').tap()
  await expect.poll(inBars).toEqual(['Save quiet hours'])
  await bars().getByRole('button').tap()
  await page.getByText('Quiet hours saved.').waitFor()
  await expect.poll(inBars).toEqual([])
  await inPage('Save').waitFor()
})

test('the bar lies on an open keyboard, without the bottom bar', async () => {
  const { page } = officer
  await open('profile', 'Contact')
  const nav = bars().getByRole('navigation')
  await page.getByLabel('Phone').fill('555 0145')
  const save = bars().getByRole('button', { name: 'Save phone number' })
  await save.waitFor()
  const resting = await top(save)
  await overlay(336)
  await expect.poll(() => nav.isVisible()).toBe(false)
  const foot = async () => {
    const box = await save.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  // Directly on the keyboard, and not over the field; a frame after the bottom bar has gone.
  await expect.poll(foot).toBe(phone.height - 336 - 12)
  await page.getByLabel('Phone').scrollIntoViewIfNeeded()
  await overlay(0)
  await expect.poll(() => nav.isVisible()).toBe(true)
  await expect.poll(() => top(save)).toBe(resting)
  // As Android does: the page gets smaller.
  await page.setViewportSize({ width: phone.width, height: phone.height - 336 })
  await expect.poll(() => nav.isVisible()).toBe(false)
  await expect.poll(async () => Math.round((await save.boundingBox())?.y ?? 0)).toBeGreaterThan(420)
  await page.setViewportSize(phone)
  await expect.poll(() => nav.isVisible()).toBe(true)
})

test.each([
  ['', false],
  [' whose code never came', true],
])('a message%s lies above the bar, also with the keyboard open', async (_, plain) => {
  const { page } = officer
  if (plain) await page.route(/toaster-[^/]+\.js$/, (route) => route.abort())
  await page.route('**/api/notifications/settings/**', (route) => route.abort())
  await open('notifications', 'Quiet hours')
  await page.getByText('Never: send everything right away').tap()
  await expect.poll(inBars).toEqual(['Save quiet hours'])
  await page.getByRole('button', { name: /^Announcements/ }).tap()
  await page.getByRole('switch').first().tap()
  const said = plain ? page.locator('[role=status].z-50 > div') : page.locator('[data-sonner-toast]')
  const gap = async () => {
    const box = await said.boundingBox()
    return box && (await top(bars())) - Math.round(box.y + box.height)
  }
  await said.waitFor()
  await expect.poll(gap).toBeGreaterThanOrEqual(8)
  await overlay(336)
  await expect.poll(gap).toBeGreaterThanOrEqual(8)
  await overlay(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('the buttons of a sheet lie on an open keyboard', async () => {
  const { page } = officer
  await page.goto('/officer/schedule/leave')
  await inPage('Request leave').tap()
  const send = page.getByRole('dialog').getByRole('button', { name: 'Request leave' })
  await send.waitFor()
  await overlay(336)
  await expect
    .poll(async () => {
      const box = await page.getByRole('dialog').boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    })
    .toBe(phone.height - 336)
  expect(await top(page.getByRole('dialog'))).toBeGreaterThanOrEqual(0)
  await overlay(0)
})

test('at a desk Save stays below the fields', async () => {
  const { page } = officer
  await page.setViewportSize(desk)
  await open('profile', 'Contact')
  await page.getByLabel('Phone').fill('555 0146')
  await inPage('Save').click()
  await page.getByText('Phone number saved.').waitFor()
  expect(await bars().isVisible()).toBe(false)
  expect(officer.faults).toEqual([])
})
