import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../postgres/postmaster.ts'
import { segmentOf } from './folder.ts'
import { type BackupKey, readSealed, writeSealed } from './sealed-file.ts'

/** Inside the cluster's folder, since PostgreSQL may run under an account that reaches nothing else. */
const outbox = 'watchbill_wal'
const lookMs = 1_000
/** Half of what a disaster may lose at most (60 s): the rest is for shipping. */
const switchSeconds = 30

/** Settings with which PostgreSQL puts each finished segment of its log, or after 30 seconds with a change an unfinished one, into the outbox. */
export const archiving: Settings = {
  archive_mode: 'on',
  archive_timeout: `${switchSeconds}s`,
  archive_command: `mkdir -p ${outbox} && cp "%p" "${outbox}/%f.part" && sync "${outbox}/%f.part" && mv "${outbox}/%f.part" "${outbox}/%f"`,
}

export type Shipper = {
  /** Resolves once the segment is in the backup folder; rejects after `limitMs`. */
  shipped: (segment: string, limitMs: number) => Promise<void>
  /** When the oldest segment that waits was written; null: none waits. */
  waitingSince: () => Date | null
  close: () => Promise<void>
}

const waiting = (cluster: string): string[] => {
  const folder = join(cluster, outbox)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.part'))
        .sort()
    : []
}

const hashing = () => {
  const hash = createHash('sha256')
  const writer = new Writable({
    write: (piece, _encoding, done) => {
      hash.update(piece)
      done()
    },
  })
  return { writer, digest: () => hash.digest('hex') }
}

/** After a crash PostgreSQL may put a segment into the outbox once more. */
const isThere = async (folder: string, name: string, from: string, key: BackupKey): Promise<boolean> => {
  const [kept, fresh] = [hashing(), hashing()]
  await readSealed(segmentOf(folder, name), `wal/${name}`, [key], () => kept.writer)
  await pipeline(createReadStream(from), fresh.writer)
  return kept.digest() === fresh.digest()
}

const ship = async (cluster: string, folder: string, name: string, key: BackupKey): Promise<void> => {
  const from = join(cluster, outbox, name)
  if (!existsSync(segmentOf(folder, name)))
    await writeSealed(segmentOf(folder, name), `wal/${name}`, createReadStream(from), key)
  else if (!(await isThere(folder, name, from, key)))
    throw new Error(`the backup folder already has another "${name}": it belongs to another installation`)
  rmSync(from)
}

/**
 * Encrypts the segments of the outbox into the backup folder, oldest first, until closed. Failures are reported and tried again.
 * `watchOnly`: another process does that, and this one only waits.
 */
export const shipLog = (
  cluster: string,
  folder: string,
  key: BackupKey,
  failed: (error: unknown) => void,
  { watchOnly = false } = {},
): Shipper => {
  let closed = watchOnly
  const turn = async () => {
    for (const name of waiting(cluster)) {
      if (closed) return
      await ship(cluster, folder, name, key)
    }
  }
  const stop = new AbortController()
  const running = (async () => {
    while (!closed) {
      await turn().catch(failed)
      await pause(lookMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    shipped: async (segment, limitMs) => {
      const limit = performance.now() + limitMs
      while (!existsSync(segmentOf(folder, segment))) {
        if (performance.now() > limit || stop.signal.aborted)
          throw new Error(`the log's segment ${segment} did not arrive`)
        await pause(100)
      }
    },
    waitingSince: () => {
      const [oldest] = waiting(cluster)
      return oldest === undefined
        ? null
        : (statSync(join(cluster, outbox, oldest), { throwIfNoEntry: false })?.mtime ?? null)
    },
    close: async () => {
      closed = true
      stop.abort()
      await running
    },
  }
}
