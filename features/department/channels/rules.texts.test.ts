import { expect, it } from 'vitest'
import { readText, segmentsOf, textWords } from './rules.texts.ts'

it('counts the segments that carriers bill', () => {
  expect(segmentsOf('a'.repeat(160))).toBe(1)
  expect(segmentsOf('a'.repeat(161))).toBe(2)
  expect(segmentsOf('a'.repeat(307))).toBe(3)
  expect(segmentsOf(`${'a'.repeat(159)}€`)).toBe(2)
  expect(segmentsOf('–'.repeat(70))).toBe(1)
  expect(segmentsOf('–'.repeat(71))).toBe(2)
})

it('reads stop words and coded answers, and nothing else as one', () => {
  for (const text of ['STOP', 'stop', ' Unsubscribe. ', 'quit!']) expect(readText(text)).toEqual({ kind: 'stop' })
  expect(readText('yes 4821')).toEqual({ kind: 'answer', yes: true, code: '4821' })
  expect(readText('N-0007')).toEqual({ kind: 'answer', yes: false, code: '0007' })
  for (const text of ['yes', '4821', 'yes 48211', 'please stop it', 'yes 4821 thanks', ''])
    expect(readText(text)).toEqual({ kind: 'other' })
})

it('a text names the department and both ways to reply, and takes three segments at most', () => {
  const about = { event: 'volunteers_asked' as const, title: 'Volunteer? Gate', message: 'Sun 20:00.', code: '4821' }
  expect(textWords('Demo PD', about)).toBe(
    'Demo PD: Volunteer? Gate. Sun 20:00. Reply YES 4821 or NO 4821. Reply STOP to stop.',
  )
  const long = textWords('D'.repeat(100), { ...about, message: 'm'.repeat(1000) })
  expect(long).toMatch(/\.\.\. Reply YES 4821 or NO 4821\. Reply STOP to stop\.$/)
  expect(segmentsOf(long)).toBe(3)
})
