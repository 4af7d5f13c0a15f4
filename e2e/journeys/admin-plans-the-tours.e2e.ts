import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const look = async (actor: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await actor.page.screenshot({ path: `${folder}/${name}.png` })
  expect(await axeFindings(actor.page)).toEqual([])
}
const fileOf = (lines: string[]) => ({
  name: 'tours.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Badge,Date,Start,End\n${lines.join('\n')}\n`),
})

describe('an admin plans the tours', {
  meta: { shows: ['issue 5.2 tours', 'issue 5.2 leave', 'issue 5.2 tour import'] },
}, () => {
  it('adds a night platoon its officer sees at once, leave over a confirmed shift, and tours from a file', async () => {
    const department = await makeDepartment(stage)
    const chief = await department.addPerson('Admin 1', 'admin')
    const person = await department.addPerson('Officer 1', 'officer')
    const shift = await department.addShift({ title: 'Stadium gate', from: 2880, to: 3360 })
    await department.addSignup(shift, person, 'confirmed')
    const today = wallOf(new Date().toISOString(), 'America/Chicago').date
    const [admin, officer] = [await openBrowser(stage, desk), await openBrowser(stage, phone)]
    await Promise.all([comeIn(admin, department, chief), comeIn(officer, department, person)])

    const { page } = admin
    await page.goto('/admin/staffing')
    await page.getByRole('link', { name: /^Tours and leave/ }).click()
    await page.getByText('No platoons yet').waitFor()
    await page.getByRole('button', { name: 'New platoon' }).click()
    await page.getByLabel('Name').fill('A watch')
    await page.getByRole('combobox', { name: 'Rotation' }).click()
    await page.getByRole('option', { name: 'Panama 2-2-3 with nights' }).click()
    await page.getByLabel('Night tours start').fill('19:00')
    await page.getByLabel('Ends').press('Tab')
    const preview = page.getByRole('list', { name: '4-week preview' })
    await expect.poll(() => preview.getByText('19:00', { exact: true }).count()).toBe(7)
    await look(admin, 'tours-new-platoon')
    await page.getByRole('button', { name: 'Create platoon' }).click()
    await page.getByRole('heading', { name: 'A watch', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^Members/ }).click()
    await page.getByRole('button', { name: 'Add officers' }).click()
    await page.getByLabel('Find officers').fill('Officer 1')
    await page.getByRole('checkbox', { name: /Officer 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1 officer' }).click()
    await page.getByRole('list', { name: 'Members' }).getByText('Officer 1').waitFor()

    // The officer's dashboard shows them without a reload.
    const own = officer.page.getByRole('list', { name: 'Your tours in the next 2 weeks' })
    await expect.poll(() => own.getByText('06:00', { exact: true }).count()).toBe(7)
    await officer.page.getByText('Start of a confirmed shift').scrollIntoViewIfNeeded()
    await look(officer, 'tours-own')

    await page.getByRole('link', { name: 'Officer 1' }).click()
    await page.getByRole('button', { name: 'Add leave' }).click()
    await page.getByLabel('First day').fill(plusDays(today, 1))
    await page.getByLabel(/^Last day/).fill(plusDays(today, 3))
    await page.getByRole('dialog').getByRole('button', { name: 'Add leave' }).click()
    const told = page.getByRole('dialog', { name: 'Shifts during this leave' })
    await told.getByRole('link', { name: 'Stadium gate' }).waitFor()
    await told.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Confirmed shift during leave').waitFor()
    await look(admin, 'tours-officer')
    await officer.page.goto('/officer/profile?tab=tours')
    await officer.page.getByText('Vacation').first().waitFor()
    await look(officer, 'tours-own-leave')

    const [row] = await stage.rows<{ badge_number: string }>('select badge_number from officers where id = $1', [
      person.officer_id,
    ])
    const tour = `${row?.badge_number},${plusDays(today, 5)},10:30,18:30`
    await page.goto('/admin/staffing/tours/import')
    await page.getByLabel('Tour file').setInputFiles(fileOf([tour, `none,${today},10:30,18:30`]))
    await page.getByText('No active officer has this badge number.').waitFor()
    await look(admin, 'tours-import-errors')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByLabel('Tour file').setInputFiles(fileOf([tour]))
    await page.getByRole('button', { name: 'Import tours' }).click()
    await page.getByText('1 new · 0 removed · 0 unchanged · 1 row in total.').waitFor()
    await officer.page.getByRole('list', { name: 'Tours in the next 4 weeks' }).getByText('10:30').first().waitFor()
    expect([...admin.faults, ...officer.faults]).toEqual([])
  })
})
