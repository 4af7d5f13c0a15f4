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
/** The job as the server runs it, so many times. */
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

test('[issue 3.7] entries are sealed once, in a chain whose anchors stand in the file; the verifier finds it whole', async () => {
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

test('[issue 3.7] the entry of a slow transaction is sealed when it comes, though others passed it', async () => {
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
  // Nobody is under way: the next look begins where the last seal ended, or one before.
  expect(Number(chain?.behind)).toBeLessThan(20)
})

test('[issue 3.7] thirty writers, some slow, some rolled back, and two sealers: each entry in exactly one seal', async () => {
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

test('[issue 3.7] two processes share the anchors file: nothing is missing, whoever was first', async () => {
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

test('[issue 3.7] a line that a crash tore off is written again, and harms nothing', async () => {
  await write()
  await work(2)
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.slice(0, 60))
  await work(1)
  expect(readFileSync(file, 'utf8')).toBe(`${whole.slice(0, 60)}\n${whole}`)
  expect((await verify()).faults).toEqual([])
})

/** Planted by the database's superuser, past every policy. */
const faults: readonly [name: string, plant: (ids: string[]) => [string, unknown[]][], words: RegExp][] = [
  [
    'an edit',
    (ids) => [
      [`update audit_entries set after = '{"rank": "Chief"}' where organization_id = $1 and id = $2`, [ids[3]]],
    ],
    /entry \[3\] is not what seal 2 holds/,
  ],
  [
    'an edit of who did it',
    (ids) => [[`update audit_entries set actor_role = 'officer' where organization_id = $1 and id = $2`, [ids[0]]]],
    /entry \[0\] is not what seal 1 holds/,
  ],
  [
    'a deletion',
    (ids) => [[`delete from audit_entries where organization_id = $1 and id = $2`, [ids[4]]]],
    /entry \[4\] was deleted: seal 2 holds it/,
  ],
  [
    'a deletion with its place in the seal',
    (ids) => [
      [`delete from audit_seal_entries where organization_id = $1 and entry_id = $2`, [ids[4]]],
      [`delete from audit_entries where organization_id = $1 and id = $2`, [ids[4]]],
    ],
    /seal 2 was made of 3 entries, and 2 are left of it/,
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
    /entry 0 is not what seal 1 holds/,
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
    /entry \[3\] is not what seal 2 holds/,
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
    /seal 1 does not follow the seal before it/,
  ],
  [
    'a seal left out',
    () => [[`delete from audit_seals where organization_id = $1 and number = 2`, []]],
    /seal 2 is gone: seal 3 follows/,
  ],
  [
    'an edit with its digest made to fit',
    (ids) => [
      [`update audit_entries set action = 'x' where organization_id = $1 and id = $2`, [ids[3]]],
      [`update audit_seal_entries set digest = sha256('x') where organization_id = $1 and entry_id = $2`, [ids[3]]],
    ],
    /entry \[3\] is not what seal 2 holds/,
  ],
  [
    'a cut tail whose places are left',
    () => [[`delete from audit_seals where organization_id = $1 and number = 3`, []]],
    /was sealed, and its seal is gone/,
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
    /anchor of seal 3 \(line 3\): that seal is not in the database, the tail was cut/,
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

describe('[issue 3.7] the verifier names the first bad row when the superuser plants', () => {
  test.each(faults)('%s', async (_, plant, words) => {
    const ids: string[] = []
    for (const some of [3, 3, 2]) {
      for (let n = 0; n < some; n++) ids.push(await write())
      await seal()
    }
    // What the making of the organization left is sealed with the first.
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

  test('in the anchors file: a line taken out, a line of another hash', async () => {
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
      `${house.subdomain}: anchor of seal 2 (line 2): the seal in the database is another one`,
    ])
  })

  test('a whole chain made anew after an edit: the anchors tell', async () => {
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
      `${house.subdomain}: anchor of seal 1 (line 1): the seal in the database is another one`,
    ])
    // The running server says so too, and adds nothing to the file.
    const before = readFileSync(file, 'utf8')
    await work(1)
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(logged.map((line) => [line.level, String(line.error)])).toEqual([
      ['error', expect.stringContaining('not those of the anchors file')],
    ])
  })
})

test('[issue 3.7] a seal without its anchor is named, but for the newest', async () => {
  await write()
  await seal()
  expect((await verify()).faults).toEqual([])
  await server.rows(`update audit_seals set sealed_at = sealed_at - interval '3 minutes' where organization_id = $1`, [
    house.id,
  ])
  expect((await verify()).faults.at(-1)).toMatch(/seal 1 (has no anchor in the file|was changed)/)
})

test('[issue 3.7] an anchors file that cannot be written is an error in the log, and sealing goes on', async () => {
  await write()
  await work(2, join(folder, 'anchors-0.log', 'below-a-file.log'))
  expect(logged.some((line) => line.level === 'error' && String(line.error).includes('cannot be written'))).toBe(true)
  expect(await server.database.transaction([enterSystem(house.id, 'x')], findUnsealed)).toBe(null)
})

test('[issue 3.7] the application can neither change nor remove seals and entries, nor make a seal as a person', async () => {
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
