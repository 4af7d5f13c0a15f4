import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { requestRows } from './client.leave.ts'
import type { Entry, Filters } from './client.rows.ts'
import { opensAt } from './client.ts'
import { rowsByUnit } from './client.units.ts'
import type { Away } from './contract.ts'

const sheet = { from: '2026-10-28', days: 7 }
const dates = Array.from({ length: 7 }, (_, n) => plusDays(sheet.from, n))
const none: Filters = { kind: null, unit: null, unfilled: false, officer: '' }
const people = ['Ana Reyes', 'Ben Cole', 'Cy Ray', 'Di Lane'].map((name, n) => ({
  officer_id: `o${n}`,
  name,
  unit: ['Patrol', 'Traffic', null][n % 3] ?? null,
}))
const leaves = fc.array(
  fc
    .record({ who: fc.constantFrom(...people), day: fc.integer({ min: -2, max: 9 }), pending: fc.boolean() })
    .map(({ who, day, pending }): Away => ({ ...who, day: plusDays(sheet.from, day), pending })),
  { maxLength: 40 },
)
const filters: fc.Arbitrary<Filters> = fc.record({
  kind: fc.constantFrom(null, null, 'overtime' as const),
  unit: fc.constantFrom(null, null, 'Patrol', 'Traffic'),
  unfilled: fc.constantFrom(false, false, true),
  officer: fc.constantFrom('', '', 'rEY', 'nobody'),
})

/** Day by day, person by person: who requested leave and passes the filters. */
const slow = (all: readonly Away[], day: string, f: Filters) =>
  people
    .filter((who) => all.some((one) => one.pending && one.day === day && one.officer_id === who.officer_id))
    .filter((who) => f.kind === null && !f.unfilled && (f.unit === null || who.unit === f.unit))
    .filter((who) => who.name.toLowerCase().includes(f.officer.toLowerCase()))
const saidOf = (cell: readonly Entry[]) => cell.map(({ text, state }) => `${text}, ${state}`)
const expected = (who: readonly { name: string }[]) =>
  who.length > 2
    ? [`${who.length} requested, ${who.map((one) => one.name).join(', ')}`]
    : who.map(({ name }) => `${name}, leave requested`)

test('lists each request once below the rows by shift, in the column of its day', () => {
  fc.assert(
    fc.property(leaves, filters, (all, f) => {
      const [section] = requestRows(all, sheet, f)
      dates.forEach((day, n) => {
        expect(saidOf(section?.rows[0]?.cells[n] ?? [])).toEqual(expected(slow(all, day, f)))
      })
      if (section) expect(section.rows[0]?.cells.some((cell) => cell.length > 0)).toBe(true)
    }),
  )
})

test('lists each request in the row of the officer’s unit, beside its tours and shifts', () => {
  fc.assert(
    fc.property(leaves, filters, (all, f) => {
      const [section] = rowsByUnit({ shifts: [], crews: [], leaves: all }, sheet, f)
      for (const unit of ['Patrol', 'Traffic', null])
        dates.forEach((day, n) => {
          const row = section?.rows.find((one) => one.title === (unit ?? 'No unit'))
          const own = slow(all, day, f).filter((who) => who.unit === unit)
          expect(saidOf(row?.cells[n] ?? [])).toEqual(expected(own))
        })
    }),
  )
})

test('marks a request as waiting and opens the list of requests', () => {
  const asked: Away = { officer_id: 'o0', name: 'Ana Reyes', unit: 'Patrol', day: sheet.from, pending: true }
  const [entry] = requestRows([asked], sheet, none)[0]?.rows[0]?.cells[0] ?? []
  expect(entry).toMatchObject({ look: 'leave', mark: 'asked', text: 'Ana Reyes', before: 'Leave' })
  expect(entry && opensAt(entry.opens)).toBe('/admin/staffing/leave')
})
