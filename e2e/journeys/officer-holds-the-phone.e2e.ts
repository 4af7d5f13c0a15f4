import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, addRecord, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** The officer's screens at night, on their side, and with text twice as large. */
let stage: Stage
let officer: Actor
let next: { assignment_id: string; post_id: string }
let open: { assignment_id: string; post_id: string }
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  person = await department.addPerson('Officer Night', 'officer')
  next = await department.addShift({ title: 'Harbor patrol, north pier and ferry landing', from: 20, to: 500 })
  await department.addSignup(next, person, 'confirmed')
  const ordered = await department.addShift({ title: 'Storm watch', from: 3000, to: 3480 })
  const signup = await department.addSignup(ordered, person, 'confirmed')
  await stage.rows(
    `with call as (insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at, closed_at, outcome)
         values ($1, $2, $3, now() - interval '2 hours', now() - interval '1 hour', now(), 'decided') returning id)
     insert into order_ins (organization_id, call_id, assignment_id, post_id, officer_id, signup_id, position, count_before)
       select $1, id, $2, $3, $4, $5, 1, 0 from call`,
    [department.id, ordered.assignment_id, ordered.post_id, person.officer_id, signup],
  )
  const worked = await department.addShift({ title: 'Night market detail', from: -1500, to: -1200 })
  await addRecord(stage, await department.addSignup(worked, person, 'confirmed'))
  const offered = await department.addShift({ title: 'Marathon route', from: 6000, to: 6480, mode: 'first_come' })
  const offer = await department.addSignup(offered, person, 'interested')
  await stage.rows(
    `update officer_assignments set status = 'offered', offer_expires_at = now() + interval '1 day' where id = $1`,
    [offer],
  )
  open = await department.addShift({
    title: 'School crossing, Lincoln Elementary',
    from: 9000,
    to: 9480,
    mode: 'first_come',
  })
  officer = await openBrowser(stage, phone, { scheme: 'dark' })
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const look = async (name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await officer.page.screenshot({ path: `${folder}/${name}.png` })
}
const sideways = () =>
  officer.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const settled = () =>
  officer.page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('.bone'))
/** Pixels of the last control of the page that the bars lie on, once the page is scrolled to its end. */
const coveredAtTheEnd = () =>
  officer.page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    const bar = document.querySelector('[data-bars]')?.getBoundingClientRect()
    const controls = [...document.querySelectorAll('main a, main button, footer a')].filter(
      (one) => one.getBoundingClientRect().height > 0,
    )
    const bottom = Math.max(...controls.map((one) => one.getBoundingClientRect().bottom))
    return bar && bar.height > 0 ? Math.max(0, Math.round(bottom - bar.top)) : -1
  })

test('the dashboard opens in dark on the next shift with its check-in, then the order, then the offer', async () => {
  const { page } = officer
  const checkIn = page.getByRole('button', { name: 'Check in' })
  await checkIn.waitFor()
  await page.getByRole('button', { name: 'Acknowledge: Storm watch' }).waitFor()
  await page.getByRole('button', { name: 'Accept: Marathon route' }).waitFor()
  const y = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0
  const shift = page.getByRole('region', { name: 'Harbor patrol, north pier and ferry landing' })
  const next = (await shift.boundingBox())?.y ?? 0
  const heights = [next, await y('Acknowledge: Storm watch'), await y('Accept: Marathon route')]
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(next).toBeLessThan(phone.height / 2)
  await expect.poll(() => checkIn.isEnabled()).toBe(true)
  // In reach of the thumb: directly above the bottom bar, wherever the page is scrolled to.
  const gap = async () => {
    const [box, bar] = [await checkIn.boundingBox(), await page.locator('[data-bars] nav').boundingBox()]
    return Math.round((bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))
  }
  expect(await gap()).toBe(12)
  expect(await y('Check in')).toBeGreaterThan(phone.height * 0.75)
  await page.evaluate(() => window.scrollTo(0, 200))
  expect(await gap()).toBe(12)
  expect(await y('Check in')).toBeGreaterThan(phone.height * 0.75)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await axeFindings(page)).toEqual([])
  // Links too are as high as a thumb needs.
  const low = () =>
    page
      .locator('main a')
      .evaluateAll((all) =>
        all
          .map((one) => ({ name: one.textContent, height: Math.round(one.getBoundingClientRect().height) }))
          .filter(({ height }) => height > 0 && height < 44),
      )
  expect(await low()).toEqual([])
  await look('dashboard-night')
  // Where there is nothing else to do, the order takes that place.
  await page.goto('/officer/standing')
  await page.locator('[data-bars]').getByRole('button', { name: 'Acknowledge: Storm watch' }).waitFor()
  await page.goto('/officer/dashboard')
  await checkIn.waitFor()
  expect(await page.locator('[data-bars]').getByRole('button').allTextContents()).toEqual(['Check in'])
})

test.each([390, 360])(
  'the header stays where it is when the session’s answer comes late, %i px wide',
  async (width) => {
    const { page } = officer
    await page.setViewportSize({ ...phone, width })
    const late = Promise.withResolvers<void>()
    await page.route('**/api/session', async (route) => {
      await late.promise
      await route.continue()
    })
    /** What moved in the header, from the page's first frame on. */
    const moved = () =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const found: string[] = []
            new PerformanceObserver((list) => {
              for (const { sources } of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
                for (const { node } of sources) {
                  const element = node instanceof Element ? node : node?.parentElement
                  if (element?.closest('header[data-banner]')) found.push(element.outerHTML.slice(0, 80))
                }
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(found), 100)
          }),
      )
    await page.goto('/officer/schedule')
    await page.getByRole('button', { name: 'Theme' }).waitFor()
    // The bell's code comes before the answer, and must not give up the place that it was kept.
    await page.waitForFunction(() => performance.now() > 1500)
    late.resolve()
    await page.getByRole('button', { name: /^Notifications/ }).waitFor()
    await page.getByRole('button', { name: /^Account:/ }).waitFor()
    expect(await moved()).toEqual([])
    await page.unroute('**/api/session')
    await page.setViewportSize(phone)
  },
)

test('each screen names the department’s zone for an officer whose phone is in another one, and for nobody else', async () => {
  const away = await openBrowser(stage, phone, { zone: 'America/New_York' })
  await comeIn(away, department, person)
  for (const path of ['/officer/dashboard', '/officer/assignments', '/officer/schedule', '/officer/history']) {
    await away.page.goto(path)
    await away.page.getByText(/^Times are in your department's time zone, C[SD]T\.$/).waitFor()
    await officer.page.goto(path)
    await settled()
    await officer.page.getByRole('button', { name: /^Notifications/ }).waitFor()
    expect(await officer.page.getByText(/^Times are in your department/).count()).toBe(0)
  }
  expect(away.faults).toEqual([])
  await away.context.close()
})

test('tabs that don’t fit fade at the edge, and the selected one is visible', async () => {
  const { page } = officer
  const goesOn = () => page.getByRole('tablist').evaluate((line) => line.hasAttribute('data-more'))
  await page.goto('/officer/profile')
  await page.getByRole('tab', { name: 'Certifications' }).waitFor()
  await expect.poll(goesOn).toBe(true)
  await page.goto('/officer/profile?tab=device')
  const chosen = page.getByRole('tab', { name: 'This device' })
  await chosen.waitFor()
  const box = await chosen.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width)
  await page.getByRole('tablist').evaluate((line) => line.scrollTo(line.scrollWidth, 0))
  await expect.poll(goesOn).toBe(false)
})

const drawnTwice = () =>
  officer.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

test('tapping a tab below a tall header keeps the scroll position', async () => {
  const { page } = officer
  await page.setViewportSize({ ...phone, height: 500 })
  await page.goto('/officer/standing')
  await settled()
  for (const name of ['Hours', 'Responses', 'Force list']) {
    const tab = page.getByRole('tab', { name })
    await tab.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await tab.tap()
    await page.getByRole('tabpanel', { name }).waitFor()
    await drawnTwice()
    const box = await tab.boundingBox()
    expect(box?.y, name).toBeGreaterThan(0)
    expect(box?.y, name).toBeLessThan(500)
    expect(await page.evaluate(() => window.scrollY), name).toBeGreaterThan(0)
  }
  await page.setViewportSize(phone)
})

test('choosing a day in the schedule’s strip scrolls to it, and an empty day says so', async () => {
  const { page } = officer
  await page.setViewportSize({ ...phone, height: 500 })
  await page.goto('/officer/schedule')
  await settled()
  const strip = page.getByRole('list', { name: 'Days of the week' }).getByRole('button')
  for (const at of [0, 6]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await strip.nth(at).tap()
    await expect.poll(() => strip.nth(at).getAttribute('aria-pressed')).toBe('true')
    const date = new URL(page.url()).searchParams.get('day')
    const day = page.locator(`#day-${date}`)
    const has = () => day.evaluate((one) => one.querySelectorAll('ul > li').length > 0)
    expect((await has()) || (await day.getByText('Nothing on this day.').count()) === 1).toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.parentElement?.id)).toBe(`day-${date}`)
    const seen = async () => {
      const y = (await day.boundingBox())?.y ?? -1
      const { top, end } = await page.evaluate(() => ({
        top: window.scrollY,
        end: document.documentElement.scrollHeight - window.innerHeight,
      }))
      return y > 60 && (y < 90 || Math.round(top) >= end - 1)
    }
    await expect.poll(seen).toBe(true)
  }
  await page.setViewportSize(phone)
})

const screens = () => [
  '/officer/dashboard',
  '/officer/assignments?others=open',
  `/officer/assignments/${next.assignment_id}`,
  `/officer/assignments/${open.assignment_id}`,
  '/officer/schedule',
  '/officer/history',
  '/officer/standing',
  '/officer/profile',
  '/notifications',
]

test('a low window has the phone’s layout, with a mouse too', async () => {
  const mouse = await openBrowser(stage, { width: 844, height: 390 })
  const { page } = mouse
  await comeIn(mouse, department, person)
  await page.locator('[data-bars]').getByRole('button', { name: 'Check in' }).click({ trial: true })
  for (const path of screens()) {
    await page.goto(path)
    await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('.bone'))
    await page.locator('[data-bars] nav').waitFor()
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(over, { message: path }).toBeLessThanOrEqual(0)
    expect(await page.getByRole('button', { name: 'Help', exact: true }).count(), path).toBe(0)
  }
  await page.goto('/officer/assignments')
  const first = await page.getByRole('listitem').filter({ hasText: 'School crossing' }).boundingBox()
  expect(first?.y).toBeLessThan(390)
  await page.goto('/officer/schedule/leave')
  await page.getByRole('button', { name: 'Request leave' }).click()
  const sheet = page.getByRole('dialog', { name: 'Request leave' })
  const [back, send] = [
    sheet.getByRole('button', { name: 'Cancel' }),
    sheet.getByRole('button', { name: 'Request leave' }),
  ]
  await send.waitFor()
  const topOf = async (found: typeof send) => (await found.boundingBox())?.y
  expect(await topOf(back)).toBe(await topOf(send))
  expect(mouse.faults).toEqual([])
  await mouse.context.close()
})

test('the history gives a shift’s name the room that it needs, at any width', async () => {
  const mouse = await openBrowser(stage, { width: 844, height: 390 })
  const { page } = mouse
  await comeIn(mouse, department, person)
  await page.goto('/officer/history')
  const name = page.getByText('Night market detail')
  for (const size of [
    { width: 844, height: 390 },
    { width: 800, height: 1100 },
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await name.waitFor()
    const box = await name.boundingBox()
    expect(box?.width, `${size.width}`).toBeGreaterThan(120)
    expect(box?.height, `${size.width}`).toBeLessThan(70)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  expect(mouse.faults).toEqual([])
  await mouse.context.close()
})

describe.each([
  ['on its side', { width: 844, height: 390 }, '100%'],
  ['with text twice as large', phone, '200%'],
  ['on its side with text twice as large', { width: 844, height: 390 }, '200%'],
])('a phone %s', (name, size, text) => {
  test('scrolls nothing sideways, and the bottom bar covers nothing', async () => {
    const { page } = officer
    await page.setViewportSize(size)
    for (const path of screens()) {
      await page.goto(path)
      await settled()
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
      }, text)
      await expect.poll(sideways, { message: path }).toBeLessThanOrEqual(0)
      await expect.poll(coveredAtTheEnd, { message: path }).toBe(0)
      await page.evaluate(() => window.scrollTo(0, 0))
      await look(`${name} ${path}`.replaceAll(/[^a-z]+/g, '-'))
    }
  })

  test('reaches the one action of each screen', async () => {
    const { page } = officer
    await page.setViewportSize(size)
    for (const [path, action] of [
      ['/officer/dashboard', 'Check in'],
      ['/officer/assignments', 'Sign up: School crossing, Lincoln Elementary'],
      [`/officer/assignments/${open.assignment_id}`, 'Sign up: School crossing, Lincoln Elementary'],
      [`/officer/assignments/${next.assignment_id}`, 'Check in'],
    ] as const) {
      await page.goto(path)
      await settled()
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
      }, text)
      const button = page.getByRole('button', { name: action })
      // Brought into sight and not covered by anything: a tap would meet it.
      await button.tap({ trial: true })
      if (path === '/officer/assignments') continue
      // In the bar, which leaves at least half of the screen to the page.
      const box = await button.boundingBox()
      const bars = await page.locator('[data-bars]').boundingBox()
      expect((box?.y ?? 0) >= (bars?.y ?? 1)).toBe(true)
      expect((bars?.height ?? 0) / size.height, `${path} ${text}`).toBeLessThan(0.5)
    }
  })
})
