import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendSession } from '#features/sessions/contract.ts'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  password,
  type Stage,
  setUpAuthenticator,
  signIn,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A super admin's first day: the second factor is set up at the door, then the vendor's side opens. */
let stage: Stage
let vendor: Actor

beforeAll(async () => {
  stage = await startStage()
  vendor = await openBrowser(stage)
})
afterAll(async () => {
  await stage.close()
})

const give = async ({ page }: Actor, email: string, secret: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('[issue 4.3] [2 /super-admin] [2 /super-admin/login] [2 /super-admin/dashboard] [8 Logged in as Super Admin] [8 Session Warning] signs in, answers a department, changes a price, signs out', async () => {
  const { page } = vendor
  const person = await makeSuperAdmin(stage, { factor: false })
  const department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief One', 'admin')
  try {
    // Somebody of a department is signed in here: the vendor's pages are not theirs, and the vendor's door turns them out.
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
    expect(new URL(page.url()).pathname).toBe('/super-admin/dashboard')
    expect(await axeFindings(page)).toEqual([])

    // What departments write and what the vendor sets is followed without a reload, here and on the public pages.
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

    // Half an hour's end in two and a half minutes, by the server's clock: the vendor's pages warn as all do.
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
    // Whatever asks in between hears of the same end, until it is put off.
    await page.getByRole('button', { name: 'Extend Session' }).first().click()
    await page.getByText('Session Extended').waitFor()
    await page.unroute('**/api/session')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages, actions and organizations' }).fill('legal')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/^Settings/)])
    await page.keyboard.press('Enter')
    await page.waitForURL(/super-admin\/settings/)
    await page.getByLabel('Legal name').fill('Patrol Software <LLC>')
    await page.getByLabel('Support address').fill('help@vendor.example')
    await page.getByLabel('26-100 officers').fill('1,2oo')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('An amount, such as 1200 or 1,200.50.').waitFor()
    await page.getByLabel('26-100 officers').fill('1,200')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Invoices, letters and public pages follow.').waitFor()
    const prices = await stage.rows('select price_26_100, price_5_25 from vendor_settings')
    expect(prices).toEqual([{ price_26_100: '120000', price_5_25: null }])
    await expect.poll(async () => (await page.request.get('/terms')).text()).toContain('Patrol Software &#60;LLC&#62;')
    expect(await (await page.request.get('/privacy')).text()).toContain('href="mailto:help@vendor.example"')

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByText('Authenticator app').first().waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByText('You have been logged out successfully.').waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/super-admin/dashboard')
    await page.getByRole('heading', { name: 'Super admin sign in' }).waitFor()
    expect(vendor.faults).toEqual([])
  } catch (error) {
    await tellScreens({ vendor })
    throw error
  }
})
