import { describe, expect, it } from 'vitest'
import { placeOf } from './rules.place.ts'

const about = (type: string, officer_id: string | null, assignment_id: string | null) =>
  placeOf({ type, officer_id, assignment_id })

describe('[look] a notification leads to what it is about', () => {
  it("the admins' to the assignment on their side, an officer's to the job in the list", () => {
    expect(about('signup_waiting', null, 'a1')).toBe('/admin/assignments/a1')
    expect(about('signup_approved', 'o1', 'a1')).toBe('/officer/assignments?job=a1')
  })
  it('hours to the history of the officer, a registration to those who wait', () => {
    expect(about('attendance_returned', 'o1', 'a1')).toBe('/officer/history')
    expect(about('officer_registered', null, null)).toBe('/admin/officers?standing=pending')
  })
  it('extra time to the own claims, and on the admins’ side to those that wait', () => {
    expect(about('extra_time_decided', 'o1', null)).toBe('/officer/history?tab=extra-time')
    expect(about('extra_time_waiting', null, null)).toBe('/admin/overtime')
  })
  it('a certificate to the own profile, and on the admins’ side to the roster of those that expire', () => {
    expect(about('certification_expiring', 'o1', null)).toBe('/officer/profile?tab=certifications')
    expect(about('certification_expiring', null, null)).toBe('/admin/officers?certifications=expiring')
  })
  it('what the vendor answered to what one has sent', () => {
    expect(about('feedback_changed', 'o1', null)).toBe('/notifications?help=sent')
  })
  it('an order and the question before it to the own standing, where it is answered', () => {
    expect(about('ordered_in', 'o1', 'a1')).toBe('/officer/standing')
    expect(about('volunteers_asked', 'o1', 'a1')).toBe('/officer/standing')
    expect(about('order_decided', null, 'a1')).toBe('/admin/assignments/a1')
  })
  it('a minimum that is not kept to the forecast, a shift that opened for it to that shift', () => {
    expect(about('minimum_gap', null, 'a1')).toBe('/admin/staffing/minimum')
    expect(about('minimum_shift', null, 'a1')).toBe('/admin/assignments/a1')
  })
  it('a look inside by the vendor to the page of all of them', () => {
    expect(about('support_access', null, null)).toBe('/admin/vendor-access')
  })
  it('what is about nothing in particular leads nowhere', () => {
    expect(about('general', 'o1', null)).toBeNull()
    expect(about('general', null, null)).toBeNull()
  })
})
