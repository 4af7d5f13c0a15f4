import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, desk, makeDepartment, openBrowser, ours, phone, signIn } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A visitor on the landing page: reads, turns the pictures, requests a trial, with a connection, offline, without a script. */
let stage: Stage
let visitor: Actor

beforeAll(async () => {
  stage = await startOwnStage()
  visitor = await openBrowser(stage, desk, { moves: true })
})
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
  await page.getByLabel('Email').fill('chief@riverside.example')
  await page.getByLabel('Number of officers').fill('48')
}
const press = ({ page }: Actor) => page.getByRole('button', { name: 'Request a trial' }).click()
const kept = ({ page }: Actor) => page.evaluate(() => localStorage.getItem('trial_request'))
const toast = ({ page }: Actor) => page.getByRole('alert')

const isSeen = (it: Element) => {
  const { top, bottom } = it.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('the landing page is dark, shows the claims, and links where the specification says', {
  meta: { shows: ['issue 4.1', '2 /', '2 /landing'] },
}, async () => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  for (const path of ['/landing', '/']) {
    expect((await page.goto(path))?.status()).toBe(200)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    const claims = await page.getByRole('region', { name: 'Our targets' }).getByRole('listitem').allInnerTexts()
    expect(claims.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      '95% fill rate',
      'Under 2 hours to fill a shift',
      '50K+ savings a year, in dollars',
      '24/7 support',
      '50+ departments to serve',
      'Live in under 30 minutes from roster to first shift',
    ])
    // The specification's words, whatever the case of the first letter.
    for (const words of ['under 2 hours', 'live in under 30 minutes'])
      expect(claims.join(' ').toLowerCase()).toContain(words)
    expect(new URL(page.url()).pathname).toBe(path)
    const ways = page.getByRole('banner').getByRole('link')
    expect(await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '#top',
      '#features',
      '#pricing',
      '/app',
      '#trial',
    ])
    // One page at two addresses, so it names a canonical URL.
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/^https?:\/\/[^/]+\/$/)
    expect(await page.locator('#how li').count()).toBe(5)
    expect(await page.locator('#pricing .tiers-size').allInnerTexts()).toEqual([
      '5–25 officers',
      '26–100 officers',
      '100+ officers',
    ])
    expect(await page.locator('#pricing .lead').textContent()).toContain('Custom pricing in three tiers')
    // There are no testimonials, and this is not the demo.
    expect(await page.getByRole('link', { name: 'See how it works' }).getAttribute('href')).toBe('#how')
    expect(await page.getByText('What departments say').count()).toBe(0)
  }
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Features' }).click()
  await page.waitForURL('**/#features')
  await header.getByRole('link', { name: 'Pricing' }).click()
  await page.waitForURL('**/#pricing')
  await header.getByRole('link', { name: 'Start Trial' }).click()
  await page.waitForURL('**/#trial')
  await expect.poll(() => page.getByRole('heading', { name: 'Request your 30-day' }).evaluate(isSeen)).toBe(true)
  const question = page.getByText('What does it cost?')
  await question.press('Enter')
  await page.getByText('Pricing depends on the size').waitFor()
  await page.getByText('What do officers need?').press('Enter')
  await page.getByText('The phone they already have.').waitFor()
  await page.getByText('Pricing depends on the size').waitFor({ state: 'hidden' })
  await clean(visitor)
  await header.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/app')
})

test.each([
  ['desk', 5_000, 'On a desktop', desk],
  ['phone', 4_500, 'On a phone', phone],
] as const)(
  'the %s carousel advances every %i ms, pauses on request, and moves by button and key',
  { meta: { shows: ['9 carousels'] } },
  async (kind, every, label, size) => {
    const actor = await openBrowser(stage, size, { moves: true })
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
    // From here on the test controls time: it restarts with the pictures, however long the page took to load.
    await carousel.getByRole('button', { name: 'Pause' }).click()
    await page.clock.pauseAt(Date.now() + 10_000)
    await carousel.getByRole('button', { name: 'Play' }).click()
    await page.mouse.move(5, 5)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    // Longer than any browser jitter, and shorter than the interval.
    await page.clock.runFor(every - 600)
    expect(await place.textContent()).toBe(`1 / ${all}`)
    await page.clock.runFor(1_200)
    await at(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(3 * every)
    expect(await place.textContent()).toBe(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Next image' }).click()
    await at(`3 / ${all}`)
    await carousel.getByRole('button', { name: 'Previous image' }).press('Enter')
    await at(`2 / ${all}`)
    await carousel.getByRole('region').press('ArrowRight')
    await at(`3 / ${all}`)
    await carousel.getByRole('region').press('ArrowLeft')
    await at(`2 / ${all}`)
    await carousel.getByRole('button', { name: 'Play' }).click()
    // It does not turn while it has the focus.
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

test('a swipe moves the carousel, and reduced motion turns off animation', {
  meta: { shows: ['9 carousels'] },
}, async () => {
  const actor = await openBrowser(stage, phone, { moves: true })
  const { page } = actor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'On a phone', exact: true })
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
  // After the swipe, nothing advances automatically.
  await page.clock.runFor(3 * 4_500)
  expect(await place.textContent()).toBe('2 / 4')
  await clean(actor)
  await actor.context.close()
})

test('the keyboard reaches the carousel’s buttons at once, however fast the keys come', {
  meta: { shows: ['9 carousels'] },
}, async () => {
  const actor = await openBrowser(stage, phone, { moves: true })
  const { page } = actor
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'On a phone', exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.getByRole('link', { name: 'See how it works' }).focus()
  const heard: (string | null | undefined)[] = []
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    heard.push(await focused())
  }
  const four = (label: string, play: string) => [`${label}: images`, 'Previous image', play, 'Next image']
  expect(heard).toEqual([...four('On a desktop', 'Pause'), ...four('On a phone', 'Pause')])
  await carousel.getByRole('button', { name: 'Pause' }).waitFor()
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('the layout does not shift while the page is read to its end, on a phone or a desktop', {
  meta: { shows: ['issue 4.1'] },
}, async () => {
  for (const size of [phone, desk]) {
    const actor = await openBrowser(stage, size, { moves: true })
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

test('content above the fold is light: page, styles and fonts, and no images', {
  meta: { shows: ['issue 4.1'] },
}, async () => {
  const actor = await openBrowser(stage, phone, { moves: true })
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
  // Pictures further down load when there is time.
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

test('without JavaScript, every page is readable, the carousels scroll, and the form says what to do instead', {
  meta: { shows: ['issue 4.1'] },
}, async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.base, viewport: phone })
  const page = await context.newPage()
  const pages = [
    ['/', 'Fill every shift. Follow every rule.', 'In force from', 200],
    ['/terms', 'Terms of Service', 'Acceptable use', 200],
    ['/privacy', 'Privacy Policy', 'Cookies and data in your browser', 200],
    ['/faq', 'FAQ', 'How do I get an account?', 200],
    ['/not/there/at/all', 'This page does not exist', 'Go to the home page', 404],
  ] as const
  for (const [path, title, text, status] of pages) {
    expect((await page.goto(path))?.status(), path).toBe(status)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    if (path !== '/') await page.getByText(text).first().waitFor()
  }
  await page.goto('/faq')
  await page.getByText('How do I get an account?').click()
  await page.getByText('Your department gives you its registration link').waitFor()
  await page.goto('/')
  // The other locators skip text in a noscript.
  await page.locator('noscript p', { hasText: 'This form needs JavaScript.' }).waitFor()
  expect(await page.getByRole('button', { name: 'Request a trial' }).isVisible()).toBe(false)
  expect(await page.locator('.carousel-turning').first().isVisible()).toBe(false)
  await context.close()
})

test('public pages have no axe findings, dark and light, and fit the narrowest phone', {
  meta: { shows: ['issue 4.1', '2 /terms', '2 /privacy', '2 /faq'] },
}, async () => {
  const actor = await openBrowser(stage, phone, { moves: true })
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

test('a required field shows its error beside it, and the first one gets the focus', {
  meta: { shows: ['5 demo form'] },
}, async () => {
  const { page } = visitor
  await page.goto('/')
  await press(visitor)
  for (const words of [
    'Please enter the name of your organization.',
    'Please enter your name.',
    'Please enter an email address.',
    'Please enter the number of officers.',
  ])
    await page.getByText(words).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('trial-organizationName')
  await clean(visitor)
  await page.getByLabel('Organization name').fill('Riverside Police')
  await page.getByText('Please enter the name of your organization.').waitFor({ state: 'hidden' })
  expect(await trials()).toHaveLength(0)
})

test('a stored request is confirmed in the specification’s words', {
  meta: { shows: ['issue 4.2', '8 trial texts'] },
}, async () => {
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
  // The panel replaces the form, so that nobody sends it twice.
  await visitor.page.getByRole('heading', { name: 'Request received' }).waitFor()
  expect(await visitor.page.getByRole('button', { name: 'Request a trial' }).isVisible()).toBe(false)
  await expect.poll(() => kept(visitor)).toBeNull()
  await clean(visitor)
  await visitor.page.reload()
  await expect.poll(() => visitor.page.getByLabel('Organization name').inputValue()).toBe('')
})

test('a request that fails to send is kept, reported as kept, and sent once when the connection returns', {
  meta: { shows: ['issue 4.2'] },
}, async () => {
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

test('after two server failures: kept, retried once on the next visit, then restored to the form to send by hand', {
  meta: { shows: ['issue 4.2', '8 trial texts'] },
}, async () => {
  const { page } = visitor
  let tries = 0
  const keys = new Set<string | undefined>()
  await page.route('**/api/demo-requests', (route) => {
    tries += 1
    keys.add(route.request().headers()['idempotency-key'])
    return route.fulfill({
      ...ours(),
      status: 500,
      json: { error: { code: 'internal', message: '', request_id: 'x' } },
    })
  })
  await page.goto('/')
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

test('a signed-in person gets a link into the application, and the application’s FAQ', {
  meta: { shows: ['issue 4.1', '2 /faq'] },
}, async () => {
  const department = await makeDepartment(stage, 'Lakeside Police')
  const officer = await openBrowser(stage, desk, { moves: true })
  const { page } = officer
  await signIn(officer, department, await department.addPerson('Officer 5', 'officer'))
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Fill every shift.' }).waitFor()
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
