import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  type Stage,
  signInSuperAdmin,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A department is billed for its year: contract, invoice with its PDF and letter, payment, and what is left in the aged list. */
let stage: Stage
let vendor: Actor

beforeAll(async () => {
  stage = await startStage()
  vendor = await openBrowser(stage)
  await stage.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.', address = '100 Main Street',
    currency = 'USD', price_26_100 = 1200000`)
})
afterAll(async () => {
  await stage.close()
})

/** Too much comes in; part of it goes back, and the customer gets it on paper. */
const overpayAndRefund = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByLabel('Reference').fill('2212')
  await dialog.getByLabel('Amount', { exact: true }).fill('80.00')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page.getByRole('button', { name: /^Refund .*2212$/ }).click()
  await dialog.getByText('At most $80.00.').waitFor()
  await dialog.getByLabel('Amount in USD').fill('90.00')
  await dialog.getByLabel('Reference').fill('9001')
  await dialog.getByLabel('Reason').fill('Paid twice')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await dialog.getByText('Only what a payment has over can be given back.').waitFor()
  await dialog.getByLabel('Amount in USD').fill('30.00')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await page.getByText('Refund recorded').waitFor()
  await page.getByText(/back on .*: Paid twice/).waitFor()
  await page.getByRole('tab', { name: 'Statement' }).click()
  await page.getByText('Refund 9001').waitFor()
  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(paper.suggestedFilename()).toMatch(/^Statement Lakeside PD .*\.pdf$/)
}

test('[issue 4.8] [issue 4.8 refunds] [issue 4.8 statement] [2 /super-admin/billing] a contract becomes an invoice with a number, a PDF and a letter, is paid in part, and ages', async () => {
  const { page } = vendor
  const department = await makeDepartment(stage, 'Lakeside PD')
  try {
    await signInSuperAdmin(vendor, await makeSuperAdmin(stage))
    await page.goto('/super-admin/billing?tab=customers')
    await page.getByRole('link', { name: 'Lakeside PD' }).click()

    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Postal address').fill('City Hall\n1 Plaza')
    await page.getByLabel('Address for mail').fill('ap@lakeside.example')
    await page.getByLabel('Rate in percent').fill('8.25')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').first().waitFor()

    await page.getByRole('tab', { name: 'Contracts' }).click()
    await page.getByRole('button', { name: 'New contract' }).click()
    await page.getByRole('combobox', { name: 'Officers' }).click()
    await page.getByRole('option', { name: '26-100' }).click()
    await page.getByRole('button', { name: 'Take it' }).click()
    await expect.poll(() => page.getByLabel('Price for a year').inputValue()).toBe('12000.00')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Make contract' }).click()
    await page.getByText('Start, Pro, 26-100 officers').waitFor()

    await page.getByRole('tab', { name: 'Invoices' }).click()
    await page.getByRole('link', { name: 'Invoice (draft)' }).click()
    await page.getByText('Sales tax, 8.25 %').waitFor()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await page.getByRole('alertdialog').getByText('(Net 30)').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('heading', { name: /^Invoice INV-\d{4}-00001$/ }).waitFor()
    // The job draws it and tells the screen.
    await page.getByText('to ap@lakeside.example').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
    expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-00001\.pdf$/)
    const mails = await stage.rows(
      `select subject, attachment_name from mails where to_address = 'ap@lakeside.example'`,
    )
    expect(mails).toMatchObject([{ attachment_name: file.suggestedFilename() }])

    await page.getByRole('link', { name: 'Lakeside PD' }).click()
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reference').fill('2211')
    await dialog.getByLabel('Amount', { exact: true }).fill('5,000.00')
    await dialog.getByRole('button', { name: 'Oldest first' }).click()
    await dialog.getByText('$5,000.00 of $5,000.00 given.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Payment recorded').waitFor()

    await overpayAndRefund(page)

    // What is open ages: the month goes by for the scene.
    await stage.rows('alter table invoices disable trigger guard_invoice')
    await stage.rows(
      'update invoices set due_on = due_on - 75, issued_on = issued_on - 75 where organization_id = $1',
      [department.id],
    )
    await stage.rows('alter table invoices enable trigger guard_invoice')
    await page.goto('/super-admin/billing')
    await page.getByRole('link', { name: /^Overdue/ }).click()
    await page.waitForURL((url) => url.search === '?state=overdue')
    await page.getByText('45 days over').waitFor()
    await page.getByRole('tab', { name: 'Aged' }).click()
    const row = page.getByRole('row', { name: /Lakeside PD/ })
    await row.getByText('$7,990.00').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(vendor.faults).toEqual([])
  } catch (error) {
    await tellScreens({ vendor })
    throw error
  }
})
