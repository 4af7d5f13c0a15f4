import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDepartment } from '../actors.ts'
import { isAtRest } from '../at-rest.ts'
import { openNativeApp } from '../native.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/** The native app around the built application, with a bridge that stands in for the phone's plugins. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let shift: { assignment_id: string }
let email: string
let app: Awaited<ReturnType<typeof openNativeApp>>
const asked: { url: string; headers: Record<string, string> }[] = []
const shows = { meta: { shows: ['1 native wrapper', 'issue 12 native'] } }

beforeAll(async () => {
  stage = await startOwnStage({ env: { NATIVE_ORIGINS: 'capacitor://localhost,https://localhost' } })
  department = await makeDepartment(stage, 'Harbor Police')
  email = (await department.addPerson('Officer Phone', 'officer')).email
  shift = await department.addShift({ title: 'Gate 4', from: 600, to: 900 })
  app = await openNativeApp(stage)
  app.page.on('request', (request) => {
    if (request.url().startsWith(stage.base)) asked.push({ url: request.url(), headers: request.headers() })
  })
})
afterAll(async () => {
  app?.close()
  await stage.close()
})

const open = (path: string) => app.tell('App', 'appUrlOpen', { url: stage.base + path })
const secret = () => app.kept.get('watchbill_session')
const heading = (name: string) => app.page.getByRole('heading', { level: 1, name })

test(
  'signs in with a token that only the phone’s secure storage keeps, and follows live changes with it',
  shows,
  async () => {
    const { page, state } = app
    // The app was started by a link.
    state.launch = `${stage.base}/${department.subdomain}/login`
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    const live = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.status() === 200)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/officer/dashboard')
    await heading('Dashboard').waitFor()
    await live
    expect(secret()).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await isAtRest(page, secret() ?? '')).toBe(false)
    expect((await app.context.cookies()).filter(({ name }) => name.startsWith('watchbill'))).toEqual([])
    const [call] = asked.filter(({ url }) => url.endsWith('/api/live'))
    expect([call?.headers.authorization, call?.headers.cookie]).toEqual([`Bearer ${secret()}`, undefined])
    for (const { url } of asked) expect(url).not.toContain(secret())
  },
)

test('styles the bars like the theme', shows, async () => {
  const { page, state } = app
  expect(state.bars.at(-1)).toBe('DARK')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  await heading('Dashboard').waitFor()
  expect(state.bars.at(-1)).toBe('LIGHT')
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => state.bars.at(-1)).toBe('DARK')
})

test('keeps the header below the status bar, also when the page is scrolled', shows, async () => {
  const { page, context } = app
  const phone = await context.newCDPSession(page)
  await phone.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  const top = () => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)
  await expect.poll(top).toBe(47)
  await page.evaluate(() => window.scrollTo(0, 200))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect(await top()).toBe(47)
  await phone.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
})

test('a link opens its page, and pages for visitors open in the browser', shows, async () => {
  const { page, state } = app
  await open(`/officer/assignments/${shift.assignment_id}`)
  await heading('Gate 4').waitFor()
  await open('/officer/history?from=link')
  await page.waitForURL('**/officer/history?from=link')
  await heading('History').waitFor()
  await open('/terms')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect.poll(() => state.browser).toEqual([`${stage.base}/terms`, `${stage.base}/privacy`])
  await app.tell('App', 'appUrlOpen', { url: 'https://elsewhere.example/officer/profile' })
  await expect.poll(() => new URL(page.url()).pathname).toBe('/officer/history')
})

test('Back closes a sheet first, and leaves the app at its first page', shows, async () => {
  const { page, state } = app
  await open('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await app.tell('App', 'backButton', { canGoBack: true })
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=device')
  await app.tell('App', 'backButton', { canGoBack: false })
  await expect.poll(() => state.calls.at(-1)).toBe('App minimizeApp')
})

test('knows from the phone whether it has a connection', shows, async () => {
  const onLine = () => app.page.evaluate(() => navigator.onLine)
  await app.tell('Network', 'networkStatusChange', { connected: false })
  expect(await onLine()).toBe(false)
  await app.tell('Network', 'networkStatusChange', { connected: true })
  expect(await onLine()).toBe(true)
})

test('asks for the phone’s owner before anything is sent or shown', shows, async () => {
  const { page, state } = app
  await page.getByRole('button', { name: 'Turn on app lock' }).click()
  await page.getByRole('button', { name: 'Turn off app lock' }).waitFor()
  state.owner = false
  asked.length = 0
  await page.reload()
  await page.getByText("That didn't work.").waitFor()
  expect(await page.locator('#root > *').count()).toBe(0)
  expect(asked).toEqual([])
  state.owner = true
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await heading('Profile').waitFor()
  // Two minutes in the background, by the page's clock.
  await app.tell('App', 'appStateChange', { isActive: false })
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 120_000
  })
  state.owner = false
  await app.tell('App', 'appStateChange', { isActive: true })
  await page.getByText("That didn't work.").waitFor()
  expect(await page.locator('#root').getAttribute('inert')).toBe('')
  state.owner = true
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByRole('button', { name: 'Turn off app lock' }).waitFor()
})

test('asks for the deletion of the account inside the app', {
  meta: { shows: ['issue 12 native'] },
}, async () => {
  const { page } = app
  await open('/officer/profile?tab=security')
  await page.getByRole('button', { name: 'Request deletion' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Request deletion' }).click()
  await page.getByText(/^Requested .*You'll find the answer under Help, Sent\.$/).waitFor()
  const sent = await stage.rows('select title, category from problem_reports where organization_id = $1', [
    department.id,
  ])
  expect(sent).toEqual([{ title: 'Account deletion', category: 'data' }])
})

test('a session that ends takes the token out of the secure storage', shows, async () => {
  const { page } = app
  await open('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and sign out' }).click()
  await page.getByLabel('Email').waitFor()
  await expect.poll(() => [...app.kept.keys()]).not.toContain('watchbill_session')
  expect(app.faults).toEqual([])
})
