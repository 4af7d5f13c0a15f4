import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, openBrowser, setUpAuthenticator } from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/**
 * The product's story: a new department, its roster, a shift that two officers see live, signed up for, approved, worked, and in
 * the history.
 */
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
  stage = await startOwnStage()
  admin = await openBrowser(stage)
  first = await openBrowser(stage)
  // The second officer's browser uses another server process on the same database.
  second = await openBrowser(stage, undefined, { base: (await stage.startServer()).base })
})
afterAll(() => stage.close())

const runAdmin = (...words: string[]) =>
  execFileSync(process.execPath, [join(root, 'apps/server/admin.ts'), ...words], {
    env: { ...process.env, DATABASE_URL: stage.databaseUrl, PORT: new URL(stage.base).port, PUBLIC_URL: '' },
    encoding: 'utf8',
  })
/** The link in the latest email to the address, as a path; emails stay in the database, since no SMTP server is configured. */
const linkMailedTo = async (address: string) => {
  const [mail] = await stage.rows<{ text_body: string }>(
    'select text_body from mails where to_address = $1 order by created_at desc limit 1',
    [address],
  )
  const link = mail?.text_body.match(/https?:\/\/\S+/)?.[0] ?? ''
  const url = new URL(link)
  return `${url.pathname}${url.search}${url.hash}`
}
/** The next quarter hour at least this many minutes away, on the department's wall clock; Phoenix has no clock changes. */
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

test('a vendor creates the organization, and its first admin sets a password with a one-time link', {
  meta: { shows: ['issue 2'] },
}, async () => {
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
  await admin.page.getByRole('button', { name: 'Accept invitation' }).click()
  await setUpAuthenticator(admin)
  // The setup guide opens automatically (`admin-goes-live` covers it); here the department skips it.
  await admin.page.waitForURL('**/admin/setup?*')
  await clean(admin)
  await admin.page.goto('/admin/dashboard')
  await admin.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await clean(admin)
})

test('imports the roster: guesses columns, gives every row a verdict, and a second import changes nothing', {
  meta: { shows: ['issue 2.5'] },
}, async () => {
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
  await page.getByRole('button', { name: 'Import 3 officers' }).click()
  await page.getByText('Roster imported').waitFor()
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
])(
  'officer %s is invited, claims the roster row and sees no shifts yet',
  { meta: { shows: ['issue 2.5'] } },
  async (badge, actor) => {
    const { page } = admin
    const address = `o${badge}@lakeside.example`
    await page.goto('/admin/officers')
    await page.getByRole('link', { name: `Officer ${badge}` }).click()
    await page.getByRole('button', { name: /Invite/ }).click()
    await page.getByRole('dialog').getByLabel(/Email/).fill(address)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Invite|Send/ })
      .click()
    await page.getByText(/invit/i).first().waitFor()
    await expect
      .poll(async () => (await stage.rows('select from mails where to_address = $1', [address])).length)
      .toBe(1)
    const officer = actor()
    await officer.page.goto(await linkMailedTo(address))
    await officer.page
      .getByLabel(/password/i)
      .first()
      .fill(password)
    await clean(officer)
    await officer.page.getByRole('button', { name: 'Activate account' }).click()
    await officer.page.waitForURL('**/officer/dashboard')
    await officer.page.getByRole('link', { name: 'Available Jobs' }).first().click()
    await officer.page.getByRole('heading', { name: 'Available Jobs' }).waitFor()
    await clean(officer)
  },
)

test('posts a shift, and both officers see it without reloading', { meta: { shows: ['issue 2.9'] } }, async () => {
  const { page } = admin
  const start = soon(10)
  const end = soon(4 * 60)
  await page.getByRole('link', { name: 'Assignments', exact: true }).click()
  await page.getByRole('link', { name: 'New shift' }).first().click()
  await page.getByLabel('Title').fill('Harbor festival gate')
  await page.getByLabel('Date', { exact: true }).fill(start.date)
  await page.getByLabel('Start', { exact: true }).fill(start.time)
  await page.getByLabel('End', { exact: true }).fill(end.time)
  await clean(admin)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const seen = [first, second].map((officer) =>
    officer.page.getByRole('link', { name: 'Harbor festival gate' }).waitFor(),
  )
  await Promise.all(seen)
  await Promise.all([clean(first), clean(second)])
})

const jobOf = (actor: Actor) => actor.page.getByRole('row').filter({ hasText: 'Harbor festival gate' }).first()

test('both officers request the one spot; the admin sees it live and approves one, and the other is notified', {
  meta: { shows: ['issue 2.7'] },
}, async () => {
  for (const officer of [first, second]) {
    await jobOf(officer)
      .getByRole('button', { name: /^Request shift/ })
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
  await jobOf(second).getByText(/full/i).first().waitFor()
  await Promise.all([clean(admin), clean(first), clean(second)])
})

test('the officer checks in and out, the admin approves the hours, and they appear in the history', {
  meta: { shows: ['issue 2.8'] },
}, async () => {
  await first.page.getByRole('link', { name: 'Dashboard' }).first().click()
  await first.page.getByRole('button', { name: 'Check in' }).click()
  await first.page.getByRole('button', { name: 'Check out' }).waitFor()
  await clean(first)
  // A test cannot wait for an hour's work: move the recorded check-in back, as if the shift had started long ago.
  await stage.rows(
    `with moved as (update officer_assignments set starts_at = starts_at - interval '4 hours' where status = 'confirmed')
     update attendance set checked_in_at = checked_in_at - interval '4 hours',
       scheduled_starts_at = scheduled_starts_at - interval '4 hours'`,
  )
  await first.page.reload()
  await first.page.getByRole('button', { name: 'Check out' }).click()
  await first.page.getByRole('button', { name: /^Check out at/ }).click()
  await first.page.getByText(/^\d.* awaiting approval$/).waitFor()
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
