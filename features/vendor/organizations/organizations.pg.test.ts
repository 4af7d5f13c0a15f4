import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLink } from '#features/people/account-links/contract.ts'
import { routes as accountLinks } from '#features/people/account-links/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { tiers } from '#platform/shared/plans.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { routes } from './routes.ts'
import { type Choices, flagChoices, flagsOf, gatedFlags, previewOf, type VendorFields } from './rules.ts'

let server: TestServer
let vendor: { user_id: string; email: string; secret: string }
beforeAll(async () => {
  server = await startTestServer([...routes, ...accountLinks])
  vendor = await server.makeSuperAdmin()
})
afterAll(() => server.close())

const wanted = {
  name: 'St. Paul PD',
  subdomain: '',
  time_zone: 'America/Chicago',
  subscription_tier: 'trial',
  trial_end_date: '',
  max_officers: '25',
  admin_email: 'chief@example.org',
  admin_name: 'The Chief',
  reason: 'Signed up by telephone',
} as const
const create = (over: Partial<Record<keyof typeof wanted, string>> = {}) =>
  server.call(contract.createOrganization, { ...wanted, ...over } as typeof wanted, vendor)
const read = async (id: string) => (await server.call(contract.readOrganization, { organization_id: id }, vendor)).body
const list = async (ask: Record<string, string> = {}) =>
  (await server.call(contract.listOrganizations, ask, vendor)).body

describe('creating an organization', { meta: { shows: ['issue 4.4', '2 /super-admin/organizations'] } }, () => {
  test('sets the address from the name, a 30-day trial, and an invitation for the first admin', async () => {
    const { body } = await create()
    expect(body.subdomain).toBe('st-paul-pd')
    const [row] = await server.rows<Record<string, unknown>>(
      `select subscription_tier, max_officers, trial_end_date = (now() at time zone time_zone)::date + 29 as month,
         app.trial_days_left(trial_end_date, time_zone, now())::int as days_left
       from organizations where id = $1`,
      [body.id],
    )
    expect(row).toEqual({ subscription_tier: 'trial', max_officers: 25, month: true, days_left: 30 })
    const [mail] = await server.rows<{ to_address: string; text_body: string }>(
      'select to_address, text_body from mails where organization_id = $1',
      [body.id],
    )
    expect(mail?.to_address).toBe('chief@example.org')
    const token = /invitation=([\w-]{43})/.exec(mail?.text_body ?? '')?.[1] ?? ''
    const link = (await server.call(readLink, { token, agency: 'st-paul-pd' }, null)).body
    expect(link).toMatchObject({ kind: 'admin_setup', name: 'The Chief', organization: { id: body.id } })
    const audit = await server.rows(
      `select actor_role, actor_user_id, action from audit_entries where organization_id = $1 and thing_type = 'organizations'`,
      [body.id],
    )
    expect(audit).toEqual([
      { actor_role: 'super_admin', actor_user_id: vendor.user_id, action: 'vendor_organizations.create' },
    ])
    expect((await read(body.id)).invited).toMatchObject([{ email: 'chief@example.org' }])
  })

  test('five with the same name at once get five different addresses', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Race County' })))
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(made.map(({ body }) => body.subdomain).toSorted()).toEqual(
      ['race-county', 'race-county-2', 'race-county-3', 'race-county-4', 'race-county-5'].toSorted(),
    )
  })

  test('of two with the same chosen address at once, one gets it, the other is refused, and nothing partial is left', async () => {
    const before = await server.rows('select count(*)::int as n from organizations')
    const both = await Promise.all([create({ subdomain: 'one-door' }), create({ subdomain: 'one-door' })])
    expect(both.map(({ error }) => error?.code ?? 'made').toSorted()).toEqual(['address_taken', 'made'])
    expect(await server.rows('select count(*)::int as n from organizations')).not.toEqual(before)
    const [rows] = await server.rows(`select count(*)::int as n from organizations where subdomain like 'one-door%'`)
    expect(rows).toEqual({ n: 1 })
  })

  test('a repeated request creates it once', async () => {
    const key = crypto.randomUUID()
    const twice = [
      await server.call(contract.createOrganization, { ...wanted, name: 'Once' }, vendor, { key }),
      await server.call(contract.createOrganization, { ...wanted, name: 'Once' }, vendor, { key }),
    ]
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id)
  })

  test.each([
    [{ name: 'Super Admin' }, 'name'],
    [{ name: '!!!' }, 'name'],
    [{ subdomain: 'api' }, 'subdomain'],
    [{ subdomain: 'A b' }, 'subdomain'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ max_officers: '0' }, 'max_officers'],
    [{ max_officers: '1e3' }, 'max_officers'],
    [{ trial_end_date: '2027-02-30' }, 'trial_end_date'],
    [{ admin_email: 'nobody' }, 'admin_email'],
  ])('refuses %j with a message on its field', async (over, field) => {
    const { status, error } = await create(over)
    expect([status, error?.fields?.map((one) => one.field)]).toEqual([400, [field]])
  })

  test('vendor staff can’t become its first admin', async () => {
    const { status, error } = await create({ admin_email: vendor.email })
    expect([status, error?.fields?.map((one) => one.field)]).toEqual([400, ['admin_email']])
  })
})

describe('organization list', { meta: { shows: ['issue 4.4', '2 /super-admin/organizations'] } }, () => {
  test('figures are updated in the transactions that change them, for every way in and out', async () => {
    const house = await server.makeOrganization()
    const figures = async () => (await list({ search: house.name })).items[0]
    const count = async (statement: string) => {
      await server.rows(statement, [house.id])
      return (await figures())?.officers
    }
    expect(await figures()).toMatchObject({ officers: 0, last_activity_at: null })
    await server.makePerson(house)
    const two = await server.makePerson(house, { approved: false })
    expect((await figures())?.officers).toBe(1)
    expect(await count(`update officers set approved = true where organization_id = $1`)).toBe(2)
    expect(await count(`update officers set suspended_at = now() where organization_id = $1`)).toBe(2)
    expect(
      await count(`update officers set left_on = '2026-01-01' where id = '${two.officer_id}' and organization_id = $1`),
    ).toBe(1)
    expect(await count(`update officers set left_on = null where organization_id = $1`)).toBe(2)
    await server.rows(
      `insert into officers (organization_id, name, approved) select $1, 'Officer ' || n, n % 2 = 0
      from generate_series(1, 40) n`,
      [house.id],
    )
    expect((await figures())?.officers).toBe(22)
    await server.rows(`delete from force_members where organization_id = $1`, [house.id])
    expect(await count(`delete from officers where organization_id = $1 and user_id is null`)).toBe(2)
  })

  test('last activity is from the department’s people, not the vendor’s, and updates at most hourly', {
    meta: { shows: ['issue 4.4 inactive'] },
  }, async () => {
    const house = await server.makeOrganization()
    const of = async () => (await list({ search: house.name })).items[0]?.last_activity_at
    const entry = (role: string, ago: string) =>
      server.rows(
        `insert into audit_entries (organization_id, at, action, actor_user_id, actor_role, thing_type)
         values ($1, date_trunc('second', now()) - $2::interval, 'x', gen_random_uuid(), $3, 'officers')`,
        [house.id, ago, role],
      )
    await entry('super_admin', '3 days')
    await entry('system', '3 days')
    expect(await of()).toBeNull()
    await entry('officer', '2 days')
    const first = await of()
    expect(Date.now() - Date.parse(first ?? '')).toBeGreaterThan(47 * 3_600_000)
    await entry('admin', '47 hours 30 minutes')
    expect(await of()).toBe(first)
    expect((await list({ search: house.name, quiet: 'yes' })).items).toEqual([])
    await server.rows(
      `update organization_figures set last_activity_at = now() - interval '20 days' where organization_id = $1`,
      [house.id],
    )
    expect((await list({ search: house.name, quiet: 'yes' })).items).toHaveLength(1)
    // Without any activity, it counts from the day of creation.
    const never = await server.makeOrganization()
    expect((await list({ search: never.name, quiet: 'yes' })).items).toEqual([])
    await server.rows(`update organizations set created_at = now() - interval '15 days' where id = $1`, [never.id])
    expect((await list({ search: never.name, quiet: 'yes' })).items).toHaveLength(1)
  })

  test('pages by key, in every order and direction, each organization once', async () => {
    const mark = `Paged ${crypto.randomUUID().slice(0, 8)}`
    await server.rows(
      `insert into organizations (name, subdomain, subscription_tier, trial_end_date) select $1 || ' ' || n, $2 || n,
         case when n % 3 = 0 then 'trial' else 'basic' end, case when n % 6 = 0 then date '2020-01-01' end
       from generate_series(1, 120) n`,
      [mark, `p${crypto.randomUUID().slice(0, 8)}-`],
    )
    for (const sort of ['name', 'officers', 'last_activity', 'created'])
      for (const direction of ['asc', 'desc']) {
        const seen: string[] = []
        for (let after: string | null = ''; after !== null; ) {
          const page: Awaited<ReturnType<typeof list>> = await list({
            search: mark,
            sort,
            direction,
            ...(after ? { after } : {}),
          })
          seen.push(...page.items.map(({ id }) => id))
          after = page.next
        }
        expect([sort, direction, seen.length, new Set(seen).size]).toEqual([sort, direction, 120, 120])
      }
    const names = (await list({ search: mark, sort: 'name' })).items.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect((await list({ search: mark, trial: 'expired' })).items).toHaveLength(20)
    expect((await list({ search: mark, trial: 'active' })).items).toHaveLength(20)
    expect((await list({ search: mark, tier: 'trial' })).items).toHaveLength(40)
    expect((await list({ search: mark, state: 'suspended' })).items).toHaveLength(0)
    expect((await list({ search: `${mark}%_\\` })).items).toHaveLength(0)
  })

  test('exports with the same filters and records the reason', async () => {
    const answer = await server.call(contract.exportOrganizations, { format: 'csv', search: 'St. Paul' }, vendor)
    expect(JSON.stringify(answer.body)).toContain('St. Paul PD')
    // Committed with the snapshot, shortly after the last byte.
    const recorded = () => server.rows(`select distinct reason from vendor_reads where call like '%export_list'`)
    await expect.poll(async () => (await recorded()).length).toBe(1)
  })

  test('excludes erased organizations and the vendor, and the selector searches by name, address and id', async () => {
    const gone = await server.makeOrganization({ state: 'erased' })
    expect((await list({ search: gone.name })).items).toEqual([])
    expect((await list({ search: 'Vendor' })).items.map(({ name }) => name)).not.toContain('Vendor')
    expect((await server.call(contract.readOrganization, { organization_id: gone.id }, vendor)).status).toBe(404)
    const house = await server.makeOrganization()
    for (const ask of [{ search: house.subdomain }, { search: house.name.toUpperCase() }, { id: house.id }])
      expect((await server.call(contract.findOrganizations, ask, vendor)).body.items).toMatchObject([{ id: house.id }])
  })
})

describe('fields and flags', { meta: { shows: ['issue 4.4', '2 /super-admin/organizations/{orgId}'] } }, () => {
  const edit = (id: string, input: Record<string, unknown>) =>
    server.call(contract.editOrganization, { organization_id: id, version: 1, ...input }, vendor)

  test('each flag is inherited, on or off, and flags outside the seven are kept', async () => {
    const house = await server.makeOrganization({ features_enabled: { api_access: true, reports: false } })
    expect((await read(house.id)).flags).toMatchObject({ reports: 'off', overtime: 'inherit', audit_logs: 'inherit' })
    await edit(house.id, { flags: { reports: 'inherit', audit_logs: 'off', overtime: 'on' } })
    const [row] = await server.rows('select features_enabled from organizations where id = $1', [house.id])
    expect(row).toEqual({ features_enabled: { api_access: true, audit_logs: false, overtime: true } })
  })

  test('two saves at once: different fields are both kept, the same field needs a knowing overwrite', async () => {
    const house = await server.makeOrganization()
    const both = await Promise.all([edit(house.id, { max_officers: '10' }), edit(house.id, { max_officers: '20' })])
    expect(both.map(({ error }) => error?.code ?? 'saved').toSorted()).toEqual(['changed_meanwhile', 'saved'])
    const other = await server.makeOrganization()
    const apart = await Promise.all([edit(other.id, { max_officers: '10' }), edit(other.id, { name: 'Renamed' })])
    expect(apart.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(other.id)).toMatchObject({ max_officers: 10, name: 'Renamed', version: 3 })
  })

  test('refuses a taken, reserved or malformed address, but not its own', async () => {
    const [house, other] = [await server.makeOrganization(), await server.makeOrganization()]
    expect((await edit(house.id, { subdomain: other.subdomain })).error?.code).toBe('address_taken')
    expect((await edit(house.id, { subdomain: 'demo' })).error?.fields?.[0]?.field).toBe('subdomain')
    expect((await edit(house.id, { subdomain: '-x' })).status).toBe(400)
    expect((await edit(house.id, { subdomain: house.subdomain })).body.version).toBe(1)
  })

  test('saves a limit below the current number: nobody loses access, and the preview counts the excess', async () => {
    const house = await server.makeOrganization()
    for (let n = 0; n < 3; n++) await server.makePerson(house)
    const preview = await server.call(
      contract.previewOrganization,
      { organization_id: house.id, max_officers: '1', subdomain: `${house.subdomain}-x` },
      vendor,
    )
    expect(preview.body.effects).toEqual([
      { kind: 'over_limit', feature: null, count: 2 },
      { kind: 'address_moved', feature: null, count: null },
    ])
    expect((await read(house.id)).version).toBe(1)
    expect((await edit(house.id, { max_officers: '1' })).status).toBe(200)
  })

  test('the preview matches the database’s result: features by has_feature, the trial by trial_over', async () => {
    const before = await server.makeOrganization({ primary_color: '#0f766e' })
    const flag = fc.option(fc.constantFrom(...flagChoices), { nil: undefined })
    const of = fc.record({
      tier: fc.constantFrom(...tiers),
      ends: fc.constantFrom('2020-01-01', '2199-01-01', ''),
      flags: fc.record(Object.fromEntries(gatedFlags.map((name) => [name, flag]))),
    })
    const now = isoInstant(Date.now())
    const fields = { name: 'x', subdomain: 'x', time_zone: 'America/Chicago', max_officers: null } as const
    const behind = { officers_counted: 1, extra_time_open: 2, primary_color: '#0f766e', has_logo: false }
    const cases = fc.sample(fc.tuple(of, of), { numRuns: 300, seed: 4 })
    const sides = cases.flatMap((pair) =>
      pair.map(({ tier, ends, flags }) => ({
        tier,
        ends: ends || null,
        flags: flagsOf({}, flags as Partial<Choices>),
      })),
    )
    const rows = await server.rows<{ has: string[]; over: boolean }>(
      `select array(select f from unnest($1::text[]) f where app.has_feature(s.tier, s.flags, f)) as has,
         app.trial_over(s.tier, s.ends, 'America/Chicago', now()) as over
       from (select e ->> 'tier' as tier, (e ->> 'ends')::date as ends, e -> 'flags' as flags, n
         from jsonb_array_elements($2::jsonb) with ordinality as e(e, n)) s order by s.n`,
      [gatedFlags, JSON.stringify(sides)],
    )
    cases.forEach((_, n) => {
      const [from, to, had, has] = [sides[2 * n], sides[2 * n + 1], rows[2 * n], rows[2 * n + 1]]
      if (!from || !to || !had || !has) throw new Error('a case is missing')
      const side = (it: typeof from): VendorFields => ({
        ...fields,
        subscription_tier: it.tier,
        trial_end_date: it.ends as VendorFields['trial_end_date'],
        features_enabled: it.flags,
      })
      const effects = previewOf(side(from), side(to), behind, now)
      const named = (kind: string) => effects.filter((one) => one.kind === kind).map(({ feature }) => feature)
      expect(named('feature_lost').toSorted()).toEqual(had.has.filter((one) => !has.has.includes(one)).toSorted())
      expect(named('feature_gained').toSorted()).toEqual(has.has.filter((one) => !had.has.includes(one)).toSorted())
      expect([named('trial_over').length, named('trial_open').length]).toEqual([
        Number(has.over && !had.over),
        Number(had.over && !has.over),
      ])
    })
    const asked = await server.call(
      contract.previewOrganization,
      { organization_id: before.id, subscription_tier: 'basic' },
      vendor,
    )
    expect(asked.body.effects).toContainEqual({ kind: 'feature_lost', feature: 'custom_branding', count: 1 })
  })

  test('inviting another admin notifies the existing ones, and is refused for a suspended organization', async () => {
    const house = await server.makeOrganization()
    const invite = () =>
      server.call(
        contract.inviteAdmin,
        { organization_id: house.id, email: 'second@example.org', name: '', reason: 'Asked by the chief' },
        vendor,
      )
    expect((await invite()).body).toEqual({ done: true })
    expect((await read(house.id)).invited).toHaveLength(1)
    const told = await server.rows<{ type: string; message: string }>(
      'select type, message from notifications where organization_id = $1 and officer_id is null',
      [house.id],
    )
    expect(told).toEqual([{ type: 'support_access', message: expect.stringContaining('second@example.org') }])
    // Vendor staff cannot become admins of a department this way.
    const staff = await server.call(
      contract.inviteAdmin,
      { organization_id: house.id, email: vendor.email.toUpperCase(), name: '', reason: 'Mine' },
      vendor,
    )
    expect(staff.error?.fields?.map(({ field }) => field)).toEqual(['email'])
    expect((await read(house.id)).invited).toHaveLength(1)
    await server.call(contract.suspendOrganization, { organization_id: house.id, reason: 'Unpaid' }, vendor)
    expect((await invite()).error?.code).toBe('organization_closed')
  })

  test('are not found by departments and visitors', async () => {
    const house = await server.makeOrganization()
    const admin = await server.makePerson(house, { role: 'admin' })
    for (const { endpoint } of routes) {
      const input = { organization_id: house.id, email: 'a@example.org', version: 1, ...wanted }
      expect(
        (await server.call(endpoint, { ...input, format: 'csv' } as never, admin)).status,
        endpoint.name,
      ).toBeOneOf([404, 400])
      expect((await server.call(endpoint, { ...input, format: 'csv' } as never, null)).status, endpoint.name).toBeOneOf(
        [401, 400],
      )
    }
    expect(await read(house.id)).toMatchObject({ state: 'active', version: 1 })
  })
})
