import { expect, test } from 'vitest'
import type { Feature } from '#platform/shared/endpoint.ts'
import { tiers } from '#platform/shared/plans.ts'
import { hasFlag } from '#platform/web/session.ts'
import { gateOf, type Holder } from './gate.ts'
import { type RouteEntry, routes } from './routes.ts'

const flags: readonly Feature[] = [
  'reports',
  'overtime',
  'officer_stats',
  'custom_branding',
  'location_verification',
  'audit_logs',
  'bulk_operations',
]
const none = Object.fromEntries(flags.map((flag) => [flag, false])) as Record<Feature, boolean>

type Role = 'officer' | 'admin' | 'super_admin'
const sessionOf = (role: Role, over: Partial<NonNullable<Holder['organization']>> = {}, approved = true): Holder => ({
  officer: role === 'super_admin' ? null : { role, approved },
  organization: { features_enabled: none, trial: null, ...over },
  super_admin: role === 'super_admin',
})
/** The list from section 4, written out by hand. */
const isOn = (tier: string, flag: Feature, override: boolean | null) =>
  override ?? (['reports', 'overtime', 'officer_stats'].includes(flag) || tier !== 'basic')

test('screens for every tier x flag x override x role: 252 cases; super admins have all of them', {
  meta: { shows: ['issue 3.1', '4 flags by tier'] },
}, () => {
  let cases = 0
  let gated = 0
  for (const tier of tiers)
    for (const flag of flags)
      for (const override of [null, true, false])
        for (const role of ['officer', 'admin', 'super_admin'] as const) {
          cases += 1
          const on = isOn(tier, flag, override)
          const session = sessionOf(role, { features_enabled: { ...none, [flag]: on } })
          expect(hasFlag(session, flag)).toBe(on || role === 'super_admin')
          for (const entry of Object.values<RouteEntry>(routes).filter((one) => one.feature === flag)) {
            gated += 1
            const closed = role === 'officer' ? 'admins_only' : 'feature_not_available'
            expect(gateOf(entry, session)).toBe(role === 'super_admin' || (on && role === 'admin') ? 'open' : closed)
          }
        }
  expect([cases, gated > 100]).toEqual([252, true])
})

test('after the trial, officers and admins see the expired screen except on their own page; a super admin passes', {
  meta: { shows: ['8 Trial Expired', '4 trial expired'] },
}, () => {
  const over = { trial: { expired: true } }
  for (const [path, entry] of Object.entries<RouteEntry>(routes).filter(([, one]) =>
    ['officer', 'admin'].includes(one.guard),
  )) {
    const expected = path === '/officer/profile' ? 'open' : 'trial_expired'
    expect([path, gateOf(entry, sessionOf('admin', over))]).toEqual([path, expected])
    if (entry.guard === 'officer') expect(gateOf(entry, sessionOf('officer', over))).toBe(expected)
    const passes = entry.guard === 'officer' ? 'home' : 'open'
    if (!entry.feature) expect(gateOf(entry, sessionOf('super_admin', over))).toBe(passes)
  }
})

test('shows no screen while the session is loading, signed out, unapproved or in another role', {
  meta: { shows: ['2 guards', '6 roles'] },
}, () => {
  const { '/admin/officers': admin, '/officer/dashboard': officer, '/super-admin/users': vendor, '/app': open } = routes
  expect([undefined, null].map((session) => gateOf(admin, session))).toEqual(['unknown', 'sign_in'])
  expect(gateOf(officer, sessionOf('admin', {}, false))).toBe('waiting')
  expect(gateOf(admin, sessionOf('officer'))).toBe('admins_only')
  expect(gateOf(officer, sessionOf('admin'))).toBe('open')
  expect(gateOf(vendor, sessionOf('admin'))).toBe('home')
  expect(gateOf(open, null)).toBe('open')
})
