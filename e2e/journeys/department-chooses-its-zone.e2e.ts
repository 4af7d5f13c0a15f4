import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusDays, weekdayOf } from '#platform/shared/time.ts'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, makeSuperAdmin, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** Every browser here reports UTC, as remote desktops and privacy modes do. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let vendor: Actor
let admin: Actor
let officer: Actor
const zone = 'UTC'
const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
/** A Monday, in whose night no zone changes its clocks. */
const day = plusDays(ahead, (8 - weekdayOf(ahead)) % 7)

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage, 'Harbor Police')
  await stage.rows(`update organizations set time_zone = 'UTC' where id = $1`, [department.id])
  const chief = await department.addPerson('Chief Harbor', 'admin')
  const ann = await department.addPerson('Ann Lee', 'officer')
  const shift = await department.addShift({ title: 'Harbor parade', from: 600, to: 900, places: 2 })
  await stage.rows(
    `with a as (update assignments set time_zone = 'UTC', starts_at = $2::date + interval '18 hours',
         ends_at = $2::date + interval '26 hours' where id = $1 returning id, starts_at, ends_at)
     update posts p set starts_at = a.starts_at, ends_at = a.ends_at from a where p.assignment_id = a.id`,
    [shift.assignment_id, day],
  )
  await department.addSignup(shift, ann, 'pending_approval')
  const staff = await makeSuperAdmin(stage)
  vendor = await openBrowser(stage, desk, { zone })
  admin = await openBrowser(stage, desk, { zone })
  officer = await openBrowser(stage, phone, { zone })
  await comeIn(vendor, null, staff)
  await comeIn(admin, department, chief)
  await comeIn(officer, department, ann)
})
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(wide)).toBe(false)
  expect(faults).toEqual([])
}
const picture = async ({ page }: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/zone-${name}.png` })
}

test('a new department is asked for its time zone, suggested from its city and chosen by keyboard or pointer', async () => {
  const { page } = vendor
  await page.goto('/super-admin/organizations')
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Time zone')
  await dialog.getByLabel('Name', { exact: true }).fill('Lake County')
  await dialog.getByLabel("First admin's email").fill('sheriff@lake.example')
  await dialog.getByLabel('Reason').fill('Signed up at the fair')
  // The browser supplies no default, and the form is not sent without a value.
  await expect.poll(() => field.inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await dialog.waitFor()

  // Text that names no time zone stays, with an error, and Enter does not submit.
  await field.fill('Gotham')
  await field.press('Enter')
  await dialog.getByText('No match for "Gotham". Choose from the list.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Gotham')
  await picture(vendor, 'no-match')
  await clean(vendor)
  await field.press('Tab')
  await expect.poll(() => field.inputValue()).toBe('Gotham')
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  await dialog.getByText('No match for "Gotham". Choose from the list.').waitFor()
  expect(await stage.rows(`select from organizations where name = 'Lake County'`)).toEqual([])

  // The only match, with Enter and with Tab; several matches, with arrow keys and with the pointer; UTC is one of them.
  await field.fill('new_york')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('America/New York')
  await field.fill('phoenix')
  await field.press('Tab')
  await expect.poll(() => field.inputValue()).toBe('America/Phoenix')
  await field.fill('america/indiana')
  await field.press('Enter')
  await page.getByRole('option').first().waitFor()
  await expect.poll(() => field.inputValue()).toBe('america/indiana')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^America\/Indiana/)
  await field.fill('utc')
  await page.getByRole('option', { name: 'UTC', exact: true }).click()
  await expect.poll(() => field.inputValue()).toBe('UTC')
  await dialog.waitFor()

  await dialog.getByLabel('City').fill('Duluth, MN')
  await dialog.getByText('Duluth, MN usually uses America/Chicago.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('UTC')
  await picture(vendor, 'suggestion')
  await dialog.getByRole('button', { name: 'Use America/Chicago' }).click()
  await expect.poll(() => field.inputValue()).toBe('America/Chicago')
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  await page.getByRole('heading', { name: 'Lake County' }).waitFor()
  const made = await stage.rows(
    `select time_zone, city, trial_end_date - (now() at time zone time_zone)::date as days from organizations where name = 'Lake County'`,
  )
  expect(made).toEqual([{ time_zone: 'America/Chicago', city: 'Duluth, MN', days: 29 }])
})

test('a later time zone change asks about the posted shifts, and no screen shows a different time', async () => {
  const { page } = admin
  await page.goto('/admin/setup?step=brand')
  const card = page.getByRole('region', { name: 'City and time zone' }).or(page.getByRole('main'))
  const field = card.getByLabel('Time zone').first()
  await expect.poll(() => field.inputValue()).toBe('UTC')
  await picture(admin, 'setup')
  await clean(admin)
  await field.fill('new york')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('America/New York')
  await page.getByRole('button', { name: 'Save city and time zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the time zone to America/New York?' })
  await dialog.getByText('1 posted shift uses UTC.').waitFor()
  await dialog.getByRole('radio', { name: /^Convert displayed times/ }).click()
  await dialog.getByText('18:00–02:00').waitFor()
  await dialog.getByText(/1[34]:00–2[12]:00/).waitFor()
  await dialog.getByRole('radio', { name: /^Keep local times/ }).click()
  await dialog.getByText('18:00–02:00').waitFor()
  await picture(admin, 'question')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Change the time zone' }).click()
  await dialog.waitFor({ state: 'detached' })
  const moved = await stage.rows(
    `select a.time_zone, to_char(s.starts_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at
      from assignments a join officer_assignments s on s.assignment_id = a.id where a.organization_id = $1`,
    [department.id],
  )
  expect(moved).toEqual([{ time_zone: 'America/New_York', at: `${day} 18:00` }])

  // The requests and the list of shifts use the department's time zone, which is named because this browser is in another one.
  await page.goto('/admin/assignments?filter=pending')
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor()
  await expect.poll(async () => (await page.getByText('18:00–02:00').count()) >= 1).toBe(true)
  expect(await page.getByText(/(?:22|23):00–0[67]:00/).count()).toBe(0)
  await expect.poll(async () => (await page.getByText(/E[SD]T/).count()) >= 1).toBe(true)
  await picture(admin, 'pending')
  await clean(admin)

  await officer.page.goto('/officer/assignments')
  await officer.page.getByRole('button', { name: /^Mine/ }).click()
  await officer.page
    .getByRole('listitem')
    .filter({ hasText: /18:00.*02:00/s })
    .first()
    .waitFor()
  await officer.page
    .getByText(/E[SD]T/)
    .first()
    .waitFor()
  await picture(officer, 'jobs')
  await clean(officer)
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await expect
    .poll(() => stage.rows('select status from officer_assignments where organization_id = $1', [department.id]))
    .toEqual([{ status: 'confirmed' }])
  await officer.page.goto('/officer/dashboard')
  await officer.page.getByText('18:00–02:00').first().waitFor()
  expect(await officer.page.getByText(/(?:22|23):00–0[67]:00/).count()).toBe(0)
  await clean(officer)
})
