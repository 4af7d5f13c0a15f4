import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { isoInstant, plusDays } from '#platform/shared/time.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'
import { type Filters, openSpots, rowsByOfficer, rowsByShift } from './client.rows.ts'
import { rowsByUnit, totalsOf } from './client.units.ts'
import type { ScheduledShift } from './contract.ts'
import { placeOf } from './rules.ts'

const zones = ['America/Chicago', 'America/Phoenix', 'Europe/London', 'Australia/Lord_Howe']
const none: Filters = { kind: null, unit: null, unfilled: false, officer: '' }
const units = ['Patrol', 'Traffic', null]

/** Shifts of the two weeks around a clock change, in a zone. */
const shiftsIn = (zone: string) =>
  fc.array(
    fc
      .record({
        salt: fc.integer({ min: 0, max: 1_000_000_000 }),
        start: fc.integer({ min: 0, max: 14 * 96 }),
        length: fc.integer({ min: 1, max: 60 }),
        title: fc.constantFrom('Patrol', 'Gate', 'Court'),
        kind: fc.constantFrom(...assignmentKinds),
        phase: fc.constantFrom('open', 'filled', 'completed', 'draft', 'cancelled', 'in_progress'),
        required: fc.integer({ min: 1, max: 5 }),
        units: fc.subarray(['Patrol', 'Traffic']),
        people: fc.array(
          fc.record({
            unit: fc.constantFrom(...units),
            status: fc.constantFrom('pending_approval' as const, 'confirmed' as const, 'calloff_requested' as const),
          }),
          { maxLength: 4 },
        ),
      })
      .map((one): ScheduledShift => {
        const from = Date.parse('2026-10-25T00:00:00Z') + one.start * 900_000
        const range = { starts_at: isoInstant(from), ends_at: isoInstant(from + one.length * 900_000) }
        const people = one.people.map(({ unit, status }, i) => ({
          signup_id: `${from} ${one.salt} ${one.title} ${i}`,
          officer_id: `officer ${i}`,
          name: `Name ${i}`,
          unit,
          status,
          ordered: false,
        }))
        const confirmed = Math.min(one.required, people.filter(({ status }) => status !== 'pending_approval').length)
        return {
          id: `${from} ${one.salt} ${one.length}`,
          title: one.title,
          kind: one.kind,
          phase: one.phase as ScheduledShift['phase'],
          location_name: null,
          ...placeOf(range, zone),
          ...range,
          required: one.required,
          confirmed,
          pending: 0,
          units: one.units,
          people,
        }
      }),
    { maxLength: 30 },
  )
const scenes = fc.constantFrom(...zones).chain((zone) => fc.tuple(fc.constant(zone), shiftsIn(zone)))
const sheet = { from: '2026-10-28', days: 7 }
const dates = Array.from({ length: 7 }, (_, n) => plusDays(sheet.from, n))
const clockIn = (zone: string) => (instant: string) => (instant === '' ? '' : wallOf(instant, zone).time)

test('names every officer of a shift in the column of the day it starts, once', () => {
  fc.assert(
    fc.property(scenes, ([zone, shifts]) => {
      const rows = rowsByShift({ shifts, crews: [] }, sheet, none, clockIn(zone)).flatMap((section) => section.rows)
      dates.forEach((date, column) => {
        const keys = rows.flatMap((row) =>
          (row.cells[column] ?? []).filter((one) => one.since === null).map(({ key }) => key),
        )
        const expected = shifts
          .filter((one) => one.phase !== 'cancelled' && wallAt(Date.parse(one.starts_at), zone).date === date)
          .flatMap((one) => one.people.map(({ signup_id }) => signup_id))
        expect(keys.filter((key) => expected.includes(key)).toSorted()).toEqual(expected.toSorted())
      })
    }),
  )
})

test('keeps rows uniform in title and hours', () => {
  fc.assert(
    fc.property(scenes, ([zone, shifts]) => {
      const clock = clockIn(zone)
      const byId = new Map(shifts.map((one) => [one.id, one]))
      for (const { rows } of rowsByShift({ shifts, crews: [] }, sheet, none, clock))
        for (const row of rows)
          for (const entry of row.cells.flat()) {
            const shift = entry.opens && 'shift' in entry.opens ? byId.get(entry.opens.shift) : undefined
            expect(shift?.title).toBe(row.title)
            expect(clock(shift?.starts_at ?? '')).toBe(clock(row.times?.starts_at ?? ''))
          }
    }),
  )
})

test('lists shifts to fill before regular tours', () => {
  const at = { day: sheet.from, tail: 0, starts_at: '2026-10-28T14:00:00.000Z', ends_at: '2026-10-28T22:00:00.000Z' }
  const shift: ScheduledShift = {
    ...{ id: 'a', title: 'Gate', kind: 'extra_duty', phase: 'open', location_name: null, ...at },
    ...{ required: 1, confirmed: 0, pending: 0, units: [], people: [] },
  }
  const crew = {
    ...at,
    platoon: 'A watch',
    platoon_id: null,
    unit: null,
    count: 1,
    people: [{ id: 'ar', name: 'Ana Reyes' }],
    away: [],
  }
  const sections = rowsByShift({ shifts: [shift], crews: [crew] }, sheet, none, clockIn('UTC'))
  expect(sections.map(({ title }) => title)).toEqual(['Extra duty', 'Regular tours'])
})

test('totals a day like the slow sum of its shifts', () => {
  fc.assert(
    fc.property(scenes, ([zone, shifts]) => {
      const slow = dates.map((date) => {
        const own = shifts.filter(
          (one) =>
            wallAt(Date.parse(one.starts_at), zone).date === date && one.phase !== 'draft' && one.phase !== 'cancelled',
        )
        const ahead = own.filter((one) => one.phase === 'open' || one.phase === 'filled')
        return {
          needed: own.reduce((n, one) => n + one.required, 0),
          filled: own.reduce((n, one) => n + one.confirmed, 0),
          open: ahead.reduce((n, one) => n + one.required - one.confirmed, 0),
          leaving: own
            .filter((one) => one.phase !== 'completed')
            .reduce((n, one) => n + one.people.filter(({ status }) => status === 'calloff_requested').length, 0),
        }
      })
      expect(totalsOf(shifts, sheet)).toEqual(slow)
    }),
  )
})

test('shows only unfilled shifts that can still be filled, on request', () => {
  fc.assert(
    fc.property(scenes, ([zone, shifts]) => {
      const rows = rowsByShift({ shifts, crews: [] }, sheet, { ...none, unfilled: true }, clockIn(zone))
      const ids = rows.flatMap((section) =>
        section.rows.flatMap((row) =>
          row.cells.flat().flatMap(({ opens }) => (opens && 'shift' in opens ? [opens.shift] : [])),
        ),
      )
      for (const id of ids) {
        const shift = shifts.find((one) => one.id === id)
        expect(shift && openSpots(shift)).toBeGreaterThan(0)
        expect(['open', 'filled', 'in_progress']).toContain(shift?.phase)
      }
    }),
  )
})

test('groups an officer under their own unit, and a spot under the units that may fill it', () => {
  const shift: ScheduledShift = {
    ...{ id: 'a', title: 'Gate', kind: 'overtime', phase: 'open', location_name: null, day: sheet.from, tail: 0 },
    starts_at: '2026-10-28T14:00:00.000Z',
    ends_at: '2026-10-28T22:00:00.000Z',
    ...{ required: 2, confirmed: 1, pending: 0, units: ['Traffic'] },
    people: [
      { signup_id: 's', officer_id: 'o', name: 'Ana Reyes', unit: 'Patrol', status: 'confirmed', ordered: false },
    ],
  }
  const [section] = rowsByUnit({ shifts: [shift], crews: [], leaves: [] }, sheet, none)
  // All names of the view have one form, and the shift is announced with them.
  expect(section?.rows[0]?.cells[0]).toMatchObject([{ short: 'initial', before: 'Gate', starts_at: shift.starts_at }])
  expect(section?.rows.map((row) => [row.title, row.cells[0]?.map((one) => one.text)])).toEqual([
    ['Patrol', ['Ana Reyes']],
    ['Traffic', ['Gate: Open']],
  ])
})

test('adds up the hours of an officer’s shifts, excluding requests and tours', () => {
  const entry = { day: sheet.from, tail: 0, ordered: false, title: 'Gate', shift_kind: 'overtime' as const }
  const hours = { starts_at: '2026-10-28T14:00:00.000Z', ends_at: '2026-10-28T22:00:00.000Z' }
  const [row] = rowsByOfficer(
    [
      {
        ...{ officer_id: 'o', name: 'Ana Reyes', badge_number: '1', unit: 'Patrol' },
        entries: [
          { ...entry, ...hours, kind: 'shift', assignment_id: 'a', signup_id: 's', status: 'confirmed' },
          { ...entry, ...hours, kind: 'shift', assignment_id: 'b', signup_id: 't', status: 'pending_approval' },
          { ...entry, ...hours, kind: 'tour', assignment_id: null, signup_id: null, shift_kind: null, status: null },
        ],
      },
    ],
    sheet,
    '2026-10-27T00:00:00.000Z',
    'America/Chicago',
  )
  // The shift is worked during the tour: each minute counts once.
  expect(row?.hours).toEqual({ tours: 480, extra: 0 })
  expect(row?.cells[0]?.map((one) => one.look)).toEqual(['overtime', 'asked', 'tour'])
})

test('marks a requested call-off until the shift is over, in shift rows and in officer rows', () => {
  const at = { day: sheet.from, tail: 0, starts_at: '2026-10-28T14:00:00.000Z', ends_at: '2026-10-28T22:00:00.000Z' }
  const who = { signup_id: 's', officer_id: 'o', name: 'Ana Reyes', unit: null, status: 'calloff_requested' as const }
  const shift: ScheduledShift = {
    ...{ id: 'a', title: 'Gate', kind: 'overtime', phase: 'filled', location_name: null, ...at },
    ...{ required: 1, confirmed: 1, pending: 0, units: [], people: [{ ...who, ordered: true }] },
  }
  const chip = (phase: ScheduledShift['phase']) =>
    rowsByShift({ shifts: [{ ...shift, phase }], crews: [] }, sheet, none, clockIn('UTC'))[0]?.rows[0]?.cells[0]?.[0]
  expect(chip('filled')).toMatchObject({ look: 'leaving', mark: 'leaving', state: 'call-off requested' })
  expect(chip('completed')).toMatchObject({ look: 'over', mark: 'leaving' })
  const entry = { ...at, title: 'Gate', shift_kind: 'overtime' as const, ordered: false }
  const officer = { officer_id: 'o', name: 'Ana Reyes', badge_number: '1', unit: null }
  const entries = [
    { ...entry, kind: 'shift' as const, assignment_id: 'a', signup_id: 's', status: 'calloff_requested' as const },
  ]
  const [row] = rowsByOfficer([{ ...officer, entries }], sheet, '2026-10-27T00:00:00.000Z', 'UTC')
  expect(row?.cells[0]?.[0]).toMatchObject({ look: 'leaving', mark: 'leaving', state: 'call-off requested' })
})
