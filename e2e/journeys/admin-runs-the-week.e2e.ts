import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLocations } from '#features/shifts/locations/contract.ts'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A sergeant's week at the desk: posts, copies, repeats, corrects, cancels, decides, and reviews the board. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let colleague: Actor
let officer: Actor
let person: { officer_id: string; email: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lakeview Police')
  person = await department.addPerson('Officer 12', 'officer')
  ;[admin, colleague, officer] = await Promise.all([openBrowser(stage), openBrowser(stage), openBrowser(stage)])
  await comeIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await comeIn(colleague, department, await department.addPerson('Admin 2', 'admin'))
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const dateText = (at: number) => new Date(at).toISOString().slice(0, 10)
const plusDays = (date: string, days: number) => dateText(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000)
const ahead = dateText(Date.now() + 7 * 86_400_000)
/** A Monday in the future, whenever this runs: clocks change in none of the nights from it on. */
const inAWeek = plusDays(ahead, (8 - new Date(ahead).getUTCDay()) % 7)
/** The next date on which clocks change in Chicago: the second Sunday of March or the first of November, such as March 14, 2027. */
const nextClockChange = (month: 3 | 11): string => {
  const year = Number(inAWeek.slice(0, 4))
  const inYear = (of: number) => {
    const first = `${of}-${String(month).padStart(2, '0')}-01`
    const toSunday = (7 - new Date(`${first}T12:00:00Z`).getUTCDay()) % 7
    return plusDays(first, toSunday + (month === 3 ? 7 : 0))
  }
  return inYear(year) > inAWeek ? inYear(year) : inYear(year + 1)
}
/** `Sun, Mar 14, 2027` */
const spoken = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00:00Z`))
const fillTimes = async (date: string, start: string, end: string) => {
  await admin.page.getByLabel(/^(First date|Date)$/).fill(date)
  await admin.page.getByLabel('Start', { exact: true }).fill(start)
  await admin.page.getByLabel('End', { exact: true }).fill(end)
}
const startNew = async (title: string) => {
  await admin.page.goto('/admin/assignments/new')
  await admin.page.getByLabel('Title').fill(title)
}
/** Opens a group of the form; it stays open. */
const openGroup = (name: RegExp) => admin.page.getByRole('button', { name }).click()
const pickMore = async (name: string) => {
  await admin.page.getByRole('button', { name: 'More actions' }).click()
  await admin.page.getByRole('menuitem', { name, exact: true }).click()
}

test('posts an assignment with several posts, each with its own spots', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'Assignments', exact: true }).click()
  await page.getByRole('link', { name: 'New shift' }).first().click()
  await page.getByLabel('Title').fill('Harvest parade')
  await fillTimes(inAWeek, '18:00', '02:00')
  await page.getByText(`8 h · ${spoken(inAWeek)} 18:00 to ${spoken(plusDays(inAWeek, 1))} 02:00`).waitFor()
  await page.getByLabel('Spots', { exact: true }).fill('3')
  await openGroup(/^Posts and requirements/)
  await page.getByLabel('Post', { exact: true }).fill('Route')
  await page.getByRole('button', { name: 'Add a post' }).click()
  await page.getByLabel('Post', { exact: true }).last().fill('Crossing')
  await page.getByLabel('Spots', { exact: true }).last().fill('2')
  await clean(admin)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: 'Harvest parade' }).waitFor()
  await page.getByText('Open', { exact: true }).waitFor()
  for (const [post, fill] of [
    ['Route', '0/3 spots filled'],
    ['Crossing', '0/2 spots filled'],
  ] as const)
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: post }).filter({ hasText: fill }).count())
      .toBe(1)
  await clean(admin)
})

test('copies it to another date as a draft, and saves it as a template that fills in the next one', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const { page } = admin
  await pickMore('Copy to another date')
  await page.getByLabel('Starts on').fill(plusDays(inAWeek, 2))
  await clean(admin)
  await page.getByRole('button', { name: 'Copy and edit' }).click()
  await page.getByRole('heading', { name: 'Edit shift' }).waitFor()
  await expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe(plusDays(inAWeek, 2))
  await page.getByText('5 spots in 2 posts').waitFor()
  await page.getByText('Route 3, Crossing 2 · All officers').waitFor()
  await expect.poll(() => page.getByLabel('Spots', { exact: true }).last().inputValue()).toBe('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Draft', { exact: true }).waitFor()

  await pickMore('Save as template')
  await page.getByLabel('Template name').fill('Parade')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Template saved').waitFor()
  await page.goto('/admin/assignments')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Parade' }).click()
  await page.getByText('From the template "Parade".').waitFor()
  await page.goto('/admin/assignments/new')
  await page.getByRole('button', { name: 'Use a template' }).click()
  await page.getByRole('menuitem', { name: 'Parade' }).click()
  await page.getByText('From the template "Parade".').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Harvest parade')
  await expect.poll(() => page.getByLabel('Start', { exact: true }).inputValue()).toBe('18:00')
  await page.getByLabel('Title').fill('Lantern parade')
  await page.getByLabel('Date', { exact: true }).fill(plusDays(inAWeek, 3))
  await clean(admin)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('heading', { name: 'Lantern parade' }).waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
})

test('a dropdown opens at its field however far down: it is never placed elsewhere first, and the page does not jump', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/assignments/new')
  await openGroup(/^Posts and requirements/)
  await openGroup(/^Sign-up/)
  const field = page.getByLabel('How officers are chosen')
  await field.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver((all) => {
      for (const { target } of all)
        if (target instanceof HTMLElement && target.style.transform) seen.add(target.style.transform)
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
  })
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await field.click()
  await page.getByRole('option', { name: 'An admin approves' }).waitFor()
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toHaveLength(1)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.keyboard.press('Escape')
})

test('a series keeps its local times across the clock change; a 02:30 that does not exist that day moves to 03:30 and is marked', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const { page } = admin
  const sunday = nextClockChange(3)
  await startNew('Night watch')
  await fillTimes(plusDays(sunday, -1), '02:30', '06:00')
  await openGroup(/^Repeat and time zone/)
  await page.getByRole('switch', { name: /This shift repeats/ }).click()
  await page.getByLabel('Unit', { exact: true }).click()
  await page.getByRole('option', { name: 'days' }).click()
  await page.getByLabel(/^Until/).fill(plusDays(sunday, 1))
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await page.getByRole('heading', { name: '3 shifts' }).waitFor()
  await expect
    .poll(async () => (await dates.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ')))
    .toEqual([
      `${spoken(plusDays(sunday, -1))}02:30–06:00`,
      `${spoken(sunday)}03:30–06:00Moved: the usual time doesn't exist on this day.`,
      `${spoken(plusDays(sunday, 1))}02:30–06:00`,
    ])
  await clean(admin)
  await page.getByRole('button', { name: 'Publish all' }).click()
  await page.getByText('3 shifts of "Night watch".').waitFor()
  await page.goto(`/admin/assignments?search=Night+watch&from=${sunday}&to=${sunday}`)
  await page.getByRole('link', { name: 'Night watch' }).click()
  await page.getByText("Moved: the usual time doesn't exist on this day.").waitFor()
  await page
    .getByText(/03:30–06:00/)
    .first()
    .waitFor()
})

test('a nonexistent 02:30 for a single shift is refused with an explanation; for a repeated 01:30, the form asks which', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const { page } = admin
  await startNew('Clock watch')
  await fillTimes(nextClockChange(3), '02:30', '06:00')
  await page.getByText("This time doesn't exist").waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: 'New shift' }).waitFor()

  const sunday = nextClockChange(11)
  await fillTimes(sunday, '01:30', '06:00')
  const question = page.getByRole('group', {
    name: `The start time, 01:30, occurs twice on ${spoken(sunday)}. Which one do you mean?`,
  })
  await question.waitFor()
  await clean(admin)
  await question.getByRole('radio', { name: /The earlier, 01:30 CDT/ }).click()
  await page.getByText('Clocks go back by 1 h during this shift, so it lasts 5 h 30 min.').waitFor()
  await question.getByRole('radio', { name: /The later, 01:30 CST/ }).click()
  await page.getByText(`4 h 30 min · ${spoken(sunday)} 01:30–06:00`).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: 'Clock watch' }).waitFor()
  await page.getByText('4 h 30 min').first().waitFor()
})

test('an admin saving over a colleague’s change is warned, keeps the typed input and chooses', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const shift = await department.addShift({ title: 'Market square', from: 3000, to: 3240 })
  const edit = `/admin/assignments/${shift.assignment_id}/edit`
  await Promise.all([admin, colleague].map(({ page }) => page.goto(edit)))
  await admin.page.getByLabel('Title').fill('Market square, north side')
  await colleague.page.getByLabel(/^Location( \(optional\))?$/).fill('Town hall steps')
  await colleague.page.getByRole('button', { name: 'Save', exact: true }).click()
  await colleague.page.getByRole('heading', { name: 'Market square' }).waitFor()

  const { page } = admin
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Admin 2 changed the location. Your changes are still here but not saved.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Market square, north side')
  await clean(admin)
  await page.getByRole('button', { name: 'Discard mine, show theirs' }).click()
  await expect.poll(() => page.getByLabel(/^Location( \(optional\))?$/).inputValue()).toBe('Town hall steps')
  await page.getByLabel('Title').fill('Market square, north side')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await colleague.page.getByRole('heading', { name: 'Market square, north side' }).waitFor()
})

test('a shift typed in one line fills the form, and is posted only when it was seen there', async () => {
  const { page } = admin
  await page.goto('/admin/assignments/new')
  // Left in the line and published: the form is filled instead, and nothing is posted yet.
  await page.getByLabel('Quick entry').fill('tomorrow 8-12 market patrol')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('market patrol')
  await page.getByText(/^Filled in:/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/assignments/new')
  await page.getByLabel('Title').fill('')
  // Enter counts however fast it comes.
  await page.getByLabel('Quick entry').fill('tomorrow 9-12 3 officers market square')
  await page.getByLabel('Quick entry').press('Enter')
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('market square')
  // The next line starts from the defaults and says that it was no shift.
  await page.getByLabel('Quick entry').fill('asdf')
  await page.getByText('No date, times or spots understood.').waitFor()
  await page.getByLabel('Quick entry').press('Enter')
  await expect.poll(() => page.getByLabel('Spots', { exact: true }).inputValue()).toBe('1')
  await expect.poll(() => page.getByLabel('Start', { exact: true }).inputValue()).toBe('')
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Quick entry').fill('tomorrow 18-23 2 officers stadium gate')
  await page.getByText(/^Understood:/).waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
  await page.getByLabel('Quick entry').press('Enter')
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('stadium gate')
  await expect.poll(() => page.getByLabel('Start', { exact: true }).inputValue()).toBe('18:00')
  await expect.poll(() => page.getByLabel('End', { exact: true }).inputValue()).toBe('23:00')
  await expect.poll(() => page.getByLabel('Spots', { exact: true }).inputValue()).toBe('2')
  // The basic fields are in view on a desktop.
  for (const label of ['Title', 'Date', 'Start', 'End', 'Spots'])
    await expect
      .poll(() => page.getByLabel(label, { exact: true }).evaluate((e) => e.getBoundingClientRect().bottom))
      .toBeLessThan(820)
  for (const name of ['Publish', 'Save as draft'])
    expect((await page.getByRole('button', { name, exact: true }).boundingBox())?.y).toBeLessThan(900)
  await clean(admin)
  await page.reload()
  await page.getByText('Your unsaved entries were restored.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('stadium gate')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('heading', { name: 'stadium gate' }).waitFor()
})

test('a wrong field is named, its group opens, and a location is kept under its name for the next shift', async () => {
  const { page } = admin
  await startNew('Fair')
  await page.getByLabel(/^Location/).fill('Fairground')
  await page.getByLabel(/^Address/).fill('4 Meadow Lane')
  await page.getByRole('button', { name: 'Save this location' }).click()
  await page.getByText('Location saved').waitFor()
  await openGroup(/^Pay and client/)
  await page.getByLabel(/^Pay code/).fill('OT-150')
  await page.getByLabel(/^Minimum pay/).fill('50')
  await openGroup(/^Pay and client/)
  await page
    .getByRole('button', { name: /^Pay and client/ })
    .getByText('Pay code OT-150')
    .waitFor()
  await fillTimes(inAWeek, '10:00', '14:00')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Check Minimum pay' }).waitFor()
  await expect.poll(() => page.getByLabel(/^Minimum pay/).isVisible()).toBe(true)
  await clean(admin)
  await page.getByLabel(/^Minimum pay/).fill('4')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: 'Fair', exact: true }).waitFor()

  // The saved locations may come after the first letters.
  const { promise: typed, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**${listLocations.path}`, async (route) => {
    await typed
    await route.continue()
  })
  await startNew('Second fair')
  await page.getByLabel(/^Location/).fill('fair')
  letGo()
  await page.getByRole('option', { name: /Fairground/ }).click()
  await page.unroute(`**${listLocations.path}`)
  await expect.poll(() => page.getByLabel(/^Address/).inputValue()).toBe('4 Meadow Lane')
  await openGroup(/^Pay and client/)
  await page.getByLabel(/^Pay code/).click()
  await page.getByRole('option', { name: 'OT-150' }).click()
  await expect.poll(() => page.getByLabel(/^Pay code/).inputValue()).toBe('OT-150')
  await clean(admin)
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Delete Fairground' }).click()
  await page.getByRole('button', { name: 'Delete location' }).click()
  await page.getByText('No saved locations').waitFor()
})

test('the search of the assign dialog has the focus, and Enter assigns the officer with the fewest hours', async () => {
  const shift = await department.addShift({ title: 'Pier watch', from: 9000, to: 9240, places: 2 })
  const { page } = admin
  await page.goto(`/admin/assignments/${shift.assignment_id}`)
  await page.getByRole('button', { name: 'Assign officer' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Assign an officer' })
  await dialog.getByText('Officer 12').waitFor()
  await page.keyboard.type('officer 1')
  await expect.poll(() => dialog.getByRole('searchbox').inputValue()).toBe('officer 1')
  await dialog.getByRole('button', { name: 'Assign: Admin 1' }).waitFor({ state: 'detached' })
  await clean(admin)
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Assign: Officer 12')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByText('Officer 12 is confirmed').waitFor()
  // On a phone the row says why an officer can't be assigned, and the button doesn't repeat it.
  const size = page.viewportSize()
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Assign officer' }).first().click()
  await dialog.getByRole('switch', { name: 'Eligible only' }).click()
  // Until the list is read again, it shows the officer as before.
  const refused = dialog.getByRole('button', { name: 'Assign: Officer 12', disabled: true })
  await refused.waitFor()
  const [said, width] = await refused.evaluate((button) => {
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    return [why?.textContent ?? '', why?.getBoundingClientRect().width ?? 0] as const
  })
  expect(said).not.toBe('')
  expect(width).toBeLessThanOrEqual(1)
  await clean(admin)
  await page.keyboard.press('Escape')
  if (size) await page.setViewportSize(size)
})

test('an assignment is canceled with a reason, and its officer is notified in the bell', {
  meta: { shows: ['issue 2.6'] },
}, async () => {
  const shift = await department.addShift({ title: 'Regatta landing', from: 4000, to: 4240 })
  await department.addSignup(shift, person, 'confirmed')
  const { page } = admin
  await officer.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).click()
  await page.goto(`/admin/assignments/${shift.assignment_id}`)
  await pickMore('Cancel shift')
  await page.getByRole('button', { name: 'Cancel shift' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel "Regatta landing"?' })
  await dialog.getByText('The officer who signed up will be notified.').waitFor()
  await dialog.getByText('This field is required.').waitFor()
  await dialog.getByRole('radio', { name: 'Weather' }).click()
  await dialog.getByLabel('Reason').fill('Storm warning for the harbor')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Cancel shift' }).click()
  await page.getByText('Canceled · Weather').waitFor()
  await clean(admin)

  await officer.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  const told = officer.page.getByRole('listitem').filter({ hasText: 'Canceled: Regatta landing' })
  await told.getByText('Storm warning for the harbor').waitFor()
  await clean(officer)
  await told.getByRole('link').click()
  await officer.page.waitForURL(/\/officer\/assignments\/[^/]+$/)
  await told.getByText('Unread:').waitFor({ state: 'detached' })
})

test('an officer requests a call-off inside the notice; the admin sees the request arrive and decides it', {
  meta: { shows: ['issue 2.7'] },
}, async () => {
  const shift = await department.addShift({ title: 'Bridge post', from: 600, to: 840 })
  await department.addSignup(shift, person, 'confirmed')
  await admin.page.goto('/admin/assignments?filter=pending')
  await admin.page
    .getByText(/All caught up/)
    .first()
    .waitFor()

  await officer.page.goto(`/officer/assignments/${shift.assignment_id}`)
  const job = officer.page.locator('main')
  await job.getByRole('button', { name: 'Ask to call off' }).click()
  await officer.page.getByLabel('Reason').fill('A sick child at home')
  await clean(officer)
  await officer.page.getByRole('button', { name: 'Send request' }).click()
  await job.getByText('Call-off requested').first().waitFor()

  const { page } = admin
  await page.getByRole('link', { name: 'Bridge post' }).first().click()
  await page.getByRole('heading', { name: 'Bridge post' }).waitFor()
  await page.getByText('Call-off: A sick child at home').waitFor()
  await clean(admin)
  await page.getByRole('button', { name: 'Approve call-off of Officer 12' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Approve call-off' })
    .click()
  await job.getByText('Called off', { exact: true }).waitFor()
  await officer.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await officer.page.getByText('Your call-off was approved').waitFor()
  await officer.page.keyboard.press('Escape')
})

test('the count next to Assignments links to pending requests; the week shows as a schedule by name and as a list', {
  meta: { shows: ['issue 2.6', '2 badges'] },
}, async () => {
  const shift = await department.addShift({ title: 'Depot gate', at: noonIn(7), from: 0, to: 240, places: 2 })
  await department.addSignup(shift, person, 'pending_approval')
  const { page } = admin
  await page.getByRole('link', { name: '1 request waiting' }).click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  const requests = page.getByRole('list', { name: 'Pending requests' })
  await requests.getByText('Depot gate').waitFor()
  // The requests take the place of the list of shifts, and its filters narrow them.
  expect(await page.getByText('Depot gate').count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
  await page.getByText('No requests match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Depot gate' }).waitFor()
  await page.getByRole('link', { name: '1 request needs a decision' }).click()
  await requests.getByText('Depot gate').waitFor()
  await clean(admin)

  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await page.waitForURL('**/admin/assignments?view=week')
  await page.getByRole('button', { name: 'Next week' }).click()
  const entry = page.getByRole('button', { name: /^Depot gate, Officer 12 ?, requested/ })
  await entry.waitFor()
  await clean(admin)
  await entry.click()
  await page.getByRole('menuitem', { name: 'Open shift' }).click()
  await page.getByRole('button', { name: 'Approve Officer 12' }).click()
  await page.getByText('Officer 12 approved.').waitFor()
  await page.goBack()
  await entry.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Depot gate, Officer 12/ }).waitFor()
  await page.getByRole('link', { name: '1 request waiting' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Depot gate' }).getByText('1/2').waitFor()
  await clean(admin)
})
