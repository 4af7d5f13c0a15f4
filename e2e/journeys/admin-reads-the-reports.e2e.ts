import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Download } from 'playwright-core'
import readWorkbook from 'read-excel-file/universal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const look = async ({ page }: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  expect(await axeFindings(page)).toEqual([])
}

/** Eight-hour shifts on recent days, worked by two officers in turn; one of them has no rate, and a name with tricky characters. */
const makeScene = async () => {
  const department = await makeDepartment(stage)
  const admin = await department.addPerson('Admin 1', 'admin')
  const [one, two] = [
    await department.addPerson('Officer 1', 'officer'),
    await department.addPerson('Officer 2', 'officer'),
  ]
  await stage.rows(`update officers set unit = 'Patrol', hourly_rate = 40000000 where id = $1`, [one.officer_id])
  await stage.rows(`update officers set unit = 'Traffic', name = '=Officer 2' where id = $1`, [two.officer_id])
  for (let day = 1; day <= 6; day++) {
    const from = -day * 1440
    const shift = await department.addShift({
      title: `Shift ${day}`,
      from,
      to: from + 480,
      places: day % 2 === 0 ? 1 : 2,
    })
    await stage.rows(`update assignments set published_at = starts_at - interval '3 days' where id = $1`, [
      shift.assignment_id,
    ])
    const who = day > 4 ? two : one
    const signup = await department.addSignup(shift, who, 'confirmed')
    // The spot was taken a day before the shift.
    await stage.rows(
      `update place_events e set at = a.starts_at - interval '1 day' from assignments a where a.id = e.assignment_id and a.id = $1`,
      [shift.assignment_id],
    )
    await stage.rows(
      `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
         worked_minutes, decided_by)
       select organization_id, id, assignment_id, officer_id, 'approved', starts_at, ends_at, 450, $2 from officer_assignments where id = $1`,
      [signup, admin.officer_id],
    )
  }
  return { department, admin, one, two }
}

const bytesOf = async (download: Download) => readFileSync((await download.path()) ?? '')
/** The file the export menu saves. */
const saveAs = async ({ page }: Actor, format: string) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
}

describe('an admin reads the reports', { meta: { shows: ['issue 3.5'] } }, () => {
  it('filters, views the chart and table, downloads both files and prints', async () => {
    const { department, admin } = await makeScene()
    const actor = await openBrowser(stage, desk)
    const { page } = actor
    await comeIn(actor, department, admin)
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    const table = page.getByRole('table')
    await table.getByRole('cell', { name: /^Officer 1/ }).waitFor()
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toMatch(/^Officer 1\w+?30 h0 min32 h4$/)
    // The first chart loads on demand.
    const chart = page.getByRole('img', { name: /^Hours by officer/ })
    await chart.locator('svg .recharts-bar-rectangle').first().waitFor()
    await look(actor, 'reports-hours')

    await page.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'Traffic' }).click()
    await page.waitForURL(/unit=Traffic/)
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await page.reload()
    await page.getByRole('cell', { name: /^=Officer 2/ }).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click()
    await expect.poll(() => table.getByRole('row').count()).toBe(3)
    await table.getByRole('button', { name: 'Officer' }).click()
    await page.waitForURL(/sort=label/)

    const csv = await saveAs(actor, 'CSV')
    expect(csv.name).toMatch(
      new RegExp(`^${department.subdomain}-hours-by-officer-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    const lines: string[][] = parse(csv.bytes, { bom: true })
    expect(lines.map((line) => [line[0], line[3], line[6]])).toEqual([
      ['Officer', 'Worked (hours)', 'Shifts'],
      ["'=Officer 2", '15.00', '2'],
      ['Officer 1', '30.00', '4'],
    ])
    await page.getByText('Exported', { exact: true }).waitFor()
    const xlsx = await saveAs(actor, 'Excel (XLSX)')
    const [sheet] = await readWorkbook(new Uint8Array(xlsx.bytes).buffer)
    expect(sheet?.data.map((line) => [line[0], line[3]])).toEqual([
      ['Officer', 'Worked (hours)'],
      ['=Officer 2', 15],
      ['Officer 1', 30],
    ])

    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
    await table.getByRole('cell', { name: /^Officer 1/ }).waitFor()
    // A chart as wide as the paper, in one color.
    await expect.poll(async () => (await chart.locator('svg').first().boundingBox())?.width).toBe(680)
    expect(await page.getByRole('tab').count()).toBe(0)
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.length).toBeGreaterThan(5_000)
    await look(actor, 'reports-print')
    await page.emulateMedia({ media: 'screen' })
    expect(actor.faults).toEqual([])
    await actor.context.close()
  })

  it('sees fill rate, time to fill and estimated cost, with officers who have no rate, on a phone too', async () => {
    const { department, admin } = await makeScene()
    const actor = await openBrowser(stage, phone, { scheme: 'light' })
    const { page } = actor
    await comeIn(actor, department, admin, '/admin/reports?report=fill&group=kind')
    const totals = page.getByLabel('Totals')
    // Six shifts with nine spots, six of which were filled at the start.
    await totals.getByText('66%').waitFor()
    await look(actor, 'reports-fill-phone')
    await page.getByRole('tab', { name: 'Cost of approved hours' }).click()
    await page.getByText('1 officer has no hourly rate').waitFor()
    // Four times 7.5 h at 40.
    await totals.getByText('1,200.00').waitFor()
    await page.getByText("15 h aren't included in the estimated cost.").waitFor()
    await look(actor, 'reports-cost-phone')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wide).toBe(false)
    await page.goto('/admin/reports?from=2026-05-02&to=2026-05-01')
    await page.getByText("The end date can't be before the start date.").waitFor()
    expect(actor.faults).toEqual([])
    await actor.context.close()
  })

  it('downloads everything in one zip, and sees when another export is running', async () => {
    const { department, admin } = await makeScene()
    const actor = await openBrowser(stage, desk)
    const { page } = actor
    await comeIn(actor, department, admin)
    await stage.rows(
      `insert into exports (organization_id, call, title, format, parameters, file_name, started_by, rows_total, rows_done, alive_at)
       select organization_id, 'reports.export', 'Hours by unit', 'csv', '{}', 'x.csv', id, 500000, 12000, now() + interval '1 hour'
       from officers where id = $1`,
      [admin.officer_id],
    )
    await page.goto('/admin/reports')
    const bar = page.getByRole('progressbar', { name: 'Hours by unit' })
    await bar.first().waitFor()
    expect(await bar.first().getAttribute('aria-valuetext')).toBe('12000 of 500000 rows')
    await page.getByRole('button', { name: 'Export everything' }).click()
    await page.getByText('An export is running').waitFor()
    await look(actor, 'reports-exporting')
    await page.getByRole('button', { name: 'Cancel export' }).first().click()
    await bar.first().waitFor({ state: 'detached' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export everything' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe(`${department.subdomain}-all-records.zip`)
    expect((await bytesOf(download)).subarray(0, 2).toString()).toBe('PK')
    expect(actor.faults).toEqual([])
    await actor.context.close()
  })
})
