import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  desk,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  phone,
  type Stage,
  signIn,
  signInSuperAdmin,
  startStage,
  tellScreens,
} from '../actors.ts'

/** One of the vendor's staff looks inside a department, reading only; its admin sees it within 5 seconds, and ends it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let vendor: Actor
let admin: Actor
const reason = 'Their roster shows two of everybody'

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  const chief = await department.addPerson('Chief Harbor', 'admin')
  const staff = await makeSuperAdmin(stage)
  vendor = await openBrowser(stage, desk)
  admin = await openBrowser(stage, phone)
  await signInSuperAdmin(vendor, staff)
  await signIn(admin, department, chief)
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
  const began = performance.now()
  await page.getByRole('dialog').getByRole('button', { name: 'Look inside' }).click()
  await page.waitForURL('**/admin/dashboard')
  const own = page.getByRole('region', { name: 'Support access' })
  await own.getByText('Reading only').waitFor()
  expect(await own.getByRole('timer').textContent()).toMatch(/^(30:00|29:5\d)$/)

  // The other side, within 5 seconds: the banner, the bell, the page, the audit.
  const theirs = admin.page.getByRole('region', { name: 'Vendor support inside' })
  await theirs.getByText(reason).waitFor({ timeout: 5000 })
  await admin.page.goto('/admin/audit?person=vendor')
  await admin.page.getByText('Vendor support began').first().waitFor()
  expect(performance.now() - began).toBeLessThan(5000)
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
  await theirs.getByRole('button', { name: 'End access' }).click()
  await theirs.waitFor({ state: 'detached' })
  await admin.page.getByText('Over: ended by Chief Harbor').waitFor()

  // Out, by itself, and nothing of it stays behind.
  await page.waitForURL('**/super-admin/dashboard', { timeout: 5000 })
  await own.waitFor({ state: 'detached' })
  await page.goto('/admin/officers')
  await page.waitForURL('**/super-admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(left).not.toContain('Harbor')
  expect(left).not.toContain(department.id)
  await clean(vendor)
})
