import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeToken, startFcm } from '#platform/server/testing.push-app.ts'
import { comeIn, makeDepartment, openBrowser } from '../actors.ts'
import { openNativeApp } from '../native.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/** A push from the database to the phone's lock screen and back into the app, with a push service that stands in for Google's. */
let stage: Stage
let fcm: Awaited<ReturnType<typeof startFcm>>
let department: Awaited<ReturnType<typeof makeDepartment>>
let app: Awaited<ReturnType<typeof openNativeApp>>
let folder: string
let email: string
const shows = { meta: { shows: ['1 native wrapper', 'issue 12 native', 'issue 12 push'] } }

beforeAll(async () => {
  fcm = await startFcm()
  folder = mkdtempSync(join(tmpdir(), 'watchbill-fcm-'))
  const account = join(folder, 'account.json')
  const { project, account: sender, key, keyId, tokenUrl, url } = fcm.config
  const file = {
    ...{ project_id: project, client_email: sender, private_key_id: keyId, token_uri: tokenUrl },
    private_key: key.export({ type: 'pkcs8', format: 'pem' }),
  }
  writeFileSync(account, JSON.stringify(file))
  stage = await startOwnStage({
    env: {
      NATIVE_ORIGINS: 'capacitor://localhost,https://localhost',
      ...{ FCM_SERVICE_ACCOUNT: account, FCM_URL: url },
    },
  })
  department = await makeDepartment(stage, 'Harbor Police')
  email = (await department.addPerson('Officer Phone', 'officer')).email
  app = await openNativeApp(stage)
  app.state.token = makeToken.android()
})
afterAll(async () => {
  app?.close()
  await stage.close()
  fcm.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string) => app.tell('App', 'appUrlOpen', { url: stage.base + path })
const signIn = async (as: string) => {
  const { page } = app
  await page.getByLabel('Email').fill(as)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/officer/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}
const tokens = async () =>
  (
    await stage.rows(
      `select p.endpoint from push_subscriptions p join push_tokens k on k.subscription_id = p.id where p.organization_id = $1`,
      [department.id],
    )
  ).map(({ endpoint }) => endpoint)
const turnOn = () => app.page.getByRole('button', { name: 'Turn on for this device' })

test('the officer turns notifications on: the phone asks first, and a no changes nothing', shows, async () => {
  const { page, state } = app
  state.launch = `${stage.base}/${department.subdomain}/login`
  await page.goto('/')
  await signIn(email)
  await open('/officer/profile?tab=notifications')
  await turnOn().click()
  await page.getByText("Allow notifications for this app in your phone's settings").first().waitFor()
  expect(await tokens()).toEqual([])
  expect(state.calls).not.toContain('PushNotifications register')
  state.pushes = 'granted'
  await turnOn().click()
  await page.getByText('App on Android').first().waitFor()
  await turnOn().waitFor({ state: 'detached' })
  expect(await tokens()).toEqual([state.token])
})

test(
  'an order reaches the phone once, without a word about the shift, and a tap opens where it is answered',
  shows,
  async () => {
    const { page, state } = app
    // The time for volunteers is over: the server orders in the only officer on the list.
    const shift = await department.addShift({ title: 'Secret parade', from: 1200, to: 1680, mode: 'first_come' })
    await stage.rows(
      `insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
     values ($1, $2, $3, now() - interval '2 h', now() - interval '1 s')`,
      [department.id, shift.assignment_id, shift.post_id],
    )
    const orders = () => fcm.received.filter(({ body }) => JSON.stringify(body).includes('ordered in'))
    await expect.poll(() => orders().length).toBe(1)
    expect(orders()[0]?.token).toBe(state.token)
    expect(JSON.stringify(fcm.received)).not.toContain('parade')
    // Another button of the notification, or swiping it away, opens nothing.
    const opened: string[] = []
    page.on('framenavigated', (frame) => void opened.push(new URL(frame.url()).pathname))
    await app.tell('PushNotifications', 'pushNotificationActionPerformed', { actionId: 'dismiss' })
    expect(new URL(page.url()).pathname).toBe('/officer/profile')
    await app.tell('PushNotifications', 'pushNotificationActionPerformed', { actionId: 'tap' })
    await page.waitForURL('**/notifications')
    await page.getByText('Secret parade').first().waitFor()
    expect(opened).toEqual(['/notifications'])
    expect(orders()).toHaveLength(1)
  },
)

test(
  'a token that the phone replaces, while the app runs or before its start, replaces the one on the server',
  shows,
  async () => {
    const { page, state } = app
    state.token = makeToken.android()
    await app.tell('PushNotifications', 'registration', { value: state.token })
    await expect.poll(tokens).toEqual([state.token])
    state.token = makeToken.android()
    await page.reload()
    await expect.poll(tokens).toEqual([state.token])
  },
)

const logOut = async () => {
  const { page } = app
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
}

test('signing out ends them on the phone and on the server; the officer’s next sign-in goes on', shows, async () => {
  const { state } = app
  await logOut()
  await expect.poll(() => state.unregistered).toEqual([state.token])
  await expect.poll(tokens).toEqual([])
  state.token = makeToken.android()
  await signIn(email)
  await expect.poll(tokens).toEqual([state.token])
})

test('another account on the phone begins without them', shows, async () => {
  const { page, state } = app
  await logOut()
  await expect.poll(() => state.unregistered).toHaveLength(2)
  await signIn((await department.addPerson('Officer Next', 'officer')).email)
  // What the officer before has left behind on the phone ends.
  await expect.poll(() => state.unregistered).toHaveLength(3)
  expect(await tokens()).toEqual([])
  await open('/officer/profile?tab=notifications')
  await page.getByText('No devices yet.').waitFor()
  await turnOn().click()
  await page.getByText('App on Android').first().waitFor()
  expect(await tokens()).toEqual([state.token])
  expect(app.faults).toEqual([])
})

test('the department reads which app can’t be reached', shows, async () => {
  const admin = await openBrowser(stage)
  await comeIn(admin, department, await department.addPerson('Chief', 'admin'), '/admin/settings')
  await admin.page.getByText("Push notifications to the iPhone and iPad app aren't set up").waitFor()
  expect(await admin.page.getByText('Push notifications to the Android app').count()).toBe(0)
  expect(admin.faults).toEqual([])
})
