import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  comesWithin,
  linkMailedTo,
  makeDepartment,
  openBrowser,
  password,
  phone,
  type Stage,
  signIn,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A person looks after the own account: what is signed in, the address, the password. */
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
beforeEach(() => onTestFailed(() => tellScreens({ desk, mobile })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

test('[issue 3.9 sessions] every device is listed, this one marked; one that is ended leaves by itself within two seconds', async () => {
  const { page } = desk
  await page.goto('/officer/profile')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByText('This device').waitFor()
  await clean(desk)
  const end = () => page.getByRole('button', { name: /^End the session of/ }).click()
  await comesWithin([mobile], 2000, end, () => mobile.page.url().includes('/lakeside-police/login'))
  await page.getByRole('button', { name: /^End the session of/ }).waitFor({ state: 'detached' })
})

test('[issue 3.9 address] a new address is confirmed by its mail, and then is the one that signs in', async () => {
  const { page } = desk
  const form = page.locator('form').filter({ hasText: 'New address' })
  await form.getByLabel('New address').fill(address)
  await form.getByLabel('Your password', { exact: true }).fill('not my password at all')
  await form.getByRole('button', { name: 'Send the link' }).click()
  await form.getByText('The password is not right').waitFor()
  await form.getByLabel('Your password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your mail').waitFor()
  await clean(desk)
  await mobile.page.goto(await linkMailedTo(stage, address))
  await mobile.page.getByRole('heading', { name: 'Confirm your new address' }).waitFor()
  await clean(mobile)
  await mobile.page.getByRole('button', { name: 'Confirm this address' }).click()
  await mobile.page.getByRole('heading', { name: 'Your address is changed' }).waitFor()
  // The desk's own page shows it by itself.
  await page.getByRole('main').getByText(address, { exact: true }).waitFor()
  await signIn(mobile, department, { email: address })
})

test('[issue 3.9 password] a changed password ends the other devices; this one stays, and the new one opens', async () => {
  const { page } = desk
  await page.getByLabel('Present password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(changed)
  await clean(desk)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Other devices are signed out.').waitFor()
  await mobile.page.waitForURL('**/lakeside-police/login**')
  await page.reload()
  await page.getByText('This device').waitFor()
  await signIn(mobile, department, { email: address }, changed)
})
