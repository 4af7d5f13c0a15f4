import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  makeDepartment,
  openBrowser,
  password,
  type Stage,
  startStage,
  tellScreens,
  withCode,
} from '../actors.ts'

/** From the sign-in to what waits: how an admin comes to the screen that is wanted, and what is said there. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  admin = await openBrowser(stage)
})
beforeEach(() => onTestFailed(() => tellScreens({ admin })))
afterAll(() => stage.close())

test('[5 password toggle] the password is shown and hidden again', async () => {
  const { page } = admin
  await page.goto('/harbor-police/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill(password)
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await field.getAttribute('type')).toBe('password')
})

test('[2 guards] whoever is not signed in is asked to, and comes to where they wanted', async () => {
  const { page } = admin
  const person = await department.addPerson('Admin 1', 'admin')
  await page.goto('/admin/officers')
  await page.waitForURL(/\/harbor-police\/login\?next=|\/app\?next=/)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await withCode(stage, person.email, async (code) => {
    await page.getByLabel('Code').fill(code ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/admin/officers')
  })
  await page.getByRole('heading', { name: 'Officers' }).first().waitFor()
})

test('[7 counts] what waits is counted beside its item, and the count follows', async () => {
  const { page } = admin
  const officer = await department.addPerson('Officer 1', 'officer')
  const shift = await department.addShift({ title: 'Night patrol', from: 3000, to: 3400 })
  await department.addSignup(shift, officer, 'pending_approval')
  const badge = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /1 signups? waiting/ })
  await badge.click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  await page.getByRole('list', { name: 'Waiting signups' }).getByText('Officer 1').waitFor()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await badge.waitFor({ state: 'detached' })
})

test('[9 toast] of two toasts the later one stays', async () => {
  const { page } = admin
  await page.goto('/admin/officers')
  const toasts = page.locator('[data-sonner-toast]')
  for (const name of ['Officer 2', 'Officer 3']) {
    await page.getByRole('button', { name: 'Add officer' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Add officer' }).click()
    await toasts.filter({ hasText: name }).waitFor()
  }
  expect(await toasts.count()).toBe(1)
  expect(admin.faults).toEqual([])
})
