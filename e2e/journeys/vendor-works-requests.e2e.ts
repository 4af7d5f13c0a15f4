import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  desk,
  linkMailedTo,
  makeSuperAdmin,
  openBrowser,
  phone,
  setUpAuthenticator,
} from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** A visitor requests a trial, vendor staff create it, the invited chief signs in, requests a feature, and gets an answer. */
let stage: Stage
let visitor: Actor
let vendor: Actor
let chief: Actor
const address = 'chief@riverside.example'
const hostile = 'Riverside <img src=x onerror=document.title="hurt">'

beforeAll(async () => {
  stage = await startOwnStage()
  ;[visitor, vendor, chief] = await Promise.all([
    openBrowser(stage, phone),
    openBrowser(stage, desk),
    openBrowser(stage, phone),
  ])
  await comeIn(vendor, null, await makeSuperAdmin(stage))
})
afterAll(() => stage.close())

test('a visitor’s request appears live, as plain text, and becomes a trial in one step', {
  meta: { shows: ['issue 4.2', 'issue 4.2 trust'] },
}, async () => {
  const { page } = vendor
  await page.goto('/super-admin/requests')
  await page.getByText('No open trial requests').waitFor()

  await visitor.page.goto('/')
  await visitor.page.getByLabel('Organization name').fill(hostile)
  await visitor.page.getByLabel('Contact name').fill('Chief 1')
  await visitor.page.getByLabel('Email').fill(address)
  await visitor.page.getByLabel('Number of officers').fill('48')
  await visitor.page.getByRole('button', { name: 'Request a trial' }).click()

  // Nobody reloads: the poke updates the page.
  await page.getByRole('link', { name: hostile }).click()
  await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await expect.poll(() => page.title()).toContain(hostile)
  expect(await page.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toMatch(
    /^mailto:chief%40riverside\.example\?subject=/,
  )
  await page.getByLabel('New note').fill('Asked at the fair')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('list', { name: 'Notes' }).getByText('Asked at the fair').waitFor()
  await page.getByRole('button', { name: 'Mark as contacted' }).click()
  await page.getByText('Contacted', { exact: true }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Start trial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start trial' })
  await dialog.getByLabel('Organization').fill('Riverside Police')
  await dialog.getByText('/riverside-police/login').waitFor()
  await dialog.getByLabel('Time zone').fill('los angeles')
  await dialog.getByLabel('Reason').fill('Asked at the fair')
  await expect.poll(() => dialog.getByLabel('Time zone').inputValue()).toBe('America/Los Angeles')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start trial' }).click()
  await page.getByRole('link', { name: 'Riverside Police' }).waitFor()
  await page.getByText('Trial started', { exact: true }).first().waitFor()
})

test('the emailed link lets the first admin in, and the request is marked won with its reason', {
  meta: { shows: ['issue 4.2'] },
}, async () => {
  const { page } = chief
  await page.goto(await linkMailedTo(stage, address))
  await page.getByRole('heading', { level: 1, name: 'Set up Riverside Police' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Chief 1')
  await page.getByLabel('New password').fill('seven quiet herons 19')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await setUpAuthenticator(chief)
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()

  await vendor.page.getByRole('button', { name: 'Mark as won' }).click()
  await vendor.page.getByLabel('What was agreed').fill('Pro, one year')
  await vendor.page.getByRole('alertdialog').getByRole('button', { name: 'Mark as won' }).click()
  await vendor.page.getByText('Pro, one year').waitFor()
})

test('an answer to a feature request reaches its sender live, on the notifications page and in the help panel', {
  meta: { shows: ['issue 4.6', 'issue 4.6 notified'] },
}, async () => {
  const { page } = chief
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await page.getByLabel('Title').fill('Swap shifts')
  await page.getByLabel('Description').fill('Two officers trade places.')
  await page.getByRole('button', { name: 'Send feature request' }).click()
  await page.getByRole('list', { name: 'Sent' }).getByText('Swap shifts').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  const staff = vendor.page
  await staff.goto('/super-admin/requests?tab=wishes')
  await staff.getByRole('link', { name: 'Swap shifts' }).click()
  await staff.getByLabel('Status').click()
  await staff.getByRole('option', { name: 'Declined' }).click()
  await staff.getByRole('button', { name: 'Save and notify' }).click()
  await staff.getByText('Enter a reason. The sender').waitFor()
  await staff.getByLabel('Answer').fill('Your own rules forbid it.')
  await staff.getByRole('button', { name: 'Save and notify' }).click()
  await staff.getByText('1 person was notified.').waitFor()

  await page.getByRole('link', { name: /Your feature request: Declined/ }).click()
  const sent = page.getByRole('list', { name: 'Sent' })
  await sent.getByText('Your own rules forbid it.').waitFor()
  await sent.getByText('Declined', { exact: true }).waitFor()
})

test('turning off a flag first shows the impact, and the department then loses the feature', {
  meta: { shows: ['issue 4.6', '2 /super-admin/features'] },
}, async () => {
  const { page } = vendor
  await page.goto('/super-admin/features?tier=trial')
  await page.getByRole('button', { name: /^Riverside Police, Reports: on, by plan/ }).click()
  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByText('Admins lose access to reports and exports.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Riverside Police, Reports: off, set/ }).waitFor()
  await page.getByRole('list', { name: 'Organizations by flag' }).getByRole('link', { name: '1 turned off' }).waitFor()
  await chief.page.goto('/admin/reports')
  await chief.page.getByRole('heading', { level: 1, name: 'Feature Not Available' }).waitFor()
})
