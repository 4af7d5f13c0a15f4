import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, addRecord, comeIn, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { inDatabases, installed } from '../at-rest.ts'
import { password, type Stage, startStage } from '../stage.ts'

/** What an officer pressed is named wherever it waits, and a thumb that taps on presses nothing else (docs/decisions/0306). */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let ana: Awaited<ReturnType<typeof department.addPerson>>
let ben: Awaited<ReturnType<typeof department.addPerson>>
let officer: Actor
const shows = { meta: { shows: ['issue 12 locked'] } }

beforeAll(async () => {
  stage = await startStage()
})
beforeEach(async () => {
  department = await makeDepartment(stage)
  ana = await department.addPerson('Ana Reyes', 'officer')
  ben = await department.addPerson('Ben Cho', 'officer')
  officer = await openBrowser(stage, phone, { installed: true })
})
afterAll(() => stage.close())

const button = (name: string | RegExp) => officer.page.getByRole('button', { name, exact: true })
/** A shift in minutes from now, on which Ana is on duty if `on`; her dashboard shows it. */
const open = async (from: number, to: number, on: boolean) => {
  const signup = await department.addSignup(
    await department.addShift({ title: 'Parking garage', from, to, mode: 'first_come' }),
    ana,
    'confirmed',
  )
  if (on) await addRecord(stage, signup, true)
  await officer.page.clock.install()
  await comeIn(officer, department, ana)
  await button(on ? 'Check out' : 'Check in').waitFor()
  await installed(officer.page)
  return signup
}
/** A check-in without a connection. */
const saveCheckIn = async () => {
  await open(-10, 400, false)
  await officer.context.setOffline(true)
  await button('Check in').click()
  await officer.page.getByText(/^Check-in saved on this phone, /).waitFor()
}
/** With a connection again: what was saved is sent with the sign-in, and not before it. */
const openSignIn = async () => {
  await officer.page.goto('about:blank')
  await officer.context.setOffline(false)
  await officer.page.goto(`${stage.base}/${department.subdomain}/login`)
}
const queued = async () =>
  (((await inDatabases(officer.page))['outbox/items'] ?? []) as { call: string }[]).map(({ call }) => call)
const states = () =>
  stage.rows('select state from attendance where organization_id = $1 order by checked_in_at', [department.id])
const lapse = () =>
  stage.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [ana.user_id])
const giveNotice = async () => {
  await stage.rows(
    `insert into sign_in_notices (organization_id, version, text) values ($1, 1, 'A restricted system.')`,
    [department.id],
  )
  await stage.rows('update organizations set notice_version = 1 where id = $1', [department.id])
}
const signInHere = async ({ email }: { email: string }) => {
  await officer.page.getByLabel('Email').fill(email)
  await officer.page.getByLabel('Password', { exact: true }).fill(password)
  await button('Sign In').click()
}
const signOutHere = async () => {
  await button(/^Account:/).click()
  await officer.page.getByRole('menuitem', { name: 'Log out' }).click()
  await officer.page.getByLabel('Email').waitFor()
}
test('a check-out that waits for the acceptance of a new notice says so, and counts with it', shows, async () => {
  const { page, context, faults } = officer
  const signup = await open(-120, -1, true)
  // The phone slept as the notice came: it reads nothing until the press, which is the first to hear of it.
  const press = page.waitForRequest((request) => request.method() === 'POST')
  await context.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/live')) return route.abort()
    if (route.request().method() === 'GET') await press
    return route.continue()
  })
  await giveNotice()
  await button('Check out').click()
  await page.getByText(/^Check-out, \d\d:\d\d\. Sends once you accept the notice\.$/).waitFor()
  await page.getByRole('heading', { name: 'Notice', exact: true }).waitFor()
  await page.clock.fastForward(10_000)
  const strip = page.getByRole('region', { name: 'Saved on this phone' })
  await strip.getByText(/^Check-out saved on this phone, \d\d:\d\d\. Sends once you accept the notice\.$/).waitFor()
  await page.reload()
  await strip.waitFor()
  await button('I accept').click()
  await expect.poll(states).toEqual([{ state: 'submitted' }])
  await expect.poll(queued).toEqual([])
  expect(signup).toBeTruthy()
  expect(faults).toEqual([])
  await context.close()
})

test('an officer who meets a notice without a connection can check out beside it', shows, async () => {
  const { page, context } = officer
  await open(-120, -1, true)
  await giveNotice()
  await page.reload()
  await page.getByRole('heading', { name: 'Notice', exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByText(/^You can check out now\. .* sent once you accept the notice\.$/).waitFor()
  await button('Check out').click()
  await page.getByText(/^Accept the notice by .* so that it counts\./).waitFor()
  // Its officer is signed in: nobody else has to be told.
  expect(await page.evaluate(() => localStorage.getItem('locked-out'))).toBe(null)
  await context.setOffline(false)
  await button('I accept').click()
  await expect.poll(states).toEqual([{ state: 'submitted' }])
  await context.close()
})

test(
  'the sign-in page names a press that was saved as the phone died, before its notes reached the disk',
  shows,
  async () => {
    const { page, context } = officer
    await saveCheckIn()
    await page.evaluate(() => ['waits-here', 'running-shift'].map((key) => localStorage.removeItem(key)))
    await lapse()
    await openSignIn()
    await page
      .getByRole('region', { name: 'Saved on this phone' })
      .getByText(/^Check-in, /)
      .waitFor()
    await signInHere(ana)
    await expect.poll(states).toEqual([{ state: 'open' }])
    await context.close()
  },
)

test(
  'the sign-in page names what waits once a slow phone has opened its storage, and says “On duty” of nothing before',
  shows,
  async () => {
    const { page, context } = officer
    await saveCheckIn()
    await page.evaluate(() => {
      const note = JSON.parse(localStorage.getItem('running-shift') ?? '{}')
      localStorage.setItem('running-shift', JSON.stringify({ ...note, unsure: true }))
    })
    await lapse()
    await page.addInitScript(() => {
      const { addEventListener } = IDBRequest.prototype
      // From the first opening on: a busy machine may take longer to get there than the phone takes to open.
      let first: number | null = null
      IDBRequest.prototype.addEventListener = function (this: IDBRequest, type: string, heard: EventListener) {
        const opens = this instanceof IDBOpenDBRequest && type === 'success'
        if (opens) first ??= performance.now()
        const late = opens && performance.now() < (first ?? 0) + 4000
        addEventListener.call(this, type, late ? (event) => setTimeout(heard, 4000, event) : heard)
      } as typeof addEventListener
    })
    await openSignIn()
    await page.getByText(/^Check-in pressed at .* not confirmed$/).waitFor()
    const named = page.getByRole('region', { name: 'Saved on this phone' }).getByText(/^Check-in, /)
    await named.waitFor({ timeout: 60_000 })
    expect(await page.getByText(/^On duty since/).count()).toBe(0)
    await signInHere(ana)
    await expect.poll(states).toEqual([{ state: 'open' }])
    await context.close()
  },
)

test('the sign-in page of a shared phone names what waits, also after the next officer', shows, async () => {
  const { page, context } = officer
  await open(-120, -1, true)
  await context.setOffline(true)
  await button('Check out').click()
  await page.getByText(/^Checked out at/).waitFor()
  await lapse()
  await context.setOffline(false)
  await page.getByText(/^Check-out saved on this phone, /).waitFor()
  await signInHere(ben)
  await page.getByText('No confirmed shifts').waitFor()
  await signOutHere()
  const waits = page.getByRole('region', { name: 'Saved on this phone' })
  await waits.getByText(/^Check-out, /).waitFor()
  await waits.getByText('Will be sent when the officer who saved it signs in here.').waitFor()
  expect(await page.locator('body').textContent()).not.toContain('Reyes')
  await signInHere(ana)
  await expect.poll(states).toEqual([{ state: 'submitted' }])
  await signOutHere()
  // The page has read the device before this does.
  await expect.poll(queued).toEqual([])
  await settled(page)
  expect(await waits.count()).toBe(0)
  await context.close()
})

test(
  'an officer who removes their own data from a shared phone leaves the note of what another one saved',
  shows,
  async () => {
    const { page, context } = officer
    await open(-5, 120, false)
    await context.setOffline(true)
    await button('Check in').click()
    await page.getByText(/^On duty since/).waitFor()
    await lapse()
    await context.setOffline(false)
    const waits = page.getByRole('region', { name: 'Saved on this phone' })
    await waits.waitFor()
    await signInHere(ben)
    await page.getByText('No confirmed shifts').waitFor()
    await page.goto('/officer/profile?tab=device')
    await button('Remove from this device').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and sign out' }).click()
    await waits.getByText(/^Check-in, /).waitFor()
    await context.close()
  },
)

test('the sign-in page names a check-in that waits', shows, async () => {
  const { page, context } = officer
  await open(-5, 120, false)
  await context.setOffline(true)
  await button('Check in').click()
  await page.getByText(/^On duty since/).waitFor()
  await lapse()
  await context.setOffline(false)
  await page
    .getByRole('region', { name: 'Saved on this phone' })
    .getByText(/^Check-in, /)
    .waitFor()
  await context.close()
})

test(
  'an officer who took another one’s check-out is told of it, also once its owner has signed in',
  shows,
  async () => {
    const { page, context } = officer
    await open(-120, -1, true)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('running-shift'))).toContain(ana.user_id)
    await lapse()
    await page.clock.fastForward(31 * 60_000)
    await button('Check out').click()
    await page.getByText(/^Check-out saved on this phone/).waitFor()
    await signInHere(ana)
    await expect.poll(states).toEqual([{ state: 'submitted' }])
    const told = page.getByRole('region', { name: "Another officer's check-out" })
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await expect.poll(queued).toEqual([])
    await settled(page)
    expect(await told.count()).toBe(0)
    await signOutHere()
    await signInHere(ben)
    await told.waitFor()
    await context.close()
  },
)

for (const lost of [false, true])
  test(
    `a thumb that taps on checks in to nothing while the answer to a check-out is ${lost ? 'lost' : 'slow'}`,
    shows,
    async () => {
      const { page, context } = officer
      await open(-300, -3, true)
      const next = await department.addShift({ title: 'Court door', from: 8, to: 240, mode: 'approval' })
      await department.addSignup(next, ana, 'confirmed')
      await page.getByText('Court door').first().waitFor()
      const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await context.route('**/api/attendance/check-out', async (route) => {
        await sent.promise
        const response = await route.fetch()
        await answered.promise
        await (lost ? route.abort() : route.fulfill({ response }))
      })
      const box = await button('Check out').boundingBox()
      if (!box) throw new Error('no check-out on screen')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2] as const
      await page.evaluate(() => {
        document.addEventListener('click', ({ target }) => {
          const met = target instanceof Element ? target.closest('button')?.textContent : undefined
          if (met === 'Check in') document.documentElement.dataset.met = met
        })
      })
      await page.touchscreen.tap(x, y)
      // The thumb has rested. The live stream shows what has become of the press before its answer comes.
      await page.clock.fastForward(1500)
      sent.resolve()
      await expect.poll(() => button('Check in').isEnabled()).toBe(true)
      const under = await button('Check in').boundingBox()
      expect(under && under.y <= y && y <= under.y + under.height).toBe(true)
      await page.touchscreen.tap(x, y)
      await page.clock.fastForward(1300)
      await page.touchscreen.tap(x, y)
      answered.resolve()
      await expect.poll(queued).toEqual(lost ? ['attendance.check_out'] : [])
      await page.touchscreen.tap(x, y)
      expect(await states()).toEqual([{ state: 'submitted' }])
      expect(await page.evaluate(() => document.documentElement.dataset.met)).toBeUndefined()
      await context.close()
    },
  )

test('a check-in whose page was closed before it was saved is not called one', shows, async () => {
  const { page, context } = officer
  await open(-5, 120, false)
  // The note is made, and the page is gone.
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key: string, value: string) {
      setItem.call(this, key, value)
      if (key === 'running-shift') location.replace('about:blank')
    }
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('Gone', 'AbortError')
    }
  })
  await context.setOffline(true)
  await button('Check in').click()
  await page.waitForURL('about:blank')
  await context.setOffline(false)
  await lapse()
  await page.goto('/officer/dashboard')
  await page.getByText(/^Check-in pressed at \d\d:\d\d, not confirmed$/).waitFor()
  expect(await button('Check out').count()).toBe(0)
  expect([await queued(), await states()]).toEqual([[], []])
  await context.close()
})

test('on the page of the next shift, the shift before is checked out of first', shows, async () => {
  const { page, context } = officer
  await open(-300, -3, true)
  const next = await department.addShift({ title: 'Court door', from: 8, to: 240, mode: 'approval' })
  await department.addSignup(next, ana, 'confirmed')
  await page.goto(`/officer/assignments/${next.assignment_id}`)
  await button('Check in').waitFor()
  await context.setOffline(true)
  await expect.poll(() => button('Check in').isDisabled()).toBe(true)
  await page.getByText('Check out of your other shift first').first().waitFor({ state: 'attached' })
  await context.close()
})

test('a shift that was left early offers no way back while its officer is on the next one', shows, async () => {
  const { page, context } = officer
  const signup = await open(-120, 20, true)
  const next = await department.addShift({ title: 'Court door', from: 20, to: 240, mode: 'approval' })
  await department.addSignup(next, ana, 'confirmed')
  await page.reload()
  await button('Check out').click()
  await button(/^Check out at/).click()
  await button(/^Undo/).waitFor()
  // The thumb has rested.
  await page.clock.fastForward(3000)
  await button('Check in').click()
  await page
    .getByRole('region', { name: 'Court door' })
    .getByText(/^On duty since/)
    .waitFor()
  const left = page.getByRole('region', { name: 'Parking garage' })
  await expect.poll(() => left.getByRole('button', { name: 'Check in again' }).isDisabled()).toBe(true)
  await left.getByText('Check out of Court door first').first().waitFor({ state: 'attached' })
  expect(await button(/^Undo/).count()).toBe(0)
  const [first] = await stage.rows<{ id: string }>(
    'select assignment_id as id from officer_assignments where id = $1',
    [signup],
  )
  await page.goto(`/officer/assignments/${first?.id}`)
  await expect.poll(() => button('Check in again').isDisabled()).toBe(true)
  await context.close()
})

test(
  'from a shift that was moved later while the officer was there, the sign-in page lets them check out',
  shows,
  async () => {
    const { page, context } = officer
    const signup = await open(-120, 240, true)
    await stage.rows(
      `update attendance set begun_at = scheduled_starts_at, scheduled_starts_at = now() + interval '1 hour' where signup_id = $1`,
      [signup],
    )
    await stage.rows(`update officer_assignments set starts_at = now() + interval '1 hour' where id = $1`, [signup])
    await page.reload()
    await button('Check out').waitFor()
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('running-shift') ?? '{}').counts as unknown))
      .toBe(true)
    await lapse()
    await page.reload()
    await button('Check out').click()
    await button(/^Check out at/).click()
    await page.getByText(/^Check-out saved on this phone/).waitFor()
    await signInHere(ana)
    await expect.poll(states).toEqual([{ state: 'submitted' }])
    await context.close()
  },
)

test(
  'hours that an admin approves while the shift goes on stay on the dashboard, without a way back',
  shows,
  async () => {
    const { page, context } = officer
    const signup = await open(-120, 240, true)
    await button('Check out').click()
    await button(/^Check out at/).click()
    await button(/^Undo/).waitFor()
    const boss = await department.addPerson('Sergeant Shaw', 'admin')
    await stage.rows(
      `update attendance set state = 'approved', decided_by = $2, decided_at = now() where signup_id = $1`,
      [signup, boss.officer_id],
    )
    await stage.rows(`update officer_assignments set status = 'worked' where id = $1`, [signup])
    await page.reload()
    await page.getByText(/^An admin has reviewed these hours\. If you go back on duty, ask/).waitFor()
    expect(await button('Check in again').count()).toBe(0)
    await context.close()
  },
)
