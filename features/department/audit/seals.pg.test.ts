import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestServer } from '#platform/server/testing.ts'
import { sealDue } from './jobs.sealing.ts'
import { auditJobs } from './jobs.ts'
import { verifyAudit } from './jobs.verify.ts'
import { findUnsealed } from './store.seals.ts'

let server: TestServer
let house: TestOrganization
let folder: string
let file: string
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  server = await startTestServer([], { poolSize: 8 })
  folder = mkdtempSync(join(tmpdir(), 'watchbill-anchors-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
let run = 0
beforeEach(async () => {
  house = await server.makeOrganization()
  file = join(folder, `anchors-${run++}.log`)
  logged.length = 0
})

const entryOf = `insert into audit_entries (organization_id, action, actor_role, thing_type, thing_id, before, after)
  values ($1, $2, 'admin', 'officers', gen_random_uuid(), '{"rank": "Officer"}', '{"rank": "Sergeant"}') returning id::text`
const write = async (action = 'officers.edit', client: Pick<TestServer['admin'], 'query'> = server.admin) =>
  String((await client.query<{ id: string }>(entryOf, [house.id, action])).rows[0]?.id)
const seal = (bound?: number) =>
  server.database.transaction([enterSystem(house.id, 'job.seal_audit')], (db) => sealDue(db, bound))
/** Runs the job this many times, as the server would. */
const work = async (times = 1, at = file) => {
  const { sweeps } = auditJobs(at, (line) => logged.push(line))
  for (let n = 0; n < times; n++)
    for (const sweep of sweeps)
      await server.database.transaction([enterSystem(house.id, `job.${sweep.name}`)], (db) => sweep.run(db))
}
const verify = (anchors: string | null = file) =>
  verifyAudit(
    (id, statement) => server.database.read(enterSystem(id, 'audit.verify'), statement),
    [house],
    anchors,
    false,
  )
const sealsOf = () =>
  server.rows<{ number: string; ids: string[] }>(
    `select s.number::text as number, array_agg(m.entry_id::text order by m.entry_id) as ids from audit_seals s
     join audit_seal_entries m on m.organization_id = s.organization_id and m.seal_number = s.number
     where s.organization_id = $1 group by s.number order by s.number`,
    [house.id],
  )

test('entries are sealed once, in a chain whose anchors are in the file; the verifier finds it intact', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const first = [await write(), await write()]
  await work()
  const second = [await write()]
  await work(2)
  await work(2)
  const made = (
    await server.rows<{ id: string }>('select id::text from audit_entries where organization_id = $1 order by id', [
      house.id,
    ])
  ).map((row) => row.id)
  const seals = await sealsOf()
  expect(seals.flatMap((one) => one.ids)).toEqual(made)
  expect(seals.find((one) => one.ids.includes(first[0] ?? ''))?.number).toBe('1')
  expect(seals.find((one) => one.ids.includes(second[0] ?? ''))?.number).toBe('2')
  expect(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ').slice(1, 3)),
  ).toEqual(seals.map((one) => [house.id, one.number]))
  expect(await verify()).toEqual({ faults: [], seals: 2, entries: made.length, anchors: 2, waiting: 0 })
  expect(logged).toEqual([])
})

test('a slow transaction’s entry is sealed when it commits, even after later ones', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const slow = new pg.Client({ connectionString: server.databaseUrl })
  await slow.connect()
  await slow.query('begin')
  const late = await write('slow', slow)
  for (let n = 0; n < 5; n++) {
    await write()
    await seal()
  }
  await slow.query('commit')
  await slow.end()
  expect(await seal()).toBe(1)
  expect((await sealsOf()).at(-1)?.ids).toEqual([late])
  await write()
  await seal()
  expect(await verify(null)).toMatchObject({ faults: [], seals: 7, waiting: 0 })
  const [chain] = await server.rows<{ behind: string }>(
    `select (high_id - settled_id)::text as behind from audit_seals where organization_id = $1 order by number desc limit 1`,
    [house.id],
  )
  // No transaction is open: the next read starts where the last seal ended, or one before.
  expect(Number(chain?.behind)).toBeLessThan(20)
})

test('thirty writers, some slow, some rolled back, and two sealers: each entry is in exactly one seal', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  let open = 30
  const writer = async (n: number) => {
    const person = await server.insert('officers', { organization_id: house.id, name: `Officer ${n}` })
    const change = (client: pg.Client, rank: string) =>
      client.query('update officers set rank = $3 where organization_id = $1 and id = $2', [house.id, person.id, rank])
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    for (let turn = 0; turn < 5; turn++) {
      await client.query('begin')
      await change(client, `${turn} a`)
      if (n % 3 === 0) await client.query('select pg_sleep(0.03)')
      await change(client, `${turn} b`)
      await client.query(n % 7 === 0 && turn % 2 ? 'rollback' : 'commit')
    }
    await client.end()
    open--
  }
  const sealer = async (bound: number) => {
    while (open > 0) await seal(bound)
  }
  await Promise.all([...Array.from({ length: 30 }, (_, n) => writer(n)), sealer(7), sealer(5000), sealer(50)])
  while ((await seal()) > 0);
  const [count] = await server.rows<{ entries: number; sealed: number; seals: number }>(
    `select (select count(*)::int from audit_entries where organization_id = $1) as entries,
       (select count(distinct entry_id)::int from audit_seal_entries where organization_id = $1) as sealed,
       (select sum(entry_count)::int from audit_seals where organization_id = $1) as seals`,
    [house.id],
  )
  expect(count?.entries).toBeGreaterThan(250)
  expect(count?.sealed).toBe(count?.entries)
  expect(count?.seals).toBe(count?.entries)
  expect((await verify(null)).faults).toEqual([])
})

test('two processes share the anchors file, and no anchor is missing whichever runs first', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  for (let n = 0; n < 12; n++) {
    await write()
    await Promise.all([work(1), work(1)])
  }
  await Promise.all([work(1), work(1)])
  const verdict = await verify()
  expect(verdict).toMatchObject({ faults: [], waiting: 0 })
  expect(verdict.seals).toBeGreaterThanOrEqual(12)
  expect(verdict.anchors).toBeGreaterThanOrEqual(verdict.seals)
})

test('a line truncated by a crash is written again and does no harm', { meta: { shows: ['issue 3.7'] } }, async () => {
  await write()
  await work(2)
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.slice(0, 60))
  await work(1)
  expect(readFileSync(file, 'utf8')).toBe(`${whole.slice(0, 60)}\n${whole}`)
  expect((await verify()).faults).toEqual([])
})

/** Forged by the database's superuser, bypassing every policy. */
const faults: readonly [name: string, plant: (ids: string[]) => [string, unknown[]][], words: RegExp][] = [
  [
    'an edit',
    (ids) => [
      [`update audit_entries set after = '{"rank": "Chief"}' where organization_id = $1 and id = $2`, [ids[3]]],
    ],
    /entry \[3\] does not match seal 2/,
  ],
  [
    'an edit of who did it',
    (ids) => [[`update audit_entries set actor_role = 'officer' where organization_id = $1 and id = $2`, [ids[0]]]],
    /entry \[0\] does not match seal 1/,
  ],
  [
    'a deletion',
    (ids) => [[`delete from audit_entries where organization_id = $1 and id = $2`, [ids[4]]]],
    /entry \[4\] was deleted, but seal 2 covers it/,
  ],
  [
    'a deletion with its place in the seal',
    (ids) => [
      [`delete from audit_seal_entries where organization_id = $1 and entry_id = $2`, [ids[4]]],
      [`delete from audit_entries where organization_id = $1 and id = $2`, [ids[4]]],
    ],
    /seal 2 covers 3 entries, but 2 remain/,
  ],
  [
    'an insertion',
    (ids) => [
      [
        `insert into audit_entries (organization_id, id, action, actor_role, thing_type) overriding system value
         values ($1, $2::bigint - 1000000, 'x', 'admin', 'officers')`,
        [ids[0]],
      ],
    ],
    /entry -?\d+ is in no seal/,
  ],
  [
    'an insertion with a place in a seal',
    (ids) => [
      [
        `insert into audit_entries (organization_id, id, action, actor_role, thing_type) overriding system value
         values ($1, 0, 'x', 'admin', 'officers')`,
        [],
      ],
      [
        `insert into audit_seal_entries select organization_id, 0, 1, digest from audit_seal_entries
        where organization_id = $1 and entry_id = $2`,
        [ids[0]],
      ],
    ],
    /entry 0 does not match seal 1/,
  ],
  [
    'a reordering of two entries',
    (ids) => [
      [
        `update audit_entries a set thing_id = b.thing_id, at = b.at from audit_entries b
         where a.organization_id = $1 and b.organization_id = $1 and (a.id, b.id) in (($2, $3), ($3, $2))`,
        [ids[3], ids[4]],
      ],
    ],
    /entry \[3\] does not match seal 2/,
  ],
  [
    'a reordering of two seals',
    () =>
      [
        ['1', '91'],
        ['2', '1'],
        ['91', '2'],
      ].map((pair): [string, unknown[]] => [
        'update audit_seals set number = $3 where organization_id = $1 and number = $2',
        pair,
      ]),
    /seal 1 does not follow the previous seal/,
  ],
  [
    'a seal left out',
    () => [[`delete from audit_seals where organization_id = $1 and number = 2`, []]],
    /seal 2 is missing: seal 3 follows/,
  ],
  [
    'an edit with its digest made to fit',
    (ids) => [
      [`update audit_entries set action = 'x' where organization_id = $1 and id = $2`, [ids[3]]],
      [`update audit_seal_entries set digest = sha256('x') where organization_id = $1 and entry_id = $2`, [ids[3]]],
    ],
    /entry \[3\] does not match seal 2/,
  ],
  [
    'a cut tail whose places left',
    () => [[`delete from audit_seals where organization_id = $1 and number = 3`, []]],
    /was sealed, but its seal is missing/,
  ],
  [
    'a tail cut off cleanly',
    () => [
      [
        `with cut as (delete from audit_seal_entries where organization_id = $1 and seal_number = 3 returning entry_id)
         delete from audit_entries where organization_id = $1 and id in (select entry_id from cut)`,
        [],
      ],
      [`delete from audit_seals where organization_id = $1 and number = 3`, []],
    ],
    /anchor of seal 3 \(line 3\): that seal is not in the database; later seals were deleted/,
  ],
  [
    'a last seal made anew',
    () => [
      [
        `update audit_seals set sealed_at = sealed_at + interval '1 second' where organization_id = $1 and number = 3`,
        [],
      ],
    ],
    /seal 3 was changed/,
  ],
  [
    'everything cut off',
    () => [
      [`delete from audit_seal_entries where organization_id = $1`, []],
      [`delete from audit_seals where organization_id = $1`, []],
      [`delete from audit_entries where organization_id = $1`, []],
    ],
    /anchor of seal 1 \(line 1\): that seal is not in the database/,
  ],
]

describe('the verifier names the first bad row after superuser tampering', { meta: { shows: ['issue 3.7'] } }, () => {
  test.each(faults)('%s', async (_, plant, words) => {
    const ids: string[] = []
    for (const some of [3, 3, 2]) {
      for (let n = 0; n < some; n++) ids.push(await write())
      await seal()
    }
    // The entries from creating the organization are in the first seal.
    const all = (await sealsOf()).flatMap((one) => one.ids)
    expect(all.slice(-8)).toEqual(ids)
    await work(1)
    expect((await verify()).faults).toEqual([])
    const owner = await server.admin.connect()
    try {
      await owner.query(`set session_replication_role = replica`)
      for (const [statement, values] of plant(ids)) await owner.query(statement, [house.id, ...values])
    } finally {
      owner.release(true)
    }
    const found = (await verify()).faults
    expect(
      found[0]?.replace(/entry (\d+)/, (whole, id: string) =>
        ids.includes(id) ? `entry [${ids.indexOf(id)}]` : whole,
      ),
    ).toMatch(words)
  })

  test('in the anchors file: a removed line, and a line with another hash', async () => {
    for (let n = 0; n < 3; n++) {
      await write()
      await seal()
    }
    await work(1)
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [lines[0], ...lines.slice(2)].join('\n'))
    expect((await verify()).faults).toEqual([`${house.subdomain}: the anchor of seal 2 is missing before line 2`])
    const other = (lines[1] ?? '').replace(/ [0-9a-f]{64} /, ` ${'a'.repeat(64)} `)
    writeFileSync(file, [lines[0], other, ...lines.slice(2)].join('\n'))
    expect((await verify()).faults).toEqual([
      `${house.subdomain}: anchor of seal 2 (line 2): the seal in the database differs`,
    ])
  })

  test('a chain rebuilt after an edit is caught by the anchors', async () => {
    const ids = [await write(), await write()]
    await seal()
    await work(1)
    await server.rows('delete from audit_seal_entries where organization_id = $1', [house.id])
    await server.rows('delete from audit_seals where organization_id = $1', [house.id])
    await server.rows(`update audit_entries set action = 'x' where organization_id = $1 and id = $2`, [
      house.id,
      ids[0],
    ])
    await seal()
    expect((await verify()).faults).toEqual([
      `${house.subdomain}: anchor of seal 1 (line 1): the seal in the database differs`,
    ])
    // The running server reports it too, and appends nothing to the file.
    const before = readFileSync(file, 'utf8')
    await work(1)
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(logged.map((line) => [line.level, String(line.error)])).toEqual([
      ['error', expect.stringContaining('match the anchors file')],
    ])
  })
})

test('a seal without its anchor is reported, except the newest', { meta: { shows: ['issue 3.7'] } }, async () => {
  await write()
  await seal()
  expect((await verify()).faults).toEqual([])
  await server.rows(`update audit_seals set sealed_at = sealed_at - interval '3 minutes' where organization_id = $1`, [
    house.id,
  ])
  expect((await verify()).faults.at(-1)).toMatch(/seal 1 (has no anchor in the file|was changed)/)
})

test('an anchors file that can’t be written logs an error, and sealing continues', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  await write()
  await work(2, join(folder, 'anchors-0.log', 'below-a-file.log'))
  expect(logged.some((line) => line.level === 'error' && String(line.error).includes('cannot be written'))).toBe(true)
  expect(await server.database.transaction([enterSystem(house.id, 'x')], findUnsealed)).toBe(null)
})

test('the application can’t change or remove seals and entries, or create a seal as a person', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  await write()
  await seal()
  for (const statement of [
    sql`update audit_entries set action = 'x'`,
    sql`delete from audit_entries`,
    sql`update audit_seals set number = 9`,
    sql`delete from audit_seals`,
    sql`update audit_seal_entries set seal_number = 9`,
    sql`delete from audit_seal_entries`,
  ])
    await expect(
      server.database.transaction([enterSystem(house.id, 'job.x')], (db) => db.run(statement)),
    ).rejects.toThrow(/permission denied/)
  const asAdmin = sql`select set_config('app.role', 'admin', true), set_config('app.organization_id', ${house.id}, true)`
  await write()
  await expect(server.database.transaction([asAdmin], (db) => sealDue(db))).rejects.toThrow(/row-level security/)
})
