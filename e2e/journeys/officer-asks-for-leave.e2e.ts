import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An officer requests leave on a phone; an admin reviews, denies, undoes and approves it at a desk; the schedule shows it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let admin: Actor
let today: string

const plus = (days: number) => new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const person = await department.addPerson('Dana Reyes', 'officer')
  const chief = await department.addPerson('Chris Cole', 'admin')
  const [now] = await stage.rows<{ today: string }>(
    'select (now() at time zone time_zone)::date::text as today from organizations where id = $1',
    [department.id],
  )
  today = now?.today ?? ''
  const shift = await department.addShift({ title: 'Stadium gate', from: 10 * 1440, to: 10 * 1440 + 240 })
  await department.addSignup(shift, person, 'confirmed')
  officer = await openBrowser(stage, phone)
  admin = await openBrowser(stage, desk)
  await comeIn(officer, department, person)
  await comeIn(admin, department, chief)
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
const own = () => officer.page.getByRole('list', { name: 'Your leave requests' }).getByRole('listitem')
const requests = () => admin.page.getByRole('list', { name: 'Leave requests' }).getByRole('listitem')
const waiting = () => admin.page.getByRole('region', { name: 'Needs a decision' }).getByRole('link', { name: /^Leave/ })

describe('leave on request', () => {
  test('an officer requests it on a phone, and learns of the confirmed shift in that time', async () => {
    const { page } = officer
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }).tap()
    // The form opens above the list; Back closes it and leaves the list.
    await page.getByRole('link', { name: 'Request leave' }).tap()
    const form = page.getByRole('dialog', { name: 'Request leave' })
    await form.waitFor()
    await page.goBack()
    await form.waitFor({ state: 'detached' })
    await page.getByText('Leave you request appears here with the decision.').waitFor()
    await clean(officer)
    await page.getByRole('button', { name: 'Request leave' }).tap()
    await form.getByLabel('First day').fill(plus(9))
    await form.getByLabel('Last day').fill(plus(8))
    await clean(officer)
    await form.getByRole('button', { name: 'Request leave' }).tap()
    await form.getByText('The end must be after the start.').waitFor()
    await form.getByLabel('Last day').fill(plus(12))
    await form
      .getByRole('list', { name: /^You have shifts during this leave/ })
      .getByRole('link', { name: 'Stadium gate' })
      .waitFor()
    await clean(officer)
    await form.getByLabel('Note').fill('Family trip')
    await form.getByRole('button', { name: 'Request leave' }).tap()
    const conflict = page.getByRole('dialog', { name: 'Leave requested. You have shifts at that time' })
    await conflict.getByRole('link', { name: 'Stadium gate' }).waitFor()
    await clean(officer)
    await conflict.getByRole('button', { name: 'Done' }).tap()
    await own().filter({ hasText: 'Vacation' }).getByText('Pending').waitFor()
    await clean(officer)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  })

  test('refuses days that are already requested, at the field', async () => {
    const { page } = officer
    await page.getByRole('button', { name: 'Request leave' }).tap()
    const form = page.getByRole('dialog', { name: 'Request leave' })
    await form.getByLabel('First day').fill(plus(12))
    await form.getByLabel('Last day').fill(plus(13))
    await form.getByRole('button', { name: 'Request leave' }).tap()
    await form.getByText('You already have a pending request for some of this time.').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).tap()
    await form.waitFor({ state: 'detached' })
  })

  test('an admin comes from the dashboard, reviews, denies with a reason and undoes it', async () => {
    const { page } = admin
    await waiting().click()
    const row = requests().filter({ hasText: 'Dana Reyes' })
    await row.getByText('1 confirmed shift').waitFor()
    await clean(admin)
    await row.getByRole('button', { name: 'Review leave for Dana Reyes' }).click()
    const review = page.getByRole('dialog', { name: 'Leave request from Dana Reyes' })
    await review.getByText('No one else is on leave or has requested it.').waitFor()
    await review.getByRole('link', { name: 'Stadium gate' }).waitFor()
    await clean(admin)
    await review.getByRole('button', { name: 'Deny' }).click()
    const deny = page.getByRole('dialog', { name: 'Deny leave for Dana Reyes?' })
    await deny.getByLabel('Message to the officer').fill('Try the week after.')
    await clean(admin)
    await deny.getByRole('button', { name: 'Deny leave' }).click()
    await row.getByText('Denied').waitFor()
    await own().getByText('Not enough officers on duty. Try the week after.').waitFor()
    await row.getByRole('button', { name: 'Undo: Dana Reyes' }).click()
    await row.getByRole('button', { name: 'Review leave for Dana Reyes' }).waitFor()
    await own().getByText('Pending').waitFor()
  })

  test('the schedule shows it as requested, and as leave once approved', async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/assignments?view=week&rows=officer&day=${plus(9)}`)
    await page.getByRole('gridcell', { name: 'Dana Reyes, Leave requested' }).first().waitFor()
    await clean(admin)
    for (const rows of ['shift', 'unit']) {
      await page.goto(`${stage.base}/admin/assignments?view=week&rows=${rows}&day=${plus(9)}`)
      await page
        .getByRole('gridcell', { name: /D\. Reyes ?, leave requested$/ })
        .first()
        .waitFor()
      await clean(admin)
    }
    await page
      .getByRole('gridcell', { name: /D\. Reyes/ })
      .getByRole('link', { name: /D\. Reyes/ })
      .first()
      .click()
    await page.waitForURL('**/admin/staffing/leave')
    await requests().getByRole('button', { name: 'Review leave for Dana Reyes' }).click()
    const review = page.getByRole('dialog', { name: 'Leave request from Dana Reyes' })
    await review.getByText('No one else is on leave').waitFor()
    const work = review.getByRole('list', { name: 'Their shifts on these days' })
    await work.getByRole('listitem').filter({ hasText: 'Stadium gate' }).getByText('Confirmed').waitFor()
    await review.getByRole('button', { name: 'Approve leave' }).click()
    await requests().getByText('Approved', { exact: true }).waitFor()
    await own().getByText('Approved', { exact: true }).waitFor()
    await officer.page.getByRole('list', { name: 'Leave', exact: true }).getByText('Family trip').waitFor()
    await page.goto(`${stage.base}/admin/assignments?view=week&rows=officer&day=${plus(9)}`)
    await page.getByRole('gridcell', { name: 'Dana Reyes, Leave', exact: true }).first().waitFor()
    expect(await page.getByText('Leave requested', { exact: true }).count()).toBe(0)
  })

  test('the officer is notified, sees it in the own schedule, and withdraws another request', async () => {
    const { page } = officer
    await page.goto(`${stage.base}/notifications`)
    await page.getByRole('link', { name: 'Unread: Leave approved' }).waitFor()
    await page.getByText("You're still confirmed for Stadium gate.").waitFor()
    await page.goto(`${stage.base}/officer/schedule?day=${plus(9)}`)
    await page.getByText('All day').first().waitFor()
    await page.goto(`${stage.base}/officer/schedule/leave`)
    await page.getByRole('button', { name: 'Request leave' }).tap()
    const form = page.getByRole('dialog', { name: 'Request leave' })
    await form.getByLabel('First day').fill(plus(30))
    await form.getByLabel('Last day').fill(plus(30))
    await form.getByRole('button', { name: 'Request leave' }).tap()
    await form.waitFor({ state: 'detached' })
    await own()
      .filter({ hasText: 'Pending' })
      .getByRole('button', { name: /^Withdraw/ })
      .tap()
    const sure = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await clean(officer)
    await sure.getByRole('button', { name: 'Withdraw request' }).tap()
    await own().getByText('Withdrawn', { exact: true }).waitFor()
    await clean(officer)
  })
})
