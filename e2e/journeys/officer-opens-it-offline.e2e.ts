import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { startPushes, subscribeAt } from '../push-manager.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** The installed application: its files without a connection, its versions, its name and icons, and pushes to it. */
let stage: Stage
const settings = { env: {} as Record<string, string> }
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>
let service: Awaited<ReturnType<typeof startPushes>>

beforeAll(async () => {
  service = await startPushes()
  Object.assign(settings.env, service.env)
  stage = await startOwnStage(settings)
  department = await makeDepartment(stage, 'Harbor Police')
  officer = await openBrowser(stage, phone, { installed: true })
  person = await department.addPerson('Officer 12', 'officer')
  await comeIn(officer, department, person)
})
afterAll(async () => {
  await stage.close()
  service.close()
})

/** Waits until the worker controls the page, so that it has stored everything. */
const stored = () =>
  officer.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        if (navigator.serviceWorker.controller) return resolve()
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      }),
  )
const cached = () =>
  officer.page.evaluate(async () => {
    const names = await caches.keys()
    const files = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname),
      ),
    )
    return { names, files: files.flat() }
  })
const nameOfPage = () => officer.page.locator('meta[name="application-name"]').getAttribute('content')

test('the worker stores the application’s files and nothing of the API', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const { page } = officer
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await stored()
  await page.reload()
  await page.getByText('No confirmed shifts').waitFor()
  const { names, files } = await cached()
  expect(names).toHaveLength(1)
  expect(files).toContain('/app')
  expect(
    files.filter((file) => !/^\/(app|used|icon\.svg|before-paint\.js|assets\/[\w.-]+\.(js|css|woff2))$/.test(file)),
  ).toEqual([])
  expect(officer.faults).toEqual([])
})

test('a reload without a connection opens the application at every address', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const { page, context } = officer
  await context.setOffline(true)
  for (const path of [
    '/officer/dashboard',
    '/officer/assignments',
    '/notifications',
    `/${department.subdomain}/login`,
    '/',
  ]) {
    await page.goto(path)
    await page.locator('#root > *').first().waitFor()
  }
  await context.setOffline(false)
  await page.goto('/officer/dashboard')
  await page.getByText('No confirmed shifts').waitFor()
  expect(officer.faults).toEqual([])
})

test('visitors’ pages come from the server as before', async () => {
  const { page } = officer
  await page.goto('/privacy')
  expect(await page.locator('#root').count()).toBe(0)
  await page.goto('/officer/dashboard')
  await page.getByText('No confirmed shifts').waitFor()
})

test('the manifest has the department’s name and color, icons of the promised sizes, and shortcuts', {
  meta: { shows: ['issue 12 installed'] },
}, async () => {
  const { page } = officer
  await stage.rows("update organizations set primary_color = '#7a1f2b' where id = $1", [department.id])
  await page.goto('/officer/dashboard')
  const href = `/manifest.webmanifest?agency=${department.subdomain}`
  await expect.poll(() => page.locator('link[rel="manifest"]').getAttribute('href')).toBe(href)
  const found = await page.evaluate(async (address) => {
    const manifest = await (await fetch(address)).json()
    const sizes = await Promise.all(
      manifest.icons
        .filter(({ type }: { type: string }) => type === 'image/png')
        .map(async ({ src, sizes }: { src: string; sizes: string }) => {
          const image = new Image()
          image.src = src
          await image.decode()
          return { asked: sizes, is: `${image.naturalWidth}x${image.naturalHeight}` }
        }),
    )
    return { manifest, sizes }
  }, href)
  expect(found.manifest.theme_color).toBe('#7a1f2b')
  expect(found.manifest.name).toBe(`${department.name} · Watchbill`)
  expect(found.manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  expect(found.manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/officer/dashboard',
    '/officer/assignments',
  ])
  expect(found.sizes.filter(({ asked, is }: { asked: string; is: string }) => asked !== is)).toEqual([])
})

/** Hands a push to the worker, as the browser does with what its push service sends. */
const deliver = async (data: object) => {
  const session = await officer.context.newCDPSession(officer.page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: stage.base, registrationId, data: JSON.stringify(data) },
  })
  await session.detach()
}
const workerOf = () => {
  const worker = officer.context.serviceWorkers().at(-1)
  if (!worker) throw new Error('no worker')
  return worker
}
type Shown = { title: string; body: string; tag: string }
/** In place of the screen: one notification for each tag, until it is closed. */
const watchNotifications = () =>
  workerOf().evaluate(() => {
    const scope = globalThis as unknown as {
      shown: Map<string, Shown>
      ServiceWorkerRegistration: { prototype: object }
    }
    scope.shown = new Map()
    Object.assign(scope.ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, tag }: { body: string; tag: string }) =>
        void scope.shown.set(tag, { title, body, tag }),
    })
  })
const notifications = () =>
  workerOf().evaluate(() => [...(globalThis as unknown as { shown: Map<string, Shown> }).shown.values()])
/** Presses the only notification. A worker may focus a tab after a real press only. */
const pressNotification = () =>
  workerOf().evaluate(() => {
    const scope = globalThis as unknown as {
      shown: Map<string, Shown>
      WindowClient: { prototype: object }
      dispatchEvent: (event: Event) => void
    }
    Object.assign(scope.WindowClient.prototype, { focus: async () => undefined })
    const press = { notification: { close: () => scope.shown.clear() }, waitUntil: () => undefined }
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), press))
  })

test('an order-in is pushed once, shown by the worker without a word about the shift, and opens where it is answered', {
  meta: { shows: ['issue 12 push'] },
}, async () => {
  const { page } = officer
  const here = await subscribeAt(officer, service.origin)
  await page.goto('/officer/profile?tab=notifications')
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await page.getByText('Notifications are on').first().waitFor()
  // The time for volunteers is over: the server orders in the only officer on the list.
  const shift = await department.addShift({ title: 'Secret parade', from: 1200, to: 1680, mode: 'first_come' })
  await stage.rows(
    `insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
     values ($1, $2, $3, now() - interval '2 h', now() - interval '1 s')`,
    [department.id, shift.assignment_id, shift.post_id],
  )
  await expect.poll(() => service.received.length).toBe(1)
  const [push] = service.received
  const payload = here.browser?.read(push?.body ?? Buffer.alloc(0))
  if (!payload) throw new Error('no subscription')
  expect([push?.path, push?.signed, push?.urgency]).toEqual([here.browser?.path, true, 'high'])
  await watchNotifications()
  // A push service that delivers twice: the second replaces the first.
  await deliver(payload)
  await deliver(payload)
  await expect.poll(notifications).toEqual([{ title: payload.title, body: payload.text, tag: payload.id }])
  expect(JSON.stringify(payload)).not.toContain('parade')
  await pressNotification()
  await page.waitForURL('**/notifications')
  await page.getByText('Secret parade').first().waitFor()
  await expect.poll(notifications).toEqual([])
  const states = () =>
    stage.rows(`select state from deliveries where organization_id = $1 and channel = 'push'`, [department.id])
  await expect.poll(states).toEqual([{ state: 'sent' }])
  expect(service.received).toHaveLength(1)
  expect(officer.faults).toEqual([])
})

test('a new version waits until the person reloads, the old one stays whole, and what it saved is sent once', {
  meta: { shows: ['issue 12 installed', 'issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  const shift = await department.addShift({ title: 'Parking garage', from: -10, to: 300, mode: 'first_come' })
  const signup = await department.addSignup(shift, person, 'confirmed')
  const attendance = () =>
    stage.rows<{ checked_out_at: Date | null }>('select checked_out_at from attendance where signup_id = $1', [signup])
  await page.goto('/officer/dashboard')
  await page.getByRole('heading', { name: 'Parking garage' }).waitFor()
  const before = (await cached()).names
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await page.getByText(/^Check-in saved on this phone/).waitFor()
  // The next release: its page differs, and so does its version.
  settings.env.PRODUCT_NAME = 'Nightwatch'
  const { child } = stage.first
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
  await stage.startServer(stage.base)
  await context.setOffline(false)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await page.getByText('New version available.').waitFor()
  expect((await cached()).names).toHaveLength(2)
  await page.reload()
  await page.getByText('New version available.').waitFor()
  expect(await nameOfPage()).toBe('Watchbill')
  const loaded = page.waitForEvent('load', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await nameOfPage()).toBe('Nightwatch')
  const waits = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    return registration.waiting !== null
  })
  expect(await waits).toBe(false)
  await settled(page)
  expect(await page.getByText('New version available.').count()).toBe(0)
  await expect.poll(attendance).toEqual([{ checked_out_at: null }])
  await page.getByText(/^Check-in saved on this phone/).waitFor({ state: 'detached' })
  expect((await cached()).names).toEqual(expect.arrayContaining(before))
  await context.setOffline(true)
  await page.reload()
  await page.locator('#root > *').first().waitFor()
  expect(await nameOfPage()).toBe('Nightwatch')
  await context.setOffline(false)
  expect(officer.faults).toEqual([])
})
