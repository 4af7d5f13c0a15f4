import { describe, expect, it } from 'vitest'
import { pinnedTypes } from './rules.lines.ts'
import { eventNames, eventOf, placeOf } from './rules.ts'

const about = (type: string, officer_id: string | null, assignment_id: string | null) =>
  placeOf({ type, officer_id, assignment_id })

describe('a notification links to its subject', () => {
  it("the admins' to the assignment on their side, an officer's to the page of the shift", () => {
    expect(about('signup_waiting', null, 'a1')).toBe('/admin/assignments/a1')
    expect(about('signup_approved', 'o1', 'a1')).toBe('/officer/assignments/a1')
  })
  it('hours to the officer’s history, a registration to the pending ones', () => {
    expect(about('attendance_returned', 'o1', 'a1')).toBe('/officer/history')
    expect(about('officer_registered', null, null)).toBe('/admin/officers?standing=pending')
  })
  it('extra time to the officer’s own claims, or to the pending claims for admins', () => {
    expect(about('extra_time_decided', 'o1', null)).toBe('/officer/history?tab=extra-time')
    expect(about('extra_time_waiting', null, null)).toBe('/admin/overtime')
  })
  it('a certificate to the officer’s profile, or to the roster filtered by expiring ones for admins', () => {
    expect(about('certification_expiring', 'o1', null)).toBe('/officer/profile?tab=certifications')
    expect(about('certification_expiring', null, null)).toBe('/admin/officers?certifications=expiring')
  })
  it('a vendor answer to what the person sent', () => {
    expect(about('feedback_changed', 'o1', null)).toBe('/notifications?help=sent')
  })
  it('orders, offers and calls for volunteers to the page of the shift, where they are answered', () => {
    for (const type of [...pinnedTypes]) expect(about(type, 'o1', 'a1')).toBe('/officer/assignments/a1')
    expect(about('order_decided', null, 'a1')).toBe('/admin/assignments/a1')
  })
  it('an unmet minimum to the forecast, a shift opened for it to that shift', () => {
    expect(about('minimum_gap', null, 'a1')).toBe('/admin/staffing/minimum')
    expect(about('minimum_shift', null, 'a1')).toBe('/admin/assignments/a1')
  })
  it('a vendor visit to the page that lists all of them', () => {
    expect(about('support_access', null, null)).toBe('/admin/vendor-access')
  })
  it('every notification in the bell has a link for its readers, except the vendor’s answers', () => {
    const lost = eventNames.filter((name) => {
      const { to, app, opens, adminsOpen } = eventOf(name)
      const missing = { officer: !opens, admins: !adminsOpen, both: !opens || !adminsOpen, person: false }
      return app !== 'never' && missing[to]
    })
    expect(lost).toEqual(['contact_answered'])
  })
  it('an announcement to its recipient’s copy, a reply to the page of the announcement', () => {
    const of = (type: string, officer_id: string | null) =>
      placeOf({ type, officer_id, assignment_id: null, announcement_id: 'n1' })
    expect(of('announcement', 'o1')).toBe('/officer/announcements?open=n1')
    expect(of('announcement_reply', 'o1')).toBe('/admin/announcements/n1')
    expect(of('announcement_reply', null)).toBe('/admin/announcements/n1')
    // Sent before notifications named it.
    expect(about('announcement', 'o1', null)).toBe('/officer/announcements')
  })
  it('a notification without a subject has no link', () => {
    expect(about('general', 'o1', null)).toBeNull()
    expect(about('general', null, null)).toBeNull()
  })
})
