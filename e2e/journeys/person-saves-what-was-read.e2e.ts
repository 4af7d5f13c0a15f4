import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  addRecord,
  axeFindings,
  comeIn,
  makeDepartment,
  makeSuperAdmin,
  noonIn,
  openBrowser,
  phone,
} from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/** Somebody else changes a record while a dialog is open: it says so, keeps what was typed, and saves only over what was read. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let people: { dana: Person; contract: string }
const actors: Partial<Record<'admin' | 'officer' | 'vendor', Actor>> = {}
type Person = { officer_id: string; email: string; name: string }

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  const chief = await department.addPerson('Chris Cole', 'admin')
  const dana = await department.addPerson('Dana Reyes', 'officer')
  await stage.rows(`update officers set unit = 'Patrol' where id = $1`, [dana.officer_id])
  await stage.rows(`update vendor_settings set legal_name = 'Watchbill Systems, Inc.', address = '100 Main Street'`)
  await stage.rows(`insert into billing_accounts (organization_id, address) values ($1, '1 Plaza')`, [department.id])
  const contract = await idOf(
    `with made as (insert into contracts (organization_id, currency, billing, starts_on, ends_on)
       select $1, 'USD', 'yearly', d, (d + interval '1 year')::date - 1 from (select current_date - 100 as d) x returning *),
     terms as (insert into contract_versions (organization_id, contract_id, number, effective_on, size, tier, price_cents)
       select organization_id, id, 1, starts_on, '26-100', 'pro', 480000 from made)
     select id from made`,
  )
  people = { dana, contract }
  actors.admin = await openBrowser(stage)
  actors.officer = await openBrowser(stage, phone)
  actors.vendor = await openBrowser(stage)
  await comeIn(actors.admin, department, chief)
  await comeIn(actors.officer, department, dana)
  await comeIn(actors.vendor, null, await makeSuperAdmin(stage))
})
afterAll(() => stage.close())

/** The first argument is always the department. */
const idOf = async (text: string, more: readonly unknown[] = []): Promise<string> => {
  const [made] = await stage.rows<{ id: string }>(text, [department.id, ...more])
  return made?.id ?? ''
}

const past = async (name: string) => {
  const shift = await department.addShift({ title: `Gate of ${name}`, from: -2880, to: -2640 })
  return department.addSignup(shift, await department.addPerson(name, 'officer'), 'confirmed')
}
const worked = async (name: string): Promise<string> => {
  await addRecord(stage, await past(name))
  return idOf(
    `select id from attendance where organization_id = $1
      and officer_id = (select id from officers where organization_id = $1 and name = $2)`,
    [name],
  )
}
const claimed = (days: number, reason: string) =>
  idOf(
    `insert into overtime_requests (organization_id, officer_id, kind, starts_at, minutes, reason)
     values ($1, $2, 'holdover', $3, 60, $4) returning id`,
    [people.dana.officer_id, noonIn(-days), reason],
  )
const asked = (days: number, note: string) =>
  idOf(
    `insert into leave_requests (organization_id, officer_id, kind, whole_days, starts_at, ends_at, note)
     values ($1, $2, 'vacation', true, (current_date + $3::int)::timestamp at time zone 'America/Chicago',
       (current_date + $3::int + 2)::timestamp at time zone 'America/Chicago', $4) returning id`,
    [people.dana.officer_id, days, note],
  )
const minimum = (name: string) =>
  idOf(
    `insert into staffing_minimums (organization_id, name, unit, least, weekdays, start_time, end_time, starts_on,
       days_ahead, latest_minutes, title, kind, signup_mode)
     values ($1, $2, 'Patrol', 1, '{0,3}', '22:00', '06:00', current_date - 3, 1, 0, 'Watch', 'overtime', 'first_come')
     returning id`,
    [name],
  )
const steps = (minutes: number) => JSON.stringify([{ kind: 'all', clock: 'before_start', minutes, units: [] }])
const draft = async (): Promise<string> => {
  const id = await idOf(`insert into invoices (organization_id, kind, currency, net_cents, taxable_cents, total_cents)
    values ($1, 'invoice', 'USD', 900, 900, 900) returning id`)
  await idOf(
    `insert into invoice_lines (organization_id, invoice_id, position, description, unit_cents, amount_cents)
     values ($1, $2, 0, 'Training', 900, 900)`,
    [id],
  )
  return id
}

const row = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).last()
/** Presses the button of that name in the row with that text. */
const inRow = (text: string, button: string | RegExp) => (page: Page) =>
  row(page, text).getByRole('button', { name: button }).click()
const press = (button: string) => (page: Page) => page.getByRole('button', { name: button, exact: true }).click()

type Case = {
  what: string
  who: 'admin' | 'officer' | 'vendor'
  /** Makes the record; its id, and the page that shows it. */
  make: () => Promise<{ id: string; at: string }>
  open: (page: Page, change: () => Promise<unknown>) => Promise<unknown>
  dialog: string | RegExp
  /** A field and what is entered; null for a dialog without one. */
  typed: readonly [label: string, text: string] | null
  /** What somebody else changes: a table and the columns, or a statement of its own. */
  change: readonly [table: string, set: string] | ((id: string) => Promise<unknown>)
  news: RegExp
  /** What leads to the last step of a dialog with several. */
  ahead?: string
  action: string | RegExp
  /** Begins the call that saves. */
  call: string
}

const extraTime = {
  who: 'admin',
  call: 'POST /api/extra-time/',
  change: ['overtime_requests', `reason = 'Jail run'`],
} as const
const contract = {
  who: 'vendor',
  make: async () => ({ id: people.contract, at: `/super-admin/billing/${department.id}?tab=contracts` }),
} as const
const invoice = {
  who: 'vendor',
  make: async () => {
    const id = await draft()
    return { id, at: `/super-admin/billing/${department.id}/invoices/${id}` }
  },
  change: ['invoices', `purchase_order = 'PO 7'`],
  news: /Purchase order: PO 7/,
} as const

const cases: readonly Case[] = [
  {
    what: 'times of an officer without a record, who sends them',
    who: 'admin',
    make: async () => {
      const id = await past('Ana Orr')
      const of = 'select assignment_id as id from officer_assignments where organization_id = $1 and id = $2'
      return { id, at: `/admin/assignments/${await idOf(of, [id])}` }
    },
    open: inRow('Ana Orr', 'Record times'),
    dialog: /times for Ana Orr/,
    typed: ['Reason', 'By the log'],
    change: (id) => addRecord(stage, id),
    news: /Check-in: .*Check-out: /,
    action: /and approve$/,
    call: 'POST /api/attendance/',
  },
  {
    what: 'a record to return',
    who: 'admin',
    make: async () => ({ id: await worked('Ben Cho'), at: '/admin/attendance' }),
    open: inRow('Ben Cho', 'Return'),
    dialog: 'Return to Ben Cho',
    typed: ['Reason', 'Which gate?'],
    change: ['attendance', `note = 'Gate B'`],
    news: /Note: "Gate B"/,
    action: 'Return record',
    call: 'POST /api/attendance/',
  },
  {
    ...extraTime,
    what: 'a claim to correct',
    make: async () => ({ id: await claimed(9, 'Tow truck'), at: '/admin/overtime' }),
    open: inRow('Tow truck', /^Correct /),
    dialog: "Correct Dana Reyes's claim",
    typed: ['Reason', 'By the log'],
    news: /Reason: "Jail run"/,
    action: 'Correct and approve',
  },
  {
    ...extraTime,
    what: 'a claim to deny',
    make: async () => ({ id: await claimed(8, 'Crash report'), at: '/admin/overtime' }),
    open: inRow('Crash report', /^Deny /),
    dialog: "Deny Dana Reyes's claim?",
    typed: ['Reason', 'Inside the shift'],
    change: ['overtime_requests', 'minutes = 90'],
    news: /Claimed: 1 h 30 min from /,
    action: 'Deny claim',
  },
  {
    ...extraTime,
    what: 'a claim to return',
    make: async () => ({ id: await claimed(7, 'Late relief'), at: '/admin/overtime' }),
    open: inRow('Late relief', /^Return /),
    dialog: 'Return to Dana Reyes',
    typed: ['What needs to be corrected?', 'The end'],
    news: /Reason: "Jail run"/,
    action: 'Return claim',
  },
  {
    what: 'an own claim',
    who: 'officer',
    make: async () => ({ id: await claimed(6, 'Held over'), at: '/officer/history?tab=extra-time' }),
    open: inRow('Held over', 'Edit'),
    dialog: 'Edit claim',
    typed: ['Reason', 'Held over by the sergeant'],
    change: ['overtime_requests', 'minutes = 90'],
    news: /Claimed: 1 h 30 min from /,
    action: 'Save changes',
    call: 'PATCH /api/extra-time/',
  },
  {
    what: 'a certification',
    who: 'admin',
    make: async () => ({
      id: await idOf(
        `insert into officer_certifications (organization_id, officer_id, type, issued_on)
         values ($1, $2, 'First aid', '2026-01-05') returning id`,
        [people.dana.officer_id],
      ),
      at: `/admin/officers/${people.dana.officer_id}?tab=certifications`,
    }),
    open: press('Edit First aid'),
    dialog: 'Edit First aid',
    typed: ['Type', 'First aid, level 2'],
    change: ['officer_certifications', `number = 'A 17'`],
    news: /Number: A 17/,
    action: 'Save changes',
    call: 'PATCH /api/certifications/',
  },
  {
    what: 'leave',
    who: 'admin',
    make: async () => ({
      id: await idOf(
        `insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days, note)
         values ($1, $2, 'training', (current_date + 40)::timestamp at time zone 'America/Chicago',
           (current_date + 42)::timestamp at time zone 'America/Chicago', true, 'Academy') returning id`,
        [people.dana.officer_id],
      ),
      at: `/admin/officers/${people.dana.officer_id}?tab=tours`,
    }),
    open: inRow('Academy', /^Edit /),
    dialog: 'Edit leave for Dana Reyes',
    typed: ['Note', 'Academy, second week'],
    change: ['leaves', `kind = 'sick'`],
    news: /Type: Sick/,
    action: 'Save changes',
    call: 'PATCH /api/leaves/',
  },
  {
    what: 'a leave request to approve',
    who: 'admin',
    make: async () => ({ id: await asked(20, 'Family trip'), at: '/admin/staffing/leave' }),
    open: inRow('Family trip', /^Review/),
    dialog: 'Leave request from Dana Reyes',
    typed: null,
    change: ['leave_requests', `note = 'Moved by a week'`],
    news: /Note: Moved by a week/,
    action: 'Approve leave',
    call: 'POST /api/leave-requests/',
  },
  {
    what: 'a leave request to deny, changed before the reason was asked',
    who: 'admin',
    make: async () => ({ id: await asked(60, 'Fishing'), at: '/admin/staffing/leave' }),
    open: async (page, change) => {
      await inRow('Fishing', /^Review/)(page)
      await change()
      await page.getByRole('dialog').getByText('This record changed while you were editing').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click()
    },
    dialog: 'Deny leave for Dana Reyes?',
    typed: ['Message to the officer', 'Ask for other days'],
    change: ['leave_requests', `note = 'Funeral'`],
    news: /Note: Funeral/,
    action: 'Deny leave',
    call: 'POST /api/leave-requests/',
  },
  {
    what: 'a minimum',
    who: 'admin',
    make: async () => ({ id: await minimum('Night'), at: '/admin/staffing/minimum?tab=minimums' }),
    open: press('Change Night'),
    dialog: 'Change Night',
    typed: ['Title', 'Night cover'],
    change: ['staffing_minimums', 'least = 2'],
    news: /Minimum: 2 officers from Patrol/,
    ahead: 'Preview shifts',
    action: 'Save changes',
    call: 'PATCH /api/staffing-minimums/',
  },
  {
    what: 'a minimum to retire',
    who: 'admin',
    make: async () => ({ id: await minimum('Day'), at: '/admin/staffing/minimum?tab=minimums' }),
    open: press('Retire Day'),
    dialog: 'Retire Day?',
    typed: null,
    change: ['staffing_minimums', `award_rule_id = null, title = 'Day cover'`],
    news: /Opens: "Day cover" 1 day ahead/,
    action: 'Retire minimum',
    call: 'POST /api/staffing-minimums/',
  },
  {
    what: 'an escalation plan',
    who: 'admin',
    make: async () => ({
      id: await idOf('insert into escalation_plans (organization_id, steps) values ($1, $2) returning id', [
        steps(720),
      ]),
      at: '/admin/staffing/escalation',
    }),
    open: press('Change the plan: All other types'),
    dialog: 'Plan: All other types',
    typed: ['Step 1: hours', '30'],
    change: ['escalation_plans', `steps = '${steps(1440)}'`],
    news: /Steps: Notify everyone 24 h before the start/,
    action: 'Save',
    call: 'POST /api/escalation-plans',
  },
  {
    what: 'the steps of one shift',
    who: 'admin',
    make: async () => {
      const { assignment_id } = await department.addShift({ title: 'Stadium gate', from: 7200, to: 7440 })
      const id = await idOf(
        `insert into escalations (organization_id, assignment_id, steps, published_at) values ($1, $2, $3, now())
         on conflict (organization_id, assignment_id) do update set steps = excluded.steps returning id`,
        [assignment_id, steps(720)],
      )
      return { id, at: `/admin/assignments/${assignment_id}` }
    },
    open: press('Change steps'),
    dialog: 'Steps for this shift',
    typed: ['Step 1: hours', '30'],
    change: ['escalations', 'emergency = true'],
    news: /Emergency: yes/,
    action: 'Save',
    call: 'PATCH /api/escalations/',
  },
  {
    ...invoice,
    what: 'a draft invoice',
    open: press('Change'),
    dialog: 'Edit draft',
    typed: ['Note on the invoice', 'Thank you'],
    action: 'Save draft',
    call: 'PATCH /api/vendor/billing/',
  },
  {
    ...invoice,
    what: 'an invoice to issue',
    open: press('Issue'),
    dialog: 'Issue this invoice for $9.00?',
    typed: null,
    action: 'Issue',
    call: 'POST /api/vendor/billing/',
  },
  {
    ...contract,
    what: 'a contract to amend',
    open: press('Amend'),
    dialog: 'Amend contract',
    typed: ['Reason', 'More officers'],
    change: ['contracts', `purchase_order = 'PO 7'`],
    news: /Purchase order: PO 7/,
    action: 'Amend',
    call: 'POST /api/vendor/billing/',
  },
  {
    ...contract,
    what: 'the renewal of a contract',
    open: press('Renewal'),
    dialog: 'Renewal and purchase order',
    typed: ['Purchase order', 'PO 8'],
    change: ['contracts', 'notice_days = 30'],
    news: /Notice: 30 days/,
    action: 'Save',
    call: 'PATCH /api/vendor/billing/',
  },
  {
    ...contract,
    what: 'a contract to cancel',
    open: press('Cancel contract'),
    dialog: 'Cancel this contract?',
    typed: ['Reason', 'Moves to another vendor'],
    change: ['contracts', 'renews = false'],
    news: /Renews automatically: no/,
    action: 'Cancel contract',
    call: 'POST /api/vendor/billing/',
  },
]

const pressed = async (page: Page, dialog: Locator, { action, call }: Case): Promise<number> => {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => `${one.request().method()} ${new URL(one.url()).pathname}`.startsWith(call)),
    dialog.getByRole('button', { name: action, exact: true }).click(),
  ])
  return answer.status()
}

test.each(cases)('$what: a change behind the dialog is read before it is saved over', async (one) => {
  const actor = actors[one.who]
  if (!actor) throw new Error('nobody is signed in')
  const { page } = actor
  const { id, at } = await one.make()
  let changed = false
  const change = () => {
    changed = true
    return typeof one.change === 'function'
      ? one.change(id)
      : stage.rows(
          `update ${one.change[0]} set ${one.change[1]}, version = version + 1, updated_at = now() where id = $1`,
          [id],
        )
  }
  await page.goto(at)
  await one.open(page, change)
  const dialog = page.getByRole('dialog', { name: one.dialog }).or(page.getByRole('alertdialog', { name: one.dialog }))
  const field = one.typed && dialog.getByLabel(one.typed[0])
  if (one.typed) await field?.fill(one.typed[1])
  if (!changed) await change()
  const notice = dialog.getByRole('note')
  await notice.getByText('This record changed while you were editing').waitFor()
  await notice.getByText(one.news).waitFor()
  if (one.ahead) await dialog.getByRole('button', { name: one.ahead }).click()
  expect(await pressed(page, dialog, one)).toBe(409)
  await notice.getByRole('button', { name: /^Review the / }).click()
  await notice.getByText('The record has changed').waitFor()
  await notice.getByText(one.news).waitFor()
  if (one.typed) expect(await field?.inputValue()).toBe(one.typed[1])
  expect(await axeFindings(page)).toEqual([])
  expect(await pressed(page, dialog, one)).toBe(200)
  await dialog.waitFor({ state: 'detached' })
  expect(actor.faults).toEqual([])
})

test('a claim that changes after it was selected is no longer selected', async () => {
  const { page } = actors.admin as Actor
  const [changes] = await Promise.all([claimed(5, 'Transport'), claimed(4, 'Callback')])
  await page.goto('/admin/overtime')
  for (const reason of ['Transport', 'Callback']) await row(page, reason).getByRole('checkbox').click()
  await stage.rows(
    'update overtime_requests set minutes = 90, version = version + 1, updated_at = now() where id = $1',
    [changes],
  )
  await page.getByText('1 record changed and is no longer selected').waitFor()
  expect(await row(page, 'Transport').getByRole('checkbox').isChecked()).toBe(false)
  expect(await row(page, 'Callback').getByRole('checkbox').isChecked()).toBe(true)
})
