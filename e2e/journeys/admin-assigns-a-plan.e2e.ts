import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** Assigning several lines of a plan: who gets what and who is skipped, before the press; and Undo. */
let stage: Stage
let admin: Actor
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

test('an admin sees who is assigned and skipped before assigning a plan, and undoes it', {
  meta: { shows: ['issue 5.6'] },
}, async () => {
  const department = await makeDepartment(stage)
  const boss = await department.addPerson('Sergeant Shaw', 'admin')
  const ana = await department.addPerson('Ana Reyes', 'officer')
  const ben = await department.addPerson('Ben Cho', 'officer')
  await stage.rows(`update officers set user_id = null, phone = '713-555-0112' where id = $1`, [ben.officer_id])
  const gate = await department.addShift({ title: 'Stadium gate', from: 2880, to: 3120 })
  await department.addSignup(gate, ana, 'pending_approval')
  const spread = { range_minutes: 0, gini: 0 }
  const counts = { officers: 2, shifts: 1, places: 1, filled: 1, places_bound: 1, gap: 0, milliseconds: 10, gaps: [] }
  await stage.rows(
    `with plan as (insert into fill_plans (organization_id, asked_by, days, status, solved_at, outcome)
       values ($1, $2, 7, 'ready', now(), $5) returning organization_id, id)
     insert into fill_plan_lines (organization_id, plan_id, assignment_id, post_id, officer_id, starts_at, ends_at, why)
     select plan.organization_id, plan.id, p.assignment_id, p.id, $3, p.starts_at, p.ends_at, $6
     from plan join posts p on p.organization_id = plan.organization_id and p.id = $4`,
    [
      ...[department.id, boss.officer_id, ben.officer_id, gate.post_id],
      JSON.stringify({ ...counts, before: spread, after: spread }),
      JSON.stringify({ able: 2, order: 1, minutes_before: 0, minutes_after: 240, passed: [] }),
    ],
  )
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
  const { page } = admin
  await page.goto('/admin/staffing/plan')
  await page.getByRole('listitem').getByText("No account yet. Won't be notified.").waitFor()
  await page.getByRole('button', { name: 'Assign 1' }).click()
  const asking = page.getByRole('alertdialog', { name: "Fill 1 spot? 1 officer won't be notified." })
  await asking.getByText('Ben Cho', { exact: true }).waitFor()
  await asking.getByRole('link', { name: 'Call Ben Cho: 713-555-0112' }).waitFor()
  await asking.getByText('Skipped: Ana Reyes').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asking.getByRole('button', { name: 'Assign 1' }).click()
  await page.getByText('1 spot filled').waitFor()
  await asking.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo: Ben Cho, Stadium gate' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('1 spot reopened').waitFor()
  await page.getByRole('button', { name: 'Assign 1' }).waitFor()
  const held = await stage.rows<{ status: string }>(
    'select status from officer_assignments where assignment_id = $1 order by status',
    [gate.assignment_id],
  )
  expect(held.map(({ status }) => status)).toEqual(['cancelled_by_dept', 'pending_approval'])
  expect(admin.faults).toEqual([])
})
