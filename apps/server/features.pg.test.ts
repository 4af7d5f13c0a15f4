import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import { hashToken } from '#platform/server/run.ts'
import { sql } from '#platform/server/sql.ts'
import { sampleInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import type { Endpoint, Feature } from '#platform/shared/endpoint.ts'
import { requiredPlan, tiers } from '#platform/shared/plans.ts'
import { routes } from './routes.ts'
import { makeScene, overrides } from './testing.scene.ts'

/** Specification sections 4 and 6, tested directly on the API: the server refuses whatever a tier or an override turns off. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const endpoints = routes.map((route): Endpoint => route.endpoint)
const file = { name: 'x.csv', bytes: new Uint8Array([120]) }

/** Gates no call of its own: it decides whether a check-in asks for a position. */
const asksPosition = 'location_verification'

const flags: readonly Feature[] = [
  'reports',
  'overtime',
  'officer_stats',
  'custom_branding',
  'location_verification',
  'audit_logs',
  'bulk_operations',
]
const gatedBy = (feature: Feature) => endpoints.filter((endpoint) => endpoint.feature === feature)

test('every flag gates a call or is listed here with what it does instead', {
  meta: { shows: ['issue 3.1', '3 flags'] },
}, () => {
  const gatesNothing = flags.filter((flag) => gatedBy(flag).length === 0)
  expect(gatesNothing).toEqual([asksPosition])
})

/** The call the matrix makes for a flag: the first read it gates, else the first write. For position, an open attendance shows it. */
const probeOf = (feature: Feature): Endpoint | undefined => {
  const gated = gatedBy(feature)
  return gated.find((endpoint) => endpoint.method === 'GET') ?? gated[0]
}

/** The slow, obvious list from section 4, written out by hand rather than read from the product's table. */
const oracle = (tier: string, flag: Feature, override: boolean | null): boolean => {
  if (override !== null) return override
  if (['reports', 'overtime', 'officer_stats'].includes(flag)) return true
  return tier === 'trial' || tier === 'pro' || tier === 'enterprise'
}

test('every tier x flag x override x role: 252 cases, refused with the current and required plans', {
  meta: { shows: ['issue 3.1', '4 flags by tier', '6 plans'] },
}, async () => {
  const scene = await makeScene(server)
  const vendor = await server.makeSuperAdmin()
  const people = [
    ['officer', scene.officer],
    ['admin', scene.admin],
    ['super_admin', vendor],
  ] as const
  const wrong: string[] = []
  let asked = 0
  for (const tier of tiers) {
    for (const flag of flags) {
      for (const override of [null, true, false]) {
        const on = oracle(tier, flag, override)
        await server.rows('update organizations set subscription_tier = $2, features_enabled = $3 where id = $1', [
          scene.organization.id,
          tier,
          JSON.stringify(override === null ? {} : { [flag]: override }),
        ])
        for (const [role, person] of people) {
          asked += 1
          const name = `${tier} ${flag} ${override} ${role}`
          const session = (await server.call(sessionGet, {}, person)).body as {
            organization: null | { features_enabled: Record<string, boolean> }
          }
          if (role !== 'super_admin' && session.organization?.features_enabled[flag] !== on)
            wrong.push(`${name}: the session says ${!on}`)
          if (hasFeature(flag, tier, override === null ? {} : { [flag]: override }) !== on)
            wrong.push(`${name}: the rule says ${!on}`)
          const endpoint = probeOf(flag)
          if (!endpoint) continue
          const input = {
            ...sampleInput(endpoint, scene.ids),
            ...overrides[endpoint.name]?.(scene.ids, scene, endpoint),
          }
          const answer = await server.call(endpoint, input as never, person, { file })
          const expected = expectedOf(endpoint, role, on)
          const got =
            answer.error?.code === 'feature_not_available'
              ? 'feature'
              : answer.error?.code === 'not_allowed'
                ? 'role'
                : role === 'super_admin' && answer.status === 404
                  ? 'elsewhere'
                  : 'let in'
          if (got !== expected)
            wrong.push(`${name}: ${endpoint.name} answered ${answer.status} ${answer.error?.code}, not ${expected}`)
          if (got === 'feature')
            expect(answer.error?.details, name).toEqual({ feature: flag, current: tier, required: requiredPlan[flag] })
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBe(252)
})

const sessionGet = endpoints.find((endpoint) => endpoint.name === 'session.get') as Endpoint
/** The role is checked before the plan. A super admin passes every plan check but belongs to no department in this call. */
const expectedOf = (endpoint: Endpoint, role: 'officer' | 'admin' | 'super_admin', on: boolean) => {
  if (role === 'super_admin') return 'elsewhere'
  if (endpoint.who === 'admin' && role !== 'admin') return 'role'
  return on ? 'let in' : 'feature'
}

test('after the trial, every call from a department is refused except the ones listed here', {
  meta: { shows: ['4 trial expired', 'issue 3.1'] },
}, async () => {
  const scene = await makeScene(server)
  await server.rows(
    "update organizations set subscription_tier = 'trial', trial_end_date = (now() at time zone time_zone)::date - 1 where id = $1",
    [scene.organization.id],
  )
  const let_in: string[] = []
  const open = endpoints.filter((endpoint) => ['officer', 'admin'].includes(endpoint.who) && endpoint.afterTrial)
  for (const endpoint of endpoints.filter((one) => ['officer', 'admin'].includes(one.who) && !one.afterTrial)) {
    const input = { ...sampleInput(endpoint, scene.ids), ...overrides[endpoint.name]?.(scene.ids, scene, endpoint) }
    const { status, error } = await server.call(endpoint, input as never, scene.admin, { file })
    // Input that fails its own schema never reaches the check, so test the access check directly.
    const code = status === 400 ? await entering(endpoint, scene.admin) : error?.code
    if (code !== 'trial_expired') let_in.push(`${endpoint.name} ${status} ${code}`)
  }
  expect(let_in).toEqual([])
  expect(open.length).toBeGreaterThan(10)
  const unnamed = open.filter(({ name }) => !stillOpen.some((known) => known.test(name)))
  expect(unnamed.map(({ name }) => name)).toEqual([])
})

const entering = ({ who, feature }: Endpoint, { secret }: { secret: string }): Promise<string> =>
  server.database
    .read(sql`select * from app.enter(${hashToken(secret)}::bytea, ${who}, ${feature ?? ''}, false)`, sql`select 1`)
    .then(
      () => 'let in',
      (error: Error) => error.message,
    )

/**
 * The caller's own page and account, turning the calendar link off, check-out of an attendance in progress, export of the
 * department's data, the list of vendor staff viewing the department, and questions to the vendor.
 */
const stillOpen = [
  /^(sessions|multi_factor|mfa|accounts)\.\w+$/,
  /^officers\.(me|update_me)$/,
  /^notifications\.(settings|set_choices?|set_quiet_hours)$/,
  /^channels\.(devices|add_device|remove_device|phone|add_phone|confirm_phone|set_calls|remove_phone)$/,
  /^calendar\.(read_link|revoke_link)$/,
  /^attendance\.(open|check_out|undo_check_out)$/,
  /^exports\.(everything|current|cancel)$/,
  /^contact_requests\.(last|send)$/,
  /^support_access\.(list|changes|acts|end_visit)$/,
]
