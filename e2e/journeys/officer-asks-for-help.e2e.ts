import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, ours, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An officer on a phone requests a feature and reports a problem: nothing typed is lost, and sent items are listed. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Bay Police')
  officer = await openBrowser(stage, phone)
  await comeIn(officer, department, await department.addPerson('Officer 3', 'officer'))
})
afterAll(() => stage.close())

const openHelp = async () => {
  const { page } = officer
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
}

test('the button needs both fields, and a reload loses nothing', {
  meta: { shows: ['5 feature request', '5 help texts'] },
}, async () => {
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
  await expect.poll(() => page.getByLabel('Category').textContent()).toContain('General')
  await expect.poll(() => page.getByLabel('Priority').textContent()).toContain('Medium')
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await openHelp()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Swap shifts')
  await page.getByRole('button', { name: 'Send feature request' }).click()
  const sent = page.getByRole('list', { name: 'Sent' })
  await sent.getByText('Swap shifts').waitFor()
  await sent.getByText('Sent', { exact: true }).waitFor()
  // Elapsed time, in the specification's short form.
  await sent.getByText(/ · (Now|\d+m)$/).waitFor()
})

test('a problem report includes the browser’s details without secrets from the address', {
  meta: { shows: ['3 browser_info'] },
}, async () => {
  const { page } = officer
  await page.goto('/officer/assignments?unit=Traffic&token=a-secret')
  await openHelp()
  await page.getByRole('tab', { name: 'Problem report' }).click()
  await page.getByLabel('Title').fill('Empty list')
  await page.getByLabel('Description').fill('Since noon.')
  await page.getByRole('button', { name: 'Send problem report' }).click()
  await page.getByRole('list', { name: 'Sent' }).getByText('Empty list').waitFor()
  const [row] = await stage.rows<{ browser_info: Record<string, string>; severity: string; category: string }>(
    'select browser_info, severity, category from problem_reports where organization_id = $1',
    [department.id],
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
  expect(row?.browser_info.url).toMatch(/\/officer\/assignments\?unit=Traffic&token=removed$/)
  expect(JSON.stringify(row)).not.toContain('a-secret')
})

test('a failed submission shows the specification’s words and keeps what was typed', {
  meta: { shows: ['8 Submission Failed'] },
}, async () => {
  const { page } = officer
  await page.goto('/officer/dashboard')
  await openHelp()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await page.getByLabel('Title').fill('Later')
  await page.getByLabel('Description').fill('Once more.')
  await page.route('**/api/feedback/feature-requests', (route) => route.fulfill({ ...ours(), status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Send feature request' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await toast.getByText('Submission Failed').waitFor()
  await toast.getByText('Failed to submit feature request. Please try again.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Later')
  await page.unroute('**/api/feedback/feature-requests')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send feature request' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await toast.getByText('Please sign in to submit a feature request').waitFor()
  await toast.getByText('Authentication Required').waitFor()
})
