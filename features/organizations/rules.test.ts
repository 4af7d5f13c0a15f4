import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { tiers } from '#platform/shared/plans.ts'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { endOfDayIn } from '#platform/shared/zone.ts'
import {
  daysLeft,
  featureNames,
  featuresOf,
  freeSlug,
  hasFeature,
  isColor,
  isSlug,
  isTrialActive,
  slugOf,
  trialBanner,
} from './rules.ts'

describe('[3 flags] [4 flags by tier] [6 plans] features', () => {
  it('by tier, as the specification lists them', () => {
    const basic = ['reports', 'overtime', 'officer_stats']
    const pro = [...basic, 'custom_branding', 'location_verification', 'audit_logs', 'bulk_operations']
    expect(tiers.map((tier) => featuresOf(tier))).toEqual([
      basic,
      pro,
      pro,
      [...pro, 'api_access', 'advanced_analytics'],
    ])
  })
  it('an override beats the tier, either way; an unknown flag opens nothing', () => {
    for (const tier of tiers)
      for (const name of featureNames)
        for (const on of [true, false]) expect(hasFeature(name, tier, { [name]: on, other: !on })).toBe(on)
    expect(featuresOf('basic', { toString: true })).toEqual(featuresOf('basic'))
  })
})

describe('trial', () => {
  const zone = fc.constantFrom(
    'Pacific/Honolulu',
    'America/Chicago',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
  )
  const date = fc.nat(2000).map((days) => Temporal.PlainDate.from('2025-01-01').add({ days }).toString())
  const trial = (trial_end_date: string | null, time_zone: string) =>
    ({ subscription_tier: 'trial', trial_end_date, time_zone }) as const

  it('[4 trial] ends with the last millisecond of its date in the zone of the organization', () => {
    fc.assert(
      fc.property(zone, date, (z, d) => {
        const end = ms(endOfDayIn(z, d))
        expect([-1, 0, 1].map((more) => isTrialActive(trial(d, z), isoInstant(end + more)))).toEqual([
          true,
          true,
          false,
        ])
      }),
    )
    expect(isTrialActive(trial('2026-11-21', 'Pacific/Honolulu'), '2026-11-22T09:59:59.999Z')).toBe(true)
    expect(isTrialActive(trial('2026-11-21', 'Pacific/Honolulu'), '2026-11-22T10:00:00.000Z')).toBe(false)
  })
  it('[4 trial days] days left: the midnights still to come, counted one by one', () => {
    fc.assert(
      fc.property(zone, date, fc.integer({ min: -60, max: 60 * 24 * 40 }), (z, d, minutesBefore) => {
        const now = ms(endOfDayIn(z, d)) - minutesBefore * 60_000
        let midnights = 0
        let day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(z).toPlainDate()
        for (; Temporal.PlainDate.compare(day, d) <= 0; day = day.add({ days: 1 })) midnights += 1
        expect(daysLeft(trial(d, z), isoInstant(now))).toBe(midnights)
      }),
    )
  })
  it('[9 trial warning] a begun day counts whole, on the 25-hour day too; missing dates and other tiers never end', () => {
    const chicago = trial('2026-11-01', 'America/Chicago')
    expect(daysLeft(chicago, '2026-11-01T05:00:00Z')).toBe(1)
    expect(daysLeft(chicago, '2026-10-25T05:00:00Z')).toBe(8)
    expect(trialBanner(chicago, '2026-10-25T04:59:59Z')).toBe('active')
    expect(trialBanner(chicago, '2026-10-26T05:00:00Z')).toBe('ending_soon')
    expect(trialBanner(chicago, '2026-11-02T06:00:00Z')).toBe('expired')
    expect(trialBanner(trial(null, 'UTC'), '2026-11-02T06:00:00Z')).toBe('active')
    const pro = { ...chicago, subscription_tier: 'pro' } as const
    expect([isTrialActive(pro, '2030-01-01T00:00:00Z'), trialBanner(pro, '2030-01-01T00:00:00Z')]).toEqual([true, null])
  })
})

describe('[3 subdomain] addresses', () => {
  it.each([
    ['St. Paul PD', 'st-paul-pd'],
    ['St-Paul PD', 'st-paul-pd'],
    ['  Ñuñoa   Policía ', 'nunoa-policia'],
    ['Ｐolice', 'police'],
    ['!!!', ''],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
  it('clashes get a number, reserved and empty ones are refused', () => {
    expect(freeSlug('St-Paul PD', new Set(['st-paul-pd', 'st-paul-pd-2']))).toEqual({ slug: 'st-paul-pd-3' })
    for (const name of ['Super Admin', 'AUTH', 'Demo', 'api', 'ａｐｐ'])
      expect(freeSlug(name, new Set())).toEqual({ refused: 'reserved' })
    expect(freeSlug('Demo', new Set(), true)).toEqual({ slug: 'demo' })
    for (const name of ['!!!', '', '警察']) expect(freeSlug(name, new Set())).toEqual({ refused: 'empty' })
    // A Cyrillic а: nothing that merely looks like "admin".
    expect(freeSlug('аdmin', new Set())).toEqual({ slug: 'dmin' })
  })
  it('whatever the name, the address is free, well formed and stays', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.string({ unit: fc.constantFrom('a', '-', 'é', ' '), maxLength: 90 }),
    )
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const taken = new Set<string>()
        for (const one of names) {
          const answer = freeSlug(one, taken)
          if ('refused' in answer) continue
          expect(isSlug(answer.slug)).toBe(true)
          expect(taken.has(answer.slug)).toBe(false)
          expect(slugOf(answer.slug)).toBe(answer.slug)
          taken.add(answer.slug)
        }
      }),
    )
  })
  it('a clash of the longest names stays within 63 characters', () => {
    const long = 'a'.repeat(80)
    const answer = freeSlug(long, new Set(['a'.repeat(63)]))
    expect(answer).toEqual({ slug: `${'a'.repeat(61)}-2` })
  })
  it('colours', () => {
    const bad = ['#3B82F6', '#fff', '3b82f6', '#3b82f6;}body{display:none', '#3b82f6\n']
    expect([isColor('#3b82f6'), ...bad.map(isColor)]).toEqual([true, ...bad.map(() => false)])
  })
})
