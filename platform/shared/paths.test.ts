import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test('only paths of this origin are returned to', () => {
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    null,
  ])
    expect(safeNext(bad, '/app')).toBe('/app')
  expect(safeNext('/admin/assignments?filter=pending', '/app')).toBe('/admin/assignments?filter=pending')
})

test('parts and queries are escaped', () => {
  expect(paths.agencyLogin('a/b')).toBe('/a%2Fb/login')
  expect(paths.adminAssignments('pending')).toBe('/admin/assignments?filter=pending')
  expect(paths.app('/officer/history?x=1')).toBe('/app?next=%2Fofficer%2Fhistory%3Fx%3D1')
})
