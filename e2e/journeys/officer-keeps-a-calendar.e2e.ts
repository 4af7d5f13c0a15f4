import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An officer subscribes to the own shifts on a phone; another program reads them, until the link is replaced and turned off. */
let stage: Stage
let officer: Actor
let assignment: string

beforeAll(async () => {
  stage = await startStage()
  const department = await makeDepartment(stage)
  const person = await department.addPerson('Dana Reyes', 'officer')
  const colleague = await department.addPerson('Lee Park', 'officer')
  const shift = await department.addShift({ title: 'Stadium gate', from: 2 * 1440, to: 2 * 1440 + 480, places: 2 })
  assignment = shift.assignment_id
  await department.addSignup(shift, person, 'confirmed')
  await department.addSignup(shift, colleague, 'confirmed')
  officer = await openBrowser(stage, phone)
  await officer.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.base })
  await comeIn(officer, department, person)
})
afterAll(() => stage.close())

const clean = async () => {
  expect(await axeFindings(officer.page)).toEqual([])
  expect(officer.faults).toEqual([])
  expect(await officer.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
}
const summariesOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part).summary)
const press = async (name: string, within = officer.page.getByRole('main')) => {
  const button = within.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  await button.tap()
}
/** A calendar program has no cookies. */
const read = (url: string) => fetch(url)

describe('an own calendar', { meta: { shows: ['issue 12 calendar'] } }, () => {
  let url = ''

  test('is turned on from the schedule, and its link is shown once and copied', async () => {
    const { page } = officer
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }).tap()
    await page.getByRole('link', { name: 'Calendar link' }).tap()
    await page.getByText('Google Calendar refreshes only every 8 to 24 hours.').waitFor()
    await page.getByText('Anyone with the link can see your calendar.').waitFor()
    await clean()
    await press('Turn on calendar link')
    const field = page.getByLabel('Your calendar link')
    await field.waitFor()
    url = await field.inputValue()
    expect(url).toMatch(/\/api\/public\/calendars\/[\w-]{43}\.ics$/)
    await clean()
    await press('Copy link')
    await page.getByText('Paste the link into your calendar as a subscription.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    const open = page.getByRole('link', { name: 'Open in calendar app' })
    expect(await open.getAttribute('href')).toBe(url.replace('http:', 'webcal:'))
  })

  test('is read by another program, without names of colleagues; the page says that it was', async () => {
    const { page } = officer
    await page.getByText('No calendar has loaded it yet.').waitFor()
    const answer = await read(url)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(summariesOf(text)).toEqual(['Stadium gate'])
    expect(text).not.toContain('Park')
    expect((await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status).toBe(304)
    await page.getByText(/Last loaded by a calendar/).waitFor()
    await page.reload()
    await page.getByText(/Last loaded by a calendar/).waitFor()
    expect(await page.getByLabel('Your calendar link').count()).toBe(0)
    await clean()
  })

  test('a new link replaces the old one', async () => {
    const { page } = officer
    await press('Replace link')
    const ask = page.getByRole('alertdialog', { name: 'Replace the link? The old one stops working.' })
    await ask.waitFor()
    await clean()
    await press('Replace link', ask)
    const field = page.getByLabel('Your calendar link')
    await field.waitFor()
    const next = await field.inputValue()
    expect(next).not.toBe(url)
    expect([(await read(url)).status, (await read(next)).status]).toEqual([404, 200])
    url = next
  })

  test('turned off, the address is unknown', async () => {
    const { page } = officer
    await press('Turn off')
    const ask = page.getByRole('alertdialog', { name: 'Turn off the link? Your calendars stop updating.' })
    await ask.waitFor()
    await press('Turn off', ask)
    await page.getByRole('button', { name: 'Turn on calendar link' }).waitFor()
    expect(await page.getByLabel('Your calendar link').count()).toBe(0)
    expect((await read(url)).status).toBe(404)
    await clean()
  })
})

test('one shift is added from its page and from its row', { meta: { shows: ['issue 12 calendar'] } }, async () => {
  const { page } = officer
  const take = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    const [file] = await Promise.all([page.waitForEvent('download'), button.tap()])
    expect(file.suggestedFilename()).toMatch(/^shift-\d{4}-\d{2}-\d{2}\.ics$/)
    return summariesOf(readFileSync(await file.path(), 'utf8'))
  }
  await page.goto(`${stage.base}/officer/assignments/${assignment}`)
  await page.getByRole('heading', { name: 'Stadium gate' }).waitFor()
  expect(await take('Add to calendar')).toEqual(['Stadium gate'])
  await clean()
  const [day] = await stage.rows<{ day: string }>(
    `select (starts_at at time zone time_zone)::date::text as day from assignments where id = $1`,
    [assignment],
  )
  await page.goto(`${stage.base}/officer/schedule?day=${day?.day}`)
  expect(await take('Add to calendar: Stadium gate')).toEqual(['Stadium gate'])
  await clean()
})
