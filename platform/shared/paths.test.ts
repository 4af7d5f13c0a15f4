import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('escapes path segments and queries', () => {
  expect(paths.agencyLogin('a/b')).toBe('/a%2Fb/login')
  expect(paths.adminAssignments('pending')).toBe('/admin/assignments?filter=pending')
  expect(paths.app('/officer/history?x=1')).toBe('/app?next=%2Fofficer%2Fhistory%3Fx%3D1')
})
