import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import {
  type Actor,
  axeFindings,
  comeIn,
  desk,
  makeDepartment,
  openBrowser,
  phone,
  type Stage,
  startStage,
} from '../actors.ts'

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

describe('[issue 5.2 tours] [issue 5.2 leave] [issue 5.2 tour import] an admin plans the tours', () => {
  it('a platoon with nights, its officer who sees it at once, leave over a confirmed shift, tours from a file', async () => {
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
    await page.getByLabel('Night tours begin').fill('19:00')
    await page.getByLabel('Ends').press('Tab')
    const preview = page.getByRole('list', { name: 'Preview of four weeks' })
    await expect.poll(() => preview.getByText('19:00', { exact: true }).count()).toBe(7)
    await look(admin, 'tours-new-platoon')
    await page.getByRole('button', { name: 'Make platoon' }).click()
    await page.getByRole('heading', { name: 'A watch', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^Members/ }).click()
    await page.getByRole('button', { name: 'Add officers' }).click()
    await page.getByLabel('Find officers').fill('Officer 1')
    await page.getByRole('checkbox', { name: /Officer 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1 officer' }).click()
    await page.getByRole('list', { name: 'Members' }).getByText('Officer 1').waitFor()

    // The officer's dashboard has them by itself.
    const own = officer.page.getByRole('list', { name: 'Your tours of the coming two weeks' })
    await expect.poll(() => own.getByText('06:00', { exact: true }).count()).toBe(7)
    await officer.page.getByText('a confirmed shift begins').scrollIntoViewIfNeeded()
    await look(officer, 'tours-own')

    await page.getByRole('link', { name: 'Officer 1' }).click()
    await page.getByRole('button', { name: 'Enter leave' }).click()
    await page.getByLabel('First day').fill(plusDays(today, 1))
    await page.getByLabel(/^Last day/).fill(plusDays(today, 3))
    await page.getByRole('dialog').getByRole('button', { name: 'Enter leave' }).click()
    const told = page.getByRole('dialog', { name: 'Shifts in this leave' })
    await told.getByRole('link', { name: 'Stadium gate' }).waitFor()
    await told.getByRole('button', { name: 'Done' }).click()
    await page.getByText('A confirmed shift lies in it').waitFor()
    await look(admin, 'tours-officer')
    await officer.page.goto('/officer/profile?tab=tours')
    await officer.page.getByText('Vacation').first().waitFor()
    await look(officer, 'tours-own-leave')

    const [row] = await stage.rows<{ badge_number: string }>('select badge_number from officers where id = $1', [
      person.officer_id,
    ])
    const tour = `${row?.badge_number},${plusDays(today, 5)},10:30,18:30`
    await page.goto('/admin/staffing/tours/import')
    await page.getByLabel('File of tours').setInputFiles(fileOf([tour, `none,${today},10:30,18:30`]))
    await page.getByText('No active officer has this badge number.').waitFor()
    await look(admin, 'tours-import-errors')
    await page.getByRole('button', { name: 'Another file' }).click()
    await page.getByLabel('File of tours').setInputFiles(fileOf([tour]))
    await page.getByRole('button', { name: 'Import tours' }).click()
    await page.getByText('1 new · 0 taken back · 0 unchanged, of 1 row.').waitFor()
    await officer.page
      .getByRole('list', { name: 'Tours of the coming four weeks' })
      .getByText('10:30')
      .first()
      .waitFor()
    expect([...admin.faults, ...officer.faults]).toEqual([])
  })
})
