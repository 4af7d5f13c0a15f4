import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Requests on the dashboard: rows stay put under the pointer, and a decision can be undone. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
const names = ['Alex Reed', 'Blair Stone', 'Casey Hart']

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const chief = await department.addPerson('Chief Lane', 'admin')
  const shift = await department.addShift({ title: 'Night patrol', from: 2880, to: 3360, places: 3 })
  for (const name of names) {
    const officer = await department.addPerson(name, 'officer')
    await department.addSignup(shift, officer, 'pending_approval')
  }
  admin = await openBrowser(stage)
  await comeIn(admin, department, chief)
  await queue().getByText('Casey Hart').waitFor()
})
afterAll(() => stage.close())

const queue = () => admin.page.getByRole('list', { name: 'Pending requests' })
const rowOf = (name: string) => queue().getByRole('listitem').filter({ hasText: name })
const statuses = async () =>
  Object.fromEntries(
    (
      await stage.rows<{ name: string; status: string }>(
        'select o.name, s.status from officer_assignments s join officers o on o.id = s.officer_id where s.organization_id = $1',
        [department.id],
      )
    ).map(({ name, status }) => [name, status]),
  )
/** The row's message, and what would get the next press where its Undo is. */
const undoOver = async (name: string) => {
  const undo = rowOf(name).getByRole('button', { name: `Undo: ${name}` })
  const box = await undo.boundingBox()
  if (!box) throw new Error('no Undo')
  const under = () =>
    admin.page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.getAttribute('aria-label'), [
      box.x + box.width - 2,
      box.y + box.height / 2,
    ] as const)
  return { undo, under }
}
const tops = () => Promise.all(names.map(async (name) => (await rowOf(name).boundingBox())?.y))

test('a double click on "Approve" approves one officer, and no row moves', async () => {
  const { page } = admin
  // The three requests come in any order: pressing one below the fold would scroll the page, and every row with it.
  for (const name of names) {
    await rowOf(name).getByText('Eligible').waitFor()
    await rowOf(name).scrollIntoViewIfNeeded()
  }
  const before = await tops()
  await rowOf('Alex Reed').getByRole('button', { name: 'Approve Alex Reed' }).dblclick()
  await rowOf('Alex Reed').getByText('Approved', { exact: true }).waitFor()
  await expect.poll(statuses).toEqual({
    'Alex Reed': 'confirmed',
    'Blair Stone': 'pending_approval',
    'Casey Hart': 'pending_approval',
  })
  // The list has been updated while the pointer is still in it, longer than a decided row is normally kept.
  await page.getByText('Alex Reed approved.').waitFor({ state: 'detached' })
  expect(await tops()).toEqual(before)
  expect(await axeFindings(page)).toEqual([])
})

test('"Undo" returns the request to pending, in the same row', async () => {
  const before = await tops()
  await rowOf('Alex Reed').getByRole('button', { name: 'Undo: Alex Reed' }).click()
  await rowOf('Alex Reed').getByRole('button', { name: 'Approve Alex Reed' }).waitFor()
  expect((await statuses())['Alex Reed']).toBe('pending_approval')
  expect(await tops()).toEqual(before)
})

test('a denial can be undone too, and a decided row disappears once the pointer leaves', async () => {
  const { page } = admin
  const row = rowOf('Blair Stone')
  const deny = async () => {
    await row.getByRole('button', { name: 'Deny Blair Stone' }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill('Too many hours this week')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deny' }).click()
    await row.getByText('Denied', { exact: true }).waitFor()
  }
  await deny()
  const { undo, under } = await undoOver('Blair Stone')
  await undo.click()
  await row.getByRole('button', { name: 'Approve Blair Stone' }).waitFor()
  // A second press where Undo was denies no one.
  expect(await under()).toBe('Approve Blair Stone')
  await deny()
  await row.hover()
  await page.mouse.move(5, 5)
  await row.waitFor({ state: 'detached' })
  await rowOf('Alex Reed').waitFor()
  expect(await statuses()).toMatchObject({ 'Alex Reed': 'pending_approval', 'Blair Stone': 'rejected' })
  expect(admin.faults).toEqual([])
})

test('a request that moves to the next page keeps its buttons, and the undo dismisses its message', async () => {
  const { page } = admin
  const shift = await department.addShift({ title: 'Gate detail', from: 4320, to: 4800, places: 9 })
  for (const name of ['Drew Cole', 'Ellis Park', 'Flynn Moss', 'Gray Nash', 'Harper Lowe']) {
    const officer = await department.addPerson(name, 'officer')
    await department.addSignup(shift, officer, 'pending_approval')
  }
  await page.reload()
  const rows = queue().getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(5)
  const first = rowOf('Alex Reed')
  await first.getByRole('button', { name: 'Approve Alex Reed' }).click()
  await first.getByRole('button', { name: 'Undo: Alex Reed' }).waitFor()
  // The row of the next page joins, and leaves again with the undo.
  await expect.poll(() => rows.count()).toBe(6)
  const names = await rows.getByRole('button', { name: /^Deny / }).allTextContents()
  expect(names).toHaveLength(5)
  await page.getByText('Alex Reed approved.').waitFor()
  await first.getByRole('button', { name: 'Undo: Alex Reed' }).click()
  await first.getByRole('button', { name: 'Approve Alex Reed' }).waitFor()
  await page.getByText('Alex Reed approved.').waitFor({ state: 'detached', timeout: 2000 })
  expect(await rows.getByRole('button', { name: /^Deny / }).count()).toBe(6)
  expect(await queue().getByText('No longer pending').count()).toBe(0)
  expect(admin.faults).toEqual([])
})

test('an assignment that bypasses the award asks for a reason, and can be undone', async () => {
  const { page } = admin
  const shift = await department.addShift({ title: 'Court detail', from: 7200, to: 7680, mode: 'award' })
  await page.goto(`/admin/assignments/${shift.assignment_id}`)
  await page.getByRole('button', { name: 'Assign officer' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign: Drew Cole' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Assign Drew Cole before the award?' })
  await asking.getByText("This bypasses the shift's award").waitFor()
  await asking.getByRole('textbox').fill('Named by the court')
  await asking.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('Drew Cole is confirmed').waitFor()
  const statusAndReason = () =>
    stage.rows<{ status: string; order_reason: string }>(
      'select status, order_reason from officer_assignments where assignment_id = $1',
      [shift.assignment_id],
    )
  const order_reason = 'Named by the court'
  expect(await statusAndReason()).toEqual([{ status: 'confirmed', order_reason }])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Drew Cole no longer has the shift.').waitFor()
  expect(await statusAndReason()).toEqual([{ status: 'cancelled_by_dept', order_reason }])
  expect(admin.faults).toEqual([])
})
