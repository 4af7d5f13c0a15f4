import { createHash } from 'node:crypto'
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
import { idSql } from './ids.ts'

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
const secret = 's'.repeat(43)
const first = '2031-01-05'

const organization = idSql('organization', '0')
const account = idSql('account', '0')
const weeks = 2 * rounds + 8

const statements = [
  `insert into organizations (id, name, subdomain, subscription_tier, time_zone)
    select ${organization}, 'Bench', 'bench', 'pro', 'America/Chicago'`,
  `insert into accounts (id, email, email_key, name) select ${account}, 'a@example.org', 'a@example.org', 'A'`,
  `insert into officers (id, organization_id, user_id, role, approved, name, email, email_key, badge_number, unit)
    select ${idSql('officer', 'n')}, ${organization}, case when n = 0 then ${account} end, case when n = 0 then 'admin' else 'officer' end,
      true, 'Officer ' || lpad(n::text, 4, '0'), n || '@bench.example', n || '@bench.example', 'B' || n, 'Unit ' || n % 121
    from generate_series(0, 2200) n`,
  `insert into memberships (account_id, organization_id, officer_id)
    select ${account}, ${organization}, ${idSql('officer', '0')} on conflict do nothing`,
  `insert into sessions (token_hash, user_id, organization_id, kind, second_factor_at)
    select '\\x${createHash('sha256').update(secret).digest('hex')}', ${account}, ${organization}, 'department', now()`,
  `with p as (insert into platoons (organization_id, name) select ${organization}, 'Platoon ' || n from generate_series(1, 8) n
      returning id, name),
    c as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
      select ${organization}, id, '2030-01-01', '2030-01-01', '{"kind":"pitman","start":"06:00","minutes":720}' from p)
    insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
    select ${organization}, p.id, ${idSql('officer', 'n')}, '2030-01-01' from generate_series(1, 2200) n
      join p on p.name = 'Platoon ' || 1 + n % 8`,
  `insert into assignments (id, organization_id, title, kind, time_zone, starts_at, ends_at, status, published_at)
    select ${idSql('assignment', 'n')}, ${organization}, 'Shift ' || n % 80, 'overtime', 'America/Chicago', at, at + interval '8 hours',
      'published', now()
    from generate_series(0, ${weeks * 400 - 1}) n cross join lateral (select '${first} 12:00Z'::timestamptz
      + (n / 400) * interval '7 days' + (n % 7) * interval '1 day' + (n % 80 / 20) * interval '1 hour' as at) t`,
  `insert into posts (id, organization_id, assignment_id, name, required_count, confirmed_count, starts_at, ends_at)
    select ${idSql('post', 'n')}, organization_id, id, 'Post', 3, 2, starts_at, ends_at
    from generate_series(0, ${weeks * 400 - 1}) n join assignments a on a.id = ${idSql('assignment', 'n')}`,
  `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
    select ${organization}, a.id, ${idSql('post', 'n')}, ${idSql('officer', '1 + (n * 2 + k) % 2200')}, 'confirmed', a.starts_at, a.ends_at
    from generate_series(0, ${weeks * 400 - 1}) n join assignments a on a.id = ${idSql('assignment', 'n')}
    cross join generate_series(0, 1) k`,
  'vacuum analyze',
]

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

/** In the page: the longest task while the sheet scrolls from its first row to its last, 120 pixels a frame. */
const scrollThrough = () =>
  new Promise<number>((resolve) => {
    let most = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) most = Math.max(most, duration)
    })
    watch.observe({ entryTypes: ['longtask'] })
    const place = document.querySelector('table[role=grid]')?.closest('section')
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
    await page.evaluate(() => document.querySelector('table[role=grid]')?.closest('section')?.scrollTo(0, 0))
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
    for (const statement of statements) await client.query(statement)
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
