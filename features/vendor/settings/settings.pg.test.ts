import { afterAll, beforeAll, expect, test } from 'vitest'
import { setBackupStatus } from '#platform/server/backup/status.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { editVendorSettings, readVendorSettings } from './contract.ts'
import { routes } from './routes.ts'
import { keepVendorFacts } from './store.kept.ts'
import { findVendorProfile } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

test('the vendor reads when the last copy was made and restored, and that there is none', async () => {
  const person = await server.makeSuperAdmin()
  expect((await read(person)).backup).toBeNull()
  const status = { copied_at: '2026-11-26T03:00:00.000Z', restored_at: null }
  setBackupStatus(() => status)
  try {
    expect((await read(person)).backup).toEqual(status)
  } finally {
    setBackupStatus(null)
  }
})

type Values = InputOf<typeof editVendorSettings>
const read = async (person: { secret: string }) => (await server.call(readVendorSettings, {}, person)).body
const given = (version: number, over: Partial<Values> = {}): Values => ({
  legal_name: 'Vendor Co',
  address: '1 Main St\nSpringfield, IL',
  tax_id: '12-3456789',
  support_email: 'help@vendor.example',
  payment_terms: 'Net 30.',
  invoice_footer: '',
  currency: 'USD',
  price_5_25: '1,200',
  price_26_100: '2400.50',
  price_over_100: '',
  version,
  ...over,
})

test('saves in cents, reads back, is recorded in the vendor’s audit, and the process sees it', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const person = await server.makeSuperAdmin()
  const facts = await keepVendorFacts(server.database, {
    legal_name: null,
    address: null,
    support_email: 'a@b.example',
  })
  expect(facts.now()).toMatchObject({ support_email: 'a@b.example' })
  const { version } = await read(person)
  const saved = await server.call(editVendorSettings, given(version), person)
  expect(saved.body).toEqual({ version: version + 1 })
  expect(await read(person)).toMatchObject({ price_5_25: 120_000, price_26_100: 240_050, price_over_100: null })
  const profile = await server.database.transaction([enterSystem(VENDOR_ID, 'job.test')], findVendorProfile)
  expect(profile).toMatchObject({
    legal_name: 'Vendor Co',
    currency: 'USD',
    prices: { '5-25': 120_000, '26-100': 240_050, '100+': null },
  })
  await facts.renew()
  expect(facts.now()).toEqual({
    legal_name: 'Vendor Co',
    address: '1 Main St, Springfield, IL',
    support_email: 'help@vendor.example',
  })
  const [entry] = await server.rows(
    `select organization_id, actor_role, before ->> 'legal_name' as before, after ->> 'legal_name' as after
     from audit_entries where action = 'vendor_settings.edit' and actor_user_id = $1`,
    [person.user_id],
  )
  expect(entry).toEqual({ organization_id: VENDOR_ID, actor_role: 'super_admin', before: '', after: 'Vendor Co' })
  const [poke] = await server.rows(`select audience from outbox where topic = 'vendor'`)
  expect(poke).toEqual({ audience: 'system' })
})

test('of two saves at once, one wins and the other is refused, as is a stale version', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const [one, two] = [await server.makeSuperAdmin(), await server.makeSuperAdmin()]
  const { version } = await read(one)
  const answers = await Promise.all(
    [one, two].map((person, at) => server.call(editVendorSettings, given(version, { tax_id: `tax ${at}` }), person)),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  const refused = answers.find((answer) => answer.status === 409)
  expect(refused?.error).toMatchObject({ code: 'changed_meanwhile', details: { version: version + 1 } })
})

test.each([
  ['price_5_25', '-1'],
  ['price_5_25', '12.345'],
  ['price_over_100', 'free'],
  ['support_email', 'nobody'],
  ['currency', 'XXX'],
  ['legal_name', 'x'.repeat(121)],
] as const)('%s as "%s" is refused beside its field', { meta: { shows: ['issue 4.3'] } }, async (field, value) => {
  const person = await server.makeSuperAdmin()
  const { version } = await read(person)
  const answer = await server.call(editVendorSettings, given(version, { [field]: value }), person)
  expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, field])
})
