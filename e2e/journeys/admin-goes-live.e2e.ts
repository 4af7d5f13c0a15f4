import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A chief with a roster file and a phone: from the vendor's invitation to the first published shift, counting every step. */
const root = join(import.meta.dirname, '../..')
let stage: Stage
let chief: Actor
let invitation: string

/** `npm run admin -- ...`, as vendor staff type it. */
const run = (...words: string[]) =>
  execFileSync(process.execPath, [join(root, 'apps/server/admin.ts'), ...words], {
    env: { ...process.env, DATABASE_URL: stage.databaseUrl, PUBLIC_URL: '' },
    encoding: 'utf8',
  })

beforeAll(async () => {
  stage = await startStage()
  run('create-organization', '--name', 'Harbor Police', '--zone', 'America/Chicago', '--tier', 'trial')
  const said = run('invite-admin', '--organization', 'harbor-police', 'chief@harbor.example')
  const link = new URL(said.match(/https?:\/\/\S+/)?.[0] ?? '')
  invitation = link.pathname + link.search
  chief = await openBrowser(stage, phone)
})
afterAll(() => stage.close())

const steps = { presses: 0, fields: 0 }
const press = async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button') => {
  steps.presses++
  // In the page, or in the action bar below it.
  await chief.page
    .locator('main, [aria-label="Next step"]')
    .getByRole(role, { name, exact: typeof name === 'string' })
    .click()
}
const fill = async (label: string | RegExp, value: string) => {
  steps.fields++
  await chief.page
    .getByRole('main')
    .getByLabel(label, { exact: typeof label === 'string' })
    .fill(value)
}
const arrive = async (heading: string) => {
  await chief.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const folder = process.env.E2E_PICTURES
  if (folder)
    await chief.page.screenshot({ path: `${folder}/live-${heading.replaceAll(/\W+/g, '-')}.png`, fullPage: true })
  expect(await axeFindings(chief.page)).toEqual([])
  expect(await chief.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const rows = <R extends Record<string, unknown>>(text: string) => stage.rows<R>(text, ['harbor-police'])
const roster = {
  name: 'roster.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `Badge,Name,Rank,Unit,Email\n${[1, 2, 3, 4].map((n) => `10${n},Officer ${n},Officer,Patrol,${n < 4 ? `o${n}@harbor.example` : ''}`).join('\n')}\n`,
  ),
}

test('from the emailed link, an empty department publishes its first shift in 12 clicks and 10 fields', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const { page } = chief
  steps.presses++
  await page.goto(invitation)
  await arrive('Set up Harbor Police')
  await fill('Name', 'Chief 1')
  await fill('New password', 'seven quiet herons 19')
  await press('Accept invitation')

  await arrive('Set up a second factor')
  await press('Authenticator app')
  const key = (await page.getByText(/[A-Z2-7]{4} [A-Z2-7]{4}/).textContent()) ?? ''
  await fill('Code', new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) }).generate())
  await press('Confirm')
  await press('I saved these codes', 'checkbox')
  await press('Continue')

  // Goes straight to the first step, without looking for it.
  await arrive('Name, color and logo')
  await page.getByText('Step 1 of 5').waitFor()
  await fill('Color', '#0f766e')
  await press('Save and continue')

  await arrive('Add your officers')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  const chosen = page.waitForEvent('filechooser')
  await press('Choose a file')
  steps.fields++
  await (await chosen).setFiles(roster)
  await press('Import 4 officers')
  await press('Next: Rules')

  // How the first shift is given out is decided before it is posted.
  await arrive('Set your rules')
  // The department's default is filled in, and one press answers the question.
  await page.getByRole('radio', { name: /^An admin approves/, checked: true }).waitFor()
  await press('Save and continue')

  await arrive('Publish the first shift')
  await page.getByText('From the department default: ').waitFor()
  await fill('Title', 'Harbor festival, gate')
  await fill('Date', inAWeek)
  await fill('Start', '18:00')
  await fill('End', '23:00')
  await fill('Officers needed', '2')
  expect(await rows('select first_published_at as at from organizations where subdomain = $1')).toEqual([{ at: null }])
  await press('Publish with 2 spots')
  await arrive('Invite your officers')

  expect(steps).toEqual({ presses: 12, fields: 10 })
  const [found] = await rows<{ status: string; places: number; live: boolean }>(
    `select a.status, p.required_count as places, a.published_at = g.first_published_at as live
     from organizations g join assignments a on a.organization_id = g.id
     join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id where g.subdomain = $1`,
  )
  expect(found).toEqual({ status: 'published', places: 2, live: true })
})

test('the checklist resumes where it was left, shows skipped steps and disappears when nothing is open', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const { page } = chief
  await press('Finish later', 'link')
  await page.getByText('4 of 5 done · about 2 minutes left').waitFor()
  await page.getByRole('link', { name: /^Done.*Publish the first shift/ }).waitFor()
  await page.goto('/admin/setup')
  await page.waitForURL('**/admin/setup?step=invite')
  await page.getByRole('link', { name: 'Rules' }).click()
  await press('Rest and hours', 'link')
  await page.getByRole('heading', { level: 1, name: 'Rest and hours' }).waitFor()
  await page.goBack()
  await page.getByText('First come, first served').click()
  await press('Save and continue')
  await page.waitForURL('**/admin/setup?step=invite')
  await arrive('Invite your officers')
  await page.getByText(/^1 officer on the roster has no email\./).waitFor()
  await press('Skip and invite later')
  await arrive('Your department is set up')
  await page.goBack()
  await press('Restore step')
  await press('Invite 3 officers')
  await page.getByText('3 officers already invited or signed in').waitFor()
  expect(
    await rows(`select m.to_address from mails m join organizations g on g.id = m.organization_id
      where g.subdomain = $1 and m.to_address like 'o%' order by 1`),
  ).toEqual([1, 2, 3].map((n) => ({ to_address: `o${n}@harbor.example` })))
  await press('Finish')
  await arrive('Your department is set up')
  await page.getByText(/First shift published within a minute|Live in \d+ min/).waitFor()
  await press('Go to the dashboard', 'link')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.getByText('Needs a decision').waitFor()
  expect(await page.getByRole('heading', { name: 'Setup guide' }).count()).toBe(0)
  // Nothing is left to set up, so the address redirects to the dashboard.
  await page.goto('/admin/setup')
  await page.waitForURL('**/admin/dashboard')
  expect(chief.faults).toEqual([])
})
