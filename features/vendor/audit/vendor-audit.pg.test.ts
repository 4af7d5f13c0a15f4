import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { editOrganization, listOrganizations } from '#features/vendor/organizations/contract.ts'
import { routes as organizations } from '#features/vendor/organizations/routes.ts'
import { routes as settings } from '#features/vendor/settings/routes.ts'
import { startSupport } from '#features/vendor/support-access/contract.ts'
import { routes as supportAccess } from '#features/vendor/support-access/routes.ts'
import { disableUser } from '#features/vendor/users/contract.ts'
import { routes as users } from '#features/vendor/users/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import * as contract from './contract.ts'
import { routes } from './routes.ts'

type SuperAdmin = Awaited<ReturnType<TestServer['makeSuperAdmin']>>
let server: TestServer
let organization: TestOrganization
let ann: TestPerson
let first: SuperAdmin
let second: SuperAdmin

beforeAll(async () => {
  server = await startTestServer([...routes, ...organizations, ...settings, ...users, ...supportAccess, ...officers])
  organization = await server.makeOrganization()
  ann = await server.makePerson(organization, { name: 'Ann Arbor' })
  first = await server.makeSuperAdmin()
  second = await server.makeSuperAdmin()
  await server.call(listOrganizations, {}, first)
  const [{ version } = { version: 1 }] = await server.rows<{ version: number }>(
    'select version from organizations where id = $1',
    [organization.id],
  )
  await server.call(editOrganization, { organization_id: organization.id, max_officers: '77', version }, first)
  await server.call(disableUser, { user_id: ann.user_id, reason: 'Asked for by telephone' }, second)
  const reason = 'Looks at a roster that does not load'
  await server.call(startSupport, { organization_id: organization.id, reason, may_write: false }, first)
})
afterAll(() => server.close())

const list = async (ask: InputOf<typeof contract.listVendorAudit> = {}, who: SuperAdmin | TestPerson = first) =>
  (await server.call(contract.listVendorAudit, ask, who)).body.items
const entry = async (id: string) => (await server.call(contract.readVendorEntry, { entry: id }, first)).body

describe('vendor audit', { meta: { shows: ['issue 4.3 audit'] } }, () => {
  test('records a change to a department’s vendor data: who, when, which department, before and after', async () => {
    const found = (await list({ action: 'vendor_organizations.edit' })).find((one) => one.kind === 'change')
    expect(found).toMatchObject({
      actor: { user_id: first.user_id, role: 'super_admin' },
      organization: { id: organization.id, name: organization.name },
      thing_type: 'organizations',
      thing_name: organization.name,
      change: 'changed',
      fields: ['max_officers'],
    })
    expect(await entry(found?.id ?? '')).toMatchObject({ before: {}, after: { max_officers: 77 } })
    const detail = await entry(found?.id ?? '')
    expect(detail.before?.max_officers).not.toBe(77)
  })

  test('shows only that a department’s own data changed, nothing more', async () => {
    const inside = (await list({ organization: organization.id, action: 'users.disable' })).filter(
      (one) => one.kind === 'change' && one.thing_type !== 'account_acts',
    )
    expect(inside.length).toBeGreaterThan(0)
    for (const one of inside) {
      expect(one).toMatchObject({ change: null, fields: [], thing_name: null })
      expect(await entry(one.id)).toMatchObject({ before: null, after: null })
    }
  })

  test('includes the vendor’s own actions with their reasons, and support access with its reason', async () => {
    const act = (await list({ action: 'users.disable' })).find(
      (one) => one.kind === 'change' && one.thing_type === 'account_acts',
    )
    expect(act).toMatchObject({ organization: null, thing_name: 'Test Person', actor: { user_id: second.user_id } })
    expect((await entry(act?.id ?? '')).after).toMatchObject({ reason: 'Asked for by telephone' })
    const [visit] = await list({ kind: 'support' })
    expect(visit).toMatchObject({
      thing_type: 'support_accesses',
      thing_name: 'Looks at a roster that does not load',
      organization: { id: organization.id },
    })
    expect((await entry(visit?.id ?? '')).after).toMatchObject({ reason: 'Looks at a roster that does not load' })
  })

  test('records who viewed what across departments and why, including this page', async () => {
    const reads = await list({ kind: 'reads' })
    expect(reads.every((one) => one.kind === 'read')).toBe(true)
    expect(reads.find((one) => one.action === 'vendor_organizations.list')).toMatchObject({
      actor: { user_id: first.user_id },
      reason: expect.stringMatching(/./),
      organization: null,
    })
    expect(reads.some((one) => one.action === 'vendor_audit.list')).toBe(true)
  })

  test('filters by person, department and time, and returns nothing else', async () => {
    expect(new Set((await list({ person: second.user_id })).map((one) => one.actor.user_id))).toEqual(
      new Set([second.user_id]),
    )
    const here = await list({ organization: organization.id })
    expect(new Set(here.map((one) => one.organization?.id))).toEqual(new Set([organization.id]))
    expect(await list({ organization: (await server.makeOrganization()).id })).toEqual([])
    expect(await list({ until: '2001-01-01T00:00:00Z' })).toEqual([])
    expect(await list({ since: '2199-01-01T00:00:00Z' })).toEqual([])
  })

  test('finds an entry’s subject from its content, whatever its writer claims; a deletion is about the deleted row', async () => {
    const gone = await server.makeOrganization()
    await server.rows(
      `insert into audit_entries (organization_id, action, actor_role, thing_type, about, before, after)
        select '00000000-0000-0000-0000-000000000000', 'organization_erasures.confirm', 'super_admin', 'organization_erasures', $1, null,
          jsonb_build_object('subject_id', $2::text, 'organization_id', '00000000-0000-0000-0000-000000000000')`,
      [organization.id, gone.id],
    )
    const [found, ...others] = await list({ organization: gone.id })
    expect(found).toMatchObject({ action: 'organization_erasures.confirm', organization: { id: gone.id } })
    expect(others).toEqual([])
    const plan = await server.rows<{ 'QUERY PLAN': string }>(
      `explain select from audit_entries e where e.organization_id = '00000000-0000-0000-0000-000000000000'
        and (e.actor_role in ('super_admin', 'support') or e.action = 'super_admins.sign_in'
          or e.thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'))
        and e.about = '${gone.id}'`,
    )
    expect(JSON.stringify(plan)).toContain('audit_entries_staff_about')
  })

  test('excludes attempts by people outside vendor staff, from any table', async () => {
    await server.rows(
      `insert into audit_entries (organization_id, action, actor_role, thing_type, after)
        values ('00000000-0000-0000-0000-000000000000', 'accounts.sign_in', 'anyone', 'sign_in_attempts', '{"email_key":"secret@example.org"}')`,
    )
    expect(JSON.stringify(await list({ action: 'accounts.sign_in' }))).toBe('[]')
  })

  test('pages changes and reads in one order, each once', async () => {
    await server.rows(`insert into audit_entries (organization_id, action, actor_role, actor_user_id, thing_type, after)
      select '00000000-0000-0000-0000-000000000000', 'vendor_settings.edit', 'super_admin', '${first.user_id}', 'vendor_settings', '{}'
      from generate_series(1, 120)`)
    const seen: { id: string; at: string }[] = []
    for (let after: string | undefined; ; ) {
      const { body } = await server.call(contract.listVendorAudit, after ? { after } : {}, first)
      expect(body.items.length).toBeLessThanOrEqual(50)
      seen.push(...body.items)
      if (body.next === null) break
      after = body.next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const [count] = await server.rows<{ n: number }>(`select (select count(*) from vendor_reads)::int
      + (select count(*) from audit_entries e where e.organization_id = '00000000-0000-0000-0000-000000000000'
        and (e.actor_role in ('super_admin', 'support') or e.thing_type = 'super_admin_users'))::int as n`)
    expect(seen.length).toBe(count?.n)
  })

  test('exports the same entries, with before and after side by side', async () => {
    const ask = { format: 'csv', action: 'vendor_organizations.edit' } as const
    const { text } = (await server.call(contract.exportVendorAudit, ask, first)).body as unknown as { text: string }
    expect(text).toContain(organization.name)
    expect(text).toMatch(/officer limit: 77/)
    expect(text.split('\r\n')[0]).toContain('When (UTC),Person,Role,Type,Action,Organization')
  })

  test('is not found by people in departments', async () => {
    const admin = await server.makePerson(organization, { role: 'admin' })
    for (const who of [admin, ann]) {
      expect((await server.call(contract.listVendorAudit, {}, who)).status).not.toBe(200)
      expect((await server.call(contract.readVendorEntry, { entry: '1' }, who)).status).not.toBe(200)
    }
  })
})
