import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  makeDepartment,
  openBrowser,
  type Stage,
  signIn,
  startStage,
  tellScreens,
} from '../actors.ts'

/** A new department's first morning, then an ordinary one: the dashboard says what is next, and each number leads to its list. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor
let asked: string[] = []
let working = false
const provider = createServer((request, response) => {
  asked.push(request.url ?? '')
  const current = {
    temperature_2m: 71.6,
    apparent_temperature: 70,
    wind_speed_10m: 8,
    relative_humidity_2m: 55,
    weather_code: 0,
  }
  response.writeHead(working ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ current }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  process.env.WEATHER = 'open-meteo'
  process.env.WEATHER_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  stage = await startStage()
  department = await makeDepartment(stage, 'River Police')
  admin = await openBrowser(stage)
  await admin.context.grantPermissions(['geolocation'], { origin: stage.base })
  await admin.context.setGeolocation({ latitude: 41.8781, longitude: -87.6298 })
})
beforeEach(() => onTestFailed(() => tellScreens({ admin })))
afterAll(async () => {
  await stage.close()
  provider.close()
})

test('[issue 3.2] a new department is told what to do first', async () => {
  const { page } = admin
  await signIn(admin, department, await department.addPerson('Admin 1', 'admin'))
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.getByRole('link', { name: 'Go on with: Name, colour and logo' }).waitFor()
  await page.getByRole('link', { name: 'Open with: Publish the first shift' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('[8 Unable to fetch weather data] [8 no temperature] without an answer the placeholder and the toast, and on a press the weather where the browser is', async () => {
  const { page } = admin
  await page.getByText('Weather Error').waitFor()
  await page.getByText('Unable to fetch weather data.').waitFor()
  await page.getByText('--°').waitFor()
  working = true
  asked = []
  await page.getByRole('button', { name: 'Refresh weather' }).click()
  await page.getByText('72°F').waitFor()
  await page.getByText('Chicago, US').waitFor()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('latitude=41.9')
})

test('[issue 3.2] numbers lead to their lists, and what others do appears by itself', async () => {
  const { page } = admin
  const officer = await department.addPerson('Officer 1', 'officer')
  const shift = await department.addShift({ title: 'Bridge watch', from: 300, to: 700, places: 2 })
  const waiting = page.getByRole('region', { name: 'Waiting for a decision' })
  await department.addSignup(shift, officer, 'pending_approval')
  await waiting.getByRole('link', { name: /Signups\s*1/ }).waitFor()
  // What stands ticks the first steps off by itself; the rest is put away on purpose.
  await page.getByRole('link', { name: /^Done.*Publish the first shift/ }).waitFor()
  await page.getByRole('button', { name: 'Put away' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  const row = page.getByRole('link', { name: /Bridge watch.*2 left.*1 pending/ })
  await row.waitFor()
  await row.click()
  await page.waitForURL(`**/admin/assignments/${shift.assignment_id}`)
  await page.goBack()
  await waiting.getByRole('link', { name: /Signups\s*1/ }).click()
  await page.waitForURL('**/admin/assignments?filter=pending')
  await page.goBack()
  await page.getByRole('link', { name: /Fill rate, 30 days/ }).waitFor()
  await page.getByRole('link', { name: /Median time to fill/ }).waitFor()
})

test('[issue 3.2] hours by week are a chart, with its table one press away', async () => {
  const { page } = admin
  const held = await department.addShift({ title: 'Pier watch', from: -400, to: -20 })
  await department.addSignup(held, await department.addPerson('Officer 2', 'officer'), 'confirmed')
  await page.reload()
  await page.getByRole('img', { name: /Hours by week/ }).waitFor()
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Hours by week' })
  await expect.poll(() => table.getByRole('row').count()).toBe(9)
  expect(await axeFindings(page)).toEqual([])
  expect(admin.faults).toEqual([])
})
