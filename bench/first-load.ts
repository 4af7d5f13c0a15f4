import { Secret, TOTP } from 'otpauth'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { startDemo } from '#tools/screens.server.ts'
import { median, option, table } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/first-load.ts [--runs 3] [--only 'dashboard, phone, slow 3G'], on a build. How long until a screen is of use: the sign-in can be typed
 * into, a dashboard shows its content and no placeholders. Cold: nothing stored. Warm: opened again on the same device, which has
 * stored the application. Offline: the same without a connection. The figures are those of slow 3G (400 kbit/s, 400 ms) with a processor four times slower, and of
 * 4G (9 Mbit/s, 60 ms).
 */
const runs = Number(option('runs') ?? 3)
type Line = { name: string; latency: number; bits: number; slower: number }
const slow: Line = { name: 'slow 3G', latency: 400, bits: 400_000, slower: 4 }
const fast: Line = { name: '4G', latency: 60, bits: 9_000_000, slower: 1 }
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

type Case = {
  what: string
  who: string | null
  path: string
  size: typeof phone
  line: Line
  cold: number
  warm?: number
  offline?: number
}
/** Milliseconds promised. */
const cases: readonly Case[] = [
  { what: 'sign-in, phone', who: null, path: '/demo/login', size: phone, line: slow, cold: 4000 },
  {
    what: 'dashboard, phone',
    who: 'officer',
    path: '/officer/dashboard',
    size: phone,
    line: slow,
    cold: 6000,
    warm: 1500,
    offline: 1500,
  },
  {
    what: 'dashboard, phone',
    who: 'officer',
    path: '/officer/dashboard',
    size: phone,
    line: fast,
    cold: 1500,
    warm: 700,
  },
  { what: 'dashboard, desk', who: 'admin', path: '/admin/dashboard', size: desk, line: fast, cold: 1000 },
]

const demo = await startDemo()
const authenticator = new TOTP({ secret: Secret.fromBase32(demo.totpSecret) })
const browser: Browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

/** Cookies by person: a code counts once, so nobody signs in twice. */
const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()
const signIn = async (context: BrowserContext, who: string) => {
  const known = cookies.get(who)
  if (known) return context.addCookies(known)
  const post = async (path: string, data: object) => {
    const headers = { origin: demo.base, 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`sign-in as ${who}: ${await answer.text()}`)
    return answer.json()
  }
  const { next } = await post('/api/accounts/sign-in', {
    email: `${who}@demo.example`,
    password: demo.password,
    agency: 'demo',
  })
  if (next !== 'done') await post('/api/multi-factor/code', { code: authenticator.generate() })
  cookies.set(who, await context.cookies())
}

/** Runs in the page: resolves with the milliseconds since navigation when the screen is of use. */
const useful = (signedIn: boolean) =>
  new Promise<number>((resolve) => {
    const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
    const look = (): void => {
      const ready = isShown('input[type=password]') ? !signedIn : isShown('main h2')
      if (ready && !isShown('main .bone')) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })

const open = async (context: BrowserContext, { who, path, line }: Case, offline = false): Promise<number> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const rate = line.bits / 8
  const conditions = { offline, latency: line.latency, downloadThroughput: rate, uploadThroughput: rate }
  await session.send('Network.emulateNetworkConditions', conditions)
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.slower })
  await page.goto(path, { waitUntil: 'commit' })
  const took = await page.evaluate(useful, who !== null)
  await page.close()
  return took
}

/** Runs in the page: resolves when the dashboard is stored. */
const hasReads = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      const asked = indexedDB.open('reads')
      asked.onsuccess = () => {
        const keys = asked.result.transaction('reads').objectStore('reads').getAllKeys()
        keys.onsuccess = () => {
          asked.result.close()
          if (keys.result.some((key) => String(key).includes('dashboards.'))) resolve()
          else setTimeout(look, 50)
        }
      }
    }
    look()
  })

/** Waits until the device has stored the application and the shifts. */
const store = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
  await page.evaluate(hasReads)
  await page.close()
}

const measure = async (one: Case) => {
  const [cold, warm, offline]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    const mobile = one.size === phone
    const context = await browser.newContext({
      viewport: one.size,
      baseURL: demo.base,
      isMobile: mobile,
      hasTouch: mobile,
    })
    if (one.who) await signIn(context, one.who)
    cold.push(await open(context, one))
    if (one.warm !== undefined) {
      await store(context, one.path)
      warm.push(await open(context, one))
    }
    if (one.offline !== undefined) {
      await context.setOffline(true)
      offline.push(await open(context, one, true))
    }
    await context.close()
  }
  const of = (took: readonly number[]) => (took.length > 0 ? median(took) : null)
  return { cold: median(cold), warm: of(warm), offline: of(offline) }
}

const rows: string[][] = []
let kept = true
const nameOf = ({ what, line }: Case) => `${what}, ${line.name}`
const said = (took: number | null, promised: number | undefined) =>
  took === null ? '' : `${Math.round(took)} of ${promised}`
for (const one of cases.filter((each) => (option('only') ?? nameOf(each)) === nameOf(each))) {
  const took = await measure(one)
  const within = (is: number | null, most = 0) => is === null || is <= most
  kept &&= within(took.cold, one.cold) && within(took.warm, one.warm) && within(took.offline, one.offline)
  rows.push([nameOf(one), said(took.cold, one.cold), said(took.warm, one.warm), said(took.offline, one.offline)])
}
await browser.close()
await demo.stop()
process.stdout.write(`Medians of ${runs}, ms\n${table(['', 'cold', 'warm', 'offline'], rows)}\n`)
process.exit(kept ? 0 : 1)
