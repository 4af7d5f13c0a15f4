import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { requiredPlan, tiers } from '#platform/shared/plans.ts'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { endOfDayIn } from '#platform/shared/wall.ts'
import { type FeatureName, hasFeature, type Overrides } from './rules.features.ts'
import { daysLeft, freeSlug, isSlug, isTrialActive, slugOf, trialBannerOf } from './rules.ts'

const featureNames = Object.keys(requiredPlan) as FeatureName[]
const featuresOf = (tier: (typeof tiers)[number], overrides: Overrides = null) =>
  featureNames.filter((name) => hasFeature(name, tier, overrides))

describe('features', { meta: { shows: ['3 flags', '4 flags by tier', '6 plans'] } }, () => {
  it('follow the specification’s list for each tier', () => {
    const basic = ['reports', 'overtime', 'officer_stats']
    const pro = [...basic, 'custom_branding', 'location_verification', 'audit_logs', 'bulk_operations']
    expect(tiers.map((tier) => featuresOf(tier))).toEqual([
      basic,
      pro,
      pro,
      [...pro, 'api_access', 'advanced_analytics'],
    ])
  })
  it('an override beats the tier, both ways, and an unknown flag grants nothing', () => {
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

  it('ends with the last millisecond of its date in the organization’s time zone', {
    meta: { shows: ['4 trial'] },
  }, () => {
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
  it('days left equals a one-by-one count of the midnights to come', { meta: { shows: ['4 trial days'] } }, () => {
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
  it('a partial day counts as one, also on a 25-hour day; missing dates and other tiers never end', {
    meta: { shows: ['9 trial warning'] },
  }, () => {
    const chicago = trial('2026-11-01', 'America/Chicago')
    expect(daysLeft(chicago, '2026-11-01T05:00:00Z')).toBe(1)
    expect(daysLeft(chicago, '2026-10-25T05:00:00Z')).toBe(8)
    const banner = (of: typeof chicago, now: string) =>
      trialBannerOf({ expired: !isTrialActive(of, now), days_left: daysLeft(of, now) }).state
    expect(banner(chicago, '2026-10-25T04:59:59Z')).toBe('active')
    expect(banner(chicago, '2026-10-26T05:00:00Z')).toBe('ending_soon')
    expect(banner(chicago, '2026-11-02T06:00:00Z')).toBe('expired')
    expect(banner(trial(null, 'UTC'), '2026-11-02T06:00:00Z')).toBe('active')
    const pro = { ...chicago, subscription_tier: 'pro' } as const
    expect([isTrialActive(pro, '2030-01-01T00:00:00Z'), daysLeft(pro, '2030-01-01T00:00:00Z')]).toEqual([true, null])
  })
})

describe('addresses', { meta: { shows: ['3 subdomain'] } }, () => {
  it.each([
    ['St. Paul PD', 'st-paul-pd'],
    ['St-Paul PD', 'st-paul-pd'],
    ['  Ñuñoa   Policía ', 'nunoa-policia'],
    ['Ｐolice', 'police'],
    ['!!!', ''],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
  it('clashes get a number; reserved and empty ones are refused', () => {
    expect(freeSlug('St-Paul PD', new Set(['st-paul-pd', 'st-paul-pd-2']))).toEqual({ slug: 'st-paul-pd-3' })
    for (const name of ['Super Admin', 'AUTH', 'Demo', 'api', 'ａｐｐ'])
      expect(freeSlug(name, new Set())).toEqual({ refused: 'reserved' })
    expect(freeSlug('Demo', new Set(), true)).toEqual({ slug: 'demo' })
    for (const name of ['!!!', '', '警察']) expect(freeSlug(name, new Set())).toEqual({ refused: 'empty' })
    // Starts with a Cyrillic а: a lookalike of "admin" must not pass.
    expect(freeSlug('аdmin', new Set())).toEqual({ slug: 'dmin' })
  })
  it('any name gets a free, well-formed and stable address', () => {
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
  it('keeps the address within 63 characters when the longest names collide', () => {
    const long = 'a'.repeat(80)
    const answer = freeSlug(long, new Set(['a'.repeat(63)]))
    expect(answer).toEqual({ slug: `${'a'.repeat(61)}-2` })
  })
})
