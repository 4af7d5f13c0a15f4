// Takes a screenshot of every demo screen and checks each with axe: `npm run screens`. Starts its own server and stops it
// afterward; with BASE, DEMO_PASSWORD and DEMO_TOTP_SECRET it uses the one running there. Arguments select scenes by name, sizes
// and themes (`bell phone dark`). `--landing` creates the landing page's images instead.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { Secret, TOTP } from 'otpauth'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { shootLanding } from '#tools/screens.landing.ts'
import { findIds, type Ids, noIds, type Scene, scenes } from '#tools/screens.scenes.ts'
import { startDemo } from '#tools/screens.server.ts'
import { askForTrials, fillVendor, sender, signInVendor, type VendorIds, writeLetters } from '#tools/screens.vendor.ts'
import { withoutFirstReads } from '../e2e/first-reads.ts'

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
const sizes = {
  phone: { width: 390, height: 844 },
  small: { width: 1024, height: 768 },
  desk: { width: 1440, height: 900 },
}
const sizeNames = ['phone', 'small', 'desk'] as const
const themes = ['dark', 'light'] as const
const among = <T extends string>(all: readonly T[]): readonly T[] => {
  const chosen = all.filter((one) => words.includes(one))
  return chosen.length > 0 ? chosen : all
}
const rest = words.filter((word) => !(word in sizes) && !themes.some((theme) => theme === word))
const isWanted = (scene: Scene, size: string, theme: string) =>
  (scene.fold ? theme === 'dark' : size !== 'small' || words.includes('small')) &&
  (scene.only === undefined || scene.only === size) &&
  (rest.length === 0 || rest.some((word) => scene.name.includes(word)))

/** Modifies server responses; `null` becomes a server error. */
const change = async (page: Page, answer: NonNullable<Scene['answer']>) => {
  await withoutFirstReads(page)
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (route.request().method() !== 'GET' || path === '/api/live') return route.continue()
    const real = await route.fetch()
    const body = answer(path, await real.json().catch(() => null))
    if (body === null)
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', request_id: 'example' } } })
    return route.fulfill({ response: real, json: body })
  })
}

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
  // This is a screenshot, not a test: allow time for fonts and the last paint.
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
    await page.screenshot({ path: join(out, `${scene.name}.${label}.png`), fullPage: !floats && !scene.fold })
    if (label === 'phone.dark') {
      await page.setViewportSize({ width: 320, height: 640 })
      // Floating elements reposition.
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
/** Once per run, since an authenticator code works only once. */
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
const isShown = (who: Scene['who'], size: string, theme: string) =>
  scenes.some((one) => one.who === who && isWanted(one, size, theme))

/** The vendor's side is filled once, by demo users, before its first screenshot. */
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
  for (const size of among(sizeNames)) {
    for (const theme of among(themes)) {
      let ids = noIds
      for (const who of people.filter((one) => isShown(one, size, theme))) {
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
        for (const scene of scenes.filter((one) => one.who === who && isWanted(one, size, theme)))
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
