// Takes a picture of every screen of a running demo: `npm run screens` while `npm start` runs. BASE and DEMO_PASSWORD say where and with what.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const root = join(import.meta.dirname, '..')
const base = process.env.BASE ?? 'http://localhost:3000'
const password = process.env.DEMO_PASSWORD ?? readFileSync(join(root, 'data/demo-password.txt'), 'utf8').trim()
const only = process.argv[2]
const out = join(root, 'screens')
mkdirSync(out, { recursive: true })

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }
const publicPaths = [
  '/app',
  '/demo/login',
  '/demo/register',
  '/auth/reset-password',
  '/admin/login',
  '/nothing-here/at/all',
]
const byRole = {
  admin: [
    '/admin/dashboard',
    '/admin/officers',
    '/admin/officers/import',
    '/admin/assignments',
    '/admin/assignments?view=board',
    '/admin/assignments/new',
    '/admin/attendance',
  ],
  officer: ['/officer/dashboard', '/officer/assignments', '/officer/history', '/officer/profile'],
}
const nameOf = (path: string) => path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'root'

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const shoot = async (context: BrowserContext, path: string, label: string) => {
  if (only && !path.includes(only)) return
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  await page.goto(base + path)
  await page.locator('h1').first().waitFor()
  await page
    .waitForFunction(() => document.querySelector('h1') && !document.querySelector('main [role="status"]'), undefined, {
      timeout: 8000,
    })
    .catch(() => wrong.push('still waiting'))
  // A picture, not a test: fonts and the last paint get a moment.
  await page.waitForTimeout(400)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  if (wide) wrong.push('scrolls sideways')
  await page.screenshot({ path: join(out, `${nameOf(path)}.${label}.png`), fullPage: true })
  process.stdout.write(`${path} ${label}${wrong.length > 0 ? `: ${wrong.join(' | ')}` : ''}\n`)
  await page.close()
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['dark', 'light'] as const) {
    const fresh = async () => {
      const context = await browser.newContext({
        viewport,
        baseURL: base,
        isMobile: size === 'phone',
        hasTouch: size === 'phone',
      })
      await context.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme)
      return context
    }
    const visitor = await fresh()
    for (const path of publicPaths) await shoot(visitor, path, `${size}.${colorScheme}`)
    await visitor.close()
    for (const [role, paths] of Object.entries(byRole)) {
      const context = await fresh()
      const answer = await context.request.post('/api/accounts/sign-in', {
        data: { email: `${role}@demo.example`, password, agency: 'demo' },
        headers: { origin: base, 'idempotency-key': crypto.randomUUID() },
      })
      if (!answer.ok()) throw new Error(`sign-in as ${role}: ${await answer.text()}`)
      for (const path of paths) await shoot(context, path, `${size}.${colorScheme}`)
      await context.close()
    }
  }
}
await browser.close()
