import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin finds out who changed an officer: with filters, side by side, from a link, and on the phone. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: { officer_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Lake Police')
  const person = await department.addPerson('Admin 7', 'admin')
  officer = await department.addPerson('Officer 9', 'officer')
  admin = await openBrowser(stage)
  await comeIn(admin, department, person)
})
afterAll(() => stage.close())

test('a change appears in the log at once, with before and after side by side', {
  meta: { shows: ['issue 3.7', '2 words Audit Logs'] },
}, async () => {
  const { page } = admin
  await page.goto(`/admin/officers/${officer.officer_id}`)
  await page.getByLabel('Rank').fill('Sergeant <b>9</b>')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved').first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit Logs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit Logs' }).waitFor()
  const sentence = 'Admin 7 set "rank" of Officer 9 to Sergeant <b>9</b>'
  const row = page.getByRole('row').filter({ hasText: sentence })
  await row.getByRole('link', { name: 'Officer: Officer 9' }).waitFor()
  await row.getByText('Rank: Sergeant <b>9</b>').waitFor()
  await row.getByRole('button', { name: sentence }).click()
  const dialog = page.getByRole('dialog', { name: sentence })
  const rank = dialog.getByRole('row').filter({ hasText: 'Rank' })
  await rank.getByText('(changed)').waitFor({ state: 'attached' })
  expect(await rank.getByRole('cell').allInnerTexts()).toEqual(['–', 'Sergeant <b>9</b>'])
  expect(await dialog.getByText('"badge_number"').isVisible()).toBe(false)
  await dialog.getByText('Raw values').click()
  await dialog.getByText('"badge_number"').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(() => page.url()).toMatch(/entry=\d+/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('keeps filters in the address, so a link shows the same list', { meta: { shows: ['issue 3.7'] } }, async () => {
  const { page } = admin
  await page.getByLabel('Action').fill('Officer edited')
  await page.getByRole('option', { name: 'Officer edited' }).click()
  await page.waitForURL(/action=officers\.edit/)
  await page.getByText('1 record', { exact: true }).waitFor()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No results').waitFor()
  await page.reload()
  await page.getByText('No results').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row').filter({ hasText: 'Admin 7 set "rank"' }).waitFor()
})

test('what was changed at once is one event, with its lines on demand', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  await stage.rows(
    `insert into audit_entries (organization_id, action, actor_role, thing_type, after)
     select $1, 'assignments.edit', 'system', case n when 5 then 'assignments' else 'posts' end,
       jsonb_build_object('title', 'Harbor ' || n) from generate_series(1, 11) n`,
    [department.id],
  )
  const { page } = admin
  await page.goto('/admin/audit')
  // The shift itself leads, though a post was written first.
  const row = page.getByRole('row').filter({ hasText: 'The system edited Harbor 5' })
  await row.getByText('Shift: Harbor 5').waitFor()
  const more = row.getByRole('button', { name: '10 more changes' })
  await more.click()
  expect(await more.getAttribute('aria-expanded')).toBe('true')
  const lines = page.getByRole('list', { name: 'Other changes made together' }).getByRole('listitem')
  expect(await lines.count()).toBe(7)
  await page.getByRole('button', { name: 'Details: Post: Harbor 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'The system edited' })
  await dialog.getByText('Post: Harbor 2').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all 11 changes' }).click()
  await page.getByText('11 records', { exact: true }).waitFor()
  await page.getByText('Post: Harbor 11').waitFor()
  await page.getByRole('button', { name: 'All changes' }).click()
  await more.waitFor()
})

test('shows entries as cards on a phone', { meta: { shows: ['issue 3.7'] } }, async () => {
  const { page } = admin
  await page.setViewportSize(phone)
  await page.reload()
  await page
    .getByRole('button', { name: /Admin 7 set "rank"/ })
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(await axeFindings(page)).toEqual([])
  expect(admin.faults).toEqual([])
})
