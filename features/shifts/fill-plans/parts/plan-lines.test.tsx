import { expect, test } from 'vitest'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import type { PlanLine } from '../contract.ts'
import { startsSoon } from '../rules.soon.ts'
import { PlanLines } from './plan-lines.tsx'

const HOUR = 3_600_000
const now = Date.now()
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
const line = (id: string, from: number): PlanLine => ({
  ...{ id, assignment_id: `a${id}`, post_id: `p${id}`, title: `Gate ${id}`, post_name: 'Gate' },
  ...{ starts_at: at(from), ends_at: at(from + 4), officer_id: `o${id}`, officer_name: 'Ana Reyes' },
  ...{ badge_number: '104', applied: false, volunteered: false, able: 3, order: 1, minutes_before: 0 },
  ...{ minutes_after: 240, passed: [], taken_at: null, taken_by: null, open: true },
})

test('a shift that starts within 12 hours is soon', () => {
  expect([11.9, 12, 12.1].map((hours) => startsSoon({ starts_at: at(hours) }, now))).toEqual([true, false, false])
})

test('leaves out a shift that is about to start, and says to call', async () => {
  const html = await drawScreen(
    () => <PlanLines planId="p" items={[line('1', 2), line('2', 30)]} waiting={[]} zone="America/Chicago" />,
    { session: sessionOf('admin'), address: '/admin/staffing/plan', lists: [] },
  )
  const words = wordsOf(html.replaceAll('<!-- -->', '')).join(' ')
  expect(words).toContain("Shifts that start within 12 hours aren't selected.")
  expect(words).toMatch(/Gate 1 .*Starts in (2 h|1 h 59 min)\. Call the officer first\. .*Gate 2/)
  expect(words).toContain('Assign 1')
})
