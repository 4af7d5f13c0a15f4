import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The sergeant plans from the schedule: copies a week, drags officers and shifts, and replaces an officer who calls in sick. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let boss: Awaited<ReturnType<typeof department.addPerson>>
let ana: typeof boss
let ben: typeof boss
let admin: Actor
let gate: { assignment_id: string; post_id: string }
let desk: typeof gate

const day = 24 * 60
/** Noon of the Tuesday of next week in Chicago: the days around it are in the same week. */
const tuesday = noonIn(9 - noonIn(0).getUTCDay())
/** The date in Chicago, in minutes from that noon. */
const dayOf = (minutes: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(tuesday.getTime() + minutes * 60_000)
const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
}
const week = (minutes: number) => `/admin/assignments?view=week&day=${dayOf(minutes)}`
const grid = ({ page }: Actor) => page.getByRole('grid', { name: 'Schedule by shift' })
const chip = (actor: Actor, name: RegExp) => grid(actor).getByRole('button', { name })
const held = async (shift: typeof gate) =>
  (
    await stage.rows<{ name: string }>(
      `select o.name from officer_assignments s join officers o on o.id = s.officer_id
       where s.assignment_id = $1 and s.status = 'confirmed' order by o.name`,
      [shift.assignment_id],
    )
  ).map(({ name }) => name)
const startOf = async (shift: typeof gate) =>
  (
    await stage.rows<{ day: string }>(
      `select to_char(starts_at at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI') as day from assignments where id = $1`,
      [shift.assignment_id],
    )
  )[0]?.day
const middleOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const focused = (actor: Actor) => actor.page.evaluate(() => document.activeElement?.textContent ?? '')

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  ana = await department.addPerson('Ana Reyes', 'officer')
  ben = await department.addPerson('Ben Cho', 'officer')
  await department.addPerson('Cleo Frost', 'officer')
  gate = await department.addShift({ title: 'Stadium gate', at: tuesday, from: 0, to: 240, places: 2 })
  desk = await department.addShift({ title: 'Front desk', at: tuesday, from: day, to: day + 180 })
  const court = await department.addShift({ title: 'Court', at: tuesday, from: 600, to: 660 })
  await department.addSignup(gate, ana, 'confirmed')
  await department.addSignup(court, ben, 'confirmed')
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

test('opens what can be done from an entry, and Escape gives the focus back', async () => {
  const { page } = admin
  await page.goto(week(0))
  await chip(admin, /Stadium gate, Ana Reyes/).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Mark as sick' }).waitFor()
  await clean(admin)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => focused(admin)).toMatch(/Ana Reyes/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(admin)).toMatch(/Open/)
  await page.keyboard.press('n')
  await page.waitForURL(/assignments\/new\?date=/)
  await page.goBack()
})

test('fills in the officer where an empty cell of an officer is pressed, and assigns with the shift', async () => {
  const { page } = admin
  await page.goto(`${week(0)}&rows=officer`)
  const row = page.getByRole('row', { name: /Cleo Frost/ })
  await row
    .getByRole('link', { name: /: empty\. New shift$/ })
    .nth(4)
    .click()
  await page.getByText('For Cleo Frost').waitFor()
  await page.getByLabel('Title').fill('Escort')
  await page.getByLabel('Start', { exact: true }).fill('08:00')
  await page.getByLabel('End', { exact: true }).fill('09:00')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Cleo Frost was assigned.').waitFor()
})

test('replaces an officer who calls in sick in three presses, and undoes it', async () => {
  const { page } = admin
  await page.goto(week(0))
  await chip(admin, /Stadium gate, Ana Reyes/).click()
  await page.getByRole('menuitem', { name: 'Mark as sick' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ana Reyes called in sick' })
  const rows = sheet.getByRole('list', { name: 'Replacements' }).getByRole('listitem')
  // Ben and Cleo work an hour each that week: by name. Nobody takes a spot by their own press.
  await rows.first().getByText('Ben Cho').waitFor()
  await clean(admin)
  await sheet.getByRole('button', { name: 'Assign: Ben Cho' }).click()
  await page.getByText('Ben Cho was assigned.').waitFor()
  await chip(admin, /Stadium gate, Ben Cho/).waitFor()
  expect(await held(gate)).toEqual(['Ben Cho'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  await chip(admin, /Stadium gate, Ana Reyes/).waitFor()
  expect(await held(gate)).toEqual(['Ana Reyes'])
})

test('drags an officer to another shift, which shows whether the drop is allowed, and undoes it', async () => {
  const { page } = admin
  await page.goto(week(0))
  const from = await middleOf(chip(admin, /Stadium gate, Ana Reyes/))
  const to = await middleOf(chip(admin, /Front desk, Open/))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.getByText(/Move to Front desk, .*: eligible/).waitFor()
  await clean(admin)
  await page.mouse.up()
  await page.getByText('Ana Reyes moved to Front desk.').waitFor()
  await expect.poll(() => held(desk)).toEqual(['Ana Reyes'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => held(gate)).toEqual(['Ana Reyes'])
  // Over a full shift the reason is there before the mouse is let go, and nothing moves.
  await chip(admin, /Stadium gate, Ana Reyes/).waitFor()
  const full = await middleOf(chip(admin, /Court, Ben Cho/))
  const again = await middleOf(chip(admin, /Stadium gate, Ana Reyes/))
  await page.mouse.move(again.x, again.y)
  await page.mouse.down()
  await page.mouse.move(again.x + 10, again.y + 10, { steps: 3 })
  await page.mouse.move(full.x, full.y, { steps: 8 })
  await page.getByText('Shift full').first().waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await held(gate)).toEqual(['Ana Reyes'])
})

test('drags a shift to another day at the same time, and asks where officers are confirmed', async () => {
  const { page } = admin
  await page.goto(week(0))
  const before = await startOf(desk)
  const open = chip(admin, /Front desk, Open/)
  const at = await middleOf(open)
  const cell = grid(admin)
    .getByRole('row', { name: /Front desk/ })
    .getByRole('gridcell')
    .nth(5)
  const to = await middleOf(cell)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 10, at.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.getByText(/^Move to Fri, /).waitFor()
  await page.mouse.up()
  await page.getByText(/^Front desk moved to Fri, /).waitFor()
  expect((await startOf(desk))?.slice(11)).toBe(before?.slice(11))
  expect(await startOf(desk)).not.toBe(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => startOf(desk)).toBe(before)
  await chip(admin, /Stadium gate, Ana Reyes/).click()
  await page.getByRole('menuitem', { name: 'Move shift to another day' }).click()
  await page.getByText('1 officer is confirmed. Officers with an account will be notified.').waitFor()
  await page.getByLabel('New date').fill(dayOf(2 * day))
  await page.getByRole('button', { name: 'Move shift' }).click()
  await page.getByText('The officer was notified.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Move undone.').waitFor()
})

test('moves an officer by keyboard alone', async () => {
  const { page } = admin
  await page.goto(week(0))
  const fits: string[] = []
  page.on('request', (request) => request.url().includes('/fit?') && fits.push(request.url()))
  await chip(admin, /Stadium gate, Ana Reyes/).focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move Ana Reyes to another shift' })
  await dialog.getByLabel('Shift').focus()
  await page.keyboard.type('Front')
  await page.getByRole('option', { name: /Front desk/ }).waitFor()
  // Nothing is asked of the officer before there is a shift to ask it about.
  expect(fits).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByText('Ana Reyes will be notified.').waitFor()
  // Several shifts have the same title.
  await dialog.getByText(/\d\d:\d\d–\d\d:\d\d\.$/).waitFor()
  await clean(admin)
  const move = dialog.getByRole('button', { name: 'Move officer' })
  // Until the server has answered whether the officer may have the spot, a press does nothing.
  await expect.poll(() => move.isEnabled()).toBe(true)
  await move.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => held(desk)).toEqual(['Ana Reyes'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => held(gate)).toEqual(['Ana Reyes'])
})

test('repeats the week in three presses, shows what was already copied, and undoes the copy', async () => {
  const { page } = admin
  const next = 7 * day
  await page.goto(week(next))
  await page.getByRole('button', { name: 'Copy week' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy week' })
  await dialog.getByRole('list', { name: 'Preview' }).getByText('Stadium gate').waitFor()
  await clean(admin)
  await dialog.getByRole('button', { name: 'Copy 4 shifts' }).click()
  await page.getByText('4 shifts copied as drafts.').waitFor()
  await chip(admin, /Stadium gate, Draft/).waitFor()
  expect(await grid(admin).getByText('Ana Reyes').count()).toBe(0)
  await page.getByRole('button', { name: 'Copy week' }).click()
  await dialog.getByText('4 shifts are already there').waitFor()
  await expect.poll(() => dialog.getByText('Skipped: already there').count()).toBe(4)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('4 shifts removed.').waitFor()
  await chip(admin, /Stadium gate/).waitFor({ state: 'detached' })
})

test('prints the week on wide paper, with the department, the period and the time', async () => {
  const { page } = admin
  await page.goto(week(0))
  await chip(admin, /Stadium gate, Ana Reyes/).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText(new RegExp(`^${department.name} · `)).waitFor()
  await page.getByText(/^Printed .*\d\d:\d\d/).waitFor()
  expect(await page.getByRole('button', { name: 'Copy week' }).isVisible()).toBe(false)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, wide, high] = /MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
  expect(Number(wide)).toBeGreaterThan(Number(high))
  await page.emulateMedia({ media: 'screen' })
})

test('drags by touch after a long press, and a swipe only scrolls', async () => {
  const context = await stage.browser.newContext({
    ...{ viewport: { width: 1024, height: 768 }, baseURL: stage.base, hasTouch: true },
    ...{ timezoneId: 'America/Chicago', locale: 'en-US' },
  })
  const tablet: Actor = { stage, base: stage.base, context, page: await context.newPage(), faults: [] }
  await comeIn(tablet, department, boss, week(0))
  const { page } = tablet
  const from = await middleOf(chip(tablet, /Stadium gate, A\. Reyes/))
  const to = await middleOf(chip(tablet, /Front desk, Open/))
  const cdp = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number } | null) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', from)
  await touch('touchMove', { x: from.x, y: from.y - 60 })
  await touch('touchEnd', null)
  expect(await held(gate)).toEqual(['Ana Reyes'])
  const now = await middleOf(chip(tablet, /Stadium gate, A\. Reyes/))
  await touch('touchStart', now)
  await page.locator('[data-carried]').waitFor()
  await touch('touchMove', { x: to.x - 5, y: to.y })
  await touch('touchMove', to)
  await page.getByText(/Move to Front desk, .*: eligible/).waitFor()
  await touch('touchEnd', null)
  await expect.poll(() => held(desk)).toEqual(['Ana Reyes'])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => held(gate)).toEqual(['Ana Reyes'])
  await context.close()
})

test('replaces from the list of a day on a phone', async () => {
  await stage.rows(`insert into officers (organization_id, name, approved) values ($1, 'Dana Fox', true)`, [
    department.id,
  ])
  const actor = await openBrowser(stage, phone)
  await comeIn(actor, department, boss, week(0))
  const { page } = actor
  await page.getByRole('button', { name: 'Ana Reyes' }).tap()
  await page.getByRole('menuitem', { name: 'Mark as sick' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Ana Reyes called in sick' })
  // Without an account, no one can accept an offer.
  await sheet.getByRole('button', { name: 'Assign: Dana Fox' }).waitFor()
  expect(await sheet.getByRole('button', { name: 'Offer: Dana Fox' }).count()).toBe(0)
  await sheet.getByRole('button', { name: 'Offer: Cleo Frost' }).tap()
  await page.getByText('Offered to Cleo Frost.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => held(gate)).toEqual(['Ana Reyes'])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await clean(actor)
  await actor.context.close()
})
