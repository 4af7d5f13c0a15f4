import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A large roster: filters that are kept, and edits of everyone whom a filter finds. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let boss: Awaited<ReturnType<typeof department.addPerson>>
let admin: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  await stage.rows(
    `insert into officers (organization_id, name, unit, rank, approved)
     select $1, 'Patrol ' || lpad(n::text, 3, '0'), 'Patrol', case when n <= 60 then 'Sergeant' else 'Officer' end, true
     from generate_series(1, 120) n`,
    [department.id],
  )
  await stage.rows(
    `update officers set unit = 'K9' where organization_id = $1 and name in ('Patrol 001', 'Patrol 002')`,
    [department.id],
  )
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const inUnit = async (unit: string) => {
  const [row] = await stage.rows<{ n: number }>(
    'select count(*)::int as n from officers where organization_id = $1 and unit = $2',
    [department.id, unit],
  )
  return row?.n
}
const bar = ({ page }: Actor) => page.getByRole('toolbar', { name: 'Selected rows' })

test('an admin moves everyone who matches to another unit, not only the rows on screen, and takes it back', async () => {
  const { page } = admin
  await page.goto('/admin/officers?rank=Sergeant')
  await page.getByText('50 officers shown').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bar(admin).getByText('50 selected').waitFor()
  await bar(admin).getByRole('button', { name: 'Select all 60 that match' }).click()
  await bar(admin).getByText('60 selected').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await bar(admin).getByRole('button', { name: 'Edit 60' }).click()
  await page.getByRole('menuitem', { name: 'Set unit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set unit' })
  await dialog.getByRole('combobox', { name: 'Unit' }).fill('K9')
  await dialog.getByText('58 officers will change. Unchanged: 2 already set.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 58 officers' }).click()
  const done = page.getByText('58 officers moved')
  await done.waitFor()
  await page.getByText('Unchanged: 2 already set.').waitFor()
  expect(await inUnit('K9')).toBe(60)
  await expect.poll(() => bar(admin).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('58 officers restored').waitFor()
  expect(await inUnit('K9')).toBe(2)
  expect(admin.faults).toEqual([])
})

test('only the page scrolls: the header of the table stays in sight, and while rows are selected the bar does', async () => {
  const { page } = admin
  await page.goto('/admin/officers?rank=Sergeant')
  await page.getByText('50 officers shown').waitFor()
  const table = page.getByRole('table', { name: 'Officers' })
  // Nothing around the table scrolls up and down.
  const inner = await table.evaluate((one) => {
    const scrolls = (box: Element) =>
      box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)
    const around: string[] = []
    for (let box = one.parentElement; box && box !== document.documentElement; box = box.parentElement)
      if (scrolls(box)) around.push(box.className)
    return around
  })
  expect(inner).toEqual([])
  const top = async () => (await page.getByRole('columnheader', { name: /^Name/ }).boundingBox())?.y ?? -1
  const last = page.getByRole('row', { name: /Patrol 049/ })
  await last.scrollIntoViewIfNeeded()
  const under = (await page.locator('header[data-banner]').boundingBox())?.height ?? 0
  await expect.poll(top).toBeLessThan(under + 4)
  expect(await top()).toBeGreaterThanOrEqual(under - 1)
  await last.getByRole('checkbox').click()
  await bar(admin).getByText('1 selected').waitFor()
  const seen = await bar(admin).boundingBox()
  expect(seen?.y).toBeGreaterThanOrEqual(under - 1)
  expect(seen?.y).toBeLessThan(under + 12)
  expect(await axeFindings(page)).toEqual([])
  await bar(admin).getByRole('button', { name: 'Clear' }).click()
})

test('clearing one row or changing the filter ends the selection of everyone', async () => {
  const { page } = admin
  await page.goto('/admin/officers?unit=Patrol')
  await page.getByText('50 officers shown').waitFor()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await all.click()
  const everyone = bar(admin).getByRole('button', { name: 'Select all 118 that match' })
  await everyone.click()
  await bar(admin).getByText('118 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select Patrol 003' }).click()
  await bar(admin).getByText('49 selected').waitFor()
  await bar(admin).getByRole('button', { name: 'Edit 49' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select Patrol 003' }).click()
  await everyone.click()
  await bar(admin).getByText('118 selected').waitFor()
  await bar(admin).getByRole('button', { name: 'Select only the 50 loaded' }).click()
  await bar(admin).getByText('50 selected').waitFor()
  await everyone.click()
  await bar(admin).getByText('118 selected').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('Patrol 00')
  await page.getByText(/^7 officers$/).waitFor()
  expect(await bar(admin).count()).toBe(0)
  expect(admin.faults).toEqual([])
})

test('filters are kept under a name, applied with one press, and deleted', async () => {
  const { page } = admin
  await page.goto('/admin/officers?unit=K9&rank=Sergeant')
  await page.getByText(/^2 officers$/).waitFor()
  await page.getByRole('button', { name: 'Save filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these filters' })
  await dialog.getByLabel('Name').fill('K9 sergeants')
  await dialog.getByRole('button', { name: 'Save filters' }).click()
  const saved = page.getByRole('button', { name: 'K9 sergeants', exact: true })
  await saved.waitFor()
  await expect.poll(() => saved.getAttribute('aria-pressed')).toBe('true')
  // They are there again at the next visit, with everyone in the list until they are applied.
  await page.goto('/admin/officers')
  await page.getByText('50 officers shown').waitFor()
  expect(await saved.getAttribute('aria-pressed')).toBe('false')
  await saved.click()
  await page.getByText(/^2 officers$/).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('unit')).toBe('K9')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete filter K9 sergeants' }).click()
  await page.getByRole('button', { name: 'Delete filter', exact: true }).click()
  await expect.poll(() => saved.count()).toBe(0)
  await page.getByText(/^2 officers$/).waitFor()
  expect(admin.faults).toEqual([])
})

test('on a phone everyone who matches can be selected too', async () => {
  const hand = await openBrowser(stage, phone)
  await comeIn(hand, department, boss, '/admin/officers?rank=Sergeant')
  const { page } = hand
  await page.getByText('50 officers shown').waitFor()
  // All but the search is behind one button.
  expect(await page.getByRole('combobox', { name: 'Rank' }).count()).toBe(0)
  const filters = page.getByRole('button', { name: 'Filters (1)' })
  await filters.click()
  await page.getByRole('combobox', { name: 'Rank' }).waitFor()
  await filters.click()
  await page.getByRole('combobox', { name: 'Rank' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bar(hand).getByRole('button', { name: 'Select all 60 that match' }).click()
  await bar(hand).getByText('60 selected').waitFor()
  // In the action bar, above the bar of the four pages.
  const [low, nav] = [await bar(hand).boundingBox(), await page.locator('[data-bars] nav').boundingBox()]
  expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(nav?.y ?? 0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  expect(await axeFindings(page)).toEqual([])
  await bar(hand).getByRole('button', { name: 'Clear', exact: true }).tap()
  // Two lines each: what explains itself has no label, except for screen readers.
  const row = page.getByRole('list', { name: 'Officers' }).getByRole('listitem').nth(3)
  const { height } = (await row.boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(44)
  expect(height).toBeLessThanOrEqual(64)
  expect(await row.getByRole('term').allTextContents()).toEqual(['Rank', 'Unit'])
  // The whole row opens the officer, but its box and its menu have their own press.
  const name = (await row.getByRole('link').textContent()) ?? ''
  await row.getByRole('checkbox').tap()
  await bar(hand).getByText('1 selected').waitFor()
  await row.getByRole('button', { name: `More for ${name}` }).tap()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await row.tap({ position: { x: 150, y: height - 10 } })
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(hand.faults).toEqual([])
})

test('on a phone the list of shifts has a heading for each day', async () => {
  for (const [title, from] of [
    ['Parade', 4 * 1440],
    ['Harbor watch', 4 * 1440],
    ['Court duty', 6 * 1440],
  ] as const)
    await department.addShift({ title, from, to: from + 60 })
  const hand = await openBrowser(stage, phone)
  await comeIn(hand, department, boss, '/admin/assignments')
  const { page } = hand
  const days = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect.poll(() => days.count()).toBe(2)
  const [first = '', second = ''] = await days.allTextContents()
  const titles = (day: string) =>
    page
      .getByRole('list', { name: `Assignments, ${day}` })
      .getByRole('link')
      .allTextContents()
  expect((await titles(first)).toSorted()).toEqual(['Harbor watch', 'Parade'])
  expect(await titles(second)).toEqual(['Court duty'])
  expect(await axeFindings(page)).toEqual([])
  expect(hand.faults).toEqual([])
})
