import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { HOUR } from '#platform/shared/time.ts'
import { cutConnection, watchAnswers, within } from './db-deadline.ts'
import { lsnOf, type Moment, type Position, reached } from './db-position.ts'
import { type Reading, readOn } from './db-read.ts'
import { Lag } from './db-replica-lag.ts'
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
/** How soon it is asked again how far it is: while a read waits for it, while one runs on it or has waited in vain, and else. */
const askMs = { awaited: 1, busy: 20, idle: 1_000 }
const joinMs = 2_000
const againMs = 1_000

class Left extends Error {
  readonly state: ReplicaState
  constructor(state: ReplicaState, why: string) {
    super(why)
    this.state = state
  }
}

/** Where the host of a URL is, without its user. */
export const hostOf = (url: string): string => {
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

const whereIs = `select pg_is_in_recovery() as recovering, coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
  pg_snapshot_xmin(pg_current_snapshot())::text as xmin`

/**
 * One host of `DATABASE_REPLICA_URL`: whether reads may go to it, how far it is, and the reads. It is asked all the time whether it is
 * there; whatever goes wrong, it is left, and joined again when it is whole.
 */
export class Replica {
  readonly lag: Lag
  readonly #settings: ReplicaSettings
  readonly #primary: () => Promise<Known>
  readonly #log: Log
  readonly #nap = createNap()
  readonly #following: Promise<void>
  #state: ReplicaState = 'joining'
  /** What the log was told last. A start that goes well is not told. */
  #told = 'reading'
  #pool: Pool | null = null
  #moment: Moment | null = null
  #watch: pg.Client | null = null
  #running = 0
  #closed = false
  #inspected: Inspection & { at: number } = { faults: [], timeline: '', at: 0 }
  #inspecting = false
  /** The timeline of the primary, if it was not the one that this replica follows. */
  #astray: string | null = null

  constructor(settings: ReplicaSettings, primary: () => Promise<Known>, log: Log) {
    this.#settings = settings
    this.#primary = primary
    this.#log = log
    this.lag = new Lag(this.#nap.wake, settings.lateAfterMs)
    this.#following = this.#follow()
  }

  get state(): ReplicaState {
    return this.#state
  }

  get running(): number {
    return this.#running
  }

  get isUsable(): boolean {
    const isHere = this.#state === 'reading' && this.#astray === null && this.#pool !== null
    return isHere && this.#running < this.#settings.size
  }

  /** How far it was when it was last asked; null while it is not read from. */
  get moment(): Moment | null {
    return this.#moment
  }

  /** Whether it follows the timeline that the primary is on. If not, it is left alone until it does, as after a failover. */
  follows(timeline: string): boolean {
    if (this.#inspected.timeline === timeline) return true
    this.#astray = timeline
    this.#nap.wake()
    return false
  }

  async read<R extends pg.QueryResultRow>(at: Position, { entries, ...reading }: Reading): Promise<R[]> {
    if (!this.#pool) throw new Error('the replica is away')
    this.#running += 1
    if (this.#running === 1) this.#nap.wake()
    try {
      return await readOn<R>(this.#pool.source, { ...reading, entries: [reached(at), ...entries] })
    } finally {
      this.#running -= 1
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#nap.wake()
    if (this.#watch) cutConnection(this.#watch)
    this.#leave(null)
    await Promise.race([this.#following, pause(joinMs)])
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const client = new pg.Client({
        connectionString: this.#settings.url,
        connectionTimeoutMillis: joinMs,
        keepAlive: true,
        application_name: 'watchbill replica watch',
      })
      client.on('error', this.#nap.wake)
      this.#watch = client
      try {
        await this.#join(client)
        await this.#stay(client)
      } catch (error) {
        this.#leave(error)
      }
      this.#watch = null
      cutConnection(client)
      if (!this.#closed) await this.#nap.nap(againMs)
    }
  }

  async #join(client: pg.Client): Promise<void> {
    const known = await this.#primary()
    await client.connect()
    const asked = client.query<Identity>(toQuery(identityNow, false))
    const { rows } = await within(joinMs, asked, () => cutConnection(client))
    const [identity] = rows
    const refused = identity ? refuseReplica(known, { identity, at: Date.now() }) : 'no answer'
    if (refused) throw new Left(refused === 'primary' ? 'primary' : 'refused', refused)
    await this.#inspect()
  }

  async #stay(client: pg.Client): Promise<void> {
    const answers = watchAnswers(client, aliveMs)
    try {
      while (!this.#closed) {
        const { rows } = await answers.track(client.query<Moment & { recovering: boolean }>(whereIs))
        const [found] = rows
        if (!found?.recovering) throw new Left('primary', 'it takes writes')
        this.#moment = found
        this.lag.advance(lsnOf(found.lsn))
        this.#pool ??= openReplicaPool(this.#settings)
        this.#judge()
        await this.#nap.nap(askMs[this.#pace()])
      }
    } finally {
      answers.stop()
    }
  }

  #judge(): void {
    if (this.#inspected.timeline === this.#astray) this.#astray = null
    const isAstray = this.#astray !== null
    this.#state = isAstray || this.lag.isLate() ? 'behind' : 'reading'
    this.#tell(isAstray ? 'it does not follow the primary' : undefined)
    if (Date.now() - this.#inspected.at > (isAstray ? againMs : HOUR)) this.#inspectAgain()
  }

  #pace(): keyof typeof askMs {
    if (this.lag.isAwaited) return 'awaited'
    return !this.lag.isNear || this.#running > 0 ? 'busy' : 'idle'
  }

  async #inspect(): Promise<void> {
    const found = await this.#settings.inspect()
    this.#inspected = { ...found, at: Date.now() }
    if (found.faults.length > 0) throw new Left('refused', `its fence: ${found.faults.slice(0, 3).join('; ')}`)
  }

  /** While it is read from. */
  #inspectAgain(): void {
    const watched = this.#watch
    if (this.#inspecting || !watched) return
    this.#inspecting = true
    this.#inspect()
      .catch(() => cutConnection(watched))
      .finally(() => {
        this.#inspecting = false
      })
  }

  #leave(error: unknown): void {
    const isFaulty = this.#inspected.faults.length > 0
    this.#state = error instanceof Left ? error.state : isFaulty ? 'refused' : 'away'
    this.#pool?.cut()
    this.#pool = null
    this.#moment = null
    this.lag.reset()
    if (!this.#closed) this.#tell(error instanceof Error ? error.message : String(error))
  }

  /** One line for each change. */
  #tell(why?: string): void {
    const state = this.#state
    const line = state === 'primary' ? 'reading' : state === 'refused' ? `${state} ${why}` : state
    if (line === this.#told) return
    this.#told = line
    this.#log({ level: 'warn', replica: hostOf(this.#settings.url), state, ...(why ? { why } : {}) })
  }
}
