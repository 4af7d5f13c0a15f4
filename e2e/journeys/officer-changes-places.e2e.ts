import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import {
  type Actor,
  axeFindings,
  comeIn,
  makeDepartment,
  openBrowser,
  phone,
  type Stage,
  startStage,
  tellScreens,
} from '../actors.ts'

/** Places that change hands: an officer waits for one on a phone and takes it, takes a part, gives a shift away; an admin approves. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let officer: Actor
let admin: Actor
let second: { officer_id: string; email: string }
let third: { officer_id: string; name: string }
let held: string

beforeAll(async () => {
  stage = await startStage()
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
beforeEach(() => onTestFailed(() => tellScreens({ officer, admin })))
afterAll(() => stage.close())

const clean = async (actor: Actor) => {
  expect(await axeFindings(actor.page)).toEqual([])
  expect(actor.faults).toEqual([])
}

describe('[issue 5.4] places change hands', () => {
  test('[issue 5.4 waitlist] a full job is waited for, and the place that comes free is taken on the phone', async () => {
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments`)
    await page.getByRole('button', { name: 'Join the waitlist: Night patrol' }).tap()
    await page.getByText('1st of 1').waitFor()
    await page.goto(`${stage.base}/officer/standing`)
    await page.getByRole('button', { name: 'Leave the list: Night patrol' }).waitFor()
    await stage.rows(`update officer_assignments set status = 'called_off' where id = $1`, [held])
    await page.getByRole('button', { name: 'Take the place: Night patrol' }).waitFor()
    await clean(officer)
    await page.getByRole('button', { name: 'Take the place: Night patrol' }).tap()
    await page.getByText('The place is yours').waitFor()
    await page.getByText('You wait for nothing').waitFor()
  })

  test('[issue 5.4 split shifts] a part of a shift is chosen on its strip and taken', async () => {
    const { page } = officer
    await page.goto(`${stage.base}/officer/assignments`)
    await page.getByRole('img', { name: /1 place free/ }).waitFor()
    await clean(officer)
    await page.getByLabel('To', { exact: true }).tap()
    await page.getByRole('option').first().tap()
    await page.getByText('2 h, in pieces of 2 h').waitFor()
    await page.getByRole('button', { name: 'Sign up: Road works' }).tap()
    await page.getByRole('button', { name: 'Swap or give away: Road works' }).waitFor()
    const [mine] = await stage.rows<{ minutes: number; status: string }>(
      `select extract(epoch from s.ends_at - s.starts_at)::int / 60 as minutes, s.status from officer_assignments s
       join posts p on p.id = s.post_id where p.split_minutes is not null`,
    )
    expect(mine).toEqual({ minutes: 120, status: 'confirmed' })
  })

  test('[issue 5.4 swaps] a shift is given to a colleague, and an admin approves', async () => {
    const { page } = officer
    const [badge] = await stage.rows<{ badge_number: string }>('select badge_number from officers where id = $1', [
      third.officer_id,
    ])
    await page.getByRole('button', { name: 'Swap or give away: Night patrol' }).tap()
    await page.getByLabel('Badge number of a colleague').fill(badge?.badge_number ?? '')
    await clean(officer)
    await page.getByRole('button', { name: 'Offer the shift' }).tap()
    await page.getByText('You stay responsible until somebody has taken it.').waitFor()
    await admin.page.goto(`${stage.base}/admin/staffing/swaps`)
    await admin.page.getByText('Nothing waits for you').waitFor()
    // The colleague takes it.
    await stage.rows(
      `update swaps set state = 'agreed', taker_id = to_officer_id, taker_name = to_name where state = 'open'`,
    )
    await admin.page.getByRole('button', { name: 'Approve: Night patrol' }).waitFor()
    await clean(admin)
    await admin.page.getByRole('button', { name: 'Approve: Night patrol' }).click()
    await admin.page.getByText('It has taken effect').waitFor()
    await page.getByText('Replaced').waitFor()
    const rows = await stage.rows<{ status: string }>(
      `select s.status from officer_assignments s join officers o on o.id = s.officer_id
       join assignments a on a.id = s.assignment_id where a.title = 'Night patrol' order by s.applied_at, o.name`,
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['called_off', 'confirmed', 'replaced'])
  })
})
