import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  makeDepartment,
  openBrowser,
  phone,
  type Stage,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A rule is adopted, two apply for one place, it is awarded, and each reads why: an admin at a desk, an officer on a phone. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let admin: Actor
let senior: { officer_id: string; name: string }
let shift: { assignment_id: string; post_id: string }

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const junior = await department.addPerson('Officer Junior', 'officer')
  senior = await department.addPerson('Officer Senior', 'officer')
  const boss = await department.addPerson('Admin 1', 'admin')
  await stage.rows(
    `update officers set hired_on = case when id = $1 then date '2005-06-01' else date '2021-03-01' end`,
    [senior.officer_id],
  )
  officer = await openBrowser(stage, phone)
  admin = await openBrowser(stage)
  await comeIn(officer, department, junior)
  await comeIn(admin, department, boss)
})
beforeEach(() => onTestFailed(() => tellScreens({ officer, admin })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

describe('[issue 5.1] [issue 5.3] an award that everybody can check', () => {
  test('[issue 5.1] an admin makes a rule from a ready pack with its source, and a kind of assignment goes by it', async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'Make this rule: 64 hours a week over all work, by seniority' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Seniority')
    await clean(admin)
    await page.getByRole('button', { name: 'Make the rule' }).click()
    await page.getByRole('heading', { level: 1, name: 'Seniority' }).waitFor()
    await clean(admin)
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'Change the rule of Overtime' }).click()
    await page.getByRole('combobox', { name: 'Rule' }).click()
    await page.getByRole('option', { name: 'Seniority' }).click()
    await page.getByRole('button', { name: 'Adopt' }).click()
    await page.getByText('Adopted', { exact: true }).waitFor()
  })

  test('[issue 5.3] two apply, the place is awarded, and the one who did not get it reads by which rule', async () => {
    shift = await department.addShift({ title: 'Harbor security', from: 4320, to: 4800, mode: 'award' })
    await department.addSignup(shift, senior, 'interested')
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments`)
    await page.getByRole('button', { name: 'How it is awarded: Harbor security' }).tap()
    const terms = page.getByRole('dialog', { name: 'How it is awarded: Harbor security' })
    await terms.getByText('Seniority').first().waitFor()
    await terms.getByText(/^The award is made/).waitFor()
    await clean(officer)
    await terms.getByRole('button', { name: 'Close' }).last().tap()
    await terms.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Apply: Harbor security' }).tap()
    await page.getByRole('button', { name: /Withdraw/ }).waitFor()
    await admin.page.goto(`${stage.base}/admin/assignments/${shift.assignment_id}`)
    await admin.page.getByText('2 officers have applied').waitFor()
    await admin.page.getByRole('button', { name: 'Award now' }).click()
    const question = admin.page.getByRole('dialog').or(admin.page.getByRole('alertdialog'))
    await question.getByLabel('Reason').fill('The harbor needs the name today')
    await question.getByRole('button', { name: 'Award now' }).click()
    await admin.page.getByText('Awarded', { exact: true }).first().waitFor()
    await clean(admin)
    await page.goto(`${stage.base}/officer/standing?job=${shift.assignment_id}`)
    await page.getByText('On the waitlist').first().waitFor()
    await page.getByText('You came number 2 of 2 who applied.').waitFor()
    await page
      .getByText('There was 1 place. It went to number 1. Between number 1 and you, the hire date decided.')
      .waitFor()
    await page.getByRole('rowheader', { name: 'Hired decided' }).waitFor()
    await page.getByText('Seniority').first().waitFor()
    // Others by name only where the department wants it.
    const receipt = page.getByRole('listitem').filter({ hasText: 'Harbor security' })
    expect(await receipt.getByText(senior.name).count()).toBe(0)
    await clean(officer)
    const rows = await stage.rows<{ status: string }>(
      `select s.status from officer_assignments s where s.assignment_id = $1 order by s.officer_id = $2 desc`,
      [shift.assignment_id, senior.officer_id],
    )
    expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'waitlisted'])
  })
})
