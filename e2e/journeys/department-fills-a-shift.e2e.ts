import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  openBrowser,
  password,
  type Stage,
  setUpAuthenticator,
  startStage,
  tellScreens,
} from '../actors.ts'

/** The product's story: a new department, its roster, a shift seen live by two officers, taken, approved, worked, in the history. */
const root = join(import.meta.dirname, '../..')
const roster = `Badge,Officer name,Title,Division,Hourly
4101,Officer 4101,Patrol Officer,North,41.50
4102,Officer 4102,Patrol Officer,South,43.25
4103,Officer 4103,Sergeant,North,52.00
`
let stage: Stage
let admin: Actor
let first: Actor
let second: Actor

beforeAll(async () => {
  stage = await startStage()
  admin = await openBrowser(stage)
  first = await openBrowser(stage)
  // The second officer's browser talks to another server process on the same database.
  second = await openBrowser(stage, undefined, { base: (await stage.startServer()).base })
})
beforeEach(() => onTestFailed(() => tellScreens({ admin, first, second })))
afterAll(() => stage.close())

const runAdmin = (...words: string[]) =>
  execFileSync(process.execPath, [join(root, 'apps/server/admin.ts'), ...words], {
    env: { ...process.env, DATABASE_URL: stage.databaseUrl, PORT: new URL(stage.base).port, PUBLIC_URL: '' },
    encoding: 'utf8',
  })
/** The link in the last mail to the address, as a path: the mail waits in the database, since no SMTP server is set. */
const linkMailedTo = async (address: string) => {
  const [mail] = await stage.rows<{ text_body: string }>(
    'select text_body from mails where to_address = $1 order by created_at desc limit 1',
    [address],
  )
  const link = mail?.text_body.match(/https?:\/\/\S+/)?.[0] ?? ''
  const url = new URL(link)
  return `${url.pathname}${url.search}${url.hash}`
}
/** The next quarter of an hour that is so many minutes away, on the department's wall clock; Phoenix has no clock changes to stumble over. */
const soon = (minutes: number) => {
  const at = new Date(Math.ceil((Date.now() + minutes * 60_000) / 900_000) * 900_000)
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Phoenix',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}
const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

test('[issue 2] a vendor makes the organization, and its first admin sets a password by a one-time link', async () => {
  runAdmin('create-organization', '--name', 'Lakeside Police', '--zone', 'America/Phoenix', '--tier', 'pro')
  const said = runAdmin('invite-admin', '--organization', 'lakeside-police', 'chief@lakeside.example')
  const link = new URL(said.match(/https?:\/\/\S+/)?.[0] ?? '')
  await admin.page.goto(link.pathname + link.search + link.hash)
  await admin.page.getByLabel('Name').fill('Admin 1')
  await admin.page
    .getByLabel(/password/i)
    .first()
    .fill(password)
  await clean(admin)
  await admin.page.getByRole('button', { name: 'Become admin' }).click()
  await setUpAuthenticator(admin)
  // The first steps come by themselves (`admin-goes-live` walks them); here the department finds its own way.
  await admin.page.waitForURL('**/admin/setup?*')
  await clean(admin)
  await admin.page.goto('/admin/dashboard')
  await admin.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await clean(admin)
})

test('[issue 2.5] the roster is imported: columns guessed, every row with its verdict, and a second time nothing changes', async () => {
  const { page } = admin
  const chooseFile = () =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(roster) })
  await page.getByRole('link', { name: 'Officers', exact: true }).click()
  await page.getByRole('link', { name: 'Import roster' }).first().click()
  await chooseFile()
  await page.getByRole('button', { name: 'New 3' }).waitFor()
  await clean(admin)
  await page.getByRole('button', { name: 'Import: add 3' }).click()
  await page.getByText('The roster is imported').waitFor()
  await page.goto('/admin/officers/import')
  await chooseFile()
  await page.getByRole('button', { name: /Unchanged 3/ }).waitFor()
  await page.goto('/admin/officers')
  await page.getByRole('link', { name: 'Officer 4102' }).waitFor()
  await clean(admin)
})

test.each([
  ['4101', () => first],
  ['4102', () => second],
])('[issue 2.5] officer %s is invited, claims the place on the roster and sees no job yet', async (badge, actor) => {
  const { page } = admin
  const address = `o${badge}@lakeside.example`
  await page.goto('/admin/officers')
  await page.getByRole('link', { name: `Officer ${badge}` }).click()
  await page.getByRole('button', { name: /Invite/ }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/E-mail/)
    .fill(address)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Invite|Send/ })
    .click()
  await page.getByText(/invit/i).first().waitFor()
  await expect.poll(async () => (await stage.rows('select from mails where to_address = $1', [address])).length).toBe(1)
  const officer = actor()
  await officer.page.goto(await linkMailedTo(address))
  await officer.page
    .getByLabel(/password/i)
    .first()
    .fill(password)
  await clean(officer)
  await officer.page.getByRole('button', { name: 'Take my account' }).click()
  await officer.page.waitForURL('**/officer/dashboard')
  await officer.page.getByRole('link', { name: 'Available Jobs' }).first().click()
  await officer.page.getByRole('heading', { name: 'Available Jobs' }).waitFor()
  await clean(officer)
})

test('[issue 2.9] a shift is posted, and both officers see it without reloading', async () => {
  const { page } = admin
  const start = soon(10)
  const end = soon(4 * 60)
  await page.getByRole('link', { name: 'Assignments', exact: true }).click()
  await page.getByRole('link', { name: 'New assignment' }).first().click()
  await page.getByLabel('Title').fill('Harbor festival gate')
  await page.getByLabel('Date', { exact: true }).fill(start.date)
  await page.getByLabel('Start', { exact: true }).fill(start.time)
  await page.getByLabel('End', { exact: true }).fill(end.time)
  await clean(admin)
  await page.getByRole('button', { name: 'Publish' }).click()
  const seen = [first, second].map((officer) =>
    officer.page.getByRole('heading', { name: 'Harbor festival gate' }).waitFor(),
  )
  await Promise.all(seen)
  await Promise.all([clean(first), clean(second)])
})

const jobOf = (actor: Actor) => actor.page.getByRole('listitem').filter({ hasText: 'Harbor festival gate' }).first()

test('[issue 2.7] both ask for the one place; the admin sees it live, approves one, and the other is told', async () => {
  for (const officer of [first, second]) {
    await jobOf(officer)
      .getByRole('button', { name: /Sign up|Ask/ })
      .click()
    await jobOf(officer).getByText('Pending approval').first().waitFor()
  }
  const { page } = admin
  await page.goto('/admin/assignments?filter=pending')
  await page.getByRole('link', { name: 'Harbor festival gate' }).first().click()
  await page.getByRole('heading', { name: 'Harbor festival gate' }).waitFor()
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Officer 4101' })
    .or(page.getByRole('listitem').filter({ hasText: 'Officer 4101' }))
    .first()
  await row.getByRole('button', { name: /^Approve/ }).click()
  await jobOf(first).getByText('Confirmed').first().waitFor()
  await jobOf(second)
    .getByText(/No place left|full/i)
    .first()
    .waitFor()
  await Promise.all([clean(admin), clean(first), clean(second)])
})

test('[issue 2.8] the officer checks in and out, the admin sees it and approves the hours, and they stand in the history', async () => {
  await first.page.getByRole('link', { name: 'Dashboard' }).first().click()
  await first.page.getByRole('button', { name: 'Check in' }).click()
  await first.page.getByRole('button', { name: 'Check out' }).waitFor()
  await clean(first)
  // An hour's work cannot be waited for: the recorded check-in is moved back, as if the shift had begun long ago.
  await stage.rows(
    `update attendance set checked_in_at = checked_in_at - interval '4 hours', original_in_at = original_in_at - interval '4 hours'`,
  )
  await first.page.reload()
  await first.page.getByRole('button', { name: 'Check out' }).click()
  await first.page.getByRole('button', { name: 'Check out' }).waitFor({ state: 'detached' })
  const { page } = admin
  await page.goto('/admin/attendance')
  await page.getByText('Officer 4101').first().waitFor()
  await clean(admin)
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await first.page.getByRole('link', { name: 'History' }).first().click()
  await first.page.getByText('Harbor festival gate').first().waitFor()
  await first.page.getByText('Approved').first().waitFor()
  await first.page.getByText(/4 h/).first().waitFor()
  await clean(first)
})
