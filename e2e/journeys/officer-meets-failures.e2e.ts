import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { readByAgency } from '#features/people/organizations/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { type Actor, makeDepartment, openBrowser, ours, signIn } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** What an officer sees when something goes wrong: the specification's texts, each where it applies. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: { email: string; officer_id: string; user_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Riverside Police')
  person = await department.addPerson('Officer 7', 'officer')
  officer = await openBrowser(stage)
})
afterAll(() => stage.close())

const toast = (title: string, text: string) =>
  officer.page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: text }).waitFor()

test('a failed sign-in says whether the password, the server or the department is the cause', {
  meta: { shows: ['8 Login Failed', '8 Login Error', '8 Access Denied'] },
}, async () => {
  const { page } = officer
  await page.goto('/riverside-police/login')
  const enter = async (password: string) => {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
  }
  await enter('not the password of anybody')
  await toast('Login Failed', 'Incorrect email or password')
  await page.route('**/api/accounts/sign-in', (route) =>
    route.fulfill({ ...ours(), status: 500, json: { error: { code: 'internal', message: '', request_id: 'x' } } }),
  )
  await enter('a long enough pass phrase 42')
  await toast('Login Error', 'An unexpected error occurred.')
  await page.unroute('**/api/accounts/sign-in')
  await stage.rows('update officers set suspended_at = now() where id = $1', [person.officer_id])
  await enter('a long enough pass phrase 42')
  await toast('Access Denied', 'Your access is suspended.')
  await stage.rows('update officers set suspended_at = null where id = $1', [person.officer_id])
})

test('shows the demo constant with sign-in disabled when a department can’t be loaded, and no organization on /app', {
  meta: { shows: ['8 demo fallback'] },
}, async () => {
  const { page, context } = await openBrowser(stage)
  const asked = `**${readByAgency.path.replace(':agency', '*')}`
  await page.route(asked, (route) =>
    route.fulfill({ ...ours(), status: 429, json: { error: { code: 'too_many', message: '', request_id: 'x' } } }),
  )
  await page.goto('/riverside-police/login')
  await page.getByText("Your department couldn't be loaded", { exact: true }).waitFor()
  await page.getByText('Demo Organization', { exact: true }).waitFor()
  const enter = page.getByRole('button', { name: 'Sign In', exact: true })
  expect(await enter.getAttribute('aria-disabled')).toBe('true')
  await page.unroute(asked)
  const path = readByAgency.path.replace(':agency', 'riverside-police')
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith(path)) reads += 1
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('Riverside Police', { exact: true }).waitFor()
  // A read that failed is made once more, not twice.
  expect(reads).toBe(1)
  expect(await enter.getAttribute('aria-disabled')).toBe(null)
  await page.goto('/app')
  await page.getByText('Watchbill', { exact: true }).first().waitFor()
  expect(await page.getByText('Demo Organization').count()).toBe(0)
  await context.close()
})

test('the header shows the department’s name and Beta, or the product’s name if it has none', {
  meta: { shows: ['2 words Beta', '1 name', '1 tagline'] },
}, async () => {
  await signIn(officer, department, person)
  const header = officer.page.getByRole('banner')
  await header.getByText('Riverside Police').first().waitFor()
  await header.getByText('Beta', { exact: true }).waitFor()
  const visitor = await openBrowser(stage)
  await visitor.page.goto('/app')
  await visitor.page.getByText('Watchbill', { exact: true }).first().waitFor()
  await visitor.page.getByText('Officer Management System').first().waitFor()
  await visitor.context.close()
})

test('a screen that crashes says so, and can be retried and refreshed', {
  meta: { shows: ['8 Something went wrong', '8 An unexpected error occurred. Plea', '8 Try Again', '8 Refresh Page'] },
}, async () => {
  const { page } = officer
  // A response that does not match the contract, as a half-finished update might send.
  await page.route(`**${listOpenJobs.path}*`, (route) =>
    route.fulfill({ ...ours(), json: { items: [{}], next: null } }),
  )
  await page.goto('/officer/assignments')
  const broken = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await broken.getByText('An unexpected error occurred. Please try refreshing the page.').waitFor()
  // The same response again breaks it again.
  const again = page.waitForResponse(`**${listOpenJobs.path}*`)
  await broken.getByRole('button', { name: 'Try Again' }).click()
  await again
  await broken.waitFor()
  await page.unroute(`**${listOpenJobs.path}*`)
  await broken.getByRole('button', { name: 'Refresh Page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Available Jobs' }).waitFor()
  await broken.waitFor({ state: 'detached' })
  officer.faults.length = 0
})

test('a clear that fails says so, and nothing disappears', {
  meta: { shows: ['8 Failed to clear notifications', '8 You might not have permission to d'] },
}, async () => {
  const { page } = officer
  await stage.rows(
    `insert into notifications (organization_id, type, title, message, officer_id, read, read_at)
     values ($1, 'assignment_posted', 'New shift posted', $2, $3, true, now())`,
    [department.id, `Night patrol ${randomBytes(2).toString('hex')}`, person.officer_id],
  )
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByText('New shift posted').waitFor()
  await page.route('**/api/notifications/clear', (route) =>
    route.fulfill({ ...ours(), status: 403, json: { error: { code: 'not_allowed', message: '', request_id: 'x' } } }),
  )
  await page.getByRole('button', { name: /Clear/ }).click()
  await toast('Failed to clear notifications', 'You might not have permission to delete these notifications.')
  const left = await page.request.get(listLatest.path)
  expect((await left.json()).items).toHaveLength(1)
  await page.keyboard.press('Escape')
})

test('confirms signing out', {
  meta: { shows: ['2 words Log out', '8 Logged Out', '8 You have been logged out successfu'] },
}, async () => {
  const { page } = officer
  await page.getByRole('button', { name: 'Account: Officer 7' }).click()
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
  await page.waitForURL('**/riverside-police/login')
  await toast('Logged Out', 'You have been logged out successfully.')
  expect(officer.faults).toEqual([])
})
