import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../postgres/embedded.ts'
import { makeTestFolder } from '../postgres/testing.ts'
import { copyCluster } from './copy.ts'
import { fileOf, listCopies, listSegments, makeFolders, manifestOf, readManifest, segmentOf } from './folder.ts'
import { dropOutdated } from './keep.ts'
import { archiving, type Shipper, shipLog } from './log-shipper.ts'
import { restoreBackup } from './restore.ts'
import { type BackupKey, backupKeyOf } from './sealed-file.ts'

const key = backupKeyOf('the secret key of this installation')
const marker = 'a secret that nobody may read in a backup'
const small = { shared_buffers: '16MB', max_connections: '20' }

let root: string
let dataDir: string
let folder: string
let server: Embedded
let shipper: Shipper
let client: Client
const faults: unknown[] = []
const running: Embedded[] = []

const say = async (text: string) => {
  const { rows } = await client.query<{ at: Date; n: number }>(
    'insert into notes (text) values ($1) returning clock_timestamp() as at, n',
    [text],
  )
  return rows[0] as { at: Date; n: number }
}
const clock = async () =>
  (await client.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at.getTime() ?? 0
/** The log's end so far is in the backup folder afterward. */
const settle = async () => {
  // PostgreSQL doesn't switch if nothing was written since the last time.
  await client.query(`select pg_logical_emit_message(true, 'test', '')`)
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await shipper.shipped(rows[0]?.name ?? '', 30_000)
}
const copy = (at?: Date) =>
  copyCluster({
    url: server.url,
    cluster: join(dataDir, 'postgres'),
    folder,
    key,
    shipper,
    ...(at ? { now: () => at } : {}),
  })
const restore = async (to: Date | null, keys: readonly BackupKey[] = [key], from = folder) => {
  const into = mkdtempSync(join(root, 'restored-'))
  const restored = await restoreBackup({ from, into, to, keys, settings: small })
  running.push(restored.server)
  const reader = new Client({ connectionString: restored.server.url })
  await reader.connect()
  const { rows } = await reader.query<{ text: string }>('select text from notes order by n')
  await reader.end()
  return { ...restored, into, texts: rows.map(({ text }) => text) }
}

beforeAll(async () => {
  root = makeTestFolder('watchbill-backup-')
  dataDir = join(root, 'data')
  folder = join(root, 'backup')
  makeFolders(folder)
  server = await startEmbedded({ dataDir, settings: { ...small, ...archiving }, onLost: () => undefined })
  shipper = shipLog(join(dataDir, 'postgres'), folder, key, (error) => faults.push(error))
  client = new Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table notes (n serial primary key, text text)')
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})
afterAll(async () => {
  await client.end().catch(() => undefined)
  await shipper.close()
  await server.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

describe('a backup', { meta: { shows: ['issue 14.4'] }, timeout: 180_000 }, () => {
  test('taken while rows are written restores to any instant after it, without a row too many or too few', async () => {
    let writing = true
    const written = (async () => {
      while (writing) await say(marker)
    })()
    const taken = await copy()
    writing = false
    await written
    const before = await say('before')
    // A whole millisecond later than the one commit and earlier than the other.
    const instant = new Date((await clock()) + 1)
    while ((await clock()) <= instant.getTime());
    await say('after')
    await settle()
    expect(faults).toEqual([])
    expect(taken.files.length).toBeGreaterThan(500)

    const then = await restore(instant)
    expect(then.texts.at(-1)).toBe('before')
    expect(then.texts).toHaveLength(before.n)
    expect(then).toMatchObject({ beyond: false, gap: null })
    const all = await restore(new Date(Date.now() + 3_600_000))
    expect(all.beyond).toBe(true)
    expect(all.texts.at(-1)).toBe('after')
    expect(existsSync(join(all.into, 'postgres', 'watchbill_restore'))).toBe(false)
  })

  test('is unreadable without the key: nothing of it is plain, and another key is refused', async () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(files.length).toBeGreaterThan(500)
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name))
      expect(bytes.subarray(0, 4).toString()).toBe('WBB1')
      expect(bytes.includes(marker)).toBe(false)
      expect(bytes.includes('pg_control')).toBe(false)
    }
    await expect(restore(null, [backupKeyOf('another secret key')])).rejects.toThrow(
      'was encrypted with another secret key',
    )
    // While the secret key is being replaced, both are known.
    const [id = ''] = listCopies(folder)
    expect((await readManifest(folder, id, [backupKeyOf('another secret key'), key])).id).toBe(id)
  })

  test('that was changed, swapped or cut off is refused with the name of the file', async () => {
    const [id = ''] = listCopies(folder)
    const largest = readdirSync(join(folder, 'base', id))
      .filter((name) => /^\d+\.sealed$/.test(name))
      .slice(0, 2)
      .map((name) => Number.parseInt(name, 10))
    const [one = 0, two = 0] = largest
    const kept = readFileSync(fileOf(folder, id, one))
    const spoil = async (bytes: Buffer) => {
      writeFileSync(fileOf(folder, id, one), bytes)
      await expect(restore(null)).rejects.toThrow(`${one}.sealed" is `)
    }
    try {
      const flipped = Buffer.from(kept)
      flipped[40] = (flipped[40] ?? 0) ^ 1
      await spoil(flipped)
      await spoil(kept.subarray(0, -1))
      await spoil(kept.subarray(0, 10))
      await spoil(readFileSync(fileOf(folder, id, two)))
    } finally {
      writeFileSync(fileOf(folder, id, one), kept)
    }
  })

  test('without a part of its log is refused, or says where it ends', async () => {
    const [id = ''] = listCopies(folder)
    const holed = join(root, 'holed')
    makeFolders(holed)
    mkdirSync(join(holed, 'base', id), { recursive: true })
    for (const name of readdirSync(join(folder, 'base', id)))
      copyFileSync(join(folder, 'base', id, name), join(holed, 'base', id, name))
    const segments = listSegments(folder)
    for (const name of segments) copyFileSync(segmentOf(folder, name), segmentOf(holed, name))
    await settle()
    await say('in the last segment')
    await settle()
    const last =
      listSegments(folder)
        .filter((name) => name.length === 24)
        .at(-1) ?? ''
    copyFileSync(segmentOf(folder, last), segmentOf(holed, last))
    const { gap, texts } = await restore(null, [key], holed)
    expect(gap).not.toBeNull()
    expect(texts.at(-1)).toBe('after')
    for (const name of segments) rmSync(segmentOf(holed, name))
    await expect(restore(null, [key], holed)).rejects.toThrow('is missing, without which the copy')
    rmSync(manifestOf(holed, id))
    await expect(restore(null, [key], holed)).rejects.toThrow('There is no complete copy')
    await expect(restore(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow('The oldest copy in')
  })

  test('never overwrites a folder that holds a database', async () => {
    await expect(restoreBackup({ from: folder, into: dataDir, to: null, keys: [key] })).rejects.toThrow(
      'holds a database already',
    )
  })

  test('goes on after a restore in the same folder, and old copies go with the log that only they need', async () => {
    // An old copy and a newer one; the third is never deleted for its age.
    const old = listCopies(folder)[0]
    await copy(new Date(Date.now() + 1_000))
    await copy(new Date(Date.now() + 2_000))
    const before = listSegments(folder)
    await dropOutdated(folder, 14, [key], new Date(Date.now() + 13 * 86_400_000))
    expect(listCopies(folder)).toHaveLength(3)
    await dropOutdated(folder, 14, [key], new Date(Date.now() + 15 * 86_400_000))
    expect(listCopies(folder)).toHaveLength(2)
    expect(listCopies(folder)).not.toContain(old)
    expect(listSegments(folder).length).toBeLessThan(before.length)
    await say('once more')
    await settle()
    expect((await restore(null)).texts.at(-1)).toBe('once more')
    expect(faults).toEqual([])
  })

  test('taken to the machine’s end: what was committed a minute before it is there', async () => {
    const { at } = await say('long before the end')
    await settle()
    await say('just before the end')
    const cluster = join(dataDir, 'postgres')
    process.kill(server.pid, 'SIGKILL')
    // Its other processes notice a moment later, and may still write.
    rmSync(cluster, { recursive: true, force: true, maxRetries: 10 })
    const { texts, last } = await restore(null)
    expect(texts).toContain('long before the end')
    expect(last?.getTime()).toBeGreaterThanOrEqual(at.getTime())
  })
})
