import { expect, it } from 'vitest'
import { askForKey, contactOf, keyOf, machineWords, sayAndEnd } from './rules.calls.ts'
import { defaultOrder, isAnswerable, orderedEvents, stepsFor } from './rules.ts'

const about = {
  event: 'place_offered' as const,
  department: 'A & B PD',
  title: 'A spot: <Gate>',
  message: 'Sun 20:00.',
}

it('says twice what a call is about and waits for a key, with everything escaped', () => {
  const text = askForKey(about, 'https://pd.example.org/answer?a=1&b=2')
  expect(text.match(/<Gather /g)).toHaveLength(2)
  expect(text).toContain(
    'This is A &#38; B PD. A spot: &#60;Gate&#62;. Sun 20:00. Press 1 to accept. Press 2 to decline.',
  )
  expect(text).toContain('action="https://pd.example.org/answer?a=1&#38;b=2"')
  expect(askForKey({ ...about, event: 'ordered_in' }, '')).not.toContain('Press 2')
  expect(sayAndEnd('Noted.')).toMatch(/<Say>Noted\. Goodbye\.<\/Say><Hangup\/><\/Response>$/)
  expect(machineWords('Demo PD')).not.toMatch(/order|offer/)
})

it('knows three keys', () => {
  expect(['1', '2', '9', '', '3', '11', '*'].map(keyOf)).toEqual(['yes', 'no', 'stop', null, null, null, null])
})

it('keeps a phone that never rang out of the ledger', () => {
  expect(contactOf('failed')).toBeNull()
  expect(contactOf('accepted')).toBe('answered')
  expect(contactOf('machine')).toBe('machine')
})

it('a call never rings before its time, and only about what a key can answer', () => {
  const order = defaultOrder('ordered_in')
  expect(stepsFor(order, new Set(['push', 'text', 'call'])).map(({ after }) => after)).toEqual([0, 2, 5])
  expect(stepsFor(order, new Set(['text', 'call']))).toEqual([
    { channel: 'text', after: 0 },
    { channel: 'call', after: 5 },
  ])
  expect(stepsFor(order, new Set(['call']))).toEqual([{ channel: 'call', after: 5 }])
  for (const event of orderedEvents) if (!isAnswerable(event)) expect(defaultOrder(event).call).toBeNull()
})
