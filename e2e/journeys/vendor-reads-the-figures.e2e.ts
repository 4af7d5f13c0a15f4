import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, makeSuperAdmin, openBrowser, signInSuperAdmin } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A super admin checks how departments are doing, what they pay, and whether the landing page's claims are true. */
let stage: Stage
let vendor: Actor

/** Fourteen months of figures for two departments, as the job would have left them; another test covers the counting. */
const fillFigures = async () => {
  const departments = [await makeDepartment(stage, 'Harbor Police'), await makeDepartment(stage, 'Mill Creek Police')]
  for (const [n, { id }] of departments.entries()) {
    const months = `generate_series(0, 13) m, lateral (select (date_trunc('month', now() at time zone 'UTC' - interval '12 hours')
      - m * interval '1 month')::date as month) x`
    await stage.rows(
      `insert into month_figures (organization_id, month, state, tier, officers, active, shifts_posted, places_posted, shifts, required, held,
        filled, under_120, under_180, under_240, under_360, under_480, under_720, under_960, under_1440, under_2880, under_4320, under_10080,
        trials_started, trials_ended, trials_converted, features_on, features_used, live_minutes)
      select $1, month, 'active', case when $2 = 0 then 'pro' else 'basic' end, 40 + $2 * 8, m % 4 > 0 or $2 = 0, 30 + m, 90, 30, 100,
        88 + m % 10, 20, 12, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, (m = 3)::int, (m = 2)::int, (m = 2 and $2 = 0)::int, 127,
        (5 + 3 * m) % 128, case when m = 5 then 24 + $2 end from ${months}`,
      [id, n],
    )
    await stage.rows(
      `insert into month_fill_times (organization_id, month, minutes, tier, shifts)
        select $1, month, v.minutes, case when $2 = 0 then 'pro' else 'basic' end, v.shifts
        from (values (95, 12), (130, 8)) v (minutes, shifts), ${months}`,
      [id, n],
    )
    await stage.rows(
      `insert into revenue_figures (organization_id, month, currency, tier, opening_tier, opening_cents, closing_cents)
        select $1, month, 'USD', 'pro', 'pro', case when m = 9 + $2 then 0 else 510000 + 30000 * m end,
          480000 + 30000 * m from ${months} where m <= 9 + $2`,
      [id, n],
    )
    await stage.rows(
      `with made as (insert into contracts (organization_id, currency, billing, starts_on, ends_on, renews)
        select $1, 'USD', 'yearly', d, (d + interval '1 year')::date - 1, $2 = 0 from (select current_date - 300 - 30 * $2 as d) x returning *)
      insert into contract_versions (organization_id, contract_id, number, effective_on, size, tier, price_cents)
        select organization_id, id, 1, starts_on, '26-100', 'pro', 480000 from made`,
      [id, n],
    )
  }
  await stage.rows(
    'insert into figure_states (organization_id, kept_at) select id, now() from organizations where state <> $1',
    ['vendor'],
  )
  await stage.rows('delete from figure_marks')
}

beforeAll(async () => {
  stage = await startOwnStage()
  vendor = await openBrowser(stage)
  await fillFigures()
})
afterAll(() => stage.close())

const choose = async (label: string, option: string) => {
  await vendor.page.getByRole('combobox', { name: label, exact: true }).click()
  await vendor.page.getByRole('option', { name: option, exact: true }).click()
}
/** The current cells of each row; empty while there is no table. */
const rowsOf = async (name: string) => {
  const table = vendor.page.getByRole('table', { name, exact: true })
  const rows = await table.locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()).join(' | '),
    ),
  )
}

test('reads the figures, downloads a file and compares the claims with them', {
  meta: { shows: ['2 /super-admin/analytics', '2 /super-admin/billing-analytics', 'issue 4.8'] },
}, async () => {
  const { page } = vendor
  await signInSuperAdmin(vendor, await makeSuperAdmin(stage))
  await page.getByRole('navigation', { name: 'Vendor' }).getByRole('link', { name: 'Analytics', exact: true }).click()
  await page.getByRole('heading', { name: 'Analytics' }).waitFor()
  await page.getByRole('img', { name: /^Growth by month: active, 12 bars/ }).waitFor()
  await expect.poll(() => rowsOf('Growth by month')).toHaveLength(12)
  await page.getByText('All organizations counted: just now.').waitFor()

  await page.getByRole('tab', { name: 'Fill rates' }).click()
  await choose('By', 'Tier')
  await page.getByRole('table', { name: 'Fill rates by tier' }).waitFor()
  await expect
    .poll(() => rowsOf('Fill rates by tier'))
    .toEqual([
      expect.stringMatching(/^Basic \| 9\d% \| 1 h 35 min \| 60% \| /),
      expect.stringMatching(/^Pro \| 9\d% \| 1 h 35 min \| 60% \| /),
    ])
  await choose('Chart', 'Time to fill')
  await page.getByRole('img', { name: /^Fill rates by tier: time to fill, 2 bars/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^vendor-fill-rates-by-tier-\d{4}-\d\d-to-\d{4}-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/Tier,Fill rate \(%\),.*\r\nBasic,9\d,1\.58,60,/)

  await page.getByRole('tab', { name: 'Claims' }).click()
  await expect
    .poll(async () => (await rowsOf('Claims')).slice(0, 3))
    .toEqual([
      expect.stringMatching(/^95% fill rate .* \| 9\d% · of 2,400 spots \| Not met \| /),
      expect.stringMatching(/^under 2 hours .* \| 1 h 35 min · of 480 shifts \| Met \| /),
      expect.stringMatching(/^50K\+ savings .* \| — \| Not measured \| Not measurable: /),
    ])
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('link', { name: 'Billing Analytics' }).click()
  await page.getByRole('img', { name: /^Revenue by month, USD: arr/ }).waitFor()
  await expect.poll(async () => (await rowsOf('Revenue by month, USD')).at(-1)).toContain('| $9,600.00 | $800.00 |')
  await page.getByRole('tab', { name: 'Receivables' }).click()
  await page.getByText('No open invoices. All are paid or credited.').waitFor()
  await page.getByRole('tab', { name: 'Renewals' }).click()
  await expect
    .poll(() => rowsOf('Contracts ending soon'))
    .toEqual([
      expect.stringMatching(/^Mill Creek Police \| .* \| \$4,800\.00 \| Doesn't renew \| /),
      expect.stringMatching(/^Harbor Police \| .* \| \$4,800\.00 \| Renews \| /),
    ])
  expect(await axeFindings(page)).toEqual([])
  expect(vendor.faults).toEqual([])
})
