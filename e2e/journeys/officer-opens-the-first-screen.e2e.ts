import { afterAll, beforeAll, expect, test } from 'vitest'
import { comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** What a phone has to fetch before an officer's first screen is of use; `bench/first-load.ts` measures how long that takes. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Police')
})
afterAll(() => stage.close())

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
/** Runs in the page: what moved after it had been painted. */
const moved = () =>
  new Promise<string[]>((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as unknown as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
      resolve(shifts.flatMap(({ value, sources }) => sources.map(({ node }) => `${value} ${node?.outerHTML}`)))
    }).observe({ type: 'layout-shift', buffered: true })
    // Without any shift the observer is never called; frames come after what was buffered.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
  })

/** Runs in the page: what was asked for before the dashboard's own answer had come, with its bytes as sent. */
const askedBefore = () => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map((entry) => entry as PerformanceResourceTiming)
    .map(({ name, startTime, responseEnd, transferSize }) => ({
      path: new URL(name).pathname,
      startTime,
      responseEnd,
      bytes: transferSize,
    }))
  const until = all.find(({ path, responseEnd }) => path === '/api/dashboards/officer' && responseEnd > 0)?.responseEnd
  return all.filter(({ startTime }) => startTime < (until ?? 0))
}

test('a first visit fetches at most 15 files with 250 kB before the dashboard is of use, and nothing moves', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const known = await openBrowser(stage, phone)
  const person = await department.addPerson('Officer 1', 'officer')
  const shift = await department.addShift({ title: 'Gate 4', from: 600, to: 900 })
  await department.addSignup(shift, person, 'confirmed')
  await comeIn(known, department, person)
  const fresh = await openBrowser(stage, phone)
  await fresh.context.addCookies(await known.context.cookies())
  const { page } = fresh
  await page.goto('/officer/dashboard')
  await page.getByRole('main').getByText('Gate 4').first().waitFor()
  const asked = await page.evaluate(askedBefore)
  const list = asked.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
  expect(asked.length, list).toBeGreaterThan(8)
  expect(asked.length, list).toBeLessThanOrEqual(15)
  expect(
    asked.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(250_000)
  await page.getByText('Open shifts for you').waitFor()
  expect(await page.evaluate(moved)).toEqual([])
  expect(fresh.faults).toEqual([])
})

test('a first visit reads the session and the notifications once, also when the live stream opens', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const known = await openBrowser(stage, phone)
  const person = await department.addPerson('Officer 2', 'officer')
  await comeIn(known, department, person)
  const cookies = await known.context.cookies()
  await known.page.close()
  // What happened in the last half minute is read again, in case it was under way; here nothing happened.
  await stage.rows(`update outbox set at = at - interval '1 hour'`)
  const fresh = await openBrowser(stage, phone)
  await fresh.context.addCookies(cookies)
  const asked: string[] = []
  fresh.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const count = (path: string) => asked.filter((one) => one === path).length
  const streams = fresh.page.waitForResponse('**/api/live')
  // The bell is a file of its own, which may come after everything else here.
  const bell = fresh.page.waitForResponse('**/api/notifications')
  await fresh.page.goto('/officer/dashboard')
  await fresh.page.getByText('Open shifts for you').waitFor()
  await Promise.all([streams, bell])
  const before = count('/api/dashboards/officer')
  // A change shows that the stream is heard: whatever it had to list has come before.
  const again = fresh.page.waitForResponse('**/api/dashboards/officer')
  await department.addShift({ title: 'Gate 7', from: 700, to: 900 })
  await again
  expect([before, count('/api/session'), count('/api/notifications')]).toEqual([1, 1, 1])
  expect(fresh.faults).toEqual([])
})
