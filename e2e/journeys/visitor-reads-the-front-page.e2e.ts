import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  desk,
  makeDepartment,
  openBrowser,
  phone,
  type Stage,
  signIn,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A stranger at the front door: reads, turns the pictures, asks for a trial, with a connection, without one, without a script. */
let stage: Stage
let visitor: Actor

beforeAll(async () => {
  stage = await startStage()
  visitor = await openBrowser(stage)
})
beforeEach(() => onTestFailed(() => tellScreens({ visitor })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults.splice(0)).toEqual([])
}
const trials = () =>
  stage.rows<{ trial_data: Record<string, unknown> }>('select * from feature_requests order by created_at')
const fill = async ({ page }: Actor, organization: string) => {
  await page.getByLabel('Organization name').fill(organization)
  await page.getByLabel('Contact name').fill('A. Chief')
  await page.getByLabel('E-mail').fill('chief@riverside.example')
  await page.getByLabel('Number of officers').fill('48')
}
const press = ({ page }: Actor) => page.getByRole('button', { name: 'Request the trial' }).click()
const kept = ({ page }: Actor) => page.evaluate(() => localStorage.getItem('trial_request'))
const toast = ({ page }: Actor) => page.getByRole('alert')

const isSeen = (it: Element) => {
  const { top, bottom } = it.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('[issue 4.1] [2 /] [2 /landing] the landing page is dark, says the claims, and leads where the specification says', async () => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  for (const path of ['/landing', '/']) {
    expect((await page.goto(path))?.status()).toBe(200)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    const claims = await page.getByRole('region', { name: 'In figures' }).getByRole('listitem').allInnerTexts()
    expect(claims.map((text) => text.split('\n')[0])).toEqual([
      '95% fill rate',
      'under 2 hours',
      '50K+ savings',
      '24/7 support',
      '50+ departments',
      'live in under 30 minutes',
    ])
    expect(new URL(page.url()).pathname).toBe(path)
    const ways = page.getByRole('banner').getByRole('link')
    expect(await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '#top',
      '#features',
      '#pricing',
      '/app',
      '#trial',
    ])
    // One page for whoever counts them, at two addresses.
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/^https?:\/\/[^/]+\/$/)
    expect(await page.locator('#how li').count()).toBe(5)
    expect(await page.locator('#pricing .size').allInnerTexts()).toEqual([
      '5–25 officers',
      '26–100 officers',
      '100+ officers',
    ])
    expect(await page.getByText('Custom pricing', { exact: true }).count()).toBe(3)
    await page.getByText('Examples: departments that let us quote them will stand here.').waitFor()
  }
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Features' }).click()
  await page.waitForURL('**/#features')
  await header.getByRole('link', { name: 'Pricing' }).click()
  await page.waitForURL('**/#pricing')
  await header.getByRole('link', { name: 'Start Trial' }).click()
  await page.waitForURL('**/#trial')
  await expect
    .poll(() => page.getByRole('heading', { name: 'Start your 30-day' }).evaluate(isSeen), { timeout: 10_000 })
    .toBe(true)
  const question = page.getByText('What does it cost?')
  await question.press('Enter')
  await page.getByText('A price for your department').waitFor()
  await page.getByText('What do officers need?').press('Enter')
  await page.getByText('The phone they have.').waitFor()
  await page.getByText('A price for your department').waitFor({ state: 'hidden' })
  await clean(visitor)
  await header.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/app')
})

test.each([
  ['desk', 5_000, 'The product at a desk', desk],
  ['phone', 4_500, 'The product on a phone', phone],
] as const)(
  '[9 carousels] the %s carousel turns every %i ms, stops when asked, and turns by button and key',
  async (kind, every, label, size) => {
    const actor = await openBrowser(stage, size)
    const { page } = actor
    await page.clock.install()
    await page.goto('/')
    const carousel = page.getByRole('region', { name: label, exact: true })
    await carousel.scrollIntoViewIfNeeded()
    const place = carousel.locator('[data-place]')
    const at = async (text: string) => expect.poll(() => place.textContent()).toBe(text)
    await carousel.getByRole('button', { name: 'Pause' }).waitFor()
    const all = kind === 'desk' ? 5 : 4
    await at(`1 / ${all}`)
    // From here on time is the test's own: it begins anew as the pictures do, however long the page took to come.
    await carousel.getByRole('button', { name: 'Pause' }).click()
    await page.clock.pauseAt(Date.now() + 10_000)
    await carousel.getByRole('button', { name: 'Play' }).click()
    await page.mouse.move(5, 5)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    // Further than any jitter of the browser's own, and short of the turn.
    await page.clock.runFor(every - 600)
    expect(await place.textContent()).toBe(`1 / ${all}`)
    await page.clock.runFor(1_200)
    await at(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(3 * every)
    expect(await place.textContent()).toBe(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Next picture' }).click()
    await at(`3 / ${all}`)
    await carousel.getByRole('button', { name: 'Previous picture' }).press('Enter')
    await at(`2 / ${all}`)
    await carousel.getByRole('region').press('ArrowRight')
    await at(`3 / ${all}`)
    await carousel.getByRole('region').press('ArrowLeft')
    await at(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Play' }).click()
    // Under the focus it stands.
    await page.clock.runFor(3 * every)
    expect(await place.textContent()).toBe(`2 / ${all}`)
    await page.mouse.move(5, 5)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.clock.runFor(every + 600)
    await at(`3 / ${all}`)
    await carousel.hover()
    await page.clock.runFor(3 * every)
    if (kind === 'desk') expect(await place.textContent()).toBe(`3 / ${all}`)
    expect(actor.faults).toEqual([])
    await actor.context.close()
  },
)

test('[9 carousels] a finger turns a picture, and who asked for less motion sees none turn', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'The product on a phone', exact: true })
  await carousel.scrollIntoViewIfNeeded()
  await carousel.getByRole('button', { name: 'Play' }).waitFor()
  const box = await carousel.getByRole('region').boundingBox()
  if (!box) throw new Error('no carousel')
  const touch = await actor.context.newCDPSession(page)
  const y = box.y + 200
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await send('touchStart', box.x + box.width - 40)
  for (let step = 1; step <= 8; step++) await send('touchMove', box.x + box.width - 40 - step * 28)
  await send('touchEnd')
  const place = carousel.locator('[data-place]')
  await expect.poll(() => place.textContent()).toBe('2 / 4')
  // The finger has gone, and nothing has begun to turn by itself.
  await page.clock.runFor(3 * 4_500)
  expect(await place.textContent()).toBe('2 / 4')
  await clean(actor)
  await actor.context.close()
})

test('[9 carousels] the keyboard finds the buttons of a carousel at once, however fast it comes', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'The product on a phone', exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.getByRole('link', { name: 'See how it works' }).focus()
  const heard: (string | null | undefined)[] = []
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    heard.push(await focused())
  }
  const four = (label: string, play: string) => [`${label}: pictures`, 'Previous picture', play, 'Next picture']
  expect(heard).toEqual([...four('The product at a desk', 'Pause'), ...four('The product on a phone', 'Pause')])
  await carousel.getByRole('button', { name: 'Pause' }).waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('[issue 4.1] nothing shifts while the page is read to its end, on a phone and at a desk', async () => {
  for (const size of [phone, desk]) {
    const actor = await openBrowser(stage, size)
    const { page } = actor
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/faq', '/terms', '/privacy', '/not/there/at/all']) {
      await page.goto(path)
      const end = await page.evaluate(() => document.body.scrollHeight)
      for (let y = 0; y < end; y += 600) {
        await page.mouse.wheel(0, 600)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      }
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), path).toEqual([])
    }
    await actor.context.close()
  }
})

test('[issue 4.1] what stands above the fold weighs little: page, style and type, and no picture', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  const sizes = new Map<string, number>()
  const weighed: Promise<void>[] = []
  page.on('response', (answer) => {
    const weigh = async () => {
      const { responseBodySize, responseHeadersSize } = await answer.request().sizes()
      sizes.set(new URL(answer.url()).pathname, responseBodySize + responseHeadersSize)
    }
    weighed.push(weigh())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await Promise.all(weighed)
  const of = (end: RegExp) => [...sizes].filter(([path]) => end.test(path))
  const sum = (some: [string, number][]) => some.reduce((all, [, size]) => all + size, 0)
  expect(of(/\.css$/)).toEqual([])
  // The pictures further down are fetched when there is time for them.
  expect(
    await page
      .locator('img')
      .evaluateAll((all) => all.filter((it) => it.getBoundingClientRect().top < innerHeight).length),
  ).toBe(0)
  for (const [path] of of(/\.(webp|avif|png|jpg)$/)) sizes.delete(path)
  expect(of(/\.js$/)).toHaveLength(1)
  expect(sum(of(/\.js$/))).toBeLessThan(40 * 1024)
  expect(sizes.get('/')).toBeLessThan(20 * 1024)
  expect(sum([...sizes])).toBeLessThan(100 * 1024)
  await actor.context.close()
})

test('[issue 4.1] without a script every page is read whole, the pictures scroll, and the form says what to do instead', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.base, viewport: phone })
  const page = await context.newPage()
  const pages = [
    ['/', 'Every shift on one board', 'In force from', 200],
    ['/terms', 'Terms of Service', 'Acceptable use', 200],
    ['/privacy', 'Privacy Policy', 'Cookies and what stays in your browser', 200],
    ['/faq', 'FAQ', 'How do I get an account?', 200],
    ['/not/there/at/all', 'This page does not exist', 'Go to the start page', 404],
  ] as const
  for (const [path, title, text, status] of pages) {
    expect((await page.goto(path))?.status(), path).toBe(status)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    if (path !== '/') await page.getByText(text).first().waitFor()
  }
  await page.goto('/faq')
  await page.getByText('How do I get an account?').click()
  await page.getByText('Your department gives you its address').waitFor()
  await page.goto('/')
  // Text in a noscript is passed over by the other ways of finding it.
  await page.locator('noscript p', { hasText: 'This form needs JavaScript.' }).waitFor()
  expect(await page.getByRole('button', { name: 'Request the trial' }).isVisible()).toBe(false)
  expect(await page.locator('.carousel .turning').first().isVisible()).toBe(false)
  await context.close()
})

test('[issue 4.1] [2 /terms] [2 /privacy] [2 /faq] the pages to read: nothing that axe finds, dark and light, none wider than the narrowest phone', async () => {
  const actor = await openBrowser(stage, phone)
  const { page } = actor
  for (const path of ['/', '/faq', '/terms', '/privacy', '/not/there/at/all']) {
    for (const theme of ['dark', 'light']) {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
      await page.setViewportSize(phone)
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(path === '/' ? 'dark' : theme)
      await clean(actor)
      await page.setViewportSize({ ...phone, width: 320 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    }
  }
  await actor.context.close()
})

test('[5 demo form] what is missing is said beside its field, and the first one has the focus', async () => {
  const { page } = visitor
  await page.goto('/')
  await press(visitor)
  for (const words of [
    'Please enter the name of your organization.',
    'Please enter your name.',
    'Please enter an e-mail address.',
    'Please enter the number of officers.',
  ])
    await page.getByText(words).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('trial-organizationName')
  await clean(visitor)
  await page.getByLabel('Organization name').fill('Riverside Police')
  await page.getByText('Please enter the name of your organization.').waitFor({ state: 'hidden' })
  expect(await trials()).toHaveLength(0)
})

test('[issue 4.2] [8 trial texts] a request that is stored says so, with the words of the specification', async () => {
  await visitor.page.goto('/')
  await fill(visitor, 'Riverside Police')
  await visitor.page.getByLabel('Message').fill('Two watches')
  await press(visitor)
  expect(await toast(visitor).locator('.toast').textContent()).toBe(
    "Trial Request Submitted!We'll contact you within 24 hours to set up your free trial.",
  )
  expect((await trials()).map(({ trial_data }) => trial_data)).toEqual([
    {
      organizationName: 'Riverside Police',
      contactName: 'A. Chief',
      email: 'chief@riverside.example',
      phone: '',
      teamSize: 48,
      message: 'Two watches',
    },
  ])
  await expect.poll(() => visitor.page.getByLabel('Organization name').inputValue()).toBe('')
  await expect.poll(() => kept(visitor)).toBeNull()
  await clean(visitor)
})

test('[issue 4.2] a request that could not be sent is kept, said to be kept, and sent once when the connection is back', async () => {
  const { page, context } = visitor
  await page.goto('/')
  await fill(visitor, 'Offline Police')
  await context.setOffline(true)
  await press(visitor)
  await page.getByText('It is kept on this device for up to 24 hours').waitFor()
  expect(await toast(visitor).textContent()).toBe('')
  expect(await kept(visitor)).toContain('Offline Police')
  await context.setOffline(false)
  await toast(visitor).getByText('Trial Request Submitted!').waitFor()
  await expect.poll(() => kept(visitor)).toBeNull()
  expect(await trials()).toHaveLength(2)
  visitor.faults.splice(0)
})

test('[issue 4.2] [8 trial texts] the server fails twice: kept, tried once more when the page is opened, then given back to be sent by hand', async () => {
  const { page } = visitor
  let tries = 0
  const keys = new Set<string | undefined>()
  await page.route('**/api/demo-requests', (route) => {
    tries += 1
    keys.add(route.request().headers()['idempotency-key'])
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', request_id: 'x' } } })
  })
  await fill(visitor, 'Broken Police')
  await press(visitor)
  await page.getByText('It is kept on this device for up to 24 hours').waitFor()
  await page.reload()
  await toast(visitor).getByText('Failed to submit request. Please try again.').waitFor()
  expect(await toast(visitor).textContent()).toBe('ErrorFailed to submit request. Please try again.')
  expect([tries, keys.size]).toEqual([2, 1])
  await expect.poll(() => kept(visitor)).toBeNull()
  await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Broken Police')
  await page.unroute('**/api/demo-requests')
  await press(visitor)
  await toast(visitor).getByText('Trial Request Submitted!').waitFor()
  expect(await trials()).toHaveLength(3)
  visitor.faults.splice(0)
})

test('[issue 4.1] [2 /faq] who is signed in finds the way into the application, and the FAQ of the application', async () => {
  const department = await makeDepartment(stage, 'Lakeside Police')
  const officer = await openBrowser(stage)
  const { page } = officer
  await signIn(officer, department, await department.addPerson('Officer 5', 'officer'))
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Every shift on one board' }).waitFor()
  expect(await page.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false)
  await page.goto('/faq')
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
  await page.goto('/')
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.waitForURL('**/officer/dashboard')
  expect(officer.faults).toEqual([])
  await officer.context.close()
})
