import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  desk,
  linkMailedTo,
  makeSuperAdmin,
  openBrowser,
  phone,
  type Stage,
  setUpAuthenticator,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A visitor asks for a trial, the vendor's staff makes it, the invited chief comes in and wishes for something, and is answered. */
let stage: Stage
let visitor: Actor
let vendor: Actor
let chief: Actor
const address = 'chief@riverside.example'
const hostile = 'Riverside <img src=x onerror=document.title="hurt">'

beforeAll(async () => {
  stage = await startStage()
  ;[visitor, vendor, chief] = await Promise.all([
    openBrowser(stage, phone),
    openBrowser(stage, desk),
    openBrowser(stage, phone),
  ])
  await comeIn(vendor, null, await makeSuperAdmin(stage))
})
beforeEach(() => onTestFailed(() => tellScreens({ visitor, vendor, chief })))
afterAll(() => stage.close())

test('[issue 4.2] [issue 4.2 trust] what a visitor asks for appears by itself, as text, and becomes a trial in one step', async () => {
  const { page } = vendor
  await page.goto('/super-admin/requests')
  await page.getByText('No open trial requests').waitFor()

  await visitor.page.goto('/')
  await visitor.page.getByLabel('Organization name').fill(hostile)
  await visitor.page.getByLabel('Contact name').fill('Chief 1')
  await visitor.page.getByLabel('E-mail').fill(address)
  await visitor.page.getByLabel('Number of officers').fill('48')
  await visitor.page.getByRole('button', { name: 'Request the trial' }).click()

  // Nobody reloads: the poke brings it.
  await page.getByRole('link', { name: hostile }).click()
  await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await expect.poll(() => page.title()).toContain(hostile)
  expect(await page.getByRole('link', { name: 'Reply by mail' }).getAttribute('href')).toMatch(
    /^mailto:chief%40riverside\.example\?subject=/,
  )
  await page.getByLabel('New note').fill('Asked at the fair')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('list', { name: 'Notes' }).getByText('Asked at the fair').waitFor()
  await page.getByRole('button', { name: 'Mark as contacted' }).click()
  await page.getByText('Contacted', { exact: true }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Start the trial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start the trial' })
  await dialog.getByLabel('Organization').fill('Riverside Police')
  await dialog.getByText('/riverside-police/login').waitFor()
  await dialog.getByLabel('Reason').fill('Asked at the fair')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start the trial' }).click()
  await page.getByRole('link', { name: 'Riverside Police' }).waitFor()
  await page.getByText('Trial started', { exact: true }).first().waitFor()
})

test('[issue 4.2] the link in the mail lets the first admin in, and the request is won with its reason', async () => {
  const { page } = chief
  await page.goto(await linkMailedTo(stage, address))
  await page.getByRole('heading', { level: 1, name: 'Set up Riverside Police' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Chief 1')
  await page.getByLabel('New password').fill('seven quiet herons 19')
  await page.getByRole('button', { name: 'Become admin' }).click()
  await setUpAuthenticator(chief)
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()

  await vendor.page.getByRole('button', { name: 'Mark as won' }).click()
  await vendor.page.getByLabel('What was agreed').fill('Pro, one year')
  await vendor.page.getByRole('alertdialog').getByRole('button', { name: 'Mark as won' }).click()
  await vendor.page.getByText('Pro, one year').waitFor()
})

test('[issue 4.6] [issue 4.6 told] a wish is answered while its sender looks on: in the bell’s page, and in the help panel', async () => {
  const { page } = chief
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
  await page.getByRole('tab', { name: 'Feature request' }).click()
  await page.getByLabel('Title').fill('Swap shifts')
  await page.getByLabel('Description').fill('Two officers trade places.')
  await page.getByRole('button', { name: 'Send feature request' }).click()
  await page.getByRole('list', { name: 'What I sent' }).getByText('Swap shifts').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  const staff = vendor.page
  await staff.goto('/super-admin/requests?tab=wishes')
  await staff.getByRole('link', { name: 'Swap shifts' }).click()
  await staff.getByLabel('State').click()
  await staff.getByRole('option', { name: 'Declined' }).click()
  await staff.getByRole('button', { name: 'Save and tell' }).click()
  await staff.getByText('Say why, in a sentence').waitFor()
  await staff.getByLabel('Answer').fill('Your own rules forbid it.')
  await staff.getByRole('button', { name: 'Save and tell' }).click()
  await staff.getByText('1 person is told.').waitFor()

  await page.getByRole('link', { name: /Your feature request: Declined/ }).click()
  const sent = page.getByRole('list', { name: 'What I sent' })
  await sent.getByText('Your own rules forbid it.').waitFor()
  await sent.getByText('Declined', { exact: true }).waitFor()
})

test('[issue 4.6] [2 /super-admin/features] a flag is taken away after what that takes is said, and the department has it no more', async () => {
  const { page } = vendor
  await page.goto('/super-admin/features?tier=trial')
  await page.getByRole('button', { name: /^Riverside Police, Reports: on, by plan/ }).click()
  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByText('Reports and their exports close for its admins.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Riverside Police, Reports: off, set/ }).waitFor()
  await page.getByRole('list', { name: 'Organizations by flag' }).getByRole('link', { name: '1 set off' }).waitFor()
  await chief.page.goto('/admin/reports')
  await chief.page.getByRole('heading', { level: 1, name: 'Feature Not Available' }).waitFor()
})
