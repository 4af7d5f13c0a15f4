import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  desk,
  linkMailedTo,
  makeDepartment,
  openBrowser,
  phone,
  signIn,
} from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** People on a roster without email addresses become users: posters, a badge at registration, and finally one merged person. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let visitor: Actor
const email = 'jo.smith@claims.example'
const roster = {
  name: 'roster.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Badge,Name,Title,Division,Hire date\n4711,"Smith, John",Sergeant,Traffic,2011-04-02\n4712,Ann Lee,Officer,Patrol,2019-06-01\n',
  ),
}

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lakeside Police')
  admin = await openBrowser(stage, desk)
  visitor = await openBrowser(stage, phone, { scheme: 'light' })
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
})
afterAll(() => stage.close())

const look = async (actor: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await actor.page.screenshot({ path: `${folder}/${name}.png` })
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

test('an admin imports a roster without email addresses and prints a QR poster for each unit', async () => {
  const { page } = admin
  await page.goto('/admin/officers/import')
  await page.getByLabel('Roster file').setInputFiles(roster)
  await page.getByRole('button', { name: 'Import 2 officers' }).click()
  await page.getByText('Roster imported').waitFor()
  await page.goto('/admin/officers')
  await page.getByRole('link', { name: 'QR posters' }).click()
  await page.getByRole('heading', { name: 'QR posters for roll call' }).waitFor()
  const address = `${stage.base}/lakeside-police/register`
  await page.getByRole('article', { name: 'Traffic' }).getByText(address).waitFor()
  await expect.poll(() => page.getByRole('img', { name: `QR code for ${address}` }).count()).toBe(2)
  // Names stay off the wall.
  expect(await page.getByRole('article').getByText('Smith').count()).toBe(0)
  await look(admin, 'posters')
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
  await page.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'Traffic' }).click()
  await page.getByRole('button', { name: 'Print 1 page' }).waitFor()
})

test('an officer registers with a badge number and learns nothing about the roster', async () => {
  const { page } = visitor
  await page.goto('/lakeside-police/register')
  await page.getByLabel('Name').fill('Jo Smith')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Badge number/).fill(' 4711 ')
  await look(visitor, 'register')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Check your email').waitFor()
  // On no phone does the address break in its middle.
  const size = page.viewportSize()
  for (let width = 320; width <= 440; width += 10) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await page.getByText(email, { exact: true }).evaluate((one) => one.getClientRects().length)
    expect(lines, `${width}`).toBe(1)
  }
  if (size) await page.setViewportSize(size)
  await page.goto(await linkMailedTo(stage, email))
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Confirm my registration' }).click()
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()
  expect(await page.getByText(/Traffic|Sergeant/).count()).toBe(0)
})

test('the admin links the claim, and one person with rank, unit and seniority signs in', async () => {
  const { page } = admin
  await page.goto('/admin/officers?standing=pending')
  await page.getByText('Claims roster row 4711, Traffic, hired 2011').waitFor()
  await look(admin, 'pending')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve Jo Smith?' })
  const row = dialog.getByRole('radio', { name: /Smith, John · badge 4711 · Sergeant · Traffic · hired 2011/ })
  await row.waitFor()
  await expect.poll(() => row.getAttribute('aria-checked')).toBe('true')
  await dialog.getByRole('radio', { name: /Someone new/ }).waitFor()
  await look(admin, 'approve')
  await dialog.getByRole('button', { name: 'Approve and merge' }).click()
  await page.getByText('Jo Smith is now linked to the roster row.').waitFor()
  // The waiting screen opens without a reload, as the roster row.
  await visitor.page.getByRole('heading', { name: 'Open shifts for you' }).waitFor()

  const people = await stage.rows<{ name: string }>(
    'select name from officers where organization_id = $1 order by name',
    [department.id],
  )
  expect(people.map(({ name }) => name)).toEqual(['Admin 1', 'Ann Lee', 'Smith, John'])
  const again = await openBrowser(stage, desk, { scheme: 'light' })
  await signIn(again, department, { email })
  await again.page.goto('/officer/profile')
  for (const fact of ['4711', 'Sergeant', 'Traffic'])
    await again.page.getByText(fact, { exact: true }).first().waitFor()
  await again.context.close()
})

test('an admin merges two rows of the same person on the officer’s page and undoes it', async () => {
  const { page } = admin
  const double = await department.addPerson('Lee, Ann', 'officer')
  const shift = await department.addShift({ title: 'Stadium', from: 600, to: 900 })
  await department.addSignup(shift, double, 'confirmed')
  await page.goto(`/admin/officers/${double.officer_id}`)
  await page.getByRole('button', { name: 'More for Lee, Ann' }).click()
  await page.getByRole('menuitem', { name: 'Merge with roster row' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Lee, Ann with a roster row' })
  const row = dialog.getByRole('radio', { name: /Ann Lee · badge 4712/ })
  await row.click()
  await look(admin, 'merge')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor()
  await page.getByText('Merged with Lee, Ann').waitFor()
  await page.getByText('Active account', { exact: true }).waitFor()
  await look(admin, 'merged')
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await page.getByRole('alertdialog', { name: 'Undo this merge?' }).getByRole('button', { name: 'Undo merge' }).click()
  await page.getByText('Merge undone').waitFor()
  const [kept] = await stage.rows('select officer_id from officer_assignments where assignment_id = $1', [
    shift.assignment_id,
  ])
  expect(kept).toEqual({ officer_id: double.officer_id })
  expect(admin.faults).toEqual([])
})
