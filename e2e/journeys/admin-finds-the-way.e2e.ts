import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, makeDepartment, openBrowser, withCode } from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** From sign-in to pending work: how an admin reaches the right screen, and what it says. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  admin = await openBrowser(stage)
})
afterAll(() => stage.close())

test('the password can be shown and hidden again', { meta: { shows: ['5 password toggle'] } }, async () => {
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

test('a signed-out visitor is asked to sign in and lands on the page they wanted', {
  meta: { shows: ['2 guards'] },
}, async () => {
  const { page } = admin
  const person = await department.addPerson('Admin 1', 'admin')
  await page.goto('/admin/officers')
  await page.waitForURL(/\/harbor-police\/login\?next=|\/app\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await withCode(stage, person.email, async (code) => {
    await page.getByLabel('Code', { exact: true }).fill(code ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/admin/officers')
  })
  await page.getByRole('heading', { name: 'Officers' }).first().waitFor()
})

test('menu items show pending counts, and the counts stay current', { meta: { shows: ['7 counts'] } }, async () => {
  const { page } = admin
  const officer = await department.addPerson('Officer 1', 'officer')
  const shift = await department.addShift({ title: 'Night patrol', from: 3000, to: 3400 })
  await department.addSignup(shift, officer, 'pending_approval')
  const badge = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /1 requests? waiting/ })
  await badge.click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  await page.getByRole('list', { name: 'Pending requests' }).getByText('Officer 1').waitFor()
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await badge.waitFor({ state: 'detached' })
})

test('of two toasts, the later one stays', { meta: { shows: ['9 toast'] } }, async () => {
  const { page } = admin
  await page.goto('/admin/officers')
  const toasts = page.locator('[data-sonner-toast]')
  for (const name of ['Officer 2', 'Officer 3']) {
    await page.getByRole('button', { name: 'Add officer' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Add officer' }).click()
    await toasts.filter({ hasText: name }).waitFor()
  }
  await expect.poll(() => toasts.count()).toBe(1)
  expect(admin.faults).toEqual([])
})

test('a toast that comes while another one fades out is shown', { meta: { shows: ['9 toast'] } }, async () => {
  const { page } = admin
  const toasts = page.locator('[data-sonner-toast]')
  // The toaster removes a toast 200 ms after it begins to fade; a slower clock leaves time for the next one to come in between.
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === 200 ? 10_000 : ms)) as typeof setTimeout
  })
  for (const name of ['Officer 5', 'Officer 6']) {
    await page.getByRole('button', { name: 'Add officer' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Add officer' }).click()
    await toasts.filter({ hasText: name }).and(page.locator('[data-removed="false"]')).waitFor()
    await toasts.and(page.locator('[data-removed="false"]')).getByRole('button', { name: 'Dismiss' }).click()
    await toasts.and(page.locator('[data-removed="true"]')).first().waitFor({ state: 'attached' })
  }
  expect(admin.faults).toEqual([])
})
