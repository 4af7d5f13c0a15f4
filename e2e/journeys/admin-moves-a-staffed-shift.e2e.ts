import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, noonIn, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** A new date for a shift that officers hold: nothing is saved before each officer affected has a decision. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let boss: Awaited<ReturnType<typeof department.addPerson>>
let gate: Awaited<ReturnType<typeof department.addShift>>

const day = 24 * 60
const noon = noonIn(10)
/** The date in Chicago, in minutes from that noon. */
const dateOf = (minutes: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(noon.getTime() + minutes * 60_000)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  boss = await department.addPerson('Sergeant Shaw', 'admin')
  const [ana, ben, cleo] = [
    await department.addPerson('Ana Reyes', 'officer'),
    await department.addPerson('Ben Cho', 'officer'),
    await department.addPerson('Cleo Frost', 'officer'),
  ]
  gate = await department.addShift({ title: 'Stadium gate', at: noon, from: 0, to: 240, places: 3 })
  const court = await department.addShift({ title: 'Court', at: noon, from: 2 * day + 60, to: 2 * day + 180 })
  for (const officer of [ana, ben, cleo]) await department.addSignup(gate, officer, 'confirmed')
  await department.addSignup(court, ana, 'confirmed')
  await stage.rows('update officers set left_on = $2 where id = $1', [ben.officer_id, dateOf(day)])
  admin = await openBrowser(stage)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const dialogOf = ({ page }: Actor) => page.getByRole('dialog', { name: '2 confirmed officers are affected' })
const decisionOn = (actor: Actor, name: string) =>
  dialogOf(actor).getByRole('radiogroup', { name: `Decision on ${name}` })
const choice = (actor: Actor, name: string, label: string) =>
  decisionOn(actor, name).getByRole('radio', { name: new RegExp(`^${label}`) })
const held = async () =>
  (
    await stage.rows<{ name: string }>(
      `select o.name from officer_assignments s join officers o on o.id = s.officer_id
       where s.assignment_id = $1 and s.status = 'confirmed' order by o.name`,
      [gate.assignment_id],
    )
  ).map(({ name }) => name)
const startsOn = async () =>
  (
    await stage.rows<{ day: string }>(
      `select to_char(starts_at at time zone 'America/Chicago', 'YYYY-MM-DD') as day from assignments where id = $1`,
      [gate.assignment_id],
    )
  )[0]?.day
const openEditor = async ({ page }: Actor) => {
  await page.goto(`/admin/assignments/${gate.assignment_id}/edit`)
  const date = page.getByLabel('Date', { exact: true })
  await date.waitFor()
  await date.fill(dateOf(2 * day))
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.scrollIntoViewIfNeeded()
  await save.click()
}

test('saving asks about each officer affected, says why, and saves nothing before', async () => {
  await openEditor(admin)
  await dialogOf(admin).waitFor()
  await dialogOf(admin)
    .getByText(/Would overlap "Court"/)
    .waitFor()
  await dialogOf(admin).getByText('Leaves the department before then.').waitFor()
  expect(await dialogOf(admin).getByText('Cleo Frost').count()).toBe(0)
  // With an overlap there is one choice, which is made; the other officer needs one.
  await expect.poll(() => choice(admin, 'Ana Reyes', 'Remove from shift').isChecked()).toBe(true)
  await expect.poll(() => choice(admin, 'Ana Reyes', 'Keep on shift').isDisabled()).toBe(true)
  const send = dialogOf(admin).getByRole('button', { name: /Save with these decisions/ })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  const why = await send.evaluate(
    (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(why).toBe('Decide on Ben Cho first.')
  expect(await axeFindings(admin.page)).toEqual([])
  await dialogOf(admin).getByRole('button', { name: 'Back to editing' }).click()
  await dialogOf(admin).waitFor({ state: 'detached' })
  // What was typed is still there, and nobody has heard of it.
  await expect.poll(() => admin.page.getByLabel('Date', { exact: true }).inputValue()).toBe(dateOf(2 * day))
  expect(await startsOn()).toBe(dateOf(0))
  expect(await held()).toEqual(['Ana Reyes', 'Ben Cho', 'Cleo Frost'])
})

test('on a phone the decisions are made and saved together with the new date', async () => {
  const hand = await openBrowser(stage, phone)
  await comeIn(hand, department, boss)
  await openEditor(hand)
  await choice(hand, 'Ben Cho', 'Keep on shift').click()
  const wide = await hand.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  expect(await axeFindings(hand.page)).toEqual([])
  await dialogOf(hand)
    .getByRole('button', { name: /Save with these decisions/ })
    .click()
  await hand.page.waitForURL(`**/admin/assignments/${gate.assignment_id}`)
  expect(await startsOn()).toBe(dateOf(2 * day))
  expect(await held()).toEqual(['Ben Cho', 'Cleo Frost'])
  expect([...admin.faults, ...hand.faults]).toEqual([])
})
