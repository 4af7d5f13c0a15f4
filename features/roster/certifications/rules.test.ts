import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plusDays } from '#platform/shared/time.ts'
import { certificationState, mayCertification, refuseCertification, tellingDue } from './rules.ts'

const today = '2026-11-21'
const on = (days: number) => plusDays(today, days)

describe('certificate state on the department’s day', { meta: { shows: ['issue 3.3 certifications'] } }, () => {
  it.each([
    [null, 'valid'],
    [on(61), 'valid'],
    [on(60), 'expiring'],
    [on(0), 'expiring'],
    [on(-1), 'expired'],
  ])('expires %s: %s', (expires_on, state) => {
    expect(certificationState({ expires_on, renewed: false }, today)).toBe(state)
  })
  it('a replaced one is never due', () => {
    expect(certificationState({ expires_on: on(-1), renewed: true }, today)).toBe('replaced')
  })
})

describe('reminders 60, 30 and 7 days before, once each', { meta: { shows: ['issue 3.3 expiring'] } }, () => {
  it.each([
    [61, null, null],
    [60, null, 60],
    [60, 60, null],
    [31, 60, null],
    [30, 60, 30],
    [30, null, 30],
    [8, 30, null],
    [7, 30, 7],
    [0, 7, null],
    [0, null, 7],
    [-1, null, null],
  ])('%d days left, last reminder %s: %s', (left, reminded_days, due) => {
    expect(tellingDue({ expires_on: on(left), reminded_days }, today)).toBe(due)
  })
  it('whatever days the job misses, each reminder is sent at most once and never out of order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 }),
        fc.array(fc.boolean(), { minLength: 95, maxLength: 95 }),
        (left, runs) => {
          const expires_on = on(left)
          let reminded_days: number | null = null
          const told: number[] = []
          for (const [day, ran] of runs.entries()) {
            const due: number | null = ran ? tellingDue({ expires_on, reminded_days }, on(day)) : null
            if (due === null) continue
            told.push(due)
            reminded_days = due
          }
          expect(told).toEqual([...new Set(told)].sort((a, b) => b - a))
          // The slow way: the steps during whose days the job ran.
          const steps = [
            [60, 31],
            [30, 8],
            [7, 0],
          ].flatMap(([from = 0, to = 0]) =>
            runs.some((ran, day) => ran && left - day <= from && left - day >= to) ? [from] : [],
          )
          expect(told).toEqual(steps)
        },
      ),
    )
  })
})

describe('permissions', { meta: { shows: ['issue 3.3 certifications'] } }, () => {
  const me = { officer_id: 'me', admin: false }
  const admin = { officer_id: 'admin', admin: true }
  it('an officer changes their own until it is verified, nobody verifies their own, and admins handle the rest', () => {
    expect(mayCertification({ officer_id: 'me', verified: false }, me)).toEqual(['edit', 'remove'])
    expect(mayCertification({ officer_id: 'me', verified: true }, me)).toEqual([])
    expect(mayCertification({ officer_id: 'me', verified: false }, admin)).toEqual(['edit', 'remove', 'verify'])
    expect(mayCertification({ officer_id: 'me', verified: true }, admin)).toEqual(['edit', 'remove'])
    expect(mayCertification({ officer_id: 'admin', verified: false }, admin)).toEqual(['edit', 'remove'])
    expect(refuseCertification('verify', { officer_id: 'admin', verified: false }, admin)).toBe('own_certification')
    expect(refuseCertification('edit', { officer_id: 'other', verified: false }, me)).toBe('not_found')
  })
})
