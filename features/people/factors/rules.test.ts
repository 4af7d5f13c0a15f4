import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { isoInstant } from '#platform/shared/time.ts'
import {
  isFresh,
  mayOfferPasskey,
  mayRemove,
  RECOVERY_ALPHABET,
  readCode,
  showRecoveryCode,
  stepAt,
  stepOfCode,
} from './rules.ts'

describe('authenticator app codes', { meta: { shows: ['issue 3.13'] } }, () => {
  // One-digit codes, so that adjacent steps often share one.
  const codeAt = (step: number) => String((step * 7919) % 10)
  /** Checks every step one by one, following the wording of the rule. */
  const oracle = (code: string, now: number, last: number | null): number | null => {
    for (let step = 0; step < 200; step++) {
      const begins = step * 30_000
      const isNear = begins - 30_000 <= now && now < begins + 60_000
      if (isNear && (last === null || step > last) && codeAt(step) === code) return step
    }
    return null
  }
  it('are accepted one step either side of the clock, never at or before a used step', () => {
    let taken = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 60_000, max: 5_000_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.option(fc.integer({ min: -3, max: 3 })),
        (now, off, lastOff) => {
          const code = codeAt(stepAt(now) + off)
          const last = lastOff === null ? null : stepAt(now) + lastOff
          const found = stepOfCode(code, codeAt, now, last)
          if (found !== null) taken += 1
          expect(found).toBe(oracle(code, now, last))
        },
      ),
      { numRuns: 4000 },
    )
    expect(taken).toBeGreaterThan(500)
  })
  it('match RFC 6238, to the second', () => {
    const totp = new TOTP({ secret: Secret.fromLatin1('12345678901234567890'), digits: 8 })
    const at = (step: number) => totp.generate({ timestamp: step * 30_000 })
    expect(stepOfCode('94287082', at, 59_000, null)).toBe(1)
    expect(stepOfCode('94287082', at, 89_999, null)).toBe(1)
    expect(stepOfCode('94287082', at, 90_000, null)).toBeNull()
    expect(stepOfCode('94287082', at, 0, null)).toBe(1)
    expect(stepOfCode('94287082', at, 59_000, 1)).toBeNull()
    expect(stepOfCode('94287082', at, 59_000, 0)).toBe(1)
    expect(stepOfCode('9428708', at, 59_000, null)).toBeNull()
    expect(stepOfCode('', at, 59_000, null)).toBeNull()
  })
})

it('are read however people type them', { meta: { shows: ['issue 3.13'] } }, () => {
  expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
  expect(readCode('１２３４５６')).toEqual({ kind: 'app', code: '123456' })
  expect(readCode('ABCD-efgh jkmn')).toEqual({ kind: 'recovery', code: 'abcdefghjkmn' })
  for (const typed of ['', '12345', '1234567', 'abcd-efgh-jkm0', 'abcd-efgh-jkml', 'abcdefghjkmno']) {
    expect(readCode(typed)).toBeNull()
  }
  const code = fc.string({ unit: fc.constantFrom(...RECOVERY_ALPHABET), minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(code, (one) => {
      expect(readCode(showRecoveryCode(one))).toEqual({ kind: 'recovery', code: one })
    }),
  )
})

it('a proof is fresh for ten minutes, end excluded', { meta: { shows: ['issue 3.13'] } }, () => {
  const at = (ms: number) => isoInstant(Date.UTC(2026, 10, 21) + ms)
  expect([isFresh(at(0), at(599_999)), isFresh(at(0), at(600_000))]).toEqual([true, false])
})

it('the last factor can’t be removed where one is required', { meta: { shows: ['issue 3.13'] } }, () => {
  expect([mayRemove(1, true), mayRemove(1, false), mayRemove(2, true)]).toEqual([false, true, true])
})

describe('the offer of a passkey', () => {
  const now = isoInstant(Date.UTC(2026, 10, 21, 3))
  const own = { offer_passkey: true, fresh_until: isoInstant(Date.UTC(2026, 10, 21, 3, 10)) }
  const device = { able: true, put_away: false }
  it('is made right after a sign-in, while adding one asks for no further proof', () => {
    expect(mayOfferPasskey(own, device, now)).toBe(true)
    expect(mayOfferPasskey(own, device, own.fresh_until)).toBe(false)
  })
  it('is not made to an account that has a passkey or declined twice, nor on a device that can’t or already declined', () => {
    expect(mayOfferPasskey({ ...own, offer_passkey: false }, device, now)).toBe(false)
    expect(mayOfferPasskey(own, { ...device, able: false }, now)).toBe(false)
    expect(mayOfferPasskey(own, { ...device, put_away: true }, now)).toBe(false)
  })
})
