// Takes a picture of every screen of a demo and asks axe about each: `npm run screens`. It starts a server of its own for it, and
// ends it; with BASE, DEMO_PASSWORD and DEMO_TOTP_SECRET it takes the one that runs there. Words choose scenes by name, sizes and
// themes (`bell phone dark`). `--landing` makes the pictures of the landing page instead.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { Secret, TOTP } from 'otpauth'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { shootLanding } from './screens.landing.ts'
import { findIds, type Ids, noIds, type Scene, scenes } from './screens.scenes.ts'
import { startDemo } from './screens.server.ts'
import { askForTrials, fillVendor, sender, signInVendor, type VendorIds, writeLetters } from './screens.vendor.ts'

const root = join(import.meta.dirname, '..')
const { BASE, DEMO_PASSWORD = '', DEMO_TOTP_SECRET = '' } = process.env
const demo = BASE
  ? { base: BASE, password: DEMO_PASSWORD, totpSecret: DEMO_TOTP_SECRET, stop: async () => undefined }
  : await startDemo()
const { base, password } = demo
const authenticator = new TOTP({ secret: Secret.fromBase32(demo.totpSecret) })
const out = join(root, 'screens')
mkdirSync(out, { recursive: true })

const words = process.argv.slice(2)
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }
const themes = ['dark', 'light'] as const
const among = <T extends string>(all: readonly T[]): readonly T[] => {
  const chosen = all.filter((one) => words.includes(one))
  return chosen.length > 0 ? chosen : all
}
const rest = words.filter((word) => !(word in sizes) && !themes.some((theme) => theme === word))
const isWanted = (scene: Scene, size: string) =>
  (scene.only === undefined || scene.only === size) &&
  (rest.length === 0 || rest.some((word) => scene.name.includes(word)))

/** Answers of the server, changed on the way; a `null` is the server's own trouble. */
const change = async (page: Page, answer: NonNullable<Scene['answer']>) =>
  page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (route.request().method() !== 'GET' || path === '/api/live') return route.continue()
    const real = await route.fetch()
    const body = answer(path, await real.json().catch(() => null))
    if (body === null)
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', request_id: 'example' } } })
    return route.fulfill({ response: real, json: body })
  })

const settle = async (page: Page): Promise<string[]> => {
  await page.locator('h1').first().waitFor()
  const settled = page.waitForFunction(
    () => !document.querySelector('main .bone, [role=dialog] .bone, [role=alertdialog] .bone'),
    undefined,
    { timeout: 8000 },
  )
  const wrong = await settled.then(
    () => [],
    () => ['still waiting'],
  )
  // A picture, not a test: fonts and the last paint get a moment.
  await page.waitForTimeout(400)
  return wrong
}

const findFaults = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map((one) => `axe ${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const shoot = async (context: BrowserContext, scene: Scene, ids: Ids, label: string) => {
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load')) wrong.push(message.text())
  })
  try {
    if (scene.answer) await change(page, scene.answer)
    await page.goto(base + (typeof scene.path === 'string' ? scene.path : scene.path(ids)))
    wrong.push(...(await settle(page)))
    if (scene.offline) await context.setOffline(true)
    if (scene.act) await scene.act(page)
    if (scene.act || scene.offline) await settle(page)
    if (await isWide(page)) wrong.push('scrolls sideways')
    wrong.push(...(await findFaults(page)))
    const floats = (await page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').count()) > 0
    await page.screenshot({ path: join(out, `${scene.name}.${label}.png`), fullPage: !floats })
    if (label === 'phone.dark') {
      await page.setViewportSize({ width: 320, height: 640 })
      // What floats finds its place anew.
      await page.waitForTimeout(200)
      if (await isWide(page)) wrong.push('scrolls sideways at 320')
    }
  } catch (error) {
    wrong.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
  process.stdout.write(`${scene.name} ${label}${wrong.length > 0 ? `: ${wrong.join(' | ')}` : ''}\n`)
  if (scene.offline) await context.setOffline(false)
  await page.close()
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Once a run: the code of an authenticator works once. */
const keys: Record<string, Cookies> = {}
const signIn = async (context: BrowserContext, who: string): Promise<Cookies> => {
  const post = sender(context.request, base)
  const { next } = await post('/api/accounts/sign-in', { email: `${who}@demo.example`, password, agency: 'demo' })
  if (next !== 'done') await post('/api/multi-factor/code', { code: authenticator.generate() })
  return context.cookies()
}

if (words.includes('--landing')) {
  await shootLanding(base, signIn).finally(demo.stop)
  process.exit(0)
}

const people = ['visitor', 'admin', 'officer', 'vendor'] as const
const isShown = (who: Scene['who']) =>
  scenes.some((one) => one.who === who && among(['phone', 'desk'] as const).some((size) => isWanted(one, size)))

/** The vendor's side is filled once, by the people of the demo, before the first picture of it. */
let filled: VendorIds | null = null
const enterVendor = async (context: BrowserContext): Promise<VendorIds> => {
  const send = sender(context.request, base)
  if (!filled) {
    await askForTrials(send)
    keys.officer ??= await signIn(context, 'officer')
    await context.addCookies(keys.officer)
    await writeLetters(send)
    await context.clearCookies()
    await signInVendor(send, password)
    keys.vendor = await context.cookies()
    filled = await fillVendor(send, context.request)
  } else await context.addCookies(keys.vendor ?? [])
  return filled
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const shootAll = async () => {
  for (const size of among(['phone', 'desk'] as const)) {
    for (const theme of among(themes)) {
      let ids = noIds
      for (const who of people.filter(isShown)) {
        const mobile = size === 'phone'
        const context = await browser.newContext({
          timezoneId: 'America/Chicago',
          viewport: sizes[size],
          baseURL: base,
          isMobile: mobile,
          hasTouch: mobile,
        })
        await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
        if (who === 'vendor') ids = { ...ids, vendor: await enterVendor(context) }
        else if (who !== 'visitor') {
          keys[who] ??= await signIn(context, who)
          await context.addCookies(keys[who])
          if (who === 'admin') ids = await findIds(context.request)
        }
        for (const scene of scenes.filter((one) => one.who === who && isWanted(one, size)))
          await shoot(context, scene, ids, `${size}.${theme}`)
        if (who === 'vendor')
          await sender(context.request, base)('/api/vendor/support-access/end', {}).catch(() => null)
        await context.close()
      }
    }
  }
}

try {
  await shootAll()
} finally {
  await browser.close()
  await demo.stop()
}
