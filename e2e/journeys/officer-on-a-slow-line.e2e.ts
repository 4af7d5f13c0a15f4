import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, addRecord, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { inDatabases, installed, isAtRest } from '../at-rest.ts'
import { withoutFirstReads } from '../first-reads.ts'
import { type Stage, startStage } from '../stage.ts'

/** A line that is slow or hangs: what is shown is what was pressed, and the shift can be ended. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: Awaited<ReturnType<typeof department.addPerson>>
let officer: Actor
let signup: string

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Tunnel Road Police')
})
beforeEach(async () => {
  person = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  officer = await openBrowser(stage, phone, { installed: true })
  const shift = await department.addShift({ title: 'Bridge patrol', from: -120, to: 120, mode: 'first_come' })
  signup = await department.addSignup(shift, person, 'confirmed')
})
afterAll(() => stage.close())

const queued = async () => {
  const databases = await inDatabases(officer.page)
  return (databases['outbox/items'] ?? []) as { call: string }[]
}
const attendance = () => stage.rows('select state from attendance where signup_id = $1', [signup])

/** The dashboard's first answer is made at once, and arrives when the journey says so. */
const slowDashboard = async () => {
  const [made, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let first = true
  await withoutFirstReads(officer.context)
  await officer.context.route('**/api/dashboards/officer**', async (route) => {
    if (!first) return route.continue()
    first = false
    const response = await route.fetch()
    made.resolve()
    await gone.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { asked: made.promise, arrive: gone.resolve }
}

/** Another tab hears of every change as this one does; returns what waits until the next one was heard. */
const holdsPoke = async () => {
  await officer.page.evaluate(() => {
    const channel = new BroadcastChannel('live')
    channel.onmessage = ({ data }) => {
      if (data.kind === 'poke') document.documentElement.dataset.poked = 'yes'
    }
  })
  return () => expect.poll(() => officer.page.locator('html').getAttribute('data-poked')).toBe('yes')
}

test('a saved check-out that is sent while the first read is under way is shown', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { context } = officer
  await addRecord(stage, signup, true)
  await comeIn(officer, department, person)
  await officer.page.getByText(/^On duty since/).waitFor()
  await expect.poll(() => isAtRest(officer.page, 'Bridge patrol')).toBe(true)
  await installed(officer.page)
  await context.setOffline(true)
  await officer.page.getByRole('button', { name: 'Check out', exact: true }).click()
  await officer.page.getByRole('button', { name: /^Check out at/ }).click()
  await officer.page.getByText(/^Checked out at/).waitFor()
  await officer.page.close()
  const line = await slowDashboard()
  // What is saved is sent once the read has been asked.
  await context.route('**/api/attendance/check-out', async (route) => {
    await line.asked
    await route.continue()
  })
  await context.setOffline(false)
  officer.page = await context.newPage()
  await officer.page.goto('/officer/dashboard')
  await expect.poll(attendance, { timeout: 20_000 }).toEqual([{ state: 'submitted' }])
  await expect.poll(queued).toEqual([])
  line.arrive()
  await officer.page.getByText(/^Checked out at/).waitFor()
  expect(await officer.page.getByText(/^On duty since/).count()).toBe(0)
  expect(officer.faults).toEqual([])
  await context.close()
})

test('a check-in on another device while the first read is under way is shown', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  const line = await slowDashboard()
  await comeIn(officer, department, person)
  await line.asked
  const heard = await holdsPoke()
  await addRecord(stage, signup, true)
  await heard()
  line.arrive()
  await page.getByText(/^On duty since/).waitFor()
  expect(officer.faults).toEqual([])
  await context.close()
})

test('buttons whose press may be saved already keep their place, until the device says so or is silent for long', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  await page.addInitScript(() => {
    // The device never says what is saved on it.
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      return name === 'outbox' ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version)
    }
    new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Check in')
      if (button) document.documentElement.dataset.firstSeen ??= getComputedStyle(button).visibility
    }).observe(document, { childList: true, subtree: true })
  })
  await comeIn(officer, department, person)
  await page.getByRole('button', { name: 'Check in' }).waitFor()
  expect(await page.locator('html').getAttribute('data-first-seen')).toBe('hidden')
  await context.close()
})

test('an officer whose session has ended and whose line hangs can check out', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { context } = officer
  await addRecord(stage, signup, true)
  await comeIn(officer, department, person)
  await officer.page.getByText(/^On duty since/).waitFor()
  await installed(officer.page)
  await expect.poll(() => officer.page.evaluate(() => localStorage.getItem('running-shift'))).not.toBeNull()
  // As the end of a session for want of input leaves it.
  await officer.page.evaluate(() => localStorage.removeItem('reads-of'))
  await officer.page.close()
  await context.route('**/api/**', () => undefined)
  officer.page = await context.newPage()
  await officer.page.goto('/officer/dashboard')
  await officer.page.getByRole('button', { name: 'Check out', exact: true }).waitFor({ timeout: 40_000 })
  await context.close()
})
