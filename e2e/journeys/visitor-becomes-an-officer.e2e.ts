import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  addAuthenticator,
  axeFindings,
  comeIn,
  linkMailedTo,
  makeDepartment,
  openBrowser,
  signIn,
  withCode,
} from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** From stranger to officer: registration, approval, sign-out, a forgotten password, password guessing, and a second department. */
const newPassword = 'herons over quiet water 7'
const refusal = /Incorrect email or password, or sign-in is locked/
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
/** Presses Sign In, and returns the page's message once the server has responded. */
const trySignIn = async (actor: Actor, address: string, secret: string): Promise<string> => {
  const { page } = actor
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  const answered = page.waitForResponse('**/api/accounts/sign-in')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect((await answered).status()).toBe(401)
  const said = page.getByText(refusal)
  await said.waitFor()
  return (await said.textContent()) ?? ''
}

test('a visitor registers at the department’s address and is asked to check email', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const { page } = visitor
  await page.goto('/riverside-police/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Join Riverside Police' }).waitFor()
  await clean(visitor)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('This field is required.').first().waitFor()
  await clean(visitor)
  await page.getByLabel('Name').fill('Officer 77')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Check your email').waitFor()
  await clean(visitor)
})

test('the emailed link asks for a password, works once, and leads only to a waiting screen', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const { page } = visitor
  const link = await mailed(email, 1)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Riverside Police' }).waitFor()
  const field = page.getByLabel('New password')
  await field.fill('too short')
  await page.getByRole('button', { name: 'Confirm my registration' }).click()
  await page.getByText('At least 12 characters.', { exact: true }).waitFor()
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
  await second.page.getByText("This link doesn't work").waitFor()
  await clean(second)
  await second.context.close()
})

test('when an admin approves, the officer’s screen opens on its own', { meta: { shows: ['issue 2.9'] } }, async () => {
  await admin.page.getByRole('link', { name: /^1 officers? waiting$/ }).click()
  await admin.page.getByRole('link', { name: 'Officer 77' }).waitFor()
  await clean(admin)
  await admin.page.getByRole('button', { name: 'Approve' }).click()
  await visitor.page.getByRole('heading', { name: 'Available Jobs' }).waitFor()
  await clean(visitor)
  await mailed(email, 2)
})

test('signing out returns to the department’s sign-in', { meta: { shows: ['issue 2.3', '2 log out'] } }, async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Account: Officer 77' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/riverside-police/login')
  await page.getByText('You have been logged out successfully.').waitFor()
  // Nothing about the person remains in the browser, not even the department: a bookmark asks for it.
  await page.goto('/officer/history')
  await page.waitForURL('**/app?next=%2Fofficer%2Fhistory')
})

test('an emailed link resets a forgotten password; the old one stops working on every device', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const other = await openBrowser(stage)
  await signIn(other, department, { email })
  const { page } = visitor
  await page.goto('/riverside-police/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await clean(visitor)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Check your email').waitFor()
  const link = await mailed(email, 3)
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword)
  await clean(visitor)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Password changed').waitFor()
  // The other device's session is over, and its screen leaves without a reload.
  await other.page.waitForURL('**/riverside-police/login?**')
  await other.page.getByLabel('Email').fill(email)
  await other.page.getByLabel('Password', { exact: true }).fill(password)
  await other.page.getByRole('button', { name: 'Sign In' }).click()
  await other.page.getByText(refusal).waitFor()
  await clean(other)
  await other.context.close()
  await signIn(visitor, department, { email }, newPassword)
})

test('after five wrong passwords, the correct one is refused too, in the same words as an unknown address', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
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

test('a person in several departments is asked which, and switches from the account menu', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
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
  await page.getByLabel('Email').fill(both.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await withCode(stage, both.email, async (code) => {
    await page.getByLabel('Code', { exact: true }).fill(code ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Choose your department' }).waitFor()
  })
  await clean(actor)
  await page.getByRole('button', { name: 'Riverside Police' }).click()
  await page.waitForURL('**/officer/dashboard')
  await page.getByRole('button', { name: 'Account: Officer 79' }).click()
  await page.getByRole('menuitem', { name: 'Switch to Hillside Police' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('banner').getByText('Hillside Police').waitFor()
  await page.getByRole('button', { name: 'Account: Admin 79' }).click()
  await page.getByRole('menuitem', { name: 'Switch to Riverside Police' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  await clean(actor)
  await actor.context.close()
})
