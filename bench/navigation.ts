import { Secret, TOTP } from 'otpauth'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { startDemo } from '#tools/screens.server.ts'
import { median, option, quantile, table } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/navigation.ts [--rounds 12], on a build (`npm start` or `npm run build` creates one). Measures
 * navigation to a screen whose data is cached: from the click on a menu link to the frame in which the new heading is painted and
 * nothing on the screen is loading. 100 ms at the 95th percentile, for an admin on desktop and an officer on a phone. Also
 * reports the script a signed-in browser loads before the application's frame is shown.
 */
const rounds = Number(option('rounds') ?? 12)
const promiseMs = 100
const shellBytes = 170 * 1024

const demo = await startDemo()
const authenticator = new TOTP({ secret: Secret.fromBase32(demo.totpSecret) })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

const signIn = async (context: BrowserContext, who: string) => {
  const post = async (path: string, data: object) => {
    const headers = { origin: demo.base, 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`sign-in as ${who}: ${await answer.text()}`)
    return answer.json()
  }
  const asked = { email: `${who}@demo.example`, password: demo.password, agency: 'demo' }
  const { next } = await post('/api/accounts/sign-in', asked)
  if (next !== 'done') await post('/api/multi-factor/code', { code: authenticator.generate() })
}

/** Runs in the page: milliseconds from the click to the end of the frame that shows the heading with nothing loading. */
const watchPaint = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const before = document.querySelector('main h1')
    let clicked = 0
    const begin = (event: MouseEvent) => {
      clicked = event.timeStamp
      requestAnimationFrame(look)
    }
    const look = () => {
      const heading = document.querySelector('main h1')
      const stands = location.pathname === path && heading !== null && heading !== before
      if (performance.now() - clicked > 10_000) return reject(new Error(`${path} does not come`))
      if (!stands || document.querySelector('main .bone')) return requestAnimationFrame(look)
      // The current frame is painted before the next task runs.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - clicked)
      port2.postMessage(null)
    }
    addEventListener('click', begin, { once: true, capture: true })
  })

type Menu = {
  name: string
  who: string
  size: { width: number; height: number }
  links: readonly (readonly [string, string])[]
}
const menus: readonly Menu[] = [
  {
    name: 'admin, desk',
    who: 'admin',
    size: { width: 1440, height: 900 },
    links: [
      ['Dashboard', '/admin/dashboard'],
      ['Officers', '/admin/officers'],
      ['Assignments', '/admin/assignments'],
      ['Extra Time Approval', '/admin/overtime'],
      ['Reports', '/admin/reports'],
      ['Branding', '/admin/branding'],
      ['FAQ Management', '/admin/faq'],
    ],
  },
  {
    name: 'officer, phone',
    who: 'officer',
    size: { width: 390, height: 844 },
    links: [
      ['Dashboard', '/officer/dashboard'],
      ['Available Jobs', '/officer/assignments'],
      ['Schedule', '/officer/schedule'],
      ['History', '/officer/history'],
    ],
  },
]

type Took = { ms: number; cpu: number }
/** CPU milliseconds on the page's main thread: a busy machine does not increase them. */
const busyOf = async (metrics: CDPSession): Promise<number> => {
  const found = await metrics.send('Performance.getMetrics')
  return (found.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const visit = async (page: Page, metrics: CDPSession, [label, path]: readonly [string, string]): Promise<Took> => {
  const took = page.evaluate(watchPaint, path)
  // Handle a rejection before the click, so that it is never unhandled.
  took.catch(() => undefined)
  const before = await busyOf(metrics)
  await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).first().click()
  const ms = await took
  return { ms, cpu: (await busyOf(metrics)) - before }
}

const measure = async ({ who, size, links }: Menu) => {
  const mobile = size.width < 768
  const context = await browser.newContext({ viewport: size, baseURL: demo.base, isMobile: mobile, hasTouch: mobile })
  await signIn(context, who)
  const page = await context.newPage()
  await page.goto(links[0]?.[1] ?? '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main .bone') === null)
  const metrics = await context.newCDPSession(page)
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
  const times = new Map<string, Took[]>(links.map(([label]) => [label, []]))
  for (let round = -1; round < rounds; round++) {
    // The first round loads code and data and is not measured.
    for (const link of [...links.slice(1), ...links.slice(0, 1)]) {
      const took = await visit(page, metrics, link)
      if (round >= 0) times.get(link[0])?.push(took)
    }
  }
  await context.close()
  return times
}

/** The compressed size, as sent, of the scripts that the application's page references. */
const shell = async () => {
  const page = await (await fetch(`${demo.base}/app`)).text()
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((found) => found[1])
  const sizes = await Promise.all(
    names.map(async (name) => {
      const { headers } = await fetch(demo.base + name, { headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length') ?? Number.NaN)
    }),
  )
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

const measureAll = async () => {
  const rows: string[][] = []
  let kept = true
  for (const menu of menus) {
    const times = await measure(menu)
    const all = [...times.values()].flat()
    for (const [label, some] of [...times, ['all', all] as const]) {
      const [ms, cpu] = [some.map((one) => one.ms), some.map((one) => one.cpu)]
      const figures = [median(ms), quantile(ms, 0.95), Math.max(...ms), median(cpu)]
      rows.push([`${menu.name}: ${label}`, ...figures.map((one) => one.toFixed(0))])
    }
    if (
      !(
        quantile(
          all.map(({ ms }) => ms),
          0.95,
        ) < promiseMs
      )
    )
      kept = false
  }
  const { files, bytes } = await shell()
  if (!(bytes > 0 && bytes <= shellBytes)) kept = false
  process.stdout.write(`${table([`ms, ${rounds} rounds`, 'median', '95 %', 'most', 'processor'], rows)}\n`)
  process.stdout.write(`Shell: ${files} scripts, ${(bytes / 1024).toFixed(0)} kB as sent\n`)
  return kept
}

try {
  process.exitCode = (await measureAll()) ? 0 : 1
} finally {
  await browser.close()
  await demo.stop()
}
