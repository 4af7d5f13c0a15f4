import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, comesWithin, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A trial from its first banner to its end and the upgrade, on admin and officer screens that stay open. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Trial Bay Police')
  admin = await openBrowser(stage)
  // A separate server process: changes reach it through the database.
  const second = await stage.startServer()
  officer = await openBrowser(stage, phone, { base: second.base })
  for (const { page } of [admin, officer]) await page.clock.install()
  await set(`subscription_tier = 'trial', trial_end_date = ${today} + 19`)
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await comeIn(officer, department, await department.addPerson('Officer 7', 'officer'))
})
afterAll(() => stage.close())

const today = "(now() at time zone 'America/Chicago')::date"
const set = (text: string) => stage.rows(`update organizations set ${text} where id = $1`, [department.id])
const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const text = (actor: Actor, words: string) => actor.page.getByText(words, { exact: true })

test('the banner counts down live for admins; an officer sees a badge and no warning', {
  meta: { shows: ['4 trial banner', 'issue 3.1'] },
}, async () => {
  await text(admin, 'Trial expires in 20 days. Contact vendor to upgrade.').waitFor()
  await text(officer, 'Trial Mode').waitFor()
  for (const [days, words] of [
    [6, 'Trial expires in 7 days. Contact vendor to upgrade.'],
    [0, 'Trial expires in 1 day. Contact vendor to upgrade.'],
  ] as const) {
    const change = () => set(`trial_end_date = ${today} + ${days}`)
    await comesWithin([admin], 1500, change, () => text(admin, words).isVisible())
  }
  await clean(admin)
  await text(officer, 'Trial Mode').waitFor()
  expect(await officer.page.getByText(/Trial (expires|ended)|Contact vendor/i).count()).toBe(0)
  await clean(officer)
  await set('trial_end_date = null')
  await text(admin, 'Trial Mode. Contact vendor to upgrade.').waitFor()
})

test('the banner contacts the vendor once a day; a second try shows the earlier request', {
  meta: { shows: ['6 contact vendor'] },
}, async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'Contact Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact the vendor' })
  await dialog.getByLabel('Message').fill('Forty officers from May.')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await text(admin, 'Request sent').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Contact Vendor' }).click()
  await dialog.getByText('Request already sent').waitFor()
  await dialog.getByText('Forty officers from May.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Send request' }).count()).toBe(0)
  await clean(admin)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const rows = await stage.rows('select kind, status from contact_requests where organization_id = $1', [department.id])
  expect(rows).toEqual([{ kind: 'upgrade', status: 'new' }])
})

test('when the trial ends, both screens close within two seconds, with a ten-second toast for officers', {
  meta: { shows: ['8 Trial Expired', '9 trial toast', '4 trial expired'] },
}, async () => {
  const screen = 'Access to all features has been suspended until your subscription is upgraded'
  await comesWithin(
    [admin, officer],
    2000,
    () => set(`trial_end_date = ${today} - 1`),
    async () => (await text(admin, screen).isVisible()) && (await text(officer, screen).isVisible()),
  )
  for (const actor of [admin, officer]) {
    await actor.page.getByRole('heading', { name: 'Trial Expired', level: 1 }).waitFor()
    // The toast names the administrator, who would only read it over "Export everything".
    const named = text(
      actor,
      'Your trial period has ended. Please contact your administrator to upgrade your subscription.',
    )
    if (actor === officer) await named.waitFor()
    else expect(await named.count()).toBe(0)
    const buttons = actor.page.getByRole('main').getByRole('button')
    // Admins can export the records; that component loads after the screen.
    const offered = ['Contact Support', 'Sign out', ...(actor === admin ? ['Export everything'] : [])]
    await expect.poll(() => buttons.allTextContents()).toEqual(offered)
    await clean(actor)
  }
  expect((await officer.page.request.get('/api/open-jobs')).status()).toBe(403)
  // The person's own pages keep the banner, and officers see the same message as before.
  const refused: string[] = []
  admin.page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await admin.page.goto('/admin/officers')
  await admin.page.getByRole('heading', { name: 'Trial Expired', level: 1 }).waitFor()
  await admin.page.getByRole('button', { name: 'Account: Admin 1' }).click()
  await admin.page.getByRole('menuitem', { name: 'Profile' }).click()
  await text(admin, 'Trial ended. Contact vendor to upgrade for full access.').waitFor()
  // Calls known to be closed are not made.
  expect(refused).toEqual([])
  await stage.rows(`insert into officers (organization_id, name, badge_number) values ($1, 'Recruit', 'R1')`, [
    department.id,
  ])
  await officer.page.getByRole('button', { name: /^Account:/ }).click()
  await officer.page.getByRole('menuitem', { name: 'Profile' }).click()
  await officer.page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(await officer.page.getByText('Trial ended').count()).toBe(0)
  await officer.page.getByRole('link', { name: 'Dashboard' }).click()
  await officer.page.getByRole('button', { name: 'Contact Support' }).click()
  await officer.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await text(officer, 'Request sent').waitFor()
})

test('an upgrade reopens the screens without a reload; a flag turned off closes its screen and names both plans', {
  meta: { shows: ['issue 3.1', '8 Feature Not Available'] },
}, async () => {
  const { page } = admin
  const upgrade = () => set(`subscription_tier = 'basic', trial_end_date = null`)
  await comesWithin([officer], 2000, upgrade, () => officer.page.getByText('Open shifts for you').isVisible())
  // Pending counts are refreshed on the page that stayed open.
  await page.getByRole('link', { name: '1 officer waiting' }).waitFor()
  await page.getByRole('link', { name: 'Extra Time Approval' }).first().click()
  await page.getByRole('heading', { name: 'Extra Time Approval', level: 1 }).waitFor()
  const takeAway = () => set(`features_enabled = '{"overtime": false}'`)
  const closed = page.getByRole('heading', { name: 'Feature Not Available' })
  await comesWithin([admin], 2000, takeAway, () => closed.isVisible())
  for (const [term, plan] of [
    ['Current plan', 'Basic'],
    ['Required plan', 'Basic'],
  ] as const) {
    const row = page.locator('dl > *').filter({ hasText: term })
    await row.getByText(plan, { exact: true }).waitFor()
  }
  const items = page.getByRole('navigation', { name: 'Main' })
  await items.getByRole('link', { name: 'Extra Time Approval' }).waitFor({ state: 'detached' })
  await clean(admin)
  const giveBack = () => set(`features_enabled = '{}'`)
  await comesWithin([admin], 2000, giveBack, () => items.getByRole('link', { name: 'Extra Time Approval' }).isVisible())
  await page.getByRole('heading', { name: 'Extra Time Approval', level: 1 }).waitFor()
})
