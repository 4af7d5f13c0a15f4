import { expect, test } from 'vitest'
import { ownSignupBadge, signupBadge, workBadge } from '#platform/web/ui/status.ts'
import { acceptedEntry, daysOf, type OwnEntry, ownState } from './client.own.ts'

const now = Date.parse('2026-11-28T03:00:00Z')
const entry = {
  kind: 'shift',
  status: 'confirmed',
  ordered: false,
  assignment_id: 'a',
  starts_at: '2026-11-28T04:00:00Z',
  ends_at: '2026-11-28T08:00:00Z',
} as const satisfies OwnEntry
const words = (over: Partial<OwnEntry>) => ownState({ ...entry, ...over }, 'UTC', now).words
const over = { ends_at: '2026-11-27T08:00:00Z' }

test('says of a shift whether it was worked, and how its record stands', () => {
  expect(words({})).toBe('Confirmed')
  expect(words({ attendance: 'open' })).toBe('On duty')
  expect(words({ ...over, attendance: 'open' })).toBe('On duty')
  expect(words({ ...over, attendance: 'submitted' })).toBe('Worked · Awaiting approval')
  expect(words({ attendance: 'submitted' })).toBe('Worked · Awaiting approval')
  expect(words({ ...over, attendance: 'returned', ordered: true })).toBe('Worked · Returned')
  expect(words({ ...over, attendance: 'locked' })).toBe('Worked · Approved')
  expect(words({ ...over, status: 'worked', attendance: 'approved' })).toBe('Worked · Approved')
  expect(words(over)).toBe('Ended · No check-in')
  expect(words({ ...over, status: 'no_show' })).toBe('No-show')
  expect(words({ ...over, status: 'pending_approval' })).toBe('Requested')
  expect(words({ ...over, status: 'interested' })).toBe('Applied')
  expect(words({ status: 'waitlisted' })).toBe('Waitlist')
  expect(words({ status: 'waitlisted', starts_at: '2026-11-28T02:00:00Z' })).toBe('Not selected')
  expect(words({ ordered: true })).toBe('Ordered in')
  expect(words({ status: 'calloff_requested' })).toBe('Call-off requested')
})

test('has the color of the badge that says the same elsewhere', () => {
  const tone = (over: Partial<OwnEntry>) => ownState({ ...entry, ...over }, 'UTC', now).tone
  for (const status of [
    'confirmed',
    'offered',
    'pending_approval',
    'interested',
    'waitlisted',
    'calloff_requested',
  ] as const)
    expect(tone({ status })).toBe(signupBadge[status].tone)
  expect(tone({ ordered: true })).toBe(ownSignupBadge({ ...entry, ordered: true }, now).tone)
  expect(tone({ ordered: true })).not.toBe(tone({}))
  expect(tone({ attendance: 'open' })).toBe(workBadge.on_duty.tone)
})

test('shows a shift accepted from a colleague as requested, with who decides', () => {
  const accepted = acceptedEntry(
    {
      ...{ swap_id: 's', state: 'agreed', assignment_id: 'a', title: 'Gate', post: null, location_name: null },
      ...{ time_zone: 'UTC', starts_at: '2026-12-04T22:00:00Z', ends_at: '2026-12-05T06:00:00Z' },
    },
    'UTC',
  )
  expect(accepted).toMatchObject({ day: '2026-12-04', tail: 1, title: 'Gate' })
  const { tone } = signupBadge.pending_approval
  expect(ownState(accepted, 'UTC', now)).toEqual({
    ...{ words: 'Accepted · Waiting for an admin', tone, to: '/officer/assignments/a' },
  })
  expect(words({ status: 'answered' })).toBe('Offered in exchange · Waiting for a colleague')
})

test('links an offer to the shift, where it is answered', () => {
  expect(ownState({ ...entry, status: 'offered' }, 'UTC', now).to).toBe('/officer/assignments/a')
})

test('leads from a shift that is over to its record, and from others to the shift', () => {
  expect(ownState({ ...entry, ...over, attendance: 'submitted' }, 'UTC', now).to).toBe('/officer/history')
  expect(ownState({ ...entry, attendance: 'open' }, 'UTC', now).to).toBe('/officer/assignments/a')
  expect(ownState({ ...entry, ordered: true }, 'UTC', now).to).toBe('/officer/assignments/a')
})

const at = (day: string, ends_at: string, tail = 0) => ({ ...entry, day, tail, ends_at })
const days = (entries: ReturnType<typeof at>[], from: string, today = '2026-11-28') => {
  const { earlier, shown } = daysOf(entries, { from, days: 14, today, now, chosen: null })
  return [earlier, shown].map((part) => part.map(({ date }) => date))
}

test('folds the days of this week that are over, but no night that still runs', () => {
  const thursday = at('2026-11-26', '2026-11-26T15:00:00Z')
  const night = at('2026-11-27', '2026-11-28T06:00:00Z', 1)
  const sunday = at('2026-11-29', '2026-11-29T15:00:00Z')
  expect(days([thursday, night, sunday], '2026-11-22')).toEqual([['2026-11-26'], ['2026-11-27', '2026-11-29']])
  const ended = { ...night, ends_at: '2026-11-28T02:00:00Z' }
  expect(days([ended], '2026-11-22')).toEqual([['2026-11-27'], []])
  // What is over today is today's.
  expect(days([at('2026-11-28', '2026-11-28T01:00:00Z')], '2026-11-22')).toEqual([[], ['2026-11-28']])
})

test('folds nothing of a week in the past', () => {
  expect(days([at('2026-11-10', '2026-11-10T15:00:00Z')], '2026-11-08')).toEqual([[], ['2026-11-10']])
})

test('lists the chosen day even if it is empty', () => {
  const of = { from: '2026-11-22', days: 14, today: '2026-11-28', now }
  expect(daysOf([], { ...of, chosen: '2026-12-01' }).shown).toEqual([{ date: '2026-12-01', entries: [] }])
  expect(daysOf([], { ...of, chosen: '2026-11-24' }).earlier).toEqual([{ date: '2026-11-24', entries: [] }])
  expect(daysOf([], { ...of, chosen: null })).toEqual({ earlier: [], shown: [] })
})
