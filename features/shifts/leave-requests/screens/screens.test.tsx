import { describe, expect, test } from 'vitest'
import { listLeaves } from '#features/roster/leaves/contract.ts'
import { ApiError } from '#platform/web/api.ts'
import type { Session } from '#platform/web/session.ts'
import { drawScreen, type ListState, listOf, offline, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { type LeaveRequest, listLeaveRequests, listMyLeaveRequests, type OwnLeaveRequest } from '../contract.ts'
import { workWords } from '../parts/own-work.tsx'
import { belowWords } from '../parts/request-words.tsx'
import LeaveRequests from './leave-requests.tsx'
import OwnLeave from './own-leave.tsx'

const support = { id: 's', reason: 'Ticket 12', may_write: true, ends_at: '2099-01-01T00:00:00.000Z' }
const shift = { signup_id: 's1', assignment_id: 'a1', title: 'Parade' }
const hours = { starts_at: '2027-03-09T16:00:00Z', ends_at: '2027-03-10T00:00:00Z' }
const own = (id: string, over: Partial<OwnLeaveRequest> = {}): OwnLeaveRequest => ({
  ...{ id, kind: 'vacation', starts_at: '2027-03-08T06:00:00Z', ends_at: '2027-03-15T05:00:00Z', whole_days: true },
  ...{ note: null, state: 'pending', deny_reason: null, answer: null, decided_at: null, decided_by: null },
  ...{ asked_at: '2027-02-01T12:00:00Z', version: 1, shifts: [{ ...shift, ...hours }] },
  ...over,
})
const officer = { id: 'o1', name: 'Dana Reyes', badge_number: '412', rank: 'Officer', unit: 'Patrol' }
const asked = (id: string, over: Partial<LeaveRequest> = {}): LeaveRequest => ({
  ...{ ...own(id), officer, own: false, others_away: 2 },
  ...over,
})
const failure = new ApiError(500, { code: 'internal' })
const page = <Item,>(...items: Item[]) => ({ items, next: null })
const decided = { decided_at: '2027-02-02T15:00:00Z', decided_by: 'Chris Cole' }

describe('leave requests for admins', () => {
  const draw = (state: ListState<typeof listLeaveRequests>, all = false, session: Session = sessionOf('admin')) =>
    drawScreen(LeaveRequests, {
      session,
      address: `/admin/staffing/leave${all ? '?filter=all' : ''}`,
      lists: [listOf(listLeaveRequests, { filter: all ? 'all' : 'waiting' }, state)],
    })
  const said = async (...of: Parameters<typeof draw>) => wordsOf(await draw(...of))

  test('shows that it loads, and what went wrong with a way to try again', async () => {
    expect(await draw('loading')).toContain('role="status"')
    expect(await said('loading')).not.toContain('No pending requests')
    expect(await said(failure)).toContain('Try Again')
    expect((await said(offline)).join(' ')).toContain('before you went offline')
  })

  test('says what would be here when no request waits, or none was made yet', async () => {
    expect(await said(page())).toEqual(
      expect.arrayContaining(['No pending requests', "Officers' leave requests appear here."]),
    )
    expect(await said(page(), true)).toContain('No leave requests yet')
  })

  test('a pending request has its days, note, what stands against it, and a button', async () => {
    const words = await said(page(asked('1', { note: 'Cabin' })))
    for (const line of [
      'Dana Reyes',
      '412 · Officer · Patrol',
      'Vacation, Mon, Mar 8 to Sun, Mar 14',
      'Cabin',
      '1 confirmed shift',
      '2 others away',
      'Review',
    ])
      expect(words).toContain(line)
    const free = await said(page(asked('1', { shifts: [], others_away: 0 })))
    expect(free.join(' ')).not.toMatch(/confirmed|away/)
    const hourly = { ...hours, whole_days: false, kind: 'training' as const }
    expect(await said(page(asked('1', hourly)))).toContain('Training, Tue, Mar 9 · 10:00 to Tue, Mar 9 · 18:00')
  })

  test('says below which days a minimum would fall, and what of a shift was worked', () => {
    expect(belowWords(['2027-12-01', '2027-12-02'])).toBe('Below minimum Dec 1, Dec 2')
    expect(belowWords(['2027-12-01', '2027-12-02', '2027-12-03', '2027-12-04', '2027-12-05'])).toBe(
      'Below minimum Dec 1, Dec 2, Dec 3 and 2 more',
    )
    const worked = { checked_in_at: '2027-03-10T01:54:00Z', checked_out_at: '2027-03-10T08:09:00Z' }
    const one = {
      ...shift,
      ...hours,
      post: 'Car',
      status: 'confirmed' as const,
      checked_in_at: null,
      checked_out_at: null,
    }
    const said = [one, { ...one, ...worked }, { ...one, ...worked, checked_out_at: null }].map((of) =>
      workWords(of, 'America/Chicago').replaceAll(/, \d{4}\b/g, ''),
    )
    expect(said).toEqual(['Tue, Mar 9, 10:00–18:00', 'Worked Tue, Mar 9, 19:54–02:09', 'Checked in Tue, Mar 9, 19:54'])
  })

  test('the own request waits for another admin, with the reason at the button', async () => {
    const html = await draw(page(asked('1', { own: true })))
    expect(html).toMatch(
      /<button[^>]*aria-disabled="true"[^>]*aria-label="Review leave for Dana Reyes"|<button[^>]*aria-label="Review leave for Dana Reyes"[^>]*aria-disabled="true"/,
    )
    expect(wordsOf(html)).toContain('Ask another admin to decide your request')
    expect(await draw(page(asked('1')))).not.toContain('aria-disabled="true"')
  })

  test('a decided request says what became of it and has no button', async () => {
    const words = await said(
      page(
        asked('1', { state: 'approved', ...decided }),
        asked('2', { state: 'denied', deny_reason: 'coverage', answer: 'Try the week after.', ...decided }),
        asked('3', { state: 'denied', deny_reason: 'other', answer: 'Court that day.', ...decided }),
        asked('4', { state: 'withdrawn' }),
        asked('5', { state: 'removed', ...decided }),
      ),
      true,
    )
    for (const line of ['Approved', 'Denied', 'Withdrawn', 'Deleted']) expect(words, line).toContain(line)
    expect(words.join('\n')).toMatch(/Approved Tue, Feb 2 by Chris Cole\./)
    for (const line of [
      'Not enough officers on duty. Try the week after.',
      'Court that day.',
      'An admin deleted this leave after it was approved.',
    ])
      expect(words).toContain(line)
    expect(words).not.toContain('Review')
    expect(words.join(' ')).not.toContain('others away')
  })

  test('vendor support sees that it waits, and cannot decide', async () => {
    const words = await said(page(asked('1')), false, sessionOf('admin', { officer: null, super_admin: true, support }))
    expect(words).toContain('Pending')
    expect(words).not.toContain('Review')
  })

  test('a longer list can be continued', async () => {
    expect((await said({ items: [asked('1')], next: '1' })).join(' ')).toMatch(/Load more|Show more/)
  })
})

describe('own leave', () => {
  const draw = (state: ListState<typeof listMyLeaveRequests>, session: Session = sessionOf('officer')) =>
    drawScreen(OwnLeave, {
      session,
      address: '/officer/schedule/leave',
      lists: [listOf(listMyLeaveRequests, {}, state), listOf(listLeaves, {}, { items: [], next: null })],
    })
  const said = async (...of: Parameters<typeof draw>) => wordsOf(await draw(...of))

  test('shows that it loads, what went wrong, and what would be here', async () => {
    expect(await draw('loading')).toContain('role="status"')
    expect(await said(failure)).toContain('Try Again')
    expect((await said(offline)).join(' ')).toContain('before you went offline')
    const empty = await said(page())
    expect(empty).toEqual(expect.arrayContaining(['No requests', 'Leave you request appears here with the decision.']))
    expect(empty).toContain('Request leave')
  })

  test('only a pending request can be withdrawn', async () => {
    for (const state of ['pending', 'approved', 'denied', 'withdrawn', 'removed'] as const) {
      const reason = state === 'denied' ? ({ deny_reason: 'notice' } as const) : {}
      const words = await said(page(own('1', { state, ...reason, ...(state === 'pending' ? {} : decided) })))
      expect(words.includes('Withdraw'), state).toBe(state === 'pending')
    }
  })

  test('names the confirmed shifts of leave that can still come, with their days', async () => {
    for (const state of ['pending', 'approved'] as const) {
      const words = (await said(page(own('1', { state })))).join(' ')
      expect(words, state).toContain('You have shifts during this leave. Call them off or give them away: Parade')
      expect(words, state).toContain('Tue, Mar 9, 10:00–18:00')
    }
    for (const state of ['denied', 'withdrawn', 'removed'] as const)
      expect((await said(page(own('1', { state })))).join(' '), state).not.toContain('Parade')
    expect((await said(page(own('1', { shifts: [] })))).join(' ')).not.toContain('confirmed')
  })

  test('says why a request was denied', async () => {
    const denied = own('1', { state: 'denied', deny_reason: 'notice', answer: 'A week before at least.', ...decided })
    expect(await said(page(denied))).toContain('Requested too late. A week before at least.')
  })
})
