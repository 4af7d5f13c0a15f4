import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { makeRecoveryCodes, takeRecoveryCode } from '#features/people/factors/store.codes.ts'
import { connectDatabase, type Database, type Db, enterAnyone } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#platform/server/postgres/testing.ts'
import { keyedHash, openVault, seal, unseal } from '#platform/server/vault.ts'
import { rotatedWords, rotateKey } from './rotate-key.ts'

const before = 'the key that a helper took home, 32+'
const after = 'the key that replaces it, 32 letters+'
const owner = `owner_${randomBytes(6).toString('hex')}`
let test: TestDatabase
let admin: pg.Client
let database: Database
/** An owner as managed PostgreSQL has it: no superuser, so forced row security binds it. */
const ownerUrl = () => {
  const url = new URL(test.url)
  url.username = owner
  url.searchParams.set('user', owner)
  return url.href
}

beforeAll(async () => {
  test = await createTestDatabase()
  admin = new pg.Client({ connectionString: test.url })
  await admin.connect()
  database = connectDatabase(appUrlOf(test.url), { size: 2, pipeline: true, named: true })
  await admin.query(`create role ${owner} login nosuperuser nobypassrls password 'p'`)
  await admin.query(`grant usage, create on schema public to ${owner}`)
  await admin.query(`grant usage on schema app to ${owner}; grant execute on all functions in schema app to ${owner}`)
  for (const table of ['factors', 'phones', 'recovery_codes'])
    await admin.query(`alter table ${table} owner to ${owner}`)
})
afterEach(() => openVault('the secret of an installation for tests'))
afterAll(async () => {
  await database.close()
  await admin.query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`)
  await admin.end()
  await test.drop()
})

type Held = { id: string; account_id: string; secret: Buffer }
const held = async () =>
  (await admin.query<Held>(`select id, account_id, secret from factors where kind = 'app' order by id`)).rows

/** Accounts with an authenticator sealed with the vault's key, and one phone. */
const fill = async (count: number) => {
  const { rows } = await admin.query<{ id: string }>(
    `insert into accounts (email, email_key, name) select e, e, 'P' from (select n || '-' || gen_random_uuid() || '@example.org' as e
      from generate_series(1, $1) as n) as made returning id`,
    [count],
  )
  const plain = new Map(rows.map(({ id }) => [id, randomBytes(20)]))
  await admin.query(
    `insert into factors (account_id, kind, name, secret, confirmed_at)
      select a, 'app', 'App', s, now() from unnest($1::uuid[], $2::bytea[]) as n (a, s)`,
    [[...plain.keys()], [...plain].map(([id, secret]) => seal(secret, id))],
  )
  return plain
}

it('re-encrypts every authenticator and phone number once, continues after an interruption and writes it to the audit', {
  meta: { shows: ['issue 14 rotation'] },
}, async () => {
  openVault(before)
  const plain = await fill(450)
  const [stranger] = await fill(1)
  await admin.query(`update factors set secret = $1 where account_id = $2`, [randomBytes(49), stranger?.[0]])
  await admin.query(
    `with o as (insert into organizations (name, subdomain, time_zone) values ('Key PD', 'key-pd', 'UTC') returning id),
      f as (insert into officers (organization_id, role, approved, name, email, email_key)
        select id, 'officer', true, 'P', 'p@example.org', 'p@example.org' from o returning organization_id, id)
    insert into phones (organization_id, officer_id, number, number_hash, consent_text, confirmed_at)
      select organization_id, id, '+13125550182', $1, 'I agree.', now() from f`,
    [keyedHash('+13125550182', 'phone')],
  )
  const audited = async () =>
    (
      await admin.query<{ after: Record<string, unknown> }>(
        `select after from audit_entries where action = 'admin.rotate_key' order by id`,
      )
    ).rows.map((row) => row.after)
  const entries = async () => (await admin.query(`select count(*)::int as n from audit_entries`)).rows[0].n as number
  const entriesBefore = await entries()

  // Interrupted after the first batch: what it wrote stays, the rest waits.
  openVault(after, before)
  const stop = () => {
    throw new Error('killed')
  }
  await expect(rotateKey(ownerUrl(), database, null, stop)).rejects.toThrow('killed')
  openVault(after)
  const opensAlone = async () => (await held()).filter(({ secret, account_id }) => opens(secret, account_id)).length
  const opens = (secret: Buffer, of: string) => {
    try {
      return unseal(secret, of).equals(plain.get(of) ?? Buffer.alloc(0))
    } catch {
      return false
    }
  }
  const half = await opensAlone()
  expect(half).toBeGreaterThan(150)
  expect(half).toBeLessThan(450)

  openVault(after, before)
  const done = await rotateKey(ownerUrl(), database, null)
  expect(done).toEqual({ resealed: 450 - half, current: half, lost: 1, phones: 1, codes: 0 })
  expect(rotatedWords(done)).toContain('1 authenticator could be opened with neither key and stayed as before.')
  openVault(after)
  expect(await opensAlone()).toBe(450)
  expect((await admin.query('select number_hash from phones')).rows[0].number_hash).toEqual(
    keyedHash('+13125550182', 'phone'),
  )
  openVault(after, before)
  expect(await rotateKey(ownerUrl(), database, null)).toEqual({
    resealed: 0,
    current: 450,
    lost: 1,
    phones: 0,
    codes: 0,
  })

  // Each run leaves two entries, no person's row one; and the fence is as it was.
  expect(await audited()).toHaveLength(5)
  expect((await audited()).at(-1)).toMatchObject({ stage: 'done', resealed: 0, current: 450 })
  expect((await entries()) - entriesBefore).toBe(5)
  const { rows } = await admin.query(
    `select c.relname, c.relforcerowsecurity as forced, t.tgenabled as recorded from pg_class c
      join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'record_change'
      where c.relname in ('factors', 'phones', 'recovery_codes') order by 1`,
  )
  expect(rows).toEqual(
    ['factors', 'phones', 'recovery_codes'].map((relname) => ({ relname, forced: true, recorded: 'O' })),
  )
})

it('deletes the recovery codes made before the new key, and no others', {
  meta: { shows: ['issue 14 rotation'] },
}, async () => {
  const [old, fresh] = (
    await admin.query<{ id: string }>(
      `insert into accounts (email, email_key, name) values ('o@example.org', 'o@example.org', 'O'),
        ('f@example.org', 'f@example.org', 'F') returning id`,
    )
  ).rows
  await admin.query(
    `insert into recovery_codes (account_id, hashes, made_at) values ($1, '{}', '2026-01-01Z'), ($2, '{}', '2026-01-03Z')`,
    [old?.id, fresh?.id],
  )
  openVault(after, before)
  const done = await rotateKey(ownerUrl(), database, new Date('2026-01-02T00:00Z'))
  expect(done.codes).toBe(1)
  expect((await admin.query('select account_id from recovery_codes')).rows).toEqual([{ account_id: fresh?.id }])
})

it('takes recovery codes of either key while both are set, each once', {
  meta: { shows: ['issue 14 rotation'] },
}, async () => {
  const { rows } = await admin.query<{ id: string }>(
    `insert into accounts (email, email_key, name) values ('r@example.org', 'r@example.org', 'R') returning id`,
  )
  const id = rows[0]?.id ?? ''
  const within = <T>(work: (db: Db) => Promise<T>) =>
    database.transaction([enterAnyone], async (db) => {
      await setScope(db, { user_id: id })
      return work(db)
    })
  const take = (code: string) => within((db) => takeRecoveryCode(db, id, code))
  openVault(before)
  const [first = '', second = '', third = ''] = await within((db) => makeRecoveryCodes(db, id))
  openVault(after)
  expect(await take(first)).toBeNull()
  openVault(after, before)
  const left = await take(first)
  expect(left).toBeGreaterThan(0)
  expect(await take(first)).toBeNull()
  // A process that does not have the new key yet.
  openVault(before, after)
  expect(await take(second)).toBe((left ?? 0) - 1)
  const [fresh = ''] = await within((db) => makeRecoveryCodes(db, id))
  expect(await take(third)).toBeNull()
  openVault(after, before)
  expect(await take(fresh)).toBeGreaterThan(0)
})
