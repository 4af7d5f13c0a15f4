import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The sergeant reads the week by name, with mouse and keyboard, on desktop and phone; an officer reads their own week. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let people: Awaited<ReturnType<typeof department.addPerson>>[]
let gate: Awaited<ReturnType<typeof department.addShift>>

const tomorrow = noonIn(1)
const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
}
/** The date in Chicago, in minutes from noon tomorrow. */
const dayOf = (minutes: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(tomorrow.getTime() + minutes * 60_000)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const boss = await department.addPerson('Sergeant Shaw', 'admin')
  people = [await department.addPerson('Ana Reyes', 'officer'), await department.addPerson('Ben Cho', 'officer')]
  gate = await department.addShift({ title: 'Stadium gate', at: tomorrow, from: 0, to: 240, places: 3 })
  const desk = await department.addShift({ title: 'Front desk', at: tomorrow, from: 60, to: 180 })
  for (const one of people) await department.addSignup(gate, one, one === people[0] ? 'confirmed' : 'pending_approval')
  if (people[1]) await department.addSignup(desk, people[1], 'confirmed')
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

test('reads the week by name and opens a shift from its entry', async () => {
  const { page } = admin
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule', exact: true }).click()
  await page.goto(`/admin/assignments?view=week&day=${dayOf(0)}`)
  const grid = page.getByRole('grid', { name: 'Schedule by shift' })
  await grid.getByRole('button', { name: /Stadium gate, *Ana Reyes/ }).waitFor()
  await grid.getByRole('button', { name: /Ben Cho.*requested/ }).waitFor()
  await grid.getByRole('columnheader', { name: /2 \/ 4/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Schedule', exact: true }).getAttribute('aria-current')).toBe('page')
  await clean(admin)
  await grid.getByRole('button', { name: /Ana Reyes/ }).click()
  await page.getByRole('menuitem', { name: 'Open shift' }).click()
  await page.waitForURL(/\/admin\/assignments\/[0-9a-f-]{36}$/)
  await page.goBack()
  await grid.waitFor()
})

test('shows the whole week at a desk, though a shift of its last day ends on the next', async () => {
  const { page } = admin
  const saturday = (13 - tomorrow.getUTCDay()) * 1440
  const night = await department.addShift({
    title: 'Night gate',
    at: tomorrow,
    from: saturday + 600,
    to: saturday + 840,
  })
  if (people[0]) await department.addSignup(night, people[0], 'calloff_requested')
  await page.goto(`/admin/assignments?view=week&day=${dayOf(saturday)}`)
  const grid = page.getByRole('grid', { name: 'Schedule by shift' })
  await grid.getByRole('button', { name: 'Night gate, Ana Reyes, call-off requested, ends the next day' }).waitFor()
  await grid.getByRole('columnheader', { name: /1 call-off/ }).waitFor()
  expect(await grid.evaluate(({ parentElement: sheet }) => sheet && sheet.scrollWidth - sheet.clientWidth)).toBe(0)
})

test('reaches every cell with the arrow keys; Enter in an empty cell posts a shift like its row’s on that day', async () => {
  const { page } = admin
  const day = dayOf(0)
  await page.goto(`/admin/assignments?view=week&day=${day}`)
  const entry = page.getByRole('button', { name: /Stadium gate, Ana Reyes/ })
  await entry.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toMatch(/Ben Cho/)
  await page.keyboard.press('Home')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("data-spot")')).toMatch(/ 0 0$/)
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("data-spot")')).toMatch(/ 6 0$/)
  const empty = page.getByRole('link', { name: /^Front desk, .*: empty\. New shift$/ }).first()
  await empty.focus()
  const to = new URL((await empty.getAttribute('href')) ?? '', admin.base)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/assignments/new?date=${to.searchParams.get('date')}&like=*`)
  await expect.poll(() => page.locator('input[type=date]').first().inputValue()).toBe(to.searchParams.get('date'))
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Front desk')
  expect(await page.getByRole('combobox', { name: /^Location/ }).inputValue()).toBe('Main gate')
  // From 13:00 to 15:00.
  expect(
    await page.locator('main').evaluate((one) => [...one.querySelectorAll('input')].map(({ value }) => value)),
  ).toEqual(expect.arrayContaining(['13:00', '15:00']))
})

test('keeps rows and view in the address, filters, and shows changes by other people', async () => {
  const { page } = admin
  const day = dayOf(0)
  await page.goto(`/admin/assignments?view=board&day=${day}`)
  await page.getByRole('grid', { name: 'Schedule by shift' }).waitFor()
  await page.getByRole('button', { name: 'Officer', exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Schedule by officer' })
  await grid
    .getByRole('row', { name: /Ben Cho/ })
    .getByRole('button', { name: /Front desk/ })
    .waitFor()
  await expect.poll(() => page.url()).toContain('rows=officer')
  await clean(admin)
  await page.getByRole('button', { name: 'Unit', exact: true }).click()
  await page.getByRole('grid', { name: 'Schedule by unit' }).waitFor()
  await page.getByRole('button', { name: 'Shift', exact: true }).click()
  await page.getByRole('button', { name: 'Unfilled only' }).click()
  await page.getByRole('rowheader', { name: /Front desk/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('rowheader', { name: /Front desk/ }).waitFor()
  await department.addShift({ title: 'Night patrol', at: tomorrow, from: 30, to: 90 })
  await page.getByRole('rowheader', { name: /Night patrol/ }).waitFor()
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  // A day names its first shifts; a press on it, not on one of them, opens its list.
  const named = page.getByRole('link', { name: /Stadium gate 1\/\d filled, \d open$/ })
  expect(await named.getAttribute('href')).toMatch(/^\/admin\/assignments\/[0-9a-f-]{36}$/)
  const cell = page.getByRole('button', { name: /2 of 5 filled/ })
  await cell.click()
  await page.getByRole('complementary').getByText('Stadium gate').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Open week' }).waitFor({ state: 'detached' })
  await cell.click()
  await page.getByRole('complementary').getByText('Stadium gate').waitFor()
  // A day that is open closes, and no other opens in its place.
  await cell.click()
  await page.getByRole('link', { name: 'Open week' }).waitFor({ state: 'detached' })
  await cell.click()
  await page.getByRole('link', { name: 'Open week' }).waitFor()
  await clean(admin)
})

test('shows who works tonight in one click from the dashboard', async () => {
  const { page } = admin
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: "Who's on tonight" }).click()
  await page.getByText(/^Tonight, /).waitFor()
  await clean(admin)
})

test('reads a day from the week strip on a phone', async () => {
  const actor = await openBrowser(stage, phone)
  const boss = await department.addPerson('Sergeant Moss', 'admin')
  await comeIn(actor, department, boss, `/admin/assignments?view=week&day=${dayOf(0)}`)
  await actor.page.getByRole('link', { name: /^Stadium gate/ }).waitFor()
  await actor.page.getByRole('button', { name: 'Ana Reyes' }).waitFor()
  expect(await actor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await clean(actor)
  // The same week by officer: a name with its hours, and only that officer's shifts below it.
  await actor.page.getByRole('button', { name: 'By officer' }).tap()
  await expect.poll(() => actor.page.url()).toContain('rows=officer')
  const officers = actor.page.getByRole('list', { name: 'Schedule by officer' }).locator('> li')
  const ben = officers.filter({ has: actor.page.getByRole('heading', { name: 'Ben Cho' }) })
  await ben.getByRole('button', { name: /Front desk/ }).waitFor()
  expect(await ben.textContent()).toMatch(/^Ben Cho.*\d h/)
  expect(await ben.textContent()).not.toMatch(/Ana Reyes/)
  expect(await actor.page.getByRole('list', { name: 'Days of the week' }).count()).toBe(0)
  await officers.getByText('Open spots').tap()
  await officers
    .first()
    .getByRole('link', { name: /Stadium gate/ })
    .first()
    .waitFor()
  await ben.getByRole('button', { name: /Front desk/ }).tap()
  await actor.page.getByRole('menu').waitFor()
  await actor.page.keyboard.press('Escape')
  await actor.page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await actor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await clean(actor)
  await actor.page.getByRole('button', { name: 'By day' }).tap()
  await actor.page.getByRole('list', { name: 'Days of the week' }).waitFor()
  await actor.context.close()
})

test('an officer reads their own week and the list behind each number on the dashboard', async () => {
  const actor = await openBrowser(stage, phone)
  const [, ben] = people
  if (!ben) throw new Error('nobody')
  await comeIn(actor, department, ben)
  const { page } = actor
  await page.getByRole('link', { name: /^Pending/ }).click()
  await page.waitForURL('**/officer/schedule?list=waiting')
  await page.getByRole('listitem').filter({ hasText: 'Stadium gate' }).waitFor()
  await page.goto(`/officer/schedule?day=${dayOf(0)}`)
  await page.getByRole('link', { name: /Front desk.*Confirmed/ }).waitFor()
  expect(await page.getByText('Ana Reyes').count()).toBe(0)
  await clean(actor)
  await actor.context.close()
})

/** Everyone is on a platoon's tour each day, and Cleo is on sick leave. */
const addTours = async () => {
  const cleo = await department.addPerson('Cleo Frost', 'officer')
  await stage.rows(
    `with p as (insert into platoons (organization_id, name) values ($1, 'Day platoon') returning id),
     c as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
       select $1, id, current_date - 30, current_date - 30,
         '{"kind":"weekdays","weekdays":[0,1,2,3,4,5,6],"start":"06:00","minutes":480}' from p)
     insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
     select $1, p.id, o, current_date - 30 from p, unnest($2::uuid[]) o`,
    [department.id, [...people, cleo].map((one) => one.officer_id)],
  )
  await stage.rows(
    `insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days)
     values ($1, $2, 'sick', now() - interval '2 days', now() + interval '9 days', false)`,
    [department.id, cleo.officer_id],
  )
}

test('an officer sees who works once the department shares its schedule', async () => {
  await addTours()
  const actor = await openBrowser(stage, phone)
  const [, ben] = people
  if (!ben) throw new Error('nobody')
  await comeIn(actor, department, ben, `/officer/schedule?day=${dayOf(0)}&whose=department`)
  const { page } = actor
  await page.getByRole('link', { name: /Front desk.*Confirmed/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Department' }).count()).toBe(0)
  await admin.page.goto('/admin/settings')
  await admin.page.getByRole('switch', { name: /Officers see who works/ }).click()
  await admin.page.getByRole('button', { name: 'Save changes' }).click()
  await admin.page.getByText('Every open screen updates.').waitFor()
  await page.getByRole('button', { name: 'Department' }).waitFor()
  await page.getByText('Stadium gate').waitFor()
  const tour = page.getByRole('listitem').filter({ hasText: 'Day platoon' }).filter({ hasText: '2 on duty' }).last()
  await tour.getByText('Ana Reyes').waitFor()
  await tour.getByText('Off: Cleo Frost').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /sick|leave/i })
      .count(),
  ).toBe(0)
  await clean(actor)
  await page.getByRole('button', { name: 'My shifts' }).tap()
  await page.getByRole('link', { name: /Front desk.*Confirmed/ }).waitFor()
  expect(await page.getByText('Ana Reyes').count()).toBe(0)
  await actor.context.close()
})

test('marks who is booked twice or works during leave on both entries, counts them and leads to the first', async () => {
  const [cleo] = await stage.rows<{ officer_id: string }>(
    `select id as officer_id from officers where organization_id = $1 and name = 'Cleo Frost'`,
    [department.id],
  )
  if (cleo) await department.addSignup(gate, cleo, 'confirmed')
  const { page } = admin
  await page.goto(`/admin/assignments?view=week&day=${dayOf(0)}`)
  const grid = page.getByRole('grid', { name: 'Schedule by shift' })
  await grid.getByRole('button', { name: 'Stadium gate, Ana Reyes, Overlaps Day platoon 06:00–14:00' }).waitFor()
  await grid.getByRole('button', { name: 'Front desk, Ben Cho, Overlaps Day platoon 06:00–14:00' }).waitFor()
  await grid.getByRole('button', { name: 'Stadium gate, Cleo Frost, On leave' }).waitFor()
  const tour = grid.getByRole('button', {
    name: /^Day platoon, 2 · Reyes, Cho, on duty, .*Ana Reyes: overlaps Stadium gate/,
  })
  await tour.click()
  const card = page.getByRole('dialog', { name: 'Day platoon' })
  await card.getByText('2 on duty').waitFor()
  await card.getByText('Ben Cho').waitFor()
  await card.getByText('On leave: Cleo Frost').waitFor()
  await clean(admin)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await grid.getByRole('link', { name: /C\. Frost *, on leave, Overlaps Stadium gate/ }).waitFor()
  // Not the request beside it, and no higher than an entry without a mark.
  const request = grid.getByRole('button', { name: 'Stadium gate, Ben Cho, requested', exact: true })
  const height = async (entry: typeof request) => (await entry.boundingBox())?.height
  expect(await height(grid.getByRole('button', { name: /Cleo Frost, On leave/ }))).toBe(await height(request))
  await page.getByLabel('Legend').getByText('Conflict').waitFor()
  await clean(admin)
  await grid.getByRole('button', { name: '3 conflicts' }).click()
  await expect
    .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
    .toMatch(/Overlaps|On leave/)
  // A press of the pointer shows no focus of the browser's own.
  await expect.poll(() => page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
  await grid
    .getByRole('status')
    .getByText(/^(Ana Reyes|Ben Cho): Overlaps|^Cleo Frost: On leave/)
    .waitFor()
  const hovered = await grid.getByRole('button', { name: /^Stadium gate, Ana Reyes/ }).getAttribute('title')
  expect(hovered).toMatch(/^Ana Reyes\nStadium gate 12:00–16:00\nOverlaps/)
  await page.getByRole('button', { name: 'Officer', exact: true }).click()
  const officers = page.getByRole('grid', { name: 'Schedule by officer' })
  const row = officers.getByRole('row', { name: /Cleo Frost/ })
  await row.getByRole('button', { name: /Stadium gate, On leave/ }).waitFor()
  await row.getByRole('link', { name: /Leave.*Overlaps Stadium gate/ }).waitFor()
  await officers.getByRole('button', { name: '3 conflicts' }).waitFor()
  await clean(admin)
  // The next morning's tour follows the shift too soon: the later of the two has the mark.
  await stage.rows('insert into work_rules (organization_id, rest_minutes, reach_minutes) values ($1, 1200, 1440)', [
    department.id,
  ])
  await page.reload()
  const ana = officers.getByRole('row', { name: /Ana Reyes/ })
  await ana.getByRole('link', { name: /Day platoon.*, Only .* of 20 h rest after Stadium gate/ }).waitFor()
  await page.getByLabel('Legend').getByText('Short rest').waitFor()
  await officers.getByRole('button', { name: /^\d short rests?$/ }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toMatch(/rest after/)
  await clean(admin)

  const actor = await openBrowser(stage, phone)
  await comeIn(
    actor,
    department,
    await department.addPerson('Sergeant Lane', 'admin'),
    `/admin/assignments?view=week&day=${dayOf(0)}`,
  )
  await actor.page.getByRole('button', { name: 'Cleo Frost · On leave' }).waitFor()
  await actor.page.getByText('Ben Cho: overlaps Front desk').waitFor()
  await actor.page.getByRole('button', { name: '3 conflicts', exact: true }).tap()
  await expect.poll(() => actor.page.evaluate('document.activeElement?.textContent')).toMatch(/Overlaps|On leave/)
  expect(await actor.page.getByRole('button', { name: /open, 3 conflicts$/ }).count()).toBe(1)
  expect(await actor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await clean(actor)
  await actor.context.close()
})

test('the night says who is on now and who checked in, and enters sick leave for an officer on tour', async () => {
  const { page } = admin
  const now = new Date()
  const post = await department.addShift({ title: 'Bridge post', from: -60, to: 120, places: 3 })
  await department.addShift({ title: 'Tunnel post', from: -180, to: -30 })
  const [ana, ben] = people
  if (!ana || !ben) throw new Error('nobody')
  for (const one of [ana, ben]) await department.addSignup(post, one, 'confirmed')
  await stage.rows(
    `insert into attendance (organization_id, signup_id, assignment_id, officer_id, scheduled_starts_at, scheduled_ends_at, checked_in_at)
     select organization_id, id, assignment_id, officer_id, starts_at, ends_at, now() from officer_assignments
     where assignment_id = $1 and officer_id = $2`,
    [post.assignment_id, ana.officer_id],
  )
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
  const dayAt = (minutes: number) => today.format(now.getTime() + minutes * 60_000)
  await page.goto(`/admin/assignments?view=day&day=${dayAt(-60)}`)
  await page.getByRole('button', { name: 'Ana Reyes · checked in' }).waitFor()
  await page.getByRole('button', { name: 'Ben Cho · not checked in' }).waitFor()
  await page.getByRole('link', { name: /Bridge post.*On now/ }).waitFor()
  await page.goto(`/admin/assignments?view=day&day=${dayAt(-180)}`)
  await page.getByRole('link', { name: /Tunnel post.*Ended/ }).waitFor()
  await page.goto(`/admin/assignments?view=day&day=${dayOf(0)}`)
  const tour = page.getByRole('listitem').filter({ hasText: 'Day platoon' }).first()
  await tour.getByRole('button', { name: 'Ana Reyes', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Ana Reyes as sick' })
  await dialog.waitFor()
  await clean(admin)
  await dialog.getByRole('button', { name: 'Mark as sick' }).click()
  await tour.getByText(/On leave: .*Ana Reyes/).waitFor()
  const [leave] = await stage.rows<{ kind: string; minutes: number }>(
    `select kind, extract(epoch from ends_at - starts_at)::int / 60 as minutes from leaves where officer_id = $1`,
    [ana.officer_id],
  )
  expect(leave).toEqual({ kind: 'sick', minutes: 480 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await tour.getByRole('button', { name: 'Ana Reyes', exact: true }).waitFor()
  expect(await stage.rows('select 1 from leaves where officer_id = $1', [ana.officer_id])).toEqual([])
  await page.goto(`/admin/assignments?view=week&day=${dayOf(0)}`)
  await page.getByRole('button', { name: 'Regular tours' }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.closest("tr")?.textContent')).toMatch(/^Day platoon/)
  await page.getByRole('button', { name: 'Unit', exact: true }).click()
  const units = page.getByRole('grid', { name: 'Schedule by unit' })
  // The initial in the cell; the shift, its time and the whole name in the label.
  await units
    .getByRole('button', { name: /^Stadium gate, (\d\d:\d\d )?A\. Reyes, Ana Reyes/ })
    .getByText('A. Reyes', { exact: true })
    .waitFor()
  await clean(admin)
})
