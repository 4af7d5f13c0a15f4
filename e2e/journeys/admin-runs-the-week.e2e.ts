import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  makeDepartment,
  openBrowser,
  type Stage,
  startStage,
  tellScreens,
} from '../actors.ts'

/** What a sergeant does at the desk in a week: posts, copies, repeats, corrects, cancels, decides, and looks over the board. */
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
beforeEach(() => onTestFailed(() => tellScreens({ admin, colleague, officer })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const dateText = (at: number) => new Date(at).toISOString().slice(0, 10)
const plusDays = (date: string, days: number) => dateText(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000)
/** A date that is still to come, whenever this runs. */
const inAWeek = plusDays(dateText(Date.now()), 7)
/** The next day on which clocks change in Chicago: the second Sunday of March or the first of November, such as 14 March 2027. */
const nextClockChange = (month: 3 | 11): string => {
  const year = Number(inAWeek.slice(0, 4))
  const inYear = (of: number) => {
    const first = `${of}-${String(month).padStart(2, '0')}-01`
    const toSunday = (7 - new Date(`${first}T12:00:00Z`).getUTCDay()) % 7
    return plusDays(first, toSunday + (month === 3 ? 7 : 0))
  }
  return inYear(year) > inAWeek ? inYear(year) : inYear(year + 1)
}
/** `Sun 14 March 2027` */
const spoken = (date: string): string => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
  return `${part({ weekday: 'short' })} ${Number(date.slice(8))} ${part({ month: 'long' })} ${date.slice(0, 4)}`
}
const fillTimes = async (date: string, start: string, end: string) => {
  await admin.page.getByLabel(/^(First date|Date)$/).fill(date)
  await admin.page.getByLabel('Start', { exact: true }).fill(start)
  await admin.page.getByLabel('End', { exact: true }).fill(end)
}
const startNew = async (title: string) => {
  await admin.page.goto('/admin/assignments/new')
  await admin.page.getByLabel('Title').fill(title)
}
const pickMore = async (name: string) => {
  await admin.page.getByRole('button', { name: 'More actions' }).click()
  await admin.page.getByRole('menuitem', { name, exact: true }).click()
}

test('[issue 2.6] an assignment with several posts is posted, each with its own places', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'Assignments', exact: true }).click()
  await page.getByRole('link', { name: 'New assignment' }).first().click()
  await page.getByLabel('Title').fill('Harvest parade')
  await fillTimes(inAWeek, '18:00', '02:00')
  await page.getByText(`8 h · ${spoken(inAWeek)} 18:00 to ${spoken(plusDays(inAWeek, 1))} 02:00`).waitFor()
  await page.getByLabel('Post', { exact: true }).fill('Route')
  await page.getByLabel('Places', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Add a post' }).click()
  await page.getByLabel('Post', { exact: true }).last().fill('Crossing')
  await page.getByLabel('Places', { exact: true }).last().fill('2')
  await clean(admin)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Harvest parade' }).waitFor()
  await page.getByText('Open', { exact: true }).waitFor()
  for (const [post, fill] of [
    ['Route', '0/3 places filled'],
    ['Crossing', '0/2 places filled'],
  ] as const)
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: post }).filter({ hasText: fill }).count())
      .toBe(1)
  await clean(admin)
})

test('[issue 2.6] it is copied to another date as a draft, and saved as a template that fills in the next one', async () => {
  const { page } = admin
  await pickMore('Copy to another date')
  await page.getByLabel('Starts on').fill(plusDays(inAWeek, 2))
  await clean(admin)
  await page.getByRole('button', { name: 'Copy and edit' }).click()
  await page.getByRole('heading', { name: 'Edit assignment' }).waitFor()
  await expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe(plusDays(inAWeek, 2))
  await expect.poll(() => page.getByLabel('Places', { exact: true }).last().inputValue()).toBe('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()

  await pickMore('Save as template')
  await page.getByLabel('Name of the template').fill('Parade')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Template saved').waitFor()
  await page.goto('/admin/assignments')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Parade' }).click()
  await page.getByText('From the template “Parade”.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Harvest parade')
  await expect.poll(() => page.getByLabel('Start', { exact: true }).inputValue()).toBe('18:00')
  await page.getByLabel('Title').fill('Lantern parade')
  await page.getByLabel('Date', { exact: true }).fill(plusDays(inAWeek, 3))
  await clean(admin)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('heading', { name: 'Lantern parade' }).waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
})

test('[issue 2.6] a list opens where its field is, however far down: it is never placed elsewhere first, and the page does not jump', async () => {
  const { page } = admin
  await page.goto('/admin/assignments/new')
  const field = page.getByLabel('How places are given')
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

test('[issue 2.6] a series keeps its local times across the clock change; 02:30, which that day does not have, moves to 03:30 and is marked', async () => {
  const { page } = admin
  const sunday = nextClockChange(3)
  await startNew('Night watch')
  await fillTimes(plusDays(sunday, -1), '02:30', '06:00')
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
      `${spoken(sunday)}03:30–06:00Moved: the usual time does not exist on this day.`,
      `${spoken(plusDays(sunday, 1))}02:30–06:00`,
    ])
  await clean(admin)
  await page.getByRole('button', { name: 'Publish all' }).click()
  await page.getByText('3 shifts of “Night watch”.').waitFor()
  await page.goto(`/admin/assignments?search=Night+watch&from=${sunday}&to=${sunday}`)
  await page.getByRole('link', { name: 'Night watch' }).click()
  await page.getByText('Moved: the usual time does not exist on this day.').waitFor()
  await page
    .getByText(/03:30–06:00/)
    .first()
    .waitFor()
})

test('[issue 2.6] a single 02:30 that does not exist is refused in words, and of a 01:30 that comes twice it asks which', async () => {
  const { page } = admin
  await startNew('Clock watch')
  await fillTimes(nextClockChange(3), '02:30', '06:00')
  await page.getByText('This time does not exist').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'New assignment' }).waitFor()

  const sunday = nextClockChange(11)
  await fillTimes(sunday, '01:30', '06:00')
  const question = page.getByRole('group', {
    name: `The start, 01:30, comes twice on ${spoken(sunday)}. Which is meant?`,
  })
  await question.waitFor()
  await clean(admin)
  await question.getByRole('radio', { name: /The earlier, 01:30 CDT/ }).click()
  await page.getByText('Clocks go back by 1 h during this shift: it lasts 5 h 30 min.').waitFor()
  await question.getByRole('radio', { name: /The later, 01:30 CST/ }).click()
  await page.getByText(`4 h 30 min · ${spoken(sunday)} 01:30–06:00`).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Clock watch' }).waitFor()
  await page.getByText('4 h 30 min').first().waitFor()
})

test('[issue 2.6] who saves over what a colleague changed meanwhile is told, keeps what was typed, and chooses', async () => {
  const shift = await department.addShift({ title: 'Market square', from: 3000, to: 3240 })
  const edit = `/admin/assignments/${shift.assignment_id}/edit`
  await Promise.all([admin, colleague].map(({ page }) => page.goto(edit)))
  await admin.page.getByLabel('Title').fill('Market square, north side')
  await colleague.page.getByLabel(/^Place( \(optional\))?$/).fill('Town hall steps')
  await colleague.page.getByRole('button', { name: 'Save' }).click()
  await colleague.page.getByRole('heading', { name: 'Market square' }).waitFor()

  const { page } = admin
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Admin 2 changed the place. What you typed is still here and not saved.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Market square, north side')
  await clean(admin)
  await page.getByRole('button', { name: 'Drop mine, show theirs' }).click()
  await expect.poll(() => page.getByLabel(/^Place( \(optional\))?$/).inputValue()).toBe('Town hall steps')
  await page.getByLabel('Title').fill('Market square, north side')
  await page.getByRole('button', { name: 'Save' }).click()
  await colleague.page.getByRole('heading', { name: 'Market square, north side' }).waitFor()
})

test('[issue 2.6] an assignment is cancelled with a reason, and the officer who had the place is told by the bell', async () => {
  const shift = await department.addShift({ title: 'Regatta landing', from: 4000, to: 4240 })
  await department.addSignup(shift, person, 'confirmed')
  const { page } = admin
  await officer.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).click()
  await page.goto(`/admin/assignments/${shift.assignment_id}`)
  await pickMore('Cancel')
  await page.getByRole('button', { name: 'Cancel assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel “Regatta landing”?' })
  await dialog.getByText('The one officer signed up is told.').waitFor()
  await dialog.getByText('Please fill this in.').waitFor()
  await dialog.getByRole('radio', { name: 'Weather' }).click()
  await dialog.getByLabel('Reason').fill('Storm warning for the harbor')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click()
  await page.getByText('Cancelled · Weather').waitFor()
  await clean(admin)

  await officer.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  const told = officer.page.getByRole('listitem').filter({ hasText: 'Cancelled: Regatta landing' })
  await told.getByText('Storm warning for the harbor').waitFor()
  await clean(officer)
  await told.getByRole('link').click()
  await officer.page.waitForURL(/\/officer\/assignments\?job=/)
  await told.getByText('Unread:').waitFor({ state: 'detached' })
})

test('[issue 2.7] inside the notice an officer asks to be called off; the admin sees it come in and decides', async () => {
  const shift = await department.addShift({ title: 'Bridge post', from: 600, to: 840 })
  await department.addSignup(shift, person, 'confirmed')
  await admin.page.goto('/admin/assignments?filter=pending')
  await admin.page
    .getByText(/Nothing waits/)
    .first()
    .waitFor()

  const job = officer.page.getByRole('listitem').filter({ hasText: 'Bridge post' })
  await job.getByRole('button', { name: 'Ask to be called off' }).click()
  await officer.page.getByLabel('Reason').fill('A sick child at home')
  await clean(officer)
  await officer.page.getByRole('button', { name: 'Send request' }).click()
  await job.getByText('Call-off requested').waitFor()

  const { page } = admin
  await page.getByRole('link', { name: 'Bridge post' }).first().click()
  await page.getByRole('heading', { name: 'Bridge post' }).waitFor()
  await page.getByText('Call-off: A sick child at home').waitFor()
  await clean(admin)
  await page.getByRole('button', { name: 'Accept call-off of Officer 12' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Accept call-off' })
    .click()
  await job.getByText('Called off', { exact: true }).waitFor()
  await officer.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  await officer.page.getByText('You are called off').waitFor()
  await officer.page.keyboard.press('Escape')
})

test('[issue 2.6] [2 badges] what waits is counted beside Assignments, and the count leads to it; the week stands on a board and in a list', async () => {
  const shift = await department.addShift({ title: 'Depot gate', from: 7 * 1440, to: 7 * 1440 + 240, places: 2 })
  await department.addSignup(shift, person, 'pending_approval')
  const { page } = admin
  await page.getByRole('link', { name: '1 signup waiting' }).click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  await page.getByText('Depot gate').first().waitFor()
  await clean(admin)

  await page.getByRole('button', { name: 'Week' }).click()
  await page.waitForURL('**/admin/assignments?view=board')
  await page.getByRole('button', { name: 'Week after' }).click()
  const cell = page.getByRole('link', { name: /^Depot gate.* Gate.* 0\/2 filled Open.* 1 waiting$/ })
  await cell.waitFor()
  await clean(admin)
  await cell.click()
  await page.getByRole('button', { name: 'Approve Officer 12' }).click()
  await page.getByText('Officer 12 has the place').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^Depot gate.* Gate.* 1\/2 filled Open$/ }).waitFor()
  await page.getByRole('link', { name: '1 signup waiting' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByRole('row').filter({ hasText: 'Depot gate' }).getByText('1/2').waitFor()
  await clean(admin)
})
