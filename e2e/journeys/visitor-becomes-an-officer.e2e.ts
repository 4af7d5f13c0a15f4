import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  addAuthenticator,
  axeFindings,
  comeIn,
  linkMailedTo,
  makeDepartment,
  openBrowser,
  password,
  type Stage,
  signIn,
  startStage,
  tellScreens,
  withCode,
} from '../actors.ts'

/** From a stranger to an officer: registered, let in, out again, the password forgotten, guessed at, and a second department. */
const newPassword = 'herons over quiet water 7'
const refusal = /The address or the password is not right, or sign-in is paused/
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let visitor: Actor
const email = 'visitor@new.example'

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Riverside Police')
  admin = await openBrowser(stage)
  visitor = await openBrowser(stage)
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
})
beforeEach(() => onTestFailed(() => tellScreens({ admin, visitor })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const mailed = async (address: string, count: number) => {
  const sent = () => stage.rows('select from mails where to_address = $1', [address])
  await expect.poll(async () => (await sent()).length).toBe(count)
  return linkMailedTo(stage, address)
}
/** Presses Sign In, and answers what the page says once the server has answered. */
const trySignIn = async (actor: Actor, address: string, secret: string): Promise<string> => {
  const { page } = actor
  await page.getByLabel('E-mail').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  const answered = page.waitForResponse('**/api/accounts/sign-in')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect((await answered).status()).toBe(401)
  const said = page.getByRole('main').getByText(refusal)
  await said.waitFor()
  return (await said.textContent()) ?? ''
}

test('[issue 2.3] a visitor registers at the address of the department and is told to look for mail', async () => {
  const { page } = visitor
  await page.goto('/riverside-police/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Join Riverside Police' }).waitFor()
  await clean(visitor)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Please').first().waitFor()
  await clean(visitor)
  await page.getByLabel('Name').fill('Officer 77')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Check your mail').waitFor()
  await clean(visitor)
})

test('[issue 2.3] the mailed link asks for a password, works once, and leads to a waiting screen and nothing else', async () => {
  const { page } = visitor
  const link = await mailed(email, 1)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Riverside Police' }).waitFor()
  const field = page.getByLabel('New password')
  await field.fill('too short')
  await page.getByRole('button', { name: 'Confirm my registration' }).click()
  await page.getByText('At least 12 characters.').waitFor()
  await field.fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await clean(visitor)
  await page.getByRole('button', { name: 'Confirm my registration' }).click()
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()
  await clean(visitor)
  await page.goto('/officer/assignments')
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()
  const second = await openBrowser(stage)
  await second.page.goto(link)
  await second.page.getByText('This link cannot be used').waitFor()
  await clean(second)
  await second.context.close()
})

test('[issue 2.9] an admin approves, and the screen of the officer opens by itself', async () => {
  await admin.page.getByRole('link', { name: /^1 officers? waiting$/ }).click()
  await admin.page.getByRole('link', { name: 'Officer 77' }).waitFor()
  await clean(admin)
  await admin.page.getByRole('button', { name: 'Approve' }).click()
  await visitor.page.getByRole('heading', { name: 'Available Jobs' }).waitFor()
  await clean(visitor)
  await mailed(email, 2)
})

test('[issue 2.3] [2 log out] logging out returns to the sign-in of the department', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Account of Officer 77' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/riverside-police/login')
  await page.getByText('You have been logged out successfully.').waitFor()
  // Nothing of the person is left in the browser, the department included: a bookmark asks for it.
  await page.goto('/officer/history')
  await page.waitForURL('**/app?next=%2Fofficer%2Fhistory')
})

test('[issue 2.3] a forgotten password is set anew by a mailed link; the old one is over, on every device', async () => {
  const other = await openBrowser(stage)
  await signIn(other, department, { email })
  const { page } = visitor
  await page.goto('/riverside-police/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await clean(visitor)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your mail').waitFor()
  const link = await mailed(email, 3)
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword)
  await clean(visitor)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Password changed').waitFor()
  // The session of the other device is over, and its screen leaves by itself.
  await other.page.waitForURL('**/riverside-police/login?**')
  await other.page.getByLabel('E-mail').fill(email)
  await other.page.getByLabel('Password', { exact: true }).fill(password)
  await other.page.getByRole('button', { name: 'Sign In' }).click()
  await other.page.getByRole('main').getByText(refusal).waitFor()
  await clean(other)
  await other.context.close()
  await signIn(visitor, department, { email }, newPassword)
})

test('[issue 2.3] after five wrong passwords the right one is refused too, in the same words as an unknown address', async () => {
  const guesser = await openBrowser(stage)
  await guesser.page.goto('/riverside-police/login')
  const target = (await department.addPerson('Officer 78', 'officer')).email
  const said = new Set<string>()
  said.add(await trySignIn(guesser, 'nobody@new.example', 'wrong but long enough'))
  for (let tries = 1; tries <= 5; tries++) said.add(await trySignIn(guesser, target, `wrong but long enough ${tries}`))
  said.add(await trySignIn(guesser, target, password))
  expect([...said]).toHaveLength(1)
  await clean(guesser)
  await guesser.context.close()
  await admin.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await admin.page.getByText('Sign-in locked after wrong passwords').waitFor()
  await clean(admin)
  await admin.page.keyboard.press('Escape')
})

test('[issue 2.3] who belongs to several departments is asked which, and switches from the account menu', async () => {
  const other = await makeDepartment(stage, 'Hillside Police')
  const both = await department.addPerson('Officer 79', 'officer')
  await stage.rows(
    `insert into officers (organization_id, user_id, role, approved, name, badge_number) values ($1, $2, 'admin', true, 'Admin 79', '79')`,
    [other.id, both.user_id],
  )
  await addAuthenticator(stage, both.user_id)
  const actor = await openBrowser(stage)
  const { page } = actor
  await page.goto('/app')
  await page.getByLabel('E-mail').fill(both.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await withCode(stage, both.email, async (code) => {
    await page.getByLabel('Code').fill(code ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Choose your department' }).waitFor()
  })
  await clean(actor)
  await page.getByRole('button', { name: 'Riverside Police' }).click()
  await page.waitForURL('**/officer/dashboard')
  await page.getByRole('button', { name: 'Account of Officer 79' }).click()
  await page.getByRole('menuitem', { name: 'Switch to Hillside Police' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('banner').getByText('Hillside Police').waitFor()
  await page.getByRole('button', { name: 'Account of Admin 79' }).click()
  await page.getByRole('menuitem', { name: 'Switch to Riverside Police' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  await clean(actor)
  await actor.context.close()
})
