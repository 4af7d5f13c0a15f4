import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin makes rows compact from the theme menu and from a table, in tables and in the schedule; a phone keeps its rows. */
let stage: Stage
let admin: Actor
let pocket: Actor

beforeAll(async () => {
  stage = await startStage()
  const department = await makeDepartment(stage)
  const chief = await department.addPerson('Chris Cole', 'admin')
  const gate = await department.addShift({ title: 'Stadium gate', at: noonIn(0), from: 60, to: 300, places: 4 })
  for (const name of ['Dana Reyes', 'Eli Park', 'Fay Long'])
    await department.addSignup(gate, await department.addPerson(name, 'officer'), 'confirmed')
  await department.addShift({ title: 'Front desk', at: noonIn(0), from: 120, to: 360 })
  admin = await openBrowser(stage, desk)
  pocket = await openBrowser(stage, phone)
  await comeIn(admin, department, chief)
  await comeIn(pocket, department, chief)
})
afterAll(() => stage.close())

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: 'Dana Reyes' })
const heightOf = async (page: Page) => Math.round((await rowOf(page).boundingBox())?.height ?? 0)
const choose = async (page: Page, name: 'Light' | 'Dark' | 'Compact' | 'Regular') => {
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
const look = async (name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await admin.page.screenshot({ path: `${folder}/${name}.png` })
}
/** Controls of the table that cannot be pressed 11 px beside their middle; links in text may be lower. */
const smallIn = (page: Page) =>
  page.locator('tbody').evaluate((body) =>
    [...body.querySelectorAll('button, [role=checkbox]')]
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const beside = [
          [x - 11.5, y],
          [x + 11.5, y],
          [x, y - 11.5],
          [x, y + 11.5],
        ] as const
        return beside.some(([a, b]) => !one.contains(document.elementFromPoint(a, b)))
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent),
  )

test('rows become lower at once, on every page and after a reload, with targets of 24 px', async () => {
  const { page } = admin
  await page.goto(`${stage.base}/admin/officers`)
  await rowOf(page).waitFor()
  const before = await heightOf(page)
  expect(before).toBeGreaterThanOrEqual(40)
  await choose(page, 'Compact')
  await expect.poll(() => heightOf(page)).toBeLessThan(before)
  expect(await heightOf(page)).toBeGreaterThanOrEqual(32)
  for (const theme of ['Light', 'Dark'] as const) {
    await choose(page, theme)
    expect(await smallIn(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await look(`compact-${theme}`)
  }
  await page.reload()
  await rowOf(page).waitFor()
  expect(await heightOf(page)).toBeLessThan(before)
})

test('a table’s own menu has the same choice', async () => {
  const { page } = admin
  const compact = await heightOf(page)
  const item = page.getByRole('menuitemcheckbox', { name: 'Compact rows' })
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await item.getAttribute('aria-checked')).toBe('true')
  await item.click()
  await expect.poll(() => heightOf(page)).toBeGreaterThan(compact)
  await item.press('Space')
  await expect.poll(() => heightOf(page)).toBe(compact)
  await page.keyboard.press('Escape')
  expect(admin.faults).toEqual([])
})

test('the week follows at once, by shift and by officer, with entries of 24 px and none cut off', async () => {
  const { page } = admin
  for (const [rows, name] of [
    ['shift', /Front desk/],
    ['officer', /Dana Reyes/],
  ] as const) {
    await choose(page, 'Regular')
    await page.goto(`${stage.base}/admin/assignments?view=week&rows=${rows}`)
    const row = page.getByRole('row', { name }).first()
    await row.waitFor()
    const height = async () => Math.round((await row.boundingBox())?.height ?? 0)
    const regular = await height()
    expect(regular).toBeGreaterThanOrEqual(54)
    await look(`week-${rows}-regular`)
    await choose(page, 'Compact')
    await expect.poll(height).toBeLessThan(regular)
    // Each row is as high as it was given: nothing in it needs more, in narrower columns neither.
    const tooHigh = () =>
      page
        .locator('tbody tr[style]')
        .evaluateAll(
          (rows) =>
            rows.filter(
              (tr) => tr.getBoundingClientRect().height - Number.parseFloat((tr as HTMLElement).style.height) >= 1,
            ).length,
        )
    expect(await tooHigh()).toBe(0)
    await page.setViewportSize({ width: 1100, height: 900 })
    await expect.poll(tooHigh).toBe(0)
    await page.setViewportSize(desk)
    expect(await axeFindings(page, ['target-size'])).toEqual([])
    await look(`week-${rows}-compact`)
    // And from the start.
    await page.reload()
    await expect.poll(height).toBeLessThan(regular)
  }
  expect(admin.faults).toEqual([])
})

test('a phone keeps its rows and offers no choice', async () => {
  const { page } = pocket
  await page.goto(`${stage.base}/admin/officers`)
  const card = page.getByRole('listitem').filter({ hasText: 'Dana Reyes' }).first()
  await card.waitFor()
  const height = (await card.boundingBox())?.height
  await page.evaluate(() => localStorage.setItem('density', 'compact'))
  await page.reload()
  await card.waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.density)).toBe('compact')
  expect((await card.boundingBox())?.height).toBe(height)
  await page.getByRole('button', { name: 'Theme' }).tap()
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
  expect(await page.getByRole('menuitemradio', { name: 'Compact' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(pocket.faults).toEqual([])
})
