import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
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
  type Stage,
  startStage,
  tellScreens,
  withCode,
} from '../actors.ts'

/** One of the vendor's staff looks inside a department, reading only; its admin sees it within 5 seconds, and ends it. */
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
beforeEach(() => onTestFailed(() => tellScreens({ vendor, admin })))
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(wide)).toBe(false)
  expect(faults).toEqual([])
}

test('[issue 4.5] [issue 4.5 trust] the super admin looks inside, reading only; the admin sees it and ends it; the department is left', async () => {
  const { page } = vendor
  await page.getByRole('button', { name: 'Look inside' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('too short')
  await page.getByRole('dialog').getByRole('button', { name: 'Look inside' }).click()
  await page.getByText('At least 10 characters.').waitFor()
  await page.getByRole('dialog').getByLabel('Reason').fill(reason)
  // The other side, within 5 seconds: the banner, and the audit at once.
  const theirs = admin.page.getByRole('region', { name: 'Vendor support inside' })
  const enter = () => page.getByRole('dialog').getByRole('button', { name: 'Look inside' }).click()
  await comesWithin([admin], 5000, enter, () => theirs.getByText(reason).isVisible())
  await page.waitForURL('**/admin/dashboard')
  const own = page.getByRole('region', { name: 'Support access' })
  await own.getByText('Reading only').waitFor()
  expect(await own.getByRole('timer').textContent()).toMatch(/^(30:00|29:\d\d)$/)
  await admin.page.goto('/admin/audit?person=vendor')
  await admin.page.getByText('Vendor support began').first().waitFor()
  await clean(admin)
  await clean(vendor)

  // As the admins see it, and nothing that changes anything.
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
  await page.getByText('This support access was started for reading.').first().waitFor()
  await page.keyboard.press('Escape')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('Harbor')

  await admin.page.goto('/admin/vendor-access')
  await admin.page.getByText('Looks inside now').waitFor()
  await clean(admin)
  const end = async () => {
    await theirs.getByRole('button', { name: 'End access' }).click()
    await theirs.waitFor({ state: 'detached' })
    await admin.page.getByText('Over: ended by Chief Harbor').waitFor()
  }
  // Out, by itself, and nothing of it stays behind.
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

test('[issue 4.5] [issue 4.5 closed] [issue 4 strong acts] let in to change things: the code is asked for, and what stays the department’s own is not offered', async () => {
  const { page } = vendor
  await stage.rows(`update sessions set second_factor_at = now() - interval '11 minutes' where user_id = $1`, [
    staff.user_id,
  ])
  await page.goto(`/super-admin/organizations/${department.id}`)
  await page.getByRole('button', { name: 'Look inside' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  expect(await dialog.getByLabel('Code', { exact: true }).count()).toBe(0)
  await dialog.getByRole('switch', { name: /Allow changes/ }).click()
  await withCode(stage, staff.email, async (code) => {
    await dialog.getByLabel('Code', { exact: true }).fill(code ?? '')
    await dialog.getByRole('button', { name: 'Look inside' }).click()
    await page.waitForURL('**/admin/dashboard')
  })
  await page.getByRole('region', { name: 'Support access' }).getByText('Changes allowed').waitFor()
  const none = async (...names: (string | RegExp)[]) => {
    for (const name of names) expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  }
  await page.goto('/admin/officers')
  await page.getByText(/Who is on the roster, and as what, is for/).waitFor()
  await page.getByRole('link', { name: 'Officer Harbor' }).first().waitFor()
  await none('Add officer', /^More for/)
  await clean(vendor)
  await page.goto(`/admin/officers/${officer.officer_id}`)
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await none('Suspend', /More for/, 'Take second factors off')
  await page.goto(`/admin/assignments/${shift}`)
  await page.getByText(/Places are given and taken by/).waitFor()
  await none('Assign officer', /^Release/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Cancel', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await clean(vendor)
  await page.goto('/admin/attendance')
  await page.getByText(/Hours are decided by/).waitFor()
  // The other side reads it under Vendor Access, and what was done from outside.
  await admin.page.goto('/admin/vendor-access')
  await admin.page.getByText('Changes allowed').first().waitFor()
  await admin.page.getByText('Done from outside').waitFor()
  await clean(admin)
})
