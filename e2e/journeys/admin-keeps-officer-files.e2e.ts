import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An officer's file: a certificate added by the officer, verified by an admin, found before it expires; notes; a second admin. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let person: { officer_id: string; email: string }

const day = (plus: number) => plusDays(wallOf(new Date().toISOString(), 'America/Chicago').date, plus)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  person = await department.addPerson('Officer 12', 'officer')
  const boss = await department.addPerson('Admin 1', 'admin')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  await Promise.all([comeIn(admin, department, boss), comeIn(officer, department, person)])
})
afterAll(() => stage.close())

describe('an admin keeps officers’ files', { meta: { shows: ['issue 3.3'] } }, () => {
  test('an officer adds a certificate on a phone, and it starts out unverified', {
    meta: { shows: ['issue 3.3 certifications'] },
  }, async () => {
    const { page } = officer
    await page.goto('/officer/profile?tab=certifications')
    await page.getByRole('button', { name: 'Add certification' }).tap()
    await page.getByLabel('Type').fill('CPR and first aid')
    await page.getByLabel('Issued').fill(day(-300))
    await page.getByLabel(/^Expires/).fill(day(20))
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    const row = page.getByRole('list', { name: 'Certifications' }).getByRole('listitem')
    await row.getByText('Not verified').waitFor()
    await row.getByText('Expires soon').waitFor()
    await row.getByText(/20 days left/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  })

  test('the roster finds officers with an expiring certificate; the admin verifies it, and the officer sees it at once', {
    meta: { shows: ['issue 3.3 expiring'] },
  }, async () => {
    const { page } = admin
    await page.goto('/admin/officers?certifications=expiring')
    await page.getByRole('row').filter({ hasText: 'Officer 12' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Admin 1' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Officer 12' }).click()
    await page.getByRole('tab', { name: 'Certifications' }).click()
    await page.getByRole('button', { name: 'Verify CPR and first aid' }).click()
    await page.getByText(/^Verified by Admin 1/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await officer.page.getByText(/^Verified by an admin/).waitFor()
    expect(await officer.page.getByRole('button', { name: /^(Edit|Remove) / }).count()).toBe(0)
  })

  test('a note shows its author and time; an admin’s own file has no notes', {
    meta: { shows: ['issue 3.3 notes'] },
  }, async () => {
    const { page } = admin
    await page.getByRole('tab', { name: 'Notes' }).click()
    await page.getByLabel('New note').fill('Light duty until June')
    await page.getByRole('button', { name: 'Save note' }).click()
    const note = page.getByRole('list', { name: 'Notes about Officer 12' }).getByRole('listitem')
    await note.getByText('Light duty until June').waitFor()
    await note.getByText(/^Admin 1, /).waitFor()
    await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('')
    expect(await axeFindings(page)).toEqual([])
  })

  test('shows shifts and hours; hours disappear at once when the feature is turned off', {
    meta: { shows: ['issue 3.3 file'] },
  }, async () => {
    const { page } = admin
    await page.getByRole('tab', { name: 'Shifts' }).click()
    await page.getByText('No shifts yet').waitFor()
    await page.getByRole('tab', { name: 'Hours' }).click()
    await page.getByRole('heading', { name: /^By month/ }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await stage.rows(`update organizations set features_enabled = '{"officer_stats": false}' where id = $1`, [
      department.id,
    ])
    await page.getByRole('tab', { name: 'Hours' }).waitFor({ state: 'detached' })
  })

  test('making an officer an admin takes a second step; the last admin can’t step down', {
    meta: { shows: ['issue 3.3 second step', 'issue 3.3 last admin'] },
  }, async () => {
    const { page } = admin
    const menu = (name: string) => page.getByRole('main').getByRole('button', { name: `More for ${name}` })
    await menu('Officer 12').click()
    await page.getByRole('menuitem', { name: 'Make admin' }).click()
    await page.getByRole('dialog').getByRole('checkbox').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Admin', { exact: true }).first().waitFor()
    await officer.page.goto('/admin/dashboard')
    // Gets in as an admin once a second factor is set up.
    await officer.page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await menu('Officer 12').click()
    await page.getByRole('menuitem', { name: 'Remove as admin' }).click()
    await page.getByRole('dialog').getByRole('checkbox').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove as admin' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/admin/officers')
    await page.getByRole('row').filter({ hasText: 'Admin 1' }).getByRole('button', { name: 'More for Admin 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove as admin' }).waitFor()
    const item = page.getByRole('menuitem', { name: 'Remove as admin' })
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true')
    expect([...admin.faults, ...officer.faults]).toEqual([])
  })
})
