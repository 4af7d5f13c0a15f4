import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { readSchedule } from '#features/home/schedule/contract.ts'
import { findSchedule } from '#features/home/schedule/store.ts'
import { migrate } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { toQuery } from '#platform/server/sql.ts'
import { median, option, quantile, startServer, table, withClient } from './ground.ts'
import { department, first, organization, secret } from './weeks.ts'

/**
 * node tools/run.mjs bench/schedule.ts [--rounds 12], on a build (`npm start` or `npm run build` makes one).
 * A department of 2,200 officers with regular tours and 400 shifts a week: "Next week" opens the next week in 300 ms at a desk, the
 * middle of all rounds, and scrolling through it has no task over 50 ms. Pressed without the pointer on it, so that nothing was read
 * ahead; then with the pointer resting on it, as a person presses. Beside it the answer over HTTP and its statement alone, in turns.
 * Exits with 1 where one is missed.
 */
const rounds = Number(option('rounds') ?? 12)
const bound = 300
const longest = 50
const weeks = 2 * rounds + 8

const dayAfter = (week: number) =>
  new Date(Date.parse(`${first}T12:00Z`) + week * 604_800_000).toISOString().slice(0, 10)

/** The answer over HTTP, and its statement alone on one connection, in turns. */
const answers = (url: string, base: string) =>
  withClient(url, async (client) => {
    await client.query(
      `select set_config('app.organization_id', ${organization}::text, false), set_config('app.role', 'admin', false)`,
    )
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let run = 0; run < rounds + 3; run++) {
      const from = dayAfter(run % weeks)
      const began = performance.now()
      const answer = await fetch(`${base}/api/schedule?from=${from}&days=7`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      const bytes = (await answer.text()).length
      if (!answer.ok || bytes < 100_000) throw new Error(`${answer.status}: ${bytes} bytes`)
      ours.push(performance.now() - began)
      const { text, values } = toQuery(findSchedule(readSchedule.input.parse({ from, days: 7 })), false)
      const started = performance.now()
      await client.query(text, values)
      bare.push(performance.now() - started)
    }
    return { ours: ours.slice(3), bare: bare.slice(3) }
  })

/** In the page: milliseconds from the click to the end of the frame that shows the week with its names. */
const watchWeek = () =>
  new Promise<number>((resolve, reject) => {
    const had = document.querySelector('table[role=grid] thead')?.textContent
    let pressed = 0
    const look = () => {
      if (performance.now() - pressed > 10_000) return reject(new Error('the week does not come'))
      const grid = document.querySelector('table[role=grid]')
      const stands = grid?.querySelector('thead')?.textContent !== had && grid?.querySelector('button[data-spot]')
      if (!stands) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - pressed)
      port2.postMessage(null)
    }
    const begin = (event: MouseEvent) => {
      pressed = event.timeStamp
      requestAnimationFrame(look)
    }
    addEventListener('click', begin, { once: true, capture: true })
  })

/** In the page: the longest task while the page scrolls the sheet from its first row to its last, 120 pixels a frame. */
const scrollThrough = () =>
  new Promise<number>((resolve) => {
    let most = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) most = Math.max(most, duration)
    })
    watch.observe({ entryTypes: ['longtask'] })
    const place = document.scrollingElement
    const step = () => {
      if (!place || place.scrollTop + place.clientHeight >= place.scrollHeight - 1) {
        setTimeout(() => {
          watch.disconnect()
          resolve(most)
        }, 200)
        return
      }
      place.scrollTop += 120
      requestAnimationFrame(step)
    }
    step()
  })

/** Of the page's main thread, in milliseconds of the processor: a busy machine does not make them more. */
const busyOf = async (metrics: CDPSession): Promise<number> => {
  const found = await metrics.send('Performance.getMetrics')
  return (found.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Presses "Next week": as code does, without hovering first, or with the pointer that rests on it. */
const press = (page: Page, ahead: boolean) => {
  const button = page.getByRole('button', { name: 'Next week' })
  return ahead ? button.click() : button.evaluate((one) => (one as HTMLElement).click())
}

const openWeeks = async (page: Page, ahead: boolean) => {
  const [opened, tasks, cpu, scroll]: [number[], number[], number[], number[]] = [[], [], [], []]
  const metrics = await page.context().newCDPSession(page)
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (let round = -2; round < rounds; round++) {
    const before = await busyOf(metrics)
    const took = page.evaluate(watchWeek)
    took.catch(() => undefined)
    await press(page, ahead)
    const ms = await took
    const shown = await busyOf(metrics)
    const task = await page.evaluate(scrollThrough)
    const scrolled = await busyOf(metrics)
    await page.evaluate(() => window.scrollTo(0, 0))
    if (round >= 0) {
      opened.push(ms)
      tasks.push(task)
      cpu.push(shown - before)
      scroll.push(scrolled - shown)
    }
  }
  return { opened, tasks, cpu, scroll }
}

const inBrowser = async (base: string) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base })
    await context.addCookies([{ name: 'watchbill', value: secret, url: base, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    await page.goto(`/admin/assignments?view=week&day=${first}`)
    await page.locator('button[data-spot]').first().waitFor()
    const cold = await openWeeks(page, false)
    return { cold, ahead: await openWeeks(page, true) }
  } finally {
    await browser.close()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-schedule-'))
const embedded = await startEmbedded({ dataDir })
try {
  await migrate(embedded.url)
  await withClient(embedded.url, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const statement of department(weeks)) await client.query(statement)
  })
  const server = await startServer(embedded.url)
  try {
    const base = `http://localhost:${server.port}`
    const { ours, bare } = await answers(embedded.url, base)
    const { cold, ahead } = await inBrowser(base)
    const line = (name: string, all: readonly number[]) => [
      name,
      median(all).toFixed(0),
      quantile(all, 0.95).toFixed(0),
      Math.max(...all).toFixed(0),
    ]
    console.log(
      table(
        [`ms, ${rounds} rounds`, 'middle', '95 %', 'most'],
        [
          line('the next week, from press to paint', cold.opened),
          line('its main thread, of the processor', cold.cpu),
          line('the same, read ahead', ahead.opened),
          line('its main thread, of the processor', ahead.cpu),
          line('longest task while scrolling', [...cold.tasks, ...ahead.tasks]),
          line('scrolling through it, of the processor', [...cold.scroll, ...ahead.scroll]),
          line('answer over HTTP', ours),
          line('its statement alone', bare),
        ],
      ),
    )
    console.log(
      `answer / statement ${(median(ours) / median(bare)).toFixed(2)}, week / answer ${(median(cold.opened) / median(ours)).toFixed(2)}`,
    )
    process.exitCode = median(cold.opened) <= bound && median([...cold.tasks, ...ahead.tasks]) <= longest ? 0 : 1
  } finally {
    await server.stop()
  }
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
