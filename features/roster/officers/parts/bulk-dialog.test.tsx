import { expect, test } from 'vitest'
import { missingIn } from './bulk-dialog.tsx'

test('a bulk edit needs a unit or rank, unless the officers are to have none, and a suspension needs a reason', () => {
  const empty = { text: ' ', cleared: false }
  expect(missingIn('unit', empty)).toBe('Choose a unit.')
  expect(missingIn('rank', empty)).toBe('Choose a rank.')
  expect(missingIn('unit', { text: '', cleared: true })).toBeNull()
  expect(missingIn('rank', { text: 'Sergeant', cleared: false })).toBeNull()
  expect(missingIn('suspend', { text: '', cleared: true })).toBe('Enter a reason.')
  expect(missingIn('suspend', { text: 'Left', cleared: false })).toBeNull()
  expect(missingIn('invite', empty)).toBeNull()
})
