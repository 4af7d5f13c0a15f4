import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The Staffing page with its numbers, and the card on the dashboard with what needs an admin now. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let boss: Awaited<ReturnType<typeof department.addPerson>>
let ana: typeof boss
let ben: typeof boss
let admin: Actor

const day = 24 * 60
beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  ana = await department.addPerson('Ana Reyes', 'officer')
  ben = await department.addPerson('Ben Cho', 'officer')
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const clean = async ({ page, faults }: Actor) => {
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
}
const card = ({ page }: Actor, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

test('an idle department has a card for each part with its number, and nothing on the dashboard', async () => {
  const { page } = admin
  const read = page.waitForResponse('**/api/dashboards/staffing')
  await page.reload()
  await page.getByRole('heading', { name: 'Unfilled, next 7 days' }).waitFor()
  await read
  await settled(page)
  expect(await page.getByRole('link', { name: 'All staffing' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Staffing' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Staffing' }).waitFor()
  await card(admin, 'Swaps').getByText('0 swaps to decide').waitFor()
  await card(admin, 'Fill assistant').getByText('0 open spots, next 7 days').waitFor()
  await card(admin, 'Escalation').getByText('0 understaffed shifts').waitFor()
  await clean(admin)
})

test('numbers and next events appear on both pages while they are open', async () => {
  const board = await openBrowser(stage, phone)
  await comeIn(board, department, boss)
  await board.page.getByRole('heading', { name: 'Unfilled, next 7 days' }).waitFor()
  const gate = await department.addShift({ title: 'Stadium gate', from: 2 * day, to: 2 * day + 240 })
  const desk = await department.addShift({ title: 'Front desk', from: 3 * day, to: 3 * day + 240, places: 3 })
  await card(admin, 'Fill assistant').getByText('4 open spots, next 7 days').waitFor()
  await card(admin, 'Fill assistant')
    .getByText(/First: Stadium gate/)
    .waitFor()
  const signup = await department.addSignup(gate, ana, 'confirmed')
  await stage.rows(
    `insert into swaps (organization_id, kind, state, officer_id, officer_name, signup_id, assignment_id, post_id, starts_at,
       ends_at, taker_id, taker_name)
     select organization_id, 'give_away', 'agreed', officer_id, 'Ana Reyes', id, assignment_id, post_id, starts_at, ends_at, $2,
       'Ben Cho' from officer_assignments where id = $1`,
    [signup, ben.officer_id],
  )
  await stage.rows(
    `insert into escalations (organization_id, assignment_id, steps, published_at)
     values ($1, $2, '[]', now())`,
    [department.id, desk.assignment_id],
  )
  await card(admin, 'Swaps').getByText('1 swap to decide').waitFor()
  await card(admin, 'Swaps')
    .getByText(/Stadium gate: starts/)
    .waitFor()
  await card(admin, 'Escalation').getByText('1 understaffed shift', { exact: true }).waitFor()
  // On a phone the card is a line that names what has something to decide, and opens.
  await board.page.getByText('Escalation and Swaps').tap()
  const swaps = board.page.getByRole('link', { name: /^Swaps .*1 swap to decide/ })
  await swaps.waitFor()
  await board.page.getByRole('link', { name: /^Escalation .*3 officers short/ }).waitFor()
  await clean(board)
  await swaps.click()
  await board.page.waitForURL('**/admin/staffing/swaps')
  await board.context.close()
})

test('the card on the dashboard leads to the decision and is gone once nothing waits', async () => {
  const { page } = admin
  await stage.rows('delete from escalations where organization_id = $1', [department.id])
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /^Swaps .*1 swap to decide/ }).click()
  await page.waitForURL('**/admin/staffing/swaps')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect
    .poll(() => stage.rows('select state from swaps where organization_id = $1', [department.id]))
    .toEqual([{ state: 'done' }])
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('heading', { name: 'Unfilled, next 7 days' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'All staffing' }).count()).toBe(0)
  await clean(admin)
})

test('a shift with no officers left to order in leads the dashboard until somebody is assigned', async () => {
  const { page } = admin
  const shift = await department.addShift({ title: 'Prisoner transport', from: 4 * day, to: 4 * day + 240 })
  await stage.rows(
    `insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at, closed_at, outcome,
       volunteered_count, ordered_count, missing_count)
     values ($1, $2, $3, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour', 'decided', 0, 0, 1)`,
    [department.id, shift.assignment_id, shift.post_id],
  )
  const gone = page.getByRole('list', { name: 'No officers left to order in' })
  await gone.getByRole('link', { name: 'Prisoner transport', exact: true }).waitFor()
  await clean(admin)
  await page.goto('/admin/staffing/escalation')
  const listed = page.getByRole('list', { name: 'Understaffed shifts' }).getByRole('listitem')
  await listed.filter({ hasText: 'Prisoner transport' }).getByText('No officers left to order in').waitFor()
  await page.getByText('1 other open shift has no plan').waitFor()
  await clean(admin)
  await page.goto('/admin/dashboard')
  await gone.getByRole('link', { name: 'Assign an officer: Prisoner transport' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign an officer' })
  await dialog.getByRole('button', { name: /^Assign: Ben Cho/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('heading', { name: 'Unfilled, next 7 days' }).waitFor()
  // The dashboard first shows what it last read, then reads again.
  await gone.waitFor({ state: 'detached' })
  await clean(admin)
})

test('the ledger is narrowed by officer, outcome, type and date, and its address shows the same', async () => {
  const { page } = admin
  const add = (who: typeof boss, kind: string, title: string, at: string) =>
    stage.rows(
      `insert into opportunities (organization_id, officer_id, kind, minutes, source, assignment_id, at)
       select organization_id, $2, $3, 240, 'award', id, $4 from assignments where organization_id = $1 and title = $5`,
      [department.id, who.officer_id, kind, at, title],
    )
  await stage.rows(`update assignments set kind = 'court' where organization_id = $1 and title = 'Front desk'`, [
    department.id,
  ])
  await add(ana, 'offered', 'Front desk', '2025-03-10T18:00:00Z')
  await add(ana, 'refused', 'Stadium gate', '2025-03-11T18:00:00Z')
  await add(ben, 'offered', 'Front desk', '2025-03-12T18:00:00Z')
  await page.goto('/admin/staffing/opportunities?from=2025-03-01&to=2025-03-31')
  const entries = page.locator('main li:has(time)')
  await expect.poll(() => entries.count()).toBe(3)
  await page.getByLabel('Officer', { exact: true }).fill('Ana')
  await page.getByRole('option', { name: /^Ana Reyes/ }).click()
  await expect.poll(() => entries.count()).toBe(2)
  await page.getByLabel('Shift type').click()
  await page.getByRole('option', { name: 'Court' }).click()
  await expect.poll(() => entries.count()).toBe(1)
  await page.waitForURL(`**/opportunities?*officer=${ana.officer_id}*type=court*`)
  await page.reload()
  await entries.filter({ hasText: 'Front desk' }).waitFor()
  expect(await page.getByLabel('Officer', { exact: true }).inputValue()).toBe('Ana Reyes')
  await clean(admin)
  await page.getByLabel('Outcome').click()
  await page.getByRole('option', { name: 'Declined' }).click()
  await page.getByText('No entries match these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/staffing/opportunities')
  // Ben was assigned today, which has an entry too.
  await expect.poll(() => entries.count()).toBeGreaterThan(3)
})
