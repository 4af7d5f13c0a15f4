import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, desk, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The browser's Back and Forward, and a phone's back gesture, while something is open over the page. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Awaited<ReturnType<typeof department.addPerson>>
let chief: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Backwater Police')
  officer = await department.addPerson('Officer 3', 'officer')
  chief = await department.addPerson('Admin 3', 'admin')
  const noon = Math.round((new Date().setUTCHours(18, 30, 0, 0) + 14 * 86_400_000 - Date.now()) / 60_000)
  const shift = await department.addShift({ title: 'Parade', from: noon, to: noon + 240, mode: 'first_come' })
  await department.addSignup(shift, officer, 'confirmed')
})
afterAll(() => stage.close())

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** From the dashboard to the page of the next shift, the way a person goes. */
const toShift = async (actor: Actor) => {
  await comeIn(actor, department, officer)
  await actor.page.getByRole('link', { name: 'Parade' }).click()
  await title(actor.page, 'Parade').waitFor()
}
const asking = (page: Page) => page.getByRole('dialog', { name: 'Swap or give away' })
const ask = async (page: Page) => {
  await page.getByRole('button', { name: 'Swap or give away: Parade' }).click()
  await asking(page).waitFor()
}

for (const [name, size] of [
  ['on a phone', phone],
  ['at a desk', desk],
] as const) {
  test(`Back closes an open layer and keeps the page ${name}; Forward does not reopen it`, async () => {
    const actor = await openBrowser(stage, size)
    const { page } = actor
    await toShift(actor)
    await ask(page)
    await page.goBack()
    await asking(page).waitFor({ state: 'detached' })
    await title(page, 'Parade').waitFor()
    await page.evaluate(() => history.forward())
    await expect.poll(() => page.evaluate(() => history.state.layer ?? 0)).toBe(0)
    expect(await asking(page).count()).toBe(0)
    await ask(page)
    await page.goBack()
    await asking(page).waitFor({ state: 'detached' })
    await page.goBack()
    await title(page, 'Dashboard').waitFor()
    await page.goForward()
    await title(page, 'Parade').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(actor.faults).toEqual([])
    await actor.context.close()
  })

  test(`a dialog closed by its button or Escape leaves no history entry for Back ${name}`, async () => {
    const actor = await openBrowser(stage, size)
    const { page } = actor
    await toShift(actor)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => asking(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await ask(page)
      await close()
      await asking(page).waitFor({ state: 'detached' })
    }
    await page.goBack()
    await title(page, 'Dashboard').waitFor()
    expect(actor.faults).toEqual([])
    await actor.context.close()
  })
}

test('on a phone, Back closes an open list, then the filters, and keeps what was chosen', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await comeIn(actor, department, officer)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).tap()
  await title(page, 'Available Jobs').waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  const starts = page.getByLabel('Starts')
  await starts.tap()
  const night = page.getByRole('option', { name: /^Night/ })
  await night.waitFor()
  await page.goBack()
  await night.waitFor({ state: 'detached' })
  await starts.tap()
  await night.tap()
  await night.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await page.goBack()
  await starts.waitFor({ state: 'detached' })
  await title(page, 'Available Jobs').waitFor()
  expect(page.url()).toContain('time=night')
  await page.goBack()
  await title(page, 'Dashboard').waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('Back closes the top layer first, one layer at a time', async () => {
  const actor = await openBrowser(stage)
  const { page } = actor
  await toShift(actor)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await palette.waitFor()
  await page.goBack()
  await palette.waitFor({ state: 'detached' })
  await help.waitFor()
  await page.goBack()
  await help.waitFor({ state: 'detached' })
  await title(page, 'Parade').waitFor()
  await page.goBack()
  await title(page, 'Dashboard').waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('a page reloaded while a sheet was open has no sheet, and Back goes to the previous page', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await toShift(actor)
  await ask(page)
  await page.reload()
  await title(page, 'Parade').waitFor()
  expect(await asking(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Swap or give away: Parade' }).waitFor()
  await page.goBack()
  await title(page, 'Dashboard').waitFor()
  await actor.context.close()
})

test('a link in the phone menu navigates, and one Back returns to the page under the menu', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await comeIn(actor, department, chief)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const [name, heading] of [
    ['Officers', 'Officers'],
    ['Staffing', 'Staffing'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name, exact: true }).click()
    await title(page, heading).waitFor()
    await menu.waitFor({ state: 'detached' })
  }
  await page.goBack()
  await title(page, 'Officers').waitFor()
  await page.goBack()
  await title(page, 'Dashboard').waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.waitFor()
  await page.goBack()
  await menu.waitFor({ state: 'detached' })
  await title(page, 'Dashboard').waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('the link above a shift leads to where the officer came from, and to the schedule if it was opened directly', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await toShift(actor)
  const back = (name: string) => page.locator('main header').getByRole('link', { name, exact: true })
  await back('Dashboard').waitFor()
  const address = page.url()
  await page.reload()
  await back('Dashboard').tap()
  await title(page, 'Dashboard').waitFor()
  await page.goto(address)
  await back('Schedule').tap()
  await title(page, 'Schedule').waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('address changes made while a dialog was open are kept when the dialog closes', async () => {
  const actor = await openBrowser(stage)
  const { page } = actor
  await comeIn(actor, department, officer)
  const help = page.getByRole('dialog', { name: 'Help' })
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page.goto('/officer/assignments?help=problem')
    await help.waitFor()
    await help.getByLabel('Title').waitFor()
    // Closing the panel removes its name from the URL, in a history entry that is then left.
    await close()
    await help.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => [location.search, history.state.layer ?? 0])).toEqual(['', 0])
    await title(page, 'Available Jobs').waitFor()
  }
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('a half-typed feature request is restored after Back closed it', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await toShift(actor)
  const help = page.getByRole('dialog', { name: 'Help' })
  const openIt = async () => {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await help.getByRole('tab', { name: 'Feature request' }).click()
  }
  await openIt()
  await help.getByLabel('Title').fill('Half typed')
  await page.goBack()
  await help.waitFor({ state: 'detached' })
  await openIt()
  await expect.poll(() => help.getByLabel('Title').inputValue()).toBe('Half typed')
  await actor.context.close()
})
