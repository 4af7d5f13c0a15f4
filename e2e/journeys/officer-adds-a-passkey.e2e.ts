import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone, settled, signIn } from '../actors.ts'
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
/** After this visit, with what the offer asks of device and server answered, the next offer is in its place. */
const expectNoOffer = async (visit: () => Promise<unknown>, reads: boolean) => {
  const { page } = actor
  // Of the visited document only: the one before may still hear that its offer was declined.
  const asked: string[] = []
  const forget = () => void asked.splice(0)
  const note = (request: Request) => void (request.url().endsWith('/api/factors') && asked.push(request.url()))
  page.on('framenavigated', forget).on('request', note)
  const answered = reads ? page.waitForResponse('**/api/factors') : null
  await visit()
  await page.getByRole('heading', { name: 'Get alerts for order-ins' }).waitFor()
  await answered
  await settled(page)
  page.off('framenavigated', forget).off('request', note)
  if (!reads) expect(asked).toEqual([])
  expect(await offer().count()).toBe(0)
}

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
  await expectNoOffer(() => page.reload(), false)
  // Another device, the same account.
  await signInAgain(true)
  await offer().waitFor()
  await page.getByRole('button', { name: 'Not now' }).tap()
  await offer().waitFor({ state: 'detached' })
  await expect
    .poll(() => stage.rows('select passkey_offers_declined as n from accounts where id = $1', [person.user_id]))
    .toEqual([{ n: 2 }])
  await expectNoOffer(() => signInAgain(true), true)
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
  await expectNoOffer(async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).tap()
    await page.waitForURL('**/officer/dashboard')
  }, true)
  expect(actor.faults).toEqual([])
})
