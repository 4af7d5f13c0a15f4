import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** What a phone has to fetch before an officer's first screen is of use; `bench/first-load.ts` measures how long that takes. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Early Harbor Police')
  // Before anybody asks, at an address that no other journey opens: what visitors see of a department may be half a minute old.
  await stage.rows(`update organizations set primary_color = '#b91c1c' where id = $1`, [department.id])
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

/** Runs in the page, from its start: notes when the shift is shown. */
const noteShown = () =>
  new MutationObserver(() => {
    const shown = document.querySelector('main')?.textContent.includes('Gate 4')
    if (shown) document.documentElement.dataset.shown ??= String(performance.now())
  }).observe(document, { childList: true, subtree: true, characterData: true })
/** Runs in the page: what was asked for before that, with its bytes as sent. */
const askedBefore = () => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map((entry) => entry as PerformanceResourceTiming)
    .map(({ name, startTime, responseEnd, transferSize }) => ({
      path: new URL(name).pathname,
      startTime,
      responseEnd,
      bytes: transferSize,
    }))
  const until = Number(document.documentElement.dataset.shown)
  return all.filter(({ startTime }) => startTime < until)
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
  await page.addInitScript(noteShown)
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

test('a first visit gets the session and the dashboard with its page, also when the live stream opens, and asks once for the notifications', {
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
  expect(await fresh.page.locator('#first-reads').count()).toBe(0)
  // A change shows that the stream is heard: whatever it had to list has come before.
  const again = fresh.page.waitForResponse('**/api/dashboards/officer')
  await department.addShift({ title: 'Gate 7', from: 700, to: 900 })
  await again
  expect([before, count('/api/session'), count('/api/notifications')]).toEqual([0, 0, 1])
  const jobs = fresh.page.waitForResponse('**/api/open-jobs**')
  await fresh.page.getByRole('link', { name: 'Available Jobs' }).first().click()
  expect((await jobs).status()).toBe(200)
  await fresh.page.getByRole('heading', { name: 'Gate 7' }).waitFor()
  expect(fresh.faults).toEqual([])
})

/** The application's scripts wait, or fail, until the journey says so. */
const holdScripts = async ({ context }: Actor) => {
  const held = Promise.withResolvers<'come' | 'fail'>()
  await context.route('**/assets/*.js', async (route) => {
    await ((await held.promise) === 'come' ? route.continue() : route.abort())
  })
  return held.resolve
}
/** Another department's color than the product's. */
const color = () => getComputedStyle(document.documentElement).getPropertyValue('--brand')
const openSignIn = async (path: string) => {
  const visitor = await openBrowser(stage, phone)
  const release = await holdScripts(visitor)
  // The page's own events wait for the scripts.
  await visitor.page.goto(path, { waitUntil: 'commit' })
  const early = visitor.page.locator('#early')
  return { ...visitor, early, release, taken: () => early.waitFor({ state: 'detached' }) }
}

test('a sign-in is typed before the application has loaded: text, cursor and color stay, and nothing moves', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const visitor = await openSignIn('/early-harbor-police/login')
  const { page, release, taken } = visitor
  await page.getByLabel('Email').fill('typed@early.example')
  await page.getByLabel('Password', { exact: true }).fill('half of it')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Password', { exact: true }).focus()
  expect(await page.evaluate(color)).toBe('#b91c1c')
  expect(await axeFindings(page)).toEqual([])
  release('come')
  await taken()
  expect(await page.getByLabel('Email').inputValue()).toBe('typed@early.example')
  await page.keyboard.type('!')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('half of i!t')
  await page.getByRole('button', { name: 'Hide password' }).waitFor()
  await expect.poll(() => page.evaluate(color)).toBe('#b91c1c')
  expect(await page.evaluate(moved)).toEqual([])
  expect(visitor.faults).toEqual([])
})

test('a press before the application has loaded says that it waits, and signs in once it has', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const person = await department.addPerson('Officer 3', 'officer')
  const { page, faults, release } = await openSignIn('/early-harbor-police/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('One moment. The rest of this page is still loading.').waitFor()
  expect(new URL(page.url()).search).toBe('')
  release('come')
  await page.waitForURL(/officer\/dashboard/)
  expect(faults).toEqual([])
})

test('a sign-in whose scripts fail says so, and keeps what was typed', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const { page, release } = await openSignIn('/app')
  await page.getByLabel('Email').fill('typed@early.example')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  release('fail')
  await page.getByText(/^Part of this page couldn't be loaded/).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('typed@early.example')
})

test('no early sign-in for people with a session or a half-finished sign-in, nor for the stored application', {
  meta: { shows: ['issue 13 first load'] },
}, async () => {
  const visitor = await openBrowser(stage, phone)
  await visitor.page.goto('/app')
  await visitor.page.evaluate(() => sessionStorage.setItem('half-sign-in', 'yes'))
  const release = await holdScripts(visitor)
  await visitor.page.reload({ waitUntil: 'commit' })
  await visitor.page.locator('#root').waitFor({ state: 'attached' })
  expect(await visitor.page.locator('#early').count()).toBe(0)
  release('come')
  const member = await openBrowser(stage, phone)
  await comeIn(member, department, await department.addPerson('Officer 4', 'officer'))
  const hasEarly = async ({ context }: Actor, dest: string) => {
    const answer = await context.request.get('/app', { headers: { 'sec-fetch-dest': dest } })
    return (await answer.text()).includes('id="early"')
  }
  expect(await hasEarly(member, 'document')).toBe(false)
  expect(await hasEarly(visitor, 'document')).toBe(true)
  // What a worker stores is shown to everybody later.
  expect(await hasEarly(visitor, 'empty')).toBe(false)
})
