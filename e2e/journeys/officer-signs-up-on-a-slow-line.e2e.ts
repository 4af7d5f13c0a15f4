import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Signing up over a slow or failing connection: nothing is shown as done before the server confirms it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const person = await department.addPerson('Officer 3', 'officer')
  await department.addShift({ title: 'Stadium gate', from: 2880, to: 3120, mode: 'first_come', places: 2 })
  await department.addShift({ title: 'Parade route', from: 3180, to: 3400, mode: 'first_come', places: 2 })
  await department.addShift({ title: 'Court duty', from: 5880, to: 6120, mode: 'approval', places: 2 })
  officer = await openBrowser(stage, phone)
  await comeIn(officer, department, person, `${stage.base}/officer/assignments`)
  await officer.page.getByRole('button', { name: 'Sign up: Stadium gate' }).waitFor()
})
afterAll(() => stage.close())

const jobOf = (title: string) =>
  officer.page.getByRole('listitem').filter({ has: officer.page.getByRole('heading', { name: title }) })
const signups = '**/api/assignments/*/signups'
/** Collects every message the job shows from now on. */
const listen = async (title: string) => {
  await jobOf(title).evaluate((job) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => heard.push(job.textContent ?? '')).observe(job, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return () => officer.page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n'))
}
const statusOf = async (title: string) =>
  (
    await stage.rows<{ status: string }>(
      `select s.status from officer_assignments s join assignments a on a.id = s.assignment_id where a.title = $1 and a.organization_id = $2
       order by s.applied_at desc limit 1`,
      [title, department.id],
    )
  )[0]?.status

test('a slow sign-up shows "Signing up…", then "Signed up", and nothing below it moves', async () => {
  const { page } = officer
  const job = jobOf('Stadium gate')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(signups, async (route: Route) => {
    await held
    await route.continue()
  })
  const below = () => jobOf('Parade route').boundingBox()
  const before = await below()
  const heard = await listen('Stadium gate')
  await job.getByRole('button', { name: 'Sign up: Stadium gate' }).tap()
  await job.getByRole('button', { name: 'Signing up…: Stadium gate' }).waitFor()
  expect(await heard()).not.toMatch(/Confirmed|Signed up/)
  expect((await below())?.y).toBe(before?.y)
  answer()
  await job.getByText('Signed up', { exact: true }).waitFor()
  expect((await below())?.y).toBe(before?.y)
  expect(await statusOf('Stadium gate')).toBe('confirmed')
  // Undo is there for as long as a toast would offer it, also after the list was read again.
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((at) => performance.now() > at + 8000, since)
  await job.getByRole('button', { name: 'Undo: Stadium gate' }).waitFor()
  expect((await below())?.y).toBe(before?.y)
  await page.unroute(signups)
})

test('"Undo" removes the sign-up without a call-off', async () => {
  const job = jobOf('Court duty')
  await job.getByRole('button', { name: 'Request shift: Court duty' }).tap()
  await job.getByText('Requested', { exact: true }).waitFor()
  await job.getByRole('button', { name: 'Undo: Court duty' }).tap()
  await expect.poll(() => statusOf('Court duty')).toBe('withdrawn')
  await job.getByRole('button', { name: 'Request shift: Court duty' }).waitFor()
})

test('a sign-up whose request fails never shows "Confirmed" and can be retried', async () => {
  const { page } = officer
  const job = jobOf('Parade route')
  let tries = 0
  await page.route(signups, async (route: Route) => {
    tries++
    await new Promise((resolve) => setTimeout(resolve, 3500))
    await route.abort('connectionreset')
  })
  const heard = await listen('Parade route')
  await job.getByRole('button', { name: 'Sign up: Parade route' }).tap()
  await job.getByRole('button', { name: 'Signing up…: Parade route' }).waitFor()
  await job.getByRole('button', { name: 'Sign up: Parade route' }).waitFor({ timeout: 20_000 })
  expect(tries).toBe(2)
  expect(await heard()).not.toMatch(/Confirmed|Signed up/)
  await page.locator('[data-sonner-toast]').waitFor()
  expect(await statusOf('Parade route')).toBeUndefined()
  await page.unroute(signups)
  await job.getByRole('button', { name: 'Sign up: Parade route' }).tap()
  await job.getByText('Signed up', { exact: true }).waitFor()
})
