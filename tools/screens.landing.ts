import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { shots } from '#apps/web/landing/content.ts'
import type { Weather } from '#features/department/weather/contract.ts'
import { findIds, type Ids, noIds } from '#tools/screens.scenes.ts'

/** Images for the landing page's carousels, from a running demo: `npm run screens -- --landing`, then commit them. */
const out = join(import.meta.dirname, '../apps/web/landing/shots')

const places: Readonly<Record<string, (ids: Ids) => string>> = {
  dashboard: () => '/admin/dashboard',
  board: () => '/admin/assignments?view=week',
  assignment: (ids) => `/admin/assignments/${ids.ahead}`,
  attendance: () => '/admin/attendance',
  reports: () => '/admin/reports',
  'next-shift': () => '/officer/dashboard',
  jobs: () => '/officer/assignments',
  history: () => '/officer/history',
  receipt: () => '/officer/standing?list=receipts',
}
/** What is done on the page first. */
const acts: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  receipt: async (page) => {
    const open = page.getByRole('button', { name: /^Receipt: Warrant/ })
    await open.click()
    await page.getByRole('button', { name: /^Close: Warrant/ }).evaluate((button) => {
      const row = button.closest('li')
      if (row) window.scrollTo(0, row.getBoundingClientRect().top + window.scrollY - 58)
    })
  },
}
const frames = {
  desk: { who: 'admin', viewport: { width: 1440, height: 900 }, scale: 1, quality: 62 },
  phone: { who: 'officer', viewport: { width: 390, height: 800 }, scale: 2, quality: 58 },
} as const

const fairWeather = {
  temperature: 72,
  feelsLike: 74,
  windSpeed: 8,
  humidity: 55,
  description: 'Clear',
  location: 'Houston',
  country: 'US',
  icon: 'clear',
} satisfies Weather

/** The part of a desktop image shown on a phone: the upper left of the screen, next to the sidebar and below the header. */
const part = { left: 256, top: 56, width: 740, height: 592 }

type Shot = {
  path: string
  file: string
  quality: number
  parted: boolean
  act: ((page: Page) => Promise<void>) | undefined
}

const shoot = async (context: BrowserContext, { path, file, quality, parted, act }: Shot) => {
  const page = await context.newPage()
  // The only data not from the demo: images must not depend on today's weather or on an outside server.
  await page.route('**/api/weather*', async (route) => route.fulfill({ json: fairWeather }))
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true]') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await act?.(page)
  // This is a screenshot, not a test: allow time for charts and the last paint.
  await page.waitForTimeout(800)
  const picture = await page.screenshot()
  await page.close()
  await sharp(picture).webp({ quality, effort: 6 }).toFile(`${file}.webp`)
  if (parted) await sharp(picture).extract(part).webp({ quality, effort: 6 }).toFile(`${file}.part.webp`)
}

export const shootLanding = async (
  base: string,
  signIn: (context: BrowserContext, who: string) => Promise<unknown>,
): Promise<void> => {
  mkdirSync(out, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  for (const kind of ['desk', 'phone'] as const) {
    const { who, viewport, scale, quality } = frames[kind]
    const phone = kind === 'phone'
    const context = await browser.newContext({
      viewport,
      baseURL: base,
      deviceScaleFactor: scale,
      isMobile: phone,
      hasTouch: phone,
      timezoneId: 'America/Chicago',
      colorScheme: 'dark',
    })
    await signIn(context, who)
    const ids = phone ? noIds : await findIds(context.request)
    for (const { name } of shots[kind]) {
      const place = places[name]
      if (!place) throw new Error(`no place for the picture ${name}`)
      const file = join(out, `${kind}-${name}`)
      await shoot(context, { path: place(ids), file, quality, parted: !phone, act: acts[name] })
      process.stdout.write(`${kind}-${name}\n`)
    }
    await context.close()
  }
  await browser.close()
}
