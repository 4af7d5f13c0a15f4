import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  makeDepartment,
  openBrowser,
  phone,
  type Stage,
  startStage,
  tellScreens,
} from '../actors.ts'

/** Extra time from an officer's phone, with one hand: from a worked shift and freely, returned, handed in again, withdrawn. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let actor: Actor
let officer: { officer_id: string; email: string }
let admin: { officer_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  officer = await department.addPerson('Officer 12', 'officer')
  admin = await department.addPerson('Admin 1', 'admin')
  const shift = await department.addShift({ title: 'Stadium gate', from: -1500, to: -1260 })
  const signup = await department.addSignup(shift, officer, 'confirmed')
  await stage.rows(
    `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
       checked_in_at, checked_out_at, worked_minutes)
     select organization_id, id, assignment_id, officer_id, 'submitted', starts_at, ends_at, starts_at, ends_at, 240
     from officer_assignments where id = $1`,
    [signup],
  )
  actor = await openBrowser(stage, phone)
  await comeIn(actor, department, officer)
})
beforeEach(() => onTestFailed(() => tellScreens({ officer: actor })))
afterAll(() => stage.close())

/** A thumb meets nothing that is smaller than 44 px, and nothing above the reach of one hand is needed to go on. */
const tap = async (control: Locator) => {
  await control.waitFor()
  await control.scrollIntoViewIfNeeded()
  const name = await control.textContent()
  // What is still on its way in has not its size yet.
  const fits = async () => {
    const box = await control.boundingBox()
    return { name, fits: Math.min(box?.width ?? 0, box?.height ?? 0) >= 44 }
  }
  await expect.poll(fits).toEqual({ name, fits: true })
  await control.tap()
}
const clean = async () => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(await actor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(actor.faults).toEqual([])
}
const clockAt = (iso: Date, plus: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'America/Chicago' }).format(
    new Date(iso.getTime() + plus * 60_000),
  )
const claims = () => actor.page.getByRole('list', { name: 'Your extra time' }).getByRole('listitem')

describe('[issue 3.4] [issue 3.14] an officer claims extra time on a phone', () => {
  test('[issue 3.4 claimed] on a worked shift: the time begins where the shift ended, and only the end is missing', async () => {
    const { page } = actor
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).tap()
    await tap(page.getByRole('button', { name: 'Claim extra time on Stadium gate' }))
    const [row] = await stage.rows<{ ends_at: Date }>('select ends_at from officer_assignments limit 1')
    const end = row?.ends_at ?? new Date()
    await page.getByRole('dialog', { name: 'Extra time on Stadium gate' }).waitFor()
    await expect.poll(() => page.getByLabel(/^From/).inputValue()).toBe(clockAt(end, 0))
    await clean()
    await page.getByLabel('To', { exact: true }).fill(clockAt(end, 45))
    await page.getByText('45 min', { exact: true }).waitFor()
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText('Please fill this in.').waitFor()
    await page.getByLabel('Reason').fill('Held over for the tow truck')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tap(page.getByRole('tab', { name: 'Extra time' }))
    await claims().filter({ hasText: 'Holdover, 45 min' }).getByText('Pending').waitFor()
    await clean()
  })

  test('[issue 3.4 court] freely: court asks for docket number and court; a reload loses nothing', async () => {
    const { page } = actor
    await tap(page.getByRole('button', { name: 'Claim extra time', exact: true }))
    await page.getByLabel('Reason').fill('Subpoenaed witness')
    const now = new Date()
    await page.getByLabel(/^From/).fill(clockAt(now, -200))
    await page.getByLabel('To', { exact: true }).fill(clockAt(now, -140))
    await page
      .getByLabel('Day')
      .fill(
        new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(
          new Date(now.getTime() - 200 * 60_000),
        ),
      )
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText('Court needs the docket number.').waitFor()
    await page.getByText('Court needs the court.').waitFor()
    await page.reload()
    await tap(page.getByRole('button', { name: 'Claim extra time', exact: true }))
    await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('Subpoenaed witness')
    await page.getByLabel('Docket number').fill('CR-26-1184')
    await page.getByLabel('Court', { exact: true }).fill('Municipal Court 3')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await claims().filter({ hasText: 'CR-26-1184 · Municipal Court 3' }).waitFor()
  })

  test('[issue 3.4 paid once] what is paid already is refused in words that name it', async () => {
    const { page } = actor
    await tap(page.getByRole('tab', { name: 'Shifts' }))
    await tap(page.getByRole('button', { name: 'Claim extra time on Stadium gate' }))
    const [row] = await stage.rows<{ ends_at: Date }>('select ends_at from officer_assignments limit 1')
    await page.getByLabel(/^From/).fill(clockAt(row?.ends_at ?? new Date(), -10))
    await page.getByLabel('To', { exact: true }).fill(clockAt(row?.ends_at ?? new Date(), 20))
    await page.getByLabel('Reason').fill('Again')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText(/This overlaps the shift Stadium gate/).waitFor()
    await tap(page.getByRole('button', { name: 'Back' }))
  })

  test('[issue 3.4 decided] a returned claim comes back with the reason, live; it is handed in again, another withdrawn', async () => {
    const { page } = actor
    await tap(page.getByRole('tab', { name: 'Extra time' }))
    await claims().first().waitFor()
    await stage.rows(
      `update overtime_requests set status = 'returned', decided_by = $1, decided_at = now(), decision_reason = 'Which tow truck?',
         version = version + 1 where kind = 'holdover'`,
      [admin.officer_id],
    )
    const returned = claims().filter({ hasText: 'Holdover' })
    await returned.getByText('Admin: “Which tow truck?”').waitFor()
    await tap(returned.getByRole('button', { name: 'Change and hand in' }))
    await page.getByLabel('Reason').fill('City tow, unit 4')
    await tap(page.getByRole('button', { name: 'Hand in again' }))
    await returned.getByText('City tow, unit 4').waitFor()
    await returned.getByText('Pending').waitFor()
    const court = claims().filter({ hasText: 'Court' })
    await tap(court.getByRole('button', { name: 'Withdraw' }))
    await tap(page.getByRole('button', { name: 'Withdraw claim' }))
    await court.getByText('Withdrawn').first().waitFor()
    await clean()
  })

  test('[issue 3.4 flag] without the feature nothing of it is shown', async () => {
    const { page } = actor
    await stage.rows(`update organizations set features_enabled = '{"overtime": false}' where id = $1`, [department.id])
    await page.getByRole('tab', { name: 'Extra time' }).waitFor({ state: 'detached' })
    await page.getByText('Stadium gate').first().waitFor()
    expect(await page.getByRole('button', { name: /Claim extra time/ }).count()).toBe(0)
  })
})
