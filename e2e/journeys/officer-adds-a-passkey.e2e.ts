import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/** An officer is offered a passkey right after signing in, on a phone that checks who holds it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let actor: Actor

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  actor = await openBrowser(stage, phone)
  const devices = await actor.context.newCDPSession(actor.page)
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
})
afterAll(() => stage.close())

const offer = () => actor.page.getByRole('heading', { name: 'Sign in faster next time' })

test('"Not now" hides the offer on the device, and for the account after the second time', async () => {
  const { page, context } = actor
  const person = await department.addPerson('Officer Later', 'officer')
  const signInAgain = async (forget: boolean) => {
    if (forget) await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    await signIn(actor, department, person)
    await page.getByText('No confirmed shifts').waitFor()
  }
  await signInAgain(false)
  await offer().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Not now' }).tap()
  await offer().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('No confirmed shifts').waitFor()
  expect(await offer().count()).toBe(0)
  // Another device, the same account.
  await signInAgain(true)
  await offer().waitFor()
  await page.getByRole('button', { name: 'Not now' }).tap()
  await offer().waitFor({ state: 'detached' })
  await expect
    .poll(() => stage.rows('select passkey_offers_declined as n from accounts where id = $1', [person.user_id]))
    .toEqual([{ n: 2 }])
  const answered = page.waitForResponse('**/api/factors')
  await signInAgain(true)
  await answered
  expect(await offer().count()).toBe(0)
})

test('a passkey is added without a name prompt, and signs in without the password', async () => {
  const { page, context } = actor
  await context.clearCookies()
  await signIn(actor, department, await department.addPerson('Officer Swift', 'officer'), password)
  await offer().waitFor()
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/passkey-offer.png` })
  await page.getByRole('button', { name: 'Add a passkey' }).tap()
  await page.getByText('Passkey added').waitFor()
  await page.getByText('I saved these codes').tap()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await offer().waitFor({ state: 'detached' })
  await context.clearCookies()
  await page.goto(`/${department.subdomain}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).tap()
  await page.waitForURL('**/officer/dashboard')
  await page.getByText('No confirmed shifts').waitFor()
  expect(await offer().count()).toBe(0)
  expect(actor.faults).toEqual([])
})
