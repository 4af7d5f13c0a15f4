import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  comesWithin,
  linkMailedTo,
  makeDepartment,
  openBrowser,
  phone,
  signIn,
} from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** A person manages their own account: sessions, email address, password. */
const changed = 'herons over quiet water 7'
const address = 'moved@new.example'
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: Awaited<ReturnType<typeof department.addPerson>>
let desk: Actor
let mobile: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lakeside Police')
  person = await department.addPerson('Officer 5', 'officer')
  desk = await openBrowser(stage)
  mobile = await openBrowser(stage, phone)
  await mobile.page.clock.install()
  await comeIn(mobile, department, person)
  await comeIn(desk, department, person)
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

test('lists every device and marks this one; an ended device signs out within two seconds', {
  meta: { shows: ['issue 3.9 sessions'] },
}, async () => {
  const { page } = desk
  await page.goto('/officer/profile')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByRole('tabpanel').getByText('This device').waitFor()
  await clean(desk)
  const end = () => page.getByRole('button', { name: /^Sign out .*, signed in / }).click()
  await comesWithin([mobile], 2000, end, () => mobile.page.url().includes('/lakeside-police/login'))
  await page.getByRole('button', { name: /^Sign out .*, signed in / }).waitFor({ state: 'detached' })
})

test('a new address is confirmed by its email and then used to sign in', {
  meta: { shows: ['issue 3.9 address'] },
}, async () => {
  const { page } = desk
  const form = page.locator('form').filter({ hasText: 'New email' })
  await form.getByLabel('New email').fill(address)
  await form.getByLabel('Your password', { exact: true }).fill('not my password at all')
  await form.getByRole('button', { name: 'Send link' }).click()
  await form.getByText('Incorrect password').waitFor()
  await form.getByLabel('Your password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Check your email').waitFor()
  await clean(desk)
  await mobile.page.goto(await linkMailedTo(stage, address))
  await mobile.page.getByRole('heading', { name: 'Confirm your new email' }).waitFor()
  await clean(mobile)
  await mobile.page.getByRole('button', { name: 'Confirm this email' }).click()
  await mobile.page.getByRole('heading', { name: 'Email changed' }).waitFor()
  // The desktop's page updates without a reload.
  await page.getByRole('main').getByText(address, { exact: true }).waitFor()
  await signIn(mobile, department, { email: address })
})

test('a changed password signs out the other devices, keeps this one and works for the next sign-in', {
  meta: { shows: ['issue 3.9 password'] },
}, async () => {
  const { page } = desk
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(changed)
  await clean(desk)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your other devices were signed out.').waitFor()
  await mobile.page.waitForURL('**/lakeside-police/login**')
  await page.reload()
  await page.getByRole('tabpanel').getByText('This device').waitFor()
  await signIn(mobile, department, { email: address }, changed)
})
