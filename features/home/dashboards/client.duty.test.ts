import { expect, test } from 'vitest'
import { dutyOf, dutyPage } from './client.duty.ts'

type Schedule = Parameters<typeof dutyOf>[0]
const placed = (from: string, to: string) => ({
  day: from.slice(0, 10),
  tail: 0,
  starts_at: `${from}:00.000Z`,
  ends_at: `${to}:00.000Z`,
})
const crew = (platoon: string, from: string, to: string): Schedule['crews'][number] => ({
  ...placed(from, to),
  ...{ platoon, platoon_id: platoon, unit: null, count: 2, away: ['Cleo Frost'] },
  people: [
    { id: 'ar', name: 'Ana Reyes' },
    { id: 'bc', name: 'Ben Cho' },
  ],
})
const shift = (title: string, from: string, to: string, more: Partial<Schedule['shifts'][number]> = {}) => ({
  ...placed(from, to),
  ...{ id: title, title, kind: 'overtime' as const, phase: 'open' as const, location_name: null },
  ...{ required: 2, confirmed: 1, pending: 1, units: [] },
  people: [
    {
      ...{ signup_id: 'a', officer_id: 'a', name: 'Dana Wells' },
      unit: null,
      status: 'confirmed' as const,
      ordered: false,
    },
    {
      ...{ signup_id: 'b', officer_id: 'b', name: 'Eli Novak' },
      unit: null,
      status: 'pending_approval' as const,
      ordered: false,
    },
  ],
  ...more,
})
const schedule: Schedule = {
  time_zone: 'UTC',
  crews: [crew('Day', '2026-11-26T06:00', '2026-11-26T18:00'), crew('Night', '2026-11-26T18:00', '2026-11-27T06:00')],
  shifts: [
    shift('Gate', '2026-11-26T12:00', '2026-11-26T16:00'),
    shift('Patrol', '2026-11-26T22:00', '2026-11-27T04:00'),
    shift('Draft', '2026-11-26T22:00', '2026-11-27T04:00', { phase: 'draft' }),
    shift('Parade', '2026-11-27T08:00', '2026-11-27T12:00'),
  ],
}
const read = (at: string) => {
  const { on, later, until } = dutyOf(schedule, Date.parse(at))
  return { on: on.map(({ title }) => title), later: later.map(({ title }) => title), until }
}

test('tells who is on duty from who comes before the end of the night', () => {
  const until = '2026-11-27T06:00:00.000Z'
  expect(read('2026-11-26T14:00:00Z')).toEqual({ on: ['Day', 'Gate'], later: ['Night', 'Patrol'], until })
  // A tour that ends and one that begins at the same moment are never both on duty.
  expect(read('2026-11-26T18:00:00Z')).toEqual({ on: ['Night'], later: ['Patrol'], until })
  expect(read('2026-11-27T03:00:00Z')).toEqual({ on: ['Night', 'Patrol'], later: [], until })
})

test('names officers who have a spot, and counts open spots and leave', () => {
  const { on } = dutyOf(schedule, Date.parse('2026-11-26T14:00:00Z'))
  expect(on).toMatchObject([
    { title: 'Day', count: 2, on_leave: 1, open: 0, assignment_id: null },
    { title: 'Gate', names: ['Dana Wells'], count: 1, open: 1, assignment_id: 'Gate' },
  ])
})

test('leads to the night’s schedule at night and to the day’s otherwise', () => {
  const view = (at: string) => new URL(dutyPage(Date.parse(at), 'UTC'), 'http://x').searchParams.get('view')
  expect(['05:59', '06:00', '17:59', '18:00', '23:00'].map((time) => view(`2026-11-26T${time}:00Z`))).toEqual([
    ...['tonight', 'day', 'day', 'tonight', 'tonight'],
  ])
})
