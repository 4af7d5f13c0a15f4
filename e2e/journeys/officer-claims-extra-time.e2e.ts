import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, addRecord, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Extra time from an officer's phone, one-handed: from a worked shift and freely entered, returned, resubmitted, withdrawn. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let actor: Actor
let officer: { officer_id: string; email: string }
let admin: { officer_id: string }
const noon = noonIn(-1)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  officer = await department.addPerson('Officer 12', 'officer')
  admin = await department.addPerson('Admin 1', 'admin')
  // Yesterday from 08:00 to 12:00 by the department's clock, so that no claim of a few minutes reaches midnight.
  const shift = await department.addShift({ title: 'Stadium gate', at: noon, from: -240, to: 0 })
  const signup = await department.addSignup(shift, officer, 'confirmed')
  await addRecord(stage, signup)
  actor = await openBrowser(stage, phone)
  await comeIn(actor, department, officer)
})
afterAll(() => stage.close())

/** Every tap target is at least 44 px, and nothing out of one-handed reach is needed to continue. */
const tap = async (control: Locator) => {
  await control.waitFor()
  await control.scrollIntoViewIfNeeded()
  const name = await control.textContent()
  // An element still animating in does not have its final size.
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

describe('an officer claims extra time on a phone', { meta: { shows: ['issue 3.4', 'issue 3.14'] } }, () => {
  test('on a worked shift: the time starts where the shift ended, so only the end is needed', {
    meta: { shows: ['issue 3.4 claimed'] },
  }, async () => {
    const { page } = actor
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).tap()
    await tap(page.getByRole('button', { name: 'Claim extra time on Stadium gate' }))
    const [row] = await stage.rows<{ ends_at: Date }>(
      'select ends_at from officer_assignments where organization_id = $1 limit 1',
      [department.id],
    )
    const end = row?.ends_at ?? new Date()
    await page.getByRole('dialog', { name: 'Extra time on Stadium gate' }).waitFor()
    await expect.poll(() => page.getByLabel(/^From/).inputValue()).toBe(clockAt(end, 0))
    await clean()
    await page.getByLabel('To', { exact: true }).fill(clockAt(end, 45))
    await page.getByText('45 min', { exact: true }).waitFor()
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText('This field is required.').waitFor()
    await page.getByLabel('Reason').fill('Held over for the tow truck')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tap(page.getByRole('tab', { name: 'Extra time' }))
    await claims().filter({ hasText: 'Holdover, 45 min' }).getByText('Pending', { exact: true }).waitFor()
    await clean()
  })

  test('without a shift: court requires docket number and court, and a reload loses nothing', {
    meta: { shows: ['issue 3.4 court'] },
  }, async () => {
    const { page } = actor
    await tap(page.getByRole('button', { name: 'Claim extra time', exact: true }))
    await page.getByLabel('Reason').fill('Subpoenaed witness')
    await page.getByLabel(/^From/).fill('14:00')
    await page.getByLabel('To', { exact: true }).fill('15:00')
    await page.getByLabel('Day').fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(noon))
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText('Court time requires the docket number.').waitFor()
    await page.getByText('Court time requires the court.').waitFor()
    await page.reload()
    await tap(page.getByRole('button', { name: 'Claim extra time', exact: true }))
    await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('Subpoenaed witness')
    await page.getByLabel('Docket number').fill('CR-26-1184')
    await page.getByLabel('Court', { exact: true }).fill('Municipal Court 3')
    // An end before the start is asked about, and going back keeps the claim as typed.
    await page.getByLabel('To', { exact: true }).fill('13:30')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    const question = page.getByRole('alertdialog', { name: 'Does this claim end the next day?' })
    await question.getByText('From 14:00 to 13:30 is 23 h 30 min, ending').waitFor()
    await clean()
    await tap(question.getByRole('button', { name: 'Change the times' }))
    await question.waitFor({ state: 'detached' })
    await page.getByLabel('To', { exact: true }).fill('15:00')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await claims().filter({ hasText: 'CR-26-1184 · Municipal Court 3' }).waitFor()
  })

  test('time already paid is refused with a message that names it', {
    meta: { shows: ['issue 3.4 paid once'] },
  }, async () => {
    const { page } = actor
    await tap(page.getByRole('tab', { name: 'Shifts' }))
    await tap(page.getByRole('button', { name: 'Claim extra time on Stadium gate' }))
    const [row] = await stage.rows<{ ends_at: Date }>(
      'select ends_at from officer_assignments where organization_id = $1 limit 1',
      [department.id],
    )
    await page.getByLabel(/^From/).fill(clockAt(row?.ends_at ?? new Date(), -10))
    await page.getByLabel('To', { exact: true }).fill(clockAt(row?.ends_at ?? new Date(), 20))
    await page.getByLabel('Reason').fill('Again')
    await tap(page.getByRole('button', { name: 'Claim', exact: true }))
    await page.getByText(/This overlaps the shift Stadium gate/).waitFor()
    await tap(page.getByRole('button', { name: 'Cancel' }))
  })

  test('a returned claim comes back live with the reason; it is resubmitted, and another is withdrawn', {
    meta: { shows: ['issue 3.4 decided'] },
  }, async () => {
    const { page } = actor
    await tap(page.getByRole('tab', { name: 'Extra time' }))
    await claims().first().waitFor()
    await stage.rows(
      `update overtime_requests set status = 'returned', decided_by = $1, decided_at = now(), decision_reason = 'Which tow truck?',
         version = version + 1 where organization_id = $2 and kind = 'holdover'`,
      [admin.officer_id, department.id],
    )
    const returned = claims().filter({ hasText: 'Holdover' })
    await returned.getByText('Admin: "Which tow truck?"').waitFor()
    await tap(returned.getByRole('button', { name: 'Edit and resubmit' }))
    await page.getByLabel('Reason').fill('City tow, unit 4')
    await tap(page.getByRole('button', { name: 'Resubmit' }))
    await returned.getByText('City tow, unit 4').waitFor()
    await returned.getByText('Pending', { exact: true }).waitFor()
    const court = claims().filter({ hasText: 'Court' })
    await tap(court.getByRole('button', { name: 'Withdraw' }))
    await tap(page.getByRole('button', { name: 'Withdraw claim' }))
    await court.getByText('Withdrawn').first().waitFor()
    await clean()
  })

  test('hides everything without the feature', { meta: { shows: ['issue 3.4 flag'] } }, async () => {
    const { page } = actor
    await stage.rows(`update organizations set features_enabled = '{"overtime": false}' where id = $1`, [department.id])
    await page.getByRole('tab', { name: 'Extra time' }).waitFor({ state: 'detached' })
    await page.getByText('Stadium gate').first().waitFor()
    expect(await page.getByRole('button', { name: /Claim extra time/ }).count()).toBe(0)
  })
})
