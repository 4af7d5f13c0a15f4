import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/**
 * A rule is adopted, two officers apply for one spot, it is awarded, and each reads why: an admin on desktop, an officer on a
 * phone.
 */
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
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

describe('an award that anyone can check', { meta: { shows: ['issue 5.1', 'issue 5.3'] } }, () => {
  test('an admin creates an award rule from a ready-made pack with its source, and applies it to a shift type', {
    meta: { shows: ['issue 5.1'] },
  }, async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'Use this rule: 64 hours a week across all work, by seniority' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Seniority')
    await clean(admin)
    await page.getByRole('button', { name: 'Create rule' }).click()
    await page.getByRole('heading', { level: 1, name: 'Seniority' }).waitFor()
    await clean(admin)
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'Change the rule for Overtime' }).click()
    await page.getByRole('combobox', { name: 'Rule' }).click()
    await page.getByRole('option', { name: 'Seniority' }).click()
    // Officers read why, so it is asked for.
    await page.getByRole('button', { name: 'Adopt' }).click()
    await page.getByText('Enter a reason. Officers see it with the rule.').waitFor()
    await page.getByLabel('Reason', { exact: true }).fill('Agreed with the association')
    await clean(admin)
    await page.getByRole('button', { name: 'Adopt' }).click()
    await page.getByText('Award rule changed', { exact: true }).waitFor()
  })

  test('a change of a rule is read in words and compared with past awards before it is saved', async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('link', { name: /^Seniority/ }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('No changes yet.').waitFor()
    // Only what the method uses is asked, and Save stays in view.
    const method = async (name: string) => {
      await page.getByRole('combobox', { name: 'Method' }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    const charged = page.getByRole('group', { name: 'Hours charged' })
    await method('Fewest hours')
    await charged.waitFor()
    await method('Seniority')
    await charged.waitFor({ state: 'detached' })
    await page.getByText('No changes yet.').waitFor()
    const save = await page.getByRole('button', { name: 'Save version' }).boundingBox()
    expect((save?.y ?? 1e9) + (save?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await page.getByRole('switch', { name: 'Show names in receipts' }).click()
    const added = page.getByText('Receipts list all applicants by name and rank.')
    await added.waitFor()
    expect(await added.evaluate((one) => one.tagName)).toBe('INS')
    expect(await page.locator('del').count()).toBe(1)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText('Nothing to compare').waitFor()
    await page.getByRole('switch', { name: 'Show what was compared' }).click()
    await page.getByText('The draft has changed since this comparison.').waitFor()
    await clean(admin)
    await page.getByRole('button', { name: 'Compare again' }).click()
    await page.getByText('The draft has changed since this comparison.').waitFor({ state: 'detached' })
    // Overtime uses this rule, so a change needs a reason, beside its field and beside the button.
    await page.getByRole('button', { name: 'Save version' }).click()
    await expect.poll(() => page.getByText(/^Say what changed and why\./).count()).toBe(2)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByText('Version 1', { exact: true }).waitFor()
  })

  test('a new shift is given out by the rule of its type, and as the department’s are where there is none', {
    meta: { shows: ['issue 5.1'] },
  }, async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/assignments/new`)
    const signup = page.getByRole('button', { name: /^Sign-up/ })
    await signup.filter({ hasText: 'From the overtime default: ' }).waitFor()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Award when sign-up closes').waitFor()
    const pick = async (kind: string) => {
      await page.getByRole('combobox', { name: 'Type' }).click()
      await page.getByRole('option', { name: kind, exact: true }).click()
    }
    await pick('Court')
    await signup.filter({ hasText: 'From the department default: an admin approves' }).waitFor()
    await preview.getByText('Needs approval').waitFor()
    await pick('Overtime')
    await signup.filter({ hasText: 'From the overtime default: ' }).waitFor()
    // What the admin has chosen stays.
    await signup.click()
    await page.getByRole('combobox', { name: 'How officers are chosen' }).click()
    await page.getByRole('option', { name: 'First come, first served' }).click()
    await page.getByText('Chosen for this shift, instead of the overtime default: ').waitFor()
    await pick('Court')
    await signup.filter({ hasText: 'First come, first served' }).waitFor()
    await pick('Overtime')
    await signup.filter({ hasText: 'First come, first served' }).waitFor()
    await clean(admin)
    await page.evaluate(() => sessionStorage.clear())
  })

  test('screens that compare other hours than awards say so, and lead to the order by hours charged', async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'New rule' }).click()
    const naming = page.getByRole('dialog', { name: 'New rule' })
    await naming.getByLabel('Name').fill('Training by hours')
    await naming.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: 'Fewest hours', exact: true }).click()
    await naming.getByText('Officers with the fewest charged hours come first.').waitFor()
    await clean(admin)
    await naming.getByRole('button', { name: 'Create rule' }).click()
    await page.getByRole('heading', { level: 1, name: 'Training by hours' }).waitFor()
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('button', { name: 'Change the rule for Training' }).click()
    await page.getByRole('combobox', { name: 'Rule' }).click()
    await page.getByRole('option', { name: 'Training by hours' }).click()
    await page.getByLabel('Reason', { exact: true }).fill('Training hours are even now')
    await page.getByRole('button', { name: 'Adopt' }).click()
    await page.getByText('Award rule changed', { exact: true }).waitFor()
    await page.goto(`${stage.base}/admin/reports?report=equalization`)
    await page.getByText('Awards compare hours charged over the last 365 days instead, by').waitFor()
    await page.getByRole('link', { name: 'Training by hours' }).click()
    await page.getByRole('heading', { level: 1, name: 'Current order' }).waitFor()
    await page.getByText('Hours are charged for all shift types over the last 365 days').waitFor()
    await page.getByText('Extra hours: assigned shifts from the last 90 days and all upcoming ones.').waitFor()
    await clean(admin)
  })

  test('an admin reads who would come first now, one click from the rule and from Staffing', {
    meta: { shows: ['issue 5.1 order'] },
  }, async () => {
    const { page } = admin
    await page.goto(`${stage.base}/admin/staffing/rules`)
    await page.getByRole('link', { name: /^Seniority/ }).click()
    await page.getByRole('link', { name: 'Current order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Current order' }).waitFor()
    const rows = page.getByRole('table', { name: 'Current order' }).getByRole('row')
    await rows.nth(1).getByText('Officer Senior').waitFor()
    await rows.nth(1).getByText('Jun 1, 2005').waitFor()
    await clean(admin)
    await stage.rows('update officers set suspended_at = now() where id = $1', [senior.officer_id])
    await page.goto(`${stage.base}/admin/staffing`)
    await page.getByRole('link', { name: 'Current order' }).click()
    await rows.nth(1).getByText('Suspended').waitFor()
    await page.getByLabel('Search').fill('junior')
    await expect.poll(() => rows.count()).toBe(2)
    await clean(admin)
    await stage.rows('update officers set suspended_at = null where id = $1', [senior.officer_id])
  })

  test('two officers apply, the spot is awarded, and the other officer reads which rule decided it', {
    meta: { shows: ['issue 5.3'] },
  }, async () => {
    shift = await department.addShift({ title: 'Harbor security', from: 4320, to: 4800, mode: 'award' })
    await department.addSignup(shift, senior, 'interested')
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments`)
    await page.getByRole('link', { name: 'Harbor security' }).tap()
    await page.getByRole('button', { name: 'How this shift is awarded: Harbor security' }).tap()
    const terms = page.getByRole('dialog', { name: 'How this shift is awarded: Harbor security' })
    await terms.getByText('Seniority').first().waitFor()
    await terms.getByText(/^Award /).waitFor()
    await terms.getByText(/^You're \d+\w\w of \d+ officers now/).waitFor()
    await clean(officer)
    await terms.getByRole('button', { name: 'Close' }).last().tap()
    await terms.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Apply: Harbor security' }).tap()
    await page.getByText('Applied', { exact: true }).first().waitFor()
    // Once the undo is over, the page says what comes next.
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    await page.getByText(/^Award .* · most senior first$/).waitFor()
    await page.getByText(/^You're \d+\w\w of \d+ officers now/).waitFor()
    await clean(officer)
    await admin.page.goto(`${stage.base}/admin/assignments/${shift.assignment_id}`)
    await admin.page.getByText('2 applicants').waitFor()
    await admin.page.getByRole('button', { name: 'Award now' }).click()
    const question = admin.page.getByRole('dialog').or(admin.page.getByRole('alertdialog'))
    await question.getByLabel('Reason').fill('The harbor needs the name today')
    await question.getByRole('button', { name: 'Award now' }).click()
    const ranking = admin.page.getByRole('table', { name: /^Applicants, / })
    await ranking.getByText('Awarded', { exact: true }).waitFor()
    expect(await ranking.getByRole('columnheader').allTextContents()).toEqual([
      ...['Rank', 'Officer', 'Hired', 'Result', 'Actions'],
    ])
    await ranking.getByRole('button', { name: `Receipt: ${senior.name}` }).click()
    await ranking.getByText(`${senior.name} ranked number 1 of 2 applicants and got the spot.`).waitFor()
    await clean(admin)
    await page.goto(`${stage.base}/officer/standing?job=${shift.assignment_id}`)
    await page.getByText('Waitlisted').first().waitFor()
    await page.getByText('You ranked number 2 of 2 applicants.').waitFor()
    // A link that names a receipt leads to it.
    const named = page.locator('li:focus').getByText('You ranked number 2 of 2 applicants.')
    expect((await named.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0)
    await page
      .getByText('There was 1 spot. It went to number 1. The difference between number 1 and you: the hire date.')
      .waitFor()
    await page.getByRole('rowheader', { name: 'Hired, deciding factor' }).waitFor()
    await page.getByText('Seniority').first().waitFor()
    // Others are named only if the department allows it.
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
