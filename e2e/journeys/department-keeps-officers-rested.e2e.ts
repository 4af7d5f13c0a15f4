import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

it('an admin sets rest and hour limits, the officer sees every reason with its time, and an override takes a reason', {
  meta: { shows: ['issue 5.2'] },
}, async () => {
  const department = await makeDepartment(stage)
  const person = await department.addPerson('Riley Watch', 'officer')
  const chief = await department.addPerson('Chief Desk', 'admin')
  // From noon tomorrow, whatever the time is now, so that neither the dates nor the minutes between them vary.
  const noon = noonIn(1)
  const held = await department.addShift({ title: 'Harbor patrol', at: noon, from: 0, to: 600 })
  await department.addSignup(held, person, 'confirmed')
  const close = await department.addShift({ title: 'Market detail', at: noon, from: 840, to: 1440 })
  const later = await department.addShift({ title: 'Parade', at: noon, from: 2880, to: 3180, mode: 'first_come' })
  await stage.rows(`update posts set requirements = '{"certifications": ["K-9 handler"]}' where id = $1`, [
    later.post_id,
  ])
  await department.addSignup(close, person, 'pending_approval')

  const admin = await openBrowser(stage)
  await comeIn(admin, department, chief, '/admin/staffing/work-rules')
  await admin.page.getByLabel('Rest between shifts, in hours').fill('8')
  await admin.page.getByRole('button', { name: 'Add a window' }).click()
  await admin.page.getByRole('button', { name: 'Preview and save' }).click()
  const told = admin.page.getByRole('list', { name: 'Effect of each rule' })
  await expect
    .poll(() => told.textContent())
    .toContain("8 h of rest between shifts wouldn't have blocked any of these sign-ups")
  expect(await axeFindings(admin.page)).toEqual([])
  await admin.page.getByRole('button', { name: 'Save rules' }).click()
  await admin.page.getByText('Last changed just now by Chief Desk').waitFor()

  const officer = await openBrowser(stage, phone)
  await comeIn(officer, department, person)
  await officer.page.getByText('10 of 16 h').waitFor()
  await officer.page.goto('/officer/assignments?others=open')
  const parade = officer.page.getByRole('listitem').filter({ hasText: 'Parade' }).first()
  await parade.getByText('Requires K-9 handler').waitFor()
  // The officer withdraws the request for the nearby shift, and the reasons appear in place of the button.
  await officer.page.goto(`/officer/assignments/${close.assignment_id}`)
  const market = officer.page.locator('main')
  await market.getByRole('button', { name: 'Withdraw' }).click()
  await market.getByText(/4 h short of required rest (before|after) Harbor patrol\. Next eligible start/).waitFor()
  await market.getByText('20 h in 24 h (16 h allowed). Next eligible start').waitFor()
  expect(await axeFindings(officer.page)).toEqual([])

  await stage.rows(
    `update officer_assignments set status = 'pending_approval' where officer_id = $1 and assignment_id = $2`,
    [person.officer_id, close.assignment_id],
  )
  await admin.page.goto(`/admin/assignments/${close.assignment_id}`)
  const roster = admin.page.getByRole('region', { name: 'Roster' }).or(admin.page.locator('main'))
  await roster
    .getByText(/4 h short of required rest (before|after) Harbor patrol/)
    .first()
    .waitFor()
  await admin.page.getByRole('button', { name: 'Approve anyway: Riley Watch' }).click()
  const asked = admin.page.getByRole('alertdialog')
  await asked.getByText('20 h in 24 h (16 h allowed)').waitFor()
  await asked.getByRole('textbox').fill('Nobody else is certified for the boat')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await roster.getByText('Override: Nobody else is certified for the boat').first().waitFor()
  await officer.page.getByText('Confirmed').first().waitFor()
  // The officer's own shift says what it breaks, and who made the exception.
  await market.getByText('4 h of rest before this shift, after Harbor patrol. Your department requires 8 h.').waitFor()
  await market.getByText('20 h in 24 h (16 h allowed).', { exact: true }).waitFor()
  await market.getByText('Chief Desk made an exception: Nobody else is certified for the boat').waitFor()
  expect(await axeFindings(officer.page)).toEqual([])
  expect([...admin.faults, ...officer.faults]).toEqual([])
})
