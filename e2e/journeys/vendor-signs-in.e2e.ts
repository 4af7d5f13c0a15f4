import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('[issue 4.3] [2 /super-admin] [2 /super-admin/login] [2 /super-admin/dashboard] [8 Logged in as Super Admin] signs in, looks around, signs out', async () => {
  const { page } = vendor
  const person = await makeSuperAdmin(stage, { factor: false })
  const department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief One', 'admin')
  try {
    // Somebody of a department is signed in here: the vendor's pages are not theirs, and the vendor's door turns them out.
    await signIn(vendor, department, chief)
    await page.goto('/super-admin/users')
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

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByText('Authenticator app').first().waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByText('You have been logged out successfully.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto('/super-admin/dashboard')
    await page.getByRole('heading', { name: 'Super admin sign in' }).waitFor()
    expect(vendor.faults).toEqual([])
  } catch (error) {
    await tellScreens({ vendor })
    throw error
  }
})
