import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { requiredPlan, type tiers } from '#platform/shared/plans.ts'
import { listFeatures } from './contract.features.ts'
import { editOrganization, previewOrganization } from './contract.ts'
import { routes } from './routes.features.ts'
import { routes as organizations } from './routes.ts'
import { flagsOf, gatedFlags } from './rules.ts'

let server: TestServer
let anna: Awaited<ReturnType<TestServer['makeSuperAdmin']>>
beforeAll(async () => {
  server = await startTestServer([...routes, ...organizations])
  anna = await server.makeSuperAdmin()
  // 2,000 departments across all plans; a third override the plan's features.
  await server.rows(`insert into organizations (name, subdomain, subscription_tier, features_enabled, state)
    select 'Dept ' || lpad((n % 700)::text, 4, '0'), 'dept-' || n, (array['basic', 'trial', 'pro', 'enterprise'])[1 + n % 4],
      case n % 6 when 0 then '{"reports": false}' when 1 then '{"audit_logs": true, "api_access": true}' else '{}' end::jsonb,
      case when n % 50 = 0 then 'suspended' when n % 50 = 1 then 'erased' else 'active' end
    from generate_series(1, 2000) n`)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Row = {
  id: string
  subscription_tier: (typeof tiers)[number]
  features_enabled: Record<string, boolean>
  state: string
}
const stored = () =>
  server.rows<Row>(
    `select id, subscription_tier, features_enabled, state from organizations where state not in ('vendor', 'erased')`,
  )
const ask = (input: object) => server.call(listFeatures, input, anna)

test('lists every organization once, in pages, with its overrides', {
  meta: { shows: ['2 /super-admin/features', 'issue 4.6'] },
}, async () => {
  const rows = new Map((await stored()).map((row) => [row.id, row]))
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await ask(after ? { after } : {})
    for (const item of body.items) {
      seen.push(item.id)
      const row = rows.get(item.id)
      for (const flag of gatedFlags)
        expect(hasFeature(flag, item.subscription_tier, flagsOf({}, item.flags))).toBe(
          hasFeature(flag, row?.subscription_tier ?? 'basic', row?.features_enabled),
        )
    }
    after = body.next ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([rows.size, rows.size])
})

test('counts by flag match the rule over every row', { meta: { shows: ['issue 4.6'] } }, async () => {
  const rows = await stored()
  const { counts, total } = (await ask({ tier: 'trial' })).body
  expect(total).toBe(rows.length)
  for (const flag of gatedFlags) {
    const of = (want: (row: Row) => boolean) => rows.filter(want).length
    expect([flag, counts[flag]]).toEqual([
      flag,
      {
        has: of((row) => hasFeature(flag, row.subscription_tier, row.features_enabled)),
        on: of((row) => row.features_enabled[flag] === true),
        off: of((row) => row.features_enabled[flag] === false),
      },
    ])
  }
  expect(Object.keys(requiredPlan).length).toBe(gatedFlags.length + 2)
})

test('filters by plan, flag and override', { meta: { shows: ['issue 4.6'] } }, async () => {
  const rows = await stored()
  const found = async (input: object) => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const { body } = await ask({ ...input, ...(after ? { after } : {}) })
      ids.push(...body.items.map((item) => item.id))
      after = body.next ?? undefined
    } while (after)
    return ids.sort()
  }
  const want = (is: (row: Row) => boolean) =>
    rows
      .filter(is)
      .map((row) => row.id)
      .sort()
  const set = (row: Row, value: boolean) => gatedFlags.some((flag) => row.features_enabled[flag] === value)
  expect(await found({ tier: 'basic', flag: 'audit_logs', choice: 'on' })).toEqual(
    want((row) => row.subscription_tier === 'basic' && row.features_enabled.audit_logs === true),
  )
  expect(await found({ choice: 'off' })).toEqual(want((row) => set(row, false)))
  expect(await found({ choice: 'inherit' })).toEqual(want((row) => !set(row, true) && !set(row, false)))
  expect(await found({ flag: 'reports', choice: 'inherit', tier: 'pro' })).toEqual(
    want((row) => row.subscription_tier === 'pro' && row.features_enabled.reports === undefined),
  )
  expect(await found({ search: 'DEPT 00%' })).toEqual([])
})

test('changes one cell after its preview; of two at once the second is refused; vendor staff are updated live', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  const organization = await server.makeOrganization({
    subscription_tier: 'basic',
    features_enabled: '{"reports": false}',
  })
  const look = async () =>
    (await ask({ search: organization.subdomain })).body.items.find((item) => item.id === organization.id)
  const before = await look()
  const input = { organization_id: organization.id, flags: { audit_logs: 'on' } } as const
  const preview = await server.call(previewOrganization, input, anna)
  expect(preview.body.effects).toEqual([{ kind: 'feature_gained', feature: 'audit_logs', count: null }])
  const version = before?.version ?? 0
  const ben = await server.makeSuperAdmin()
  const answers = await Promise.all([
    server.call(editOrganization, { ...input, version }, anna),
    server.call(editOrganization, { organization_id: organization.id, flags: { audit_logs: 'off' }, version }, ben),
  ])
  expect(answers.map(({ status, error }) => error?.code ?? status).sort()).toEqual([200, 'changed_meanwhile'])
  const after = await look()
  expect(after?.flags).toEqual({ ...before?.flags, audit_logs: answers[0].status === 200 ? 'on' : 'off' })
  expect(after?.flags.reports).toBe('off')
  const pokes = await server.rows(`select audience from outbox where topic = 'organizations' and thing_id = $1`, [
    organization.id,
  ])
  expect(pokes).toHaveLength(2)
})

test('nobody in a department sees them', { meta: { shows: ['issue 4.6', 'issue 2.4'] } }, async () => {
  const admin = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  expect((await server.call(listFeatures, {}, admin)).status).toBe(404)
  expect((await server.call(listFeatures, {}, null)).status).toBe(401)
})
