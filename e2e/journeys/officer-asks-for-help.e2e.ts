import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
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

/** An officer on a phone asks for a feature and reports a problem: nothing typed is lost, and what was sent stands there. */
let stage: Stage
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  const department = await makeDepartment(stage, 'Bay Police')
  officer = await openBrowser(stage, phone)
  await comeIn(officer, department, await department.addPerson('Officer 3', 'officer'))
})
beforeEach(() => onTestFailed(() => tellScreens({ officer })))
afterAll(() => stage.close())

const openHelp = async () => {
  const { page } = officer
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
}

test('[5 feature request] [5 help texts] the button waits for both, and a reload loses nothing', async () => {
  const { page } = officer
  await openHelp()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  const send = page.getByRole('button', { name: 'Send feature request' })
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Please fill in both title and description').locator('visible=true').first().waitFor()
  await page.getByLabel('Title').fill('   ')
  await page.getByLabel('Description').fill('Two officers trade places.')
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Title').fill('Swap shifts')
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null)
  expect(await page.getByLabel('Category').textContent()).toContain('General')
  expect(await page.getByLabel('Priority').textContent()).toContain('Medium')
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await openHelp()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Swap shifts')
  await page.getByRole('button', { name: 'Send feature request' }).click()
  const sent = page.getByRole('list', { name: 'What I sent' })
  await sent.getByText('Swap shifts').waitFor()
  await sent.getByText('Sent', { exact: true }).waitFor()
  // How long ago, in the specification's short form.
  await sent.getByText(/ · (Now|\d+m)$/).waitFor()
})

test('[3 browser_info] a problem carries what the browser says of itself, without the secrets of the address', async () => {
  const { page } = officer
  await page.goto('/officer/assignments?job=00000000-0000-0000-0000-000000000001&token=a-secret')
  await openHelp()
  await page.getByRole('tab', { name: 'Problem report' }).click()
  await page.getByLabel('Title').fill('Empty list')
  await page.getByLabel('Description').fill('Since noon.')
  await page.getByRole('button', { name: 'Send problem report' }).click()
  await page.getByRole('list', { name: 'What I sent' }).getByText('Empty list').waitFor()
  const [row] = await stage.rows<{ browser_info: Record<string, string>; severity: string; category: string }>(
    'select browser_info, severity, category from problem_reports',
  )
  expect(row).toMatchObject({ severity: 'medium', category: 'bug' })
  expect(Object.keys(row?.browser_info ?? {}).toSorted()).toEqual([
    'screen_size',
    'timestamp',
    'url',
    'user_agent',
    'viewport_size',
  ])
  expect(row?.browser_info.viewport_size).toBe('390x844')
  expect(row?.browser_info.url).toMatch(/\/officer\/assignments\?job=0{8}-.*&token=removed$/)
  expect(JSON.stringify(row)).not.toContain('a-secret')
})

test('[8 Submission Failed] a refusal is told in the words of the specification, and what was typed stays', async () => {
  const { page } = officer
  await page.goto('/officer/dashboard')
  await openHelp()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await page.getByLabel('Title').fill('Later')
  await page.getByLabel('Description').fill('Once more.')
  await page.route('**/api/feedback/feature-requests', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Send feature request' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await toast.getByText('Submission Failed').waitFor()
  await toast.getByText('Failed to submit feature request. Please try again.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Later')
  await page.unroute('**/api/feedback/feature-requests')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send feature request' }).click()
  await toast.getByText('Please sign in to submit a feature request').waitFor()
  await toast.getByText('Authentication Required').waitFor()
})
