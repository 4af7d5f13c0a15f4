import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallOf } from '#platform/shared/zone.ts'
import { type Actor, addRecord, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A laptop of 1024 pixels: one line of filters, and every row's actions in view. */
let stage: Stage
let admin: Actor
let department: Awaited<ReturnType<typeof makeDepartment>>
let watcher: Awaited<ReturnType<typeof department.addPerson>>
const small = { width: 1024, height: 768 }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const boss = await department.addPerson('Sergeant Small', 'admin')
  watcher = await department.addPerson('Watcher', 'officer')
  await department.addShift({ title: 'Memorial Stadium, high school football, visitor stand', from: 4000, to: 4330 })
  // Only then does an officer's list have units to choose from.
  await stage.rows(`update posts set requirements = '{"units": ["Patrol Northwest"]}' where organization_id = $1`, [
    department.id,
  ])
  const people = [
    await department.addPerson('Samuel Whitfield', 'officer'),
    await department.addPerson('Brian Sutton', 'officer'),
  ]
  await stage.rows(
    `update officers set unit = 'Patrol Northwest', rank = 'Senior Officer' where organization_id = $1`,
    [department.id],
  )
  for (const one of people) {
    await stage.rows(
      `insert into overtime_requests (organization_id, officer_id, kind, starts_at, minutes, reason, submitted_at)
       values ($1, $2, 'report_writing', $3, 75, 'Crash report with measurements and two witness statements', now() - interval '8 days')`,
      [department.id, one.officer_id, noonIn(-9)],
    )
    await stage.rows(
      `insert into leave_requests (organization_id, officer_id, kind, whole_days, starts_at, ends_at)
       values ($1, $2, 'vacation', true, (current_date + 20)::timestamp at time zone 'America/Chicago',
         (current_date + 23)::timestamp at time zone 'America/Chicago')`,
      [department.id, one.officer_id],
    )
    const shift = await department.addShift({ title: 'Stadium gate', from: 60, to: 390 })
    await department.addSignup(shift, one, 'confirmed')
    // Whole in one week, whatever the hour is now.
    const range = await department.addShift({ title: 'Range day', at: noonIn(2), from: 0, to: 330 })
    await department.addSignup(range, one, 'confirmed')
    // Its record has two flags, and an original time below each press.
    const worked = await department.addShift({ title: 'Memorial Stadium, visitor stand', from: -2000, to: -1500 })
    const signup = await department.addSignup(worked, one, 'confirmed')
    await addRecord(stage, signup)
    await stage.rows(
      `update attendance set checked_in_at = checked_in_at + interval '24 minutes', worked_minutes = 436,
         checked_out_at = checked_out_at - interval '40 minutes' where signup_id = $1`,
      [signup],
    )
    // In the leave they ask for.
    const day = 24 * 60
    const parade = await department.addShift({ title: 'Parade', from: 21 * day, to: 21 * day + 240 })
    await department.addSignup(parade, one, 'confirmed')
  }
  admin = await openBrowser(stage, small)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
/** Whether the middle of a control shows the control itself, without scrolling anything. */
const isInView = (what: Locator) =>
  what.evaluate((one) => {
    const { left, right, top, height } = one.getBoundingClientRect()
    return right <= window.innerWidth && one.contains(document.elementFromPoint((left + right) / 2, top + height / 2))
  })

test.each([
  ['/admin/assignments', 'Filter shifts'],
  ['/admin/assignments?kind=overtime&from=2026-11-01', 'Filter shifts'],
  ['/admin/officers', 'Find officers'],
  ['/admin/reports', 'Filter report'],
  ['/admin/overtime', 'Filter extra time'],
  ['/admin/audit', 'Filter audit log'],
  ['/admin/assignments?view=week&kind=overtime', 'Schedule'],
])('the filters of %s take one line at every width, with the sidebar open or not', async (path, name) => {
  const { page } = admin
  await page.setViewportSize(small)
  await page.goto(path)
  const filters = page.getByRole('search', { name })
  await filters.waitFor()
  for (const sidebar of ['as it starts', 'open'] as const) {
    if (sidebar === 'open') await page.getByRole('button', { name: /^Expand the sidebar/ }).click()
    for (const width of [1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // A label above a control; the schedule's have none.
      await expect
        .poll(async () => (await boxOf(filters)).height, { message: `${width}, ${sidebar}` })
        .toBeLessThan(name === 'Schedule' ? 44 : 80)
    }
    await page.setViewportSize(small)
  }
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Collapse the sidebar/ }).click()
})

test('the list of shifts has what is over on request, and the settings lead to each of their sections', async () => {
  const { page } = admin
  await department.addShift({ title: 'Harbor watch, over', from: -400, to: -20 })
  await page.goto('/admin/assignments')
  const filters = page.getByRole('search', { name: 'Filter shifts' })
  await page.getByRole('table', { name: 'Assignments' }).getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('link', { name: 'Harbor watch, over' }).count()).toBe(0)
  await filters.getByRole('button', { name: /^More filters/ }).click()
  await filters.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Past' }).click()
  await page.getByRole('link', { name: 'Harbor watch, over' }).waitFor()
  await page.waitForURL('**/admin/assignments?when=past')

  await page.goto('/admin/settings')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const current = () => sections.locator('[aria-current]').allInnerTexts()
  await sections.getByRole('link', { name: 'Locations' }).click()
  await expect.poll(current).toEqual(['Locations'])
  const top = async () => (await page.getByRole('heading', { name: 'Locations' }).boundingBox())?.y ?? 0
  await expect.poll(top).toSatisfy((y) => y > 56 && y < 200)
  await sections.getByRole('link', { name: 'Department' }).click()
  await expect.poll(current).toEqual(['Department'])
  expect(await axeFindings(page)).toEqual([])
})

test('the other filters open on demand, and the button says how many are set', async () => {
  const { page } = admin
  await page.goto('/admin/assignments?kind=overtime&unfilled=yes')
  const filters = page.getByRole('search', { name: 'Filter shifts' })
  await filters.getByRole('switch', { name: 'Open spots' }).waitFor()
  // What is in sight is not counted.
  await filters.getByRole('button', { name: 'More filters (1)' }).click()
  await filters.getByLabel('Type').waitFor()
  await filters.getByLabel('Rank').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  // There the type fits too, and is in sight.
  await filters.getByRole('button', { name: 'More filters', exact: true }).click()
  await expect.poll(() => filters.getByLabel('Rank').count()).toBe(0)
  expect(await filters.getByLabel('Type').isVisible()).toBe(true)
  await page.setViewportSize(phone)
  await filters.getByRole('button', { name: 'Filters (2)' }).waitFor()
  // A choice that is “any” is not counted.
  for (const [query, name] of [
    ['', 'Filters'],
    ['?sign-in=locked', 'Filters (1)'],
  ] as const) {
    await page.goto(`/admin/officers${query}`)
    await page.getByRole('search', { name: 'Find officers' }).getByRole('button', { name, exact: true }).waitFor()
  }
  await page.setViewportSize(small)
})

test('a claim is approved in view, the other decisions are in its menu, and nothing is covered', async () => {
  const { page } = admin
  await page.goto('/admin/overtime')
  for (const action of ['Approve', 'More for'])
    for (const name of ['Samuel Whitfield', 'Brian Sutton']) {
      const button = page.getByRole('button', { name: new RegExp(`^${action} ${name}`) })
      await button.waitFor()
      expect(await isInView(button), `${action} ${name}`).toBe(true)
    }
  // A table that is wider than its frame has its actions over its last column.
  const frame = page.getByRole('region', { name: 'Extra time, pending' })
  expect(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await page.getByRole('button', { name: /^More for Brian Sutton/ }).click()
  for (const action of ['Correct', 'Return', 'Deny']) await page.getByRole('menuitem', { name: action }).waitFor()
  await page.keyboard.press('Escape')
})

test.each([1024, 1280, 1440])('a record shows its flags and its decisions whole, %i px wide', async (width) => {
  const { page } = admin
  await page.setViewportSize({ width, height: 800 })
  await page.goto('/admin/attendance')
  const frame = page.getByRole('region', { name: 'Records to review' })
  const row = frame.getByRole('row', { name: /Brian Sutton/ })
  for (const flag of ['Late in', 'Early out']) {
    await row.getByText(flag).waitFor()
    expect(await isInView(row.getByText(flag)), flag).toBe(true)
  }
  expect(await isInView(row.getByRole('button', { name: /^Approve Brian Sutton/ }))).toBe(true)
  expect(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  if (width < 1280) {
    await row.getByRole('button', { name: /^More for Brian Sutton/ }).click()
    for (const action of ['Correct', 'Return']) await page.getByRole('menuitem', { name: action }).waitFor()
    await page.keyboard.press('Escape')
  } else expect(await isInView(row.getByRole('button', { name: 'Correct' }))).toBe(true)
  await page.setViewportSize(small)
})

test('a leave request has its button at the end of its line', async () => {
  const { page } = admin
  await page.goto('/admin/staffing/leave')
  const review = page.getByRole('button', { name: 'Review leave for Brian Sutton' })
  await review.waitFor()
  await page.getByText('1 confirmed shift').first().waitFor()
  const [button, name] = [await boxOf(review), await boxOf(page.getByRole('link', { name: 'Brian Sutton' }))]
  expect(Math.abs(button.y - name.y)).toBeLessThan(40)
  expect(button.x).toBeGreaterThan(800)
})

test('the schedule by officer shows names whole, beside nothing that cuts them off', async () => {
  const { page } = admin
  const { date } = wallOf(noonIn(2).toISOString(), 'America/Chicago')
  await page.goto(`/admin/assignments?view=week&day=${date}&rows=officer`)
  const name = page.getByRole('rowheader', { name: /Samuel Whitfield/ }).getByText('Samuel Whitfield')
  await name.waitFor()
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await page
    .getByRole('rowheader', { name: /Samuel Whitfield/ })
    .getByText(/^\d+(\.\d)? h extra$/)
    .filter({ visible: true })
    .first()
    .waitFor()
})

test('the page scrolls the week below its days, with titles whole, and stays in place for the next week', async () => {
  const { page } = admin
  for (const week of [0, 7])
    for (let n = 0; n < 14; n++)
      await department.addShift({
        title: n ? `Gate ${n}` : 'Counterfeit goods, river front',
        at: noonIn(week + 2),
        from: n,
        to: 240,
      })
  const { date } = wallOf(noonIn(2).toISOString(), 'America/Chicago')
  await page.goto(`/admin/assignments?view=week&day=${date}`)
  const title = page.getByRole('rowheader', { name: /Counterfeit/ }).getByText('Counterfeit goods, river front')
  await title.waitFor()
  expect(await title.evaluate((one) => one.scrollHeight <= one.clientHeight + 1 && one.clientHeight > 30)).toBe(true)
  const grid = page.getByRole('grid', { name: 'Schedule by shift' })
  // No place of its own to scroll in, neither way.
  expect(await grid.evaluate(({ parentElement: frame }) => frame && getComputedStyle(frame).overflowY)).toBe('clip')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)
  const next = page.getByRole('button', { name: 'Next week' })
  for (const one of [next, grid.getByRole('columnheader').nth(1), page.getByLabel('Legend').getByText('Overtime')])
    expect(await isInView(one)).toBe(true)
  // The keyboard goes on below the days, and above the legend.
  await grid.locator('[data-spot]').nth(30).focus()
  for (const key of ['ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', 'Control+End', 'Control+Home'] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => isInView(page.locator('[data-spot]:focus'))).toBe(true)
  }
  await page.evaluate(() => window.scrollTo(0, 90))
  await next.click()
  await grid
    .getByRole('columnheader', {
      name: new RegExp(`^\\w{3} ${Number(wallOf(noonIn(9).toISOString(), 'America/Chicago').date.slice(8))}\\b`),
    })
    .waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect(await axeFindings(page)).toEqual([])
})

test('on a phone the schedule’s controls take three lines, and its marks are explained', async () => {
  const { page } = admin
  // With the scroll bar that a phone doesn't show.
  await page.setViewportSize({ ...phone, width: phone.width + 15 })
  await page.goto('/admin/assignments?view=week')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Filters').waitFor()
  await button('Copy week').waitFor()
  const top = async (one: Locator) => (await boxOf(one)).y
  const newShift = page.getByRole('link', { name: 'New shift', exact: true }).first()
  for (const [one, other] of [
    [button('This week'), button('7 days from today')],
    [button('Copy week'), newShift],
    [button('Week'), button('Filters')],
  ] as const)
    expect(Math.abs((await top(one)) - (await top(other)))).toBeLessThan(12)
  await page.getByText('Open spots', { exact: true }).waitFor()
})

test('on a phone the schedule’s filters keep their words on one line', async () => {
  const { page } = admin
  // With the scroll bar that a phone doesn't show.
  await page.setViewportSize({ ...phone, width: phone.width + 15 })
  await page.goto('/admin/assignments?view=week')
  await page.getByRole('search', { name: 'Schedule' }).getByRole('button', { name: 'Filters' }).click()
  const kind = page.getByRole('search', { name: 'Schedule' }).getByRole('combobox', { name: 'Kind' })
  await kind.waitFor()
  await page.getByRole('combobox', { name: 'Unit' }).waitFor()
  const lines = (text: string) =>
    kind.getByText(text).evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return new Set([...range.getClientRects()].map((line) => line.top)).size
    })
  expect(await lines('All types')).toBe(1)
  expect(admin.faults).toEqual([])
})

test('an officer’s list there has one line of filters, and buttons of one line', async () => {
  const officer = await openBrowser(stage, small)
  await comeIn(officer, department, watcher, '/officer/assignments')
  const { page } = officer
  const filters = page.getByRole('search', { name: 'Filter shifts' })
  await filters.getByLabel('Days ahead').waitFor()
  const request = page.getByRole('button', { name: /^Request shift: Memorial Stadium/ })
  await request.waitFor()
  expect((await boxOf(request)).height).toBeLessThan(40)
  await filters.getByLabel('Unit').waitFor()
  const tops = ['Date', 'Weekday', 'Unit', 'Days ahead'].map(
    async (label) => (await boxOf(filters.getByLabel(label))).y,
  )
  const [top = 0, ...others] = await Promise.all(tops)
  for (const other of others) expect(Math.abs(other - top)).toBeLessThan(8)
  expect(officer.faults).toEqual([])
})
