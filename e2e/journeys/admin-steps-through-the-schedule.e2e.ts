import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The sergeant of a large department goes from week to week and prints the week of every officer. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor

const officers = 230
const sunday = '2031-01-05'
const after = '2031-01-12'
const week = (day: string, rows = '') => `/admin/assignments?view=week&day=${day}${rows && `&rows=${rows}`}`
const grid = (page: Page, by: string) => page.getByRole('grid', { name: `Schedule by ${by}` })
/** The days in the head of the sheet. */
const days = (page: Page) => page.getByRole('grid').getByRole('columnheader', { name: /^Sun / }).textContent()
const asks = (path: string, from: string) => (url: URL) =>
  url.pathname === path && url.searchParams.get('from') === from

/** Holds the answer of a week until it is let go. */
const holding = async (page: Page, from: string) => {
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(asks('/api/schedule', from), async (route) => {
    await open
    await route.continue()
  })
  return letGo
}
/** Everything that paper would hold, each time the page prints. */
const papers = (page: Page) =>
  page.evaluate(() => (window as unknown as { papers: { rows: number; text: string }[] }).papers)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const boss = await department.addPerson('Sergeant Shaw', 'admin')
  await stage.rows(
    `insert into officers (organization_id, role, approved, name, email, email_key, badge_number, unit)
     select $1, 'officer', true, 'Officer ' || lpad(n::text, 3, '0'), n || '@steps.example', n || '@steps.example', 'S' || n, 'Patrol'
     from generate_series(1, $2::int) n`,
    [department.id, officers],
  )
  await stage.rows(
    `with a as (insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, status, published_at)
       select $1, 'Front desk', 'overtime', 'America/Chicago', at, at + interval '4 hours', 'published', now()
       from generate_series('2031-01-06 18:00Z'::timestamptz, '2031-03-06 18:00Z', '7 days') at
       returning organization_id, id, starts_at, ends_at)
     insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
     select organization_id, id, 'Desk', 1, starts_at, ends_at from a`,
    [department.id],
  )
  admin = await openBrowser(stage)
  await admin.page.addInitScript(() => {
    const all: { rows: number; text: string }[] = []
    Object.assign(window, { papers: all })
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      all.push({
        rows: document.querySelectorAll('[data-paper] th[scope=row]').length,
        text: document.body.textContent,
      })
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

test('keeps the week on screen while the next one loads', async () => {
  const { page, faults } = admin
  await page.goto(week(sunday))
  await grid(page, 'shift')
    .getByRole('button', { name: /Front desk, Open/ })
    .waitFor()
  const letGo = await holding(page, after)
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByText('Jan 12 – 18, 2031', { exact: true }).waitFor()
  await page.locator('[aria-busy=true]').getByRole('grid').waitFor()
  expect(await days(page)).toMatch(/^Sun 5/)
  letGo()
  await expect.poll(() => days(page)).toMatch(/^Sun 12/)
  expect(await page.locator('[aria-busy=true]').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

test('reads the next week while the pointer or the focus is on its button', async () => {
  const { page } = admin
  await page.goto(week('2031-01-19'))
  await grid(page, 'shift').waitFor()
  const asked: string[] = []
  const note = (request: Request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/schedule') asked.push(url.searchParams.get('from') ?? '')
  }
  page.on('request', note)
  const there = page.waitForResponse((answer) => asks('/api/schedule', '2031-01-26')(new URL(answer.url())))
  await page.getByRole('button', { name: 'Next week' }).hover()
  await (await there).finished()
  // The pointer stays: pressing shows what is there, and the week after that is read in turn.
  const next = page.waitForResponse((answer) => asks('/api/schedule', '2031-02-02')(new URL(answer.url())))
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect.poll(() => days(page)).toMatch(/^Sun 26/)
  await (await next).finished()
  // The week on screen may be read again.
  expect(asked.filter((from) => from > '2031-01-19')).toEqual(['2031-01-26', '2031-02-02'])
  const back = page.waitForRequest((request) => asks('/api/schedule', '2031-01-12')(new URL(request.url())))
  await page.goto(week('2031-01-19'))
  await grid(page, 'shift').waitFor()
  await page.getByRole('button', { name: 'Previous week' }).focus()
  await back
  page.off('request', note)
})

test('asks for the officers without waiting for the shifts', async () => {
  const { page } = admin
  const letGo = await holding(page, '2031-02-09')
  const officersAsked = page.waitForResponse((answer) =>
    asks('/api/schedule/officers', '2031-02-09')(new URL(answer.url())),
  )
  await page.goto(week('2031-02-09', 'officer'))
  await officersAsked
  letGo()
  await grid(page, 'officer').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('prints every officer, also those that were not loaded, with department, period and time', async () => {
  const { page, faults } = admin
  await page.goto(week(sunday, 'officer'))
  await grid(page, 'officer')
    .getByRole('row', { name: /Officer 001/ })
    .waitFor()
  for (const press of [
    () => page.getByRole('button', { name: 'Print', exact: true }).click(),
    () => page.keyboard.press('Control+p'),
  ]) {
    const before = (await papers(page)).length
    await press()
    await expect.poll(async () => (await papers(page)).length).toBe(before + 1)
    const paper = (await papers(page)).at(-1)
    // The sergeant is on the roster too, and open spots have a row.
    expect(paper?.rows).toBe(officers + 2)
    expect(paper?.text).toContain('Officer 230')
  }
  // Afterwards only the rows in view are there again.
  await expect.poll(() => page.locator('th[scope=row]').count()).toBeLessThan(60)
  // Printing from the browser's own menu can't wait: paper says who is missing.
  await page.getByText(/^First 100 of 231 officers\./).waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await page.getByText(`${department.name} · Jan 5 – 11, 2031`).waitFor()
  await page.getByText(/^Printed .*\d\d:\d\d/).waitFor()
  await page.emulateMedia({ media: 'screen' })
  expect(faults).toEqual([])
})

test('stops loading officers to print when canceled, and says when a page fails', async () => {
  const { page } = admin
  await page.goto(week(sunday, 'officer'))
  await grid(page, 'officer')
    .getByRole('row', { name: /Officer 001/ })
    .waitFor()
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
  const second = (url: URL) => url.pathname === '/api/schedule/officers' && url.searchParams.has('after')
  await page.route(second, async (route) => {
    await open
    await route.abort()
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByText('Loading officers to print: 100 of 231').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Loading officers to print').waitFor({ state: 'detached' })
  letGo()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByText("Some officers couldn't be loaded. Try again.").waitFor()
  await page.getByText('Loading officers to print').waitFor({ state: 'detached' })
  expect(await papers(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

test('the legend takes one line, and shows the keys on demand where they don’t fit', async () => {
  const { page } = admin
  const legend = page.getByRole('region', { name: 'Legend' })
  const words = [
    'Overtime',
    'Extra duty',
    'Open',
    'Draft',
    'Requested',
    'Offered',
    'Ordered in',
    'Call-off',
    'Leave',
    'Conflict',
    'Short rest',
  ]
  const keys = page.getByRole('button', { name: 'Keys' })
  const height = async () => (await legend.boundingBox())?.height ?? 0
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(week(sunday))
  await grid(page, 'shift').waitFor()
  for (const word of words) expect(await legend.getByText(word, { exact: true }).isVisible()).toBe(true)
  expect(await height()).toBeLessThan(36)
  // Whole, without scrolling.
  expect(((await legend.boundingBox())?.y ?? 768) + (await height())).toBeLessThanOrEqual(768)
  await keys.focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await opened.getByText('New shift').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => opened.count()).toBe(0)
  await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await legend.getByText('Past midnight').waitFor()
  expect(await height()).toBeLessThan(36)
  await page.setViewportSize({ width: 1800, height: 900 })
  await legend.getByText('new shift').waitFor()
  expect(await keys.isVisible()).toBe(false)
  expect(await height()).toBeLessThan(36)
})
