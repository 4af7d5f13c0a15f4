import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone } from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'

/** An officer's shift from a phone: sign-in, sign-up, work, history. Once with the thumb, once with the keyboard only. */
let stage: Stage
beforeAll(async () => {
  stage = await startOwnStage()
})
afterAll(() => stage.close())

type Way = {
  /** Moves the focus there, to type. */
  reach: (control: Locator) => Promise<void>
  press: (control: Locator) => Promise<void>
}

/** Every tap target is at least 44 px. */
const tap = async (control: Locator) => {
  await control.waitFor()
  const name = await control.textContent()
  // An element still animating in does not have its final size.
  const fits = async () => {
    const box = await control.boundingBox()
    return { name, fits: Math.min(box?.width ?? 0, box?.height ?? 0) >= 44 }
  }
  await expect.poll(fits).toEqual({ name, fits: true })
  await control.tap()
}
const byTouch: Way = { reach: tap, press: tap }

/** Presses Tab until the control has visible focus. */
const tabTo = async (control: Locator) => {
  await control.waitFor()
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 60 && !(await hasFocus()); steps++) await control.page().keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
  expect(await control.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
  expect(await control.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
}
const byKeyboard: Way = {
  reach: tabTo,
  press: async (control) => {
    await tabTo(control)
    const isLink = await control.evaluate((element) => element.tagName === 'A')
    await control.page().keyboard.press(isLink ? 'Enter' : 'Space')
  },
}

describe.each([
  ['by touch', byTouch],
  ['by keyboard', byKeyboard],
])('an officer works a shift on a phone, %s', (_, { reach, press }) => {
  let department: Awaited<ReturnType<typeof makeDepartment>>
  let actor: Actor
  let email: string
  const bar = (name: string) => actor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  const clean = async () => {
    expect(await axeFindings(actor.page)).toEqual([])
    expect(await actor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    expect(actor.faults).toEqual([])
  }

  beforeAll(async () => {
    department = await makeDepartment(stage)
    email = (await department.addPerson('Officer 12', 'officer')).email
    await department.addShift({ title: 'Stadium gate', from: 20, to: 260, mode: 'first_come', places: 2 })
    actor = await openBrowser(stage, phone)
    await actor.page.goto(`/${department.subdomain}/login`)
  })
  afterAll(() => actor.context.close())

  test('signs in at the department’s address', { meta: { shows: ['issue 2.3'] } }, async () => {
    const { page } = actor
    await page.getByText(department.name).first().waitFor()
    await clean()
    await reach(page.getByLabel('Email'))
    await page.keyboard.type(email)
    await reach(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(password)
    await press(page.getByRole('button', { name: 'Sign In' }))
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByText('No confirmed shifts').waitFor()
    await clean()
  })

  test('the bottom bar has the four destinations, and each opens its screen', {
    meta: { shows: ['issue 2.11', '2 phone'] },
  }, async () => {
    const { page } = actor
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Dashboard', 'Available Jobs', 'Schedule', 'History'])
    for (const name of ['Schedule', 'History', 'Available Jobs']) {
      await press(bar(name))
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      await expect.poll(() => bar(name).getAttribute('aria-current')).toBe('page')
    }
  })

  test('signs up for an open shift, first come, and gets the spot', { meta: { shows: ['issue 2.7'] } }, async () => {
    const { page } = actor
    const job = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
    await job.getByText(/^First come · 2 left/).waitFor()
    await clean()
    await press(job.getByRole('button', { name: 'Sign up: Stadium gate' }))
    await job.getByText('Confirmed', { exact: true }).waitFor()
    expect(await stage.rows('select confirmed_count from posts where organization_id = $1', [department.id])).toEqual([
      { confirmed_count: 1 },
    ])
    await clean()
  })

  test('sees it first on the dashboard, checks in and checks out', { meta: { shows: ['issue 2.8'] } }, async () => {
    const { page } = actor
    await press(bar('Dashboard'))
    const shift = page.getByRole('region', { name: 'Stadium gate' })
    await shift.getByText(/^Next shift in/).waitFor()
    await clean()
    await press(page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: 'Check in' }))
    await shift.getByText(/^On duty since/).waitFor()
    await clean()
    // A test cannot wait for hours of work: move the recorded check-in back; the screen updates without a reload.
    await stage.rows(
      "update officer_assignments set starts_at = starts_at - interval '4 hours' where organization_id = $1",
      [department.id],
    )
    await stage.rows(
      `update attendance set checked_in_at = checked_in_at - interval '4 hours 1 minute',
         scheduled_starts_at = scheduled_starts_at - interval '4 hours' where organization_id = $1`,
      [department.id],
    )
    await shift.getByText(/^4 h.* worked/).waitFor()
    await clean()
    await press(shift.getByRole('button', { name: 'Check out' }))
    await page.getByRole('heading', { name: /^Check out 4 h.* early\?$/ }).waitFor()
    await clean()
    await press(page.getByRole('button', { name: /^Check out at/ }))
    await shift.getByText(/4 h.* awaiting approval$/).waitFor()
    await shift.getByRole('button', { name: /^Undo/ }).waitFor()
    await clean()
  })

  test('sees the shift in the history with its hours', { meta: { shows: ['issue 2.8'] } }, async () => {
    const { page } = actor
    await press(bar('History'))
    const row = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
    await row.getByText('Awaiting approval', { exact: true }).waitFor()
    await row.getByText(/^4 h/).waitFor()
    await page.getByText(/4 h.* awaiting approval/).waitFor()
    await clean()
  })
})
