import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, comeIn, makeDepartment, openBrowser, phone } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/**
 * The ten tasks that people do most, from the dashboard to the result. Each press and each field is counted and compared with the
 * table in docs/promises.md: a task that takes more than the page says fails, and so does a page that says too much.
 */
const page = readFileSync(join(import.meta.dirname, '../../docs/promises.md'), 'utf8')
type Steps = { presses: number; fields: number }
/** The last column of a task's row: `3 presses + 1 field`. */
const promised = (task: string): Steps => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${task} `))
  const now = /^(\d+) press(?:es)?(?: \+ (\d+) fields?)?$/.exec(row?.split('|').at(-2)?.trim() ?? '')
  if (!now) throw new Error(`docs/promises.md does not say how many presses "${task}" takes`)
  return { presses: Number(now[1]), fields: Number(now[2] ?? 0) }
}

type Way = { press: (control: Locator) => Promise<void>; fill: (field: Locator, text: string) => Promise<void> }
/** Does the task with a hand that counts. A key such as Enter is `press` too. */
const count = async (task: string, at: Page, work: (way: Way & { enter: () => Promise<void> }) => Promise<void>) => {
  const steps: Steps = { presses: 0, fields: 0 }
  await work({
    press: async (control) => {
      steps.presses++
      await control.waitFor()
      await control.scrollIntoViewIfNeeded()
      await control.click()
    },
    fill: async (field, text) => {
      steps.fields++
      await field.fill(text)
    },
    enter: async () => {
      steps.presses++
      await at.keyboard.press('Enter')
    },
  })
  expect(steps, task).toEqual(promised(task))
}

let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let ana: Awaited<ReturnType<typeof department.addPerson>>
let ben: typeof ana
const actors: Record<string, Actor> = {}

const clockIn = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }).format()
/** A zone with hours left in its week, to repeat a shift of last week, and in its night, for a shift that starts tonight. */
const zone = /^Sat.*(19|2[0-3])$| 05$/.test(clockIn('America/Chicago')) ? 'Pacific/Honolulu' : 'America/Chicago'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const statuses = async (title: string) =>
  (
    await stage.rows<{ says: string }>(
      `select o.name || ': ' || s.status as says from officer_assignments s join officers o on o.id = s.officer_id
       join assignments a on a.id = s.assignment_id where a.organization_id = $1 and a.title = $2 order by 1`,
      [department.id, title],
    )
  ).map(({ says }) => says)

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  await stage.rows('update organizations set time_zone = $2 where id = $1', [department.id, zone])
  ana = await department.addPerson('Ana Reyes', 'officer')
  ben = await department.addPerson('Ben Cho', 'officer')
})
afterAll(() => stage.close())

describe('an officer, on a phone', () => {
  const enter = async (who: typeof ana) => {
    const actor = await openBrowser(stage, phone)
    actors[who.name] = actor
    await comeIn(actor, department, who)
    await actor.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    return actor.page
  }
  const bar = (at: Page, name: string) => at.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

  test('signs up for an open shift, and checks in', async () => {
    await department.addShift({ title: 'Market square', from: 20, to: 260, mode: 'first_come' })
    const at = await enter(ana)
    await count('Sign up for an open shift', at, async ({ press }) => {
      await press(bar(at, 'Available Jobs'))
      await press(at.getByRole('button', { name: 'Sign up: Market square' }))
      await at.getByText('Confirmed', { exact: true }).waitFor()
    })
    expect(await statuses('Market square')).toEqual(['Ana Reyes: confirmed'])
    await bar(at, 'Dashboard').tap()
    await count('Check in', at, async ({ press }) => {
      await press(at.getByRole('button', { name: 'Check in' }))
      await at.getByText(/^On duty since/).waitFor()
    })
  })

  test('gives a shift to a colleague, and requests leave', async () => {
    const shift = await department.addShift({ title: 'Night patrol', from: 5760, to: 6240, mode: 'first_come' })
    await department.addSignup(shift, ben, 'confirmed')
    const at = await enter(ben)
    await count('Give a shift to a colleague', at, async ({ press, fill }) => {
      await press(at.getByRole('link', { name: 'Night patrol' }))
      await press(at.getByRole('button', { name: 'Swap or give away: Night patrol' }))
      await press(at.getByRole('radio', { name: 'One colleague' }))
      await fill(at.getByRole('searchbox', { name: 'Colleague' }), 'reyes')
      await press(at.getByRole('radio', { name: 'Ana Reyes' }))
      await press(at.getByRole('button', { name: 'Offer to Ana Reyes' }))
      await at.getByText('You stay responsible until the change takes effect.').waitFor()
    })
    await bar(at, 'Dashboard').tap()
    await at.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await count('Request leave', at, async ({ press, fill }) => {
      await press(bar(at, 'Schedule'))
      await press(at.getByRole('link', { name: 'Request leave' }))
      await fill(at.getByLabel('First day'), inDays(20))
      await fill(at.getByLabel('Last day'), inDays(24))
      await press(at.getByRole('dialog').getByRole('button', { name: 'Request leave' }))
      await at.getByRole('list', { name: 'Your leave requests' }).getByText('Pending').waitFor()
    })
  })
})

describe('a sergeant, at a desk', () => {
  let at: Page
  /** Every task starts from the dashboard. */
  const start = async () => {
    await at.goto('/admin/dashboard')
    await at.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  }

  beforeAll(async () => {
    const boss = await department.addPerson('Sergeant Shaw', 'admin')
    await department.addPerson('Cleo Frost', 'officer')
    const dan = await department.addPerson('Dan Ives', 'officer')
    // Through the night, at whatever time this runs.
    const night = await department.addShift({ title: 'Desk relief', from: 30, to: 1470 })
    await department.addSignup(night, dan, 'confirmed')
    const fair = await department.addShift({ title: 'Fair grounds', from: 7 * 1440, to: 7 * 1440 + 240 })
    await department.addSignup(fair, ana, 'pending_approval')
    await department.addShift({ title: 'Bus station', from: -7 * 1440 + 180, to: -7 * 1440 + 420 })
    for (const [who, hours] of [
      [ana, 30],
      [ben, 40],
    ] as const) {
      const worked = await department.addShift({ title: 'Court duty', from: -hours * 60, to: -hours * 60 + 240 })
      await stage.rows(
        `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
           scheduled_ends_at, checked_in_at, checked_out_at, worked_minutes)
         select organization_id, id, assignment_id, officer_id, 'submitted', starts_at, ends_at, starts_at, ends_at, 240
         from officer_assignments where id = $1`,
        [await department.addSignup(worked, who, 'confirmed')],
      )
    }
    actors.sergeant = await openBrowser(stage)
    at = actors.sergeant.page
    await comeIn(actors.sergeant, department, boss)
  })

  test('sees who works tonight by name', async () => {
    await start()
    await count('See who works tonight, by name', at, async ({ press }) => {
      await press(at.getByRole('link', { name: "Who's on tonight" }))
      await at.getByText(/^Tonight, /).waitFor()
      await at.getByRole('button', { name: 'Dan Ives' }).waitFor()
    })
  })

  test('posts a shift', async () => {
    await start()
    await count('Post a shift', at, async ({ press, fill, enter }) => {
      await press(at.getByRole('link', { name: 'New shift' }).first())
      await fill(at.getByLabel('Quick entry'), 'tomorrow 18-23 2 officers stadium gate')
      await at.getByText(/^Understood:/).waitFor()
      await enter()
      await expect.poll(() => at.getByLabel('Title').inputValue()).toBe('stadium gate')
      await press(at.getByRole('button', { name: 'Publish', exact: true }))
      await at.getByRole('heading', { level: 1, name: 'stadium gate' }).waitFor()
    })
  })

  test('approves a sign-up', async () => {
    await start()
    await count('Approve a sign-up', at, async ({ press }) => {
      await press(at.getByRole('button', { name: 'Approve Ana Reyes' }))
      await expect.poll(() => statuses('Fair grounds')).toEqual(['Ana Reyes: confirmed'])
    })
  })

  test('replaces an officer who calls in sick', async () => {
    await start()
    await count('Replace an officer who calls in sick', at, async ({ press }) => {
      await press(at.getByRole('link', { name: "Who's on tonight" }))
      await press(at.getByRole('button', { name: 'Dan Ives' }))
      await press(at.getByRole('menuitem', { name: 'Mark as sick' }))
      await press(at.getByRole('button', { name: 'Assign: Cleo Frost' }))
      await at.getByText('Cleo Frost was assigned.').waitFor()
    })
    expect(await statuses('Desk relief')).toContain('Cleo Frost: confirmed')
  })

  test('repeats last week', async () => {
    await start()
    await count('Repeat last week', at, async ({ press }) => {
      await press(at.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule', exact: true }))
      await press(at.getByRole('button', { name: 'Copy week' }))
      await press(at.getByRole('button', { name: /^Copy \d+ shifts?$/ }))
      await at.getByText(/ copied as drafts\.$/).waitFor()
    })
    const [made] = await stage.rows<{ copies: number }>(
      `select count(*)::int as copies from assignments where organization_id = $1 and title = 'Bus station' and status = 'draft'`,
      [department.id],
    )
    expect(made).toEqual({ copies: 1 })
  })

  test('approves all hours without flags', async () => {
    await start()
    await count('Approve all hours without flags', at, async ({ press }) => {
      await press(at.getByRole('link', { name: 'Review hours' }))
      await press(at.getByRole('button', { name: 'Select the 2 without flags' }))
      await press(at.getByRole('button', { name: 'Approve selected' }))
      await expect
        .poll(() =>
          stage.rows('select distinct state from attendance where organization_id = $1 and state <> $2', [
            department.id,
            'open',
          ]),
        )
        .toEqual([{ state: 'approved' }])
    })
  })
})
