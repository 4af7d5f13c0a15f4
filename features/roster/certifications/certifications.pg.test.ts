import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { routes as officerRoutes } from '#features/roster/officers/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import {
  addCertification,
  editCertification,
  listCertifications,
  removeCertification,
  verifyCertification,
} from './contract.ts'
import { sweeps } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
let admin: TestPerson
let second: TestPerson

const today = () => wallOf(new Date().toISOString(), organization.time_zone).date
const on = (days: number) => plusDays(today(), days)
const certificate = (over: object = {}) => ({
  officer_id: officer.officer_id,
  type: 'CPR and first aid',
  number: '',
  issued_on: on(-300),
  expires_on: on(45),
  verified: false,
  ...over,
})
const add = (over: object = {}, as = admin) => server.call(addCertification, certificate(over), as)
const listOf = async (as: TestPerson, officer_id?: string) =>
  (await server.call(listCertifications, officer_id ? { officer_id } : {}, as)).body.items

beforeAll(async () => {
  server = await startTestServer([...routes, ...officerRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization, { name: 'Officer One' })
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin One' })
  second = await server.makePerson(organization, { role: 'admin', name: 'Admin Two' })
})

describe('certificates', { meta: { shows: ['issue 3.3 certifications'] } }, () => {
  it('an admin who has seen it adds it verified, an officer unverified, and the verifier is kept', async () => {
    expect((await add({ verified: true })).status).toBe(200)
    const own = await add({ type: 'K-9 handler', expires_on: '' }, officer)
    expect(own.status).toBe(200)
    expect(await listOf(officer)).toMatchObject([
      { type: 'CPR and first aid', state: 'expiring', days_left: 45, verified_by: 'an admin', may: [] },
      { type: 'K-9 handler', state: 'valid', days_left: null, verified_at: null, may: ['edit', 'remove'] },
    ])
    expect((await server.call(verifyCertification, { id: own.body.id, version: 1 }, admin)).status).toBe(200)
    expect((await listOf(admin, officer.officer_id))[1]).toMatchObject({ verified_by: 'Admin One' })
    expect((await server.call(verifyCertification, { id: own.body.id, version: 2 }, second)).error?.code).toBe(
      'certification_verified',
    )
  })

  it('nobody verifies their own, and an officer can’t see or change anyone else’s', {
    meta: { shows: ['6 roles'] },
  }, async () => {
    expect((await add({ officer_id: admin.officer_id, verified: true })).error?.code).toBe('own_certification')
    const own = await add({ officer_id: admin.officer_id })
    expect((await server.call(verifyCertification, { id: own.body.id, version: 1 }, admin)).error?.code).toBe(
      'own_certification',
    )
    expect(
      (
        await server.call(
          editCertification,
          { ...rest(certificate({ verified: true })), id: own.body.id, version: 1 },
          admin,
        )
      ).error?.code,
    ).toBe('own_certification')
    expect((await server.call(verifyCertification, { id: own.body.id, version: 1 }, second)).status).toBe(200)
    expect((await add({ verified: true }, officer)).error?.code).toBe('own_certification')
    expect((await server.call(listCertifications, { officer_id: admin.officer_id }, officer)).status).toBe(404)
    expect((await add({ officer_id: admin.officer_id }, officer)).status).toBe(404)
    expect((await server.call(removeCertification, { id: own.body.id }, officer)).status).toBe(404)
  })

  it('a change removes the verification, and a verified one is locked for its officer', async () => {
    const { id } = (await add({ verified: true })).body
    const edit = (over: object, as: TestPerson) =>
      server.call(editCertification, { ...rest(certificate(over)), id, version: 1 }, as)
    expect((await edit({ number: 'A1' }, officer)).error?.code).toBe('certification_verified')
    expect((await server.call(removeCertification, { id }, officer)).error?.code).toBe('certification_verified')
    expect((await edit({ number: 'A1' }, admin)).body).toEqual({ version: 2 })
    expect(await listOf(officer)).toMatchObject([{ number: 'A1', verified_at: null, may: ['edit', 'remove'] }])
    expect((await edit({ number: 'A2' }, admin)).error?.code).toBe('changed_meanwhile')
    expect((await server.call(removeCertification, { id }, officer)).status).toBe(200)
    expect(await listOf(admin, officer.officer_id)).toEqual([])
  })

  it('dates must be in order, with no issue date in the future', async () => {
    expect((await add({ expires_on: on(-301) })).error?.fields?.[0]?.field).toBe('expires_on')
    expect((await add({ issued_on: on(1), expires_on: '' })).error?.fields?.[0]?.field).toBe('issued_on')
    expect((await add({ issued_on: on(0), expires_on: on(0) })).status).toBe(200)
    expect(await listOf(officer)).toMatchObject([{ state: 'expiring', days_left: 0 }])
  })

  it('pages by key, next to expire first, each once, and suggests types in use', async () => {
    for (let i = 0; i < 7; i++) await add({ type: `Type ${i % 3}`, expires_on: i === 3 ? '' : on(100 + (i % 2)) })
    const seen: (string | null)[] = []
    let after: string | undefined
    do {
      const { body } = await server.call(
        listCertifications,
        { officer_id: officer.officer_id, limit: 2, ...(after ? { after } : {}) },
        admin,
      )
      expect(body.types).toEqual(['Type 0', 'Type 1', 'Type 2'])
      seen.push(...body.items.map((one) => one.expires_on))
      after = body.next ?? undefined
    } while (after)
    expect(seen).toEqual([on(100), on(100), on(100), on(100), on(101), on(101), null])
  })
})

/** Editing takes the certificate's id instead of the officer's. */
const rest = ({ officer_id: _officer, ...one }: ReturnType<typeof certificate>) => one

describe('expiring certificates', { meta: { shows: ['issue 3.3 expiring'] } }, () => {
  const found = async (certifications: 'expiring' | 'expired') =>
    (await server.call(listOfficers, { certifications }, admin)).body.items.map((one) => one.name)

  it('the roster filters by them, excluding renewed ones', {
    meta: { shows: ['issue 3.3 expiring days'] },
  }, async () => {
    await add({ expires_on: on(60) })
    await add({ officer_id: second.officer_id, expires_on: on(61) })
    expect(await found('expiring')).toEqual(['Officer One'])
    expect(await found('expired')).toEqual([])
    await add({ officer_id: second.officer_id, type: 'K-9 handler', expires_on: on(-1) })
    expect(await found('expired')).toEqual(['Admin Two'])
    const which = async (certifications?: 'expired') =>
      (await server.call(listOfficers, certifications ? { certifications } : {}, admin)).body.items.map(
        (one) => one.certificates,
      )
    expect(await which('expired')).toEqual([[{ type: 'K-9 handler', expires_on: on(-1) }]])
    expect((await which()).every((one) => one === undefined)).toBe(true)
    await add({ type: 'cpr and FIRST aid', expires_on: on(400) })
    await add({ officer_id: second.officer_id, type: 'K-9 handler', expires_on: '' })
    expect([...(await found('expiring')), ...(await found('expired'))]).toEqual([])
    expect((await listOf(officer)).map((one) => one.state)).toEqual(['replaced', 'valid'])
  })

  it('officer and admins are notified at 60, 30 and 7 days, once each, however often the job runs', {
    meta: { shows: ['issue 3.3 notified before'] },
  }, async () => {
    const { id } = (await add({ expires_on: on(61) })).body
    const tell = () =>
      Promise.all(
        sweeps.map((sweep) =>
          server.database.transaction([enterSystem(organization.id, 'job')], (db) => sweep.run(db)),
        ),
      )
    const told = () =>
      server.rows<{ officer_id: string | null; title: string }>(
        `select officer_id, title from notifications where organization_id = $1 and type = 'certification_expiring' order by created_at, officer_id nulls first`,
        [organization.id],
      )
    await tell()
    expect(await told()).toEqual([])
    for (const [left, times] of [
      [60, 1],
      [31, 1],
      [30, 2],
      [7, 3],
      [0, 3],
      [-1, 3],
    ] as const) {
      await server.rows('update officer_certifications set expires_on = $2 where id = $1', [id, on(left)])
      await Promise.all([tell(), tell()])
      await tell()
      expect(await told(), `${left} days left`).toHaveLength(times * 2)
    }
    expect((await told()).slice(0, 2)).toEqual([
      { officer_id: null, title: 'Officer One: CPR and first aid expires in 60 days' },
      { officer_id: officer.officer_id, title: 'CPR and first aid expires in 60 days' },
    ])
    // A changed expiration date triggers the reminders again.
    const edited = await server.call(
      editCertification,
      { ...rest(certificate({ expires_on: on(20) })), id, version: 1 },
      admin,
    )
    expect(edited.status).toBe(200)
    await tell()
    expect(await told()).toHaveLength(8)
  })
})
