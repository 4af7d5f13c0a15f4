import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, makeDepartment, openBrowser, phone, signIn } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** An admin writes the department's own answers; an officer sees them above the product's, a visitor does not. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let officer: Actor

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage, 'Hill Police')
  admin = await openBrowser(stage)
  officer = await openBrowser(stage, phone)
  await signIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await signIn(officer, department, await department.addPerson('Officer 1', 'officer'))
})
afterAll(() => stage.close())

const questions = () => admin.page.getByRole('list', { name: 'Court' }).locator('li p:first-child').allInnerTexts()

test('adds a category and its questions, with a preview that runs no scripts', {
  meta: { shows: ['issue 3.8', '2 words FAQ Management'] },
}, async () => {
  const { page } = admin
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ Management' }).click()
  await page.getByText('No department answers yet').waitFor()
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByLabel('Name').fill('Court')
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  for (const question of ['Where do I park?', 'Which entrance?', 'What do I wear?']) {
    await page.getByRole('button', { name: 'Add question to Court' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question').fill(question)
    await dialog.getByLabel('Answer').fill('**Level 2** <img src=x onerror=alert(1)> [map](javascript:alert(1))')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.locator('strong').getByText('Level 2').waitFor()
    expect(await preview.locator('img, a').count()).toBe(0)
    await expect.poll(() => preview.textContent()).toContain('<img src=x onerror=alert(1)>')
    await dialog.getByRole('button', { name: 'Add question' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(questions).toEqual(['Where do I park?', 'Which entrance?', 'What do I wear?'])
  expect(await axeFindings(page)).toEqual([])
})

test('reorders by keyboard, menu and drag, and the order survives a reload', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const { page } = admin
  const grip = (name: string) => page.getByRole('button', { name: `Move: ${name}` })
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/move') && response.ok())
  await grip('What do I wear?').focus()
  await page.keyboard.press('Space')
  await page.getByText('Picked up: What do I wear?').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowUp')
  await page.getByText('Over Which entrance?').waitFor({ state: 'attached' })
  let answer = saved()
  await page.keyboard.press('Space')
  await answer
  await expect.poll(questions).toEqual(['Where do I park?', 'What do I wear?', 'Which entrance?'])
  await page.getByRole('button', { name: 'More for: Where do I park?' }).click()
  answer = saved()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await answer
  await expect.poll(questions).toEqual(['What do I wear?', 'Where do I park?', 'Which entrance?'])
  const [from, to] = [await grip('Which entrance?').boundingBox(), await grip('What do I wear?').boundingBox()]
  if (!from || !to) throw new Error('the grips are not there')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y + 5, { steps: 8 })
  answer = saved()
  await page.mouse.up()
  await answer
  await expect.poll(questions).toEqual(['Which entrance?', 'What do I wear?', 'Where do I park?'])
  await page.reload()
  await expect.poll(questions).toEqual(['Which entrance?', 'What do I wear?', 'Where do I park?'])
})

test('published answers appear above the product’s for the officer, searchable and linkable, with a way back', {
  meta: { shows: ['issue 3.8'] },
}, async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'Publish Where do I park?', exact: true }).click()
  await page.getByRole('button', { name: 'Unpublish Where do I park?', exact: true }).waitFor()
  const reader = officer.page
  await reader.goto('/faq')
  await reader.getByRole('heading', { name: 'From Hill Police' }).waitFor()
  expect(await reader.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'From Hill Police',
    'About Watchbill',
  ])
  expect(await reader.getByText('Which entrance?').count()).toBe(0)
  expect(await axeFindings(reader)).toEqual([])
  await reader.getByRole('searchbox').fill('PARK')
  await reader.locator('summary', { hasText: 'Where do I park?' }).click()
  await reader.locator('strong').getByText('Level 2').waitFor()
  await reader.waitForURL(/q=PARK/)
  await reader.goto('/faq#how-do-i-check-in')
  await reader.getByText('Check-in opens 60 minutes before the start').waitFor()
  await reader.getByRole('link', { name: 'Go to your dashboard' }).click()
  await reader.waitForURL('**/officer/dashboard')
})

test('a visitor sees only the product’s answers', { meta: { shows: ['issue 3.8'] } }, async () => {
  const visitor = await openBrowser(stage)
  await visitor.page.goto('/faq')
  await visitor.page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
  await visitor.page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect(await visitor.page.getByText('Hill Police').count()).toBe(0)
  expect([...visitor.faults, ...admin.faults, ...officer.faults]).toEqual([])
  await visitor.context.close()
})
