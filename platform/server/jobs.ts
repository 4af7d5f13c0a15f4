import { MOVED_OUT } from '#platform/shared/moved.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { type Database, type Db, enterSystem } from './db.ts'
import { sql } from './sql.ts'
import { ours } from './tenant.ts'
import { inOwnTrace, noteFailure } from './tracing.ts'

/**
 * Background work on rows that are due. Runs in every process, in one transaction per organization, so it must lock the rows it
 * takes (`for update skip locked`) and be idempotent.
 */
export type Sweep = {
  name: string
  everySeconds: number
  run: (db: Db) => Promise<void>
  /** Topic of the system poke that runs it at once for that organization. */
  wakes?: string
  /** Works for the department's people, so it pauses in one that moved to another installation. */
  pausesWhenMoved?: boolean
}

/** A sweep whose work must not run inside a transaction, such as talking to a mail server; it opens its own. */
export type OutsideSweep = Omit<Sweep, 'run'> & {
  outside: (database: Database, organizationId: string, stopping: () => boolean) => Promise<void>
}

/** Runs one piece of a sweep's work in its own transaction, rolled back if the work throws. */
export type Within = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Transactions in one organization for a sweep that opens its own; the audit log shows `job.<name>`. */
export const asJob =
  (database: Database, organizationId: string, name: string): Within =>
  (work) =>
    database.transaction([enterSystem(organizationId, `job.${name}`)], work)

export type Jobs = {
  wake: (topic: string, organizationId: string) => void
  /** Each job's failures, and the seconds by which its turn through all departments is overdue. */
  turns: () => Map<string, { lag: number; failures: number }>
  close: () => Promise<void>
}

/** When each job last went through all departments, and how often it failed. */
const createTurnBook = (sweeps: readonly (Sweep | OutsideSweep)[], log: (line: Record<string, unknown>) => void) => {
  const book = new Map(sweeps.map(({ name, everySeconds }) => [name, { everySeconds, ended: Date.now(), failures: 0 }]))
  return {
    ended: (name: string) => {
      const turn = book.get(name)
      if (turn) turn.ended = Date.now()
    },
    failed: (job: string, error: unknown, more: Record<string, string> = {}) => {
      const turn = book.get(job)
      if (turn) turn.failures += 1
      log({ level: 'warn', job, ...more, error: wordsOf(error) })
    },
    turns: () =>
      new Map(
        [...book].map(([name, { everySeconds, ended, failures }]) => {
          const lag = Math.max(0, (Date.now() - ended) / 1000 - everySeconds)
          return [name, { lag, failures }]
        }),
      ),
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const runIn = async (
  database: Database,
  sweep: Sweep | OutsideSweep,
  organizationId: string,
  closed: () => boolean,
): Promise<void> => {
  if ('outside' in sweep) return sweep.outside(database, organizationId, closed)
  await asJob(database, organizationId, sweep.name)((db) => sweep.run(db))
}

/** Work that has begun, so that closing can wait for it. */
const createTracker = () => {
  const running = new Set<Promise<void>>()
  return {
    track: (work: Promise<void>) => {
      running.add(work)
      void work.finally(() => running.delete(work))
    },
    settled: () => Promise.allSettled(running),
  }
}

/** Runs the sweeps until closed; none begins while `paused`. */
export const startJobs = (
  database: Database,
  sweeps: readonly (Sweep | OutsideSweep)[],
  log: (line: Record<string, unknown>) => void,
  paused: () => boolean = () => false,
): Jobs => {
  let closed = false
  const book = createTurnBook(sweeps, log)
  const { track, settled } = createTracker()
  /** Running jobs by job and department; true means requested again in the meantime. Never two at once. */
  const underWay = new Map<string, boolean>()
  const runAlone = async (sweep: Sweep | OutsideSweep, organizationId: string): Promise<void> => {
    const key = `${sweep.name} ${organizationId}`
    if (underWay.has(key)) return void underWay.set(key, true)
    underWay.set(key, false)
    await inOwnTrace(`job ${sweep.name}`, { job: sweep.name }, () =>
      runIn(database, sweep, organizationId, () => closed).catch((error: unknown) => {
        noteFailure(error)
        book.failed(sweep.name, error, { organization_id: organizationId })
      }),
    )
    const again = underWay.get(key) === true
    underWay.delete(key)
    // Not awaited, so a job that is requested endlessly does not hold up other departments.
    if (again && !closed && !paused()) track(runAlone(sweep, organizationId))
  }
  const runEverywhere = async (sweep: Sweep | OutsideSweep) => {
    try {
      for (const { id, moved } of await listOrganizations(database)) {
        if (closed || paused()) return
        if (moved && sweep.pausesWhenMoved) continue
        await runAlone(sweep, id)
      }
      book.ended(sweep.name)
    } catch (error) {
      book.failed(sweep.name, error)
    }
  }
  const busy = new Set<Sweep | OutsideSweep>()
  const timers = sweeps.map((sweep) =>
    setInterval(() => {
      if (busy.has(sweep) || closed || paused()) return
      busy.add(sweep)
      track(runEverywhere(sweep).finally(() => busy.delete(sweep)))
    }, sweep.everySeconds * 1000),
  )
  const prune = setInterval(() => track(pruneOutbox(database).catch(() => undefined)), MINUTE)
  return {
    turns: book.turns,
    wake: (topic, organizationId) => {
      for (const sweep of sweeps)
        if (sweep.wakes === topic && !closed && !paused()) track(runAlone(sweep, organizationId))
    },
    close: async () => {
      closed = true
      for (const timer of [...timers, prune]) clearInterval(timer)
      await settled()
    },
  }
}

/** Throws the failures of independent attempts as one error, which makes one log line. */
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

const listOrganizations = (database: Database): Promise<{ id: string; moved: boolean }[]> =>
  database.read(
    system,
    sql`select id, state = 'suspended' and state_reason is not distinct from ${MOVED_OUT} as moved
      from organizations where state <> 'erased' order by id`,
  )

const pruneOutbox = async (database: Database) => {
  await database.transaction([system], async (db) => {
    await db.run(sql`delete from outbox where at < now() - interval '10 minutes'`)
    // A right one says which browsers are known to the account.
    await db.run(sql`delete from sign_in_attempts where at < now() - interval '2 days'
      and (outcome <> 'right' or browser is null or at < now() - interval '90 days')`)
    await db.run(sql`delete from account_links where expires_at < now() - interval '30 days'`)
  })
}

/** Responses are kept for seven days under their idempotency key. */
export const forgetKeys: Sweep = {
  name: 'forget_keys',
  everySeconds: 3600,
  run: async (db) => {
    await db.run(sql`delete from idempotency_keys where ${ours()}
      and created_at < now() - interval '7 days'`)
  },
}
