import { expect, test } from 'vitest'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import type { PlanLine } from '../contract.ts'
import { whyUnselected } from '../rules.selected.ts'
import { PlanLines } from './plan-lines.tsx'

const HOUR = 3_600_000
const now = Date.now()
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
const line = (id: string, from: number): PlanLine => ({
  ...{ id, assignment_id: `a${id}`, post_id: `p${id}`, title: `Gate ${id}`, post_name: 'Gate' },
  ...{ starts_at: at(from), ends_at: at(from + 4), officer_id: `o${id}`, officer_name: 'Ana Reyes' },
  ...{
    badge_number: '104',
    has_account: true,
    phone: null,
    applied: false,
    volunteered: false,
    asked_until: null,
    pause_reason: null,
    able: 3,
    order: 1,
    minutes_before: 0,
  },
  ...{ minutes_after: 240, passed: [], taken_at: null, taken_by: null, undoable: false, open: true },
})

test('a line is unselected within 12 hours of its start, during a call for volunteers, and while its escalation is paused', () => {
  const plain = [11.9, 12, 12.1].map((hours) => whyUnselected(line('1', hours), now))
  expect(plain).toEqual(['soon', null, null])
  const asked = { ...line('1', 30), asked_until: at(2) }
  const paused = { ...line('1', 30), pause_reason: 'Waiting for the stadium' }
  expect([asked, paused, { ...asked, ...paused, asked_until: at(2) }].map((one) => whyUnselected(one, now))).toEqual([
    ...['asked', 'paused', 'asked'],
  ])
})

test('says of each line why it is not selected, and in the hint which lines are not', async () => {
  const items = [
    { ...line('1', 30), asked_until: at(2) },
    { ...line('2', 32), pause_reason: 'Waiting for the stadium' },
    line('3', 34),
    { ...line('4', 36), asked_until: at(2), open: false, taken_at: at(-1) },
  ]
  const html = await drawScreen(() => <PlanLines planId="p" items={items} waiting={[]} zone="America/Chicago" />, {
    session: sessionOf('admin'),
    address: '/admin/staffing/plan',
    lists: [],
  })
  const words = wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
  expect(words).toContain('Not selected: shifts that have an open call for volunteers or have a paused escalation.')
  expect(words).toMatch(/Gate 1 .*Officers can volunteer until .* Gate 2 .*Escalation paused: Waiting for/)
  expect(words).toContain('Assign 1')
  expect(words.match(/can volunteer until/g)).toHaveLength(1)
})

test('leaves out a shift that is about to start, and says to call', async () => {
  const html = await drawScreen(
    () => <PlanLines planId="p" items={[line('1', 2), line('2', 30)]} waiting={[]} zone="America/Chicago" />,
    { session: sessionOf('admin'), address: '/admin/staffing/plan', lists: [] },
  )
  const words = wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
  expect(words).toContain('Not selected: shifts that start within 12 hours.')
  expect(words).toMatch(/Gate 1 .*Starts in (2 h|1 h 59 min)\. Call the officer first\. .*Gate 2/)
  expect(words).toContain('Assign 1')
})

test('marks an officer without an account, with the number to call, and claims to notify the others only', async () => {
  const draw = async (items: PlanLine[]) => {
    const html = await drawScreen(() => <PlanLines planId="p" items={items} waiting={[]} zone="America/Chicago" />, {
      session: sessionOf('admin'),
      address: '/admin/staffing/plan',
      lists: [],
    })
    return wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
  }
  const dana = { ...line('2', 32), officer_name: 'Dana Fox', has_account: false, phone: '713-555-0112' }
  const words = await draw([line('1', 30), dana])
  expect(words).toMatch(/Dana Fox 104 No account yet\. Won't be notified\. Phone 713-555-0112 /)
  expect(words.match(/No account yet/g)).toHaveLength(1)
  expect(words).toContain('officers with an account are notified, and officers can call off')
  expect(await draw([line('1', 30)])).toContain(
    "This isn't an order-in: officers are notified, and officers can call off",
  )
})
