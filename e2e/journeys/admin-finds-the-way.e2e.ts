import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  openBrowser,
  password,
  type Stage,
  signIn,
  startStage,
  tellScreens,
} from '../actors.ts'

/** The frame around every screen: where one is, how one gets on, and what it keeps. */
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

const labels = (actor: Actor) =>
  actor.page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link').allTextContents()

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
  await signIn(admin, department, person)
  await page.goto('/admin/officers')
  await page.getByRole('heading', { name: 'Officers' }).first().waitFor()
})

test('[2 badges] [7 counts] what waits is counted beside its item, and the count follows', async () => {
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

test('[2 keyboard] [4 sidebar] Ctrl+B folds the sidebar, and it stays folded over a reload', async () => {
  const { page, context } = admin
  const fold = page.getByRole('button', { name: /the sidebar/ })
  expect(await fold.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Control+b')
  await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')
  expect(cookie?.value).toBe('collapsed')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(7)
  await page.reload()
  await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Meta+b')
  await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
})

test('[2 header] [4 view] the officer view has the items of officers, and is not kept', async () => {
  const { page } = admin
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Officer view' }).click()
  await page.waitForURL('**/officer/dashboard')
  await expect.poll(() => labels(admin)).toContain('Available Jobs')
  expect(await labels(admin)).not.toContain('Officers')
  // Nothing keeps the view: a fresh load shows what its address belongs to.
  await page.goto('/admin/officers')
  await expect.poll(() => labels(admin)).toContain('Officers')
})

test('[4 theme] [2 breadcrumb] dark unless chosen, and kept; the breadcrumb says where one is', async () => {
  const { page } = admin
  await page.goto('/admin/officers')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByText('Light', { exact: true }).click()
  await expect.poll(theme).toBe('light')
  await page.reload()
  expect(await theme()).toBe('light')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  expect(await crumbs.getByRole('listitem').allTextContents()).toContain('Officer Management')
  await page.keyboard.press('Escape')
  expect(await axeFindings(page)).toEqual([])
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
})

test('[2 not found] any other address says that it does not exist', async () => {
  const { page } = admin
  await page.goto('/admin/nowhere')
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  expect(admin.faults).toEqual([])
})
