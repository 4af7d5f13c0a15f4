import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A minimum is set, leave creates a gap, an officer sees the shift appear, and the forecast is green again. */
let stage: Stage
let admin: Actor
let officer: Actor
let day: string
let crew: { officer_id: string }[]

beforeAll(async () => {
  stage = await startStage()
  const department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief', 'admin')
  const free = await department.addPerson('Officer Free', 'officer')
  day = plusDays(wallOf(new Date().toISOString(), 'America/Chicago').date, 3)
  const from = plusDays(day, -30)
  const [platoon] = await stage.rows<{ id: string }>(
    "insert into platoons (organization_id, name) values ($1, 'Days') returning id",
    [department.id],
  )
  const pattern = JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '07:00', minutes: 720 })
  await stage.rows(
    'insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern) values ($1, $2, $3, $3, $4)',
    [department.id, platoon?.id, from, pattern],
  )
  crew = [await department.addPerson('Officer One', 'officer'), await department.addPerson('Officer Two', 'officer')]
  for (const one of crew)
    await stage.rows(
      'insert into platoon_members (organization_id, platoon_id, officer_id, starts_on) values ($1, $2, $3, $4)',
      [department.id, platoon?.id, one.officer_id, from],
    )
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  await Promise.all([signIn(admin, department, chief), signIn(officer, department, free)])
})
afterAll(() => stage.close())

const look = async (actor: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await actor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

test('an admin sets a minimum and previews the shifts it opens', {
  meta: { shows: ['issue 5.5 minimum set'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/staffing')
  await page.getByRole('link', { name: /^Minimum staffing/ }).click()
  await page.getByText('No minimums yet').waitFor()
  await page.getByRole('button', { name: 'New minimum' }).click()
  await page.getByLabel('Name').fill('Day watch')
  await page.getByLabel('Minimum officers').fill('2')
  await page.getByLabel('From', { exact: true }).fill('07:00')
  await page.getByLabel('To', { exact: true }).fill('19:00')
  await page.getByLabel('Title').fill('Day cover')
  await page.getByRole('combobox', { name: 'How officers are chosen' }).click()
  await page.getByRole('option', { name: 'First come, first served' }).click()
  await look(admin, 'minimum-new')
  await page.getByRole('button', { name: 'Preview shifts' }).click()
  await page.getByText('In the next 14 days, this minimum opens 0 shifts.').waitFor()
  await page.getByText('counts the tours of 2 officers').waitFor()
  await look(admin, 'minimum-tried')
  await page.getByRole('button', { name: 'Set minimum' }).click()
  await page.getByText('1 minimum is met').first().waitFor()
})

test('leave opens a shift automatically, and a sign-up turns it green', {
  meta: { shows: ['issue 5.5', 'issue 5.5 minimum opens', 'issue 5.5 minimum forecast'] },
}, async () => {
  const { page } = admin
  await officer.page.goto('/officer/assignments')
  await page.goto(`/admin/officers/${crew[0]?.officer_id}?tab=tours`)
  await page.getByRole('button', { name: 'Add leave' }).click()
  await page.getByLabel('First day').fill(day)
  await page.getByLabel(/^Last day/).fill(day)
  await page.getByRole('dialog').getByRole('button', { name: 'Add leave' }).click()
  await page.getByText('Vacation').first().waitFor()
  // The officer sees it without a reload.
  await officer.page.getByRole('button', { name: 'Sign up: Day cover' }).waitFor()
  // The number is that of the days the page shows, before and after someone covers it.
  await page.goto('/admin/staffing')
  await page.getByRole('link', { name: /^Minimum staffing.*1 day below minimum/ }).click()
  await page.getByText('On leave: Officer One').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'On leave: Officer One' }).last()
  await row.getByText('Shift open', { exact: true }).waitFor()
  await row.getByText(/0 of 1 filled\. 1 officer is needed, 07:00–19:00/).waitFor()
  await look(admin, 'minimum-gap')
  await officer.page.getByRole('button', { name: 'Sign up: Day cover' }).tap()
  // Covered, it folds; what covers it is one press away.
  await page.getByText('1 minimum is met, with overtime').click()
  await row.getByText('Covered', { exact: true }).waitFor()
  await row.getByText('Covered with overtime: Officer Free.').waitFor()
  await look(admin, 'minimum-covered')
  await page.getByRole('tab', { name: 'Minimums' }).click()
  await page.getByRole('button', { name: 'Retire Day watch' }).waitFor()
  await look(admin, 'minimum-list')
  await page.goto('/admin/staffing')
  await page.getByRole('link', { name: /^Minimum staffing.*0 days below minimum/ }).waitFor()
  expect(officer.faults).toEqual([])
})
