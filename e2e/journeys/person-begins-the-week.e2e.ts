import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Someone planning ahead on a Friday can make the schedule's week begin that day, on a phone and at a desk. */
let stage: Stage
let officer: Actor
let admin: Actor

beforeAll(async () => {
  stage = await startStage()
  const department = await makeDepartment(stage)
  // One in the seven days from today and one in those after them: a week without any has no sheet.
  for (const from of [2 * 1440, 9 * 1440]) await department.addShift({ title: 'Front desk', from, to: from + 240 })
  officer = await openBrowser(stage, phone)
  admin = await openBrowser(stage)
  await comeIn(officer, department, await department.addPerson('Dana Reyes', 'officer'))
  await comeIn(admin, department, await department.addPerson('Sergeant Shaw', 'admin'))
})
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
}
const choice = (page: Page) => page.getByRole('button', { name: '7 days from today' })
const strip = (page: Page) => page.getByRole('list', { name: 'Days of the week' }).getByRole('button')
/** What the first column of the sheet says of its day. */
const isTodayFirst = (page: Page) =>
  page.getByRole('grid').getByRole('columnheader').nth(1).getAttribute('aria-current')

test('an officer’s week begins today, also after a reload, and a link to a day shows that day', async () => {
  const { page } = officer
  await page.goto('/officer/schedule')
  await expect.poll(() => choice(page).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => strip(page).first().textContent()).toMatch(/Sunday/)
  await choice(page).tap()
  await expect.poll(() => strip(page).first().textContent()).toMatch(/, today,/)
  await page.getByText('What the symbols mean').tap()
  await page.getByRole('listitem').filter({ hasText: 'Ordered in' }).waitFor()
  await clean(officer)
  await page.reload()
  await expect.poll(() => strip(page).first().textContent()).toMatch(/, today,/)
  expect(await choice(page).getAttribute('aria-pressed')).toBe('true')

  await page.getByRole('button', { name: 'Next week' }).tap()
  await expect.poll(() => page.url()).toMatch(/day=\d{4}-\d\d-\d\d$/)
  const next = new URL(page.url()).searchParams.get('day')
  await expect.poll(() => strip(page).first().getAttribute('aria-pressed')).toBe('true')
  // A day in the middle of that week, as a link from elsewhere names it.
  const linked = new Date(Date.parse(`${next}T12:00:00Z`) + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/officer/schedule?day=${linked}`)
  await expect.poll(() => strip(page).nth(3).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'This week' }).tap()
  await expect.poll(() => strip(page).first().textContent()).toMatch(/, today,/)
  await choice(page).tap()
  await expect.poll(() => strip(page).first().textContent()).toMatch(/Sunday/)
})

test('the sheet of an admin does the same, for this person on this device only', async () => {
  const { page } = admin
  await page.goto('/admin/assignments?view=week')
  await expect.poll(() => choice(page).getAttribute('aria-pressed')).toBe('false')
  await choice(page).click()
  await expect.poll(() => isTodayFirst(page)).toBe('date')
  await clean(admin)
  await page.reload()
  await expect.poll(() => isTodayFirst(page)).toBe('date')
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect.poll(() => isTodayFirst(page)).toBeNull()
  await page.getByRole('button', { name: 'This week' }).click()
  await expect.poll(() => isTodayFirst(page)).toBe('date')
  // A month's sheet always has whole calendar weeks, and no such choice.
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await choice(page).waitFor({ state: 'detached' })
})
