import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { type Chain, verifyAudit } from '#features/department/audit/jobs.verify.ts'
import { listChains } from '#features/department/audit/store.seals.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import * as contract from '#features/vendor/organizations/contract.erasures.ts'
import { readOrganization } from '#features/vendor/organizations/contract.ts'
import { sweepsOf } from '#features/vendor/organizations/jobs.erasures.ts'
import { listEnded } from '#features/vendor/organizations/store.erasures-erasing.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { routes } from './routes.ts'
import { makeScene } from './testing.scene.ts'

/** The vendor's own records, which an erasure never touches (db/fence/98-erasure.sql says why for each). */
const kept = [
  'revenue_figures',
  'organization_erasures',
  'vendor_reads',
  'billing_accounts',
  'contracts',
  'contract_versions',
  'contract_charges',
  'invoices',
  'invoice_lines',
  'invoice_numbers',
  'invoice_documents',
  'invoice_letters',
  'number_series',
  'payments',
  'payment_allocations',
  'refunds',
  'billing_tasks',
]

let server: TestServer
let folder: string
let audit: ReturnType<typeof auditJobs>
let [asker, other] = [
  { secret: '', user_id: '' },
  { secret: '', user_id: '' },
]
const file = () => join(folder, 'anchors.log')
beforeAll(async () => {
  server = await startTestServer(routes)
  folder = mkdtempSync(join(tmpdir(), 'watchbill-erasure-'))
  audit = auditJobs(file(), () => undefined)
  asker = await server.makeSuperAdmin()
  other = await server.makeSuperAdmin()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (organization_id: string) =>
  server.call(contract.askErasure, { organization_id, reason: 'The contract has ended' }, asker)
const confirm = (organization: { id: string; name: string }, by = other) =>
  server.call(contract.confirmErasure, { organization_id: organization.id, name: organization.name }, by)
const open = async (organization_id: string, by = asker) =>
  (await server.call(contract.readErasure, { organization_id }, by)).body
/** Pretends the 30 days are over. Bypasses the fence and the guards, which allow no one else to do this. */
const age = async (id: string) => {
  await server.rows(`update organizations set erase_after = now() - interval '1 minute' where id = $1`, [id])
  await server.rows(`alter table organization_erasures disable trigger guard_erasure`)
  await server.rows(
    `update organization_erasures set erase_after = now() - interval '1 minute' where subject_id = $1`,
    [id],
  )
  await server.rows(`alter table organization_erasures enable trigger guard_erasure`)
}
const work = async (stopping = () => false) => {
  for (const sweep of sweepsOf(audit.close)) await sweep.outside(server.database, VENDOR_ID, stopping)
}
const seal = async (id: string) => {
  for (const sweep of audit.sweeps) await server.database.transaction([enterSystem(id, 'job')], (db) => sweep.run(db))
}

/** Row counts by table for rows that carry the organization, without the vendor's own. */
const rowsOf = async (id: string) => {
  const tables = await server.rows<{ name: string }>(`select c.relname as name from pg_class c join pg_attribute a
    on a.attrelid = c.oid and a.attname = 'organization_id' where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.rows<{ n: number }>(
        `select count(*)::int as n from ${name} where organization_id = $1`,
        [id],
      )
      return [name, row?.n ?? 0] as const
    }),
  )
  return Object.fromEntries(counts.filter(([name, n]) => n > 0 && !kept.includes(name)))
}
/** The whole database as one text, without the vendor's own records and without pokes, whose ids expire after ten minutes. */
const dump = async () => {
  const tables = await server.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
    [[...kept, 'audit_entries', 'idempotency_keys', 'outbox']],
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (await server.rows(`select t::text as text from ${name} t`)).map(({ text }) => `${name}: ${text}`),
    ),
  )
  return texts.flat().join('\n')
}

test('an erasure empties every table with an organization column, or the table is kept for a stated reason', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const tables = await server.rows<{ name: string; erasable: boolean }>(`select c.relname as name,
      has_table_privilege('watchbill_eraser', c.oid, 'DELETE') and exists (select from pg_policies p
        where p.tablename = c.relname and 'watchbill_eraser' = any (p.roles) and p.policyname = 'erase') as erasable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  expect(tables.filter(({ erasable }) => !erasable).map(({ name }) => name)).toEqual(kept.toSorted())
  expect(tables.length).toBeGreaterThan(40)
})

test('a requested erasure sets a closing date and notifies the admins; work goes on, and the request can be canceled', {
  meta: { shows: ['issue 4.4', 'issue 4.4 30 days'] },
}, async () => {
  const scene = await makeScene(server)
  const { id } = scene.organization
  const { erase_after } = (await ask(id)).body
  expect(Math.round((Date.parse(erase_after) - Date.now()) / 86_400_000)).toBe(30)
  const session = await server.call(getSession, {}, scene.admin)
  expect(Date.parse(session.body.organization?.closes_at ?? '')).toBe(Date.parse(erase_after))
  const letters = () =>
    server.rows<{ subject: string }>(
      'select subject from mails where organization_id = $1 and to_address = $2 order by created_at',
      [id, scene.admin.email],
    )
  expect(await letters()).toEqual([{ subject: `${scene.organization.name} is closing` }])
  expect((await ask(id)).error?.code).toBe('state_changed')
  expect(await open(id)).toMatchObject({
    needs_another: 'own',
    erasure: { confirmed: null, reason: 'The contract has ended' },
  })
  expect((await confirm(scene.organization)).error?.code).toBe('too_early')
  const off = { organization_id: id, reason: 'They stay' }
  expect((await server.call(contract.callOffErasure, off, other)).body).toEqual({ done: true })
  expect((await server.call(contract.callOffErasure, off, other)).error?.code).toBe('state_changed')
  expect((await server.call(readOrganization, { organization_id: id }, asker)).body.state).toBe('active')
  expect((await server.call(getSession, {}, scene.admin)).body.organization?.closes_at).toBeNull()
  expect(await letters()).toHaveLength(2)
  expect((await ask(id)).status).toBe(200)
})

test('confirming takes another super admin, the name and a fresh second factor; of two at once, one succeeds', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const house = await server.makeOrganization()
  const third = await server.makeSuperAdmin()
  await ask(house.id)
  await age(house.id)
  expect((await confirm(house, asker)).error?.code).toBe('second_person_needed')
  expect((await confirm({ ...house, name: house.name.toLowerCase() })).error?.fields?.[0]?.field).toBe('name')
  await server.rows(`update sessions set second_factor_at = now() - interval '11 minutes' where user_id = $1`, [
    third.user_id,
  ])
  expect((await confirm(house, third)).error?.code).toBe('not_fresh')
  await server.rows('update sessions set second_factor_at = now() where user_id = $1', [third.user_id])
  const both = await Promise.all([confirm(house, other), confirm(house, third)])
  expect(both.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['done', 'erasure_confirmed'])
  const off = await server.call(contract.callOffErasure, { organization_id: house.id, reason: 'x' }, asker)
  expect(off.error?.code).toBe('erasure_confirmed')
})

/** Makes exactly these staff members active; anyone reactivated counts as reactivated just now. */
const staff = (...people: { user_id: string }[]) =>
  server.rows('update super_admin_users set active = account_id = any ($1)', [people.map(({ user_id }) => user_id)])

test('the only super admin at the time of the request may take both steps', {
  meta: { shows: ['issue 4.4', 'issue 4.4 second person'] },
}, async () => {
  const house = await server.makeOrganization()
  await staff(asker)
  await ask(house.id)
  await age(house.id)
  expect((await open(house.id)).needs_another).toBe(null)
  expect((await confirm(house, asker)).body).toEqual({ done: true })
})

test('rejects confirmation by a super admin added or re-added since the request, and by the requester left alone since', {
  meta: { shows: ['issue 4.4', 'issue 4.4 second person'] },
}, async () => {
  const house = await server.makeOrganization()
  other = await server.makeSuperAdmin()
  const away = await server.makeSuperAdmin()
  await ask(house.id)
  await age(house.id)
  const made = await server.makeSuperAdmin()
  // A person who was on the list at the time but accepted the invitation later does not count as present.
  expect([(await open(house.id, made)).needs_another, (await confirm(house, made)).error?.code]).toEqual([
    'later',
    'second_person_needed',
  ])
  await staff(asker, other, made)
  await staff(asker, other, away, made)
  expect((await confirm(house, away)).error?.code).toBe('second_person_needed')
  await staff(asker)
  expect([(await open(house.id)).needs_another, (await confirm(house, asker)).error?.code]).toEqual([
    'own',
    'second_person_needed',
  ])
  // The database itself enforces it, whatever a handler does.
  const forced = server.database.transaction([enterSystem(VENDOR_ID, 'test')], async (db) => {
    await db.rows(
      sql`select set_config('app.role', 'super_admin', true), set_config('app.user_id', ${made.user_id}, true)`,
    )
    await db.run(sql`update organization_erasures set confirmed_at = now(), confirmed_by = ${made.user_id}::uuid,
      confirmed_by_name = 'x' where subject_id = ${house.id}::uuid`)
  })
  await expect(forced).rejects.toMatchObject({ code: '42501' })
  expect(
    await server.rows('select from organization_erasures where subject_id = $1 and confirmed_at is null', [house.id]),
  ).toHaveLength(1)
  // After the erasure is canceled and requested again, they count as present.
  await staff(asker, made)
  await server.call(contract.callOffErasure, { organization_id: house.id, reason: 'Anew' }, asker)
  expect((await ask(house.id)).status).toBe(200)
  await age(house.id)
  expect((await open(house.id, made)).needs_another).toBe(null)
  expect((await confirm(house, made)).body).toEqual({ done: true })
  other = made
})

test('nothing is left in any table, and the certificate lists what was erased', {
  meta: { shows: ['issue 4.4', 'issue 4.4 certificate'] },
}, async () => {
  const [scene, neighbour] = [await makeScene(server), await makeScene(server)]
  const { id, name, subdomain } = scene.organization
  // An officer of both departments keeps the account and the membership in the other department.
  const [both] = await server.rows<{ id: string; email: string }>('select id, email from accounts where id = $1', [
    neighbour.officer.user_id,
  ])
  await server.insert('officers', {
    organization_id: id,
    user_id: both?.id,
    name: 'In both',
    approved: true,
    role: 'officer',
  })
  await server.insert('organization_logos', {
    organization_id: id,
    webp: Buffer.from('w'),
    png: Buffer.from('p'),
    width: 1,
    height: 1,
  })
  await server.insert('billing_accounts', { organization_id: id, legal_name: 'Kept for the books' })
  const { user_id: account_id } = scene.officer
  const act = { act: 'release', reason: 'Asked for by telephone', by_user_id: asker.user_id }
  await server.insert('account_acts', { organization_id: VENDOR_ID, account_id, ...act })
  // The trial request the department began with, a note about it by the vendor's staff, and one written from inside.
  await server.rows(`update feature_requests set trial_organization_id = $1 where id = $2`, [
    id,
    scene.known.trial_request_id,
  ])
  for (const request_id of [scene.known.wish_id, scene.known.trial_request_id])
    await server.insert('request_notes', { organization_id: VENDOR_ID, request_id, body: `About ${name}` })
  const untouched = await neighbour.fingerprint()
  const had = await rowsOf(id)
  await ask(id)
  await age(id)
  await seal(id)
  await confirm(scene.organization)
  await work()
  expect(await rowsOf(id)).toEqual({})
  expect(await server.rows('select legal_name from billing_accounts where organization_id = $1', [id])).toHaveLength(1)
  // The vendor's own rows keep their ids.
  const ofVendor = [scene.known.trial_request_id, scene.known.super_admin_id, scene.known.testimonial_id]
  const left = await dump()
  for (const mark of [
    name,
    subdomain,
    scene.admin.email,
    scene.officer.email,
    scene.pending.email,
    ...scene.marks.filter((one) => !ofVendor.includes(one)),
  ])
    expect(left.split('\n').filter((line) => line.includes(mark))).toEqual([])
  expect(left).toContain(both?.email)
  expect(await neighbour.fingerprint()).toBe(untouched)
  expect((await server.call(getSession, {}, neighbour.officer)).status).toBe(200)
  expect((await server.call(getSession, {}, scene.admin)).status).toBe(401)
  const [row] = await server.rows('select name, subdomain, state from organizations where id = $1', [id])
  expect(row).toEqual({ name: 'Erased organization', subdomain: `erased-${id}`, state: 'erased' })

  const page = (await server.call(contract.listErasures, {}, asker)).body.items.find(
    (one) => one.organization_id === id && one.confirmed,
  )
  const certificate = (await server.call(contract.readCertificate, { id: page?.id ?? '' }, asker)).body
  expect(certificate).toMatchObject({
    name,
    subdomain,
    reason: 'The contract has ended',
    rows: { accounts: 3, memberships: 4 },
  })
  expect(certificate.finished_at).not.toBeNull()
  expect(certificate.asked.by).toBe('Vendor Person')
  // Every existing row is counted. The closing itself adds to the record, and rows that depend on an account are counted too.
  // Months marked for a recount were counted one last time.
  for (const [table, n] of Object.entries(had).filter(([table]) => table !== 'figure_marks'))
    expect([table, certificate.rows[table] ?? 0]).toEqual([table, expect.toSatisfy((m: number) => m >= n)])
  for (const table of ['officers', 'attendance', 'organization_logos', 'officer_notes', 'posts'])
    if (had[table]) expect([table, certificate.rows[table]]).toEqual([table, had[table]])
  await server.rows('select 1')
  await expect(server.rows(`update organization_erasures set rows = '{}' where subject_id = $1`, [id])).rejects.toThrow(
    'written once',
  )
  await expect(server.rows(`delete from organization_erasures where subject_id = $1`, [id])).rejects.toThrow(
    'written once',
  )

  const verify = async () => {
    const asJob = sql`select set_config('app.role', 'system', true)`
    const chains = await server.database.read<Chain>(asJob, listChains(null))
    const read = <R extends Record<string, unknown>>(of: string, statement: ReturnType<typeof sql>) =>
      server.database.read<R>(enterSystem(of, 'audit.verify'), statement)
    return (await verifyAudit(read, chains, file(), true, await listEnded(server.database))).faults
  }
  expect(await verify()).toEqual([])
  expect(readFileSync(file(), 'utf8')).toContain(`seal ${id} ${certificate.seal?.number} ${certificate.seal?.hash}`)
  const whole = readFileSync(file(), 'utf8')
  writeFileSync(
    file(),
    whole.replace(
      `${certificate.seal?.number} ${certificate.seal?.hash}`,
      `${certificate.seal?.number} ${'0'.repeat(64)}`,
    ),
  )
  expect((await verify()).join()).toContain('the certificate names another seal')
  writeFileSync(file(), whole)
})

test('keeps invitations that other organizations sent to one of its people', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const [house, other_house] = [await server.makeOrganization(), await server.makeOrganization()]
  const person = await server.makePerson(house)
  const awaited = await server.insert('officers', {
    organization_id: other_house.id,
    name: 'Awaited',
    email: person.email,
    email_key: person.email,
  })
  const link = (kind: string, of: Record<string, unknown>) =>
    server.insert('account_links', {
      token_hash: Buffer.from(crypto.randomUUID().replaceAll('-', '')),
      kind,
      email: person.email,
      email_key: person.email,
      expires_at: new Date(Date.now() + 3_600_000),
      ...of,
    })
  const theirs = [
    await link('claim', { organization_id: other_house.id, officer_id: awaited.id }),
    await link('super_admin', {}),
  ]
  await link('reset', {})
  await ask(house.id)
  await age(house.id)
  await confirm(house)
  await work()
  expect(await server.rows('select from accounts where id = $1', [person.user_id])).toEqual([])
  const left = await server.rows<{ id: string }>('select id from account_links where email_key = $1', [person.email])
  expect(left.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => String(id)).toSorted())
})

test('an interrupted erasure resumes where it stopped and counts each row once', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const scene = await makeScene(server)
  const { id } = scene.organization
  await server.rows(
    `insert into officers (organization_id, name) select $1, 'Officer ' || n from generate_series(1, 2500) n`,
    [id],
  )
  await ask(id)
  await age(id)
  await confirm(scene.organization)
  const had = await rowsOf(id)
  for (let batches = 1; batches < 60; batches += 13) {
    let left = batches
    await work(() => left-- <= 0)
  }
  await work()
  expect(await rowsOf(id)).toEqual({})
  const [row] = await server.rows<{ rows: Record<string, number>; finished_at: Date }>(
    'select rows, finished_at from organization_erasures where subject_id = $1 and called_off_at is null',
    [id],
  )
  expect(row?.finished_at).not.toBeNull()
  expect(row?.rows.officers).toBe(had.officers)
  expect(row?.rows.audit_entries).toBeGreaterThan(had.audit_entries ?? 0)
})

test('no role can erase early: not the application, not the job, and not an organization that isn’t closing', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const house = await server.makeOrganization()
  await server.makePerson(house)
  const as = (statement: ReturnType<typeof sql>, role: string) =>
    server.database.transaction(
      [sql`select set_config('app.role', ${role}, true), set_config('app.organization_id', ${house.id}, true)`],
      (db) => db.run(statement),
    )
  for (const role of ['admin', 'super_admin', 'system']) {
    await expect(as(sql`delete from audit_entries`, role)).rejects.toThrow('permission denied')
    // A merge may delete the duplicate it emptied; no other row is visible to it.
    expect(await as(sql`delete from officers`, role)).toBe(0)
    await expect(as(sql`update organizations set state = 'erased'`, role)).rejects.toThrow('not_allowed')
  }
  await expect(
    as(
      sql`update organizations set state = 'closing', erase_after = now() + interval '29 days' where id = (select app.organization_id())`,
      'super_admin',
    ),
  ).rejects.toThrow('not_allowed')
  const erase = () =>
    server.database.erase(sql`select app.enter_eraser(${house.id}::uuid)`, (db) =>
      db.run(sql`delete from audit_entries`),
    )
  await expect(erase()).rejects.toThrow('not being erased')
  await ask(house.id)
  await expect(erase()).rejects.toThrow('not being erased')
  await expect(
    as(sql`update organizations set state = 'erased' where id = (select app.organization_id())`, 'system'),
  ).rejects.toThrow('not_allowed')
  await expect(
    as(sql`update organizations set erase_after = now() where id = (select app.organization_id())`, 'super_admin'),
  ).rejects.toThrow('not_allowed')
  // Without its entry, the eraser's role sees nothing at all.
  const named = sql`select set_config('app.role', 'system', true), set_config('app.organization_id', ${house.id}, true)`
  const blind = await server.database.erase(named, async (db) => [
    await db.run(sql`delete from audit_entries`),
    await db.run(sql`delete from officers`),
    await db.run(sql`delete from accounts`),
  ])
  expect(blind).toEqual([0, 0, 0])
  await work()
  expect(Object.keys(await rowsOf(house.id))).toContain('officers')
})
