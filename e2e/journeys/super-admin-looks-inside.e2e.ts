import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  comesWithin,
  desk,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  phone,
  withCode,
} from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A super admin views a department read-only; its admin sees it within 5 seconds, and ends it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let staff: Awaited<ReturnType<typeof makeSuperAdmin>>
let officer: { officer_id: string }
let shift: string
let vendor: Actor
let admin: Actor
const reason = 'Their roster shows two of everybody'

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  const chief = await department.addPerson('Chief Harbor', 'admin')
  officer = await department.addPerson('Officer Harbor', 'officer')
  const made = await department.addShift({ title: 'Pier watch', from: 600, to: 900 })
  await department.addSignup(made, officer, 'confirmed')
  shift = made.assignment_id
  staff = await makeSuperAdmin(stage)
  vendor = await openBrowser(stage, desk)
  admin = await openBrowser(stage, phone)
  for (const { page } of [vendor, admin]) await page.clock.install()
  await comeIn(vendor, null, staff)
  await comeIn(admin, department, chief)
  await admin.page.waitForURL('**/admin/dashboard')
  await vendor.page.goto(`/super-admin/organizations/${department.id}`)
})
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(wide)).toBe(false)
  expect(faults).toEqual([])
}

test('a super admin gets read-only access; the admin sees it and ends it, and the super admin leaves the department', {
  meta: { shows: ['issue 4.5', 'issue 4.5 trust'] },
}, async () => {
  const { page } = vendor
  await page.getByRole('button', { name: 'Start support access' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('too short')
  await page.getByRole('dialog').getByRole('button', { name: 'Start support access' }).click()
  await page.getByText('At least 10 characters.').waitFor()
  await page.getByRole('dialog').getByLabel('Reason').fill(reason)
  // The department's side, within 5 seconds: the banner, and the audit right away.
  const theirs = admin.page.getByRole('region', { name: 'Vendor support active' })
  const enter = () => page.getByRole('dialog').getByRole('button', { name: 'Start support access' }).click()
  await comesWithin([admin], 5000, enter, () => theirs.getByText(reason).isVisible())
  await page.waitForURL('**/admin/dashboard')
  const own = page.getByRole('region', { name: 'Support access' })
  await own.getByText('Read-only').waitFor()
  await expect.poll(() => own.getByRole('timer').textContent()).toMatch(/^(30:00|29:\d\d)$/)
  await admin.page.goto('/admin/audit?person=vendor')
  await admin.page.getByText('Vendor Person started vendor support').first().waitFor()
  await clean(admin)
  await clean(vendor)

  // Shown as admins see it, without any control that changes something.
  await page.getByRole('link', { name: 'FAQ Management' }).click()
  await page.getByRole('heading', { name: 'FAQ Management' }).waitFor()
  await page
    .getByRole('button', { name: /category/i })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Uniforms')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Add|Save|Make|Create/ })
    .last()
    .click()
  await page.getByText('This support access is read-only.').first().waitFor()
  await page.keyboard.press('Escape')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('Harbor')

  await admin.page.goto('/admin/vendor-access')
  await admin.page.getByText('Active now').waitFor()
  await clean(admin)
  const end = async () => {
    await theirs.getByRole('button', { name: 'End access' }).click()
    await theirs.waitFor({ state: 'detached' })
    await admin.page.getByText('Ended by Chief Harbor').waitFor()
  }
  // The visit ends without a reload, and no trace of the department remains in the browser.
  await comesWithin([vendor], 5000, end, () => page.url().endsWith('/super-admin/dashboard'))
  await own.waitFor({ state: 'detached' })
  await page.goto('/admin/officers')
  await page.waitForURL('**/super-admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(left).not.toContain('Harbor')
  expect(left).not.toContain(department.id)
  await clean(vendor)
})

test('with write access, the code is required, and what only the department may do is not offered', {
  meta: { shows: ['issue 4.5', 'issue 4.5 closed', 'issue 4 strong acts'] },
}, async () => {
  const { page } = vendor
  await stage.rows(`update sessions set second_factor_at = now() - interval '11 minutes' where user_id = $1`, [
    staff.user_id,
  ])
  await page.goto(`/super-admin/organizations/${department.id}`)
  await page.getByRole('button', { name: 'Start support access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  expect(await dialog.getByLabel('Code', { exact: true }).count()).toBe(0)
  await dialog.getByRole('switch', { name: /Allow changes/ }).click()
  await withCode(stage, staff.email, async (code) => {
    await dialog.getByLabel('Code', { exact: true }).fill(code ?? '')
    await dialog.getByRole('button', { name: 'Start support access' }).click()
    await page.waitForURL('**/admin/dashboard')
  })
  await page.getByRole('region', { name: 'Support access' }).getByText('Changes allowed').waitFor()
  const none = async (...names: (string | RegExp)[]) => {
    for (const name of names) expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  }
  await page.goto('/admin/officers')
  await page.getByText(/Only the department's admins can add officers or change roles./).waitFor()
  await page.getByRole('link', { name: 'Officer Harbor' }).first().waitFor()
  await none('Add officer', /^More for/)
  await clean(vendor)
  await page.goto(`/admin/officers/${officer.officer_id}`)
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await none('Suspend', /More for/, 'Remove second factors')
  await page.goto(`/admin/assignments/${shift}`)
  await page.getByText(/Only the department's admins can approve or deny requests/).waitFor()
  await none('Assign officer', /^Release/, /^More for/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Cancel shift', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await clean(vendor)
  await page.goto('/admin/attendance')
  await page.getByText(/Only the department's admins can approve or return hours/).waitFor()
  // The department sees it under Vendor Access, along with what was done outside the visit.
  await admin.page.goto('/admin/vendor-access')
  await admin.page.getByText('Changes allowed').first().waitFor()
  await admin.page.getByText('Vendor actions').waitFor()
  await clean(admin)
})
