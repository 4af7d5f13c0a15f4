import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/server/postgres/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (args: readonly string[], databaseUrl = database.url, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl, NODE_NO_WARNINGS: '1', ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (bytes) => (said.out += String(bytes)))
    child.stderr.on('data', (bytes) => (said.err += String(bytes)))
    child.once('close', (code) => resolve({ code, ...said }))
  })
const query = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

it('creates a super admin, an organization and its first admin with links, never a password', {
  meta: { shows: ['issue 2.1', '9 trial length'] },
}, async () => {
  const superAdmin = await run(['create-super-admin', 'vendor@example.org'])
  expect(superAdmin).toMatchObject({ code: 0, err: '' })
  expect(superAdmin.out).toMatch(/\/auth\/link\?token=[\w-]{43}\n$/)
  const made = await run(['create-organization', '--name', 'St. Paul PD', '--zone', 'America/Chicago'])
  expect(made.out).toContain('/st-paul-pd/login')
  const clash = await run([
    'create-organization',
    '--name',
    'St-Paul PD',
    '--zone',
    'America/Chicago',
    '--tier',
    'trial',
  ])
  expect(clash.out).toContain('/st-paul-pd-2/login')
  const invited = await run(['invite-admin', '--organization', 'st-paul-pd', 'chief@example.org'])
  expect(invited.out).toMatch(/\/st-paul-pd\/admin\/setup\?invitation=[\w-]{43}\n$/)
  expect(await query(`select kind, email from account_links order by created_at`)).toEqual([
    { kind: 'super_admin', email: 'vendor@example.org' },
    { kind: 'admin_setup', email: 'chief@example.org' },
  ])
  const [trial] = await query<{ days: number }>(
    `select trial_end_date - (now() at time zone 'America/Chicago')::date as days from organizations where subdomain = 'st-paul-pd-2'`,
  )
  expect(trial?.days).toBe(29)
})

it('removes lost second factors from an account: sends an email, signs out every device and keeps the password', {
  meta: { shows: ['issue 3.13'] },
}, async () => {
  await query(`with o as (insert into organizations (name, subdomain, time_zone) values ('Lost PD', 'lost-pd', 'UTC') returning id),
    a as (insert into accounts (email, email_key, name, password_hash) values ('Lost@example.org', 'lost@example.org', 'L', 'h') returning id),
    f as (insert into factors (account_id, kind, name, secret, confirmed_at) select id, 'app', 'App', decode(repeat('00', 49), 'hex'), now() from a),
    r as (insert into recovery_codes (account_id, hashes) select id, '{}' from a),
    s as (insert into sessions (token_hash, user_id, organization_id, kind) select decode(repeat('01', 32), 'hex'), a.id, o.id, 'department' from a, o)
    insert into officers (organization_id, user_id, role, approved, name, email, email_key)
    select o.id, a.id, 'admin', true, 'L', 'lost@example.org', 'lost@example.org' from o, a`)
  await query(`update memberships set second_factor = true`)
  const done = await run(['reset-factors', 'lost@example.org'])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('1 second factor was taken off lost@example.org')
  expect(
    await query(`select (select count(*)::int from factors) as factors, (select count(*)::int from recovery_codes) as codes,
      (select bool_or(second_factor) from memberships) as marked, (select ended_why from sessions) as why,
      (select password_hash from accounts where email_key = 'lost@example.org') as password,
      (select to_address from mails where subject = 'Your second factor was removed') as told,
      (select count(*)::int from audit_entries where action = 'admin.reset_factors' and thing_type = 'factors') as audited`),
  ).toEqual([
    { factors: 0, codes: 0, marked: false, why: 'factors_reset', password: 'h', told: 'Lost@example.org', audited: 1 },
  ])
  expect((await run(['reset-factors', 'lost@example.org'])).err).toContain('has no second factor')
})

it('rotates the secret key from the command line', { meta: { shows: ['issue 14 rotation'] } }, async () => {
  const keys = {
    SECRET_KEY: 'the-new-key-of-this-installation-32',
    SECRET_KEY_OTHER: 'the-old-key-of-this-installation-32',
  }
  const done = await run(['rotate-key', '--delete-codes-before', '2026-01-31T14:00Z'], database.url, keys)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('0 authenticators re-encrypted')
  // Printed with the old key and set before the new one, the pair keeps subscriptions.
  const pair = await run(['push-keys'], database.url, { SECRET_KEY: keys.SECRET_KEY_OTHER })
  expect(pair.out).toMatch(/^VAPID_PUBLIC_KEY=[\w-]{87}\nVAPID_PRIVATE_KEY=[\w-]{43}\n$/)
  const set = Object.fromEntries(
    pair.out
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  expect((await run(['push-keys'], database.url, { ...keys, ...set })).out).toBe(pair.out)
  const vague = await run(['rotate-key', '--delete-codes-before', 'yesterday'], database.url, keys)
  expect([vague.code, vague.err.trim()]).toEqual([1, 'Give the instant in UTC, such as 2027-01-31T14:00Z.'])
})

it.each([
  ['an unknown account', ['reset-factors', 'nobody@example.org'], /There is no account/],
  ['a reserved address', ['create-organization', '--name', 'Super Admin', '--zone', 'UTC'], /belongs to the product/],
  ['no letters', ['create-organization', '--name', '!!!', '--zone', 'UTC'], /needs a letter/],
  ['no time zone', ['create-organization', '--name', 'X', '--zone', 'EST5'], /no time zone/],
  ['no organization', ['invite-admin', '--organization', 'nowhere', 'a@example.org'], /There is no organization/],
  ['no address', ['create-super-admin', 'nobody'], /one email address/],
  ['a rotation without the other key', ['rotate-key'], /Set SECRET_KEY to the new key and SECRET_KEY_OTHER/],
  ['an unknown option', ['create-super-admin', '--password', 'x'], /Unknown option/],
  ['an unknown command', ['drop-everything'], /Usage/],
])('prints a readable message: %s', { meta: { shows: ['issue 2.1'] } }, async (_, args, words) => {
  const answer = await run(args)
  expect(answer.code).toBe(1)
  expect(answer.out).toBe('')
  expect(answer.err).toMatch(words)
  expect(answer.err).not.toMatch(/\n\s+at /)
})

it('reports an unreachable database in one line', { meta: { shows: ['issue 2.1'] } }, async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const answer = await run(['create-super-admin', 'a@example.org'], `postgres://x@127.0.0.1:${port}/x`)
  expect(answer).toMatchObject({ code: 1, out: '' })
  expect(answer.err.trim().split('\n')).toHaveLength(1)
})
