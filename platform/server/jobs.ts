import { type Database, type Db, enterSystem } from './db.ts'
import { sql } from './sql.ts'

/**
 * Background work over rows that are due anyway. Runs in every process, per organization in a transaction of its own, and so
 * must lock what it takes (`for update skip locked`) and do nothing the second time.
 */
export type Sweep = {
  name: string
  everySeconds: number
  run: (db: Db) => Promise<void>
  /** Topic of the system poke that runs it at once for that organization. */
  wakes?: string
}

/** A sweep whose work must not stand in a transaction, such as talking to a mail server: it opens its own. */
export type OutsideSweep = Omit<Sweep, 'run'> & {
  outside: (database: Database, organizationId: string, stopping: () => boolean) => Promise<void>
}

/** Does one piece of a sweep's work in a transaction of its own; what the work throws rolls it back. */
export type Within = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** The transactions of a sweep in one organization, for one that opens its own; the audit says `job.<name>`. */
export const asJob =
  (database: Database, organizationId: string, name: string): Within =>
  (work) =>
    database.transaction([enterSystem(organizationId, `job.${name}`)], work)

export type Jobs = { wake: (topic: string, organizationId: string) => void; close: () => Promise<void> }

export const startJobs = (
  database: Database,
  sweeps: readonly (Sweep | OutsideSweep)[],
  log: (line: Record<string, unknown>) => void,
): Jobs => {
  let closed = false
  const running = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const runIn = async (sweep: Sweep | OutsideSweep, organizationId: string) => {
    try {
      if ('outside' in sweep) return await sweep.outside(database, organizationId, () => closed)
      await asJob(database, organizationId, sweep.name)((db) => sweep.run(db))
    } catch (error) {
      log({
        level: 'warn',
        job: sweep.name,
        organization_id: organizationId,
        error: error instanceof Error ? error.message : String(error),
      })
    }
  }
  /** What runs now, by job and department, at a poke or by the clock; true: asked for again meanwhile. No two run side by side. */
  const underWay = new Map<string, boolean>()
  const runAlone = async (sweep: Sweep | OutsideSweep, organizationId: string): Promise<void> => {
    const key = `${sweep.name} ${organizationId}`
    if (underWay.has(key)) return void underWay.set(key, true)
    underWay.set(key, false)
    await runIn(sweep, organizationId)
    const again = underWay.get(key) === true
    underWay.delete(key)
    // Nobody waits for it: one that is asked for without end holds no other department up.
    if (again && !closed) track(runAlone(sweep, organizationId))
  }
  const runEverywhere = async (sweep: Sweep | OutsideSweep) => {
    try {
      for (const id of await listOrganizations(database)) {
        if (closed) return
        await runAlone(sweep, id)
      }
    } catch (error) {
      log({ level: 'warn', job: sweep.name, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const busy = new Set<Sweep | OutsideSweep>()
  const timers = sweeps.map((sweep) =>
    setInterval(() => {
      if (busy.has(sweep) || closed) return
      busy.add(sweep)
      track(runEverywhere(sweep).finally(() => busy.delete(sweep)))
    }, sweep.everySeconds * 1000),
  )
  const prune = setInterval(() => track(pruneOutbox(database).catch(() => undefined)), 60_000)
  return {
    wake: (topic, organizationId) => {
      for (const sweep of sweeps) if (sweep.wakes === topic && !closed) track(runAlone(sweep, organizationId))
    },
    close: async () => {
      closed = true
      for (const timer of [...timers, prune]) clearInterval(timer)
      await Promise.allSettled(running)
    },
  }
}

/** What failed of many things that were each tried by themselves: one line of the log says all of it. */
export const throwAll = (failures: readonly Error[]): void => {
  if (failures.length > 0)
    throw new Error(
      failures
        .map((one) => one.message)
        .join('; ')
        .slice(0, 2000),
    )
}

const system = sql`select set_config('app.role', 'system', true)`

const listOrganizations = async (database: Database): Promise<string[]> =>
  (
    await database.read<{ id: string }>(system, sql`select id from organizations where state <> 'erased' order by id`)
  ).map((row) => row.id)

const pruneOutbox = async (database: Database) => {
  await database.transaction([system], async (db) => {
    await db.run(sql`delete from outbox where at < now() - interval '10 minutes'`)
    await db.run(sql`delete from sign_in_attempts where at < now() - interval '2 days'`)
    await db.run(sql`delete from account_links where expires_at < now() - interval '30 days'`)
  })
}

/** An answer is kept seven days under its idempotency key. */
export const forgetKeys: Sweep = {
  name: 'forget_keys',
  everySeconds: 3600,
  run: async (db) => {
    await db.run(sql`delete from idempotency_keys where organization_id = (select app.organization_id())
      and created_at < now() - interval '7 days'`)
  },
}
