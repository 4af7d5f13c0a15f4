import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, desk, makeDepartment, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The setup asks how shifts are filled while another admin gives one type a rule, and the page hears nothing of it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let chief: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  chief = await openBrowser(stage, desk)
  await comeIn(chief, department, await department.addPerson('Chief Marsh', 'admin'))
})
afterAll(() => stage.close())

test('an answer to the setup replaces no rule that the admin has not seen', async () => {
  const { page } = chief
  await page.route('**/api/live**', (route) => route.abort())
  await page.goto('/admin/setup?step=rules')
  await page.getByRole('radio', { name: /^An admin approves/, checked: true }).waitFor()
  await page.getByText('Seniority', { exact: true }).click()
  await page.getByText('After a shift is posted,').or(page.getByText('Officers can apply for 12 hours')).waitFor()
  await stage.rows(
    `with rule as (insert into award_rules (organization_id, name) values ($1, 'Court list') returning id),
      version as (insert into award_rule_versions (organization_id, rule_id, version, effective_from, body)
        select $1, id, 1, now(), '{"method": "rotation"}' from rule)
     insert into award_adoptions (organization_id, kind, rule_id) select $1, 'court', id from rule`,
    [department.id],
  )
  const save = page.getByRole('button', { name: 'Save and continue' })
  await save.click()
  await page.getByText('Changed by someone else').waitFor()
  await page.getByText('Court: Court list').waitFor()
  await page.getByRole('button', { name: 'Review the changes' }).click()
  await page.getByText('Your shift types already use other rules.').waitFor()
  // The answer is kept, and saved over what was shown.
  await page.getByRole('radio', { name: /^Seniority/, checked: true }).waitFor()
  await save.click()
  await page.waitForURL(/step=(?!rules)/)
  const adopted = await stage.rows(
    `select distinct on (d.kind) r.name from award_adoptions d join award_rules r on r.id = d.rule_id
     where d.organization_id = $1 order by d.kind, d.effective_from desc, d.created_at desc`,
    [department.id],
  )
  expect(new Set(adopted.map(({ name }) => name))).toEqual(new Set(['Seniority']))
})
