import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, axeFindings, desk, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `B-${String(i + 1).padStart(4, '0')},Officer ${i + 1},Sergeant,District ${i % 9}`,
  )
const fileOf = (lines: string[]) => ({
  name: 'roster.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Badge,Name,Title,Division\n${lines.join('\n')}\n`),
})
const look = async (actor: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await actor.page.screenshot({ path: `${folder}/${name}.png` })
  expect(await axeFindings(actor.page)).toEqual([])
}

describe('an admin builds the roster', { meta: { shows: ['issue 2.5'] } }, () => {
  it('from a file: guesses the columns, names a bad row, takes the fix and imports; a second import changes nothing', async () => {
    const department = await makeDepartment(stage)
    const admin = await department.addPerson('Admin 1', 'admin')
    const actor = await openBrowser(stage, desk)
    const { page } = actor
    await signIn(actor, department, admin)
    await page.goto('/admin/officers')
    await page.getByText("You're the only one on the roster").waitFor()
    await look(actor, 'officers-empty')
    await page.getByRole('link', { name: 'Import roster' }).click()
    await page.getByRole('heading', { name: 'Import roster' }).waitFor()
    await look(actor, 'import-choose')

    const wrong = [...rows(2000), 'B-0001,Twin,Captain,District 1', '"=1+1",Formula,Captain,District 1']
    await page.getByLabel('Roster file').setInputFiles(fileOf(wrong))
    await page.getByText("2 rows can't be imported").waitFor()
    await page.getByText('Same as in row 2.').waitFor()
    await look(actor, 'import-errors')
    expect(await page.getByRole('button', { name: /^Import .*officer/ }).getAttribute('aria-disabled')).toBe('true')

    await page.getByRole('button', { name: 'Choose another file' }).click()
    const bare = { ...fileOf([]), buffer: Buffer.from('X-1,Pat Lee,pat@x.example\nX-2,Sam Roe,sam@x.example\n') }
    await page.getByLabel('Roster file').setInputFiles(bare)
    await page.getByText('Is the header row missing?').waitFor()
    await look(actor, 'import-no-header')
    await page.getByRole('button', { name: 'Import without a header row' }).click()
    await page.getByText('Column 1').waitFor()
    await look(actor, 'import-bare')
    await page.getByRole('button', { name: 'Choose another file' }).click()

    const dated = { ...fileOf([]), buffer: Buffer.from('Badge,Name,Hired\nX-1,Pat Lee,3/5/2021\n') }
    await page.getByLabel('Roster file').setInputFiles(dated)
    await page.getByText('Which date is "3/5/2021"? Your answer applies to the whole column.').waitFor()
    await page.getByText("1 row can't be imported").waitFor()
    await look(actor, 'import-dates')
    await page.getByRole('button', { name: 'Mar 5, 2021' }).click()
    await page.getByRole('button', { name: 'Import 1 officer' }).waitFor()
    await page.getByRole('button', { name: 'Mar 5, 2021', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()

    await page.getByLabel('Roster file').setInputFiles(fileOf(rows(2000)))
    await page.getByRole('button', { name: 'Import 2,000 officers' }).waitFor()
    await look(actor, 'import-review')
    await page.getByRole('button', { name: 'Import 2,000 officers' }).click()
    await page.getByText('Roster imported').waitFor()
    await look(actor, 'import-result')

    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByLabel('Roster file').setInputFiles(fileOf(rows(2000)))
    await page.getByText('Already imported').waitFor()
    await page.getByText('so nothing will change').waitFor()

    await page.getByRole('link', { name: 'Officer Management' }).click()
    await page.getByText('2001 active').waitFor()
    await page.getByRole('searchbox').fill('B-1999')
    await page.getByRole('link', { name: 'Officer 1999' }).waitFor()
    await page.waitForURL(/q=B-1999/)
    await page.getByRole('link', { name: 'Officer 1999' }).click()
    await page.getByRole('heading', { name: 'Officer 1999' }).waitFor()
    await page.getByLabel(/^Rank/).fill('Lieutenant')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await look(actor, 'officer')
    expect(actor.faults).toEqual([])
  })

  it('from registrations, on a phone: approves with one tap, rejects with a reason, makes an admin in two steps', async () => {
    const department = await makeDepartment(stage)
    const admin = await department.addPerson('Admin 1', 'admin')
    for (const name of ['Waiting 1', 'Waiting 2']) {
      const person = await department.addPerson(name, 'officer')
      await stage.rows('update officers set approved = false where id = $1', [person.officer_id])
    }
    const actor = await openBrowser(stage, phone)
    const { page } = actor
    await signIn(actor, department, admin)
    await page.goto('/admin/officers?standing=pending')
    await page.getByRole('link', { name: 'Waiting 1' }).waitFor()
    await look(actor, 'officers-phone')
    await page.getByRole('button', { name: 'Approve' }).first().click()
    await page.getByText('Waiting 1 was approved').waitFor()
    // Wait until the list of pending officers has closed up, so that the next target does not move.
    await page.getByRole('link', { name: 'Waiting 1' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for Waiting 2' }).click()
    await page.getByRole('menuitem', { name: 'Deny' }).click()
    await page.getByLabel('Reason').fill('Not on our list')
    await look(actor, 'reject-phone')
    await page.getByRole('button', { name: 'Deny registration' }).click()
    await page.getByText('Waiting 2 was denied').waitFor()

    await page.goto('/admin/officers?standing=approved')
    await page.getByRole('button', { name: 'More for Waiting 1' }).click()
    await page.getByRole('menuitem', { name: 'Make admin' }).click()
    await page.getByRole('dialog').getByRole('checkbox').click()
    await look(actor, 'make-admin-phone')
    await page.getByRole('button', { name: 'Make admin' }).click()
    await page.getByText('Waiting 1 is now an admin').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(actor.faults).toEqual([])
  })
})
