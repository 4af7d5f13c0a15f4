import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** An officer finds a shift among many: available ones first, in rows that stay put, each with its own page. */
let stage: Stage
let officer: Actor
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: { email: string; officer_id: string }
let far: { assignment_id: string; post_id: string }

const DAY = 1440
const noon = noonIn(0)
const titles = [
  'Court Street paving, both lanes from the bridge to the square',
  'School crossing',
  'Council meeting',
  'Downtown foot patrol, Market Square and the riverwalk',
  'Stadium gate',
]

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  person = await department.addPerson('Officer Rivera', 'officer')
  const other = await department.addPerson('Luis Ferreira', 'officer')
  let from = DAY
  for (const title of titles) {
    await department.addShift({ title, at: noon, from, to: from + 480, mode: 'first_come', places: 2 })
    from += DAY
  }
  // A shift for one unit, a full one, one that overlaps the officer's own.
  const own = await department.addShift({ title: 'Harbor patrol', at: noon, from: 10 * DAY, to: 10 * DAY + 480 })
  await department.addSignup(own, person, 'confirmed')
  await department.addShift({
    title: 'Pier watch',
    at: noon,
    from: 10 * DAY + 60,
    to: 10 * DAY + 300,
    mode: 'first_come',
  })
  const full = await department.addShift({
    title: 'Mall entrance',
    at: noon,
    from: 3 * DAY,
    to: 3 * DAY + 300,
    mode: 'first_come',
  })
  await department.addSignup(full, other, 'confirmed')
  const unit = await department.addShift({ title: 'Crash unit call', at: noon, from: 4 * DAY, to: 4 * DAY + 300 })
  await stage.rows(`update posts set requirements = '{"units": ["Traffic"]}' where id = $1`, [unit.post_id])
  far = await department.addShift({
    title: 'Fair grounds',
    at: noon,
    from: 20 * DAY,
    to: 20 * DAY + 600,
    mode: 'first_come',
    places: 3,
  })
  await department.addSignup(far, other, 'confirmed')
  await stage.rows(
    `update assignments set location_address = '400 Harbor Dr', location_lat = 43.65, location_lng = -70.25,
       radio_channel = 'TAC 3', description = 'Class B uniform. Park in lot C.' where id = $1`,
    [far.assignment_id],
  )
  await stage.rows(
    `update assignments set location_name = 'Riverside Park, north parking lot' where organization_id = $1`,
    [department.id],
  )
  await stage.rows(
    `update assignments set signup_mode = 'award', signup_closes_at = starts_at - interval '1 day'
     where organization_id = $1 and title = 'Council meeting'`,
    [department.id],
  )
  await stage.rows(`update organizations set phone = '(207) 555-0142' where id = $1`, [department.id])
  officer = await openBrowser(stage, phone)
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const look = async ({ page }: Actor, name: string, fullPage = false) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}
const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const sideways = (actor: Actor) =>
  actor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const rowsOf = (actor: Actor) => actor.page.locator('main').getByRole('listitem')
const rowOf = (actor: Actor, title: string) => rowsOf(actor).filter({ hasText: title })
/** Text that does not fit its place. */
const cutIn = (actor: Actor) =>
  actor.page
    .locator('main li *')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
        .map((one) => one.textContent),
    )
const stripOf = (actor: Actor) => actor.page.getByRole('group', { name: 'Days with shifts' })
const open = async (actor: Actor, query = '') => {
  await actor.page.goto(`/officer/assignments${query}`)
  await actor.page.getByRole('button', { name: /^I can take · \d/ }).waitFor()
}

describe('Available Jobs on a phone', () => {
  test('opens with the shifts that can be taken, in rows of at most 88 px', async () => {
    const { page } = officer
    await open(officer)
    await rowOf(officer, 'Stadium gate').waitFor()
    const heights = await rowsOf(officer).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThanOrEqual(6)
    expect(Math.max(...heights)).toBeLessThanOrEqual(88)
    // Neither where a shift is nor how it is given out.
    await rowOf(officer, 'Council meeting')
      .getByText(/^Award .*, sign-up order · 2 left · 8 h$/)
      .waitFor()
    expect(await cutIn(officer)).toEqual([])
    const first = await rowsOf(officer).first().boundingBox()
    expect(first?.y).toBeLessThan(400)
    expect(await rowOf(officer, 'Mall entrance').count()).toBe(0)
    // A short list needs no strip of days.
    expect(await stripOf(officer).count()).toBe(0)
    await page
      .getByRole('heading', { level: 2, name: /, 1 you can take$/ })
      .first()
      .waitFor()
    expect(await sideways(officer)).toBe(0)
    await look(officer, 'jobs')
    await clean(officer)
  })

  test('folds the others into one line, each with one short reason', async () => {
    const { page } = officer
    const line = page.getByRole('button', {
      name: /^3 full or unavailable( · 1 (full|for other units only|overlaps another shift)){3}$/,
    })
    // As from a long list: the line is pressed at the end of the page.
    await page.setViewportSize({ ...phone, height: 520 })
    await line.scrollIntoViewIfNeeded()
    const before = await line.boundingBox()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await line.tap()
    await rowOf(officer, 'Mall entrance').getByText('Full', { exact: true }).waitFor()
    await rowOf(officer, 'Mall entrance').getByRole('button', { name: 'Join waitlist: Mall entrance' }).waitFor()
    await rowOf(officer, 'Crash unit call').getByText('Only for Traffic').waitFor()
    await rowOf(officer, 'Pier watch')
      .getByText(/^Overlaps Harbor patrol, \d\d:\d\d–\d\d:\d\d$/)
      .waitFor()
    await expect.poll(() => page.url()).toContain('others=open')
    // It opens where it is: what it opens is below the thumb.
    expect((await line.boundingBox())?.y).toBe(before?.y)
    await page.setViewportSize(phone)
    await look(officer, 'jobs-others', true)
    await clean(officer)
  })

  test('keeps its filters in the address', async () => {
    const { page } = officer
    await open(officer)
    await page.getByRole('button', { name: 'Mine · 1' }).tap()
    await rowOf(officer, 'Harbor patrol').getByText('Confirmed').waitFor()
    await expect.poll(() => rowsOf(officer).count()).toBe(1)
    await expect.poll(() => page.url()).toContain('show=mine')
    await open(officer)
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await page.getByLabel('Unit').tap()
    await page.getByRole('option', { name: 'Traffic' }).tap()
    await page.getByText('No shifts match these filters').waitFor()
    await expect.poll(() => page.url()).toContain('unit=Traffic')
    const tops = ['I can take', 'Mine', 'Filters (1)'].map(
      async (name) => (await page.getByRole('button', { name }).boundingBox())?.y,
    )
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    await page.getByLabel('Days ahead').waitFor()
    await look(officer, 'jobs-filters')
    await clean(officer)
    const [shift] = await stage.rows<{ date: string; weekday: string }>(
      `select to_char(starts_at at time zone 'America/Chicago', 'YYYY-MM-DD') as date,
         extract(dow from starts_at at time zone 'America/Chicago')::text as weekday from assignments where title = 'School crossing'`,
    )
    await open(officer, `?date=${shift?.date}`)
    await rowOf(officer, 'School crossing').waitFor()
    // One day has no days ahead.
    await page.getByLabel('Date').waitFor()
    expect(await page.getByLabel('Days ahead').count()).toBe(0)
    await expect.poll(() => rowsOf(officer).count()).toBe(1)
    await open(officer, `?weekday=${shift?.weekday}&days=7`)
    await rowOf(officer, 'School crossing').waitFor()
    expect(await rowOf(officer, 'Council meeting').count()).toBe(0)
  })

  test('holds no row of another type when the type changes, read before or not', async () => {
    const { page } = officer
    await stage.rows(`update assignments set kind = 'court' where title = 'Council meeting' and organization_id = $1`, [
      department.id,
    ])
    await open(officer)
    await rowOf(officer, 'School crossing').waitFor()
    const all = await rowsOf(officer).count()
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    for (const _again of [1, 2]) {
      await page.getByLabel('Type').tap()
      await page.getByRole('option', { name: 'Court' }).tap()
      await expect.poll(() => rowsOf(officer).count()).toBe(1)
      await rowOf(officer, 'Council meeting').waitFor()
      expect(await page.getByText('No longer open').count()).toBe(0)
      await page.getByRole('button', { name: 'Clear filters' }).tap()
      await expect.poll(() => rowsOf(officer).count()).toBe(all)
      expect(await page.getByRole('button', { name: /new shifts?$/ }).count()).toBe(0)
    }
    await stage.rows(
      `update assignments set kind = 'overtime' where title = 'Council meeting' and organization_id = $1`,
      [department.id],
    )
  })

  test('does not move rows when a shift is posted in between, and shows it when asked', async () => {
    const { page } = officer
    await open(officer)
    const before = await rowOf(officer, 'Council meeting').boundingBox()
    await department.addShift({ title: 'Parade route', at: noon, from: DAY + 60, to: DAY + 300, mode: 'first_come' })
    await page.getByRole('button', { name: '1 new shift' }).waitFor()
    expect((await rowOf(officer, 'Council meeting').boundingBox())?.y).toBe(before?.y)
    await page.getByRole('button', { name: '1 new shift' }).tap()
    await rowOf(officer, 'Parade route').waitFor()
  })

  test('keeps a row in place when someone else took the spot, with the reason', async () => {
    await open(officer)
    const row = rowOf(officer, 'Parade route')
    const below = await rowOf(officer, 'Council meeting').boundingBox()
    await stage.rows(
      `update posts set required_count = 1, confirmed_count = 1 where assignment_id = (select id from assignments where title = 'Parade route')`,
    )
    await row.getByText('Full', { exact: true }).waitFor()
    expect((await rowOf(officer, 'Council meeting').boundingBox())?.y).toBe(below?.y)
  })

  test('goes to a day of a long list, whose heading stays while it scrolls', async () => {
    const { page } = officer
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
      await department.addShift({
        title: `Relay stage ${n}`,
        at: noon,
        from: (11 + Math.floor(n / 3)) * DAY,
        to: (11 + Math.floor(n / 3)) * DAY + 120,
        mode: 'approval',
      })
    await open(officer)
    const days = stripOf(officer).getByRole('button')
    await rowOf(officer, 'Fair grounds').waitFor()
    expect((await stripOf(officer).boundingBox())?.height).toBeLessThanOrEqual(56)
    const names = (await days.locator('.sr-only').allTextContents()).filter((name) => name.endsWith(', 3 shifts'))
    expect(names).toHaveLength(2)
    const [name = ''] = names
    expect(name).toMatch(/^\w{3}, \w{3} \d+, 3 shifts$/)
    await page.getByRole('button', { name, exact: true }).tap()
    const heading = page.getByRole('heading', { level: 2, name: `${name.replace(', 3 shifts', '')}, 3 you can take` })
    // The keyboard and the screen reader go on from the day.
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    const isInView = () => heading.evaluate((one) => one.getBoundingClientRect().top < 140)
    expect(await isInView()).toBe(true)
    await page
      .locator('[aria-current]')
      .and(page.getByRole('button', { name, exact: true }))
      .waitFor()
    await page.evaluate(() => scrollBy(0, 100))
    expect(await isInView()).toBe(true)
    expect(await sideways(officer)).toBe(0)
    await look(officer, 'jobs-days')
    await clean(officer)
    // In a low window it scrolls away with the filters: right below them, and above the first day.
    await page.setViewportSize({ width: 844, height: 390 })
    await page.evaluate(() => scrollTo(0, 0))
    const boxOf = async (found: Locator) => (await found.boundingBox()) ?? { y: -1, height: 0 }
    const filters = await boxOf(page.getByRole('search', { name: 'Filter shifts' }))
    const strip = await boxOf(stripOf(officer))
    const first = await boxOf(page.getByRole('heading', { level: 2 }).first())
    expect(strip.y - filters.y - filters.height).toBeLessThan(20)
    expect(first.y).toBeGreaterThanOrEqual(strip.y + strip.height)
    await page.setViewportSize(phone)
  })

  test('groups shifts that repeat into one row, which opens into its dates', async () => {
    const { page } = officer
    for (const n of [12, 13, 14])
      await department.addShift({
        title: 'Night gate',
        at: noon,
        from: n * DAY + 180,
        to: n * DAY + 390,
        mode: 'first_come',
      })
    await open(officer)
    await rowOf(officer, 'Night gate').nth(2).waitFor()
    const fold = page.getByRole('button', { name: '3 dates: Night gate' })
    expect(await fold.count()).toBe(0)
    const group = page.getByRole('button', { name: 'Group repeats' })
    await group.tap()
    await fold.waitFor()
    const heights = await rowsOf(officer).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(88)
    // By keyboard as by touch; each date is one press.
    await fold.press('Enter')
    const dates = page.getByRole('list', { name: 'Night gate' }).getByRole('listitem')
    await expect.poll(() => dates.count()).toBe(3)
    expect(await dates.first().getByRole('link').getAttribute('aria-labelledby')).not.toBeNull()
    await look(officer, 'jobs-grouped', true)
    await clean(officer)
    const below = () => rowOf(officer, 'Fair grounds').boundingBox()
    const before = await below()
    await dates.nth(1).getByRole('button', { name: 'Sign up: Night gate' }).tap()
    await dates.nth(1).getByRole('button', { name: 'Undo: Night gate' }).waitFor()
    await page.getByRole('button', { name: '2 dates: Night gate' }).waitFor()
    // A later date of the shift would push the rows below it: it waits.
    await department.addShift({
      title: 'Night gate',
      at: noon,
      from: 25 * DAY + 180,
      to: 25 * DAY + 390,
      mode: 'first_come',
    })
    await page.getByRole('button', { name: /^\d new shifts?$/ }).waitFor()
    expect((await below())?.y).toBe(before?.y)
    await page.getByRole('button', { name: /^\d new shifts?$/ }).tap()
    await page.getByText(/^1 new · First come · through /i).waitFor()
    // It is remembered on this device.
    await open(officer)
    await page.getByRole('button', { name: /^3 dates: Night gate/ }).waitFor()
    await group.tap()
    await stripOf(officer).waitFor()
    await stage.rows(
      `update assignments set status = 'cancelled' where title = 'Night gate' and organization_id = $1`,
      [department.id],
    )
  })

  test('folds the posts of a shift on one day into one row', async () => {
    const { page } = officer
    const bridge = await department.addShift({ title: 'Bridge watch', at: noon, from: 9 * DAY, to: 9 * DAY + 300 })
    await stage.rows(
      `insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
       select organization_id, assignment_id, 'East end', 2, starts_at, ends_at from posts where id = $1`,
      [bridge.post_id],
    )
    await open(officer)
    await page.getByRole('button', { name: '2 posts: Bridge watch' }).tap()
    const posts = page.getByRole('list', { name: 'Bridge watch' }).getByRole('listitem')
    const east = posts.filter({ hasText: 'East end' })
    await east.getByRole('button', { name: /^Request shift: Bridge watch/ }).waitFor()
    await east.getByText('By approval · 2 left').waitFor()
    await clean(officer)
  })

  test('cuts nothing off at twice the size of text', async () => {
    const { page } = officer
    await open(officer, '?others=open')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => sideways(officer)).toBe(0)
    expect(await cutIn(officer)).toEqual([])
    await look(officer, 'jobs-200', true)
    await clean(officer)
  })
})

describe('the page of a shift', () => {
  test('opens from the row and says when, where, who works it, and the one thing to do', async () => {
    const { page } = officer
    await open(officer)
    await page.getByRole('link', { name: 'Fair grounds' }).tap()
    await page.waitForURL(`**/officer/assignments/${far.assignment_id}`)
    await page.getByRole('heading', { level: 1, name: 'Fair grounds' }).waitFor()
    await page.getByText('400 Harbor Dr').waitFor()
    await page.getByText('TAC 3').waitFor()
    await page.getByText('Luis Ferreira').waitFor()
    const directions = page.getByRole('link', { name: /^Directions to/ })
    expect(await directions.getAttribute('href')).toContain('400%20Harbor%20Dr')
    expect(await page.locator('main').textContent()).not.toMatch(/43\.65|70\.25/)
    expect(await page.getByRole('link', { name: /Call the desk/ }).getAttribute('href')).toBe('tel:2075550142')
    await look(officer, 'shift')
    await clean(officer)
  })

  test('signs up, undoes, and offers to give the shift away once it is confirmed', async () => {
    const { page } = officer
    await page.getByRole('button', { name: 'Sign up: Fair grounds' }).tap()
    await page.getByRole('button', { name: 'Undo: Fair grounds' }).tap()
    await page.getByRole('button', { name: 'Sign up: Fair grounds' }).waitFor()
    await page.getByRole('button', { name: 'Sign up: Fair grounds' }).tap()
    await page.getByText('Signed up', { exact: true }).waitFor()
    const opens = page.getByText(/^Check-in opens/).last()
    await opens.waitFor()
    // At a desk too, where most buttons give their reason on hover only.
    await page.setViewportSize({ width: 1440, height: 900 })
    expect((await opens.boundingBox())?.width).toBeGreaterThan(100)
    await page.setViewportSize(phone)
    await page.getByText('Officer Rivera (you)').waitFor()
    await page.getByRole('button', { name: 'Swap or give away: Fair grounds' }).waitFor()
    await look(officer, 'shift-mine')
    await clean(officer)
  })

  test('asks before signing up again after a call-off, and away from where the call-off was', async () => {
    const { page } = officer
    const bar = page.getByRole('region', { name: 'Next step' })
    const again = page.getByRole('button', { name: 'Sign up: Fair grounds' })
    await page.getByRole('button', { name: 'Call off', exact: true }).tap()
    const sheet = page.getByRole('alertdialog', { name: 'Call off Fair grounds?' })
    await sheet.getByLabel('Reason').waitFor()
    // On the optional field, the keyboard would cover the sheet.
    await expect.poll(() => sheet.evaluate((one) => one === document.activeElement)).toBe(true)
    await sheet.getByRole('button', { name: 'Call off', exact: true }).tap()
    await page.getByText('Called off', { exact: true }).waitFor()
    await again.waitFor()
    expect(await bar.getByRole('button').count()).toBe(0)
    await again.tap()
    const question = page.getByRole('alertdialog', { name: 'You called off this shift. Sign up again?' })
    await clean(officer)
    await question.getByRole('button', { name: 'Cancel' }).tap()
    await question.waitFor({ state: 'detached' })
    // Opened again, it is a shift like any other.
    await open(officer)
    await page.goto(`/officer/assignments/${far.assignment_id}`)
    await bar.getByRole('button', { name: 'Sign up: Fair grounds' }).waitFor()
    await again.tap()
    await page.getByText('Signed up', { exact: true }).waitFor()
  })

  test('shows the result of an application where the button was, with Undo above it', async () => {
    const { page } = officer
    await open(officer)
    await page.getByRole('link', { name: 'Council meeting' }).tap()
    const bar = page.getByRole('region', { name: 'Next step' })
    const apply = bar.getByRole('button', { name: 'Apply: Council meeting' })
    await apply.waitFor()
    await page.evaluate(() => window.scrollTo(0, 300))
    const was = await apply.boundingBox()
    await apply.tap()
    const result = bar.getByText('Applied', { exact: true })
    await result.waitFor()
    const middle = (box: typeof was) => (box?.y ?? 0) + (box?.height ?? 0) / 2
    expect(Math.abs(middle(await result.boundingBox()) - middle(was))).toBeLessThan(12)
    const undo = await bar.getByRole('button', { name: 'Undo: Council meeting' }).boundingBox()
    expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeLessThanOrEqual(was?.y ?? 0)
    await look(officer, 'shift-applied')
    await clean(officer)
    await bar.getByRole('button', { name: 'Undo: Council meeting' }).tap()
    await apply.waitFor()
  })

  test('reads the same for a shift that is not the officer’s and one that is not there', async () => {
    const { page } = officer
    const draft = await department.addShift({ title: 'Secret detail', from: 3000, to: 3300 })
    await stage.rows(`update assignments set status = 'draft', published_at = null where id = $1`, [
      draft.assignment_id,
    ])
    const main = async () => (await page.locator('main').textContent()) ?? ''
    const said: string[] = []
    for (const id of [draft.assignment_id, '00000000-0000-4000-8000-000000000000']) {
      await page.goto(`/officer/assignments/${id}`)
      await page.getByText("This shift isn't available").waitFor()
      // What opens the stream reads again, and an error without data is loading meanwhile: the text that was looked at counts.
      let text = ''
      await expect
        .poll(async () => {
          text = await main()
          return text
        })
        .not.toContain('Loading')
      said.push(text)
    }
    expect(said[0]).toBe(said[1])
  })

  test('opens from an address of before, and at a desk', async () => {
    const desk = await openBrowser(stage, { width: 1440, height: 900 })
    await comeIn(desk, department, person, '/officer/assignments')
    const { page } = desk
    await page.getByRole('table', { name: 'Shifts you can take' }).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: 'School crossing' })
      .getByRole('button', { name: /^Sign up/ })
      .waitFor()
    // Filled only where the press gives the spot at once.
    const fill = (name: RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor)
    const fills = [await fill(/^Sign up: /), await fill(/^Apply: /), await fill(/^Request shift: /)]
    expect(new Set(fills).size).toBe(2)
    expect(fills[1]).toBe(fills[2])
    await stripOf(desk).getByRole('button').last().press('Enter')
    const last = page
      .getByRole('rowheader')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
      .last()
    await expect.poll(() => last.getByRole('heading').evaluate((one) => one === document.activeElement)).toBe(true)
    await look(desk, 'jobs-desk')
    await clean(desk)
    await page.goto(`/officer/assignments?job=${far.assignment_id}`)
    await page.getByRole('heading', { level: 1, name: 'Fair grounds' }).waitFor()
    await look(desk, 'shift-desk')
    await clean(desk)
    await desk.context.close()
  })
})
