import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  openBrowser,
  password,
  phone,
  type Stage,
  startStage,
  tellScreens,
} from '../actors.ts'

/** An officer's shift from a phone: signed in, taken, worked, in the history. Once with the thumb, once with keys alone. */
let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

type Way = {
  /** Puts the focus there, to type. */
  reach: (control: Locator) => Promise<void>
  press: (control: Locator) => Promise<void>
}

/** A thumb meets nothing that is smaller than 44 px. */
const tap = async (control: Locator) => {
  await control.waitFor()
  const name = await control.textContent()
  // What is still on its way in has not its size yet.
  const fits = async () => {
    const box = await control.boundingBox()
    return { name, fits: Math.min(box?.width ?? 0, box?.height ?? 0) >= 44 }
  }
  await expect.poll(fits).toEqual({ name, fits: true })
  await control.tap()
}
const byTouch: Way = { reach: tap, press: tap }

/** Tab until the control has the focus, which must be seen. */
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
  beforeEach(() => onTestFailed(() => tellScreens({ officer: actor })))
  afterAll(() => actor.context.close())

  test('[issue 2.3] signs in at the address of the department', async () => {
    const { page } = actor
    await page.getByText(department.name).first().waitFor()
    await clean()
    await reach(page.getByLabel('E-mail'))
    await page.keyboard.type(email)
    await reach(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(password)
    await press(page.getByRole('button', { name: 'Sign In' }))
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByText('No confirmed shift ahead').waitFor()
    await clean()
  })

  test('[issue 2.11] [2 phone] the bar at the bottom has the four destinations, and each opens its screen', async () => {
    const { page } = actor
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Dashboard', 'Available Jobs', 'History', 'Profile'])
    for (const name of ['Profile', 'History', 'Available Jobs']) {
      await press(bar(name))
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      await expect.poll(() => bar(name).getAttribute('aria-current')).toBe('page')
    }
  })

  test('[issue 2.7] takes an open job: first come, and the place is theirs', async () => {
    const { page } = actor
    const job = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
    await job.getByText('2 of 2 places left').waitFor()
    await clean()
    await press(job.getByRole('button', { name: 'Sign up: Stadium gate' }))
    await job.getByText('Confirmed', { exact: true }).waitFor()
    await job.getByText('1 of 2 places left').waitFor()
    await clean()
  })

  test('[issue 2.8] finds it first on the dashboard, checks in, and checks out', async () => {
    const { page } = actor
    await press(bar('Dashboard'))
    const shift = page.getByRole('region', { name: 'Stadium gate' })
    await shift.getByText(/^Next shift in/).waitFor()
    await clean()
    await press(shift.getByRole('button', { name: 'Check in' }))
    await shift.getByText(/^On duty since/).waitFor()
    await clean()
    // Hours of work cannot be waited for: the recorded check-in is moved back, and the screen follows by itself.
    await stage.rows(
      `update attendance set checked_in_at = checked_in_at - interval '4 hours 1 minute',
         original_in_at = original_in_at - interval '4 hours 1 minute' where organization_id = $1`,
      [department.id],
    )
    await shift.getByText(/^On duty since .*, 4 h/).waitFor()
    await press(shift.getByRole('button', { name: 'Check out' }))
    await page.getByText(/^4 h.* handed in for review/).waitFor()
    await shift.waitFor({ state: 'detached' })
  })

  test('[issue 2.8] finds the shift in the history with its hours', async () => {
    const { page } = actor
    await press(bar('History'))
    const row = page.getByRole('listitem').filter({ hasText: 'Stadium gate' })
    await row.getByText('Submitted', { exact: true }).waitFor()
    await row.getByText(/^4 h/).waitFor()
    await page.getByText(/4 h.* in review/).waitFor()
    await clean()
  })
})
