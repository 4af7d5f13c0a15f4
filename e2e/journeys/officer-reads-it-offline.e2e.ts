import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { atRest, installed, isAtRest } from '../at-rest.ts'
import { type Stage, startStage } from '../stage.ts'

/** What an officer reads without a connection, and that none of it stays on the phone after any way to leave. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lakeside Police')
})
beforeEach(async () => {
  person = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  const mine = await department.addShift({ title: 'Courthouse door', from: 30, to: 500, mode: 'first_come' })
  await department.addSignup(mine, person, 'confirmed')
  await stage.rows(
    `insert into notifications (organization_id, type, title, message, officer_id)
     values ($1, 'assignment_changed', 'Courthouse door moved', 'It now starts at the north door.', $2)`,
    [department.id, person.officer_id],
  )
  officer = await openBrowser(stage, phone, { installed: true })
  await comeIn(officer, department, person)
  await officer.page.getByRole('heading', { name: 'Courthouse door' }).waitFor()
  await expect.poll(() => isAtRest(officer.page, 'Courthouse door')).toBe(true)
})
afterAll(() => stage.close())

/** Only the files of the application, and what is about the device. */
const expectNothingLeft = async () => {
  // What was typed in this tab waits for the same person when a session merely ends (docs/decisions/0071).
  const { session: _drafts, ...left } = await atRest(officer.page)
  expect(Object.keys(left.databases).filter((name) => name.startsWith('reads'))).toEqual([])
  const text = JSON.stringify(left)
  for (const secret of ['Courthouse door', person.name, person.user_id, person.officer_id, person.email])
    expect(text).not.toContain(secret)
  expect(Object.keys(left.local)).not.toContain('reads-of')
  expect(Object.keys(left.local)).not.toContain('running-shift')
}

test('a cold start without a connection shows the own shifts and when they were read', {
  meta: { shows: ['issue 12 stored reads', '7 opened offline'] },
}, async () => {
  const { page, context } = officer
  await department.addShift({ title: 'Parade route', from: 900, to: 1200, mode: 'first_come' })
  await page.getByRole('link', { name: 'Available Jobs' }).last().click()
  await page.getByText('Parade route').first().waitFor()
  await expect.poll(() => isAtRest(page, 'Parade route')).toBe(true)
  await page.getByRole('link', { name: 'Parade route' }).click()
  await page.locator('main').getByText('1 of 1 spot left', { exact: true }).waitFor()
  await expect.poll(() => isAtRest(page, 'shift_page.read')).toBe(true)
  await installed(page)
  await context.setOffline(true)
  const again = await context.newPage()
  await page.close()
  officer.page = again
  const began = Date.now()
  await again.goto('/officer/dashboard')
  await again.getByRole('heading', { name: 'Courthouse door' }).waitFor()
  expect(Date.now() - began).toBeLessThan(15_000)
  await again.getByText(/^No connection\. Last updated \d\d:\d\d\.$/).waitFor()
  await again.getByRole('link', { name: 'Available Jobs' }).last().click()
  await again.getByText('Parade route').first().waitFor()
  await again.getByRole('link', { name: 'Parade route' }).click()
  await again.getByText("You can see the officers on this shift once you're back online.").waitFor()
  await again.getByRole('button', { name: /^Notifications/ }).click()
  await again.getByText('Courthouse door moved').first().waitFor()
  await again.keyboard.press('Escape')
  await context.setOffline(false)
  await again.getByText(/^No connection/).waitFor({ state: 'detached' })
  expect(officer.faults).toEqual([])
  await context.close()
})

test('a sign-out leaves the application and nothing else', {
  meta: { shows: ['issue 12 at rest', '7 opened offline'] },
}, async () => {
  const { page, context } = officer
  await installed(page)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await expectNothingLeft()
  const { cached, session } = await atRest(page)
  expect(Object.keys(cached)).toContain(`${officer.base}/app`)
  expect(session).toEqual({})
  await context.close()
})

test('a session that was ended elsewhere leaves nothing', { meta: { shows: ['issue 12 at rest'] } }, async () => {
  const { page, context } = officer
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  // What has no answer yet would stay, for the same person.
  await page.getByText(/^On duty since/).waitFor()
  await expect.poll(async () => Object.keys((await atRest(page)).local)).toContain('running-shift')
  await stage.rows("update sessions set ended_at = now(), ended_why = 'elsewhere' where user_id = $1", [person.user_id])
  await page.reload()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await expectNothingLeft()
  await context.close()
})

test('idle time ends what is stored, also on a phone that was closed without a connection', {
  meta: { shows: ['issue 12 at rest', '7 opened offline'] },
}, async () => {
  const { page, context } = officer
  await installed(page)
  await context.setOffline(true)
  const again = await context.newPage()
  await page.close()
  officer.page = again
  await again.clock.install({ time: Date.now() + 31 * 60_000 })
  await again.goto('/officer/dashboard')
  await again.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await again.getByText('Courthouse door').count()).toBe(0)
  await expectNothingLeft()
  await context.close()
})

test('another account on the same phone sees nothing of the first, and deletes it', {
  meta: { shows: ['issue 12 at rest', '7 opened offline'] },
}, async () => {
  const { page, context } = officer
  const other = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  await comeIn(officer, department, other)
  await page.getByText('No confirmed shifts').waitFor()
  await expectNothing(person.user_id)
  expect(await isAtRest(page, 'Courthouse door')).toBe(false)
  await context.close()
})
const expectNothing = async (id: string) => expect(await isAtRest(officer.page, id)).toBe(false)

test('a browser that stores nothing works with a connection and says what is missing', {
  meta: { shows: ['issue 12 stored reads'] },
}, async () => {
  const { page, context } = officer
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Courthouse door' }).waitFor()
  await page.getByText("This browser isn't storing data.").waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText("This browser isn't storing data.").waitFor({ state: 'detached' })
  expect(officer.faults).toEqual([])
  await context.close()
})
