import pg from 'pg'
import { silenceMs, waitMs, watchAnswers, within } from './db-deadline.ts'
import { doubtHostOf, type Finder, type FinderTold, isElsewhere, openHostPool, suspectHostOf } from './db-hosts.ts'
import { watchPlans } from './db-plans.ts'
import { BusyError, type createTurns, type Turn, waitingLimit } from './db-turns.ts'
import { inSpan } from './tracing.ts'

/** A pool, whether its statements are prepared by name, and who is told of failed writes. */
export type Source = {
  pool: pg.Pool
  /** Which of several hosts takes writes. */
  finder: Finder | null
  plans: ReturnType<typeof watchPlans>
  named: boolean
  failed: (error: unknown) => void
  waitMs: number
  turns?: ReturnType<typeof createTurns>
  waited?: ((seconds: number) => void) | undefined
}

export const take = (from: Source, turn: Turn) => inSpan('wait for a connection', {}, () => takeNow(from, turn))

const takeNow = async (from: Source, turn: Turn) => {
  const { pool, turns, waited, waitMs: limit } = from
  if (!turns && pool.waitingCount >= waitingLimit) throw new BusyError('too many callers wait for a connection')
  const began = performance.now()
  await turns?.take(turn, limit)
  try {
    const client = await connectToHost(from, () => Math.max(1, limit - (performance.now() - began)))
    waited?.((performance.now() - began) / 1000)
    return client
  } catch (error) {
    turns?.give(turn)
    throw error
  }
}
/** A connection to a host that has been replaced, or with outdated statements, is given up, and the next one taken. */
const connectToHost = async ({ pool, finder, plans }: Source, left: () => number): Promise<pg.PoolClient> => {
  for (;;) {
    const client = await connectWithin(pool, left())
    if (!isElsewhere(client, finder) && !plans.areOutdated(client)) return client
    client.release(true)
  }
}
/** A connection that comes too late goes back to the pool. */
export const connectWithin = (pool: pg.Pool, ms: number) => {
  const connecting = pool.connect()
  return within(ms, connecting, () => {
    connecting.then((late) => late.release()).catch(() => undefined)
  })
}
export const give = ({ turns, finder, plans }: Source, turn: Turn, client: pg.PoolClient, error: unknown) => {
  const isReplaced = finder !== null && isReadOnly(error)
  if (isLockTimeout(error)) suspectHostOf(client, finder)
  if (isReplaced || (isBroken(error) && finder !== null)) doubtHostOf(client, finder)
  plans.heard(error)
  client.release(isReplaced || isBroken(error) || plans.areOutdated(client))
  turns?.give(turn)
}

/** Watches the answers on a connection that was taken. On several hosts, a slow one is suspected to have been replaced. */
export const watchTaken = ({ finder }: Source, client: pg.PoolClient) =>
  watchAnswers(client, silenceMs, finder ? () => suspectHostOf(client, finder) : undefined)

/** The holder of the lock may be waiting for a standby that now follows another host. */
const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'
export const isReadOnly = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25006'

export const openPool = (
  url: string,
  size: number,
  pipeline: boolean,
  connectMs = waitMs,
  older?: FinderTold['older'],
) => {
  const settings = {
    connectionString: url,
    max: size,
    pipeline,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 0,
    keepAlive: true,
  } as pg.PoolConfig & { connectionString: string }
  const opened = openHostPool(settings, older)
  const { pool } = opened
  // An idle connection that breaks is replaced on the next call; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks while in use: its queries fail, and that is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { ...opened, plans: watchPlans(pool) }
}

/** True if the connection cannot be reused: every error that is not the server's response to a statement. */
export const isBroken = (error: unknown): boolean =>
  error !== undefined && !(error instanceof pg.DatabaseError && error.severity !== 'FATAL')
