import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  makeDepartment,
  makeSuperAdmin,
  openBrowser,
  signInSuperAdmin,
} from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A department is billed for its year: contract, invoice with PDF and email, payment, and the rest in the aged list. */
let stage: Stage
let vendor: Actor

beforeAll(async () => {
  stage = await startOwnStage()
  vendor = await openBrowser(stage)
  await stage.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.', address = '100 Main Street',
    currency = 'USD', price_26_100 = 1200000`)
})
afterAll(() => stage.close())

/** The customer pays too much; part is refunded, with a document for the customer. */
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
  await dialog.getByText('You can only refund unapplied credit.').waitFor()
  await dialog.getByLabel('Amount in USD').fill('30.00')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await page.getByText('Refund recorded').waitFor()
  await page.getByText(/refunded on .*: Paid twice/).waitFor()
  await page.getByRole('tab', { name: 'Statement' }).click()
  await page.getByText('Refund 9001').waitFor()
  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(paper.suggestedFilename()).toMatch(/^Statement Lakeside PD .*\.pdf$/)
}

test('a contract becomes an invoice with a number, a PDF and an email, is partly paid, and ages', {
  meta: { shows: ['issue 4.8', 'issue 4.8 refunds', 'issue 4.8 statement', '2 /super-admin/billing'] },
}, async () => {
  const { page } = vendor
  const department = await makeDepartment(stage, 'Lakeside PD')
  await stage.rows(
    `insert into officers (organization_id, role, approved, name, badge_number)
     select $1, 'officer', true, 'Officer ' || n, 'L' || n from generate_series(1, 38) n`,
    [department.id],
  )
  await signInSuperAdmin(vendor, await makeSuperAdmin(stage))
  await page.goto('/super-admin/billing?tab=customers')
  await page.getByRole('link', { name: 'Lakeside PD' }).click()

  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Mailing address').fill('City Hall\n1 Plaza')
  await page.getByLabel('Billing email').fill('ap@lakeside.example')
  await page.getByLabel('Rate in percent').fill('8.25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()

  await page.getByRole('tab', { name: 'Contracts' }).click()
  await page.getByRole('button', { name: 'New contract' }).click()
  // The size tier for 38 officers is preselected.
  await page.getByText('The organization has 38 officers.').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Officers' }).textContent()).toContain('26-100')
  await page.getByRole('button', { name: 'Use list price' }).click()
  await expect.poll(() => page.getByLabel('Annual price').inputValue()).toBe('12000.00')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create contract' }).click()
  await page.getByText('Start, Pro, 26-100 officers').waitFor()

  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByRole('link', { name: 'Invoice (draft)' }).click()
  await page.getByText('Sales tax, 8.25%').waitFor()
  // Everything missing is listed at once, with links to where to enter it.
  await stage.rows(`update vendor_settings set legal_name = ''`)
  await stage.rows(`update billing_accounts set address = '' where organization_id = $1`, [department.id])
  await page.reload()
  const missing = page.getByRole('note').filter({ hasText: 'Before you can issue this' })
  const links = missing.getByRole('link')
  await expect.poll(() => links.count()).toBe(2)
  expect(await Promise.all((await links.all()).map((link) => link.getAttribute('href')))).toEqual([
    '/super-admin/settings',
    `/super-admin/billing/${department.id}?tab=details`,
  ])
  const issue = page.getByRole('button', { name: 'Issue', exact: true })
  expect(await issue.getAttribute('aria-disabled')).toBe('true')
  expect(await axeFindings(page)).toEqual([])
  await stage.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.'`)
  await stage.rows(`update billing_accounts set address = '1 Plaza' where organization_id = $1`, [department.id])
  await page.reload()
  await issue.click()
  await page.getByRole('alertdialog').getByText('(Net 30)').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('heading', { name: /^Invoice INV-\d{4}-00001$/ }).waitFor()
  // Printed over several pages, each has the head of the table: nothing around it scrolls on paper.
  await page.emulateMedia({ media: 'print' })
  const around = await page.getByRole('columnheader', { name: 'Description' }).evaluate((one) => {
    const found: string[] = [getComputedStyle(one.closest('thead') ?? one).display]
    for (let at = one.closest('table')?.parentElement; at?.matches('main *'); at = at.parentElement)
      found.push(getComputedStyle(at).overflowY)
    return [...new Set(found)]
  })
  expect(around).toEqual(['table-header-group', 'visible'])
  await page.emulateMedia({ media: 'screen' })
  // The background job creates the PDF and updates the screen.
  await page.getByText('to ap@lakeside.example').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-00001\.pdf$/)
  const mails = await stage.rows(`select subject, attachment_name from mails where to_address = 'ap@lakeside.example'`)
  expect(mails).toMatchObject([{ attachment_name: file.suggestedFilename() }])

  await page.getByRole('link', { name: 'Lakeside PD' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill('2211')
  await dialog.getByLabel('Amount', { exact: true }).fill('5,000.00')
  await dialog.getByRole('button', { name: 'Oldest first' }).click()
  await dialog.getByText('$5,000.00 of $5,000.00 applied.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Payment recorded').waitFor()

  await overpayAndRefund(page)

  // Age the open invoices: pretend the month has passed.
  await stage.rows('alter table invoices disable trigger guard_invoice')
  await stage.rows('update invoices set due_on = due_on - 75, issued_on = issued_on - 75 where organization_id = $1', [
    department.id,
  ])
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
})

test('keeps typed billing details when a colleague saves others, says who and what, and lets the person choose', async () => {
  const own = await openBrowser(stage)
  const { page } = own
  await comeIn(own, null, await makeSuperAdmin(stage))
  const department = await makeDepartment(stage, 'Hillside PD')
  const colleague = await openBrowser(stage)
  await comeIn(colleague, null, await makeSuperAdmin(stage))
  const path = `/super-admin/billing/${department.id}?tab=details`
  const saveAs = async (at: Page, name: string, value: string) => {
    await at.getByLabel(name).fill(value)
    await at.getByRole('button', { name: 'Save', exact: true }).click()
    await at.getByText('Saved').first().waitFor()
  }
  const kept = async () =>
    (
      await stage.rows<{ legal_name: string; address: string; version: number }>(
        'select legal_name, address, version from billing_accounts where organization_id = $1',
        [department.id],
      )
    )[0]
  const notice = page.getByText('Changed while you were editing')
  await colleague.page.goto(path)
  await page.goto(path)
  await page.getByLabel('Mailing address').fill('City Hall\n1 Plaza')
  await saveAs(colleague.page, 'Name on invoices', 'City of Hillside')
  await notice.waitFor()
  await page.getByText(/ changed the name on invoices \(.*\d\d:\d\d.*\)\. Your changes are still here/).waitFor()
  expect(await page.getByLabel('Mailing address').inputValue()).toBe('City Hall\n1 Plaza')
  expect(await axeFindings(page)).toEqual([])
  // Also after a reload.
  await page.reload()
  await notice.waitFor()
  expect(await page.getByLabel('Mailing address').inputValue()).toBe('City Hall\n1 Plaza')
  await page.getByRole('button', { name: 'Discard mine, show theirs' }).click()
  await notice.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Mailing address').inputValue()).toBe('')
  await expect.poll(() => page.getByLabel('Name on invoices').inputValue()).toBe('City of Hillside')

  await page.getByLabel('Mailing address').fill('2 Plaza')
  await saveAs(colleague.page, 'Name on invoices', 'Hillside')
  await notice.waitFor()
  // Saving without a choice is refused, and nothing of the colleague is lost.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Save mine instead').waitFor()
  expect(await kept()).toMatchObject({ legal_name: 'Hillside', address: '', version: 2 })
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect.poll(kept).toMatchObject({ legal_name: 'City of Hillside', address: '2 Plaza', version: 3 })
  await notice.waitFor({ state: 'detached' })
  // Where nothing is typed, the newest fill the form.
  await expect.poll(() => colleague.page.getByLabel('Mailing address').inputValue()).toBe('2 Plaza')
  expect([...own.faults, ...colleague.faults]).toEqual([])
  await Promise.all([own.context.close(), colleague.context.close()])
})
