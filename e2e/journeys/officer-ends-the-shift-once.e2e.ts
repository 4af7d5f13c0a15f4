import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, addRecord, comeIn, makeDepartment, openBrowser, ours, phone } from '../actors.ts'
import { inDatabases, installed } from '../at-rest.ts'
import { type Stage, startStage } from '../stage.ts'

/** A check-out that was answered, or is stored, is not offered again where the rest of the application can't be reached. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: Awaited<ReturnType<typeof department.addPerson>>
let officer: Actor
const shows = { meta: { shows: ['issue 12 offline'] } }

beforeAll(async () => {
  stage = await startStage()
})
beforeEach(async () => {
  department = await makeDepartment(stage, `Harbor ${crypto.randomUUID().slice(0, 6)}`)
  person = await department.addPerson('Officer 7', 'officer')
  officer = await openBrowser(stage, phone, { installed: true })
})
afterAll(() => stage.close())

/** On duty on a shift with these times, in minutes from now, with the clock of the page in the test's hand. */
const comeOnDuty = async (from: number, to: number) => {
  const shift = await department.addShift({ title: 'Bridge patrol', from, to, mode: 'approval' })
  const signup = await department.addSignup(shift, person, 'confirmed')
  await addRecord(stage, signup, true)
  await officer.page.clock.install()
  await comeIn(officer, department, person)
  await officer.page
    .getByText(/^On duty since/)
    .first()
    .waitFor()
  return signup
}
const checkOut = () => officer.page.getByRole('button', { name: 'Check out', exact: true })

test('after the trial, a check-out whose answer was the last thing heard is not offered again', shows, async () => {
  const { page, context } = officer
  const signup = await comeOnDuty(-300, -5)
  await stage.rows(
    `update organizations set subscription_tier = 'trial', trial_end_date = (now() at time zone 'America/Chicago')::date - 1 where id = $1`,
    [department.id],
  )
  await page.getByRole('heading', { name: 'Trial Expired', level: 1 }).waitFor()
  let gone = false
  await context.route('**/api/**', async (route) => {
    if (gone) return route.abort()
    if (!route.request().url().endsWith('/check-out')) return route.continue()
    const response = await route.fetch()
    gone = true
    await context.setOffline(true)
    return route.fulfill({ response })
  })
  await checkOut().click()
  // On the page; a toast says the same for a while.
  await page
    .getByRole('main')
    .getByText(/^Checked out at \d\d:\d\d\.$/)
    .waitFor()
  expect(await stage.rows('select state from attendance where signup_id = $1', [signup])).toEqual([
    { state: 'submitted' },
  ])
  await page.clock.fastForward(25 * 60_000)
  expect(await checkOut().count()).toBe(0)
  await context.close()
})

test('the sign-in page shows a stored check-out that nobody was told of before the battery died', shows, async () => {
  const { page, context } = officer
  await comeOnDuty(-300, 120)
  await installed(page)
  const stored = async () => ((await inDatabases(page))['outbox/items'] ?? []) as unknown[]
  await context.route('**/api/attendance/check-out', () => undefined)
  await checkOut().click()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await expect.poll(async () => (await stored()).length).toBe(1)
  await page.goto('about:blank')
  await page.clock.fastForward(40 * 60_000)
  await context.setOffline(true)
  await page.goto('/officer/dashboard')
  await page.getByText(/^Check-out saved on this phone, /).waitFor()
  expect(await checkOut().count()).toBe(0)
  await context.close()
})

test('a saved check-out that was refused is not promised on the sign-in page: it can be pressed again', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { page, context } = officer
  await comeOnDuty(-300, 120)
  await installed(page)
  await context.setOffline(true)
  await checkOut().click()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  await context.route('**/api/attendance/check-out', (route) =>
    route.fulfill({ ...ours(), status: 409, json: { error: { code: 'checkout_too_soon', message: '', details: {} } } }),
  )
  await context.setOffline(false)
  await page.getByText("1 action couldn't be sent.").waitFor()
  // Also for an officer who removes it from the list.
  const out = () => page.evaluate(() => JSON.parse(localStorage.getItem('running-shift') ?? '{}').out_at as unknown)
  await expect.poll(out).toBeNull()
  await context.setOffline(true)
  await page.clock.fastForward(40 * 60_000)
  const locked = page.getByRole('region', { name: 'Shift in progress' })
  await locked.getByText(/^Your check-out at \d\d:\d\d wasn't accepted\. Check out again, or sign in/).waitFor()
  await locked.getByRole('heading', { name: /^On duty since/ }).waitFor()
  await checkOut().click()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await locked.getByText(/^Check-out saved on this phone, \d\d:\d\d$/).waitFor()
  await context.close()
})

test('an impatient second tap on a check-out that is saved doesn’t check in to the next shift', shows, async () => {
  const { page, context } = officer
  const signup = await comeOnDuty(-300, -3)
  const next = await department.addShift({ title: 'Court door', from: 8, to: 240, mode: 'approval' })
  await department.addSignup(next, person, 'confirmed')
  await page.reload()
  await page.getByText('Court door').first().waitFor()
  await installed(page)
  await context.setOffline(true)
  // The line that says so moves what is below it.
  await page.getByText(/^No connection\. Last updated/).waitFor()
  const box = await checkOut().boundingBox()
  if (!box) throw new Error('no check-out on screen')
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  // The thumb taps on, as soon as the next button is where it still is.
  await page.evaluate(([x, y]) => {
    const tap = () => {
      const button = document.elementFromPoint(x, y)?.closest('button')
      if (button?.textContent === 'Check in') button.click()
    }
    new MutationObserver(tap).observe(document, { subtree: true, childList: true })
  }, at)
  await page.mouse.click(...at)
  await page.getByRole('button', { name: 'Check in', exact: true }).first().waitFor()
  const queued = async () => ((await inDatabases(page))['outbox/items'] ?? []) as { call: string; body: string }[]
  expect((await queued()).map(({ call }) => call)).toEqual(['attendance.check_out'])
  expect((await queued())[0]?.body).toContain(signup)
  await context.close()
})
