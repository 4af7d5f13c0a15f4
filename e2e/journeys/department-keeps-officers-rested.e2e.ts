import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings, comeIn, makeDepartment, openBrowser, phone, type Stage, startStage } from '../actors.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

it('[issue 5.2] an admin sets rest and hours, the officer reads every reason with its time, an approval takes a reason', async () => {
  const department = await makeDepartment(stage)
  const person = await department.addPerson('Riley Watch', 'officer')
  const chief = await department.addPerson('Chief Desk', 'admin')
  // From tomorrow noon on, whatever the hour is now, so that the days stay the same ones.
  const held = await department.addShift({ title: 'Harbor patrol', from: 1440, to: 1440 + 600 })
  await department.addSignup(held, person, 'confirmed')
  const close = await department.addShift({ title: 'Market detail', from: 1440 + 840, to: 1440 + 1440 })
  const later = await department.addShift({ title: 'Parade', from: 1440 + 2880, to: 1440 + 3180, mode: 'first_come' })
  await stage.rows(`update posts set requirements = '{"certifications": ["K-9 handler"]}' where id = $1`, [
    later.post_id,
  ])
  await department.addSignup(close, person, 'pending_approval')

  const admin = await openBrowser(stage)
  await comeIn(admin, department, chief)
  await admin.page.goto('/admin/staffing/work-rules')
  await admin.page.getByLabel('Rest between shifts, hours').fill('8')
  await admin.page.getByRole('button', { name: 'Add a window' }).click()
  await admin.page.getByRole('button', { name: 'See what it refuses, then save' }).click()
  const told = admin.page.getByRole('list', { name: 'What each rule would refuse' })
  await expect.poll(() => told.textContent()).toContain('8 h of rest between shifts would refuse none')
  expect(await axeFindings(admin.page)).toEqual([])
  await admin.page.getByRole('button', { name: 'Save rules' }).click()
  await admin.page.getByText('Set just now by Chief Desk').waitFor()

  const officer = await openBrowser(stage, phone)
  await comeIn(officer, department, person)
  await officer.page.getByText('10 of 16 h').waitFor()
  await officer.page.goto('/officer/assignments')
  const parade = officer.page.getByRole('listitem').filter({ hasText: 'Parade' }).first()
  await parade.getByText('Asks for K-9 handler').waitFor()
  // The own wish on the near shift is taken back, and its reasons stand where the button was.
  const market = officer.page.getByRole('listitem').filter({ hasText: 'Market detail' }).first()
  await market.getByRole('button', { name: 'Withdraw' }).click()
  await market.getByText('4 h short of rest beside Harbor patrol; possible for a start at').waitFor()
  await market.getByText('20 h in 24 h where 16 h are allowed; possible for a start at').waitFor()
  expect(await axeFindings(officer.page)).toEqual([])

  await stage.rows(
    `update officer_assignments set status = 'pending_approval' where officer_id = $1 and assignment_id = $2`,
    [person.officer_id, close.assignment_id],
  )
  await admin.page.goto(`/admin/assignments/${close.assignment_id}`)
  const roster = admin.page.getByRole('region', { name: 'Roster' }).or(admin.page.locator('main'))
  await roster.getByText('4 h short of rest beside Harbor patrol').first().waitFor()
  await admin.page.getByRole('button', { name: 'Approve Riley Watch' }).click()
  const asked = admin.page.getByRole('alertdialog')
  await asked.getByText('20 h in 24 h where 16 h are allowed').waitFor()
  await asked.getByRole('textbox').fill('Nobody else is certified for the boat')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await roster.getByText('Override: Nobody else is certified for the boat').first().waitFor()
  await officer.page.getByText('Confirmed').first().waitFor()
  expect([...admin.faults, ...officer.faults]).toEqual([])
})
