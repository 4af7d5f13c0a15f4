import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone, settled, signIn } from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** An admin without a second factor: the first sign-in, the next ones, a passkey, and a lockout that a colleague clears. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let chief: { email: string; name: string; officer_id: string; user_id: string }
let actor: Actor
let totp: TOTP
let codes: string[] = []

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
  chief = await department.addPerson('Chief 1', 'admin')
  await stage.rows('delete from factors where account_id = $1', [chief.user_id])
  actor = await openBrowser(stage, phone)
})
afterAll(() => stage.close())

const clean = async () => {
  expect(await axeFindings(actor.page)).toEqual([])
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await actor.page.evaluate(wide)).toBe(false)
  expect(actor.faults).toEqual([])
}
const givePassword = async () => {
  const { page } = actor
  await page.goto('/harbor-police/login')
  await page.getByLabel('Email').fill(chief.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('an admin without a second factor sets one up before anything opens', {
  meta: { shows: ['issue 3.13'] },
}, async () => {
  const { page } = actor
  await givePassword()
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await clean()
  // Nothing is accessible yet, and a reload shows the same prompt.
  expect((await page.request.get('/api/session')).status()).toBe(401)
  await page.reload()
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = ((await page.getByText(/[A-Z2-7]{4} [A-Z2-7]{4}/).textContent()) ?? '').replaceAll(/\s/g, '')
  totp = new TOTP({ secret: Secret.fromBase32(key) })
  await clean()
  const field = page.getByLabel('Code', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await field.fill(totp.generate({ timestamp: Date.now() + 3_600_000 }))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('The code is wrong or was already used').waitFor()
  await field.fill(totp.generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect.poll(() => listed.count()).toBe(10)
  codes = await listed.allInnerTexts()
  await clean()
  await page.getByText('I saved these codes').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/admin/dashboard')
})

test('the next sign-in asks for a code; a recovery code works once', { meta: { shows: ['issue 3.13'] } }, async () => {
  const { page, context } = actor
  for (const taken of [true, false]) {
    await context.clearCookies()
    await givePassword()
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    await clean()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (taken) await page.waitForURL('**/admin/dashboard')
    else await page.getByText('The code is wrong or was already used').waitFor()
  }
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByLabel('Email').waitFor()
})

test('a passkey added on the profile page signs in without a password', {
  meta: { shows: ['issue 3.13'] },
}, async () => {
  const { page, context } = actor
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await context.clearCookies()
  await givePassword()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto('/officer/profile')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByText('8 left').waitFor()
  await clean()
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByRole('button', { name: 'Passkey', exact: true }).click()
  await page.getByLabel('Name').last().fill('This telephone')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('list', { name: 'Second factors' }).getByText('This telephone', { exact: true }).waitFor()
  await context.clearCookies()
  await page.goto('/harbor-police/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/admin/dashboard')
})

test('an admin sees a locked officer and unlocks the account, and the officer signs in at once', {
  meta: { shows: ['issue 3.13'] },
}, async () => {
  const { page } = actor
  await stage.rows('update organizations set admins_release_locks = true where id = $1', [department.id])
  const officer = await department.addPerson('Officer 7', 'officer')
  await page.goto(`/admin/officers/${officer.officer_id}`)
  await page.getByRole('heading', { name: 'Sign-in' }).waitFor()
  const theirs = await openBrowser(stage)
  await theirs.page.goto('/harbor-police/login')
  for (let n = 0; n < 5; n++) {
    await theirs.page.getByLabel('Email').fill(officer.email)
    await theirs.page.getByLabel('Password', { exact: true }).fill(`no such lantern ${n}`)
    const answered = theirs.page.waitForResponse('**/api/accounts/sign-in')
    await theirs.page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await answered
  }
  await page.getByText('Locked after wrong passwords').waitFor()
  await clean()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('Locked after wrong passwords').waitFor({ state: 'detached' })
  await signIn(theirs, department, officer)
})

test('an officer made admin continues as an officer and sets up a second factor before the admin pages', {
  meta: { shows: ['issue 3.13'] },
}, async () => {
  const person = await department.addPerson('Officer 8', 'officer')
  const theirs = await openBrowser(stage)
  const { page } = theirs
  await signIn(theirs, department, person)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const banner = page.getByText("You're now an admin of this department")
  await settled(page)
  expect(await banner.count()).toBe(0)
  await stage.rows(`update officers set role = 'admin' where id = $1`, [person.officer_id])
  await banner.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  const key = ((await page.getByText(/[A-Z2-7]{4} [A-Z2-7]{4}/).textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
  // Without the poke, the page hears of the factor only when it asks itself.
  await page.route('**/api/session', (route) => route.abort())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('I saved these codes').click()
  await page.unroute('**/api/session')
  // The press must not get ahead of what the page knows of the session: tasks that don't hurry come late here.
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) => setTimeout(run, ms || 300)) as typeof setTimeout
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto('/officer/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(page)
  expect(await banner.count()).toBe(0)
  expect(theirs.faults).toEqual([])
})
