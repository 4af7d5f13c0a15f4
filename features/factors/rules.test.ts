import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { isoInstant } from '#platform/shared/time.ts'
import { isFresh, mayRemove, RECOVERY_ALPHABET, readCode, showRecoveryCode, stepAt, stepOfCode } from './rules.ts'

describe('[issue 3.13] a code of an authenticator app', () => {
  // Codes of one figure, so that steps next to each other often share one.
  const codeAt = (step: number) => String((step * 7919) % 10)
  /** Every step there is, one by one, with the words of the rule. */
  const oracle = (code: string, now: number, last: number | null): number | null => {
    for (let step = 0; step < 200; step++) {
      const begins = step * 30_000
      const isNear = begins - 30_000 <= now && now < begins + 60_000
      if (isNear && (last === null || step > last) && codeAt(step) === code) return step
    }
    return null
  }
  it('is taken one step around the clock, and never a step that was taken or one before it', () => {
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
  it('is that of RFC 6238, to the second', () => {
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

it('[issue 3.13] what is typed into the field is read as people type it', () => {
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

it('[issue 3.13] a proof is fresh for ten minutes, half-open', () => {
  const at = (ms: number) => isoInstant(Date.UTC(2026, 10, 21) + ms)
  expect([isFresh(at(0), at(599_999)), isFresh(at(0), at(600_000))]).toEqual([true, false])
})

it('[issue 3.13] the last factor stays where one is required', () => {
  expect([mayRemove(1, true), mayRemove(1, false), mayRemove(2, true)]).toEqual([false, true, true])
})
