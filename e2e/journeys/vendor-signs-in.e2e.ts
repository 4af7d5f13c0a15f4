import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendSession } from '#features/people/sessions/contract.ts'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  setUpAuthenticator,
  signIn,
} from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/** A super admin's first day: the second factor is set up at sign-in, then the vendor area opens. */
let stage: Stage
let vendor: Actor

beforeAll(async () => {
  stage = await startOwnStage()
  vendor = await openBrowser(stage)
})
afterAll(() => stage.close())

const give = async ({ page }: Actor, email: string, secret: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('signs in, answers a department’s request, changes a price, signs out', {
  meta: {
    shows: [
      'issue 4.3',
      '2 /super-admin',
      '2 /super-admin/login',
      '2 /super-admin/dashboard',
      '8 Logged in as Super Admin',
      '8 Session Warning',
    ],
  },
}, async () => {
  const { page } = vendor
  const person = await makeSuperAdmin(stage, { factor: false })
  const department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief One', 'admin')
  // A department member is signed in: the vendor's pages don't open for them, and the vendor's sign-in page sends them away.
  await signIn(vendor, department, chief)
  await page.goto('/super-admin/users')
  await page.waitForURL('**/admin/dashboard')
  await page.goto('/super-admin/login')
  await give(vendor, chief.email, password)
  await page.getByText('Access Denied').waitFor()
  await page.getByText("You don't have super admin privileges").first().waitFor()
  await page.goto('/admin/dashboard')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  await page.goto('/super-admin')
  await page.getByRole('heading', { name: 'Super admin sign in' }).waitFor()
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('button', { name: 'Hide password' }).click()
  await give(vendor, person.email, 'not the password at all')
  await page.getByText('Login Failed').waitFor()
  await give(vendor, person.email, password)
  await setUpAuthenticator(vendor)
  await page.getByText('Logged in as Super Admin').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/super-admin/dashboard')
  expect(await axeFindings(page)).toEqual([])

  // Departments' messages and vendor settings appear without a reload, here and on the public pages.
  await page.getByRole('link', { name: /^Contact 0/ }).waitFor()
  await stage.rows(
    `insert into contact_requests (organization_id, kind, officer_id, quiet_until) values ($1, 'upgrade', $2, now())`,
    [department.id, chief.officer_id],
  )
  await page.getByRole('link', { name: /^Contact 1/ }).click()
  await page.getByRole('button', { name: `Answer the request of ${department.name}` }).click()
  await page.getByRole('textbox', { name: 'Answer' }).fill('Pro costs 1,200 a year for you.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answer sent').waitFor()
  const [told] = await stage.rows('select message from notifications where officer_id = $1', [chief.officer_id])
  expect(told).toEqual({ message: 'Pro costs 1,200 a year for you.' })

  // Two and a half minutes before the half-hour timeout by the server's clock: the vendor's pages warn like all others.
  let ending = true
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === extendSession.path) ending = false
  })
  await page.route('**/api/session', async (route) => {
    if (!ending) return route.fallback()
    const response = await route.fetch()
    const json = await response.json()
    const idle_ends_at = new Date(Date.parse(json.now_at) + 150_000).toISOString()
    await route.fulfill({ response, json: { ...json, idle_ends_at } })
  })
  await page.reload()
  await page.getByText('Session Warning').waitFor()
  // Any request in between reports the same end time, until the session is extended.
  await page.getByRole('button', { name: 'Extend Session' }).first().click()
  await page.getByText('Session Extended').waitFor()
  await page.unroute('**/api/session')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, actions and organizations' }).fill('legal')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/^Settings/)])
  await page.keyboard.press('Enter')
  await page.waitForURL(/super-admin\/settings/)
  await page.getByLabel('Legal name').fill('Patrol Software <LLC>')
  await page.getByLabel('Support email').fill('help@vendor.example')
  await page.getByLabel('26-100 officers').fill('1,2oo')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enter an amount such as 1200 or 1,200.50.').waitFor()
  await page.getByLabel('26-100 officers').fill('1,200')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Invoices, emails and public pages update.').waitFor()
  const prices = await stage.rows('select price_26_100, price_5_25 from vendor_settings')
  expect(prices).toEqual([{ price_26_100: '120000', price_5_25: null }])
  await expect.poll(async () => (await page.request.get('/terms')).text()).toContain('Patrol Software &#60;LLC&#62;')
  expect(await (await page.request.get('/privacy')).text()).toContain('href="mailto:help@vendor.example"')

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByText('Authenticator app').first().waitFor()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByText('You have been logged out successfully.').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/super-admin/dashboard')
  await page.getByRole('heading', { name: 'Super admin sign in' }).waitFor()
  expect(vendor.faults).toEqual([])
})
