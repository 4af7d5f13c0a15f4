import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Two admins decide officers' claims: approved, corrected, returned, decided in bulk, and decided by one of the two. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let second: Actor
let people: Record<'officer' | 'admin' | 'second', { officer_id: string; email: string }>

/** A one-hour claim for the noon of a day `days` ago: an hour at night may occur twice. */
const addClaim = (person: { officer_id: string }, days: number, reason: string) =>
  stage.rows(
    `insert into overtime_requests (organization_id, officer_id, kind, starts_at, minutes, reason, submitted_at)
     values ($1, $2, 'holdover', $3, 60, $4, now() - make_interval(mins => $5))`,
    [department.id, person.officer_id, noonIn(-days), reason, days],
  )

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  people = {
    officer: await department.addPerson('Officer 12', 'officer'),
    admin: await department.addPerson('Admin 1', 'admin'),
    second: await department.addPerson('Admin 2', 'admin'),
  }
  for (const [i, reason] of ['Tow truck', 'Crash report', 'Late relief', 'Jail run'].entries())
    await addClaim(people.officer, 9 - i, reason)
  await addClaim(people.admin, 3, 'My own hour')
  admin = await openBrowser(stage)
  second = await openBrowser(stage)
  await Promise.all([comeIn(admin, department, people.admin), comeIn(second, department, people.second)])
})
afterAll(() => stage.close())

const rowOf = (actor: Actor, text: string) => actor.page.getByRole('row').filter({ hasText: text })
const link = (actor: Actor) =>
  actor.page.getByRole('navigation').getByRole('link', { name: 'Extra Time Approval', exact: true })
/** The count next to the item links there too. */
const badge = (actor: Actor, count: number) =>
  actor.page
    .getByRole('navigation')
    .getByRole('listitem')
    .filter({ hasText: 'Extra Time Approval' })
    .getByText(String(count), { exact: true })

describe('Extra Time Approval', { meta: { shows: ['issue 3.4', '2 /admin/overtime'] } }, () => {
  test('lists pending claims oldest first, with a live count next to the menu item', async () => {
    const { page } = admin
    await link(admin).click()
    await page.getByRole('heading', { level: 1, name: 'Extra Time Approval' }).waitFor()
    await page.getByText('5 claims pending, oldest first.').waitFor()
    await badge(admin, 5).waitFor()
    await rowOf(admin, 'My own hour').waitFor()
    const reasons = page.getByRole('row').getByText(/Tow truck|Crash report|Late relief|Jail run|My own hour/)
    await expect
      .poll(() => reasons.allInnerTexts())
      .toEqual(['Tow truck', 'Crash report', 'Late relief', 'Jail run', 'My own hour'])
    expect(await axeFindings(page)).toEqual([])
    await addClaim(people.officer, 2, 'Just now')
    await rowOf(admin, 'Just now').waitFor()
    await page.getByText('6 claims pending').waitFor()
    await badge(second, 6).waitFor()
  })

  test('approves a claim as requested, and corrects one with the original shown beside it', {
    meta: { shows: ['issue 3.4 decided'] },
  }, async () => {
    const { page } = admin
    // The list isn't read again until after the undo: its rows still have the versions from before.
    let read = () => {}
    const mayRead = new Promise<void>((resolve) => {
      read = resolve
    })
    await page.route(/\/api\/extra-time\?/, async (route) => {
      await mayRead
      return route.continue()
    })
    await rowOf(admin, 'Tow truck')
      .getByRole('button', { name: /^Approve / })
      .click()
    // A slip is undone where it was made.
    await rowOf(admin, 'Tow truck')
      .getByRole('button', { name: /^Undo: / })
      .waitFor()
    // The buttons come back once it was read: pressed before, Approve would be refused.
    const again = page.waitForRequest(/\/api\/extra-time\?/)
    await rowOf(admin, 'Tow truck')
      .getByRole('button', { name: /^Undo: / })
      .click()
    await again
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const approve = rowOf(admin, 'Tow truck').getByRole('button', { name: /^Approve / })
    expect(await approve.count()).toBe(0)
    read()
    await approve.click()
    await rowOf(admin, 'Tow truck').getByText('Approved', { exact: true }).last().waitFor()
    // The decided row keeps its place once the list is read again.
    await page.getByText('5 claims pending').waitFor()
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .getByText(/Tow truck|Crash report|Late relief/)
          .allInnerTexts(),
      )
      .toEqual(['Tow truck', 'Crash report', 'Late relief'])
    await rowOf(admin, 'Crash report')
      .getByRole('button', { name: /^Correct / })
      .click()
    const from = await page.getByRole('dialog').getByLabel(/^From/).inputValue()
    const [hours = '00', minutes = '00'] = from.split(':')
    const half = (Number(hours) * 60 + Number(minutes) + 30) % 1440
    const two = (n: number) => String(n).padStart(2, '0')
    await page
      .getByRole('dialog')
      .getByLabel('To', { exact: true })
      .fill(`${two(Math.floor(half / 60))}:${two(half % 60)}`)
    await page.getByRole('dialog').getByText('30 min', { exact: false }).first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Correct and approve' }).click()
    await page.getByText('This field is required.').waitFor()
    await page.getByRole('dialog').getByLabel('Reason').fill('By the log')
    await page.getByRole('button', { name: 'Correct and approve' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Approved' }).click()
    await rowOf(admin, 'Crash report').getByText('claimed 1 h').waitFor()
    await rowOf(admin, 'Crash report').getByText('Admin 1: "By the log"').waitFor()
    await page.getByRole('tab', { name: /Pending/ }).click()
  })

  test('acting on several claims leaves the admin’s own claim out and says why', {
    meta: { shows: ['issue 3.4 never own', 'issue 3.4 bulk'] },
  }, async () => {
    const { page } = admin
    await rowOf(admin, 'My own hour').getByText('(you)').waitFor()
    expect(
      await rowOf(admin, 'My own hour')
        .getByRole('button', { name: /^(Deny|Correct|Return) / })
        .count(),
    ).toBe(0)
    await page.getByRole('checkbox', { name: /all/i }).first().click()
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Return' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByLabel('Reason').fill('Name the supervisor')
    await page.getByRole('button', { name: 'Return claims' }).click()
    const left = page.getByRole('dialog', { name: '3 returned, 1 not' })
    await left.getByText('This is your own claim. Ask another admin.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await left.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByText(/^1 claim pending/).waitFor()
  })

  test('a claim decided by another admin disappears from the first admin’s screen', {
    meta: { shows: ['issue 3.4 first wins'] },
  }, async () => {
    await second.page.goto('/admin/overtime')
    await rowOf(second, 'My own hour')
      .getByRole('button', { name: /^Deny / })
      .click()
    await second.page
      .getByRole('dialog')
      .or(second.page.getByRole('alertdialog'))
      .getByLabel('Reason')
      .fill('Inside the shift')
    await second.page.getByRole('button', { name: 'Deny claim' }).click()
    await admin.page.getByText('Nothing to decide.', { exact: true }).waitFor()
    // The count and the list are two answers, in any order.
    await expect.poll(() => rowOf(admin, 'My own hour').getByRole('button').count()).toBe(0)
    await admin.page.getByRole('tab', { name: 'Denied' }).click()
    await rowOf(admin, 'My own hour').getByText('Admin 2: "Inside the shift"').waitFor()
    expect([...admin.faults, ...second.faults]).toEqual([])
  })
})
