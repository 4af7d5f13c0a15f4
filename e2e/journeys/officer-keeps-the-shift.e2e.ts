import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A tired officer taps too fast: no accidental tap ends the shift. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let actor: Actor
beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  const officer = await department.addPerson('Officer 12', 'officer')
  const shift = await department.addShift({ title: 'Stadium gate', from: -20, to: 260, mode: 'first_come', places: 2 })
  await department.addSignup(shift, officer, 'confirmed')
  await stage.rows('update assignments set location_lat = 41.8781, location_lng = -87.6298, location_radius_m = 150')
  actor = await openBrowser(stage, phone)
  await actor.context.grantPermissions(['geolocation'])
  await actor.context.setGeolocation({ latitude: 41.9187, longitude: -87.6298, accuracy: 12 })
  await comeIn(actor, department, officer)
})
afterAll(async () => {
  await actor?.context.close()
  await stage.close()
})

const card = () => actor.page.getByRole('region', { name: 'Stadium gate' })
/** Above the bottom bar. */
const bar = () => actor.page.getByRole('region', { name: 'Next step' })
const records = () =>
  stage.rows<{ state: string; checked_out_at: Date | null }>('select state, checked_out_at from attendance')
/** Acts as if the minutes had passed. */
const later = (minutes: number) =>
  stage.rows(
    `with gaps as (update attendance_gaps set left_at = left_at - $1 * interval '1 minute', back_at = back_at - $1 * interval '1 minute')
     update attendance set checked_in_at = checked_in_at - $1 * interval '1 minute',
       checked_out_at = checked_out_at - $1 * interval '1 minute'`,
    [minutes],
  )
const clean = async () => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(await actor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(actor.faults).toEqual([])
}

test('two taps on Check in, 0.7 s apart, do not end the shift', async () => {
  const { page } = actor
  const button = bar().getByRole('button', { name: 'Check in' })
  await card().getByText('Your location is read once, when you check in.').waitFor()
  const box = await button.boundingBox()
  if (!box) throw new Error('no place to press')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // Real time on purpose, here and below: the answer, the redraw and the browser's own double tap run beside the page's clock.
  await page.touchscreen.tap(x, y)
  await new Promise((resolve) => setTimeout(resolve, 700))
  await page.touchscreen.tap(x, y)
  await card()
    .getByText(/^On duty since/)
    .waitFor()
  // Tap again once the screen has settled: there is nothing to press there now.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await page.touchscreen.tap(x, y)
  // The result is where the button was.
  await bar().getByText('Checked in', { exact: true }).waitFor()
  const result = await bar().getByText('Checked in', { exact: true }).boundingBox()
  expect(Math.abs((result?.y ?? 0) + (result?.height ?? 0) / 2 - y)).toBeLessThan(12)
  const out = card().getByRole('button', { name: 'Check out' })
  expect(await out.getAttribute('aria-disabled')).toBe('true')
  await card()
    .getByText(/^Opens in \d+ s$/)
    .last()
    .waitFor()
  const place = await out.boundingBox()
  // Check out never appears where Check in was.
  expect((place?.y ?? 0) > box.y + box.height || (place?.y ?? 0) + (place?.height ?? 0) < box.y).toBe(true)
  expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0)
  expect(await records()).toEqual([{ state: 'open', checked_out_at: null }])
  await clean()
})

test('the card says how far away the officer was', async () => {
  await card().getByText('2.8 mi away from the location. An admin will check it.').waitFor()
})

test('an early check-out asks first, can be undone, and the officer can check in again', async () => {
  const { page } = actor
  await later(10)
  await card().getByRole('button', { name: 'Check out' }).tap()
  await page.getByRole('heading', { name: /^Check out 4 h \d+ min early\?$/ }).waitFor()
  await page.getByRole('button', { name: 'Stay on duty' }).tap()
  expect(await records()).toEqual([{ state: 'open', checked_out_at: null }])
  await card().getByRole('button', { name: 'Check out' }).tap()
  await page.getByRole('button', { name: /^Check out at/ }).tap()
  await card()
    .getByText(/^\d.* awaiting approval$/)
    .waitFor()
  await bar().getByText('Checked out', { exact: true }).waitFor()
  await clean()
  await card().getByRole('button', { name: /^Undo/ }).tap()
  await card()
    .getByText(/^On duty since/)
    .waitFor()
  expect(await records()).toEqual([{ state: 'open', checked_out_at: null }])
  await card().getByRole('button', { name: 'Check out' }).tap()
  await page.getByRole('button', { name: /^Check out at/ }).tap()
  await card()
    .getByText(/^\d.* awaiting approval$/)
    .waitFor()
  await later(2)
  await card().getByRole('button', { name: 'Check in again' }).tap()
  await card()
    .getByText(/^On duty since/)
    .waitFor()
  expect(await records()).toEqual([{ state: 'open', checked_out_at: null }])
  expect(await stage.rows('select counted from attendance_gaps')).toEqual([{ counted: false }])
})

test('Available Jobs shows the officer as on duty and offers no call-off', async () => {
  const { page } = actor
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Available Jobs' }).tap()
  await page.getByRole('button', { name: 'Mine · 1' }).tap()
  const job = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
  await job.getByText('On duty', { exact: true }).waitFor()
  await job.getByRole('link', { name: 'Stadium gate' }).tap()
  await page.getByText(/^On duty since/).waitFor()
  expect(await page.getByRole('button', { name: /Call off/ }).count()).toBe(0)
})

test('an officer can request a correction to a record that is too short', async () => {
  const { page } = actor
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).tap()
  await later(10)
  await card().getByRole('button', { name: 'Check out' }).tap()
  await page.getByRole('button', { name: /^Check out at/ }).tap()
  await card()
    .getByText(/^\d.* awaiting approval$/)
    .waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).tap()
  const row = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
  await row.getByText(/^off duty/).waitFor()
  await row.getByRole('button', { name: 'Request correction' }).tap()
  await page.getByLabel('What happened?').fill('I was at the gate the whole time.')
  await clean()
  await page.getByRole('button', { name: 'Send request' }).tap()
  await row.getByText(/^requested/).waitFor()
  const [asked] = await stage.rows<{ state: string; asked: boolean }>(
    'select state, asked_in_at is not null as asked from attendance',
  )
  expect(asked).toEqual({ state: 'submitted', asked: true })
})
