import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { isAtRest } from '../at-rest.ts'
import { startPushes, subscribeAt } from '../push-manager.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** Pushes to a browser end when its officer signs out, in the browser and on the server, and go on for nobody else. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>
let service: Awaited<ReturnType<typeof startPushes>>
let here: Awaited<ReturnType<typeof subscribeAt>>
const shows = { meta: { shows: ['issue 12 push'] } }

beforeAll(async () => {
  service = await startPushes()
  stage = await startOwnStage({ env: service.env })
  department = await makeDepartment(stage, 'Harbor Police')
  person = await department.addPerson('Officer 12', 'officer')
  officer = await openBrowser(stage, phone, { installed: true })
  here = await subscribeAt(officer, service.origin)
})
afterAll(async () => {
  await stage.close()
  service.close()
})

/** The addresses to which the server would send, and to whom. */
const subscriptions = () =>
  stage.rows<{ officer_id: string; endpoint: string }>(
    'select officer_id, endpoint from push_subscriptions where organization_id = $1',
    [department.id],
  )
const turnOn = () => officer.page.getByRole('button', { name: 'Turn on for this device' })
const openSettings = () => officer.page.goto('/officer/profile?tab=notifications')
const signOut = async () => {
  const { page } = officer
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
}
/** Of the server's subscriptions to this officer, whether each is the one that the browser has. */
const subscribed = async (who: { officer_id: string }) =>
  (await subscriptions())
    .filter(({ officer_id }) => officer_id === who.officer_id)
    .map(({ endpoint }) => endpoint === here.browser?.target.endpoint)
const expectEnded = async () => {
  await expect.poll(() => here.browser).toBeNull()
  await expect.poll(subscriptions).toEqual([])
}

test(
  'signing out ends the browser’s own subscription and the server’s, and leaves no trace of whose it was',
  shows,
  async () => {
    await signIn(officer, department, person)
    await openSettings()
    await turnOn().click()
    await officer.page.getByText('Notifications are on').first().waitFor()
    await expect.poll(() => subscribed(person)).toEqual([true])
    await signOut()
    await expectEnded()
    for (const secret of [person.user_id, person.officer_id, person.name, department.id])
      expect(await isAtRest(officer.page, secret)).toBe(false)
    expect(officer.faults).toEqual([])
  },
)

test('the officer’s next sign-in goes on, with a subscription of its own', shows, async () => {
  await signIn(officer, department, person)
  await expect.poll(() => subscribed(person)).toEqual([true])
  // A session that ends on its own must not keep an order from a locked phone.
  await stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    person.user_id,
  ])
  await officer.page.reload()
  await officer.page.getByLabel('Password', { exact: true }).waitFor()
  await expect.poll(() => subscribed(person)).toEqual([true])
})

test('another officer on the phone begins without them, and the first one’s end in the browser', shows, async () => {
  const next = await department.addPerson('Officer Next', 'officer')
  await signIn(officer, department, next)
  await expect.poll(() => here.browser).toBeNull()
  await openSettings()
  await officer.page.getByText('No devices yet.').waitFor()
  await turnOn().click()
  await officer.page.getByText('Notifications are on').first().waitFor()
  expect(await subscribed(next)).toEqual([true])
})

test(
  'a device that was removed on another one stays removed until pushes are turned on again on it',
  shows,
  async () => {
    const { page } = officer
    await stage.rows('delete from push_subscriptions where organization_id = $1', [department.id])
    await page.reload()
    await turnOn().waitFor()
    await expectEnded()
    await page.reload()
    await turnOn().click()
    await page.getByText('Notifications are on').first().waitFor()
    await expect.poll(async () => (await subscriptions()).length).toBe(1)
  },
)

test('removing the account from the device ends them for good', shows, async () => {
  const { page } = officer
  await page.goto('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await expect.poll(() => here.browser).toBeNull()
  await signIn(officer, department, person)
  await openSettings()
  await turnOn().waitFor()
  expect(here.browser).toBeNull()
  expect(officer.faults).toEqual([])
})
