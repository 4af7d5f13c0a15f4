import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, addRecord, axeFindings, comeIn, desk, makeDepartment, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** What every dialog with a form does: it keeps what was typed until the server accepts it, says why not, and then closes. */
let stage: Stage
let admin: Actor
let department: Awaited<ReturnType<typeof makeDepartment>>
let first: { officer_id: string }
let second: { officer_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const boss = await department.addPerson('Admin 1', 'admin')
  first = await department.addPerson('Officer 1', 'officer')
  second = await department.addPerson('Officer 2', 'officer')
  admin = await openBrowser(stage, desk)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const badgeOf = async (officer_id: string): Promise<string> => {
  const [row] = await stage.rows<{ badge: string }>('select badge_number as badge from officers where id = $1', [
    officer_id,
  ])
  return row?.badge ?? ''
}

describe('an admin fills in dialogs', () => {
  test('a refused form stays open with everything typed, survives going back, and closes once accepted', async () => {
    const { page } = admin
    await page.goto('/admin/officers')
    const opener = page.getByRole('button', { name: 'Add officer' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Add officer' })
    const send = dialog.getByRole('button', { name: 'Add officer' })
    const name = dialog.getByLabel('Name')
    await send.click()
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')

    await name.fill('Officer 3')
    await dialog.getByLabel('Badge number').fill(await badgeOf(first.officer_id))
    await send.click()
    await dialog.getByText('Another officer in your department has this badge number.').waitFor()
    await expect.poll(() => name.inputValue()).toBe('Officer 3')
    expect(await axeFindings(page)).toEqual([])

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await opener.click()
    await expect.poll(() => name.inputValue()).toBe('Officer 3')
    await dialog.getByLabel('Badge number').fill('third')
    await dialog.getByLabel('Badge number').press('Enter')
    await page.getByText('Officer 3 is on the roster.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row').filter({ hasText: 'Officer 3' }).waitFor()

    await opener.click()
    await dialog.waitFor()
    await expect.poll(() => name.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('suspending, or marking as left, says that the officer is on duty', async () => {
    const { page } = admin
    const shift = await department.addShift({ title: 'Main gate', from: -60, to: 60 })
    const signup = await department.addSignup(shift, second, 'confirmed')
    await addRecord(stage, signup, true)
    await page.goto('/admin/officers')
    for (const [action, title] of [
      ['Suspend', 'Suspend Officer 2?'],
      ['Mark as left', 'Mark Officer 2 as left?'],
    ] as const) {
      await page.getByRole('button', { name: 'More for Officer 2' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      const dialog = page.getByRole('alertdialog', { name: title })
      await dialog.getByText(/^On duty since .*Record the check-out in Attendance\.$/).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: 'More for Officer 1' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Suspend Officer 1?' })
    await dialog.getByLabel('Reason').waitFor()
    expect(await dialog.getByText(/^On duty/).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('an edit of several officers says how many change and why it cannot be sent yet', async () => {
    const { page } = admin
    for (const name of ['Officer 1', 'Officer 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    const edit = page.getByRole('button', { name: 'Edit 2' })
    await edit.click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    const suspending = page.getByRole('dialog', { name: 'Suspend officers' })
    await suspending.getByText('Enter a reason.').last().waitFor()
    await suspending.getByText(/^On duty: Officer 2\. .*Record each check-out in Attendance\.$/).waitFor()
    await expect.poll(() => suspending.getByRole('button', { name: 'Suspend 2 officers' }).isDisabled()).toBe(true)
    await suspending.getByRole('button', { name: 'Cancel' }).click()
    await suspending.waitFor({ state: 'hidden' })

    await edit.click()
    await page.getByRole('menuitem', { name: 'Set unit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set unit' })
    await dialog.getByText('Choose a unit.').last().waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Change 2 officers' }).isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'Unit' }).fill('Patrol')
    await dialog.getByRole('button', { name: 'Change 2 officers' }).click()
    await page.getByText('2 officers moved').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const [moved] = await stage.rows<{ count: number }>(
      "select count(*)::int as count from officers where organization_id = $1 and unit = 'Patrol'",
      [department.id],
    )
    expect(moved?.count).toBe(2)
  })

  test('undoing a registration says that the officer is on duty, and that nothing saved on the phone can be sent', async () => {
    const { page } = admin
    const person = await department.addPerson('Officer 4', 'officer')
    await stage.rows('update officers set approved = false where id = $1', [person.officer_id])
    const [row] = await stage.rows<{ id: string }>(
      `insert into officers (organization_id, name, approved) values ($1, 'Roster 4', true) returning id`,
      [department.id],
    )
    const roster_id = row?.id ?? ''
    await page.goto('/admin/officers')
    const merged = await page.evaluate(
      async ([officer_id, roster_id]) =>
        (
          await fetch(`/api/officers/${officer_id}/merge`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
            body: JSON.stringify({ roster_id }),
          })
        ).status,
      [person.officer_id, roster_id],
    )
    expect(merged).toBe(200)
    const ask = async () => {
      await page.goto(`/admin/officers/${roster_id}`)
      await page.getByRole('button', { name: 'Undo merge' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Undo this merge?' })
      await dialog.getByText(/Data saved on the officer's phone can't be sent until the registration/).waitFor()
      return dialog
    }
    expect(await (await ask()).getByText(/^On duty/).count()).toBe(0)
    const shift = await department.addShift({ title: 'Main gate', from: -60, to: 60 })
    const signup = await department.addSignup(shift, { ...person, officer_id: roster_id }, 'confirmed')
    await addRecord(stage, signup, true)
    const dialog = await ask()
    await dialog.getByText(/^On duty since .*Record the check-out in Attendance\.$/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep it merged' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a refused choice stays chosen and says why', async () => {
    const { page } = admin
    const [platoon] = await stage.rows<{ id: string }>(
      "insert into platoons (organization_id, name) values ($1, 'Days') returning id",
      [department.id],
    )
    await page.goto(`/admin/officers/${first.officer_id}?tab=tours`)
    await page.getByRole('button', { name: 'Change platoon' }).click()
    const dialog = page.getByRole('dialog', { name: 'Platoon for Officer 1' })
    await dialog.getByRole('combobox', { name: 'Platoon' }).click()
    await page.getByRole('option', { name: 'Days' }).click()
    await stage.rows("update platoons set ended_on = '2020-01-01' where id = $1", [platoon?.id])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This platoon has no tours on that day. Choose an earlier day or another platoon.').waitFor()
    await stage.rows('update platoons set ended_on = null where id = $1', [platoon?.id])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Added to the platoon').waitFor()
    await dialog.waitFor({ state: 'hidden' })

    await page.goto(`/admin/staffing/tours/${platoon?.id}?tab=members`)
    await page.getByRole('button', { name: 'Remove Officer 1' }).click()
    const leaving = page.getByRole('dialog', { name: 'Remove Officer 1 from Days' })
    await leaving.getByLabel('From').press('Enter')
    await page.getByText('Removed from the platoon').waitFor()
    await leaving.waitFor({ state: 'hidden' })
    expect(admin.faults).toEqual([])
  })

  test('times recorded by hand need a reason, and requests selected together are approved together', async () => {
    const { page } = admin
    const past = await department.addShift({ title: 'Night desk', from: -600, to: -120 })
    await department.addSignup(past, first, 'confirmed')
    await page.goto(`/admin/assignments/${past.assignment_id}`)
    await page.getByRole('button', { name: 'Record times' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record times for Officer 1' })
    await dialog.getByText(/Worked: 8/).waitFor()
    await dialog.getByRole('button', { name: 'Record and approve' }).click()
    await dialog.getByText("Enter a reason. It's kept with the record.").waitFor()
    await dialog.getByLabel('Reason').fill('The app was down')
    await dialog.getByRole('button', { name: 'Record and approve' }).click()
    await page.getByText('Officer 1 has been notified.').waitFor()
    await dialog.waitFor({ state: 'hidden' })

    const gate = await department.addShift({ title: 'Stadium gate', from: 2880, to: 3360, places: 2 })
    for (const person of [first, second]) await department.addSignup(gate, person, 'pending_approval')
    await page.goto(`/admin/assignments/${gate.assignment_id}`)
    for (const name of ['Officer 1', 'Officer 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await page.getByText('2 requests approved').waitFor()
    expect(admin.faults).toEqual([])
  })
})
