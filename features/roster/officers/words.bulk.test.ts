import { expect, test } from 'vitest'
import { onDutyWords } from './words.bulk.ts'

test('names the officers on duty before they are suspended, five at most', () => {
  expect(onDutyWords([])).toBeNull()
  expect(onDutyWords(['Ana Reyes'])).toBe(
    "On duty: Ana Reyes. Without access, they can't check out. Record each check-out in Attendance.",
  )
  expect(onDutyWords(['A', 'B', 'C', 'D', 'E'])).toMatch(/^On duty: A, B, C, D, E\. /)
  expect(onDutyWords(['A', 'B', 'C', 'D', 'E', 'F'])).toMatch(/^On duty: A, B, C, D, E, and 1 more\. /)
})
