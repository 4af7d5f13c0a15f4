import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Hours on their way through the tabs of Attendance: to review, approved, returned. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let boss: Awaited<ReturnType<typeof department.addPerson>>
let admin: Actor
let worked: (name: string, daysAgo: number, state: 'submitted' | 'approved') => Promise<void>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  worked = async (name, daysAgo, state) => {
    const officer = await department.addPerson(name, 'officer')
    const from = -daysAgo * 1440
    const shift = await department.addShift({ title: `Gate of ${name}`, from, to: from + 240 })
    const signup = await department.addSignup(shift, officer, 'confirmed')
    await stage.rows(
      `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
         scheduled_ends_at, checked_in_at, checked_out_at, worked_minutes, decided_by, decided_at)
       select organization_id, id, assignment_id, officer_id, $2, starts_at, ends_at, starts_at, ends_at, 240,
         case when $2 = 'approved' then $3::uuid end, case when $2 = 'approved' then now() end
       from officer_assignments where id = $1`,
      [signup, state, boss.officer_id],
    )
    if (state === 'approved')
      await stage.rows(`update officer_assignments set status = 'worked' where id = $1`, [signup])
  }
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  await worked('Ana Reyes', 3, 'approved')
  await worked('Ben Cho', 1, 'approved')
  await worked('Cleo Frost', 2, 'submitted')
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const tab = (name: string) => admin.page.getByRole('tab', { name })
const names = async (label: string) =>
  (await admin.page.getByRole('table', { name: label }).getByRole('row').allInnerTexts()).flatMap((text) =>
    ['Ana Reyes', 'Ben Cho', 'Cleo Frost'].filter((name) => text.includes(name)),
  )

test('approved hours are on their tab, newest first, and can only be corrected or returned', async () => {
  const { page } = admin
  await page.goto('/admin/attendance')
  await page.getByRole('button', { name: 'Approve Cleo Frost, 4 h' }).waitFor()
  await tab('Approved').click()
  await expect.poll(() => names('Approved records')).toEqual(['Ben Cho', 'Ana Reyes'])
  await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('approved')
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
})

test('a record that is approved moves to the tab, and one that is returned leaves it', async () => {
  const { page } = admin
  await tab('To review').click()
  await page.getByRole('button', { name: 'Approve Cleo Frost, 4 h' }).click()
  await expect
    .poll(() => stage.rows(`select state from attendance where organization_id = $1 order by 1`, [department.id]))
    .toEqual([{ state: 'approved' }, { state: 'approved' }, { state: 'approved' }])
  await tab('Approved').click()
  await expect.poll(() => names('Approved records')).toEqual(['Ben Cho', 'Cleo Frost', 'Ana Reyes'])
  const row = page.getByRole('table', { name: 'Approved records' }).getByRole('row', { name: /Ana Reyes/ })
  await row.getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Return to Ana Reyes' })
  await dialog.getByRole('textbox').fill('Which gate was it?')
  await dialog.getByRole('button', { name: 'Return record' }).click()
  await dialog.waitFor({ state: 'detached' })
  await tab('Returned').click()
  await expect.poll(() => names('Returned records')).toEqual(['Ana Reyes'])
  await page.goto('/admin/attendance?show=approved')
  await expect.poll(() => names('Approved records')).toEqual(['Ben Cho', 'Cleo Frost'])
  expect(admin.faults).toEqual([])
})

test('a check-out that comes while a correction is typed is read before the correction is saved', async () => {
  const { page } = admin
  const row = page.getByRole('table', { name: 'Approved records' }).getByRole('row', { name: /Ben Cho/ })
  await row.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct times for Ben Cho' })
  await dialog.getByLabel('Reason').fill('Wrong gate, same hours')
  const recordOf = () =>
    stage.rows<{ late: boolean; reason: string | null }>(
      `select late_out_at is not null as late, reason from attendance where organization_id = $1
         and officer_id = (select id from officers where organization_id = $1 and name = 'Ben Cho')`,
      [department.id],
    )
  await stage.rows(
    `update attendance set late_out_at = checked_out_at + interval '70 minutes', version = version + 1, updated_at = now()
     where organization_id = $1 and officer_id = (select id from officers where organization_id = $1 and name = 'Ben Cho')`,
    [department.id],
  )
  await dialog.getByText('This record changed while you were editing').waitFor()
  await dialog.getByText(/Check-out sent after approval: /).waitFor()
  await dialog.getByRole('button', { name: 'Correct and approve' }).click()
  await dialog.getByText('Changed by someone else').waitFor()
  expect(await recordOf()).toEqual([{ late: true, reason: null }])
  await dialog.getByRole('button', { name: 'Review the new times' }).click()
  await dialog.getByText(/Check-out sent after approval: .* What you entered is still below\.$/).waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Wrong gate, same hours')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Correct and approve' }).click()
  await page.getByText('Ben Cho has been notified.').waitFor()
  expect(await recordOf()).toEqual([{ late: false, reason: 'Wrong gate, same hours' }])
})

test('a record that changes after it was selected is no longer selected', async () => {
  const { page } = admin
  for (const name of ['Dan Orr', 'Eva Lind', 'Fay Moss']) await worked(name, 4, 'submitted')
  await page.goto('/admin/attendance')
  await page.getByRole('button', { name: 'Select the 3 without flags' }).click()
  await stage.rows(
    `update attendance set note = 'Please wait', version = version + 1, updated_at = now()
     where organization_id = $1 and officer_id = (select id from officers where organization_id = $1 and name = 'Dan Orr')`,
    [department.id],
  )
  await page.getByText('1 record changed and is no longer selected').waitFor()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await page.getByText('2 approved').waitFor()
  expect(
    await stage.rows(
      `select o.name from attendance t join officers o on o.id = t.officer_id where t.organization_id = $1 and t.state = 'submitted'`,
      [department.id],
    ),
  ).toEqual([{ name: 'Dan Orr' }])
})

test('on a phone four records are above the bars, each with its approval and the rest in a menu', async () => {
  for (const name of ['Gil Pace', 'Hana Kerr', 'Ian Dunn', 'Joy Ortega']) await worked(name, 5, 'submitted')
  const hand = await openBrowser(stage, phone)
  await comeIn(hand, department, boss, '/admin/attendance')
  const { page } = hand
  const rows = page.getByRole('list', { name: 'Records to review' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(5)
  const [fourth, bars] = [await rows.nth(3).boundingBox(), await page.locator('[data-bars]').boundingBox()]
  expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThanOrEqual(bars?.y ?? 0)
  const row = rows.filter({ hasText: 'Gil Pace' })
  await row.getByRole('button', { name: 'Approve Gil Pace, 4 h' }).waitFor()
  // All lines begin where the name does, right of the checkbox.
  const left = async (part: typeof row) => (await part.boundingBox())?.x ?? 0
  const name = await left(row.locator('[data-title]'))
  expect(name).toBeGreaterThan((await left(row.getByRole('checkbox'))) + 20)
  for (const line of [0, 1])
    expect(Math.abs((await left(row.getByRole('definition').nth(line))) - name)).toBeLessThan(1)
  // The heads are for screen readers; the times are told apart.
  expect(await row.getByRole('term').allTextContents()).toEqual(['Shift', 'Scheduled', 'In', 'Out'])
  const times = await row.getByRole('definition').allInnerTexts()
  expect(times.slice(2).join('')).toMatch(/^·\s?In\s\d\d:\d\d·\s?Out\s\d\d:\d\d$/)
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'More for Gil Pace, Gate of Gil Pace' }).tap()
  await page.getByRole('menuitem', { name: 'Return' }).tap()
  const dialog = page.getByRole('alertdialog', { name: 'Return to Gil Pace' })
  await dialog.getByRole('textbox').fill('Which gate was it?')
  await dialog.getByRole('button', { name: 'Return record' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Returned').first().waitFor()
  expect(hand.faults).toEqual([])
})
