import { expect, it } from 'vitest'
import { excerptOf, refuseReminder } from './rules.ts'
import { audienceWords, reachWords } from './words.ts'

it('shortens a text to one line at a word, never in the middle of a character', () => {
  expect(excerptOf(' Bring\n\nyour radio. ')).toBe('Bring your radio.')
  expect(excerptOf('Bring your radio', 12)).toBe('Bring your…')
  expect(excerptOf('x'.repeat(20), 10)).toBe(`${'x'.repeat(10)}…`)
  expect(excerptOf('aaaaaaaaa😀b', 10)).toBe(`${'a'.repeat(9)}…`)
})

it('allows a reminder an hour after sending or the last reminder, as long as someone is left', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 12, minutes)).toISOString()
  const sent = { sent_at: at(0), reminded_at: null, people: 3, read: 2 }
  expect(refuseReminder(sent, at(59))).toBe('reminder_too_soon')
  expect(refuseReminder(sent, at(60))).toBeNull()
  expect(refuseReminder({ ...sent, reminded_at: at(30) }, at(60))).toBe('reminder_too_soon')
  expect(refuseReminder({ ...sent, reminded_at: at(30) }, at(90))).toBeNull()
  expect(refuseReminder({ ...sent, read: 3 }, at(90))).toBe('all_have_read')
})

it('says who it goes to and how many they are', () => {
  expect(audienceWords({ audience: 'everyone', audience_name: null })).toBe('Everyone')
  expect(audienceWords({ audience: 'shift', audience_name: 'Parade' })).toBe('Shift: Parade')
  expect(reachWords({ people: 0, without_account: 0 })).toBe('No one would receive this.')
  expect(reachWords({ people: 1, without_account: 0 })).toBe('1 person will be notified.')
  expect(reachWords({ people: 1150, without_account: 2 })).toBe(
    '1,148 of 1,150 people will be notified. 2 have no account yet.',
  )
})
