import { expect, test } from 'vitest'
import { nearestOf, newValuesOf } from './rules.new-values.ts'
import { type ExistingOfficer, planImport } from './rules.ts'

const units = ['Patrol North', 'Patrol South', 'Traffic', 'K-9', 'Platoon 1']

test.each([
  ['Patrol Nrth', units, 'Patrol North'],
  ['patrol north', units, 'Patrol North'],
  ['Traffc', units, 'Traffic'],
  ['Platoon 2', units, null],
  ['Harbor', units, null],
  ['Sgt', ['Captain', 'Sergeant', 'Officer'], 'Sergeant'],
  ['Lt.', ['Lieutenant', 'Sergeant'], 'Lieutenant'],
  ['Det.', ['Sergeant', 'Detective'], 'Detective'],
  ['Chief', ['Captain', 'Sergeant'], null],
])('%s', (value, existing, nearest) => {
  expect(nearestOf(value, existing)).toBe(nearest)
})

const officer: ExistingOfficer = {
  ...{ id: 'a', badge_number: '1', name: 'A', email: null, hired_on: null, phone: null, hourly_rate: null },
  ...{ rank: 'Sergeant', unit: 'Patrol North', standing: 'approved', has_account: false },
}
const plan = (rows: readonly (readonly string[])[], existing: readonly ExistingOfficer[]) =>
  planImport(rows, ['badge_number', 'name', 'unit', 'rank'], existing)
const rows = [
  ['1', 'A', 'Patrol Nrth', 'Sergeant'],
  ['2', 'B', 'Patrol Nrth', 'Sgt'],
  ['3', 'C', 'Harbor', 'Sergeant'],
  ['4', 'D', 'Patrol North', ''],
]

test('names the units and ranks that no officer has yet, with the nearest', () => {
  expect(newValuesOf(plan(rows, [officer]), [officer])).toEqual([
    { field: 'unit', value: 'Patrol Nrth', rows: 2, nearest: 'Patrol North' },
    { field: 'unit', value: 'Harbor', rows: 1, nearest: null },
    { field: 'rank', value: 'Sgt', rows: 1, nearest: 'Sergeant' },
  ])
})

test('lists none for a first roster, which brings all of them', () => {
  expect(newValuesOf(plan(rows, []), [])).toEqual([])
  const bare = { ...officer, rank: null }
  expect(newValuesOf(plan(rows, [bare]), [bare]).map(({ field }) => field)).toEqual(['unit', 'unit'])
})
