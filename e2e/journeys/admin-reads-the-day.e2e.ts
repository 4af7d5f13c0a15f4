import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, ours, phone, signIn } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A new department's first morning, then an ordinary one: the dashboard says what is next, and each number links to its list. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let asked: string[] = []
/** What each toast said, also over reloads. The script of toasts is loaded with the first one on a page: one may come late. */
const toasts: string[] = []
let working = false
const provider = createServer((request, response) => {
  asked.push(request.url ?? '')
  const current = {
    temperature_2m: 71.6,
    apparent_temperature: 70,
    wind_speed_10m: 8,
    relative_humidity_2m: 55,
    weather_code: 0,
  }
  response.writeHead(working ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ current }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const weather = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  stage = await startOwnStage({ env: { WEATHER: 'open-meteo', WEATHER_URL: weather } })
  department = await makeDepartment(stage, 'River Police')
  admin = await openBrowser(stage)
  // The position comes at once. A late one makes the page ask twice, and after three failures the server rests for a minute.
  await admin.context.addInitScript(() => {
    const coords = { latitude: 41.8781, longitude: -87.6298 } as GeolocationCoordinates
    navigator.geolocation.getCurrentPosition = (found) =>
      found({ coords, timestamp: Date.now() } as GeolocationPosition)
  })
  await admin.context.exposeBinding('toasted', (_, text: string) => void toasts.push(text))
  await admin.context.addInitScript(() => {
    const { toasted } = window as unknown as { toasted: (text: string) => void }
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[data-sonner-toast]')) {
        if (!seen.has(one)) toasted(one.textContent)
        seen.add(one)
      }
    }).observe(document, { subtree: true, childList: true })
  })
})
afterAll(async () => {
  await stage.close()
  provider.close()
})

test('shows a new department what to do first', { meta: { shows: ['issue 3.2'] } }, async () => {
  const { page } = admin
  await signIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await page.getByRole('heading', { name: 'Setup guide' }).waitFor()
  await page.getByRole('link', { name: 'Continue with: Name, color and logo' }).waitFor()
  await page.getByRole('link', { name: 'Open with: Publish the first shift' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('shows a placeholder and a toast when weather fails, and the weather at the browser’s location on request', {
  meta: { shows: ['8 Unable to fetch weather data', '8 no temperature'] },
}, async () => {
  const { page } = admin
  await page.getByText('Weather Error').waitFor()
  await page.getByText('Unable to fetch weather data.').waitFor()
  await page.getByText('--°').waitFor()
  // Shown only once: the next visit shows the placeholder and no message.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Weather Error').waitFor({ state: 'detached' })
  for (const visit of [
    () => page.reload(),
    async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Officers', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Officers' }).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }).click()
    },
  ]) {
    await visit()
    await page.getByText('Unavailable right now.').waitFor()
  }
  working = true
  asked = []
  await page.getByRole('button', { name: 'Refresh weather' }).click()
  await page.getByText('72°F').waitFor()
  await page.getByText('Chicago, US').waitFor()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('latitude=41.9')
})

test('without a network, the weather says so in its card and no message pops up', async () => {
  const { page } = admin
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Weather' }) })
  await page.evaluate(() => sessionStorage.clear())
  await page.route('**/api/weather*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Refresh weather' }).click()
  await card.getByText('No connection.').waitFor()
  await card.getByText('--°').waitFor()
  await page.reload()
  await card.getByText('No connection.').waitFor()
  await page.unroute('**/api/weather*')
  // Asked for, it says so each time; of the visits before, only the first one did.
  await page.route('**/api/weather*', (route) => route.fulfill({ ...ours(), json: { error: 'unavailable' } }))
  await page.getByRole('button', { name: 'Refresh weather' }).click()
  await page.getByText('Weather Error').waitFor()
  expect(toasts.filter((text) => text.includes('Weather Error'))).toHaveLength(2)
  await page.unroute('**/api/weather*')
  await page.getByRole('button', { name: 'Refresh weather' }).click()
  await page.getByText('72°F').waitFor()
})

test('numbers link to their lists, and changes by other people appear without a reload', {
  meta: { shows: ['issue 3.2'] },
}, async () => {
  const { page } = admin
  const officer = await department.addPerson('Officer 1', 'officer')
  const shift = await department.addShift({ title: 'Bridge watch', from: 300, to: 700, places: 2 })
  const waiting = page.getByRole('region', { name: 'Needs a decision' })
  await department.addSignup(shift, officer, 'pending_approval')
  await waiting.getByRole('link', { name: /Sign-ups\s*1/ }).waitFor()
  // Existing data checks off the first steps automatically; the rest is hidden deliberately.
  await page.getByRole('link', { name: /^Done.*Publish the first shift/ }).waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('heading', { name: 'Setup guide' }).waitFor({ state: 'detached' })
  // It starts in five hours, so it comes before the decisions and counts, on a phone too.
  const soon = page.getByRole('list', { name: 'Unfilled, next 24 hours' })
  const row = soon.getByRole('listitem').filter({ hasText: /Bridge watch.*2 left.*1 pending/ })
  await row.waitFor()
  const top = async (part: typeof row) => (await part.boundingBox())?.y ?? 0
  await page.setViewportSize(phone)
  await expect.poll(() => top(row)).toBeLessThan(phone.height / 2)
  await expect.poll(async () => (await top(waiting)) - (await top(row))).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('link', { name: 'Assign an officer: Bridge watch' }).count()).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('link', { name: 'Bridge watch', exact: true }).click()
  await page.waitForURL(`**/admin/assignments/${shift.assignment_id}`)
  await page.goBack()
  await waiting.getByRole('link', { name: /Sign-ups\s*1/ }).click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  await page.goBack()
  const dock = await department.addShift({ title: 'Dock watch', from: -60, to: 120, places: 2 })
  await page
    .getByRole('region', { name: /^Now/ })
    .getByRole('link', { name: /Dock watch.*2 open/ })
    .waitFor()
  // Who is missing at work comes before everything else, with what can be done about it.
  const absent = await department.addPerson('Officer 3', 'officer')
  await stage.rows(`update officers set phone = '(312) 555-0113' where id = $1`, [absent.officer_id])
  await department.addSignup(dock, absent, 'confirmed')
  const late = page.getByRole('list', { name: 'Late check-ins' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await late.getByRole('link', { name: 'Call Officer 3: (312) 555-0113' }).waitFor()
  expect(await top(late)).toBeLessThan(await top(soon))
  expect(await top(soon)).toBeLessThan(await top(waiting))
  expect(await axeFindings(page)).toEqual([])
  // Another officer has the spot from this minute on: before the press, after it, and on the roster.
  await department.addPerson('Officer 4', 'officer')
  await late.getByRole('button', { name: 'Replace: Officer 3' }).click()
  const sheet = page.getByRole('dialog', { name: 'Replace Officer 3' })
  await sheet.getByText(/already started\. A replacement has the shift from \d\d:\d\d\./).waitFor()
  await sheet.getByRole('button', { name: 'Assign: Officer 4' }).click()
  await page.getByText(/^Officer 4 was assigned from \d\d:\d\d\.$/).waitFor()
  await late.getByText('· assigned').waitFor()
  // Until the sheet has closed, a press beside it only closes it.
  await sheet.waitFor({ state: 'detached' })
  await late.getByRole('link', { name: 'Dock watch' }).click()
  const roster = page.getByRole('table', { name: 'Roster' })
  await roster.getByRole('row', { name: /Officer 4.*From \d\d:\d\d/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.goBack()
  await late.getByRole('button', { name: 'Mark as sick: Officer 4' }).click()
  await page.getByRole('button', { name: 'Remove Officer 4 and leave the spot open' }).click()
  await late.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: /Fill rate, 30 days/ }).waitFor()
  await page.getByRole('link', { name: /Median time to fill/ }).waitFor()
})

test('charts hours by week, with the table one click away', { meta: { shows: ['issue 3.2'] } }, async () => {
  const { page } = admin
  const held = await department.addShift({ title: 'Pier watch', from: -400, to: -20 })
  await department.addSignup(held, await department.addPerson('Officer 2', 'officer'), 'confirmed')
  await page.reload()
  await page.getByRole('img', { name: /Hours by week/ }).waitFor()
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Hours by week' })
  // One week, or two where it began in the last one: weeks before the first hours are not drawn.
  await expect
    .poll(() =>
      table
        .getByRole('row')
        .count()
        .then((rows) => rows === 2 || rows === 3),
    )
    .toBe(true)
  expect(await axeFindings(page)).toEqual([])
  // A phone has the figures in lines that open: what waits for an admin is not five screens above them.
  await page.setViewportSize(phone)
  const chart = page.getByRole('img', { name: /Hours by week/ })
  const lines = page.locator('main summary')
  await expect
    .poll(async () => (await lines.getByRole('heading').allTextContents()).slice(-5))
    .toEqual(['Today', 'This week', 'Hours by officer', 'Fill rate', 'Hours by week'])
  expect(await chart.isVisible()).toBe(false)
  for (const line of await lines.all()) await line.click()
  await chart.waitFor()
  await page.getByRole('table', { name: /^Hours by officer/ }).waitFor()
  await page.getByRole('link', { name: /Median time to fill/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(admin.faults).toEqual([])
})
