import type { Request, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import { extendSession, getSession } from '#features/sessions/contract.ts'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  openBrowser,
  password,
  type Stage,
  signIn,
  startStage,
  tellScreens,
  withCode,
} from '../actors.ts'

/** Nobody is there any more: warned, extended, ended, in every tab, whatever the timers of the device say. The minutes pass by
 * moving what the server has seen last, and the device's clock with it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Quiet Falls Police')
})
beforeEach(async () => {
  person = await department.addPerson(`Officer ${crypto.randomUUID().slice(0, 6)}`, 'officer')
  officer = await openBrowser(stage)
  followCalls()
  await officer.page.clock.install()
  await signIn(officer, department, person)
  await officer.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  onTestFailed(() => tellScreens({ officer }))
})
afterAll(() => stage.close())

/** Calls that were sent and have no answer yet; the stream, which stays open, apart. */
const underWay = new Set<Request>()
const followCalls = () => {
  underWay.clear()
  const isCall = (request: Request) => /^\/api\/(?!live$)/.test(new URL(request.url()).pathname)
  officer.context.on('request', (request) => isCall(request) && underWay.add(request))
  officer.context.on('requestfinished', (request) => underWay.delete(request))
  officer.context.on('requestfailed', (request) => underWay.delete(request))
}

/**
 * The server's clock moves by what `move` writes, then the clocks of the tabs by `minutes`; what is asked in between is asked after both,
 * and what was asked before is answered before.
 */
const together = async (move: () => Promise<unknown>, minutes: number) => {
  let go = () => {}
  const moved = new Promise<void>((resolve) => {
    go = resolve
  })
  const held = new Set<Request>()
  const wait = async (route: Route) => {
    held.add(route.request())
    await moved
    await route.fallback()
  }
  await officer.context.route('**/api/**', wait)
  await expect.poll(() => [...underWay].filter((one) => !held.has(one)).map((one) => one.url())).toEqual([])
  await move()
  // One clock for every tab of the browser.
  await officer.page.clock.fastForward(minutes * 60_000)
  go()
  await officer.context.unroute('**/api/**', wait)
}
/** So much time has gone by since the person did something: on the server, and on the clocks of the tabs, `since` they moved last. */
const idle = (minutes: number, since = minutes) =>
  together(
    () =>
      stage.rows(
        `update sessions set last_seen_at = now() - make_interval(secs => $2) where user_id = $1 and ended_at is null`,
        [person.user_id, minutes * 60],
      ),
    since,
  )
const seenAgo = async () =>
  (
    await stage.rows<{ seconds: number }>(
      `select extract(epoch from now() - last_seen_at)::float as seconds from sessions where user_id = $1 and ended_at is null`,
      [person.user_id],
    )
  )[0]?.seconds ?? -1
const openTab = async (path: string) => {
  const page = await officer.context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(path)
  return page
}
const warning = (page: Actor['page']) => page.getByText('Session Warning', { exact: true })
const expired = (page: Actor['page']) => page.getByText('You have been logged out due to inactivity.')

test('[issue 3.11] [8 Session Warning] [8 Extend Session] [8 Session Extended] warned five minutes before, extended by one press, in all tabs', async () => {
  const { page } = officer
  const tabs = [page, await openTab('/officer/assignments'), await openTab('/officer/history')]
  for (const tab of tabs) await tab.getByRole('heading', { level: 1 }).waitFor()
  await idle(24.9)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await warning(page).count()).toBe(0)
  await idle(25.1, 0.2)
  for (const tab of tabs) await warning(tab).waitFor()
  await page.getByText('You will be logged out in 5 minutes due to inactivity.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // Where ten seconds went by meanwhile the strip has one, too.
  await page.getByRole('button', { name: 'Extend Session' }).first().click()
  await page.getByText('Session Extended', { exact: true }).waitFor()
  for (const tab of tabs) await warning(tab).waitFor({ state: 'detached' })
  // 26 minutes ago it was, and a moment ago it is.
  expect(await seenAgo()).toBeLessThan(60)
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] [9 session toast] the toast goes after ten seconds, the way to stay does not', async () => {
  const { page } = officer
  await idle(28.5)
  await warning(page).waitFor()
  await page.clock.runFor(11_000)
  await warning(page).waitFor({ state: 'detached' })
  await page.getByText('You will be logged out in 2 minutes.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Extend Session' }).click()
  await page.getByText('Session Extended', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Extend Session' }).waitFor({ state: 'detached' })
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] [8 Session Expired] [8 You have been logged out due to in] a laptop that slept shows nothing of the old screen, in no tab, and what was typed waits', async () => {
  const { page } = officer
  const form = await openTab('/officer/profile')
  await form.getByRole('heading', { level: 1 }).waitFor()
  await form.evaluate(() => sessionStorage.setItem('draft:kept', '{"note":"half a sentence"}'))
  await idle(31)
  for (const tab of [page, form]) {
    await tab.waitForURL(`**/${department.subdomain}/login?next=*`)
    await expired(tab).waitFor()
    await tab.getByText('Session Expired', { exact: true }).waitFor()
    expect(await tab.getByText(person.name).count()).toBe(0)
    expect(await tab.evaluate(() => [localStorage.getItem('app_config'), localStorage.getItem('shell')])).toEqual([
      null,
      null,
    ])
  }
  // It does not go before the person is back.
  await form.clock.runFor(120_000)
  await expired(form).waitFor()
  expect(await form.evaluate(() => sessionStorage.getItem('draft:kept'))).toContain('half a sentence')
  await form.getByLabel('E-mail').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await form.waitForURL('**/officer/profile')
  await expired(form).waitFor({ state: 'detached' })
  expect(await form.evaluate(() => sessionStorage.getItem('draft:kept'))).toContain('half a sentence')
  // The other tab follows the new session.
  await page.waitForURL('**/officer/dashboard')
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] [8 Session Expired] whoever meets the end first, inactivity is what is said: a call, another tab, a page that is opened again', async () => {
  const { page } = officer
  const other = await openTab('/officer/profile')
  await other.getByRole('heading', { level: 1 }).waitFor()
  // The clock of the device knows nothing of it.
  await stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    person.user_id,
  ])
  // Unless a call that was under way has met it before.
  await Promise.any([page.getByRole('link', { name: 'History', exact: true }).click(), expired(page).waitFor()])
  for (const tab of [page, other]) {
    await expired(tab).waitFor()
    await tab.waitForURL(`**/${department.subdomain}/login?next=*`)
  }
  const again = await openTab('/officer/history')
  await again.waitForURL(/next=%2Fofficer%2Fhistory/)
  await expired(again).waitFor()
  await signIn({ ...officer, page: again }, department, person)
  await expired(again).waitFor({ state: 'detached' })
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] a form that was half filled in when the session ended is as it was after the next sign-in', async () => {
  const admin = await department.addPerson(`Admin ${person.name}`, 'admin')
  const desk = await openBrowser(stage)
  const { page } = desk
  await page.clock.install()
  await signIn(desk, department, admin)
  await page.getByRole('link', { name: 'New assignment' }).first().click()
  await page.getByLabel('Title').fill('Half a shift')
  await stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    admin.user_id,
  ])
  await page.clock.fastForward(31 * 60_000)
  await expired(page).waitFor()
  expect(await page.getByText('Half a shift').count()).toBe(0)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await withCode(stage, admin.email, async (code) => {
    await page.getByLabel('Code').fill(code ?? '')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/admin/assignments/new')
  })
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a shift')
  expect(desk.faults).toEqual([])
  await desk.context.close()
  await officer.context.close()
})

test('[issue 3.12] [4 context delay] the organization is loaded 100 ms after the route has changed, neither sooner nor later', async () => {
  // Without a stream: one that opens brings who is signed in, too.
  const reader = await openBrowser(stage)
  const { page } = reader
  await page.route('**/api/live', (route) => route.abort())
  await page.clock.install()
  await signIn(reader, department, person)
  await page.getByRole('link', { name: 'History', exact: true }).waitFor()
  // From here on the clock of the page stands still but for what it is told.
  await page.clock.pauseAt(Date.now() + 2000)
  await page.evaluate((path) => {
    const { fetch } = window
    const counted = window as unknown as { asked: number }
    counted.asked = 0
    window.fetch = (to, how) => {
      if (new URL(String(to), window.location.href).pathname === path) counted.asked += 1
      return fetch(to, how)
    }
    // What is known grows stale while nobody looks: the guard asks for itself, but only for who is there.
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  }, getSession.path)
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await page.clock.runFor(1500)
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'))
  expect(await asked()).toBe(0)
  const there = page.getByRole('link', { name: 'History', exact: true })
  await there.click()
  await expect.poll(() => there.getAttribute('aria-current')).toBe('page')
  // What React does after it has drawn is done, too.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(null)
      }),
  )
  await page.clock.runFor(99)
  expect(await asked()).toBe(0)
  await page.clock.runFor(1)
  expect(await asked()).toBe(1)
  await page.clock.runFor(900)
  expect(await asked()).toBe(1)
  expect(reader.faults).toEqual([])
  await reader.context.close()
  await officer.context.close()
})

test('[issue 3.11] twelve hours after the sign-in the warning has no way to stay', async () => {
  const { page } = officer
  const begun = (ago: string) =>
    stage.rows(`update sessions set created_at = now() - $2::interval where user_id = $1`, [person.user_id, ago])
  await together(() => begun('11 hours 57 minutes'), 1)
  await warning(page).waitFor()
  await page.getByText('Your session ends in 3 minutes: it lasts 12 hours at most.').waitFor()
  expect(await page.getByRole('button', { name: 'Extend Session' }).count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await together(() => begun('12 hours'), 4)
  await page.getByText('A session lasts 12 hours at most. Sign in again to go on.').waitFor()
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] what was typed by one person is not there for the next one at the same machine', async () => {
  const { page } = officer
  await page.evaluate(() => sessionStorage.setItem('draft:kept', '{"note":"mine"}'))
  await idle(31)
  await expired(page).waitFor()
  await signIn(officer, department, await department.addPerson('Officer Next', 'officer'))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('draft:kept'))).toBeNull()
  await officer.context.close()
})

test('[issue 3.11] the clock of the server decides: a device that runs ahead ends nothing, input is told once a minute', async () => {
  const { page } = officer
  // The device believes that 40 minutes went by; the server knows better.
  await page.clock.fastForward(40 * 60_000)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-veiled'))).toBe(false)
  expect(await expired(page).count()).toBe(0)
  let beats = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === extendSession.path) beats += 1
  })
  const told = () =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === extendSession.path && answer.ok())
  await idle(26)
  await warning(page).waitFor()
  // What was asked before the input is answered before it: it would say what held then.
  await expect.poll(() => underWay.size).toBe(0)
  // Any real input moves the end, without a word; a second one within the minute is not told.
  await Promise.all([told(), page.keyboard.press('ArrowDown')])
  await warning(page).waitFor({ state: 'detached' })
  // 26 minutes ago it was, and a moment ago it is.
  expect(await seenAgo()).toBeLessThan(60)
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  // What a page does by itself is no input.
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })))
  expect(beats).toBe(1)
  await idle(2)
  await Promise.all([told(), page.mouse.wheel(0, 50)])
  expect(beats).toBe(2)
  expect(officer.faults).toEqual([])
  await officer.context.close()
})

test('[issue 3.11] without a connection the known clock decides, and nothing of the screen stays', async () => {
  const { page, context } = officer
  await context.setOffline(true)
  await page.clock.fastForward(31 * 60_000)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'detached' })
  await expired(page).waitFor()
  expect(await page.getByText(person.name).count()).toBe(0)
  await context.close()
})
