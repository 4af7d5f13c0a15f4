import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, desk, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** What a visitor sees: the page above the fold, unknown addresses, reloaded forms, a console without errors. */
let stage: Stage
let visitor: Actor

beforeAll(async () => {
  stage = await startOwnStage({ words: ['--demo'] })
  visitor = await openBrowser(stage, phone)
})
afterAll(() => stage.close())

const heights = (actor: Actor, selector: string) =>
  actor.page
    .locator(selector)
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height))

test.each([
  ['phone', phone, 4],
  ['desk', desk, 7],
] as const)('shows the whole example week above the fold on a %s', async (_name, size, columns) => {
  const actor = await openBrowser(stage, size)
  const { page } = actor
  await page.goto('/')
  // The page's font is available from the second visit on.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.reload()
  const chips = await heights(actor, '.week-chip')
  expect(chips.length).toBeGreaterThan(8)
  expect(Math.max(...chips)).toBeLessThanOrEqual(24)
  expect(Math.max(...chips) - Math.min(...chips)).toBeLessThan(1)
  const cells = await heights(actor, '.week td')
  expect(cells.length).toBeGreaterThanOrEqual(4 * (columns - 1))
  expect(Math.max(...cells)).toBeLessThanOrEqual(60)
  const board = await page.getByRole('img', { name: /^Example: a week/ }).boundingBox()
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThan(size.height)
  expect(actor.faults).toEqual([])
  await actor.context.close()
})

test('keeps the phone header to one row, with Features, Pricing and Start Trial in its menu', async () => {
  const { page } = visitor
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/')
    expect((await page.getByRole('banner').boundingBox())?.height, String(width)).toBeLessThanOrEqual(56)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize(phone)
  await page.getByRole('banner').locator('summary').click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Features', 'Pricing', 'Start Trial'])
  expect(await axeFindings(page)).toEqual([])
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await page.waitForURL('**/#pricing')
  await menu.waitFor({ state: 'hidden' })
})

test('makes standalone links a finger wide on a phone', async () => {
  const { page } = visitor
  const found: string[] = []
  for (const [path, ...names] of [
    ['/', 'All questions and answers', 'Privacy Policy', 'FAQ', 'Terms of Service'],
    ['/demo/login', 'Forgot your password?', 'Register'],
    ['/demo/register', 'Sign in', 'FAQ'],
  ] as const) {
    await page.goto(path)
    for (const name of names) {
      for (const link of await page.getByRole('link', { name, exact: true }).all()) {
        const box = await link.boundingBox()
        if (box && (box.height < 44 || box.width < 44)) found.push(`${path} ${name} ${box.width}x${box.height}`)
      }
    }
  }
  expect(found).toEqual([])
})

test('keeps the note for the vendor’s lawyer off the public pages', async () => {
  const { page } = visitor
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    expect(await page.getByText(/lawyer|counsel/i).count(), path).toBe(0)
    expect(await page.locator('.note').count(), path).toBe(0)
  }
})

test('shows a demo’s sample testimonials with one line that labels them, and real ones once they are entered', async () => {
  const { page } = visitor
  await page.goto('/')
  const section = page.getByRole('region', { name: 'What departments say' })
  await expect.poll(() => section.getByRole('listitem').count()).toBe(3)
  expect(await section.getByText(/sample/i).allInnerTexts()).toEqual([
    "Sample quotes for this demo. They don't come from real departments.",
  ])
  await stage.rows(
    `insert into testimonials (organization_id, quote, role, department, consented_on)
     values ('00000000-0000-0000-0000-000000000000', 'It <b>works</b>.', 'Chief', 'town of 9,000', '2026-01-05')`,
  )
  await expect
    .poll(async () => {
      await page.goto('/')
      return section.getByRole('listitem').allInnerTexts()
    })
    .toEqual([expect.stringContaining('"It <b>works</b>."')])
  expect(await section.getByText(/sample/i).count()).toBe(0)
})

test('keeps a visitor’s input across a reload and clears it after sending', async () => {
  const { page } = visitor
  await page.goto('/')
  await page.getByLabel('Organization name').fill('Maple Grove Police')
  await page.getByLabel('Message').fill('Two watches')
  await page.reload()
  await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Maple Grove Police')
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Two watches')
  await page.goto('/demo/register')
  await page.getByLabel('Name').fill('Pat Doe')
  await page.reload()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Pat Doe')
  await page.getByLabel('Email').fill('pat@demo.example')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('pat@demo.example').waitFor()
  await page.reload()
  await page.getByLabel('Name').waitFor()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('')
})

test('answers unknown one-segment addresses like longer ones: 404, with a link to sign in', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.base, viewport: phone })
  const page = await context.newPage()
  for (const path of ['/nonsense', '/nonsense/login', '/register/7', '/not/there/at/all']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await page.getByRole('heading', { name: "This page doesn't exist" }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  }
  for (const path of ['/demo', '/demo/login', '/demo/register', '/app'])
    expect((await page.goto(path))?.status(), path).toBe(200)
  await context.close()
})

test('dismisses a failed sign-in’s toast on leaving the page, and states the reason once', async () => {
  const { page } = visitor
  await page.goto('/demo/login')
  await page.getByLabel('Email').fill('officer@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password of anybody')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Login Failed').waitFor()
  await expect.poll(() => page.getByText('After 5 wrong attempts').count()).toBe(1)
  await page.getByText('Check your email and password.').waitFor()
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Join Demo Organization' }).waitFor()
  await page.getByText('Login Failed').waitFor({ state: 'detached' })
})

const failedLoads = async (actor: Actor, paths: readonly string[], until: string) => {
  const failed: string[] = []
  actor.page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  for (const path of paths) {
    await actor.page.goto(path)
    await actor.page.getByText(until).first().waitFor()
    // By then the frame's own requests are done.
    await actor.page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => setTimeout(done, 300))))
  }
  return failed
}

test('sends no request that would be refused: signed out, with an expired session, or after a trial', async () => {
  const signedOut = await openBrowser(stage)
  expect(await failedLoads(signedOut, ['/app', '/demo/login'], 'Forgot your password?')).toEqual([])
  await signedOut.context.addCookies([{ name: 'watchbill', value: 'x'.repeat(43), url: stage.base }])
  expect(await failedLoads(signedOut, ['/app'], 'Forgot your password?')).toEqual([])
  await signedOut.context.close()

  const department = await makeDepartment(stage, 'Expired Police')
  const officer = await openBrowser(stage)
  await signIn(officer, department, await department.addPerson('Officer 5', 'officer'))
  // The page that is open would ask once more, for what it fetches ahead or because of this very change.
  await officer.page.goto('about:blank')
  await stage.rows(
    `update organizations set subscription_tier = 'trial', trial_end_date = '2026-01-31' where id = $1`,
    [department.id],
  )
  expect(
    await failedLoads(officer, ['/officer/dashboard', '/officer/history'], 'Access to all features has been suspended'),
  ).toEqual([])
  await officer.context.close()
})

test('keeps the frame around a mistyped address for a signed-in person', async () => {
  const department = await makeDepartment(stage, 'Lakeside Police')
  const officer = await openBrowser(stage)
  await signIn(officer, department, await department.addPerson('Officer 6', 'officer'))
  expect((await officer.page.goto('/officer/nonsense'))?.status()).toBe(404)
  await officer.page.getByRole('heading', { name: "This page doesn't exist" }).waitFor()
  await officer.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).waitFor()
  await officer.context.close()
})
