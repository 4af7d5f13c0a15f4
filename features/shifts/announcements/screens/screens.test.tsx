import { describe, expect, test } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import type { Session } from '#platform/web/session.ts'
import { drawScreen, type ListState, listOf, offline, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { listAnnouncements, listOwnAnnouncements, type OwnAnnouncement, type SentAnnouncement } from '../contract.ts'
import Announcements from './announcements.tsx'
import OwnAnnouncements from './own-announcements.tsx'

const support = { id: 's', reason: 'Ticket 12', may_write: true, ends_at: '2099-01-01T00:00:00.000Z' }
const common = {
  ...{ id: 'a1', title: 'New radios', author: 'Chief Cole', audience: 'unit' as const, audience_name: 'Patrol' },
  sent_at: '2027-03-08T16:00:00Z',
}
const sent: SentAnnouncement = { ...common, people: 12, read: 7, replies: 2, reminded_at: null }
const own: OwnAnnouncement = { ...common, body: 'Pick up\nyour radio.', read_at: null, replies: [] }
const failure = new ApiError(500, { code: 'internal' })

describe('sent announcements', () => {
  const draw = (state: ListState<typeof listAnnouncements>, session: Session = sessionOf('admin')) =>
    drawScreen(Announcements, {
      session,
      address: '/admin/announcements',
      lists: [listOf(listAnnouncements, {}, state)],
    })
  const said = async (...of: Parameters<typeof draw>) => wordsOf(await draw(...of))

  test('shows that it loads, what went wrong, and what would be here', async () => {
    expect(await draw('loading')).toContain('role="status"')
    expect(await said(failure)).toContain('Try Again')
    expect((await said(offline)).join(' ')).toContain('before you went offline')
    expect(await said({ items: [], next: null })).toEqual(
      expect.arrayContaining(['No announcements yet', 'New announcement']),
    )
  })

  test('each has its audience, how many have read it, and its replies', async () => {
    const words = (await said({ items: [sent], next: null })).join(' | ')
    for (const part of ['New radios', 'Unit: Patrol', 'Chief Cole', 'Read by 7 of 12', '2 replies'])
      expect(words).toContain(part)
  })

  test('vendor support sees them and cannot write', async () => {
    const inside = sessionOf('admin', { officer: null, super_admin: true, support })
    const words = await said({ items: [sent], next: null }, inside)
    expect(words).toContain('New radios')
    expect(words).not.toContain('New announcement')
  })
})

describe('own announcements', () => {
  const draw = (state: ListState<typeof listOwnAnnouncements>) =>
    drawScreen(OwnAnnouncements, {
      session: sessionOf('officer'),
      address: '/officer/announcements',
      lists: [listOf(listOwnAnnouncements, {}, state)],
    })
  const said = async (state: Parameters<typeof draw>[0]) => wordsOf(await draw(state))

  test('shows that it loads, what went wrong, and what would be here', async () => {
    expect(await draw('loading')).toContain('role="status"')
    expect(await said(failure)).toContain('Try Again')
    expect((await said(offline)).join(' ')).toContain('before you went offline')
    expect(await said({ items: [], next: null })).toContain('No announcements')
  })

  test('says which are unread, not by color alone, and which were replied to', async () => {
    const unread = (await said({ items: [own], next: null })).join(' ')
    expect(unread).toContain('Unread:')
    expect(unread).toContain('Pick up your radio.')
    const replies = [{ id: 'r', body: 'Yes', sent_at: common.sent_at }]
    const read = (await said({ items: [{ ...own, read_at: common.sent_at, replies }], next: null })).join(' ')
    expect(read).not.toContain('Unread:')
    expect(read).toContain('You replied')
  })
})
