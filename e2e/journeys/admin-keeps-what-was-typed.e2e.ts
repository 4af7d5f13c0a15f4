import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, desk, makeDepartment, makeSuperAdmin, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/**
 * What dialogs do whose fields no contract describes: Enter in a field sends them, a field that is refused says why and has the
 * focus, and closing asks before input is discarded.
 */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let boss: Awaited<ReturnType<typeof department.addPerson>>
let ana: typeof boss
let admin: Actor
let gate: { assignment_id: string; post_id: string }
let late: typeof gate

const tuesday = noonIn(9 - noonIn(0).getUTCDay())
const dayOf = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(tuesday.getTime() + days * 86_400_000)
const view = (view: 'week' | 'day', days = 0) => `/admin/assignments?view=${view}&day=${dayOf(days)}`
const entry = (name: RegExp) => admin.page.getByRole('grid').getByRole('button', { name })
/** The menu goes after what it opened has come; going, it leaves the keys there. */
const chosen = async (item: string, opened: Locator) => {
  await admin.page.getByRole('menuitem', { name: item }).click()
  await opened.waitFor()
  await admin.page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => opened.evaluate((one) => one.contains(document.activeElement))).toBe(true)
}

/** The field says why it was refused, as a screen reader hears it, and has the focus. */
const names = async (field: Locator, message: string | RegExp) => {
  // The field had the focus while it was sent: only the refusal itself tells that the answer is here.
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  const heard = () =>
    field.evaluate((one) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  await expect.poll(heard).toMatch(message)
}

/** Escape asks; going back keeps the dialog with its input, and discarding closes it. */
const asks = async (dialog: Locator, kept: () => Promise<unknown>) => {
  const { page } = admin
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const before = await kept()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await kept()).toEqual(before)
  await dialog.getByRole('button', { name: /^(Back|Cancel)$/ }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(admin.faults).toEqual([])
}

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  ana = await department.addPerson('Ana Reyes', 'officer')
  gate = await department.addShift({ title: 'Stadium gate', at: tuesday, from: 0, to: 240 })
  late = await department.addShift({ title: 'Night desk', from: -600, to: -120 })
  await department.addShift({ title: 'Front desk', at: tuesday, from: 24 * 60, to: 24 * 60 + 180 })
  await department.addSignup(gate, ana, 'confirmed')
  await department.addSignup(late, ana, 'confirmed')
  admin = await openBrowser(stage, desk)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

test('asks before times entered by hand are discarded, and names what is wrong with them', async () => {
  const { page } = admin
  await page.goto(`/admin/assignments/${late.assignment_id}`)
  const open = () => page.getByRole('button', { name: 'Record times' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record times for Ana Reyes' })
  const out = dialog.getByRole('group', { name: 'Check-out' })
  await open()
  await dialog.getByLabel('Reason').fill('The app was down')
  await asks(dialog, () => dialog.getByLabel('Reason').inputValue())

  await open()
  await out.getByLabel(/^Time/).press('Enter')
  await names(dialog.getByLabel('Reason'), /Enter a reason/)
  await dialog.getByLabel('Reason').fill('The app was down')
  // A time that is none is named first; one that the server refuses is named at its field too.
  await out.getByLabel(/^Time/).fill('nonsense')
  await out.getByLabel(/^Time/).press('Enter')
  await names(out.getByLabel(/^Time/), /Enter a date and a time/)
  const day = await out.getByLabel('Date').inputValue()
  await out.getByLabel(/^Time/).fill('12:00')
  await out.getByLabel('Date').fill(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`)
  await out.getByLabel(/^Time/).press('Enter')
  await names(out.getByLabel('Date'), /Check-out can't be in the future|within one day/)
  await out.getByLabel('Date').fill(day)
  expect(await out.getByLabel('Date').getAttribute('aria-invalid')).toBe(null)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await open()
  await dialog.getByLabel('Reason').fill('The app was down')
  await out.getByLabel(/^Time/).press('Enter')
  await page.getByText('Ana Reyes has been notified.').waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('sends a move in the schedule with Enter, and says at the field why it cannot', async () => {
  const { page } = admin
  await page.goto(view('week'))
  const moving = page.getByRole('dialog', { name: 'Move Stadium gate' })
  const open = async () => {
    await entry(/Stadium gate, Ana Reyes/).click()
    await chosen('Move shift to another day', moving)
  }
  await open()
  await page.keyboard.press('Escape')
  await moving.waitFor({ state: 'detached' })
  await expect.poll(() => entry(/Stadium gate, Ana Reyes/).evaluate((one) => one === document.activeElement)).toBe(true)
  await open()
  const date = moving.getByLabel('New date')
  await date.press('Enter')
  await names(date, /Choose a date/)
  await date.fill(dayOf(0))
  await moving.getByRole('button', { name: 'Move shift' }).click()
  await names(date, /already on this day/)
  await asks(moving, () => date.inputValue())
  await open()
  await date.fill(dayOf(1))
  await date.press('Enter')
  await page.getByText('The officer was notified.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Move undone.').waitFor()

  const handing = page.getByRole('dialog', { name: 'Move Ana Reyes to another shift' })
  await entry(/Stadium gate, Ana Reyes/).focus()
  await page.keyboard.press('m')
  await handing.getByRole('button', { name: 'Move officer' }).click()
  const shift = handing.getByLabel('Shift')
  await names(shift, /Choose a shift/)
  await shift.fill('Front')
  await page.getByRole('option', { name: /Front desk/ }).click()
  // In the field itself, Escape takes back the choice.
  await handing.getByRole('button', { name: 'Cancel' }).focus()
  await asks(handing, () => shift.inputValue())
})

test('sends a copy of a day with Enter, and says which date is wrong', async () => {
  const { page } = admin
  await page.goto(view('day'))
  const copying = page.getByRole('dialog', { name: 'Copy day' })
  const open = () => page.getByRole('button', { name: 'Copy day' }).click()
  await open()
  const [from, into] = [copying.getByLabel('From'), copying.getByLabel('Into')]
  await from.fill(await into.inputValue())
  await from.press('Enter')
  await names(into, /two different dates/)
  await asks(copying, () => from.inputValue())
  await open()
  await from.fill(dayOf(0))
  await into.fill(dayOf(3))
  await copying.getByRole('button', { name: 'Copy 1 shift' }).waitFor()
  await into.press('Enter')
  await page.getByText('1 shift copied as drafts.').waitFor()
})

test('creates and adopts an award rule, and saves an escalation plan, with Enter', async () => {
  const { page } = admin
  await page.goto('/admin/staffing/rules')
  const naming = page.getByRole('dialog', { name: 'New rule' })
  const name = naming.getByLabel('Name')
  for (const title of ['By the list', 'Second']) {
    await page.getByRole('button', { name: 'New rule' }).click()
    if (title === 'Second') {
      await name.fill('By the list')
      await name.press('Enter')
      await names(name, /Another rule has this name/)
      await asks(naming, () => name.inputValue())
      break
    }
    await name.press('Enter')
    await names(name, /Enter a name/)
    await name.fill(title)
    await name.press('Enter')
    await page.waitForURL(/staffing\/rules\/[0-9a-f-]{36}/)
    await page.goto('/admin/staffing/rules')
  }
  const adopting = page.getByRole('dialog', { name: /^Award rule for Overtime/ })
  const open = () => page.getByRole('button', { name: /Change the rule for Overtime/ }).click()
  await open()
  await adopting.getByLabel('From').fill(dayOf(30))
  await asks(adopting, () => adopting.getByLabel('From').inputValue())
  await open()
  await adopting.getByRole('combobox', { name: 'Rule' }).click()
  await page.getByRole('option', { name: 'By the list' }).click()
  await adopting.getByLabel('Reason', { exact: true }).fill('Agreed in writing')
  await adopting.getByLabel('From').press('Enter')
  await page.getByText('Award rule changed').first().waitFor()
  await adopting.waitFor({ state: 'detached' })

  await page.goto('/admin/staffing/escalation')
  await page.getByRole('button', { name: 'Add a plan' }).click()
  const plan = page.getByRole('dialog', { name: 'Plan for a shift type' })
  const hours = plan.getByLabel('Step 2: hours')
  await hours.fill('900')
  await hours.press('Enter')
  await names(hours, /at most 30 days/)
  await asks(plan, () => hours.inputValue())
  await page.getByRole('button', { name: 'Add a plan' }).click()
  await hours.fill('6')
  await hours.press('Enter')
  await page
    .getByRole('list', { name: 'Plans' })
    .getByText(/Order-in 6 h before the start/)
    .waitFor()
})

test('merges no officer on Enter in the search, and asks before the choice is discarded', async () => {
  const { page } = admin
  await stage.rows(
    "insert into officers (organization_id, approved, name, badge_number) values ($1, true, 'Reyes, Anna', 'R-77')",
    [department.id],
  )
  await page.goto(`/admin/officers/${ana.officer_id}`)
  const merging = page.getByRole('dialog', { name: 'Merge Ana Reyes with a roster row' })
  const open = async () => {
    await page.getByRole('button', { name: /^More/ }).first().click()
    await chosen('Merge with roster row', merging)
  }
  await open()
  const search = merging.getByLabel('Search the roster')
  await search.fill('R-77')
  const row = merging.getByRole('radio', { name: /Reyes, Anna/ })
  await row.waitFor()
  // Enter in the search goes to the row that it found; it merges nobody.
  await search.press('Enter')
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  await asks(merging, () => search.inputValue())
  await open()
  await search.fill('R-77')
  await row.click()
  await merging.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Ana Reyes is now linked to the roster row.').waitFor()
})

test('merges no feature request on Enter in the search, and asks before the choice is discarded', async () => {
  for (const title of ['Dark maps', 'Maps at night'])
    await stage.rows('insert into feature_requests (organization_id, title, description) values ($1, $2, $2)', [
      department.id,
      title,
    ])
  const own = admin
  admin = await openBrowser(stage, desk)
  const { page } = admin
  await comeIn(admin, null, await makeSuperAdmin(stage), '/super-admin/requests')
  await page.getByRole('tab', { name: 'Feature requests' }).click()
  await page.getByRole('link', { name: 'Dark maps' }).click()
  const open = () => page.getByRole('button', { name: /^Merge/ }).click()
  await open()
  const merging = page.getByRole('dialog', { name: 'Merge into another' })
  await merging.getByLabel('Search').fill('night')
  const row = merging.getByRole('radio', { name: /Maps at night/ })
  await row.waitFor()
  await merging.getByLabel('Search').press('Enter')
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  await asks(merging, () => merging.getByLabel('Search').inputValue())
  await open()
  await row.click()
  await merging.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('The senders will be notified.').waitFor()
  await page.getByRole('heading', { name: 'Maps at night' }).waitFor()
  await admin.context.close()
  admin = own
})

test('asks on Back on a phone, and Back again goes on editing', async () => {
  const holder = await openBrowser(stage, phone)
  const { page } = holder
  await comeIn(holder, department, boss, '/admin/staffing/rules')
  await page.getByRole('button', { name: 'New rule' }).tap()
  const naming = page.getByRole('dialog', { name: 'New rule' })
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await naming.getByLabel('Name').fill('Half typed')
  await page.goBack()
  await question.waitFor()
  // Longer than a layer that stays waits for its entry in the history.
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(2)
  await page.goBack()
  await question.waitFor({ state: 'hidden' })
  expect(await naming.getByLabel('Name').inputValue()).toBe('Half typed')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).tap()
  await naming.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state.layer ?? 0)).toBe(0)
  expect(holder.faults).toEqual([])
  await holder.context.close()
})
