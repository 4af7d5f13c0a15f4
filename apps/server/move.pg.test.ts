import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealDue } from '#features/department/audit/jobs.sealing.ts'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { forgotPassword, resetPassword } from '#features/people/account-links/contract.ts'
import { signIn } from '#features/people/accounts/contract.ts'
import { giveCode } from '#features/people/factors/contract.second-step.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { enterSystem } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { keyedHash, openVault, unseal } from '#platform/server/vault.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { readConfig } from './config.ts'
import { demoId, people } from './demo.ts'
import { moveOut } from './move.export.ts'
import { moveIn } from './move.import.ts'
import { leftBehind } from './move.tables.ts'
import { routes } from './routes.ts'
import { seedDemo } from './seed.ts'
import {
  asInstallation,
  everything,
  makeDepartment,
  moveKey,
  newSecret,
  oldSecret,
  password,
  seed,
} from './testing.move.ts'
import { verifyDatabase } from './verify-database.ts'

const demoSeed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let folder: string
let source: TestServer
let target: TestServer
beforeAll(async () => {
  folder = makeTestFolder('watchbill-move-')
  ;[source, target] = [await startTestServer(routes), await startTestServer(routes)]
})
afterAll(async () => {
  await Promise.all([source.close(), target.close()])
  rmSync(folder, { recursive: true, force: true })
})

const seals = async (server: TestServer, id: string, bound?: number) => {
  while (
    (await server.database.transaction([enterSystem(id, 'job.seal_audit')], async (db) => sealDue(db, bound))) > 0
  );
}
const move = async (organization: string) => {
  const out = join(folder, `${organization}.archive`)
  const exported = await asInstallation(oldSecret, () =>
    moveOut({ url: source.databaseUrl, organization, out, key: moveKey }),
  )
  const imported = await asInstallation(newSecret, () => moveIn({ url: target.databaseUrl, file: out, key: moveKey }))
  return { exported, imported }
}

/** The rows of each table, as sorted texts without the columns that may differ. */
const rowsOf = async (server: TestServer, id: string, without: Readonly<Record<string, readonly string[]>> = {}) => {
  const tables = await server.rows<{ name: string }>(
    `select table_name::text as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  )
  const found = new Map<string, string[]>()
  const take = async (name: string, where: string) => {
    const rows = await server.rows<{ row: string }>(
      `select (to_jsonb(t) - $2::text[])::text as row from "${name}" t where ${where} order by 1`,
      [id, without[name] ?? []],
    )
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  for (const { name } of tables) if (!(name in leftBehind)) await take(name, 'organization_id = $1')
  const ours = 'in (select user_id from officers where organization_id = $1)'
  await take('organizations', 'id = $1')
  await take('accounts', `id ${ours}`)
  await take('factors', `account_id ${ours}`)
  return found
}
const stateColumns = ['state', 'state_reason', 'state_since', 'updated_at', 'version']
const rekeyed = {
  organizations: stateColumns,
  audit_seals: ['sealer_xid'],
  factors: ['secret'],
  phones: ['number_hash'],
}
/** What an import itself adds: its audit rows, and the new state. */
const added = ['audit_entries', 'organization_standings', 'figure_marks']

const secretOf = (headers: Headers) => /watchbill=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''
const code = (secret: Secret) => new TOTP({ secret }).generate()
const enter = (server: TestServer, email: string, typed = password) =>
  server.call(signIn, { email, password: typed }, null)

describe('a department with a quarter of a year of work', { meta: { shows: ['issue 14.4 moving'] } }, () => {
  const demoPassword = 'plum-otter-39-canvas-quilt'
  beforeAll(async () => {
    openVault(oldSecret)
    const env = {
      DATABASE_URL: source.databaseUrl,
      DATA_DIR: folder,
      DEMO_PASSWORD: demoPassword,
      DEMO_TOTP_SECRET: demoSeed,
    }
    await seedDemo(source.databaseUrl, readConfig(env, ['--demo'], folder))
    await seals(source, demoId, 400)
    // Two databases count their transactions apart.
    await source.rows(`update audit_seals set sealer_xid = '99999999999' where organization_id = $1`, [demoId])
  }, 120_000)

  it('arrives row by row as it was, with its audit, and its people go on working there', {
    timeout: 120_000,
  }, async () => {
    const { exported, imported } = await move('demo')
    expect(imported).toMatchObject({ state: 'active', head: { organization: { id: demoId, subdomain: 'demo' } } })
    expect(exported.tail.audit.seals).toBeGreaterThan(3)
    const [before, after] = [await rowsOf(source, demoId, rekeyed), await rowsOf(target, demoId, rekeyed)]
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [table, rows] of before) {
      const there = new Set(after.get(table))
      expect([table, rows.filter((row) => !there.has(row))]).toEqual([table, []])
      if (!added.includes(table)) expect([table, there.size]).toEqual([table, rows.length])
    }
    const filled = [...before].filter(([, rows]) => rows.length > 0)
    expect(filled.length).toBeGreaterThan(45)
    expect(await target.rows('select state, state_reason from organizations where id = $1', [demoId])).toEqual([
      { state: 'active', state_reason: null },
    ])

    const whole = await verifyDatabase(appUrlOf(target.databaseUrl), { organization: 'demo', anchors: null })
    expect(whole.verdict).toMatchObject({ faults: [], seals: exported.tail.audit.seals })
    await asInstallation(newSecret, async () => {
      const officer = await enter(target, people[2].email, demoPassword)
      expect([officer.status, officer.body.next]).toEqual([200, 'done'])
      const session = await target.call(getSession, {}, { secret: secretOf(officer.headers) })
      expect(session.body.organization?.id).toBe(demoId)
      const admin = await enter(target, people[0].email, demoPassword)
      const done = await target.call(
        giveCode,
        { code: code(Secret.fromBase32(demoSeed)) },
        { secret: secretOf(admin.headers) },
      )
      expect(done.status).toBe(200)
      expect((await target.call(listOfficers, {}, { secret: secretOf(done.headers) })).status).toBe(200)
    })
  })

  it('continues its chain of seals and gets its anchors at the new installation', async () => {
    const anchors = join(folder, 'anchors.log')
    const { sweeps } = auditJobs(anchors, (line) => expect(line).toBeNull())
    for (let turn = 0; turn < 4; turn++)
      for (const sweep of sweeps)
        await target.database.transaction([enterSystem(demoId, 'job.seal_audit')], (db) => sweep.run(db))
    const { verdict } = await verifyDatabase(appUrlOf(target.databaseUrl), { organization: 'demo', anchors })
    expect(verdict).toMatchObject({ faults: [], waiting: 0, anchors: verdict.seals })
    const [last] = await target.rows<{ ended: boolean; settled: boolean }>(
      `select bool_and(sealer_xid < pg_snapshot_xmax(pg_current_snapshot())) as ended,
        max(settled_id) >= (select high_id from audit_seals where organization_id = $1 and number = $2) as settled
        from audit_seals where organization_id = $1`,
      [demoId, verdict.seals - 1],
    )
    expect(last).toEqual({ ended: true, settled: true })
    const entries = await target.rows<{ action: string }>(
      `select action from audit_entries where organization_id = $1 and action like 'admin.move%'`,
      [demoId],
    )
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['admin.move_out', 'admin.move_in']))
    const [changed] = await target.rows<{ id: string }>(
      "update audit_entries set actor_role = 'anyone' where organization_id = $1 and id = (select min(id) from audit_entries where organization_id = $1) returning id::text",
      [demoId],
    )
    const damaged = await verifyDatabase(appUrlOf(target.databaseUrl), { organization: 'demo', anchors: null })
    expect(damaged.verdict.faults.join()).toContain(`entry ${changed?.id} does not match`)
  })

  it('is suspended at the old installation, where only the vendor opens it again', async () => {
    const refused = await enter(source, people[2].email, demoPassword)
    expect([refused.status, refused.error?.code]).toEqual([403, 'organization_suspended'])
    const told = await source.rows<{ organization_id: string; about: string | null }>(
      `select organization_id, about from audit_entries where action = 'admin.move_out' and before is null order by organization_id`,
    )
    expect(told).toEqual([
      { organization_id: VENDOR_ID, about: demoId },
      { organization_id: demoId, about: null },
    ])
  })
})

describe('what a key or an address binds', { meta: { shows: ['issue 14.4 moving'] } }, () => {
  it('is bound to the new ones, or stays behind', async () => {
    const made = await asInstallation(oldSecret, () => makeDepartment(source))
    const stranger = await target.makeOrganization()
    const { house, chief, ann, ben, cho, dee, stays } = made
    const { exported } = await move(house.id)
    expect(exported.reset).toEqual({ passwords: 2, passkeys: 1 })
    openVault(newSecret)
    const factors = await target.rows<{ account_id: string; kind: string; secret: Buffer }>(
      'select * from factors where account_id = any ($1)',
      [[chief, ann, ben, cho, dee].map((one) => one.user_id)],
    )
    expect(factors.map(({ account_id, kind }) => [account_id, kind])).toEqual([[chief.user_id, 'app']])
    expect(unseal(factors[0]?.secret ?? Buffer.alloc(0), chief.user_id)).toEqual(seed)
    expect(
      await target.rows('select number_hash = $2 as same, code_hash from phones where organization_id = $1', [
        house.id,
        keyedHash('+13125550182', 'phone'),
      ]),
    ).toEqual([{ same: true, code_hash: null }])
    const accounts = await target.rows<{ id: string; opens: boolean }>(
      'select id, password_hash is not null as opens from accounts where id = any ($1)',
      [[chief, ann, ben, cho, dee, stays].map((one) => one.user_id)],
    )
    // Those who belong elsewhere too bring no password that would open the old installation.
    expect(new Map(accounts.map(({ id, opens }) => [id, opens]))).toEqual(
      new Map(
        [chief, ann, ben].map((one) => [one.user_id, true]).concat([cho, dee].map((one) => [one.user_id, false])) as [
          string,
          boolean,
        ][],
      ),
    )
    expect(
      await target.rows(
        'select account_id, second_factor from memberships where organization_id = $1 and second_factor',
        [house.id],
      ),
    ).toEqual([{ account_id: chief.user_id, second_factor: true }])
    expect(
      await target.rows('select state, outcome from deliveries where organization_id = $1 order by state', [house.id]),
    ).toEqual([
      { state: 'sent', outcome: 'sent' },
      { state: 'stopped', outcome: 'moved' },
    ])
    expect(
      await target.rows('select asked_by, worked_by from contact_requests where organization_id = $1', [house.id]),
    ).toEqual([{ asked_by: ann.user_id, worked_by: null }])
    for (const table of Object.keys(leftBehind).filter((name) => name !== 'outbox')) {
      const tenant = await target.rows(
        `select from information_schema.columns where table_name = $1 and column_name = 'organization_id'`,
        [table],
      )
      if (tenant.length > 0)
        expect([table, await target.rows(`select * from ${table} where organization_id = $1`, [house.id])]).toEqual([
          table,
          [],
        ])
    }
    expect((await enter(target, ann.email)).status).toBe(200)
    expect((await enter(target, cho.email)).status).toBe(401)
    expect((await target.call(forgotPassword, { email: cho.email }, null)).status).toBe(200)
    const [mail] = await target.rows<{ text_body: string }>('select text_body from mails where to_address = $1', [
      cho.email,
    ])
    const token = /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
    expect((await target.call(resetPassword, { token, password: 'violet harbor 17 spoons' }, null)).status).toBe(200)
    expect((await enter(target, cho.email, 'violet harbor 17 spoons')).status).toBe(200)
    // The other departments of both installations are as they were.
    expect((await enter(source, stays.email)).status).toBe(200)
    expect((await enter(source, cho.email)).status).toBe(200)
    expect(await target.rows('select state from organizations where id = $1', [stranger.id])).toEqual([
      { state: 'active' },
    ])
  })

  it('a department that was suspended before is suspended there too', async () => {
    const house = await source.makeOrganization({ state: 'suspended', state_reason: 'Unpaid' })
    expect((await move(house.id)).imported.state).toBe('suspended')
    expect(await target.rows('select state_reason from organizations where id = $1', [house.id])).toEqual([
      { state_reason: 'Unpaid' },
    ])
    const before = await everything(target)
    await expect(
      asInstallation(newSecret, () =>
        moveIn({ url: target.databaseUrl, file: join(folder, `${house.id}.archive`), key: moveKey }),
      ),
    ).rejects.toThrow('is already here')
    expect(await everything(target)).toBe(before)
  })
})
