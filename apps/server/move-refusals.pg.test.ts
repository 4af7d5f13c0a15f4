import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealDue } from '#features/department/audit/jobs.sealing.ts'
import { backupKeyOf } from '#platform/server/backup/sealed-file.ts'
import { enterSystem } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { type Row, readArchive, writeArchive } from './move.archive.ts'
import { connectMover } from './move.database.ts'
import { moveOut } from './move.export.ts'
import { moveIn } from './move.import.ts'
import { leftBehind, sortTables } from './move.tables.ts'
import { asInstallation, everything, makeDepartment, moveKey, newSecret, oldSecret } from './testing.move.ts'

const meta = { shows: ['issue 14.4'] }
let folder: string
let source: TestServer
let target: TestServer
let scene: Awaited<ReturnType<typeof makeDepartment>>
let archive: string
const sealAll = (server: TestServer, id: string) =>
  server.database.transaction([enterSystem(id, 'job.seal_audit')], (db) => sealDue(db))
const exporting = (organization: string, out: string, more: { calmMs?: number; version?: string } = {}) =>
  asInstallation(oldSecret, () => moveOut({ url: source.databaseUrl, organization, out, key: moveKey, ...more }))
const importing = (file: string, key = moveKey) =>
  asInstallation(newSecret, () => moveIn({ url: target.databaseUrl, file, key }))

beforeAll(async () => {
  folder = makeTestFolder('watchbill-move-')
  ;[source, target] = [await startTestServer([]), await startTestServer([])]
  scene = await asInstallation(oldSecret, () => makeDepartment(source))
  await source.rows("update officers set rank = 'Sergeant' where organization_id = $1", [scene.house.id])
  await sealAll(source, scene.house.id)
  archive = join(folder, 'mover.archive')
  await exporting(scene.house.id, archive)
})
afterAll(async () => {
  await Promise.all([source.close(), target.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** The archive once more, with what `edit` makes of its lines, whole and with the right key. */
const rewritten = async (name: string, edit: (line: unknown) => unknown): Promise<string> => {
  const lines: unknown[] = []
  await readArchive(archive, moveKey, {
    head: (head) => void lines.push({ head }),
    table: (table, columns) => void lines.push({ table, columns: [...columns] }),
    row: (row) => void lines.push(row),
    tail: (tail) => void lines.push({ tail }),
  })
  const path = join(folder, name)
  const all = async function* () {
    for (const line of lines) {
      const made = edit(line)
      if (made !== undefined) yield made as Row
    }
  }
  await writeArchive(path, all(), moveKey)
  return path
}
const bytesOf = (name: string, edit: (bytes: Buffer) => Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, edit(readFileSync(archive)))
  return path
}
const isHead = (line: unknown): line is { head: { schema: string } } =>
  typeof line === 'object' && line !== null && 'head' in line
const isTail = (line: unknown): line is { tail: { audit: object; tables: object } } =>
  typeof line === 'object' && line !== null && 'tail' in line

describe('an import is refused, and nothing is written,', { meta }, () => {
  const cases: readonly [string, () => Promise<string> | string, RegExp][] = [
    [
      'of a damaged archive',
      () =>
        bytesOf('damaged', (bytes) => {
          const at = bytes.length >> 1
          bytes[at] = (bytes[at] ?? 0) ^ 1
          return bytes
        }),
      /is damaged or was changed\. Nothing was imported\.$/,
    ],
    [
      'of a truncated archive',
      () => {
        const path = join(folder, 'cut')
        copyFileSync(archive, path)
        truncateSync(path, readFileSync(path).length - 200)
        return path
      },
      /is damaged or was changed\. Nothing was imported\.$/,
    ],
    [
      'of a file of a few bytes',
      () => bytesOf('short', (bytes) => bytes.subarray(0, 20)),
      /is cut off\. Nothing was imported\.$/,
    ],
    ['of a file that is no archive', () => bytesOf('other', () => Buffer.alloc(500, 'x')), /is not a file of a backup/],
    ['of a missing file', () => join(folder, 'nowhere'), /^There is no file/],
    [
      'of an archive without its end',
      () => rewritten('endless', (line) => (isTail(line) ? undefined : line)),
      /is no archive of an organization/,
    ],
    [
      'of another version',
      () => rewritten('version', (line) => (isHead(line) ? { head: { ...line.head, schema: 'older' } } : line)),
      /^The archive was made by another version of Watchbill/,
    ],
    [
      'of rows that are not those that were counted',
      () =>
        rewritten('row', (line) =>
          Array.isArray(line) ? line.map((one) => (one === 'Sergeant' ? 'Captain' : one)) : line,
        ),
      /^The rows of (audit_entries|officers) in the archive are not those that were counted/,
    ],
    [
      'of an audit log with another number of seals',
      () =>
        rewritten('seals', (line) =>
          isTail(line) ? { tail: { ...line.tail, audit: { entries: 1, seals: 9 } } } : line,
        ),
      /^The audit log is not the one that was exported/,
    ],
  ]
  it.for(cases)('%s', async ([, file, words]) => {
    const before = await everything(target)
    await expect(importing(await file())).rejects.toThrow(words)
    expect(await everything(target)).toBe(before)
  })

  it('with another key', async () => {
    const before = await everything(target)
    await expect(importing(archive, backupKeyOf('another key than that of the move'))).rejects.toThrow(
      'The archive was encrypted with another MOVE_KEY.',
    )
    expect(await everything(target)).toBe(before)
  })

  it('into a database of another version', async () => {
    const [was] = await target.rows<{ text: string }>(`select obj_description('app'::regnamespace) as text`)
    await target.rows(`comment on schema app is 'newer'`)
    const before = await everything(target)
    await expect(importing(archive)).rejects.toThrow('The database is not of this version of Watchbill.')
    expect(await everything(target)).toBe(before)
    await target.rows(`comment on schema app is '${was?.text}'`)
  })

  it('as a user that row-level security binds', async () => {
    const before = await everything(target)
    await expect(
      asInstallation(newSecret, () => moveIn({ url: appUrlOf(target.databaseUrl), file: archive, key: moveKey })),
    ).rejects.toThrow("Set DATABASE_URL to a superuser's")
    expect(await everything(target)).toBe(before)
  })

  const clashes: readonly [string, (server: TestServer) => Promise<unknown>, () => string][] = [
    [
      'if the organization is there',
      (server) => server.makeOrganization({ id: scene.house.id, subdomain: 'elsewhere' }),
      () => `The organization Mover PD (${scene.house.id}) is already here.`,
    ],
    [
      'if its address is taken',
      (server) => server.makeOrganization({ name: 'Squatter PD', subdomain: scene.house.subdomain }),
      () => `The address "${scene.house.subdomain}" belongs to Squatter PD here.`,
    ],
    [
      "if a person's id is there",
      (server) =>
        server.insert('accounts', {
          id: scene.ann.user_id,
          email: 'x@example.org',
          email_key: 'x@example.org',
          name: 'X',
        }),
      () => `These accounts are already here: x@example.org (${scene.ann.user_id}).`,
    ],
    [
      "if a person's email is there",
      (server) => server.insert('accounts', { email: scene.ben.email, email_key: scene.ben.email, name: 'B' }),
      () => `These accounts are already here: ${scene.ben.email} (`,
    ],
    [
      "if an email belongs to the vendor's staff there",
      (server) =>
        server.insert('super_admin_users', { email: scene.chief.email, email_key: scene.chief.email, active: true }),
      () => `These accounts are already here: ${scene.chief.email}.`,
    ],
  ]
  it.for(clashes)('%s', async ([, make, words]) => {
    const crowded = await startTestServer([])
    try {
      await make(crowded)
      const before = await everything(crowded)
      await expect(
        asInstallation(newSecret, () => moveIn({ url: crowded.databaseUrl, file: archive, key: moveKey })),
      ).rejects.toThrow(words())
      expect(await everything(crowded)).toBe(before)
    } finally {
      await crowded.close()
    }
  })

  it('if a row does not arrive as it was', async () => {
    await target.rows(`create function app.meddle() returns trigger language plpgsql as
      $f$ begin new.rank := 'Corporal'; return new; end $f$`)
    await target.rows(`create trigger meddle before insert on officers for each row execute function app.meddle()`)
    await target.rows('alter table officers enable always trigger meddle')
    const before = await everything(target)
    await expect(importing(archive)).rejects.toThrow('The rows of officers did not arrive as they were.')
    expect(await everything(target)).toBe(before)
    await target.rows('drop trigger meddle on officers')
    await target.rows('drop function app.meddle()')
  })

  it('if the chain of its seals is broken, or a row refers to nothing', async () => {
    const before = await everything(target)
    // Rows and sums that agree, as someone with the key could make them.
    const forge = async (name: string, change: (table: string, columns: readonly string[], row: Row) => Row | null) => {
      const out = join(folder, name)
      const { createSum } = await import('./move.archive.ts')
      let [table, columns, sum] = ['', [] as readonly string[], createSum()]
      const tables: Record<string, unknown> = {}
      return rewritten(name, (line) => {
        if (Array.isArray(line)) {
          const row = change(table, columns, line)
          if (row === null) return undefined
          sum.add(row)
          return row
        }
        if (table !== '') tables[table] = sum.end()
        if (isTail(line)) return { tail: { ...line.tail, tables } }
        if (isHead(line)) return line
        ;({ table, columns } = line as { table: string; columns: string[] })
        sum = createSum()
        return line
      }).then(() => out)
    }
    const edited = await forge('edited', (table, columns, row) =>
      table === 'audit_entries' ? row.with(columns.indexOf('actor_role'), 'nobody') : row,
    )
    await expect(importing(edited)).rejects.toThrow(/^The audit log is not whole: .*it was edited or replaced/)
    const loose = await forge('loose', (table, columns, row) =>
      table === 'accounts' && row[columns.indexOf('id')] === scene.ann.user_id ? null : row,
    )
    await expect(importing(loose)).rejects.toThrow(/^Rows refer to others that are not in the archive \(\w+_fkey\)/)
    expect(await everything(target)).toBe(before)
  })
})

describe('an export', { meta }, () => {
  const stateOf = async (id: string) =>
    (await source.rows<{ state: string }>('select state from organizations where id = $1', [id]))[0]?.state

  it('that fails leaves the department active and no archive', async () => {
    const house = await source.makeOrganization({ name: 'Broken PD' })
    await source.makePerson(house)
    await sealAll(source, house.id)
    await source.rows(`update audit_entries set actor_role = 'nobody' where organization_id = $1`, [house.id])
    const out = join(folder, 'broken')
    await expect(exporting(house.id, out)).rejects.toThrow('The audit log is not whole')
    expect([await stateOf(house.id), existsSync(out)]).toEqual(['active', false])

    const sound = await source.makeOrganization()
    const two = await source.makePerson(sound)
    await source.insert('factors', {
      account_id: two.user_id,
      kind: 'app',
      name: 'App',
      secret: Buffer.alloc(49),
      confirmed_at: new Date(),
    })
    await expect(exporting(sound.id, out)).rejects.toThrow('SECRET_KEY is not the key of this installation')
    expect([await stateOf(sound.id), existsSync(out), existsSync(`${out}.part`)]).toEqual(['active', false, false])
  })

  it('is refused for a file that exists, an unknown department, and one that is being deleted', async () => {
    await expect(exporting(scene.house.id, archive)).rejects.toThrow('already exists')
    const out = join(folder, 'none')
    await expect(exporting('no-such-department', out)).rejects.toThrow('There is no organization "no-such-department".')
    const closing = await source.makeOrganization({ state: 'closing', erase_after: '2100-01-01T00:00:00Z' })
    await expect(exporting(closing.id, out)).rejects.toThrow('is being deleted')
    expect(await stateOf(closing.id)).toBe('closing')
  })

  it('waits for a call that began before it, and contains what that call wrote', async () => {
    const house = await source.makeOrganization()
    const one = await source.makePerson(house)
    const late = new pg.Client({ connectionString: appUrlOf(source.databaseUrl) })
    await late.connect()
    const begin = () => late.query(`begin; select app.enter_system('${house.id}', 'test')`)
    await begin()
    await expect(exporting(house.id, join(folder, 'late'), { calmMs: 0 })).rejects.toThrow('does not end')
    expect(await stateOf(house.id)).toBe('active')
    await late.query('rollback')

    await begin()
    const out = join(folder, 'waited')
    const exported = exporting(house.id, out)
    await expect.poll(() => stateOf(house.id)).toBe('suspended')
    await late.query(`update officers set rank = 'Written late' where id = $1`, [one.officer_id])
    await late.query('commit')
    await late.end()
    await exported
    let found = false
    await readArchive(out, moveKey, {
      head: () => undefined,
      table: () => undefined,
      row: (row) => {
        found ||= row.includes('Written late')
      },
      tail: () => undefined,
    })
    expect(found).toBe(true)
  })
})

describe('the list of tables', { meta }, () => {
  it('comes from the catalog: each moves, or stays behind for a reason', async () => {
    const client = await connectMover(target.databaseUrl)
    try {
      const named = async () => {
        const { moved, unknown } = await sortTables(client)
        return { moved: moved.map(({ name }) => name), unknown }
      }
      const { rows } = await client.query<{ name: string }>(
        `select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      )
      const before = await named()
      expect(before.unknown).toEqual([])
      expect([...before.moved, ...Object.keys(leftBehind)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
      expect(Object.values(leftBehind).filter((reason) => reason.length < 10)).toEqual([])
      await client.query('begin')
      await client.query(`create table newly_made (organization_id uuid, id uuid, primary key (organization_id, id));
        create table newly_kept (account_id uuid primary key)`)
      const after = await named()
      expect([after.moved.filter((name) => !before.moved.includes(name)), after.unknown]).toEqual([
        ['newly_made'],
        ['newly_kept'],
      ])
      await client.query('rollback')
    } finally {
      await client.end()
    }
  })
})

describe('the command', { meta }, () => {
  const run = (args: readonly string[], env: Record<string, string>) =>
    new Promise<{ code: number | null; out: string }>((resolve) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'move.ts'), ...args], {
        env: { ...process.env, NODE_NO_WARNINGS: '1', DATA_DIR: folder, ...env },
      })
      const said = { out: '' }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said.out += String(bytes)))
      child.once('close', (code) => resolve({ code, ...said }))
    })

  it('moves a department and says what is left to do', { timeout: 60_000 }, async () => {
    const house = await source.makeOrganization({ name: 'Command PD', subdomain: 'command-pd' })
    await source.makePerson(house)
    const [from, into] = [
      { DATABASE_URL: source.databaseUrl, SECRET_KEY: oldSecret.replaceAll(' ', '-') },
      { DATABASE_URL: target.databaseUrl, SECRET_KEY: newSecret.replaceAll(' ', '-') },
    ]
    const out = join(folder, 'command')
    const ask = ['export', '--organization', 'command-pd', '--out', out]
    expect((await run(ask, from)).out).toContain('Set MOVE_KEY to the same random key')
    const key = { MOVE_KEY: 'a-random-key-for-one-move-of-one-department' }
    expect((await run(ask, { ...key, DATABASE_URL: source.databaseUrl, SECRET_KEY: '' })).out).toContain(
      'Set SECRET_KEY',
    )
    const gone = await run(ask, { ...key, ...from })
    expect(gone.out).toContain('Command PD is suspended here')
    expect(gone.code).toBe(0)
    const come = await run(['import', out], { ...key, ...into })
    expect(come.out).toContain('Command PD is here')
    expect(come.out).toContain('/command-pd/login')
    expect(come.code).toBe(0)
    expect((await run(['import', out, 'again'], { ...key, ...into })).out).toContain('Usage:')
  })
})
