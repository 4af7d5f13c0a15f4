import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import type { Tier } from '#platform/shared/plans.ts'
import { daysBetween, type Instant, ms, type WallDate } from '#platform/shared/time.ts'
import { endOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** Specification section 9. */
export const TRIAL_DAYS = 30
export const TRIAL_WARNING_DAYS = 7

/** Specification section 3: what public pages show if loading the organization failed. Never used to read or write data. */
export const DEMO_FALLBACK = {
  id: '00000000-0000-0000-0000-000000000001',
  name: 'Demo Organization',
  subdomain: 'demo',
  logo_url: null,
  primary_color: DEFAULT_COLOR,
} as const

export type TrialOf = { subscription_tier: Tier; trial_end_date: WallDate | null; time_zone: string }

/** Section 4: active until 23:59:59.999 of the date in the organization's zone; always active without a date or on another tier. */
export function isTrialActive(o: TrialOf, now: Instant): boolean {
  if (o.subscription_tier !== 'trial' || o.trial_end_date === null) return true
  return ms(now) <= ms(endOfDayIn(o.time_zone, o.trial_end_date))
}

/** Days of trial left, counting a started day as a whole one, never negative; null if no end is set. Clock changes add no day. */
export function daysLeft(o: TrialOf, now: Instant): number | null {
  if (o.subscription_tier !== 'trial' || o.trial_end_date === null) return null
  if (!isTrialActive(o, now)) return 0
  return Math.max(1, daysBetween(wallOf(now, o.time_zone).date, o.trial_end_date) + 1)
}

/** The banner's text, from the server's figures. */
export function trialBannerOf(trial: { expired: boolean; days_left: number | null }): {
  state: 'expired' | 'ending_soon' | 'active'
  text: string
} {
  const left = trial.days_left
  if (trial.expired) return { state: 'expired', text: 'Trial ended. Contact vendor to upgrade for full access.' }
  if (left === null) return { state: 'active', text: 'Trial Mode. Contact vendor to upgrade.' }
  return {
    state: left <= TRIAL_WARNING_DAYS ? 'ending_soon' : 'active',
    text: `Trial expires in ${left} ${left === 1 ? 'day' : 'days'}. Contact vendor to upgrade.`,
  }
}

/** Slugs that no agency may have: first path segments, and names reserved by servers or email programs. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `app auth admin officer notifications super-admin register faq terms privacy api assets org landing www healthz readyz demo dev
   login logout static public index-html favicon-ico robots-txt manifest-json sw-js service-worker well-known offline
   mail outbox support status null undefined`.split(/\s+/),
)

export const SLUG_MAX = 63
export const isSlug = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)

/**
 * The slug suggested by a name: lowercase, accents removed, everything but a-z and 0-9 replaced by a hyphen, at most 63
 * characters (section 3). Plain ASCII, so that no lookalike letter gets in. Empty if nothing is left.
 */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return trimmed(plain.replaceAll(/[^a-z0-9]+/g, '-'))
    .slice(0, SLUG_MAX)
    .replace(/-+$/, '')
}

const trimmed = (slug: string): string => slug.replaceAll(/^-+|-+$/g, '')

export type SlugAnswer = { slug: string } | { refused: 'empty' | 'reserved' }

/** A free slug for the name: `-2`, `-3` ... after a clash; refuses a reserved or empty one. `demo` is for the seeded organization. */
export function freeSlug(name: string, taken: ReadonlySet<string>, isSeed = false): SlugAnswer {
  const slug = slugOf(name)
  if (slug === '') return { refused: 'empty' }
  if (reservedSlugs.has(slug) && !(isSeed && slug === 'demo')) return { refused: 'reserved' }
  let free = slug
  for (let n = 2; taken.has(free); n++) {
    const suffix = `-${n}`
    free = slug.slice(0, SLUG_MAX - suffix.length).replace(/-+$/, '') + suffix
  }
  return { slug: free }
}
