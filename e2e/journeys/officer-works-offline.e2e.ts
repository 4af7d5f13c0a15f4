import type { Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, addRecord, axeFindings, comeIn, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { atRest, inDatabases, installed, isAtRest } from '../at-rest.ts'
import { withoutFirstReads } from '../first-reads.ts'
import { type Stage, startStage } from '../stage.ts'

/** What an officer does without a connection: saved on the phone, sent once, in order, and only as that officer. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>
let signup: string

const MINUTE = 60_000
beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Garage City Police')
})
beforeEach(async () => {
  person = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
})
afterAll(() => stage.close())

const addShift = async (from: number, to: number) => {
  const shift = await department.addShift({ title: 'Parking garage', from, to, mode: 'first_come' })
  signup = await department.addSignup(shift, person, 'confirmed')
}
const attendance = () =>
  stage.rows<Record<'checked_in_at' | 'in_arrived_at' | 'checked_out_at' | 'out_arrived_at', Date | null>>(
    'select checked_in_at, in_arrived_at, checked_out_at, out_arrived_at from attendance where signup_id = $1',
    [signup],
  )
const press = async (name: string) => {
  const button = officer.page.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  await button.click()
}
const open = async () => {
  await comeIn(officer, department, person)
  await officer.page.getByRole('heading', { name: 'Parking garage' }).waitFor()
  await expect.poll(() => isAtRest(officer.page, 'Parking garage')).toBe(true)
}
const waiting = () => officer.page.getByRole('region', { name: 'Saved on this phone' })
/** What the device's outbox holds, for any account. */
const queued = async () => {
  const databases = await inDatabases(officer.page)
  return (databases['outbox/items'] ?? []) as { call: string; at: number; owner: string }[]
}

/** The page of a phone that heard from the server this long ago: its clock and the server's answers say so. */
const hearEarlier = async (ago: number) => {
  const { page, context } = officer
  await page.clock.install({ time: Date.now() - ago })
  const back = (text: string, names: string) =>
    text.replace(
      new RegExp(`"(${names})"\\s*:\\s*"([^"]+)"`, 'g'),
      (_, name: string, at: string) => `"${name}":"${new Date(Date.parse(at) - ago).toISOString()}"`,
    )
  let heard = false
  const answer = async (route: Route) => {
    // Playwright's own fetch has a connection when the page has none.
    if (heard) return route.abort()
    const response = await route.fetch()
    const names = route.request().url().includes('/api/session') ? 'now_at|idle_ends_at|ends_at' : 'now_at'
    await route.fulfill({ response, body: back(await response.text(), names) })
  }
  await withoutFirstReads(context)
  await context.route(/\/api\/(session|dashboards)/, answer)
  return {
    lose: async () => {
      heard = true
      await context.setOffline(true)
    },
    find: async () => {
      await context.unroute(/\/api\/(session|dashboards)/, answer)
      await context.setOffline(false)
    },
  }
}

/** How long the session would last on this phone without another touch. */
const idleLeft = async () => {
  const [kept] = (await inDatabases(officer.page))['reads/person'] as { ends: { idle: number; ahead: number } }[]
  return kept ? kept.ends.idle - kept.ends.ahead - (await officer.page.evaluate(() => Date.now())) : 0
}

/** Time passes, with a touch of the screen before the session would end for want of one. */
const pass = async (minutes: number) => {
  for (let left = minutes; left > 0; left -= 20) {
    await officer.page.clock.fastForward(Math.min(left, 20) * MINUTE)
    await officer.page.locator('h1').first().tap()
    await expect.poll(idleLeft).toBeGreaterThan(25 * MINUTE)
  }
}

/** A page that is closed or loaded again has given up its requests: there is nothing left to abort. */
const loseAnswer = (route: Route) => route.abort().catch(() => undefined)

/** Two minutes later, the question that is open asks about the present. */
const questionMoves = async () => {
  const confirm = officer.page.getByRole('button', { name: /^Check out at/ })
  const before = await confirm.textContent()
  await officer.page.clock.fastForward(2 * MINUTE)
  await expect.poll(() => confirm.textContent()).not.toBe(before)
}

test('a shift worked in airplane mode arrives once, in order, with both times', {
  meta: { shows: ['issue 12 outbox', 'issue 12 install hint', '7 sent later'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true })
  const { page, context } = officer
  await addShift(-115, 5)
  const began = Date.now()
  const connection = await hearEarlier(120 * MINUTE)
  await open()
  await installed(page)
  await connection.lose()
  await press('Check in')
  await page.getByText(/^Check-in saved on this phone, \d\d:\d\d\. Sends when you're back online\.$/).waitFor()
  // As in a private window: this browser deletes its storage when it is closed.
  await page.getByText("If this is a private window, keep it open until it's sent.").waitFor()
  await page.getByText(/^On duty since/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pass(73)
  await press('Check out')
  // The phone goes into the pocket with the question open.
  await questionMoves()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  await page.getByText("2 actions saved on this phone. They'll send once you're back online and signed in.").waitFor()
  await waiting().getByRole('button', { name: 'View' }).click()
  await expect
    .poll(() => page.getByRole('dialog').getByRole('listitem').locator('p:first-child').allTextContents())
    .toEqual(['Check-in', 'Check-out'])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await attendance()).toEqual([])
  await pass(45)
  await connection.find()
  await expect.poll(async () => (await attendance())[0]?.checked_out_at ?? null).not.toBeNull()
  await waiting().waitFor({ state: 'detached' })
  const [row, ...more] = await attendance()
  expect(more).toEqual([])
  const minutesAfter = (at: Date | null | undefined) => (Number(at) - began) / MINUTE
  expect(minutesAfter(row?.checked_in_at)).toBeGreaterThan(-120.1)
  expect(minutesAfter(row?.checked_in_at)).toBeLessThan(-115)
  expect(minutesAfter(row?.checked_out_at)).toBeGreaterThan(-45.1)
  expect(minutesAfter(row?.checked_out_at)).toBeLessThan(-40)
  expect(minutesAfter(row?.in_arrived_at)).toBeGreaterThan(0)
  expect(minutesAfter(row?.out_arrived_at)).toBeGreaterThan(0)
  expect(await queued()).toEqual([])
  // The first shift is done: the browser's prompt, which it kept to itself until now, is offered once.
  await page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.asked = 'yes'
      return { outcome: 'accepted' }
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  const hint = page.getByRole('region', { name: 'Install the app' })
  expect(await axeFindings(page)).toEqual([])
  await hint.getByRole('button', { name: 'Install' }).click()
  await hint.waitFor({ state: 'detached' })
  expect(await page.locator('html').getAttribute('data-asked')).toBe('yes')
  expect(officer.faults).toEqual([])
  await context.close()
})

test('an officer who left early returns and leaves again without a connection; the time off duty does not count', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true })
  const { page, context } = officer
  await addShift(-115, 200)
  const connection = await hearEarlier(120 * MINUTE)
  await open()
  await installed(page)
  await connection.lose()
  await press('Check in')
  await page.getByText(/^On duty since/).waitFor()
  await pass(30)
  await press('Check out')
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  await pass(20)
  await press('Check in again')
  await page.getByText(/^On duty since/).waitFor()
  // A second press is not offered: the first one counts.
  expect(await page.getByRole('button', { name: /^Check in/ }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.getByText("3 actions saved on this phone. They'll send once you're back online and signed in.").waitFor()
  await pass(40)
  await page.getByText('1 h 10 min worked').waitFor()
  await press('Check out')
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  await pass(30)
  await connection.find()
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const [row, ...more] = await stage.rows<{ state: string; worked_minutes: number; gap: number }>(
    `select t.state, t.worked_minutes, round(extract(epoch from b.back_at - b.left_at) / 60)::int as gap
     from attendance t join attendance_gaps b on b.attendance_id = t.id where t.signup_id = $1`,
    [signup],
  )
  expect(more).toEqual([])
  expect(row?.state).toBe('submitted')
  // Whole presses take a few seconds of the phone's clock.
  for (const [minutes, about] of [
    [row?.gap, 20],
    [row?.worked_minutes, 70],
  ])
    expect(Math.abs(Number(minutes) - Number(about))).toBeLessThanOrEqual(1)
  expect(officer.faults).toEqual([])
  await context.close()
})

test('two shifts in a row without a connection are both recorded, one after the other', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true })
  const { page, context } = officer
  await addShift(-115, -50)
  await addRecord(stage, signup, true)
  const next = await department.addShift({ title: 'Night gate', from: -50, to: 60, mode: 'first_come' })
  await department.addSignup(next, person, 'confirmed')
  const connection = await hearEarlier(60 * MINUTE)
  await open()
  await installed(page)
  await connection.lose()
  // The next shift is there, and waits for the end of this one.
  const garage = page.getByRole('region', { name: 'Parking garage' })
  const gate = page.getByRole('region', { name: 'Night gate' })
  await gate.getByText('Check out of Parking garage first').last().waitFor()
  await pass(12)
  expect(await axeFindings(page)).toEqual([])
  await press('Check out')
  await garage.getByText(/^Checked out at/).waitFor()
  await press('Check in')
  await gate.getByText(/^On duty since/).waitFor()
  expect(await garage.count()).toBe(0)
  await pass(30)
  await press('Check out')
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await gate.getByText(/^Checked out at/).waitFor()
  await page.getByText("3 actions saved on this phone. They'll send once you're back online and signed in.").waitFor()
  await connection.find()
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const rows = await stage.rows<{ title: string; state: string; worked_minutes: number }>(
    `select a.title, t.state, t.worked_minutes from attendance t join assignments a on a.id = t.assignment_id
     where t.officer_id = $1 order by t.checked_in_at`,
    [person.officer_id],
  )
  expect(rows).toMatchObject([
    { title: 'Parking garage', state: 'submitted' },
    { title: 'Night gate', state: 'submitted' },
  ])
  for (const [at, about] of [67, 30].entries())
    expect(Math.abs(Number(rows[at]?.worked_minutes) - about)).toBeLessThanOrEqual(1)
  expect(officer.faults).toEqual([])
  await context.close()
})

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

test('on a network without internet, the removal of a check-in does not promise that no time is recorded', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(20, 300)
  await page.clock.install({ time: Date.now() })
  await open()
  await context.route('**/api/**', (route) => route.abort())
  // Cuts the live stream; then the browser is online again.
  await context.setOffline(true)
  await context.setOffline(false)
  await press('Check in')
  await page.getByText(/^On duty since/).waitFor()
  await page.clock.fastForward(2 * MINUTE)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await press('Check out')
  await page.getByRole('alertdialog').getByText('If this is sent later, an admin will review your times.').waitFor()
  await context.close()
})

test('an officer whose session ends without a connection checks out on the locked screen; it is sent once they sign in', {
  meta: { shows: ['issue 12 locked', 'issue 12 install hint'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true, userAgent: safari })
  const { page, context } = officer
  await addShift(-115, 200)
  const began = Date.now()
  const connection = await hearEarlier(60 * MINUTE)
  await open()
  await installed(page)
  await connection.lose()
  await press('Check in')
  await page.getByText(/^On duty since/).waitFor()
  await page.clock.fastForward(31 * MINUTE)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  for (const secret of ['Parking garage', person.name, person.officer_id])
    expect(await isAtRest(page, secret)).toBe(false)
  const locked = page.getByRole('region', { name: 'Shift in progress' })
  await locked.getByRole('heading', { name: /^On duty since \d\d:\d\d$/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  // The app is closed and opened again in the garage.
  await page.goto('/officer/dashboard')
  await locked.getByRole('button', { name: 'Check out' }).click()
  await questionMoves()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await locked.getByText(/^Check-out saved on this phone, \d\d:\d\d$/).waitFor()
  await locked.getByText(/^Sign in by \w{3} \d\d:\d\d so that it counts\. /).waitFor()
  expect(await locked.getByRole('button').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect((await queued()).map(({ call }) => call)).toEqual(['attendance.check_in', 'attendance.check_out'])
  await connection.find()
  const other = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  await comeIn(officer, department, other)
  await page.getByText('No confirmed shifts').waitFor()
  expect(Object.keys((await atRest(page)).local)).not.toContain('running-shift')
  expect(await attendance()).toEqual([])
  await comeIn(officer, department, person)
  await expect.poll(async () => (await attendance())[0]?.checked_out_at ?? null).not.toBeNull()
  const [row, ...more] = await attendance()
  expect(more).toEqual([])
  const minutesAfter = (Number(row?.checked_out_at) - began) / MINUTE
  expect(minutesAfter).toBeGreaterThan(-29.1)
  expect(minutesAfter).toBeLessThan(-25)
  await expect.poll(queued).toEqual([])
  // The first shift is done: iOS has no prompt, so the steps are shown once.
  const hint = page.getByRole('region', { name: 'Install the app' })
  await expect.poll(() => hint.getByRole('listitem').count()).toBe(3)
  await hint.getByRole('button', { name: 'Dismiss' }).click()
  await hint.waitFor({ state: 'detached' })
  await page.goto('/officer/profile?tab=device')
  await page.getByText('Add to Home Screen').first().waitFor()
  expect(await hint.count()).toBe(0)
  expect(officer.faults).toEqual([])
  await context.close()
})

test('a press whose answers are lost, in a tab that is closed, is sent again and counts once', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { context } = officer
  await addShift(-10, 300)
  await open()
  let reached = 0
  const lose = async (route: Route) => {
    await route.fetch()
    reached += 1
    await loseAnswer(route)
  }
  await context.route('**/api/attendance/check-in', lose)
  await press('Check in')
  await expect.poll(() => reached).toBeGreaterThan(0)
  expect(await queued()).toHaveLength(1)
  const before = reached
  const next = await context.newPage()
  await officer.page.close()
  officer.page = next
  await next.goto('/officer/dashboard')
  await expect.poll(() => reached).toBeGreaterThan(before)
  expect(await queued()).toHaveLength(1)
  await context.unroute('**/api/attendance/check-in', lose)
  await officer.page.reload()
  await expect.poll(queued).toEqual([])
  expect(await attendance()).toHaveLength(1)
  await officer.page.getByText(/^On duty since/).waitFor()
  await context.close()
})

test('a check-out whose answer is lost can’t be undone before it is heard of', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(-60, 300)
  await addRecord(stage, signup, true)
  await open()
  const lose = async (route: Route) => {
    await route.fetch()
    await loseAnswer(route)
  }
  await context.route('**/api/attendance/check-out', lose)
  await press('Check out')
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^\d.* awaiting approval$/).waitFor()
  await page
    .getByRole('main')
    .getByText(/^Check-out saved on this phone, /)
    .waitFor()
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  await context.unroute('**/api/attendance/check-out', lose)
  await page.reload()
  await expect.poll(queued).toEqual([])
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  expect(await attendance()).toMatchObject([{ checked_out_at: expect.any(Date) }])
  await context.close()
})

test('another account on the same phone neither sees nor sends what the first one saved', {
  meta: { shows: ['issue 12 outbox', 'issue 12 at rest'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true })
  const { page, context } = officer
  const other = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  await addShift(-10, 300)
  await open()
  await installed(page)
  await context.setOffline(true)
  await press('Check in')
  await waiting().waitFor()
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/attendance/check-in')) sent.push(request.url())
  })
  await page.close()
  officer.page = await context.newPage()
  await context.setOffline(false)
  await comeIn(officer, department, other)
  await officer.page.getByText('No confirmed shifts').waitFor()
  // The page has read the device before this does.
  await expect.poll(queued).toHaveLength(1)
  await settled(officer.page)
  expect(await waiting().count()).toBe(0)
  expect(await isAtRest(officer.page, 'Parking garage')).toBe(false)
  // It stays for the officer who pressed, without a name.
  const [item] = await queued()
  expect(item?.owner).toContain(person.user_id)
  expect(JSON.stringify(item)).not.toContain(person.name)
  expect(sent).toEqual([])
  expect(await attendance()).toEqual([])
  await comeIn(officer, department, person)
  await expect.poll(attendance).toHaveLength(1)
  await expect.poll(queued).toEqual([])
  await context.close()
})

test('what the server refuses is listed with what to do, until the person removes it', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone, { installed: true })
  const { page, context } = officer
  await addShift(-10, 300)
  await open()
  await installed(page)
  await context.setOffline(true)
  await press('Check in')
  await waiting().waitFor()
  await stage.rows("update officer_assignments set status = 'withdrawn' where id = $1", [signup])
  await context.setOffline(false)
  await page.getByText("1 action couldn't be sent.").waitFor()
  await waiting().getByRole('button', { name: 'View' }).click()
  await page.getByText("Not accepted: Not on this shift. You're not confirmed for this shift.").waitFor()
  await page.getByRole('button', { name: 'Remove: Check-in' }).click()
  await page.getByText('Nothing is waiting.').first().waitFor()
  expect(await queued()).toEqual([])
  await context.close()
})

test('a sign-up is not saved for later: it says that nothing was sent', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(60, 300)
  const title = `Late ${person.officer_id.slice(0, 6)}`
  await department.addShift({ title, from: 900, to: 1000, mode: 'first_come' })
  await open()
  await page.getByRole('link', { name: 'Available Jobs' }).last().click()
  const row = page.getByRole('listitem').filter({ hasText: title })
  await row.getByRole('button', { name: /^Sign up/ }).waitFor()
  await context.setOffline(true)
  await row.getByRole('button', { name: /^Sign up/ }).click()
  await page.getByText("You're offline").first().waitFor()
  expect(await queued()).toEqual([])
  await context.close()
})

test('signing out sends first, and asks before it deletes what can’t be sent', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(-10, 300)
  await open()
  await context.route('**/api/attendance/check-in', (route) => route.abort())
  await press('Check in')
  await waiting().waitFor()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 1 unsent action?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await queued()).toHaveLength(1)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  // A sign-out that the server doesn't hear of deletes nothing.
  await context.setOffline(true)
  await question.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.getByText("You're offline").first().waitFor()
  expect(await queued()).toHaveLength(1)
  await context.setOffline(false)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  expect(await queued()).toEqual([])
  expect(await isAtRest(page, person.user_id)).toBe(false)
  await context.close()
})

test('removing the account from a device asks about unsent actions, and leaves the application only', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(-10, 300)
  await open()
  await context.route('**/api/attendance/check-in', (route) => route.abort())
  await press('Check in')
  await waiting().waitFor()
  await page.goto('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  const question = page.getByRole('alertdialog', { name: "Delete 1 unsent action? You'll be signed out." })
  expect(await axeFindings(page)).toEqual([])
  expect(await queued()).toHaveLength(1)
  await question.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  const { databases, local, session } = await atRest(page)
  expect([Object.values(databases).flat(), local, session]).toEqual([[], {}, {}])
  expect(await attendance()).toEqual([])
  await context.close()
})

test('a removal asks again if another tab has saved an action since, and deletes nothing before', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  officer = await openBrowser(stage, phone)
  const { page, context } = officer
  await addShift(-10, 300)
  await open()
  await page.goto('/officer/profile?tab=device')
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  const harmless = page.getByRole('alertdialog', { name: "Remove your data from this device? You'll be signed out." })
  await harmless.waitFor()
  await context.route('**/api/attendance/check-in', (route) => route.abort())
  officer.page = await context.newPage()
  await officer.page.goto('/officer/dashboard')
  await press('Check in')
  await waiting().waitFor()
  await harmless.getByRole('button', { name: 'Remove and sign out' }).click()
  const question = page.getByRole('alertdialog', { name: "Delete 1 unsent action? You'll be signed out." })
  await question.getByText('More was saved after you were asked.').waitFor()
  expect(await queued()).toHaveLength(1)
  await question.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  expect((await atRest(page)).databases['outbox/items'] ?? []).toEqual([])
  await context.close()
})
