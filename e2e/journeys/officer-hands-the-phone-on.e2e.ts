import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, addRecord, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { isAtRest } from '../at-rest.ts'
import { watchDrawn } from '../drawn.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** A phone that a second officer uses after the first: nothing of the first is drawn for the second, not even for a moment. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let first: Awaited<ReturnType<typeof department.addPerson>>
let second: Awaited<ReturnType<typeof department.addPerson>>
let drawn: Awaited<ReturnType<typeof watchDrawn>>
const shows = { meta: { shows: ['issue 12 at rest', '7 opened offline'] } }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Ferry Police')
})
afterAll(() => stage.close())

beforeEach(async () => {
  const number = crypto.randomUUID().slice(0, 6)
  first = await department.addPerson(`First ${number}`, 'officer')
  second = await department.addPerson(`Second ${number}`, 'officer')
  const shift = await department.addShift({ title: 'Courthouse door', from: 30, to: 500, mode: 'first_come' })
  await department.addSignup(shift, first, 'confirmed')
  await stage.rows(
    `insert into notifications (organization_id, type, title, message, officer_id)
     values ($1, 'assignment_changed', 'North door instead', 'It now starts at the north door.', $2)`,
    [department.id, first.officer_id],
  )
  officer = await openBrowser(stage, phone, { installed: true })
  drawn = await watchDrawn(officer.context)
  await officer.page.clock.install()
  await comeIn(officer, department, first)
  await readEverything()
})

const openBell = () => officer.page.getByRole('button', { name: /^Notifications/ }).click()
/** The first officer's shift and notification, stored on the phone. */
const readEverything = async () => {
  const { page } = officer
  await page.getByRole('heading', { name: 'Courthouse door' }).waitFor()
  await openBell()
  await page.getByText('North door instead').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => isAtRest(page, 'Courthouse door')).toBe(true)
  await expect.poll(() => isAtRest(page, 'North door instead')).toBe(true)
  expect(drawn.of(page, secrets())).toEqual(['Courthouse door', 'North door', first.name])
}
const secrets = () => ['Courthouse door', 'Courthouse steps', 'North door', first.name, first.email]

/** In the same document, as a person does. */
const signInHere = async () => {
  const { page } = officer
  await page.getByLabel('Email').fill(second.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
const expectNothingOfTheFirst = async (since = '') => {
  const { page, context, faults } = officer
  await page.getByText('No confirmed shifts').waitFor()
  await openBell()
  await page.getByText('All caught up').waitFor()
  expect(drawn.of(page, [second.name])).toEqual([second.name])
  expect(drawn.of(page, secrets(), since)).toEqual([])
  for (const secret of secrets()) expect(await isAtRest(page, secret)).toBe(false)
  expect(faults).toEqual([])
  await context.close()
}

test('after a sign-out for inactivity', shows, async () => {
  const { page } = officer
  await stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    first.user_id,
  ])
  await page.clock.fastForward(31 * 60_000)
  await page.getByLabel('Email').waitFor()
  await drawn.from(page)
  await signInHere()
  await expectNothingOfTheFirst()
})

test('an officer who checked out on the sign-in page for another one’s shift is told so', shows, async () => {
  const { page, context } = officer
  const shift = await department.addShift({ title: 'Night gate', from: -400, to: -5, mode: 'first_come' })
  await addRecord(stage, await department.addSignup(shift, first, 'confirmed'), true)
  await page.reload()
  await page
    .getByText(/^On duty since/)
    .first()
    .waitFor()
  // Noted once the phone has read what is saved on it, which may be after the screen was drawn.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('running-shift'))).toContain(first.user_id)
  await stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    first.user_id,
  ])
  await page.clock.fastForward(31 * 60_000)
  await page.getByRole('button', { name: 'Check out', exact: true }).click()
  await page.getByText(/^Check-out saved on this phone/).waitFor()
  await signInHere()
  const told = page.getByRole('region', { name: "Another officer's check-out" })
  await told
    .getByText(/^The check-out at \d\d:\d\d on the sign-in page was for the officer who was signed in/)
    .waitFor()
  await told.getByRole('button', { name: 'Dismiss' }).click()
  await told.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('locked-out'))).toBe(null)
  await context.close()
})

test('on a phone that is opened after the session was ended elsewhere', shows, async () => {
  // An open page hears of it at once.
  const page = await officer.context.newPage()
  await officer.page.close()
  officer.page = page
  await stage.rows("update sessions set ended_at = now(), ended_why = 'elsewhere' where user_id = $1", [first.user_id])
  await drawn.from(page)
  await page.goto('/officer/dashboard')
  await page.getByLabel('Email').waitFor()
  await signInHere()
  await expectNothingOfTheFirst()
})

test('after the first account was removed from the device', shows, async () => {
  const { page } = officer
  await page.goto('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and sign out' }).click()
  await page.getByLabel('Email').waitFor()
  await drawn.from(page)
  await signInHere()
  await expectNothingOfTheFirst()
})

test('on a phone that the second officer opens with a session of their own', shows, async () => {
  const { page } = officer
  await page.goto('about:blank')
  await drawn.from(page)
  await comeIn(officer, department, second)
  await expectNothingOfTheFirst()
})

/** An invitation to an officer on the roster who has no account yet. */
const invite = async (email: string) => {
  const token = randomBytes(32).toString('base64url')
  await stage.rows(
    `with invited as (insert into officers (organization_id, role, approved, name, email, email_key, badge_number, invited_at)
       values ($1, 'officer', true, $2, $3, $3, $4, now()) returning id)
     insert into account_links (token_hash, kind, email, email_key, name, organization_id, officer_id, expires_at)
     select $5, 'claim', $3, $3, $2, $1, id, now() + interval '1 day' from invited`,
    [department.id, second.name, email, email.slice(0, 8), createHash('sha256').update(token).digest()],
  )
  return `/auth/link?token=${token}`
}

test(
  'in a tab that the first officer left open, once the second has accepted an invitation in another one',
  shows,
  async () => {
    const { page, context } = officer
    const worked = await department.addShift({ title: 'Courthouse steps', from: -900, to: -600, mode: 'first_come' })
    await addRecord(stage, await department.addSignup(worked, first, 'confirmed'))
    // A list that keeps the rows before while it reads others.
    const screens = page.getByRole('navigation', { name: 'Main' })
    await screens.getByRole('link', { name: 'History' }).click()
    await page.getByText('Courthouse steps').first().waitFor()
    const link = await invite(`${crypto.randomUUID().slice(0, 8)}@ferry-police.example`)
    await drawn.from(page)
    const other = await context.newPage()
    await other.goto(link)
    await other.getByLabel('New password').fill(password)
    await other.getByRole('button', { name: 'Activate account' }).click()
    await other.waitForURL('**/officer/dashboard')
    await screens.getByRole('link', { name: 'Dashboard' }).click()
    // As soon as the tab names the second officer, it shows nothing of the first.
    await expectNothingOfTheFirst(second.name)
  },
)
