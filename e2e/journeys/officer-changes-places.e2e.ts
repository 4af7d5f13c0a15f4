import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, axeFindings, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startOwnStage } from '../stage.ts'

/**
 * Shifts that change hands: an officer joins a waitlist on a phone and accepts the offer, takes a part, gives a shift away; an
 * admin approves.
 */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let admin: Actor
let second: { officer_id: string; email: string }
let third: { officer_id: string; name: string }
let held: string

beforeAll(async () => {
  stage = await startOwnStage()
  department = await makeDepartment(stage)
  const first = await department.addPerson('Officer 1', 'officer')
  second = await department.addPerson('Officer 2', 'officer')
  third = await department.addPerson('Officer 3', 'officer')
  const boss = await department.addPerson('Admin 1', 'admin')
  const full = await department.addShift({ title: 'Night patrol', from: 2880, to: 3360, mode: 'first_come' })
  held = await department.addSignup(full, first, 'confirmed')
  const split = await department.addShift({ title: 'Road works', from: 5760, to: 6240, mode: 'first_come' })
  await stage.rows(`update posts set split_minutes = 120 where id = $1`, [split.post_id])
  officer = await openBrowser(stage, phone)
  admin = await openBrowser(stage)
  await comeIn(officer, department, second)
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

const look = async ({ page }: Actor, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

describe('spots change hands', { meta: { shows: ['issue 5.4'] } }, () => {
  test('an officer joins the waitlist of a full shift and accepts the open spot on a phone', {
    meta: { shows: ['issue 5.4 waitlist'] },
  }, async () => {
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments?others=open`)
    await page.getByRole('button', { name: 'Join waitlist: Night patrol' }).tap()
    await page.getByText('1st of 1').waitFor()
    await page.goto(`${stage.base}/officer/standing`)
    // Leaving costs the position, and asks first.
    await page.getByRole('button', { name: 'Leave the waitlist: Night patrol' }).tap()
    const leaves = page.getByRole('alertdialog', { name: 'Leave the waitlist? You lose your position.' })
    await leaves.getByRole('button', { name: 'Stay on it' }).tap()
    await leaves.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Leave the waitlist: Night patrol' }).waitFor()
    await stage.rows(`update officer_assignments set status = 'called_off' where id = $1`, [held])
    await page.getByRole('button', { name: 'Accept: Night patrol' }).waitFor()
    await clean(officer)
    await page.getByRole('button', { name: 'Accept: Night patrol' }).tap()
    await page.getByText("You're confirmed").waitFor()
    await page.getByText("You're not on any waitlists").waitFor()
  })

  test('an officer selects part of a shift on its strip and signs up', {
    meta: { shows: ['issue 5.4 split shifts'] },
  }, async () => {
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments`)
    await page.getByRole('link', { name: 'Choose times: Road works' }).tap()
    await page.getByRole('img', { name: /1 spot left/ }).waitFor()
    await clean(officer)
    await page.getByLabel('To', { exact: true }).tap()
    await page.getByRole('option').first().tap()
    await page.getByText('2 h, in blocks of 2 h').waitFor()
    await page.getByRole('button', { name: 'Sign up: Road works' }).tap()
    await page.getByRole('button', { name: 'Swap or give away: Road works' }).waitFor()
    const [mine] = await stage.rows<{ minutes: number; status: string }>(
      `select extract(epoch from s.ends_at - s.starts_at)::int / 60 as minutes, s.status from officer_assignments s
       join posts p on p.id = s.post_id where p.split_minutes is not null`,
    )
    expect(mine).toEqual({ minutes: 120, status: 'confirmed' })
  })

  test('an officer gives a shift to a colleague, and an admin approves', {
    meta: { shows: ['issue 5.4 swaps'] },
  }, async () => {
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments?show=mine`)
    const asked: string[] = []
    page.on('request', (request) => /my-swaps.*assignment_id/.test(request.url()) && asked.push(request.url()))
    await page.getByRole('link', { name: 'Night patrol' }).tap()
    await page.getByRole('button', { name: 'Swap or give away: Night patrol' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Swap or give away' })
    // Nothing is chosen yet: a second tap in the same place offers nothing.
    await expect.poll(() => sheet.getByRole('button', { name: 'Offer the shift' }).isDisabled()).toBe(true)
    await sheet.getByRole('radio', { name: 'One colleague' }).tap()
    await sheet.getByRole('searchbox', { name: 'Colleague' }).fill(third.name.slice(0, 6))
    await sheet.getByRole('radio', { name: third.name }).tap()
    await look(officer, 'give-away')
    await clean(officer)
    // Swaps of the shift are read once there are any.
    expect(asked).toEqual([])
    await sheet.getByRole('button', { name: `Offer to ${third.name}` }).tap()
    await page.getByText('You stay responsible until the change takes effect.').waitFor()
    // The offer is on the page of the shift, instead of a second one, and in the schedule's list of what is pending.
    await page.getByText(`Offered to ${third.name}, who hasn't answered yet`).waitFor()
    await page.getByRole('button', { name: 'Withdraw: Night patrol' }).waitFor()
    expect(await page.getByRole('button', { name: 'Swap or give away: Night patrol' }).count()).toBe(0)
    await clean(officer)
    const shift = page.url()
    await page.goto(`${stage.base}/officer/dashboard`)
    await page.getByRole('link', { name: /^Pending\s*1/ }).tap()
    await page.getByRole('button', { name: 'Withdraw: Night patrol' }).waitFor()
    await clean(officer)
    await page.goto(shift)
    await admin.page.goto(`${stage.base}/admin/staffing/swaps`)
    await admin.page.getByText('Nothing to approve').waitFor()
    // The colleague takes it.
    await stage.rows(
      `update swaps set state = 'agreed', taker_id = to_officer_id, taker_name = to_name where state = 'open'`,
    )
    await admin.page.getByRole('button', { name: 'Approve: Night patrol' }).waitFor()
    await clean(admin)
    await admin.page.getByRole('button', { name: 'Approve: Night patrol' }).click()
    await admin.page.getByText('Swap approved').waitFor()
    await page.getByText('Replaced').first().waitFor()
    const rows = await stage.rows<{ status: string }>(
      `select s.status from officer_assignments s join officers o on o.id = s.officer_id
       join assignments a on a.id = s.assignment_id where a.title = 'Night patrol' order by s.applied_at, o.name`,
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['called_off', 'confirmed', 'replaced'])
  })

  test("shows an officer why they can't accept an offered shift, and blocks it", {
    meta: { shows: ['issue 5.4 swaps'] },
  }, async () => {
    const { page } = officer
    const parade = await department.addShift({ title: 'Parade', from: 5760, to: 6240 })
    const given = await department.addSignup(parade, third, 'confirmed')
    await stage.rows(
      `insert into swaps (organization_id, kind, officer_id, officer_name, signup_id, assignment_id, post_id, starts_at, ends_at)
       select organization_id, 'give_away', officer_id, $2, id, assignment_id, post_id, starts_at, ends_at
       from officer_assignments where id = $1`,
      [given, third.name],
    )
    // Offered to the officer alone, it is on the dashboard.
    await stage.rows(`update swaps set to_officer_id = $1, to_name = 'Officer 2' where signup_id = $2`, [
      second.officer_id,
      given,
    ])
    await page.goto(`${stage.base}/officer/dashboard`)
    await page.getByRole('button', { name: 'Decline: Parade' }).waitFor()
    await page.goto(`${stage.base}/officer/standing`)
    await page
      .getByText(/^Overlaps Road works/)
      .first()
      .waitFor()
    const accept = page.getByRole('button', { name: 'Accept shift: Parade' })
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    await clean(officer)
  })

  test('an accepted giveaway that waits for an admin is in the week, under Pending and named by a leave request', {
    meta: { shows: ['issue 5.4 swaps'] },
  }, async () => {
    const { page } = officer
    const market = await department.addShift({ title: 'Night market', from: 1440, to: 1500 })
    const given = await department.addSignup(market, third, 'confirmed')
    await stage.rows(
      `insert into swaps (organization_id, kind, state, officer_id, officer_name, taker_id, taker_name, signup_id, assignment_id, post_id,
         starts_at, ends_at)
       select organization_id, 'give_away', 'agreed', officer_id, $2, $3, 'Officer 2', id, assignment_id, post_id, starts_at, ends_at
       from officer_assignments where id = $1`,
      [given, third.name, second.officer_id],
    )
    await page.goto(`${stage.base}/officer/schedule`)
    const row = page.getByRole('listitem').filter({ hasText: 'Night market' }).last()
    await row.getByText('Accepted · Waiting for an admin').waitFor()
    await clean(officer)
    await page.getByRole('link', { name: 'Pending', exact: true }).tap()
    await page.getByText('You accepted. Waiting for an admin').waitFor()
    const [{ day } = { day: '' }] = await stage.rows<{ day: string }>(
      `select (s.starts_at at time zone g.time_zone)::date::text as day from officer_assignments s
       join organizations g on g.id = s.organization_id where s.id = $1`,
      [given],
    )
    await page.goto(`${stage.base}/officer/schedule/leave?ask=yes`)
    await page.getByLabel('First day').fill(day)
    await page.getByLabel('Last day').fill(day)
    const named = page.getByRole('list', { name: /^You accepted shifts during this leave/ })
    await named.getByRole('link', { name: 'Night market' }).waitFor()
    await clean(officer)
  })
})
