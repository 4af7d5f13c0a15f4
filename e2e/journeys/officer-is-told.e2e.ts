import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, comesWithin, desk, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin decides, the officer gets the notification on the phone, and then changes the notification settings. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let person: { email: string; officer_id: string }
let shift: { assignment_id: string; post_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lake Police')
  ;[admin, officer] = [await openBrowser(stage), await openBrowser(stage, phone)]
  await officer.page.clock.install()
  person = await department.addPerson('Officer 1', 'officer')
  shift = await department.addShift({ title: 'Dock patrol', from: 3000, to: 3400 })
  await department.addSignup(shift, person, 'pending_approval')
  await comeIn(officer, department, person)
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
})
afterAll(() => stage.close())

const bell = () => officer.page.getByRole('button', { name: /^Notifications/ })
const unread = (count: number) => officer.page.getByRole('button', { name: `Notifications, ${count} unread` })

test('a decision arrives within a second, and the bell leads to its shift by keyboard', {
  meta: { shows: ['issue 3.10'] },
}, async () => {
  await bell().waitFor()
  const decide = () => admin.page.getByRole('button', { name: 'Approve' }).first().click()
  await comesWithin([officer], 1000, decide, () => unread(1).isVisible())
  await unread(1).focus()
  await officer.page.keyboard.press('Enter')
  const told = officer.page.getByRole('link', { name: /Unread:\s*You have the shift · Dock patrol, \w+, \w+ \d+/ })
  await told.getByText('Just now').waitFor()
  await told.focus()
  await officer.page.keyboard.press('Enter')
  await officer.page.waitForURL(`**/officer/assignments/${shift.assignment_id}`)
  await officer.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

test('the email is queued once, for the officer only', { meta: { shows: ['issue 3.10'] } }, async () => {
  let mails: { to_address: string; subject: string }[] = []
  await expect
    .poll(async () => {
      mails = await stage.rows('select to_address, subject from mails where organization_id = $1', [department.id])
      return mails.length
    })
    .toBe(1)
  expect(mails).toEqual([
    { to_address: person.email, subject: expect.stringMatching(/^You have the shift · Dock patrol, \w+, \w+ \d+$/) },
  ])
})

test('on the page, read notifications are removed one by one or all together', {
  meta: { shows: ['4 notifications'] },
}, async () => {
  const { page } = officer
  await bell().click()
  await page.getByRole('link', { name: 'All notifications' }).waitFor()
  // A page that scrolls while the bell is open must not move anything from under the finger.
  const moved = await page.evaluate(() => {
    const top = () => document.querySelector('[role=dialog]')?.getBoundingClientRect().top ?? NaN
    document.body.style.minHeight = '200vh'
    const before = top()
    window.scrollBy({ top: 120, behavior: 'instant' })
    return { scrolled: window.scrollY > 0, by: top() - before }
  })
  expect(moved).toEqual({ scrolled: true, by: 0 })
  await page.getByRole('link', { name: 'All notifications' }).click()
  await page.waitForURL('**/notifications')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove: You have the shift' }).click()
  await page.getByText('All caught up').waitFor()
})

test('a disabled notification stops arriving, and required ones say they are required', {
  meta: { shows: ['9 notification choices'] },
}, async () => {
  const { page } = officer
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await page.waitForURL('**/officer/profile?tab=notifications')
  await page.setViewportSize(desk)
  const row = page.getByRole('row', { name: /Your shift was canceled/ })
  await row.getByText('Always').waitFor()
  expect(await page.getByRole('switch', { name: 'Your shift was canceled, in the app' }).count()).toBe(0)
  const posted = page.getByRole('switch', { name: 'A new shift was posted, in the app' })
  await posted.click()
  await expect
    .poll(() => stage.rows('select choices from notification_settings where officer_id = $1', [person.officer_id]))
    .toEqual([{ choices: { assignment_posted: { app: false } } }])
  await page.reload()
  await expect.poll(() => posted.getAttribute('aria-checked')).toBe('false')
  await page.setViewportSize(phone)
  await page.getByText('During my own quiet hours').click()
  await page.getByLabel('From', { exact: true }).fill('21:30')
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await page.getByText('Quiet hours saved.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect([officer.faults, admin.faults]).toEqual([[], []])
})

test('on a phone, a topic says what is on, and opens to all its events and to each one', {
  meta: { shows: ['9 notification choices'] },
}, async () => {
  const { page } = officer
  const stored = () =>
    stage.rows('select choices from notification_settings where officer_id = $1', [person.officer_id])
  // At a desk, the head of a topic has the same choice.
  await page.setViewportSize(desk)
  const all = page.getByRole('checkbox', { name: 'Open shifts, in the app' })
  await expect.poll(() => all.getAttribute('aria-checked')).toBe('mixed')
  await page.setViewportSize(phone)
  await page.getByRole('table').waitFor({ state: 'detached' })
  expect(await page.getByRole('switch').count()).toBe(0)
  const topic = page.getByRole('button', { name: /^Open shifts/ })
  expect(await topic.textContent()).toBe('Open shifts App and email for some')
  await topic.press('Enter')
  expect(await topic.getAttribute('aria-expanded')).toBe('true')
  const app = page.getByRole('checkbox', { name: /^In the app/ })
  await page.getByText('On for 1 of 2 events').first().waitFor()
  await app.click()
  await expect.poll(stored).toEqual([{ choices: { assignment_posted: { app: true }, officers_needed: { app: true } } }])
  expect(await topic.textContent()).toBe('Open shifts App · Email for some')
  const needed = page.getByRole('button', { name: /^A shift still needs officers/ })
  expect(await needed.textContent()).toBe('A shift still needs officers App and email')
  await needed.press('Enter')
  await page
    .getByRole('group', { name: 'A shift still needs officers' })
    .getByRole('switch', { name: 'Email', exact: true })
    .press('Space')
  await expect
    .poll(stored)
    .toEqual([{ choices: { assignment_posted: { app: true }, officers_needed: { app: true, mail: false } } }])
  expect(await needed.textContent()).toBe('A shift still needs officers App')
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect([officer.faults, admin.faults]).toEqual([[], []])
})
