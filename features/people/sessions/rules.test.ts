import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { endsOf, guardPhase, hasJumped, isExtendable, isHeartbeatDue, safeRedirect } from './rules.ts'

const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)

describe('session limits', { meta: { shows: ['4 session'] } }, () => {
  it('minute by minute: 30 idle, 12 hours total, warning in the last 5', {
    meta: { shows: ['9 session timeout', '9 session warning'] },
  }, () => {
    fc.assert(
      fc.property(fc.nat(719), fc.nat(800), (action, now) => {
        const s = { created_at: at(0), last_action_at: at(action) }
        let left = 0
        while (now + left < action + 30 && now + left < 720) left += 1
        expect(guardPhase(endsOf(s), ms(at(now)))).toBe(left === 0 ? 'ended' : left <= 5 ? 'warning' : 'active')
        expect(isExtendable(endsOf(s))).toBe(action + 30 < 720)
      }),
      { numRuns: 2000 },
    )
  })
  it('is alive at 29:59 and over at 30:00', () => {
    const s = { created_at: at(0), last_action_at: at(10) }
    expect([10 + 29.98, 40].map((now) => guardPhase(endsOf(s), ms(at(now))))).toEqual(['warning', 'ended'])
  })
})

describe('redirects', () => {
  it.each([
    '/',
    '/admin/dashboard',
    '/admin/assignments?filter=pending',
    '/a%20b?x=%2Fy#z',
    '/officer/history?m=2026-11',
  ])('keeps %s', (path) => {
    expect(safeRedirect(path)).toBe(path)
  })
  it.each([
    '//evil.example',
    '/\\evil',
    '\\/evil',
    'javascript:alert(1)',
    'https://evil.example',
    '',
    ' /x',
    '/x\n',
    '/\t/evil.example',
    '/%2f/evil',
    '/%5cevil',
    '/a//b',
    '/../x',
    '/./x',
    '/%0d%0aSet-Cookie',
    '/%zz',
    '/%252f',
    `/${'a'.repeat(2000)}`,
    'x/y',
    '/ü',
  ])('refuses %j', (path) => {
    expect(safeRedirect(path)).toBeNull()
  })
  it('any accepted redirect stays on the origin, as the URL parser sees it', () => {
    const bits = fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', '@', ':', 'evil', '?', '#', '\t', '\n', ' ', '%')
    let kept = 0
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 8 }), (parts) => {
        const path = safeRedirect(`/${parts.join('')}`)
        if (path === null) return
        kept += 1
        const url = new URL(path, 'https://app.example')
        expect(url.href).toBe(`https://app.example${path}`)
      }),
      { numRuns: 3000 },
    )
    expect(kept).toBeGreaterThan(100)
  })
})

describe('session guard', { meta: { shows: ['issue 3.11'] } }, () => {
  const minute = 60_000
  it('warns in the last five minutes of whichever end comes first', { meta: { shows: ['9 session warning'] } }, () => {
    expect(
      [24.99, 25, 29.99, 30].map((m) => guardPhase({ idle: 30 * minute, last: 720 * minute }, m * minute)),
    ).toEqual(['active', 'warning', 'warning', 'ended'])
    expect([isExtendable({ idle: 5, last: 6 }), isExtendable({ idle: 6, last: 6 })]).toEqual([true, false])
  })
  it('reports input at most once a minute, so the session ends 29 to 30 minutes after the last action', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 60 }), (gaps) => {
        let now = 0
        let told = 0
        const last = 12 * 60 * minute
        for (const gap of gaps) {
          now += gap
          if (isHeartbeatDue({ idle: told + 30 * minute, last }, now)) {
            expect(now - told).toBeGreaterThanOrEqual(minute)
            told = now
          }
        }
        expect(told + 30 * minute - now).toBeGreaterThan(29 * minute)
        expect(told + 30 * minute - now).toBeLessThanOrEqual(30 * minute)
      }),
    )
    expect(isHeartbeatDue({ idle: 10, last: 10 }, 10)).toBe(false)
  })
  it('detects sleep, a freeze and a changed clock', () => {
    const before = { wall: 1000, steady: 1000 }
    expect(hasJumped(before, { wall: 2000, steady: 2000 })).toBe(false)
    expect(hasJumped(before, { wall: 12_000, steady: 12_000 })).toBe(true)
    expect(hasJumped(before, { wall: 2000 + 3_600_000, steady: 2000 })).toBe(true)
    expect(hasJumped(before, { wall: 2000 - 3_600_000, steady: 2000 })).toBe(true)
  })
})
