import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, comeIn, makeDepartment, noonIn, openBrowser } from '../actors.ts'
import { type Stage, startStage } from '../stage.ts'

/** The week on paper: every name, on a few pages. A department of 38 officers, as the demo's. */
let stage: Stage
let department: Awaited<ReturnType<typeof makeDepartment>>
let admin: Actor

const officers = 36
const names = Array.from({ length: officers }, (_, n) => `Officer Number${String(n).padStart(2, '0')}`)
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(noonIn(2))

beforeAll(async () => {
  stage = await startStage()
  department = await makeDepartment(stage)
  const boss = await department.addPerson('Sergeant Shaw', 'admin')
  const people = await stage.rows<{ id: string }>(
    `insert into officers (organization_id, role, approved, name, email, email_key, badge_number, unit)
     select $1, 'officer', true, n, replace(n, ' ', '') || '@print.example', lower(replace(n, ' ', '')) || '@print.example',
       'P' || row_number() over (), 'Patrol North' from unnest($2::text[]) n returning id`,
    [department.id, names],
  )
  // Three watches of twelve, every day.
  for (const [watch, start] of [
    ['A watch', '06:00'],
    ['B watch', '14:00'],
    ['C watch', '22:00'],
  ] as const)
    await stage.rows(
      `with p as (insert into platoons (organization_id, name) values ($1, $2) returning id),
       s as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
         select $1, id, current_date - 30, current_date - 30,
           jsonb_build_object('kind', 'weekdays', 'weekdays', '[0,1,2,3,4,5,6]'::jsonb, 'start', $3::text, 'minutes', 480) from p)
       insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
       select $1, p.id, o, current_date - 30 from p, unnest($4::uuid[]) o`,
      [department.id, watch, start, people.splice(0, 12).map(({ id }) => id)],
    )
  // More than a cell has room for.
  const parade = await department.addShift({
    title: 'Independence Day parade route and festival grounds security',
    at: noonIn(2),
    from: 0,
    to: 240,
    places: 10,
  })
  await stage.rows(
    `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
     select p.organization_id, p.assignment_id, p.id, o.id, 'confirmed', p.starts_at, p.ends_at
     from posts p cross join lateral (select id from officers where organization_id = p.organization_id
       and role = 'officer' order by name limit 9) o where p.id = $1`,
    [parade.post_id],
  )
  admin = await openBrowser(stage)
  await admin.page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset.printed = ''
    }
  })
  await comeIn(admin, department, boss)
})
afterAll(() => stage.close())

/** What the printer gets: the page itself, as paper, and as a document. */
const printed = async (page: Page, rows: string) => {
  await page.goto(`/admin/assignments?view=week&day=${day}&rows=${rows}`)
  await page.getByRole('grid', { name: `Schedule by ${rows}` }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.locator('[aria-label="Print"]').first().dispatchEvent('click')
  await page.locator('html[data-printed]').waitFor()
  const paper = await page.locator('[data-paper]').textContent()
  const skip = await page.getByText('Skip to content').isVisible()
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  await page.emulateMedia({ media: 'screen' })
  return { paper, skip, pages: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0 }
}

test.each([
  ['shift', 2],
  ['officer', 4],
  ['unit', 3],
] as const)('the week by %s has every name on at most %i pages, whole and with a legend', async (rows, most) => {
  const { page, faults } = admin
  const { paper, skip, pages } = await printed(page, rows)
  expect(skip).toBe(false)
  expect(names.filter((name) => !paper?.includes(name))).toEqual([])
  expect(paper).not.toMatch(/\+\d|\d more/)
  if (rows !== 'unit') expect(paper).toContain('Independence Day parade route and festival grounds security')
  expect(paper).toContain('Requested')
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThanOrEqual(most)
  expect(faults).toEqual([])
})
