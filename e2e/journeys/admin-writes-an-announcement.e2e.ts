import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, linkMailedTo, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin writes to a unit, a shift and everyone; the officer reads it from the bell and the email, and replies. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor
let ana: Awaited<ReturnType<typeof department.addPerson>>

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Riverside Police')
  const chief = await department.addPerson('Chief Cole', 'admin')
  ana = await department.addPerson('Officer Ana', 'officer')
  const ben = await department.addPerson('Officer Ben', 'officer')
  await stage.rows("update officers set unit = 'Patrol' where id = $1", [ana.officer_id])
  const shift = await department.addShift({ title: 'Harbor parade', from: 1200, to: 1500, mode: 'first_come' })
  await department.addSignup(shift, ben, 'confirmed')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  await Promise.all([comeIn(admin, department, chief), comeIn(officer, department, ana)])
})
afterAll(() => stage.close())

const choices = { Shift: 'Officers on a shift', Unit: 'A unit' } as const
type To = { audience?: keyof typeof choices; group?: string; people: string }
const send = async ({ audience, group = '', people }: To, title: string) => {
  const { page } = admin
  await page.goto('/admin/announcements?new=yes')
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  if (audience) {
    await dialog.getByRole('combobox', { name: 'Send to' }).click()
    await page.getByRole('option', { name: choices[audience] }).click()
    await dialog.getByRole('combobox', { name: audience }).click()
    await page.getByRole('option', { name: group }).click()
  }
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Message').fill(`${title}.\nPlease read this to the end.`)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: `Send to ${people}` }).click()
  await page.getByRole('heading', { name: title }).waitFor()
}
/** The names on the list of receipts, with `Read` or `Not read`. */
const recipients = async () => {
  const rows = admin.page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  const texts = await rows.allInnerTexts()
  return texts.map((text) => text.replace(/^(Officer \w+)[\s\S]*?((Not read|Read) ?.*)$/, '$1: $3'))
}

test('reaches the confirmed officers of a shift, a unit, and everyone, as the form says', {
  meta: { shows: ['issue 12 announcements'] },
}, async () => {
  await send({ audience: 'Shift', group: 'Harbor parade', people: '1 person' }, 'Meet at the pier')
  await expect.poll(recipients).toEqual(['Officer Ben: Not read'])
  await send({ audience: 'Unit', group: 'Patrol', people: '1 person' }, 'New radios')
  await expect.poll(recipients).toEqual(['Officer Ana: Not read'])
  await send({ people: '2 people' }, 'Office closed')
  await expect.poll(recipients).toEqual(['Officer Ana: Not read', 'Officer Ben: Not read'])
  expect(admin.faults).toEqual([])
})

test('opens from the bell and the email, is read by opening it, and the reply reaches the author', {
  meta: { shows: ['issue 12 announcements'] },
}, async () => {
  const { page } = officer
  await page.goto('/notifications')
  await page.getByRole('link', { name: /New radios/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New radios' })
  await dialog.getByText('Please read this to the end.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Reply to Chief Cole').fill('Which channel?')
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('Reply sent').first().waitFor()
  // The email leads to the other one, which is still unread. Both emails may be written together.
  const mailed = () => linkMailedTo(stage, ana.email, '/officer/announcements', 'Office closed')
  await expect.poll(() => mailed().catch(() => '')).toContain('/officer/announcements?open=')
  await page.goto(await mailed())
  await page.getByRole('dialog').getByText('Please read this to the end.').waitFor()
  expect(officer.faults).toEqual([])

  await admin.page.goto('/notifications')
  await admin.page.getByRole('link', { name: /Officer Ana replied: New radios/ }).click()
  await admin.page.getByRole('heading', { name: 'New radios' }).waitFor()
  await admin.page.getByRole('list', { name: 'Replies' }).getByText('Which channel?').waitFor()
  await expect.poll(recipients).toEqual(['Officer Ana: Read'])
  await admin.page.goto('/admin/announcements')
  await admin.page
    .getByRole('link', { name: /Office closed/ })
    .getByText('Read by 1 of 2')
    .waitFor()
  expect(await axeFindings(admin.page)).toEqual([])
  expect(admin.faults).toEqual([])
})
