import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cutConnection, watchAnswers, within } from './db-deadline.ts'
import { lsnOf, type Moment, type Position, reached } from './db-position.ts'
import { type Reading, readOn } from './db-read.ts'
import { createLag } from './db-replica-lag.ts'
import { type Identity, type Inspection, identityNow, type Known, refuseReplica } from './db-replica-proof.ts'
import { openPool, type Source } from './db-source.ts'
import type { Log } from './log.ts'
import { toQuery } from './sql.ts'

/** `primary`: this host takes writes, so it is no replica at the moment; nothing is wrong with it. */
export type ReplicaState = 'joining' | 'reading' | 'behind' | 'primary' | 'away' | 'refused'

export type ReplicaSettings = {
  /** As the application's role. */
  url: string
  size: number
  pipeline: boolean
  named: boolean
  /** Looks at it as the owner. */
  inspect: () => Promise<Inspection>
  /** It is left alone after being behind for so long. */
  lateAfterMs?: number
}

/** A replica that does not answer for this long is frozen: what was sent to it is read on the primary instead. */
const aliveMs = 1_000
/** How soon it is asked again how far it is: while a read waits for it, has waited in vain, runs on it, and else. */
const askMs = { awaited: 1, missed: 20, busy: 20, idle: 1_000 }
const joinMs = 2_000
const againMs = 1_000
const hourMs = 3_600_000

class Left extends Error {
  readonly state: ReplicaState
  constructor(state: ReplicaState, why: string) {
    super(why)
    this.state = state
  }
}

/** Where the host of a URL is, without its user. */
const hostOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}`
}

type Pool = { source: Source; cut: () => void }

const openReplicaPool = ({ url, size, pipeline, named }: ReplicaSettings): Pool => {
  const opened = openPool(url, size, pipeline, aliveMs)
  const open = new Set<pg.ClientBase>()
  opened.pool.on('connect', (client) => open.add(client))
  opened.pool.on('remove', (client) => open.delete(client))
  return {
    source: { ...opened, named, failed: () => undefined, waitMs: aliveMs },
    cut: () => {
      for (const client of open) cutConnection(client)
      void opened.pool.end().catch(() => undefined)
    },
  }
}

/** A sleep that can be ended early. */
const createNap = () => {
  let wake: () => void = () => undefined
  return {
    wake: () => wake(),
    nap: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        timer.unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/**
 * One host of `DATABASE_REPLICA_URL`: whether reads may go to it, how far it is, and the reads. It is asked all the time whether it is
 * there; whatever goes wrong, it is left, and joined again when it is whole.
 */
export const createReplica = (settings: ReplicaSettings, primary: () => Promise<Known>, log: Log) => {
  const host = hostOf(settings.url)
  const { nap, wake } = createNap()
  const lag = createLag(wake, settings.lateAfterMs)
  let state: ReplicaState = 'joining'
  let told = 'reading'
  let pool: Pool | null = null
  let moment: Moment | null = null
  let watch: pg.Client | null = null
  let running = 0
  let closed = false
  let inspected: Inspection & { at: number } = { faults: [], timeline: '', at: 0 }
  let inspecting = false
  /** The timeline of the primary, if it was not the one that this replica follows. */
  let astray: string | null = null

  /** One line for each change, none for a start that goes well. */
  const tell = (now: ReplicaState, why?: string) => {
    const line = now === 'primary' ? 'reading' : now === 'refused' ? `${now} ${why}` : now
    if (line === told) return
    told = line
    log({ level: 'warn', replica: host, state: now, ...(why ? { why } : {}) })
  }

  const inspect = async () => {
    const found = await settings.inspect()
    inspected = { ...found, at: Date.now() }
    if (found.faults.length > 0) throw new Left('refused', `its fence: ${found.faults.slice(0, 3).join('; ')}`)
  }
  /** Again, while it is read from. */
  const inspectAgain = () => {
    if (inspecting || !watch) return
    inspecting = true
    const watched = watch
    inspect()
      .catch(() => cutConnection(watched))
      .finally(() => {
        inspecting = false
      })
  }

  const join = async (client: pg.Client) => {
    const known = await primary()
    await client.connect()
    const asked = client.query<Identity>(toQuery(identityNow, false))
    const { rows } = await within(joinMs, asked, () => cutConnection(client))
    const [identity] = rows
    const refused = identity ? refuseReplica(known, { identity, at: Date.now() }) : 'no answer'
    if (refused) throw new Left(refused === 'primary' ? 'primary' : 'refused', refused)
    await inspect()
  }

  const stay = async (client: pg.Client) => {
    const answers = watchAnswers(client, aliveMs)
    try {
      while (!closed) {
        const { rows } = await answers.track(
          client.query<Moment & { recovering: boolean }>(
            `select pg_is_in_recovery() as recovering, coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
              pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
          ),
        )
        const [found] = rows
        if (!found?.recovering) throw new Left('primary', 'it takes writes')
        moment = found
        lag.advance(lsnOf(found.lsn))
        pool ??= openReplicaPool(settings)
        if (inspected.timeline === astray) astray = null
        state = astray !== null || lag.isLate() ? 'behind' : 'reading'
        tell(state, astray === null ? undefined : 'it does not follow the primary')
        if (Date.now() - inspected.at > (astray === null ? hourMs : againMs)) inspectAgain()
        await nap(askMs[lag.isAwaited() ? 'awaited' : !lag.isNear() ? 'missed' : running > 0 ? 'busy' : 'idle'])
      }
    } finally {
      answers.stop()
    }
  }

  const leave = (error: unknown) => {
    const { faults } = inspected
    state = error instanceof Left ? error.state : faults.length > 0 ? 'refused' : 'away'
    pool?.cut()
    pool = null
    moment = null
    lag.reset()
    if (!closed) tell(state, error instanceof Error ? error.message : String(error))
  }

  const follow = async () => {
    while (!closed) {
      const client = new pg.Client({
        connectionString: settings.url,
        connectionTimeoutMillis: joinMs,
        keepAlive: true,
        application_name: 'watchbill replica watch',
      })
      client.on('error', wake)
      watch = client
      try {
        await join(client)
        await stay(client)
      } catch (error) {
        leave(error)
      }
      watch = null
      cutConnection(client)
      if (!closed) await nap(againMs)
    }
  }
  const following = follow()

  return {
    state: () => state,
    lag,
    running: () => running,
    isUsable: () => state === 'reading' && astray === null && pool !== null && running < settings.size,
    /** How far it was when it was last asked; null while it is not read from. */
    moment: () => moment,
    /** Whether it follows the timeline that the primary is on. If not, it is left alone until it does, as after a failover. */
    follows: (timeline: string) => {
      if (inspected.timeline === timeline) return true
      astray = timeline
      wake()
      return false
    },
    read: async <R extends pg.QueryResultRow>(at: Position, { entries, ...reading }: Reading): Promise<R[]> => {
      if (!pool) throw new Error('the replica is away')
      running += 1
      if (running === 1) wake()
      try {
        return await readOn<R>(pool.source, { ...reading, entries: [reached(at), ...entries] })
      } finally {
        running -= 1
      }
    },
    close: async () => {
      closed = true
      wake()
      if (watch) cutConnection(watch)
      leave(null)
      await Promise.race([following, pause(joinMs)])
    },
  }
}
export type Replica = ReturnType<typeof createReplica>
