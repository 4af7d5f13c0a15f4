import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '#features/people/sessions/contract.ts'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { withoutFirstReads } from '../first-reads.ts'
import { type Stage, startStage } from '../stage.ts'

/** The palette, and what the frame stores in the browser. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Harbor Point Police')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  const person = await department.addPerson('Officer Quill', 'officer')
  const shift = await department.addShift({ title: 'Regatta Patrol', from: 600, to: 900 })
  await stage.rows(
    `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
     select p.organization_id, p.assignment_id, p.id, $3, 'confirmed', p.starts_at, p.ends_at
     from posts p where p.organization_id = $1 and p.id = $2`,
    [department.id, shift.post_id, person.officer_id],
  )
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const palette = ({ page }: Actor) => page.getByRole('dialog', { name: 'Find anything' })
const option = (actor: Actor, name: string | RegExp) => palette(actor).getByRole('option', { name })

test('the palette opens by key and by button, finds pages, officers and assignments, and returns the focus', {
  meta: { shows: ['issue 3.12'] },
}, async () => {
  const { page } = admin
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  const input = palette(admin).getByRole('combobox')
  await input.waitFor()
  await option(admin, 'New shift').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.type('quill')
  await option(admin, /Officer Quill/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/officers/*')
  await page.getByRole('heading', { name: /Officer Quill/ }).waitFor()
  await page.keyboard.press('Meta+k')
  await input.waitFor()
  await page.keyboard.type('regatta')
  await option(admin, /Regatta Patrol/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/assignments/*')
  // The arrow keys move through the results, which are announced as the active option.
  await page.getByRole('button', { name: 'Find' }).click()
  await input.waitFor()
  await page.keyboard.type('as')
  await option(admin, 'Assignments').waitFor()
  const active = () => input.getAttribute('aria-activedescendant')
  await expect.poll(active).not.toBeNull()
  const first = await active()
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).not.toBe(first)
  await page.keyboard.press('Escape')
  await palette(admin).waitFor({ state: 'detached' })
  const find = page.getByRole('button', { name: 'Find' })
  await expect.poll(() => find.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await input.waitFor()
  await page.keyboard.type('zzzz')
  await palette(admin).getByText('No results.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  expect(admin.faults).toEqual([])
})

test('every letter typed after the shortcut reaches the palette, also before it is loaded or has the focus', async () => {
  const { page } = admin
  const input = palette(admin).getByRole('combobox')
  // A new page hasn't loaded the palette; the second time, it only has to take the focus.
  await page.goto('/admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  for (const typed of ['mark an off', 'mark an ox']) {
    await page.keyboard.press('Control+k')
    for (const letter of typed) await page.keyboard.press(letter)
    if (typed.endsWith('x')) for (const key of ['Backspace', 'f', 'f']) await page.keyboard.press(key)
    await expect.poll(() => input.inputValue()).toBe('mark an off')
    await option(admin, 'Mark an officer as sick').waitFor()
    expect(await input.evaluate((one: HTMLInputElement) => one.selectionStart)).toBe('mark an off'.length)
    await page.keyboard.press('Escape')
    await palette(admin).waitFor({ state: 'detached' })
  }
  expect(admin.faults).toEqual([])
})

test('the palette lists shifts ahead first, the next one on top, then past ones, the latest on top', {
  meta: { shows: ['issue 3.12'] },
}, async () => {
  const { page } = admin
  for (const [title, from] of [
    ['Ferry watch, far', 9000],
    ['Ferry watch, long ago', -90_000],
    ['Ferry watch, next', 3000],
    ['Ferry watch, last', -9000],
    ['Ferry watch, after', 6000],
  ] as const)
    await department.addShift({ title, from, to: from + 120 })
  await page.goto('/admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  const input = palette(admin).getByRole('combobox')
  await input.waitFor()
  await input.fill('ferry')
  const found = async () =>
    (await option(admin, /Ferry watch/).allInnerTexts()).map((text) => /Ferry watch, ([a-z ]+)/.exec(text)?.[1])
  await expect.poll(found).toEqual(['next', 'after', 'far', 'last', 'long ago'])
  await page.keyboard.press('Escape')
})

test('an officer’s palette finds their own shifts and nothing from the admin side', {
  meta: { shows: ['issue 3.12'] },
}, async () => {
  const { page } = officer
  await page.getByRole('button', { name: 'Find' }).click()
  await option(officer, 'Available Jobs').waitFor()
  expect(
    await palette(officer)
      .getByText(/New shift|Officers|officer view/)
      .count(),
  ).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  // Officers can't look each other up, so they aren't asked for a badge number.
  const input = palette(officer).getByRole('combobox')
  await input.fill('2141')
  await palette(officer).getByText('No results. Try a page, one of your shifts or a question.').waitFor()
  await input.fill('leave')
  await option(officer, 'My leave').waitFor()
  expect(await palette(officer).getByRole('option').allInnerTexts()).toEqual([
    ...['My leave', 'Schedule', 'Request leave', 'How do I request leave?'],
  ])
  await input.fill('regatta')
  await option(officer, /Regatta Patrol/).click()
  await page.waitForURL('**/officer/assignments/*')
  expect(officer.faults).toEqual([])
})

test('the local app config names the organization, holds no secrets and is removed at sign-out', {
  meta: { shows: ['issue 3.12', '3 app config'] },
}, async () => {
  const { page, context } = admin
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('app_config') ?? 'null') as unknown)
  expect(await kept()).toMatchObject({
    id: department.id,
    organization_id: department.id,
    app_name: 'Watchbill',
    tagline: 'Harbor Point Police - Officer Management System',
    theme_config: { primary_color: '#3b82f6', logo_url: null },
    features_enabled: { reports: true, bulk_operations: true },
  })
  const secret = (await context.cookies()).find((cookie) => cookie.httpOnly && cookie.name.includes('watchbill'))?.value
  expect(secret).toBeTruthy()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret)
  await stage.rows(`update organizations set features_enabled = '{"reports": false}' where id = $1`, [department.id])
  await expect.poll(kept).toMatchObject({ features_enabled: { reports: false } })
  await page.getByRole('button', { name: 'Account: Admin 1' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(kept).toBeNull()
})

test('a route change does not refetch data loaded a moment ago', { meta: { shows: ['issue 3.12'] } }, async () => {
  const { page } = officer
  // Without a stream only the page itself makes requests: when a stream opens, everything is read again, at an unpredictable
  // time.
  await page.goto('about:blank')
  await page.route('**/api/live', (route) => route.abort())
  await withoutFirstReads(page)
  await page.clock.install()
  const isSession = (request: { url: () => string }) => new URL(request.url()).pathname === getSession.path
  let asked = 0
  page.on('request', (request) => {
    if (isSession(request)) asked += 1
  })
  await Promise.all([page.waitForResponse(isSession), page.goto('/officer/dashboard')])
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('load')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await page.clock.pauseAt(Date.now() + 2000)
  const before = asked
  const history = bar.getByRole('link', { name: 'History' })
  await history.click()
  await expect.poll(() => history.getAttribute('aria-current')).toBe('page')
  await page.clock.runFor(2000)
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  expect(asked).toBe(before)
})
