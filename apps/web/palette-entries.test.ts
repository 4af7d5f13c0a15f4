import { expect, test } from 'vitest'
import { productFaq } from '#features/department/faq/rules.product.ts'
import type { Session } from '#platform/web/session.ts'
import { actionsFor, answersFor, doing, found, matches, pagesFor, shiftsFor } from './palette-entries.ts'

test('the palette matches the typed words against the start of any word, in any order', {
  meta: { shows: ['issue 3.12'] },
}, () => {
  const one = { label: 'New shift', also: 'post assignment create', hint: 'Fri' }
  expect(['new', 'ass', 'assignment new', 'NEW A', 'shift', 'fri', ''].map((typed) => matches(one, typed))).toEqual(
    Array.from({ length: 7 }, () => true),
  )
  expect(['signment', 'new b', 'x'].map((typed) => matches(one, typed))).toEqual([false, false, false])
})

test.each(['sick', 'call in sick', 'called out', 'replace officer'])(
  '"%s" finds the action for a sick officer',
  (typed) => {
    const found = doing.filter((one) => matches(one, typed))
    expect(found.map(({ label, to }) => [label, to])).toEqual([
      ['Mark an officer as sick', '/admin/assignments?view=day'],
    ])
  },
)

const sessionOf = (over: Partial<Session>): Session => ({
  person: { id: 'p', name: 'Pat Shaw', email: 'pat@example.org' },
  officer: null,
  organization: {
    id: 'o',
    name: 'Harbor Police',
    subdomain: 'harbor',
    logo_url: null,
    primary_color: '#3b82f6',
    time_zone: 'UTC',
    time_format: '24h',
    signup_mode: 'approval',
    location_radius_m: 100,
    subscription_tier: 'basic',
    features_enabled: {
      location_verification: true,
      officer_stats: true,
      overtime: true,
      reports: true,
      custom_branding: true,
      audit_logs: true,
      bulk_operations: true,
    },
    trial_end_date: null,
    max_officers: null,
    trial: null,
    closes_at: null,
    next_day_at: '2026-01-02T00:00:00.000Z',
  },
  notice: null,
  super_admin: false,
  support: null,
  visits: [],
  second_factor: 'none',
  memberships: [],
  now_at: '2026-01-01T12:00:00.000Z',
  idle_ends_at: '2026-01-01T13:00:00.000Z',
  ends_at: '2026-01-02T12:00:00.000Z',
  ...over,
})
const officer = { id: 'a', name: 'Pat Shaw', approved: true, waiting: false }

test.each([
  ['calendar', 'Schedule'],
  ['calendar', 'My schedule'],
  ['receipts', 'My standing'],
  ['payroll', 'Reports'],
  ['payroll', 'Attendance'],
  ['time off', 'Tours and leave'],
])('"%s" finds %s', (typed, label) => {
  const pages = pagesFor(sessionOf({ officer: { ...officer, role: 'admin' } }))
  expect(pages.filter((page) => matches(page, typed)).map((page) => page.label)).toContain(label)
})

test('an admin’s own pages as an officer are the last ones', () => {
  const pages = pagesFor(sessionOf({ officer: { ...officer, role: 'admin' } })).map(({ to }) => to ?? '')
  const first = pages.findIndex((to) => to.startsWith('/officer/'))
  expect(pages[0]).toBe('/admin/dashboard')
  expect(pages.slice(first).every((to) => to.startsWith('/officer/'))).toBe(true)
  expect(pages.slice(first)).toContain('/officer/dashboard')
})

test('only a department’s own admins find the action for a sick officer', () => {
  const support = { id: 's', reason: 'Asked for', may_write: true, ends_at: '2026-01-01T13:00:00.000Z' }
  const has = (session: Session) => actionsFor(session, 'admin').map(({ label }) => label)
  expect(has(sessionOf({ officer: { ...officer, role: 'admin' } }))).toContain('Mark an officer as sick')
  expect(has(sessionOf({ officer: { ...officer, role: 'officer' } }))).not.toContain('Mark an officer as sick')
  const inside = has(sessionOf({ super_admin: true, support }))
  expect(inside).toContain("Who's on tonight")
  expect(inside).not.toContain('Mark an officer as sick')
})

const labels = (role: 'admin' | 'officer', typed: string) => {
  const session = sessionOf({ officer: { ...officer, role } })
  return [...found(pagesFor(session), typed), ...found(actionsFor(session, role), typed)].map(({ label }) => label)
}

test.each([
  ['admin', 'leave', ['Leave requests', 'Tours and leave', 'My leave', 'My schedule', 'Request leave']],
  ['officer', 'leave', ['My leave', 'Schedule', 'Request leave']],
  ['officer', 'request leave', ['My leave', 'Request leave']],
  ['officer', 'swap', ['My swaps and waitlists']],
  ['officer', 'order-ins', ['My position on the force list']],
  ['officer', 'force list', ['My position on the force list']],
  ['officer', 'hours', ['My hours and limits', 'History', 'My standing']],
  ['officer', '2141', []],
] as const)('an %s who types "%s" finds what it is about, names before other words', (role, typed, expected) => {
  expect(labels(role, typed)).toEqual(expected)
})

test('answers are found by their question, from three letters on', () => {
  const all = productFaq('Watchbill')
  const questions = (typed: string) => answersFor(all, typed).map(({ label, to }) => [label, to])
  expect(questions('call off')).toEqual([["I can't make my shift. How do I call off?", '/faq#how-do-i-call-off']])
  expect(questions('2141')).toEqual([])
  expect(questions('ho')).toEqual([])
})

test('shifts that the officer called off or withdrew are not among their own', () => {
  const of = (id: string, status: 'confirmed' | 'called_off' | 'withdrawn' | 'offered') => ({
    ...{ id, assignment_id: `a-${id}`, post_id: 'p', title: `Gate ${id}`, status, queue: null, attendance: null },
    ...{
      starts_at: '2026-01-02T12:00:00.000Z',
      ends_at: '2026-01-02T18:00:00.000Z',
      applied_at: '2026-01-01T12:00:00.000Z',
    },
    ...{
      offer_expires_at: null,
      reason: null,
      free_calloff: false,
      ordered: false,
      offer_shared: false,
      replaces: false,
    },
  })
  const mine = [of('one', 'confirmed'), of('two', 'called_off'), of('three', 'withdrawn'), of('four', 'offered')]
  expect(shiftsFor(mine, 'gate', 'UTC').map(({ label }) => label)).toEqual(['Gate one', 'Gate four'])
})
