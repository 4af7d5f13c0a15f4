import type { Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Actor,
  addRecord,
  axeFindings,
  comeIn,
  makeDepartment,
  openBrowser,
  ours,
  phone,
  settled,
} from '../actors.ts'
import { inDatabases, installed, isAtRest } from '../at-rest.ts'
import { type Stage, startStage } from '../stage.ts'

/** Every action that may be pressed without a connection, many of them, and a phone with no room to save them. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let person: Awaited<ReturnType<typeof department.addPerson>>
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Tunnel County Sheriff')
})
beforeEach(async () => {
  person = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  officer = await openBrowser(stage, phone, { installed: true })
})
afterAll(() => stage.close())

const addSignup = async (title: string, status: 'pending_approval' | 'confirmed', from: number, to: number) => {
  const shift = await department.addShift({ title, from, to, mode: 'approval' })
  return department.addSignup(shift, person, status)
}
const tell = (title: string) =>
  stage.rows(
    `insert into notifications (organization_id, type, title, message, officer_id)
     values ($1, 'assignment_changed', $2, 'It moved to the north door.', $3)`,
    [department.id, title, person.officer_id],
  )
const queued = async () => {
  const databases = await inDatabases(officer.page)
  return (databases['outbox/items'] ?? []) as { call: string }[]
}
const saved = () => officer.page.getByRole('region', { name: 'Saved on this phone' })

test('a note, a claim, a notification read, a withdrawal and an answer to an offer are saved, listed and sent once', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  const { page, context } = officer
  const worked = await addSignup('Bridge patrol', 'confirmed', -300, -60)
  await addRecord(stage, worked)
  const offered = await addSignup('Marathon route', 'confirmed', 4000, 4300)
  await stage.rows(
    `update officer_assignments set status = 'offered', offer_expires_at = now() + interval '1 day' where id = $1`,
    [offered],
  )
  const asked = await addSignup('Stadium gate', 'pending_approval', 2000, 2300)
  await tell('Bridge patrol moved')
  await comeIn(officer, department, person)
  await page.getByRole('button', { name: 'Accept: Marathon route' }).waitFor()
  // Each screen is read once, as on the way to work.
  const go = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await go('History')
  await page.getByRole('button', { name: 'Add note' }).waitFor()
  await go('Available Jobs')
  await page.getByRole('button', { name: /^Mine/ }).click()
  await page.getByRole('link', { name: 'Stadium gate' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('button', { name: 'Mark as read: Bridge patrol moved' }).waitFor()
  await expect.poll(() => isAtRest(page, 'Bridge patrol moved')).toBe(true)
  await installed(page)
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Mark as read: Bridge patrol moved' }).click()
  await saved()
    .getByText(/^Mark as read saved on this phone, \d\d:\d\d\. Sends when you're back online\.$/)
    .waitFor()
  await go('Dashboard')
  await page.getByRole('button', { name: 'Accept: Marathon route' }).click()
  await saved().getByText("2 actions saved on this phone. They'll send when you're back online.").waitFor()
  // In place of the buttons, so that nothing is answered twice.
  await page.getByText(/^Accepted offer saved on this phone, \d\d:\d\d$/).waitFor()
  expect(await page.getByRole('button', { name: /^(Accept|Decline): / }).count()).toBe(0)
  await go('Available Jobs')
  await page.getByRole('button', { name: /^Mine/ }).click()
  await page.getByRole('link', { name: 'Stadium gate' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await saved().getByText("3 actions saved on this phone. They'll send when you're back online.").waitFor()
  await page.getByText(/^Withdrawal saved on this phone, \d\d:\d\d$/).waitFor()
  expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
  await go('History')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Relieved late by the day shift.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await saved().getByText("4 actions saved on this phone. They'll send when you're back online.").waitFor()
  await page.getByRole('button', { name: 'Claim extra time for Bridge patrol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extra time for Bridge patrol' })
  const [end] = await stage.rows<{ clock: string }>(
    `select to_char((ends_at + interval '15 minutes') at time zone 'America/Chicago', 'HH24:MI') as clock
     from officer_assignments where id = $1`,
    [worked],
  )
  await dialog.getByLabel('To', { exact: true }).fill(end?.clock ?? '')
  await dialog.getByLabel(/^Reason/).fill('Held over for the tow truck.')
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await saved().getByText("5 actions saved on this phone. They'll send when you're back online.").waitFor()
  await saved().getByRole('button', { name: 'View' }).click()
  const listed = page.getByRole('dialog', { name: 'Saved on this phone' })
  await expect
    .poll(() => listed.getByRole('listitem').locator('p:first-child').allTextContents())
    .toEqual(['Mark as read', 'Accepted offer', 'Withdrawal', 'Note', 'Extra-time claim'])
  expect(await axeFindings(page)).toEqual([])
  await listed.getByRole('button', { name: 'Close', exact: true }).last().click()

  await context.setOffline(false)
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const [row] = await stage.rows(
    `select (select read from notifications where officer_id = $1 and title = 'Bridge patrol moved') as read,
       (select status from officer_assignments where id = $2) as offer,
       (select status from officer_assignments where id = $3) as asked,
       (select note from attendance where signup_id = $4) as note,
       (select count(*)::int from overtime_requests where officer_id = $1) as claims`,
    [person.officer_id, offered, asked, worked],
  )
  expect(row).toEqual({
    read: true,
    offer: 'confirmed',
    asked: 'withdrawn',
    note: 'Relieved late by the day shift.',
    claims: 1,
  })
  expect(officer.faults).toEqual([])
  await context.close()
})

test('a toast about a saved action goes once that was sent, and any other toast stays', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  for (const [n, title] of ['Bridge patrol', 'Stadium gate'].entries()) {
    const offered = await addSignup(title, 'confirmed', 4000 + n * 1000, 4300 + n * 1000)
    await stage.rows(
      `update officer_assignments set status = 'offered', offer_expires_at = now() + interval '1 day' where id = $1`,
      [offered],
    )
  }
  await tell('Bridge patrol moved')
  await comeIn(officer, department, person, '/notifications')
  await page.getByRole('button', { name: 'Mark as read: Bridge patrol moved' }).click()
  await page.getByRole('button', { name: 'Remove: Bridge patrol moved' }).waitFor()
  await expect.poll(() => isAtRest(page, 'Bridge patrol moved')).toBe(true)
  const toDashboard = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await toDashboard()
  await installed(page)
  // One that fades out is gone.
  const toast = (text: string) => page.locator('[data-sonner-toast][data-removed=false]').filter({ hasText: text })
  const accept = async (title: string) => {
    await context.setOffline(true)
    await page.getByRole('button', { name: `Accept: ${title}` }).click()
    await toast('Saved on this phone').waitFor()
  }
  const send = async () => {
    await context.setOffline(false)
    await expect.poll(queued).toEqual([])
    await saved().waitFor({ state: 'detached' })
  }
  await accept('Bridge patrol')
  // A toast doesn't close by itself while the pointer is on it.
  await toast('Saved on this phone').hover()
  await send()
  await toast('Saved on this phone').waitFor({ state: 'detached' })

  await accept('Stadium gate')
  await page.goBack()
  await page.getByRole('button', { name: 'Remove: Bridge patrol moved' }).click()
  await toast('Failed to clear notifications').hover()
  await send()
  await toast('Failed to clear notifications').waitFor()
  await context.close()
})

test('20 saved presses, the tab closed at the 11th answer and each sent ten times over, count once each', {
  meta: { shows: ['issue 12 outbox', '7 sent later'] },
}, async () => {
  const { context } = officer
  let { page } = officer
  for (let n = 1; n <= 20; n++) await tell(`Moved ${n}`)
  await comeIn(officer, department, person, '/notifications')
  await page
    .getByRole('button', { name: /^Mark as read: / })
    .first()
    .waitFor()
  await installed(page)
  await context.setOffline(true)
  // The list shows the latest 15; one of them is marked six times.
  const marks = page.getByRole('button', { name: /^Mark as read: / })
  const count = await marks.count()
  for (let n = 0; n < 20; n++) {
    await marks.nth(n % count).click()
    await expect.poll(queued).toHaveLength(n + 1)
  }
  let answers = 0
  const effects = new Set<string>()
  let reached = () => {}
  const eleventh = new Promise<void>((resolve) => {
    reached = resolve
  })
  // The line repeats each request ten times; the 11th answer finds no tab.
  const repeat = async (route: Route) => {
    const all = await Promise.all(Array.from({ length: 10 }, () => route.fetch()))
    effects.add((await route.request().headerValue('idempotency-key')) ?? '')
    expect(all.map((one) => one.status())).toEqual(Array.from({ length: 10 }, () => 200))
    answers += 1
    if (answers === 11) return reached()
    await route.fulfill({ response: all[0] as (typeof all)[number] })
  }
  await context.route('**/api/notifications/read', repeat)
  await context.setOffline(false)
  await eleventh
  expect(await queued()).toHaveLength(10)
  await page.close()
  page = await context.newPage()
  officer.page = page
  await page.goto('/notifications')
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  expect(effects.size).toBe(20)
  const done = await stage.rows<{ audited: number }>(
    `select count(*)::int as audited from audit_entries where organization_id = $1 and action = 'notifications.mark_read'
       and actor_user_id = $2`,
    [department.id, person.user_id],
  )
  // A second press on one of them changes nothing.
  expect(done).toEqual([{ audited: count }])
  expect(officer.faults).toEqual([])
  await context.close()
})

for (const [what, block] of [
  [
    'is full',
    () => {
      const full = () => {
        throw new DOMException('No room', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.add = full
      IDBObjectStore.prototype.put = full
    },
  ],
  [
    'is blocked',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Blocked', 'SecurityError')
      }
    },
  ],
] as const)
  test(`a phone whose storage ${what} works with a connection, and says what is missing`, {
    meta: { shows: ['issue 12 stored reads', 'issue 12 outbox'] },
  }, async () => {
    const { page, context } = officer
    const signup = await addSignup('Parking garage', 'confirmed', -10, 300)
    await context.addInitScript(block)
    await comeIn(officer, department, person)
    await page.getByText("This browser isn't storing data.").waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await page.getByText("You're offline").first().waitFor()
    await settled(page)
    expect(await page.getByText(/saved on this phone/).count()).toBe(0)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await page.getByText(/^On duty since/).waitFor()
    expect(await stage.rows('select state from attendance where signup_id = $1', [signup])).toEqual([{ state: 'open' }])
    await context.close()
  })

test('a connection that is lost right after the answer to a check-out leaves the officer checked out', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  const signup = await addSignup('Bridge patrol', 'confirmed', -120, 120)
  await addRecord(stage, signup, true)
  await comeIn(officer, department, person)
  await page.getByText(/^On duty since/).waitFor()
  await expect.poll(() => isAtRest(page, 'Bridge patrol')).toBe(true)
  await installed(page)
  await page.route('**/api/attendance/check-out', async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Check out', exact: true }).click()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  const sent = page.getByText("Sent. Your hours appear here when you're back online.")
  await sent.waitFor()
  // Also on a page that is opened now, from what the phone has stored.
  await page.reload()
  await sent.waitFor()
  expect(await page.getByRole('button', { name: 'Check out', exact: true }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(await queued()).toEqual([])
  // The officer returns before the connection does.
  await page.getByRole('button', { name: 'Check in again' }).click()
  await page.getByText(/^On duty since/).waitFor()
  await page.unroute('**/api/attendance/check-out')
  await context.setOffline(false)
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const rows = await stage.rows(
    `select t.state, (select count(*)::int from attendance_gaps b where b.attendance_id = t.id) as gaps
     from attendance t where t.signup_id = $1`,
    [signup],
  )
  expect(rows).toEqual([{ state: 'open', gaps: 1 }])
  expect(officer.faults).toEqual([])
  await context.close()
})

test('a check-in is noted for the locked screen with the press, before any answer; a refused one is not', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { page, context } = officer
  const signup = await addSignup('Bridge patrol', 'confirmed', -10, 120)
  await comeIn(officer, department, person)
  const check = page.getByRole('button', { name: 'Check in', exact: true })
  const noted = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('running-shift') ?? '{}') as { signup_id?: string }).signup_id)
  const call = '**/api/attendance/check-in'
  await context.route(call, (route) =>
    route.fulfill({
      ...ours(),
      status: 409,
      json: { error: { code: 'no_confirmed_place', message: '', details: {} } },
    }),
  )
  await check.click()
  await page.getByText('Not on this shift').first().waitFor()
  expect(await noted()).toBeUndefined()
  await context.unroute(call)
  // Neither saved nor answered.
  const makeRoom = await page.evaluateHandle(() => {
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    return () => {
      IDBObjectStore.prototype.add = add
    }
  })
  await context.route(call, (route) => route.abort())
  await check.click()
  await page.getByText("Can't reach the server").first().waitFor()
  expect(await noted()).toBeUndefined()
  await context.unroute(call)
  await makeRoom.evaluate((make) => make())
  // The line hangs, and the phone closes the page.
  let reached: () => void = () => undefined
  const sent = new Promise<void>((resolve) => (reached = resolve))
  await context.route(call, () => reached())
  await check.click()
  await sent
  expect(await noted()).toBe(signup)
  await context.close()
})

test('a network that answers in the server’s place ends no session; what waits is sent soon after the server is back', {
  meta: { shows: ['issue 12 outbox', 'issue 12 stored reads'] },
}, async () => {
  const { page, context } = officer
  await addSignup('Bridge patrol', 'confirmed', -10, 120)
  await page.clock.install()
  await comeIn(officer, department, person)
  await page.getByRole('button', { name: 'Check in', exact: true }).waitFor()
  await expect.poll(() => isAtRest(page, 'Bridge patrol')).toBe(true)
  await installed(page)
  let tries = 0
  await context.route('**/api/**', (route) => {
    if (route.request().url().endsWith('/check-in')) tries += 1
    return route.fulfill({ status: 401, body: 'Sign in to our Wi-Fi' })
  })
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  const onDuty = page.getByText(/^On duty since/)
  await onDuty.waitFor()
  await page.reload()
  await onDuty.waitFor()
  await page.getByText(/^Can't reach the server\. Last updated/).waitFor()
  // Each try waits twice as long as the one before.
  for (let n = 0; n < 5; n++) {
    const before = tries
    // Until the next try is due: its timer starts once the last one has failed.
    const goOn = async () => {
      await page.clock.fastForward(61_000)
      return tries
    }
    await expect.poll(goOn, { interval: 2000 }).toBeGreaterThan(before)
  }
  await context.unroute('**/api/**')
  // The stream's own next try is at most ten seconds away, the outbox's up to a minute: it is sent with the stream.
  await page.clock.fastForward(10_000)
  await expect.poll(queued).toEqual([])
  // A server that is too busy.
  await context.route('**/api/**', (route) =>
    route.fulfill({ ...ours(), status: 503, json: { error: { code: 'busy', message: '', details: {} } } }),
  )
  await page.reload()
  await onDuty.waitFor()
  await page.getByRole('button', { name: 'Check out', exact: true }).waitFor()
  await context.close()
})

test('a check-out that waits is still shown when the session ends before it is sent', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { page, context } = officer
  const signup = await addSignup('Bridge patrol', 'confirmed', -120, 120)
  await addRecord(stage, signup, true)
  await page.clock.install()
  await comeIn(officer, department, person)
  await page.getByText(/^On duty since/).waitFor()
  await installed(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Check out', exact: true }).click()
  await page.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  // Opened again: the stored read still has the officer on duty.
  await page.reload()
  await page.getByText(/^Checked out at/).waitFor()
  await page.clock.fastForward(31 * 60_000)
  const locked = page.getByRole('region', { name: 'Shift in progress' })
  await locked.getByText(/^Check-out saved on this phone, \d\d:\d\d$/).waitFor()
  expect(await locked.getByRole('button').count()).toBe(0)
  await context.setOffline(false)
  await comeIn(officer, department, person)
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('running-shift'))).toBeNull()
  await context.close()
})

/** On duty on a shift that has just ended, which an admin makes longer as the check-out arrives. */
const leaves = async (answer: (route: Route, tries: number) => Promise<number>) => {
  const { page } = officer
  const signup = await addSignup('Bridge patrol', 'confirmed', -120, -1)
  await addRecord(stage, signup, true)
  await comeIn(officer, department, person)
  await page.getByText(/^On duty since/).waitFor()
  const tries: { at: number; status: number }[] = []
  await page.route('**/api/attendance/check-out', async (route) => {
    const at = Date.now()
    if (tries.length === 0)
      for (const [table, id] of [
        ['assignments', 'assignment_id'],
        ['posts', 'post_id'],
        ['officer_assignments', 'id'],
      ] as const)
        await stage.rows(
          `update ${table} set ends_at = ends_at + interval '3 hours' where id = (select ${id} from officer_assignments where id = $1)`,
          [signup],
        )
    tries.push({ at, status: await answer(route, tries.length) })
  })
  await page.getByRole('button', { name: 'Check out', exact: true }).click()
  const record = async () => {
    const [row] = await stage.rows<{ at: Date; state: string; is_early: boolean }>(
      `select t.checked_out_at as at, t.state, t.checked_out_at < s.ends_at - interval '5 minutes' as is_early
       from attendance t join officer_assignments s on s.id = t.signup_id where s.id = $1`,
      [signup],
    )
    return row
  }
  return { tries, record }
}

test('a check-out of a shift that an admin has just made longer counts from its press if its answer is lost, for the review', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  const { tries, record } = await leaves(async (route, before) => {
    const response = await route.fetch()
    await (before === 0 ? route.abort() : route.fulfill({ response }))
    return response.status()
  })
  await page.getByText(/^Checked out at/).waitFor()
  await expect.poll(queued, { timeout: 60_000 }).toEqual([])
  await expect.poll(async () => (await record())?.state).toBe('submitted')
  const row = await record()
  expect(row?.is_early).toBe(true)
  // The press, not its arrival.
  expect(Math.abs(Number(row?.at) - Number(tries[0]?.at))).toBeLessThan(3000)
  expect([tries[0]?.status, tries[1]?.status, tries.at(-1)?.status]).toEqual([409, 409, 200])
  await context.close()
})

test('such a check-out is asked about if its answer arrives', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  const { page, context } = officer
  const { record } = await leaves(async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response })
    return response.status()
  })
  const question = page.getByRole('alertdialog', { name: /^Check out 2 h 5\d min early\?$/ })
  await question.waitFor()
  expect([await record(), await queued()]).toMatchObject([{ state: 'open' }, []])
  await question.getByRole('button', { name: /^Check out at/ }).click()
  await page.getByText(/^Checked out at/).waitFor()
  await expect.poll(record).toMatchObject({ state: 'submitted', is_early: true })
  await context.close()
})

test('a saved action can be deleted before it is sent; a check-in can’t', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { page, context } = officer
  const offered = await addSignup('Marathon route', 'confirmed', 4000, 4300)
  await stage.rows(
    `update officer_assignments set status = 'offered', offer_expires_at = now() + interval '1 day' where id = $1`,
    [offered],
  )
  await addSignup('Bridge patrol', 'confirmed', -10, 120)
  await comeIn(officer, department, person)
  const decline = page.getByRole('button', { name: 'Decline: Marathon route' })
  await decline.waitFor()
  await expect.poll(() => isAtRest(page, 'Marathon route')).toBe(true)
  await installed(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Accept: Marathon route' }).click()
  await page.getByText(/^Accepted offer saved on this phone, \d\d:\d\d$/).waitFor()
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await page.getByText(/^On duty since/).waitFor()
  await saved().getByRole('button', { name: 'View' }).click()
  const listed = page.getByRole('dialog', { name: 'Saved on this phone' })
  await listed.getByText('Check-in', { exact: true }).waitFor()
  await listed.getByRole('button', { name: 'Delete: Accepted offer' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete "Accepted offer"?' })
  await question.getByText(/It won't be sent\. If it already reached the server, it counts\.$/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await queued()).toHaveLength(2)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(queued).toMatchObject([{ call: 'attendance.check_in' }])
  await question.waitFor({ state: 'hidden' })
  await listed.getByRole('button', { name: 'Delete: Accepted offer' }).waitFor({ state: 'detached' })
  expect(await listed.getByRole('button', { name: /^(Delete|Remove): / }).count()).toBe(0)
  await listed.getByRole('button', { name: 'Close', exact: true }).last().click()
  // The offer can be answered otherwise.
  await decline.waitFor()
  await context.setOffline(false)
  await expect.poll(queued, { timeout: 30_000 }).toEqual([])
  const [row] = await stage.rows('select status from officer_assignments where id = $1', [offered])
  expect(row).toEqual({ status: 'offered' })
  expect(officer.faults).toEqual([])
  await context.close()
})
