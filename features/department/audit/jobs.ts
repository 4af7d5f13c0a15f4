import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type Sweep } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { type Anchors, openAnchors } from './jobs.anchors.ts'
import { sealDue } from './jobs.sealing.ts'
import { isLate, type Unsealed, watchUnsealed } from './rules.seals.ts'
import * as store from './store.seals.ts'

const anchorsAtOnce = 500
/** For `watch_audit`, which runs every 15 seconds. */
const FORGOTTEN_AFTER_MS = 300_000

/**
 * Appends the anchors missing from the file. If the chain is shorter than the file or differs from it, reports that and changes
 * nothing.
 */
const addAnchors = async (db: Db, anchors: Anchors, log: Log): Promise<void> => {
  await anchors.look()
  const organization_id = await store.findOrganizationId(db)
  const last = anchors.lastOf(organization_id)
  if (last) {
    const [same] = await db.rows<{ hash: string }>(store.listHashes([String(last.number)]))
    if (same?.hash !== last.hash) {
      const error = "the seals in the database don't match the anchors file: run `npm run audit -- verify`"
      log({ level: 'error', job: 'seal_audit', organization_id, seal: String(last.number), error })
      return
    }
  }
  const rows = await db.rows<store.SealRow>(store.listSeals(String(last?.number ?? 0n), anchorsAtOnce))
  await anchors.add(rows)
}

/**
 * Returns a function that appends an organization's anchors to the file; if the file cannot be written, the next attempt opens it
 * again.
 */
const anchoring = (file: string | null, log: Log) => {
  let opened: Promise<Anchors> | null = null
  const anchors = () => {
    opened ??= file === null ? null : openAnchors(file, (error, about) => log({ level: 'error', error, ...about }))
    return opened
  }
  return async (db: Db) => {
    try {
      const opening = anchors()
      if (opening) await addAnchors(db, await opening, log)
    } catch (error) {
      opened = null
      const words = error instanceof Error ? error.message : String(error)
      log({ level: 'error', job: 'seal_audit', error: `the anchors file cannot be written: ${words}` })
    }
  }
}

/**
 * The audit's background jobs: seals, anchors outside the database, and an alarm when an entry waits more than a minute for its
 * seal. If `file` is null, no anchors are kept. `late` returns the number of departments with an active alarm, as seen by this
 * process.
 */
export const auditJobs = (
  file: string | null,
  log: Log,
): {
  sweeps: readonly Sweep[]
  late: () => number
  /** Seals everything of an organization about to be erased, and appends the last anchor. */
  close: (database: Database, organizationId: string) => Promise<void>
} => {
  const waiting = new Map<string, Unsealed>()
  // When each organization was last checked; an erased one is not checked anymore and must not count as waiting.
  const looked = new Map<string, number>()
  const anchor = anchoring(file, log)
  const seal: Sweep = {
    name: 'seal_audit',
    everySeconds: 10,
    run: async (db) => {
      // Anchor what was committed earlier first: an anchor must never refer to a seal that may be rolled back.
      await anchor(db)
      await sealDue(db)
    },
  }
  const watch: Sweep = {
    name: 'watch_audit',
    everySeconds: 15,
    run: async (db) => {
      const organization_id = await store.findOrganizationId(db)
      const id = await store.findUnsealed(db)
      const now = Date.now()
      looked.set(organization_id, now)
      const seen = watchUnsealed(waiting.get(organization_id) ?? null, id, now)
      if (seen) waiting.set(organization_id, seen)
      else waiting.delete(organization_id)
      if (!isLate(seen, now)) return
      const error = 'audit entries have been waiting more than a minute for their seal'
      log({ level: 'error', job: 'watch_audit', organization_id, entry: id, error })
    },
  }
  const late = () => {
    const now = Date.now()
    for (const [id, when] of looked) if (now - when > FORGOTTEN_AFTER_MS) waiting.delete(id)
    return [...waiting.values()].filter((seen) => isLate(seen, now)).length
  }
  const close = async (database: Database, organizationId: string) => {
    const within = asJob(database, organizationId, 'seal_audit')
    while ((await within((db) => sealDue(db))) > 0);
    await within(anchor)
  }
  return { sweeps: [seal, watch], late, close }
}
