import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/**
 * A shift nobody signs up for: a plan, a request for volunteers, one officer ordered in from the list, acknowledged, and
 * canceled. Clocks are moved; the test never waits.
 */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let junior: { officer_id: string; email: string }
let shift: { assignment_id: string; post_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief', 'admin')
  junior = await department.addPerson('Officer Junior', 'officer')
  const senior = await department.addPerson('Officer Senior', 'officer')
  for (const [who, hired_on] of [
    [junior, '2024-01-01'],
    [senior, '2010-01-01'],
  ] as const)
    await stage.rows("update officers set hired_on = $2, unit = 'Patrol' where id = $1", [who.officer_id, hired_on])
  shift = await department.addShift({ title: 'Night patrol', from: 1200, to: 1680, mode: 'first_come' })
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  await Promise.all([comeIn(admin, department, chief), comeIn(officer, department, junior)])
})
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}
/** Ends the request for volunteers as if its time had passed; the server decides at its next check. */
const timeIsOver = () =>
  stage.rows(
    "update order_calls set opened_at = now() - interval '2 h', closes_at = now() - interval '1 s' where organization_id = $1",
    [department.id],
  )

test('an admin sets a plan, and officers see on the shift when ordering in starts', {
  meta: { shows: ['issue 5.5 escalator'] },
}, async () => {
  const { page } = admin
  await page.goto('/admin/staffing/escalation')
  await page.getByRole('button', { name: 'Add a plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').filter({ hasText: 'Order-in' }).getByLabel('Step 2: hours').fill('10')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Order-in 10 h before the start').waitFor()
  // Shifts published earlier follow no plan, so publish it again.
  await stage.rows('update assignments set published_at = now() where id = $1', [shift.assignment_id])
  await stage.rows(
    `insert into escalations (organization_id, assignment_id, steps, published_at)
     select organization_id, $2, steps, now() from escalation_plans where organization_id = $1 on conflict do nothing`,
    [department.id, shift.assignment_id],
  )
  await officer.page.goto('/officer/assignments')
  await officer.page.getByText(/^Order-in /).waitFor()
  await clean(officer)
  await page.goto(`/admin/assignments/${shift.assignment_id}`)
  await page.getByText(/call for volunteers .*, order-in /).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Reason').fill('We ask by hand')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
})

test('an admin asks for volunteers; the officer sees it at once and declines', {
  meta: { shows: ['issue 5.5 volunteers first'] },
}, async () => {
  await officer.page.goto('/officer/standing?about=force')
  await officer.page.getByText("You're number 1 of 2, with 0 orders.").waitFor()
  const { page } = admin
  await page.getByRole('button', { name: 'Ask for volunteers' }).click()
  // Before the press: how many are asked, when the order-in is, and who is next.
  const asking = page.getByRole('dialog')
  await asking.getByText('3 eligible officers will be asked.').waitFor()
  await asking
    .getByText(/^Order-in: .* · \d\d:\d\d\. If no one volunteers, .* \(1st\) is ordered in from the force list\.$/)
    .waitFor()
  await asking.getByRole('button', { name: 'Ask now' }).click()
  await page.getByText('3 officers were asked').waitFor()
  await page.getByText('Asking for volunteers', { exact: true }).waitFor()
  const question = officer.page.getByRole('listitem').filter({ hasText: 'Volunteers needed: Night patrol' })
  // Each press says what it leads to.
  await question.getByText('You get the spot now', { exact: true }).waitFor()
  await question.getByText(/^Only if still needed .*\. The first to answer gets it\.$/).waitFor()
  await question.getByText('You can still be ordered in', { exact: true }).waitFor()
  await question.getByRole('link', { name: 'Sign up now: Night patrol' }).waitFor()
  // What keeps the officer from the shift takes the place of every press, and gives it back once it is gone.
  await stage.rows(
    `insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days)
     values ($1, $2, 'vacation', now(), now() + interval '3 days', false)`,
    [department.id, junior.officer_id],
  )
  await question.getByText("You can't get this shift now: On leave").waitFor()
  expect(await question.getByRole('button').or(question.getByText('You get the spot now')).count()).toBe(0)
  await clean(officer)
  await stage.rows('delete from leaves where organization_id = $1', [department.id])
  await question.getByRole('link', { name: 'Sign up now: Night patrol' }).waitFor()
  await question.getByRole('button', { name: 'Decline: Night patrol' }).click()
  await question.getByText('You declined', { exact: true }).first().waitFor()
  await page.getByText(/0 volunteered, 1 declined\.$/).waitFor()
  await clean(officer)
  // The notification opens the page of the shift, which has the call too.
  const standing = officer.page.url()
  await question.getByRole('link', { name: 'Night patrol', exact: true }).click()
  await officer.page.waitForURL(/\/officer\/assignments\//)
  await officer.page.getByRole('button', { name: 'Volunteer: Night patrol' }).waitFor()
  expect(await officer.page.getByRole('link', { name: 'Sign up now: Night patrol' }).count()).toBe(0)
  await clean(officer)
  await officer.page.goto(standing)
  await clean(admin)
})

test('when the time is up, the first officer on the list is ordered in, is notified, and the list shows it', {
  meta: { shows: ['issue 5.5', 'issue 5.5 seen by everyone'] },
}, async () => {
  await timeIsOver()
  await officer.page.getByText("You've been ordered in: Night patrol").waitFor()
  await officer.page.getByRole('button', { name: 'Acknowledge: Night patrol' }).click()
  await officer.page.getByText(/^Acknowledged /).waitFor()
  const list = officer.page.getByRole('link', { name: 'the force list', exact: true })
  expect(await list.getAttribute('href')).toBe('/officer/standing?list=force')
  await officer.page.getByText("You're number 2 of 2, with 1 order.").waitFor()
  await clean(officer)
  const { page } = admin
  await page.getByText(/1st on the force list at the time, with no earlier orders\. Acknowledged/).waitFor()
  await clean(admin)
  await page.goto('/admin/staffing/force-list')
  const junior = page.getByRole('row').filter({ hasText: 'Officer Junior' })
  await junior.getByRole('cell', { name: '1', exact: true }).waitFor()
  await clean(admin)
})

test('an admin exempts an officer and cancels the order, which restores the count', {
  meta: { shows: ['issue 5.5 cancelled order'] },
}, async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'Add exemption for Officer Senior' }).click()
  await page.getByLabel('Reason').fill('Light duty')
  await page.getByRole('dialog').getByRole('button', { name: 'Add exemption' }).click()
  await page.getByRole('row').filter({ hasText: 'Officer Senior' }).getByText('Light duty').waitFor()
  await page.getByRole('tab', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'Cancel order: Officer Junior' }).click()
  await page.getByLabel('Reason').fill('The event is smaller')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Canceled', { exact: true }).waitFor()
  await clean(admin)
  await officer.page.getByText("You're number 1 of 2, with 0 orders.").waitFor()
  await officer.page.getByText('The event is smaller', { exact: true }).waitFor()
  await officer.page.getByText('Light duty').waitFor()
})

test('an officer reads the list of one unit, also where it is not their own', async () => {
  const { page } = officer
  await stage.rows("update officers set unit = 'Traffic' where organization_id = $1 and name = 'Officer Senior'", [
    department.id,
  ])
  await page.goto('/officer/standing?list=force&unit=Patrol')
  await page.getByText("You're number 1 of 1, with 0 orders.").waitFor()
  await page.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'Traffic' }).click()
  await page.getByText("You're not on this list.").waitFor()
  await page.getByRole('list', { name: 'Force list' }).getByText('Officer Senior').waitFor()
  await clean(officer)
})

test('a call proposes a time before the start, names who requested the shift, and waits for the award', {
  meta: { shows: ['issue 5.5 volunteers first'] },
}, async () => {
  const { page } = admin
  const soon = await department.addShift({ title: 'Stadium gate', from: 18, to: 300 })
  await department.addSignup(soon, junior, 'pending_approval')
  await page.goto(`/admin/assignments/${soon.assignment_id}`)
  await page.getByRole('button', { name: 'Ask for volunteers' }).click()
  const dialog = page.getByRole('dialog')
  const minutes = dialog.getByLabel('Minutes to volunteer')
  // Half of what is left, not the usual hour.
  expect(await minutes.inputValue()).toMatch(/^[5-9]$/)
  await dialog.getByText('1 officer has already requested this shift: Officer Junior. Decide that first.').waitFor()
  await dialog.getByText(/eligible officers? will be asked\.$/).waitFor()
  await minutes.fill('60')
  await dialog
    .getByText(/^The shift starts .*, before that time is up\. Choose at most 1\d minutes\.$/)
    .first()
    .waitFor()
  expect(await dialog.getByText(/will be asked/).count()).toBe(0)
  expect(await dialog.getByRole('button', { name: 'Ask now' }).getAttribute('aria-disabled')).toBe('true')
  await clean(admin)
  await dialog.getByRole('button', { name: 'Go to the roster' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('roster')
  const award = await department.addShift({ title: 'Harbor watch', from: 600, to: 900, mode: 'award' })
  await page.goto(`/admin/assignments/${award.assignment_id}`)
  await page.getByText(/^Officers can still apply for this shift\. Award it early if needed/).waitFor()
  expect(await page.getByRole('button', { name: 'Ask for volunteers' }).count()).toBe(0)
  await clean(admin)
})
