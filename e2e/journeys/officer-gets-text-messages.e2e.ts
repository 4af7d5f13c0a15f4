import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, desk, makeDepartment, openBrowser, phone, settled } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'
import { startTextGateway } from '../text-gateway.ts'

/** An officer adds a number on the phone, gets an order by text and stops; an admin reads what went out and what became of it. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let admin: Actor
let person: Awaited<ReturnType<typeof department.addPerson>>
let gateway: Awaited<ReturnType<typeof startTextGateway>>
const number = '+13125550182'
const texts = { meta: { shows: ['issue 12 texts'] } }
const receipts = { meta: { shows: ['issue 12 receipts'] } }

beforeAll(async () => {
  gateway = await startTextGateway()
  stage = await startOwnStage({ env: gateway.env })
  department = await makeDepartment(stage, 'Harbor Police')
  person = await department.addPerson('Officer 12', 'officer')
  ;[officer, admin] = [await openBrowser(stage, phone), await openBrowser(stage)]
  await comeIn(officer, department, person)
  await comeIn(admin, department, await department.addPerson('Chief', 'admin'))
})
afterAll(async () => {
  await stage.close()
  gateway.close()
})

const card = (actor: Actor, title: string) =>
  actor.page.locator('section', { has: actor.page.getByRole('heading', { name: title, exact: true }) })
const phoneCard = () => card(officer, 'Text messages')
const openOfficers = async () => {
  await officer.page.goto('/officer/profile?tab=notifications')
  await phoneCard().waitFor()
}
const kept = () =>
  stage.rows<{ number: string; consent_text: string; confirmed_at: Date | null; stopped_why: string | null }>(
    'select number, consent_text, confirmed_at, stopped_why from phones where organization_id = $1 order by consented_at',
    [department.id],
  )
const codeIn = (text = '') => /code is (\d{6})\b/.exec(text)?.[1] ?? ''
/** Fills the form; returns the words that the officer agreed to. */
const askForCode = async () => {
  const { page } = officer
  const before = gateway.texts.length
  await page.getByLabel('Phone', { exact: true }).fill('(312) 555-0182')
  const box = phoneCard().getByRole('checkbox')
  await box.click()
  const agreed = await box.evaluate((one) => {
    const labels = (one.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    return (
      labels.map((id) => document.getElementById(id)?.textContent ?? '').join(' ') || one.closest('label')?.textContent
    )
  })
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(`We texted a code to ${number}.`).waitFor()
  await expect.poll(() => gateway.texts.length).toBe(before + 1)
  return agreed
}
const enter = async (code: string) => {
  await officer.page.getByLabel('Code', { exact: true }).fill(code)
  await officer.page.getByRole('button', { name: 'Confirm number' }).click()
}
const expectNoFindings = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  const sideways = () => actor.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)
}

const offer = () => officer.page.getByRole('heading', { name: 'Get alerts for order-ins' })

test('an officer without alerts is offered them on the dashboard, and the offer opens the setting', async () => {
  const { page } = officer
  await page.goto('/officer/dashboard')
  await offer().waitFor()
  await expectNoFindings(officer)
  await page.getByRole('link', { name: 'Turn on alerts' }).tap()
  await page.waitForURL('**/officer/profile?tab=notifications')
  await phoneCard().waitFor()
})

test(
  'the officer adds a number: not without agreeing, and what they agreed to is kept word for word',
  texts,
  async () => {
    const { page } = officer
    await openOfficers()
    await page.getByLabel('Phone', { exact: true }).fill('(312) 555-0182')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('Agree to the terms to get text messages.').waitFor()
    expect(await kept()).toEqual([])
    await expectNoFindings(officer)
    const agreed = await askForCode()
    expect(gateway.texts).toMatchObject([{ to: number }])
    expect(await kept()).toEqual([{ number, consent_text: agreed, confirmed_at: null, stopped_why: null }])
    expect(agreed).toContain('Reply STOP to stop')
    await expectNoFindings(officer)
  },
)

test('a wrong code is refused with what to do, and the right one confirms the number', texts, async () => {
  const { page } = officer
  const code = codeIn(gateway.texts[0]?.text)
  await enter(code === '000000' ? '000001' : '000000')
  await page.getByText("That code isn't right. Check the text message and try again.").first().waitFor()
  await expectNoFindings(officer)
  await enter(code)
  await page.getByText('Number confirmed').first().waitFor()
  await phoneCard().getByText(`Text messages go to ${number}.`).waitFor()
  await phoneCard()
    .getByText(/^You agreed on .*To stop, remove the number or reply STOP\.$/)
    .waitFor()
  expect(await kept()).toMatchObject([{ confirmed_at: expect.any(Date) }])
  await expectNoFindings(officer)
})

/** The time for volunteers is over: the server orders in the only officer on the list. */
const orderIn = async (title: string, from: number) => {
  const shift = await department.addShift({ title, from, to: from + 480, mode: 'first_come' })
  await stage.rows(
    `insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
     values ($1, $2, $3, now() - interval '2 h', now() - interval '1 s')`,
    [department.id, shift.assignment_id, shift.post_id],
  )
}
const row = (actor: Actor, log: string, text: string) =>
  card(actor, log).getByRole('listitem').filter({ hasText: text })
const clock = /\d\d:\d\d/

test(
  'an order comes by text, and the officer’s own list says what was sent, when, how, and what became of it',
  receipts,
  async () => {
    await card(officer, 'Sent to you').getByText('Nothing sent yet.', { exact: false }).waitFor()
    await orderIn('Secret parade', 1200)
    await expect.poll(() => gateway.texts.length).toBe(2)
    expect(gateway.texts[1]?.text).toMatch(/Reply YES \d{4} to acknowledge\. Reply STOP to stop\.$/)
    const sent = row(officer, 'Sent to you', 'You were ordered in')
    await sent.getByText('Text message', { exact: true }).waitFor()
    await sent.getByText('Sent', { exact: true }).waitFor()
    expect(await sent.textContent()).toMatch(clock)
    const [delivery] = await stage.rows<{ organization_id: string; id: string }>(
      `select organization_id, id from deliveries where organization_id = $1 and event = 'ordered_in' and channel = 'text'`,
      [department.id],
    )
    if (!delivery) throw new Error('no delivery')
    const report = { id: gateway.texts[1]?.id, status: 'delivered', segments: 2, price: '0.0158', currency: 'USD' }
    expect(await gateway.report(stage.base, delivery, report)).toBe(200)
    await sent.getByText('Delivered', { exact: true }).waitFor()
    await expectNoFindings(officer)
  },
)

test('an admin sets when a text follows, and reads who was sent what, and what failed', receipts, async () => {
  const { page } = admin
  await page.goto('/admin/settings')
  const first = row(admin, 'Sent notifications', 'You were ordered in')
  await first.getByText('Officer 12 · Text message').waitFor()
  await first.getByText('Delivered', { exact: true }).waitFor()
  expect(await first.textContent()).toMatch(clock)
  const order = card(admin, 'Push notifications, text messages and calls')
  const month =
    'This month, with codes that confirm phones: 2 text messages, 3 billed segments. Cost: $0.02, reported by the provider for 1 of 2 messages and calls.'
  await order.getByText(month).waitFor()
  await order.getByRole('combobox', { name: "Text message: You're no longer ordered in" }).click()
  await page.getByRole('option', { name: 'After 10 min' }).click()
  await page.getByText('Channel order saved').first().waitFor()
  expect(
    await stage.rows('select event, text_after from channel_orders where organization_id = $1', [department.id]),
  ).toEqual([{ event: 'order_cancelled', text_after: 10 }])
  gateway.state.status = 400
  await orderIn('Second parade', 3000)
  const failed = row(admin, 'Sent notifications', 'Failed: the service rejected it')
  await failed.waitFor()
  expect(await row(admin, 'Sent notifications', 'Officer 12').count()).toBe(2)
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await failed.waitFor()
    await expectNoFindings(admin)
  }
  gateway.state.status = 200
  expect(admin.faults).toEqual([])
})

test('other officers don’t see it', receipts, async () => {
  const other = await openBrowser(stage, phone)
  await comeIn(
    other,
    department,
    await department.addPerson('Officer Vega', 'officer'),
    '/officer/profile?tab=notifications',
  )
  await card(other, 'Sent to you').getByText('Nothing sent yet.', { exact: false }).waitFor()
  const asked = await other.page.evaluate(async () => (await fetch('/api/deliveries?of=everyone')).json())
  expect(asked.items).toEqual([])
})

test(
  'STOP ends the text messages at once and says how to start again; so does removing the number',
  texts,
  async () => {
    const { page } = officer
    expect(await gateway.reply(stage.base, number, 'Stop')).toBe(200)
    await phoneCard().getByText('You replied STOP, so text messages are off.', { exact: false }).waitFor()
    expect(await kept()).toMatchObject([{ stopped_why: 'stop_word' }])
    await expectNoFindings(officer)
    await askForCode()
    await enter(codeIn(gateway.texts.at(-1)?.text))
    await page.getByRole('button', { name: 'Remove number' }).click()
    const question = page.getByRole('alertdialog', { name: 'Stop text messages?' })
    await question.waitFor()
    await expectNoFindings(officer)
    await question.getByRole('button', { name: 'Remove number' }).click()
    await page.getByText('Number removed').first().waitFor()
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    expect((await kept()).map(({ stopped_why }) => stopped_why)).toEqual(['stop_word', 'by_person'])
    expect(officer.faults).toEqual([])
  },
)

test('alerts that were dismissed are not offered again to that account', async () => {
  const other = await department.addPerson('Officer Stone', 'officer')
  await officer.context.clearCookies()
  await comeIn(officer, department, other)
  await offer().waitFor()
  await officer.page.getByRole('button', { name: 'Dismiss' }).tap()
  await officer.page.getByText('You can turn on alerts later in your profile, under Notifications.').waitFor()
  await offer().waitFor({ state: 'detached' })
  // Another device has nothing but the account.
  await officer.page.evaluate(() => localStorage.clear())
  const answered = officer.page.waitForResponse('**/api/alert-offer')
  await officer.page.reload()
  await answered
  await officer.page.getByText('No confirmed shifts').waitFor()
  await settled(officer.page)
  expect(await offer().count()).toBe(0)
})
