import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  desk,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  withCode,
} from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A super admin creates an organization, turns a feature off, closes an organization and cancels the closing. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let staff: Awaited<ReturnType<typeof makeSuperAdmin>>
let vendor: Actor
let admin: Actor

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage, 'Harbor Police')
  const chief = await department.addPerson('Chief Harbor', 'admin')
  staff = await makeSuperAdmin(stage)
  vendor = await openBrowser(stage, desk)
  admin = await openBrowser(stage, desk)
  await comeIn(vendor, null, staff)
  await comeIn(admin, department, chief)
  await admin.page.waitForURL('**/admin/dashboard')
})
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(wide)).toBe(false)
  expect(faults).toEqual([])
}

/** As another tab or another super admin would. */
const renameElsewhere = async (from: string, name: string) => {
  const { request } = vendor.context
  const { items } = await (await request.get('/api/vendor/organizations', { params: { search: from } })).json()
  const { id } = items[0]
  const { version } = await (await request.get(`/api/vendor/organizations/${id}`)).json()
  const headers = { origin: stage.base, 'idempotency-key': crypto.randomUUID() }
  const answer = await request.patch(`/api/vendor/organizations/${id}`, { data: { version, name }, headers })
  expect(answer.status()).toBe(200)
}

test('an organization is created, changed with a preview, closed and kept', {
  meta: { shows: ['issue 4.4', 'issue 4.5', '2 /super-admin/organizations', '2 /super-admin/organizations/{orgId}'] },
}, async () => {
  const { page } = vendor
  await page.getByRole('navigation', { name: 'Vendor' }).getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Bay County')
  await dialog.getByText('Default: /bay-county, with a number if taken.').waitFor()
  await dialog.getByLabel('City').fill('Green Bay, WI')
  await dialog.getByRole('button', { name: 'Use America/Chicago' }).click()
  await dialog.getByLabel("First admin's email").fill('sheriff@bay.example')
  await dialog.getByLabel('Reason').fill('Signed up at the fair')
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  await page.getByRole('heading', { name: 'Bay County' }).waitFor()
  await page.getByText('sheriff@bay.example').last().waitFor()
  await clean(vendor)
  // It was the wrong address: the invitation is withdrawn and disappears from the list.
  await page.getByRole('button', { name: 'Withdraw the invitation to sheriff@bay.example' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('This organization has no admins. Invite one.').waitFor()

  // In the header: find another organization by typing, and open its page. The list keeps moving until the response arrives.
  const found = page.waitForResponse(/find\?search=harbor/)
  const selector = page.getByRole('combobox', { name: 'Organization' })
  await selector.fill('harbor')
  await found
  await expect.poll(() => selector.inputValue()).toBe('harbor')
  await page.getByRole('option', { name: /Harbor Police/ }).click()
  await page.getByRole('heading', { name: 'Harbor Police' }).waitFor()
  // Wait for the header's list to close before opening the next one.
  await page.getByRole('option').first().waitFor({ state: 'detached' })

  await page.getByRole('combobox', { name: 'Reports' }).click()
  await page.getByRole('option', { name: 'Off', exact: true }).click()
  await page.getByLabel('Officer limit').fill('1')
  // A colleague changes something else in the meantime: the page says so, the typed text stays, and both changes are saved.
  await renameElsewhere('Harbor Police', 'Harbor Police Department')
  await page.getByRole('heading', { name: 'Harbor Police Department' }).waitFor()
  await page.getByText('Changed by someone else').waitFor()
  await expect.poll(() => page.getByLabel('Officer limit').inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  const preview = page.getByRole('alertdialog')
  await preview.getByText(/^Reports: removed/).waitFor()
  await preview.getByText('Up to 1 officer.').waitFor()
  await clean(vendor)
  await admin.page.getByRole('link', { name: 'Reports' }).first().waitFor()
  await preview.getByRole('button', { name: 'Save changes' }).click()
  await admin.page.getByRole('link', { name: 'Reports' }).first().waitFor({ state: 'detached' })
  await page.getByText('Changed by someone else').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbor Police Department')
  await expect.poll(() => page.getByLabel('Officer limit').inputValue()).toBe('1')

  // The second factor was verified too long ago: the same dialog asks for it again, and keeps the reason if the code is wrong.
  await stage.rows(`update sessions set second_factor_at = now() - interval '11 minutes' where user_id = $1`, [
    staff.user_id,
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Code', { exact: true }).waitFor()
  await clean(vendor)
  await question.getByLabel('Reason').fill('The contract has ended')
  await question.getByRole('button', { name: 'Start deletion' }).click()
  await question.getByText('Enter the code.').waitFor()
  await question.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Tab')
  await question.getByRole('button', { name: 'Start deletion' }).click()
  await question.getByText(/The code is wrong or was already used/).waitFor()
  await expect.poll(() => question.getByLabel('Reason').inputValue()).toBe('The contract has ended')
  await withCode(stage, staff.email, async (code) => {
    await question.getByLabel('Code', { exact: true }).fill(code ?? '')
    await question.getByRole('button', { name: 'Start deletion' }).click()
    await question.waitFor({ state: 'detached' })
  })
  await page.getByText(/Closing: deletion can be confirmed after/).waitFor()
  await admin.page.getByText(/This department is closing/).waitFor()
  await clean(vendor)
  await clean(admin)
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await page.getByRole('alertdialog').getByLabel('Reason').fill('They stay')
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await page.getByRole('button', { name: 'Delete organization' }).waitFor()
  await admin.page.getByText(/This department is closing/).waitFor({ state: 'detached' })
})
