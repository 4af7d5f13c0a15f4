import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { refusePassword } from './rules.new-password.ts'
import { emailKey, lockedUntil } from './rules.ts'

describe('passwords', () => {
  const own = ['Springfield Police', 'Watchbill', 'amy.burns@springfield.gov', null]
  it.each<[string | null, string]>([
    ['too_short', 'elevenchars'],
    [null, 'twelve chars'],
    [null, ' leading space'],
    [null, '😀🎉🚓 abc defgh'],
    [null, `${'k7 heron~'.repeat(14)}ab`.replace('heron', 'Quay')],
    ['common', 'xyz'.repeat(42)],
    ['too_long', `${'xyz'.repeat(43)}`],
    ['too_long', 'x'.repeat(10_000_000)],
    ['nul_character', 'twelve\u0000chars.'],
    ['own_name', 'Springfield-Police-26'],
    ['own_name', 'springfieldpolice'],
    ['own_name', 'AmyBurns2026'],
    [null, 'springfield oaks are taller than Watchbill'],
    ['repeated', 'ababababababab'],
    ['common', 'Password1234'],
    ['common', 'P@ssw0rd!2026'],
    ['common', 'qwertyuiop12'],
    ['common', '123456789012'],
    ['common', 'letmeinletmein'],
    ['common', '1qaz2wsx3edc'],
    ['common', 'Summer2026!!'],
    ['common', 'iloveyou1234'],
    ['common', 'administrator1'],
    [null, 'copper lantern 93 wheat'],
    [null, 'tG7!mqZ0_rVw'],
  ])('%s', (wanted, password) => {
    expect(refusePassword(password, { own })).toBe(wanted)
  })
  it('super admins need 15 characters', () => {
    expect(refusePassword('fourteen chars', { own, is_super_admin: true })).toBe('too_short')
    expect(refusePassword('fifteen chars !', { own, is_super_admin: true })).toBeNull()
  })
  it('counts code points', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '😀', 'é', ' ', '7'), { maxLength: 140 }), (letters) => {
        if (new Set(letters).size < 3) return
        const wanted = letters.length > 128 ? 'too_long' : letters.length < 12 ? 'too_short' : null
        expect(refusePassword(letters.join(''), { own: [] })).toBe(wanted)
      }),
    )
  })
})

it('addresses that differ in case, width or blanks are equal', () => {
  for (const same of ['Ann@X.org', ' ann@x.org ', 'ＡＮＮ@x.org', 'ann@x.ORG']) expect(emailKey(same)).toBe('ann@x.org')
  const bad = [
    '',
    'ann',
    'a@b',
    '@x.org',
    'a@@x.org',
    'a b@x.org',
    'a@x.org\r\nBcc:b@x.org',
    '.a@x.org',
    `${'a'.repeat(65)}@x.org`,
    'a@-x.org',
    'a\u0000@x.org',
    'a@x.org,b@x.org',
    '<a@x.org>',
  ]
  expect(bad.map(emailKey)).toEqual(bad.map(() => null))
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const key = emailKey(address)
      expect(key === null ? null : emailKey(key)).toBe(key)
    }),
  )
})

it('the lock matches a minute-by-minute replay', () => {
  let locked = 0
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 12 }), fc.nat(90), (minutes, now) => {
      const at = (minute: number) => isoInstant(Date.UTC(2026, 10, 21) + minute * 60_000)
      let until = -1
      const sorted = minutes.toSorted((a, b) => a - b)
      sorted.forEach((m, i) => {
        if (sorted.slice(0, i + 1).filter((earlier) => m - earlier < 15).length >= 5) until = m + 15
      })
      const wanted = until > now ? at(until) : null
      if (wanted !== null) locked += 1
      const answer = lockedUntil(minutes.map(at), at(now))
      expect(answer).toBe(wanted)
      if (answer !== null) expect(ms(answer)).toBeGreaterThan(ms(at(now)))
    }),
    { numRuns: 3000 },
  )
  expect(locked).toBeGreaterThan(100)
})
